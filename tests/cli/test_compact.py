"""`millmate compact`: fewer bytes, and no table lost whatever comes between."""

import json
import random
import shlex
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import fault_injection, small_disks
from tests.commands import Capsys, Ran, explored, failed, refused
from tests.made_tables import spoil

from millmate.cli import compact as command
from millmate.games.chess.material import Material
from millmate.locks import Lock
from millmate.tablebase import store
from millmate.tablebase.table_build import hold_lock


@pytest.fixture
def full(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with copies of KQvK, KRvK, KBNvK and what they need."""
    shutil.copytree(tables, tmp_path / "tables", ignore=shutil.ignore_patterns(".locks"))
    return tmp_path / "tables"


@pytest.fixture
def small(rook_tables: Path, tmp_path: Path) -> Path:
    """Return a directory with copies of the five tables of three men, soon compact."""
    directory = tmp_path / "small"
    directory.mkdir()
    for name in ("KBvK", "KNvK", "KPvK", "KQvK", "KRvK"):
        shutil.copy(rook_tables / f"{name}.table", directory)
    return directory


def formats(directory: Path) -> dict[str, set[str]]:
    """Return the formats in which each table is there, and what else there is under ""."""
    found: dict[str, set[str]] = {}
    for path in directory.iterdir():
        if path.name != ".locks":
            name, _, kind = path.name.partition(".")
            found.setdefault(name, set()).add(kind)
    return found


def test_all_tables_become_compact_and_answer_as_before(small: Path, capsys: Capsys) -> None:
    before = store.own_materials(small)
    sets = explored(capsys, small, "KPvK", "--plies", 45).out
    fen = "8/8/8/3k4/8/8/3P4/K7 w - - 0 1"
    probed = Ran(capsys, "probe", fen, "--tables", small).out
    ran = Ran(capsys, "compact", "--all", "--threads", 2, "--tables", small)
    assert (ran.status, ran.err) == (0, "")
    *each, total = ran.lines
    assert [line.partition(":")[0] for line in each] == [str(material) for material in before]
    assert total.startswith(f"{len(before)} tables: ")
    assert set().union(*formats(small).values()) == {"compact"}
    assert explored(capsys, small, "KPvK", "--plies", 45).out == sets
    assert Ran(capsys, "probe", fen, "--tables", small).out == probed
    assert "KPvK is correct" in Ran(capsys, "verify", "KPvK", "--tables", small).out
    assert Ran(capsys, "build", "KPvK", "--tables", small).out.startswith("KPvK exists")
    assert Ran(capsys, "build", "KPvK", "--plan", "--tables", small).out.startswith("0 tables")
    again = Ran(capsys, "compact", "--all", "--tables", small, "--json")
    assert again.status == 0
    assert all(told["before"] == told["after"] for told in json.loads(again.out))


def test_bytes_are_told_by_payload(small: Path, capsys: Capsys) -> None:
    before = store.disk_bytes(small, "KPvK")
    (told,) = json.loads(Ran(capsys, "compact", "KPK", "--tables", small, "--json").out)
    after = store.compact_path(small, "KPvK").stat().st_size
    assert (told["material"], told["metric"]) == ("KPvK", "DTM")
    assert (told["before"], told["after"]) == (before, after)
    assert after < 0.5 * before
    tables = {
        table["material"]: table
        for table in json.loads(Ran(capsys, "tables", "--tables", small, "--json").out)
    }
    assert tables["KPvK"]["bytes"] == after
    assert tables["KPvK"]["payloads"] == told["payloads"]
    assert 0.8 * after < told["payloads"]["wdl"] + told["payloads"]["losses"] < after
    assert set(tables["KBvK"]["payloads"]) == {"distances"}
    listed = Ran(capsys, "tables", "--tables", small).lines
    assert any(line.startswith("KPvK: ") and " compact (wdl " in line for line in listed)
    assert listed[-1].startswith("DTM: 5 tables, 1 of them compact; ")


def test_what_cannot_be_compacted_is_named_and_the_rest_done(full: Path, capsys: Capsys) -> None:
    (full / "KBvK.table").unlink()
    spoil(full / "KRvK.table")
    ran = Ran(capsys, "compact", "--all", "KQvKN", "--tables", full)
    assert ran.status == 1
    needs, missing, damaged = sorted(ran.err.splitlines(), key=lambda line: "is damaged" in line)
    assert (missing, needs) == (
        f"millmate compact: no table for KQvKN in {full}; build it first",
        "millmate compact: KBNvK needs the table KBvK to be compacted: build that first",
    )
    assert f"delete {full / 'KRvK.table'} and build it again" in damaged
    assert formats(full) == {
        "KNvK": {"compact"}, "KQvK": {"compact"}, "KRvK": {"table"}, "KBNvK": {"table"}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name a table such as KRPvKR"),
        (["morris:3-3"], "no table for morris:3-3"),
        (["KvK"], "KvK has no table"),
        (["--all"], "there are no tables of chess in"),
        (["KQvK"], "no table for KQvK in"),
    ],
)
def test_what_is_not_there_is_one_clear_line(
    tmp_path: Path, capsys: Capsys, words: list[str], why: str
) -> None:
    assert failed(Ran(capsys, "compact", *words, "--tables", tmp_path), why)


@pytest.mark.parametrize("name", ["KQvK", "KRvK"])
def test_no_table_is_taken_from_a_build(full: Path, capsys: Capsys, name: str) -> None:
    with hold_lock(full, name):  # of a build of this table, or of one that may read KQvK
        assert failed(Ran(capsys, "compact", "KQvK", "--tables", full), "being built or compacted")
    assert formats(full)["KQvK"] == {"table"}
    assert Ran(capsys, "compact", "KQvK", "--tables", full).status == 0


def test_a_build_that_began_meanwhile_keeps_its_tables(
    full: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    from millmate.tablebase import compact

    write, held = compact._write, list[Lock]()

    def write_and_build(*about: object) -> None:
        write(*about)  # type: ignore[arg-type]
        held.append(hold_lock(full, "KQvKR"))

    monkeypatch.setattr(compact, "_write", write_and_build)
    assert failed(Ran(capsys, "compact", "KQvK", "--tables", full), "compact KQvK after that")
    assert formats(full)["KQvK"] == {"table", "compact"}
    monkeypatch.undo()
    held[0].release()
    assert Ran(capsys, "compact", "KQvK", "--tables", full).status == 0
    assert formats(full)["KQvK"] == {"compact"}


def test_a_faulty_compact_table_beside_the_full_one_is_written_anew(
    full: Path, capsys: Capsys
) -> None:
    store.compact_path(full, "KQvK").write_bytes(b"half")
    assert Ran(capsys, "compact", "KQvK", "--tables", full).status == 0
    assert formats(full)["KQvK"] == {"compact"}
    assert "KQvK is correct" in Ran(capsys, "verify", "KQvK", "--tables", full).out


def test_a_link_to_a_table_is_replaced_and_the_table_itself_kept(
    tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    (tmp_path / "KQvK.table").symlink_to(tables / "KQvK.table")
    for _ in range(2):
        assert Ran(capsys, "compact", "KQvK", "--tables", tmp_path).status == 0
        assert formats(tmp_path) == {"KQvK": {"compact"}}
    assert (tables / "KQvK.table").is_file()


def test_damage_to_a_compact_table_names_the_table_and_the_file(full: Path, capsys: Capsys) -> None:
    assert Ran(capsys, "compact", "KQvK", "--tables", full).status == 0
    path = store.compact_path(full, "KQvK")
    path.write_bytes(path.read_bytes()[:-1])
    ran = Ran(capsys, "verify", "KQvK", "--tables", full)
    assert failed(ran, "table KQvK is damaged")
    assert f"delete {path} and build it again" in ran.err


def test_ctrl_c_pauses_and_the_command_told_goes_on(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    shown = command._shown

    def press(
        bar: object, stopped: Callable[[], bool], work: list[object], number: int
    ) -> Callable[[float], None]:
        show = shown(bar, stopped, work, number)  # type: ignore[arg-type]

        def show_and_press(done: float) -> None:
            if number == 2 and done > 0:
                signal.raise_signal(signal.SIGINT)
            show(done)

        return show_and_press

    monkeypatch.setattr(command, "_shown", press)
    words = ("compact", "--all", "--tables", str(small))
    ran = Ran(capsys, *words)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "paused; 2 finished tables and all others are kept" in ran.err
    assert sorted(map(len, formats(small).values())) == [1] * 5
    assert sum(kinds == {"compact"} for kinds in formats(small).values()) == 2
    monkeypatch.undo()
    again = shlex.split(ran.err.partition("go on with: ")[2])
    assert again == ["millmate", *words]
    assert Ran(capsys, *again[1:]).status == 0
    assert set().union(*formats(small).values()) == {"compact"}


def test_a_full_disk_leaves_the_full_table(small: Path, tmp_path: Path, capsys: Capsys) -> None:
    with small_disks.disk(tmp_path / "disk", "4M") as place:
        shutil.copytree(small, place / "tables")
        filler = small_disks.fill(place, but=2_000)
        ran = Ran(capsys, "compact", "KPvK", "--tables", place / "tables")
        assert failed(ran, "No space left on device")
        assert str(place) in ran.err
        assert formats(place / "tables")["KPvK"] == {"table"}
        filler.unlink()
        assert Ran(capsys, "compact", "KPvK", "--tables", place / "tables").status == 0
        assert formats(place / "tables")["KPvK"] == {"compact"}


def test_a_window_that_has_a_table_open_goes_on_with_the_compact_one(
    small: Path, capsys: Capsys
) -> None:
    import chess

    from millmate.tablebase.probe import Tablebase

    with Tablebase(small) as tables:
        board = chess.Board("8/8/8/3k4/8/8/3P4/K7 w - - 0 1")
        before = tables.moves(board)
        assert Ran(capsys, "compact", "--all", "--tables", small).status == 0
        for place in range(0, tables.layout(Material.parse("KPvK")).size, 997):
            other = tables.layout(Material.parse("KPvK")).board(place)
            if other.is_valid() and chess.popcount(other.occupied) == 3:
                tables.probe(other)  # what is read of it now
        assert tables.moves(board) == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
@fault_injection.needs_strace
def test_killed_at_any_call_the_table_is_there_and_the_next_command_finishes(
    full: Path, tmp_path: Path
) -> None:
    def fresh() -> list[str]:
        shutil.rmtree(tmp_path / "place", ignore_errors=True)
        (tmp_path / "place").mkdir()
        for name in ("KNvK", "KBvK", "KRvK"):
            shutil.copy(full / f"{name}.table", tmp_path / "place")
        return fault_injection.millmate("compact", "KRvK", "--tables", tmp_path / "place")

    place, log = tmp_path / "place", tmp_path / "log"
    values = store.opened(full, "KRvK").values()
    calls = fault_injection.calls_on(place, fresh(), log)
    right = store.compact_path(place, "KRvK").read_bytes()
    kinds, killed = set(), 0
    for call in fault_injection.spread(calls, 24):
        words = fresh()
        ran = fault_injection.struck(call, "signal=KILL", words, log)
        killed += ran.killed
        kinds.add(tuple(sorted(formats(place).get("KRvK", ()))))
        assert (store.opened(place, "KRvK").values() == values).all(), call
        ran = fault_injection.run(words, log)
        assert ran.status == 0, ran
        assert store.compact_path(place, "KRvK").read_bytes() == right, call
        assert formats(place).keys() == {"KNvK", "KBvK", "KRvK"}, call
    assert killed >= 12
    assert {("table",), ("compact",), ("compact", "table")} <= kinds


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_killed_at_moments_by_chance_the_table_is_there_and_the_last_command_finishes(
    rook_tables: Path, tmp_path: Path
) -> None:
    place, log = tmp_path / "place", tmp_path / "log"
    words = fault_injection.millmate("compact", "KRvKP", "--tables", place)
    right = store.opened(rook_tables, "KRvKP").values()
    shutil.copytree(rook_tables, place, ignore=shutil.ignore_patterns(".locks"))
    rng, kills = random.Random(1), 0
    while kills < 20:
        ran = fault_injection.run_when_working(words, log, place, rng.uniform(0, 12))
        assert "Traceback" not in ran.complaint, ran
        kills += ran.killed
        assert (store.opened(place, "KRvKP").values() == right).all()
        if formats(place)["KRvKP"] == {"compact"}:
            store.compact_path(place, "KRvKP").unlink()
            shutil.copy(rook_tables / "KRvKP.table", place)
    assert fault_injection.run(words, log).status == 0
    assert formats(place)["KRvKP"] == {"compact"}
    assert "" not in formats(place)
    assert (store.opened(place, "KRvKP").values() == right).all()


def test_pairs_of_morris_are_compacted_when_they_are_named(
    morris_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    directory = tmp_path / "tables"
    shutil.copytree(morris_tables, directory, ignore=shutil.ignore_patterns(".locks"))
    assert "no tables of chess" in refused(capsys, "compact", "--all", "--tables", directory)
    ran = Ran(capsys, "compact", "morris:all", "--tables", directory)
    assert (ran.status, ran.err) == (0, "")
    assert [line.partition(": ")[0] for line in ran.lines] == [
        *("morris:3-3", "morris:4-3", "morris:4-4", "morris:5-3"),
        "4 tables",
    ]
    listed = Ran(capsys, "tables", "--tables", directory).lines
    assert any(line.startswith("morris:4-3: ") and "(only who wins)" in line for line in listed)
    probed = Ran(
        capsys, "probe", "W....WW./....B.../..B....B w 0 0 0 1", "--tables", directory
    ).lines
    assert not any("plies" in line for line in probed)
    assert "no distances" in refused(capsys, "compact", "morris:ply17-3-3", "--tables", directory)

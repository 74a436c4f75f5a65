"""`millmate pack`: tables of earlier versions, fewer bytes, and no table lost on the way."""

import json
import shlex
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import fault_injection, small_disks
from tests.commands import Capsys, Ran, explored, failed, refused
from tests.made_tables import spoil, values_of

from millmate import machine
from millmate.cli import pack as command
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.table_build import hold_lock
from millmate.tablebase.zarr.export import export

OLD = Path(__file__).parents[1] / "data" / "compact_3"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a directory with the five tables of three men, as an earlier version wrote them."""
    return shutil.copytree(OLD, tmp_path / "old")


@pytest.fixture
def full(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with copies of KQvK, KRvK, KBNvK and what they need."""
    return shutil.copytree(tables, tmp_path / "tables", ignore=shutil.ignore_patterns(".locks"))


def formats(directory: Path) -> dict[str, set[str]]:
    """Return the formats in which each table is there, and what else there is under ""."""
    found: dict[str, set[str]] = {}
    for path in directory.iterdir():
        if path.name != ".locks":
            name, _, kind = path.name.partition(".")
            found.setdefault(name, set()).add(kind)
    return found


def test_tables_of_earlier_versions_are_written_anew(old: Path, capsys: Capsys) -> None:
    before = store.own_materials(old)
    sets = explored(capsys, old, "KPvK", "--plies", 45).out
    fen = "8/8/8/3k4/8/8/3P4/K7 w - - 0 1"
    probed = Ran(capsys, "probe", fen, "--tables", old).out
    ran = Ran(capsys, "pack", "--all", "--threads", 2, "--tables", old)
    assert (ran.status, ran.err) == (0, "")
    *each, total = ran.lines
    assert [line.partition(":")[0] for line in each] == [str(material) for material in before]
    assert total.startswith(f"{len(before)} tables: ")
    assert set().union(*formats(old).values()) == {"table"}
    assert explored(capsys, old, "KPvK", "--plies", 45).out == sets
    assert Ran(capsys, "probe", fen, "--tables", old).out == probed
    assert "KPvK is correct" in Ran(capsys, "verify", "KPvK", "--tables", old).out
    assert Ran(capsys, "build", "KPvK", "--tables", old).out.startswith("KPvK exists")
    again = Ran(capsys, "pack", "--all", "--tables", old, "--json")
    assert again.status == 0
    assert all(told["before"] == told["after"] for told in json.loads(again.out))


def test_tables_of_a_version_before_that_are_written_anew(
    tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    for name in ("KRvK", "KQvK"):
        export(tables, Material.parse(name), tmp_path, lambda done: None, threads=1)
    assert formats(tmp_path)["KRvK"] == {"zarr"}
    assert Ran(capsys, "pack", "--all", "--tables", tmp_path).status == 0
    assert formats(tmp_path) == {"KRvK": {"table"}, "KQvK": {"table"}}
    found, right = (store.opened(place, "KRvK") for place in (tmp_path, tables))
    assert found.info.checksum == right.info.checksum
    assert (values_of(found) == values_of(right)).all()


def test_fewer_bytes_hold_the_same(full: Path, capsys: Capsys) -> None:
    path = store.table_path(full, "KBNvK")
    whole, before = values_of(store.opened(full, "KBNvK")), path.stat().st_size
    (told,) = json.loads(Ran(capsys, "pack", "KBNvK", "--small", "--tables", full, "--json").out)
    after = path.stat().st_size
    assert (told["material"], told["metric"]) == ("KBNvK", "DTM")
    assert after < before
    store.plane_path(full, "KBNvK").unlink()
    assert (values_of(store.opened(full, "KBNvK")) == whole).all()
    written = path.stat().st_mtime_ns
    assert Ran(capsys, "pack", "KBNvK", "--small", "--tables", full).status == 0
    assert path.stat().st_mtime_ns == written  # smaller it does not become
    assert set(formats(full)) == {"KBvK", "KNvK", "KQvK", "KRvK", "KBNvK"}


def test_what_cannot_be_packed_is_named_and_the_rest_done(old: Path, capsys: Capsys) -> None:
    spoil(old / "KRvK.compact")
    ran = Ran(capsys, "pack", "--all", "KQvKN", "--tables", old)
    assert ran.status == 1
    *damaged, missing = sorted(ran.err.splitlines(), key=lambda line: "no table" in line)
    assert missing == f"millmate pack: no table for KQvKN in {old}; build it first"
    told = f"delete {old / 'KRvK.compact'} and build it again"
    assert [told in line for line in damaged] == [True, True]  # KPvK leads to it
    assert formats(old)["KRvK"] == formats(old)["KPvK"] == {"compact"}
    assert formats(old)["KQvK"] == {"table"}


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
    assert failed(Ran(capsys, "pack", *words, "--tables", tmp_path), why)


@pytest.mark.parametrize("name", ["KQvK", "KRvK"])
def test_no_table_is_taken_from_a_build(old: Path, capsys: Capsys, name: str) -> None:
    with hold_lock(old, name):  # of a build of this table, or of one that may read KQvK
        assert failed(Ran(capsys, "pack", "KQvK", "--tables", old), "being built or packed")
    assert formats(old)["KQvK"] == {"compact"}
    assert Ran(capsys, "pack", "KQvK", "--tables", old).status == 0


def test_nothing_is_packed_without_the_memory_for_it(
    old: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "free_memory", lambda: 100_000_000)
    ran = Ran(capsys, "pack", "KRvK", "--tables", old)
    assert failed(ran, "of memory, 100 MB are free: close other programs")
    assert formats(old)["KRvK"] == {"compact"}


def test_a_link_to_a_table_is_replaced_and_the_table_itself_kept(
    old: Path, tmp_path: Path, capsys: Capsys
) -> None:
    (tmp_path / "KQvK.compact").symlink_to(old / "KQvK.compact")
    for _ in range(2):
        assert Ran(capsys, "pack", "KQvK", "--tables", tmp_path).status == 0
        assert formats(tmp_path)["KQvK"] == {"table"}
    assert (old / "KQvK.compact").is_file()


def test_ctrl_c_pauses_and_the_command_told_goes_on(
    old: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
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
    words = ("pack", "--all", "--tables", str(old))
    ran = Ran(capsys, *words)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "paused; 2 finished tables and all others are kept" in ran.err
    assert sorted(map(len, formats(old).values())) == [1] * 5
    assert sum(kinds == {"table"} for kinds in formats(old).values()) == 2
    monkeypatch.undo()
    again = shlex.split(ran.err.partition("go on with: ")[2])
    assert again == ["millmate", *words]
    assert Ran(capsys, *again[1:]).status == 0
    assert set().union(*formats(old).values()) == {"table"}


@pytest.mark.parametrize("small", [False, True])
def test_a_full_disk_leaves_the_table(
    old: Path, full: Path, tmp_path: Path, capsys: Capsys, small: bool
) -> None:
    name, kind = ("KBNvK", "table") if small else ("KQvK", "compact")
    with small_disks.disk(tmp_path / "disk", "4M") as place:
        here = shutil.copytree(full if small else old, place / "tables")
        words = "pack", name, *(["--small"] if small else []), "--tables", here
        filler = small_disks.fill(place, but=2_000)
        ran = Ran(capsys, *words)
        assert failed(ran, "No space left on device")
        assert str(place) in ran.err
        assert kind in formats(here)[name]
        filler.unlink()
        assert Ran(capsys, *words).status == 0
        assert "table" in formats(here)[name]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
@fault_injection.needs_strace
def test_killed_at_any_call_the_table_is_there_and_the_next_command_finishes(
    old: Path, tmp_path: Path
) -> None:
    place, log = tmp_path / "place", tmp_path / "log"

    def fresh() -> list[str]:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        shutil.copy(old / "KRvK.compact", place)
        return fault_injection.millmate("pack", "KRvK", "--small", "--tables", place)

    values = values_of(store.opened(old, "KRvK"))
    calls = fault_injection.calls_on(place, fresh(), log)
    kinds, killed = set(), 0
    for call in fault_injection.spread(calls, 24):
        words = fresh()
        ran = fault_injection.struck(call, "signal=KILL", words, log)
        killed += ran.killed
        kinds.add(tuple(sorted(formats(place).get("KRvK", ()))))
        assert (values_of(store.opened(place, "KRvK")) == values).all(), call
        ran = fault_injection.run(words, log)
        assert ran.status == 0, ran
        assert (values_of(store.opened(place, "KRvK")) == values).all(), call
        assert formats(place)["KRvK"] == {"table"}, call
    assert killed >= 12
    assert {("compact",), ("table",)} <= kinds


def test_pairs_of_morris_are_packed_when_they_are_named(
    morris_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    directory = tmp_path / "tables"
    shutil.copytree(morris_tables, directory, ignore=shutil.ignore_patterns(".locks"))
    assert "no tables of chess" in refused(capsys, "pack", "--all", "--tables", directory)
    ran = Ran(capsys, "pack", "morris:all", "--tables", directory)
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
    assert "no distances" in refused(capsys, "pack", "morris:ply17-3-3", "--tables", directory)

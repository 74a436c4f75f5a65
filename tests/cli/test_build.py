"""`millmate build`: what is built, what is told, and what cannot be."""

import json
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.commands import Capsys, Ran, failed

from millmate.cli import build
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.draft import Draft
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import BuildProgress


def test_build_tells_each_table_with_its_longest_wins(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "KQvKR", "krk", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    *smaller, third = ran.out.splitlines()
    first, second = sorted(smaller)  # these two are built at once
    assert first.startswith("KQvK built: White wins in at most 10 moves; ")
    assert second.startswith("KRvK built: White wins in at most 16 moves; ")
    assert third.startswith("KQvKR built: White wins in at most 35 moves, Black wins in at most 19")
    again = Ran(capsys, "build", "KRvKQ", "--tables", tmp_path)
    assert again.status == 0
    assert again.out.startswith("KQvKR exists: White wins in at most 35 moves")


def test_build_json_lists_the_tables_asked_for(tables: Path, capsys: Capsys) -> None:
    (table,) = json.loads(Ran(capsys, "build", "KBNK", "--tables", tables, "--json").out)
    assert table["material"] == "KBNvK"
    assert table["longest_plies"] == {"white": 65, "black": 0}
    assert table["verified"] is True
    assert table["bytes"] > 100_000
    assert 0 < table["cpu_seconds"] < 120
    listed = json.loads(Ran(capsys, "tables", "--tables", tables, "--json").out)
    assert table in listed


def test_a_build_of_what_is_there_loads_neither_numba_nor_zarr(tables: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "millmate"]
    done = subprocess.run(
        [*command, "build", "KBNvK", "--tables", str(tables)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("KBNvK exists")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "millmate.tablebase.store" in loaded
    assert not {"numba", "zarr"} & loaded


def test_two_kings_need_no_table(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "KvK", "--tables", tmp_path)
    assert (ran.status, ran.out) == (0, "KvK needs no table: it is a draw\n")


@pytest.mark.parametrize(
    ("material", "why"),
    [
        ("KXvK", "unknown material 'KXvK'"),
        ("", "unknown material ''"),
        ("KRBBvKRN", "KRBBvKRN has 7 pieces"),
    ],
)
def test_build_names_what_it_cannot_build(
    tmp_path: Path, capsys: Capsys, material: str, why: str
) -> None:
    assert failed(Ran(capsys, "build", material, "--tables", tmp_path), why)


@pytest.mark.parametrize("command", ["build", "verify"])
def test_a_command_without_a_material_says_so(tmp_path: Path, capsys: Capsys, command: str) -> None:
    assert failed(
        Ran(capsys, command, "--tables", tmp_path), "name a table such as KBNvK or morris:5-4"
    )


def test_build_all_builds_every_material_and_verify_all_checks_them(
    tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, "build", "--all", "3", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert sorted(names) == ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]
    assert names[-1] == "KPvK"  # it promotes into the others
    checked = Ran(capsys, "verify", "--all", "--tables", tmp_path)
    assert (checked.status, checked.err) == (0, "")
    assert [line.split(":")[0] for line in checked.out.splitlines()] == [
        f"{name} is correct" for name in ("KBvK", "KNvK", "KQvK", "KRvK", "KPvK")
    ]


def test_a_plan_tells_what_is_needed_and_builds_nothing(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "KQRvKR", "--plan", "--threads", 1, "--tables", tmp_path)
    assert ran.status == 0
    *rows, last = ran.out.splitlines()
    assert [row.split(":")[0] for row in rows[:2]] == ["KQvK", "KRvK"]
    assert rows[-1].startswith("KQRvKR: about ")
    assert last.startswith(f"{len(rows)} tables to build in {tmp_path}: ")
    assert "with 1 thread" in last
    assert list(tmp_path.iterdir()) == []


def test_build_discards_what_is_unfinished(tmp_path: Path, capsys: Capsys) -> None:
    Draft(tmp_path, Material.parse("KQvK"))
    listed = Ran(capsys, "tables", "--tables", tmp_path)
    assert "KQvK: not finished; resume it with: millmate build KQvK" in listed.out
    ran = Ran(capsys, "build", "--discard", "KQK", "--tables", tmp_path)
    assert (ran.status, ran.out) == (0, "removed the unfinished KQvK\n")
    again = Ran(capsys, "build", "--discard", "KQK", "--tables", tmp_path)
    assert failed(again, "there is no unfinished table of KQvK")


def test_build_discards_the_unfinished_tables_that_there_are(
    tmp_path: Path, capsys: Capsys
) -> None:
    Draft(tmp_path, Material.parse("KRvK"))
    Metric.DTZ.directory(tmp_path).mkdir()
    Draft(Metric.DTZ.directory(tmp_path), Material.parse("KQvK"))
    command = ("build", "--discard", "--all", 3, "--metric", "both", "--tables", tmp_path)
    ran = Ran(capsys, *command)
    assert ran.status == 0
    assert ran.out == "removed the unfinished KQvK (DTZ50)\nremoved the unfinished KRvK\n"
    assert failed(Ran(capsys, *command), "there is no unfinished table of K")


def test_too_little_memory_is_one_clear_line(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "KQvK", "--memory", "100MB", "--tables", tmp_path)
    assert failed(ran, "KQvK needs about")
    assert "more than the 100 MB allowed by --memory" in ran.err
    assert not store.materials(tmp_path)


@pytest.mark.parametrize("text", ["", "much", "-1GB", "2PB", "1e9"])
def test_what_is_no_size_is_bad_usage(text: str, capsys: Capsys) -> None:
    assert Ran(capsys, "build", "KQvK", f"--memory={text}").status == 2


def test_ctrl_c_pauses_and_the_command_told_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    report, pressed = build._Reporter.__call__, []

    def press(reporter: build._Reporter, progress: BuildProgress) -> None:
        report(reporter, progress)
        if progress.stage == "done" and not pressed:
            pressed.append(True)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(build._Reporter, "__call__", press)
    words = ("build", "KQvKR", "KBNvK", "--threads", "1", "--tables", str(tmp_path))
    ran = Ran(capsys, *words)
    assert (ran.status, len(ran.lines), ran.err.count("\n")) == (1, 1, 1)
    assert ran.err.startswith("millmate build: paused; ")
    again = shlex.split(ran.err.partition("go on with: ")[2])
    assert again == ["millmate", *words[:3], *words[5:], *words[3:5]]
    assert Ran(capsys, *again[1:]).status == 0
    assert {"KQvKR", "KBNvK"} <= {str(material) for material in store.materials(tmp_path)}


def test_an_unwritable_directory_is_named(tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "file").touch()
    ran = Ran(capsys, "build", "KQvK", "--tables", tmp_path / "file" / "tables")
    assert failed(ran, f"cannot write tables into {tmp_path / 'file' / 'tables'}")


@pytest.mark.thorough
def test_tables_of_both_games_are_built_in_one_call(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "Morris 3-3", "KQvK", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    chess, three = ran.out.splitlines()
    assert chess.startswith("KQvK built: White wins in at most 10 moves; ")
    assert three.startswith("morris:3-3 built: 3 against 3 wins in at most 25 plies; ")
    again = Ran(capsys, "build", "morris:3-3", "--tables", tmp_path)
    assert again.out.startswith("morris:3-3 exists: ")
    checked = Ran(capsys, "verify", "--all", "--tables", tmp_path)
    assert checked.status == 0
    assert [line.split(": ")[0] for line in checked.out.splitlines()] == [
        "KQvK is correct", "morris:3-3 is correct"
    ]  # fmt: skip
    assert "500 of them by the rules of the game too" in checked.out


def test_json_of_morris_has_the_keys_of_chess(
    morris_tables: Path, tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    (told,) = json.loads(
        Ran(capsys, "build", "morris:4-3", "--tables", morris_tables, "--json").out
    )
    assert told["longest_plies"] == {"primary": 1, "other": 33}
    assert told["verified"] is True
    assert told["counts"]["other"]["wins"] == 102281
    shutil.copy(morris_tables / "morris-3-3.table", tmp_path)
    shutil.copy(tables / "KQvK.table", tmp_path)
    listed: list[dict[str, Any]] = json.loads(
        Ran(capsys, "tables", "--tables", tmp_path, "--json").out
    )
    assert [table["material"] for table in listed] == ["KQvK", "morris:3-3"]
    of_chess = {"metric", "longest_fens", "longest_cursed_plies", "longest_cursed_fens", "payloads"}
    # What is compact in chess is told by the payloads.
    assert set(listed[1]) - {"compact"} | of_chess | {"shipped"} == set(listed[0])


def test_the_pairs_of_facing_pawns_are_planned(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "pairs", "--plan", "--tables", tmp_path)
    planned = [line.partition(":")[0] for line in ran.out.splitlines()]
    assert sum("p" in name and "v" in name for name in planned) == 20
    assert "KRpvKBp" in planned
    assert not any(len(name) == 7 and "p" not in name for name in planned)


def test_a_plan_of_morris_is_told_before_anything_is_built(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "morris:all", "--plan", "--tables", tmp_path / "none")
    assert ran.status == 0
    *tables, positions, total = ran.out.splitlines()
    assert len(tables) == 297
    assert tables[0].startswith("morris:3-3: about ")
    assert positions == "26,743,107,774 positions of morris, images under symmetry not counted"
    assert total.startswith(f"297 tables to build in {tmp_path / 'none'}: ")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("morris:2-5", "no table of 'morris:2-5'"),
        ("morris:10-9", "no table of 'morris:10-9'"),
        ("morris:ply17-8-9", "cannot have 8 white and 9 black"),
        ("morris:best", "unknown morris table 'morris:best'"),
    ],
)
@pytest.mark.parametrize("command", ["build", "verify"])
def test_impossible_names_of_morris_are_one_clear_line(
    tmp_path: Path, capsys: Capsys, command: str, name: str, why: str
) -> None:
    assert failed(Ran(capsys, command, name, "--tables", tmp_path), why)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_done_with_morris_is_one_clear_line(
    morris_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    wanted = ("morris:5-4", "--tables", tmp_path)
    assert failed(Ran(capsys, "build", *wanted, "--memory", "1MB"), "of memory")
    assert failed(Ran(capsys, "build", *wanted, "--discard"), "no unfinished table of morris:5-4")
    assert failed(Ran(capsys, "build", *wanted, "--scheduler", "tcp://x:1"), "on this machine")
    assert failed(Ran(capsys, "verify", *wanted), "no table for morris:5-4 in")
    (tmp_path / "morris-3-3.table").write_text("{}")
    assert failed(Ran(capsys, "verify", "morris:3-3", "--tables", tmp_path), "is damaged")
    assert failed(Ran(capsys, "tables", "--tables", tmp_path), "morris-3-3 is damaged")


def test_both_metrics_are_built_listed_and_verified(tmp_path: Path, capsys: Capsys) -> None:
    both = "--metric", "both", "--tables", tmp_path
    assert (
        "KQvK (DTZ50) built: White wins in at most 19 plies"
        in Ran(capsys, "build", "KQvK", *both).out
    )
    listed = Ran(capsys, "tables", "--tables", tmp_path).out.splitlines()
    assert [line.partition(":")[0] for line in listed] == ["KQvK", "KQvK (DTZ50)"]
    assert Ran(capsys, "verify", "KQvK", *both).out.count("KQvK is correct") == 2
    dtm50 = "KQvK", "--metric", "dtm50", "--tables", tmp_path
    assert "\nthen DTM50 of each" in Ran(capsys, "build", "KRvK", *dtm50, "--plan").out
    assert "\n0 tables of DTM50 to build\n" in Ran(capsys, "build", *dtm50, "--plan").out
    at_clocks = Ran(capsys, "build", *dtm50)
    assert at_clocks.out.count("exists") == 2  # every mate is in time: nothing more is stored
    assert not (tmp_path / "dtm50").exists()


def test_morris_has_one_metric(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "build", "morris:3-3", "--metric", "dtz", "--tables", tmp_path)
    assert ran.err == "millmate build: morris:3-3 has no table of metric dtz: leave out --metric\n"

"""The commands build, tables and verify with morris."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from millmate.cli.main import run


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: object) -> None:
        capsys.readouterr()
        self.status = run([str(word) for word in words])
        self.out, self.err = capsys.readouterr()


def failed(ran: Ran, text: str) -> bool:
    """Tell whether a command failed with one line on standard error that says `text`."""
    return ran.status == 1 and ran.err.count("\n") == 1 and text in ran.err


def test_tables_of_both_games_are_built_in_one_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "Morris 3-4", "KQvK", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    chess, three, four = ran.out.splitlines()
    assert chess.startswith("KQvK built: White wins in at most 10 moves; ")
    assert three.startswith("morris:3-3 built: 3 against 3 wins in at most 25 plies; ")
    assert four.startswith(
        "morris:4-3 built: 4 against 3 wins in at most 1 ply, 3 against 4 wins in at most 33 plies"
    )
    again = Ran(capsys, "build", "morris:4-3", "--tables", tmp_path)
    assert again.out.startswith("morris:4-3 exists: ")
    checked = Ran(capsys, "verify", "--all", "--tables", tmp_path)
    assert checked.status == 0
    assert [line.split(": ")[0] for line in checked.out.splitlines()] == [
        "KQvK is right", "morris:3-3 is right", "morris:4-3 is right"
    ]  # fmt: skip
    assert "500 of them by the rules of the game too" in checked.out


def test_json_has_the_keys_of_chess(
    morris_tables: Path, tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (told,) = json.loads(
        Ran(capsys, "build", "morris:4-3", "--tables", morris_tables, "--json").out
    )
    assert told["longest"] == {"primary": 1, "other": 33}
    assert told["verified"] is True
    assert told["counts"]["other"]["wins"] == 102281
    shutil.copytree(morris_tables / "morris-3-3.zarr", tmp_path / "morris-3-3.zarr")
    shutil.copytree(tables / "KQvK.zarr", tmp_path / "KQvK.zarr")
    listed: list[dict[str, Any]] = json.loads(
        Ran(capsys, "tables", "--tables", tmp_path, "--json").out
    )
    assert [table["material"] for table in listed] == ["KQvK", "morris:3-3"]
    assert set(listed[1]) | {"longest_fens"} == set(listed[0])


def test_tables_are_listed_in_words(
    morris_tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Ran(capsys, "tables", "--tables", morris_tables).out.splitlines()
    assert any(
        line.startswith("morris:4-4: 4 against 4 wins in at most 9 plies; ")
        and line.endswith("4 against 4 to move 159 won / 3,225,409 drawn / 29 lost")
        for line in lines
    )
    placing = next(line for line in lines if line.startswith("morris:ply17-3-3: "))
    assert "who wins, not in how many plies" in placing
    assert "Black to move" in placing


def test_a_plan_is_told_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "build", "morris:all", "--plan", "--tables", tmp_path / "none")
    assert ran.status == 0
    *tables, total = ran.out.splitlines()
    assert len(tables) == 297
    assert tables[0].startswith("morris:3-3: about ")
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
def test_impossible_names_are_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, name: str, why: str
) -> None:
    assert failed(Ran(capsys, command, name, "--tables", tmp_path), why)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_done_is_one_clear_line(
    morris_tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ("morris:5-4", "--tables", tmp_path)
    assert failed(Ran(capsys, "build", *wanted, "--memory", "1MB"), "of memory")
    assert failed(Ran(capsys, "build", *wanted, "--discard"), "no unfinished table of morris:5-4")
    assert failed(Ran(capsys, "build", *wanted, "--scheduler", "tcp://x:1"), "on this machine")
    assert failed(Ran(capsys, "verify", *wanted), "no table for morris:5-4 in")
    shutil.copytree(morris_tables / "morris-3-3.zarr", tmp_path / "morris-3-3.zarr")
    (tmp_path / "morris-3-3.zarr" / "zarr.json").write_text("{}")
    assert failed(Ran(capsys, "verify", "morris:3-3", "--tables", tmp_path), "is damaged")
    assert failed(Ran(capsys, "tables", "--tables", tmp_path), "morris-3-3 is damaged")

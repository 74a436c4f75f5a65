"""`millmate openings`: the moves of the placing phase, those alike by symmetry once."""

import json
from pathlib import Path

from tests.commands import Capsys, Ran, failed

from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.names import MorrisTarget

LAST = "W.....B./......../B.B.W.W. w 1 1 0 9"


def test_moves_are_listed_once_with_how_hard_the_draw_is(
    morris_tables: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, "openings", "--fen", LAST, "--twice", "--tables", morris_tables)
    assert ran.lines[0] == f"{LAST}: draw"
    assert " replies hold; random replies hold twice in a row " in ran.lines[1]
    assert ran.lines[-1].startswith("after 1: 20 positions, as the mover sees them ")


def test_the_tree_of_two_plies_as_data(morris_tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "openings", "--fen", LAST, "--plies", 2, "--json", "--tables", morris_tables)
    rows = [json.loads(line) for line in ran.lines]
    first = [row for row in rows if " " not in row["line"]]
    assert sum(row["alike"] for row in first) >= 18
    assert {row["wdl"] for row in rows} <= {-1, 0, 1}
    for row in rows:
        assert ("holding" in row) is (row["wdl"] == 0 and "replies" in row)
        assert row["line"].split()[-1] == row["move"]


def test_the_position_says_which_variant(tmp_path: Path, capsys: Capsys) -> None:
    """Without --game; a position of chess is refused."""
    build([MorrisTarget.parse("morris:three:all")], tmp_path)
    asked = "openings", "--tables", tmp_path, "--fen"
    assert Ran(capsys, *asked, "morris:three ......../. w 3 3 0 1").lines[1] == "  b2 (middle): win"
    ran = Ran(capsys, *asked, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    assert failed(ran, "no openings for chess, only for morris")


def test_the_first_moves_of_a_variant(tmp_path: Path, capsys: Capsys) -> None:
    build([MorrisTarget.parse("morris:three:all")], tmp_path)
    asked = "openings", "--game", "morris:three", "--tables", tmp_path
    assert Ran(capsys, *asked).lines == [
        "the empty board: White wins",
        "  b2 (middle): win",
        "  a3 (corner), 4 alike: draw, 6 of 8 replies hold",
        "  b3 (T point), 4 alike: loss",
        "after 1: 3 positions, as the mover sees them 1 win, 1 draw, 1 loss",
    ]
    assert Ran(capsys, *asked, "b2").lines[-1].startswith("after 1: 2 positions")


def test_what_cannot_be_listed_is_said(morris_tables: Path, capsys: Capsys) -> None:
    assert failed(Ran(capsys, "openings", "--tables", morris_tables), "build morris:all first")
    six = "openings", "--game", "morris:six", "--tables", morris_tables
    assert failed(Ran(capsys, *six), "build morris:six:all first")
    assert failed(Ran(capsys, *six, "d6"), "not a point: the points are a1, a3, a5")
    assert failed(Ran(capsys, "openings", "--game", "morris:each-mill"), "no tables of this game")
    assert failed(Ran(capsys, "openings", "--game", "chess"), "only for morris and its variants")
    assert failed(Ran(capsys, "openings", "d4", "--tables", morris_tables), "the middle")
    moved = LAST.replace("1 1 0 9", "0 0 0 10")
    assert failed(Ran(capsys, "openings", "--fen", moved, "--tables", morris_tables), "placed")

"""`--notation`: morris on the command line as other programs write it."""

import json
import re
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran, Types, refused
from tests.saved_games import saved_game

from millmate.games.morris.positions import board_from_text
from millmate.records import archive

MILL_TO_CLOSE = "WW.W..../......../B.B.B... w 0 0 0 30"
SANMILL = "*@*@***@/********/O*O****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 30 ids:nodes"
LONGEST = "WBWWBB../......../........ w 0 0 0 1"
TURNS = {
    "ours": r"(?:[a-g]\d-)?[a-g]\d(?:x[a-g]\d)?",
    "sanmill": r"(?:[a-g]\d-)?[a-g]\d(?: x[a-g]\d)?",
    "numbers": r"(?:\d+-)?\d+(?:x\d+)?",
}
NAMES = pytest.mark.parametrize("name", TURNS)


@NAMES
def test_a_game_is_told_and_written(name: str, tmp_path: Path, capsys: Capsys) -> None:
    pgn = tmp_path / "game.pgn"
    words = ("play", "--game", "morris", "--white", "minimax:depth=1", "--black", "random")
    ran = Ran(capsys, *words, "--seed", 3, "--pgn", pgn, "--notation", name)
    *moves, _, _ = ran.lines
    told = [re.sub(r"^\d+\.+ ", "", line) for line in moves]
    assert all(re.fullmatch(TURNS[name], turn) for turn in told)
    assert any("x" in turn for turn in told)
    assert archive.load(pgn) == [saved_game()]
    assert told[0] in pgn.read_text()


def test_a_person_may_type_numbers(types: Types, capsys: Capsys) -> None:
    types("help\n5\n22\n8\n10\n2 x 22\n25\n")
    words = ("play", "--game", "morris", "--white", "human", "--black", "human")
    ran = Ran(capsys, *words, "--notation", "numbers")
    assert "5x22 or 5-2x22" in ran.out
    assert "'25' is not a move" in ran.out
    assert saved_game().moves == ("d6", "a1", "d5", "a4", "d7xa1")


@pytest.mark.parametrize(
    ("name", "best", "fen"),
    [
        ("ours", "g4-g7xc5", MILL_TO_CLOSE),
        ("sanmill", "g4-g7 xc5", SANMILL),
        ("numbers", "15-3x7", MILL_TO_CLOSE),
    ],
)
def test_a_search_tells_its_moves(name: str, best: str, fen: str, capsys: Capsys) -> None:
    words = ("search", "morris", MILL_TO_CLOSE, "--depth", 2, "--notation", name)
    lines = Ran(capsys, *words).lines
    assert lines[-1].startswith(f"equally good: {best}, ")
    assert lines[-2].endswith(best)
    (answer,) = Ran(capsys, *words, "--json").json()
    assert (answer["notation"], answer["fen"]) == ([best], fen)
    assert answer["line"] == ["g4-g7xc5"]


@NAMES
def test_what_tables_say(name: str, morris_tables: Path, capsys: Capsys) -> None:
    words = ("probe", LONGEST, "--tables", morris_tables, "--notation", name)
    (answer,) = Ran(capsys, *words).json()
    assert board_from_text(answer["fen"]).fen() == LONGEST
    assert ("ids:nodes" in answer["fen"]) is (name == "sanmill")
    assert all(re.fullmatch(TURNS[name], move["move"]) for move in answer["moves"])
    explore = ("explore", "morris:3-3", "--plies", "1", "--limit", "2", "--tables", morris_tables)
    plain, told = Ran(capsys, *explore).lines, Ran(capsys, *explore, "--notation", name).lines
    assert [board_from_text(line).fen() for line in told] == plain
    for kind in ("epd", "pgn", "csv", "json"):
        text = Ran(capsys, *explore, f"--{kind}", "--notation", name).out
        assert ("ids:nodes" in text) is (name == "sanmill" or kind == "pgn")
        if kind == "json":
            read = [board_from_text(json.loads(line)["fen"]).fen() for line in text.splitlines()]
            assert read == plain


def test_a_notation_there_is_not_and_one_for_chess_are_refused(capsys: Capsys) -> None:
    words = ("search", "morris", "--depth", 1, "--notation", "latin")
    assert "choose ours, sanmill, numbers" in refused(capsys, *words, status=2)
    words = ("search", "chess", "--depth", 1, "--notation", "numbers")
    assert "this is a game of chess" in refused(capsys, *words)
    words = ("search", "morris:three", "--depth", 1, "--notation", "sanmill")
    assert "no notation sanmill for morris:three" in refused(capsys, *words)

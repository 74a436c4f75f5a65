"""The command explore."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from millmate.cli.main import run
from millmate.tablebase.probe import Tablebase


class Ran:
    """What the command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], tables: Path, *words: object) -> None:
        capsys.readouterr()
        self.status = run(["explore", *[str(word) for word in words], "--tables", str(tables)])
        self.out, self.err = capsys.readouterr()
        self.lines = self.out.splitlines()

    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


Capsys = pytest.CaptureFixture[str]


def test_without_a_distance_every_set_is_counted(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, tables, "KRvK")
    assert ran.status == 0
    assert ran.lines[0].startswith("KRvK: White wins in at most 16 moves")
    assert ran.lines[1].split() == ["S0", "27", "Black", "is", "checkmated"]
    longest = "S31 121 White to move mates in 16 moves (31 plies)"
    assert longest in [" ".join(line.split()) for line in ran.lines]
    assert ran.lines[-1].split()[:1] == ["draws"]
    assert ran.lines[-1].endswith("Black to move")
    white = Ran(capsys, tables, "KRvK", "--side", "white")
    assert not any("Black" in line for line in white.lines)


def test_counts_as_json_are_those_of_the_table(tables: Path, capsys: Capsys) -> None:
    (counts,) = Ran(capsys, tables, "krk", "--json").json()
    assert counts["material"] == "KRvK"
    assert counts["longest"] == {"white": 16, "black": 0}
    assert counts["counts"]["black"]["plies"][0] == 27


def test_positions_of_a_distance_are_fens_one_a_line(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, tables, "KRvK", "--plies", 31)
    assert len(set(ran.lines)) == 121
    with Tablebase(tables) as tablebase:
        assert {tablebase.probe(chess.Board(fen)).plies for fen in ran.lines} == {31}
    assert Ran(capsys, tables, "KRvK", "--plies", 31, "--limit", 5).lines == ran.lines[:5]
    longest = Ran(capsys, tables, "KRvK", "--longest")
    assert longest.lines == ran.lines


def test_positions_as_json_say_what_they_are_worth(tables: Path, capsys: Capsys) -> None:
    (mate,) = Ran(capsys, tables, "KRvK", "--plies", 0, "--limit", 1, "--json").json()
    assert (mate["material"], mate["wdl"], mate["dtm"]) == ("KRvK", -1, 0)
    assert chess.Board(mate["fen"]).is_checkmate()


def test_a_random_position_is_the_same_for_the_same_seed(tables: Path, capsys: Capsys) -> None:
    words = ("KBNvK", "--plies", 65, "--random", "--seed")
    first, again = Ran(capsys, tables, *words, 1), Ran(capsys, tables, *words, 1)
    assert len(first.lines) == 1
    assert first.lines == again.lines
    assert first.lines != Ran(capsys, tables, *words, 2).lines
    assert len(Ran(capsys, tables, *words, 1, "--limit", 4).lines) == 4


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("KRvK", "--plies", "33"), 1, "no position of KRvK is decided in 33 plies"),
        (("KRvK", "--plies", "31", "--side", "black"), 1, "with Black to move"),
        (("KRvK", "--longest", "--side", "black"), 1, "KRvK has no wins with Black to move"),
        (("KRvK", "--random"), 1, "--random needs --plies"),
        (("KRvK", "--limit", "3"), 1, "--limit needs --plies"),
        (("KRvK", "--plies", "-1"), 2, ""),
        (("KRvK", "--plies", "many"), 2, "'many' is no number"),
        (("KQvKR",), 1, "make it with: millmate build KQvKR"),
        (("KXvK",), 1, "unknown material 'KXvK'"),
    ],
)
def test_what_cannot_be_had_is_said_in_a_line(
    tables: Path, capsys: Capsys, words: tuple[str, ...], status: int, said: str
) -> None:
    ran = Ran(capsys, tables, *words)
    assert ran.status == status
    assert ran.out == ""
    assert said in ran.err
    assert status == 2 or ran.err.count("\n") == 1


# Conditions, zugzwangs, other programs' texts ----------------------------------------------------


def test_conditions_narrow_what_is_listed(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, tables, "KRvK", "--plies", 9, "--where", "Ke1 k3", "--check", "no")
    assert ran.lines
    for fen in ran.lines:
        board = chess.Board(fen)
        assert board.king(chess.WHITE) == chess.E1
        assert board.king(chess.BLACK) // 8 == 2  # type: ignore[operator]
    counted = Ran(capsys, tables, "KRvK", "--plies", 9, "--where", "Ke1 k3", "--count")
    assert int(counted.out) == len(ran.lines)


def test_all_of_a_result_are_as_many_as_the_table_says(tables: Path, capsys: Capsys) -> None:
    (said,) = Ran(capsys, tables, "KRvK", "--json").json()
    for result, name in (("win", "wins"), ("draw", "draws"), ("loss", "losses")):
        for side in ("white", "black"):
            expected = said["counts"][side][name]
            ran = Ran(capsys, tables, "KRvK", "--result", result, "--side", side, "--count")
            assert (int(ran.out) if ran.status == 0 else 0) == expected


def test_a_single_winning_move_is_asked_for(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, tables, "KBNvK", "--result", "win", "--only", "win", "--limit", 3)
    with Tablebase(tables) as tablebase:
        for fen in ran.lines:
            wins = [m.verdict.wdl for m in tablebase.moves(chess.Board(fen))]
            assert wins.count(1) == 1
    assert len(ran.lines) == 3


def test_no_zugzwang_in_king_and_rook_against_king(tables: Path, capsys: Capsys) -> None:
    assert Ran(capsys, tables, "KRvK", "--zugzwang", "any", "--count").out == "0\n"
    none = Ran(capsys, tables, "KRvK", "--zugzwang", "full", "--random")
    assert none.status == 1
    assert "no position of KRvK is like that" in none.err


def test_positions_are_printed_for_other_programs(tables: Path, capsys: Capsys) -> None:
    fens = Ran(capsys, tables, "KRvK", "--longest", "--limit", 2).lines
    epd = Ran(capsys, tables, "KRvK", "--longest", "--limit", 2, "--epd").lines
    boards = [chess.Board.from_epd(line) for line in epd]
    assert [board.epd() for board, _ in boards] == [chess.Board(fen).epd() for fen in fens]
    assert [codes["dm"] for _, codes in boards] == [16, 16]
    games = Ran(capsys, tables, "KRvK", "--longest", "--limit", 2, "--pgn").out
    assert games.count("[FEN ") == 2
    assert games.count("# 1-0") == 2
    table = Ran(capsys, tables, "KRvK", "--longest", "--limit", 2, "--csv").lines
    assert table[0].startswith("position,table,to_move,result,plies,moves,best,verdict")
    assert [line.split(",")[0] for line in table[1:]] == fens


@pytest.mark.parametrize("option", ["--where", "--check", "--only", "--count", "--epd"])
def test_what_says_something_of_positions_needs_some(
    tables: Path, capsys: Capsys, option: str
) -> None:
    value = {"--where": ["Ke1"], "--check": ["yes"], "--only": ["win"]}.get(option, [])
    ran = Ran(capsys, tables, "KRvK", option, *value)
    assert ran.status == 1
    assert "which choose positions" in ran.err


def test_a_condition_that_cannot_be_read_is_told_of(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, tables, "KRvK", "--plies", 9, "--where", "Qe1")
    assert ran.status == 1
    assert "KRk" in ran.err

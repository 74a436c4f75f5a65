"""Positions answered together get the answers that each gets alone, word for word."""

import random
import shutil
from pathlib import Path

import chess
import pytest
from tests.made_tables import alter
from tests.tiers import first

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.serve import standard, together
from millmate.serve.formats import as_json, error_fields, position
from millmate.serve.standard import answer, value
from millmate.serve.tables import Tables
from millmate.serve.together import answers
from millmate.tablebase.sharded import TableError

NAMES = (
    *("KvK", "KBvK", "KRvK", "KQvK", "KPvK", "KRPvK", "KRvKP", "KNvKN", "KBvKB"),  # with tables
    *("KRRvK", "KQvKR", "KPvKP", "KNNvK", "KPPvKP"),  # without
)
CLOCKS = (0, 1, 50, 90, 98, 99, 100, 120)
ODD = (
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",  # castling
    "8/8/8/8/1pP5/8/8/K6k b - c3 0 1",  # a capture en passant
    "8/8/8/8/8/8/1pP5/K6k w - - 0 1",  # a push that allows none
    "8/8/8/8/1p6/8/2P5/K6k w - - 0 1",  # one that does
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
    "R6k/8/6K1/8/8/8/8/8 b - - 100 80",  # mate, too late
    "8/8/8/R6R/8/8/1k6/3K4 w - - 0 1",  # two rooks that may go to the same square
    "8/3R4/8/8/3R4/8/k7/4K3 w - - 0 1",
    "Q6Q/8/8/8/8/1k6/8/Q3K3 w - - 0 1",
)


def positions() -> list[chess.Board]:
    source, found = random.Random(4), [position(fen)[0] for fen in ODD]
    for name in NAMES:
        for material in {Material.parse(name), Material.parse(name).swapped}:
            for turn in (True, False) * 3:
                board = random_position(material, source, turn)
                board.halfmove_clock = source.choice(CLOCKS)
                found.append(board)
    return found


def alone(tables: Tables, board: chess.Board, moves: bool) -> bytes:
    ask = answer if moves else value
    try:
        return as_json(ask(tables, board).fields())
    except MillMateError as error:
        return as_json(error_fields(error))


def told(found: dict | MillMateError) -> bytes:
    return as_json(error_fields(found) if isinstance(found, MillMateError) else found)


@pytest.fixture(params=["both", "mate", "zeroing"])
def tables(request: pytest.FixtureRequest, rule50_tables: Path, tmp_path: Path) -> Tables:
    """Return tables of both metrics, or of one."""
    if request.param == "both":
        return Tables(rule50_tables)
    if request.param == "mate":
        shutil.copytree(rule50_tables, tmp_path, dirs_exist_ok=True, ignore=lambda *_: ["dtz"])
    else:
        (tmp_path / "dtz").symlink_to(rule50_tables / "dtz")
    return Tables(tmp_path)


@pytest.mark.parametrize("moves", first(1, [True, False]))
def test_answers_are_those_of_each_position_alone(tables, moves):
    boards = positions()
    found = [told(each) for each in answers(tables, boards, moves)]
    for board, each in zip(boards, found, strict=True):
        assert each == alone(tables, board, moves), board.fen()


def test_one_position_and_none_are_answered(tables):
    (found,) = answers(tables, [position(ODD[5])[0]], moves=True)
    assert told(found) == alone(tables, position(ODD[5])[0], moves=True)
    assert list(answers(tables, [], moves=True)) == []
    error = InputError("no position")
    assert list(answers(tables, [error], moves=False)) == [error]


def test_a_damaged_table_spoils_only_the_answers_that_need_it(rule50_tables, tmp_path):
    shutil.copytree(rule50_tables, tmp_path, dirs_exist_ok=True)
    alter(tmp_path / "KRvK.table")
    fens = "8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    wrong, right = answers(Tables(tmp_path), [position(fen)[0] for fen in fens], moves=True)
    assert "KRvK" in str(wrong)
    assert isinstance(right, dict)
    assert right["category"] == "win"


@pytest.mark.parametrize("moves", [True, False])
@pytest.mark.parametrize("where", ["boards_of", "_fields"])
def test_an_unexpected_fault_belongs_to_one_position(rule50_tables, monkeypatch, moves, where):
    """Neither reading positions together nor writing their answers may fail for all of them."""
    tables = Tables(rule50_tables)
    boards = [position(fen)[0] for fen in ("8/8/8/3k4/8/8/8/KR6", "8/8/8/3k4/8/8/8/KQ6")]
    right = [alone(tables, board, moves) for board in boards]
    ask = standard.answer if moves else standard.value

    def wrong(*_):
        raise ZeroDivisionError

    def wrong_for_one(tables, board):
        return wrong() if board == boards[0] else ask(tables, board)

    monkeypatch.setattr(together, where, wrong)
    monkeypatch.setattr(together, "answer" if moves else "value", wrong_for_one)
    first, second = answers(tables, boards, moves)
    assert isinstance(first, ZeroDivisionError)
    assert told(second) == right[1]


def test_answers_do_not_tell_of_files(rule50_tables):
    for error in (TableError(rule50_tables / "KQvK.table", "x"), OSError(2, "No", "/a/file")):
        assert "/" not in error_fields(error)["error"]

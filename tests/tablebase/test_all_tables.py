"""Whole tables and solved positions, asked as one."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from tests.tablebase.conftest import FewTables
from tests.tablebase.test_solved_positions import WON

from millmate.games.value import Result, Value
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import compare, ruled
from millmate.tablebase.verdict import MissingTableError

RACE = "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1"


@pytest.fixture
def exact(exact_positions: Path) -> Iterator[AllTables]:
    with AllTables(exact_positions) as tables:
        yield tables


def test_exact_positions_are_answered_as_whole_tables_do(exact: AllTables) -> None:
    board = chess.Board(WON)
    with Tablebase(exact.directory) as whole, pytest.raises(MissingTableError, match="KPvKP"):
        whole.probe(board)
    found = exact.probe(board)
    assert exact.covers(board)
    assert (found.wdl, found.exact) == (1, True)
    judged = exact.moves(board)
    assert {each.move for each in judged} == set(board.legal_moves)
    assert judged[0].value == found
    assert [each.rank for each in judged] == sorted(each.rank for each in judged)
    ruled = exact.rule50_moves(board)
    assert ruled[0].value.final is Result.WIN
    assert exact.probe_rule50(board).in_time
    board.halfmove_clock = 95
    assert exact.probe_rule50(board, seconds=5.0).final is Result.AT_LEAST_DRAW


def test_whole_tables_come_first(few_tables: FewTables) -> None:
    directory = few_tables[Metric.DTM, False]
    board = chess.Board("8/8/8/8/P7/1K6/8/k7 w - - 0 1")
    with AllTables(directory) as every, Tablebase(directory) as whole:
        assert every.probe(board) == whole.probe(board)
        assert every.rule50_moves(board) == whole.rule50_moves(board)
        assert type(every.probe(board)) is Value


def test_who_has_no_move_has_a_verdict(exact: AllTables) -> None:
    mated, stale = "8/8/8/8/8/1K6/1Q6/k7 b - - 0 1", "8/8/8/8/8/3K4/2Q5/k7 b - - 0 1"
    for fen, wdl in ((mated, -1), (stale, 0)):
        assert exact.probe(chess.Board(fen)).wdl == wdl
        assert exact.covers(chess.Board(fen))
        assert exact.moves(chess.Board(fen)) == []


def test_bounds_are_no_verdicts(bounded_positions: Path) -> None:
    with AllTables(bounded_positions) as tables:
        won = chess.Board(RACE)
        assert not tables.covers(won)  # not all moves are decided
        verdict = tables.probe(won)
        assert (verdict.wdl, verdict.plies, verdict.exact) == (1, 23, False)
        with pytest.raises(MissingTableError):
            tables.moves(won)
        known = [each.value.final for each in tables.bounded_moves(won)]
        assert known == [Result.WIN, Result.WIN, Result.AT_LEAST_DRAW, Result.UNKNOWN]
        won.push_uci("a1a2")
        with pytest.raises(MissingTableError):
            tables.probe(won)
        with pytest.raises(MissingTableError):
            tables.probe_rule50(won)


def test_verdicts_tell_that_they_are_bounds() -> None:
    assert Value(1, 23, exact=False).before() == Value(-1, 24, exact=False)
    assert Value(-1, 254, exact=False).far
    assert not Value(1, 23, exact=False).far
    assert Value.between(0, 0) == Value(0)


def test_no_plies_are_lost_on_bounds() -> None:
    board = chess.Board(WON)
    for at_most, lost in ((True, None), (False, 4)):
        best = ruled(board, Value(1, 23, not at_most))
        after = ruled(board, Value(-1, 26, not at_most))
        assert compare(best, after) == (1, 1, lost)

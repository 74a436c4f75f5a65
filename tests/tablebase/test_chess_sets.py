"""The sets of tables of distances to zeroing, and the positions in them."""

import random
from itertools import islice
from pathlib import Path

import chess
import pytest

from millmate.tablebase import targets
from millmate.tablebase.chess_sets import ZeroingSet
from millmate.tablebase.metric import Metric, parse_table_name
from millmate.tablebase.probe import ZeroingTables
from millmate.tablebase.query import Outcomes, Query, Zugzwangs
from millmate.tablebase.rule50 import LONGEST


def test_tables_of_rule50_tables_are_offered_those_to_mate_first(rule50_tables: Path) -> None:
    names = targets.explorable(rule50_tables)
    at = names.index("KRvKP")
    assert names[at : at + 2] == ["KRvKP", "KRvKP (DTZ50)"]
    for metric in Metric:
        assert parse_table_name(metric.titled("KRvKP")) == ("KRvKP", metric)


def test_every_set_has_its_positions(rule50_tables: Path) -> None:
    found = targets.explorer(rule50_tables, "KRvKP (DTZ50)")
    with ZeroingTables.beside(rule50_tables) as tables:
        for chosen in found.contents.sets:
            if chosen.count < 3000:
                assert sum(1 for _ in found.positions(chosen)) == chosen.count, chosen
            for board in islice(found.positions(chosen), 10):
                verdict = tables.probe(board)
                assert (board.turn, verdict.zeroing) == (chosen.turn, chosen.plies)
                assert verdict.wdl == (1 if chosen.won else -1)


def test_won_and_lost_positions_of_as_many_plies_are_two_sets(rule50_tables: Path) -> None:
    contents = targets.explorer(rule50_tables, "KRvKP (DTZ50)").contents
    won, lost = contents.decided_in(16, chess.WHITE)
    assert (won.symbol, won.count, won.winner) == ("+16", 398, chess.WHITE)
    assert (lost.symbol, lost.count, lost.winner) == ("-16", 21, chess.BLACK)
    assert str(won) == "White to move wins: mate, capture or pawn move in 16 plies"
    assert contents.set_of(lost.row, chess.WHITE) == lost
    assert contents.set_of(1000, chess.WHITE) == ZeroingSet(500, chess.WHITE, 0, lost=True)
    assert [each.plies for each in contents.longest.values()] == [25, 19]
    assert contents.longest_cursed == contents.cursed == {}


def test_a_mate_is_zero_plies_away(rule50_tables: Path) -> None:
    found = targets.explorer(rule50_tables, "KRvKP (DTZ50)")
    mated = found.contents.set_of(0, chess.BLACK)
    assert (mated.symbol, str(mated)) == ("0", "Black is checkmated")
    assert all(board.is_checkmate() for board in islice(found.positions(mated), 20))


@pytest.mark.slow
def test_cursed_wins_are_found_by_distance_and_by_result(cursed_tables: Path) -> None:
    found = targets.explorer(cursed_tables, "KBBvKN (DTZ50)")
    contents = found.contents
    assert (contents.longest[True].plies, contents.longest_cursed[True].plies) == (99, 131)
    assert contents.cursed == {(True, 1): 7_750_066, (False, -1): 15_330_676}
    with ZeroingTables.beside(cursed_tables) as tables:
        for plies in (126, 127, 128, 130, 131, 132):  # a code holds up to 127
            chosen = next(
                each
                for turn in (True, False)
                for each in contents.decided_in(plies, turn)
                if each.count
            )
            boards = list(found.positions(chosen))
            # The counts hold both orders of the bishops.
            assert len(boards) * 2 == chosen.count
            assert {tables.probe(board).zeroing for board in boards} == {plies}
        for turn, wdl in contents.cursed:
            sought = contents.all_of(wdl, turn, cursed=True)
            for _ in range(20):
                verdict = tables.probe(found.sample(sought, random.Random(7)))
                assert (verdict.wdl, verdict.cursed) == (wdl, True)
    # Under the rule a cursed win is a draw, and so are its best moves.
    cursed = Outcomes(1, chess.WHITE, -1, cursed=True)
    assert next(found.positions(Query(cursed, only=1)), None) is None
    board = next(found.positions(Query(cursed, only=0)))
    with ZeroingTables.beside(cursed_tables) as tables:
        held = [m for m in tables.moves(board) if m.value.wdl > -1]
    assert len(held) == 1
    assert (held[0].value.zeroing or 0) > LONGEST


@pytest.mark.slow
def test_zugzwangs_ignore_the_rule(cursed_tables: Path) -> None:
    found = targets.explorer(cursed_tables, "KBBvKN (DTZ50)")
    with ZeroingTables.beside(cursed_tables) as tables:
        for board in islice(found.positions(Zugzwangs(None, chess.WHITE)), 5):
            white = tables.probe(board).wdl
            board.turn = chess.BLACK
            assert -tables.probe(board).wdl > white

"""How a game went by the tables: what was kept, what was lost on the way, what was thrown away."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from millmate.games.chess.rules import CHESS
from millmate.games.value import Value
from millmate.play.game_review import ReviewedPosition, Verdicts, review
from millmate.play.trainer.exam import Mark
from millmate.tablebase.rule50 import category, compare

KING_AND_QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


def stations(tables: Path, fen: str, *sans: str) -> tuple[ReviewedPosition, ...]:
    board = chess.Board(fen)
    fens = [board.fen()]
    for san in sans:
        board.push_san(san)
        fens.append(board.fen())
    verdicts = Verdicts("chess", tables)
    try:
        return review(CHESS, fens, verdicts, lambda: False)
    finally:
        verdicts.close()


def test_the_best_moves_keep_all(tables: Path) -> None:
    verdicts = Verdicts("chess", tables)
    board, sans = chess.Board(KING_AND_QUEEN), []
    while not board.is_game_over():
        found = []
        for move in board.legal_moves:
            board.push(move)
            ruled = verdicts.ruled(board)
            board.pop()
            assert ruled is not None
            verdict = ruled
            plies = verdict.plies or 0
            found.append((verdict.wdl, plies if verdict.wdl < 0 else -plies, board.san(move)))
        sans.append(min(found)[2])  # the quickest win, or the slowest loss
        board.push_san(sans[-1])
    verdicts.close()
    first, *played = stations(tables, KING_AND_QUEEN, *sans)
    assert first.mark is None
    assert first.value == 1
    assert {station.mark for station in played} == {Mark.KEPT}
    last = played[-1].ruled
    assert last is not None
    assert last.timeless == Value(-1, 0)


def test_a_slow_move_is_counted_in_plies_and_a_thrown_win_is_named(tables: Path) -> None:
    start, slow, black, thrown = stations(tables, KING_AND_QUEEN, "Qb8", "Kd4", "Qe5+")
    assert (slow.mark, slow.value) == (Mark.SLOWER, 1)
    assert start.ruled is not None
    assert slow.ruled is not None
    assert start.ruled.plies is not None
    assert slow.ruled.plies is not None
    assert slow.lost == slow.ruled.plies + 1 - start.ruled.plies > 0
    assert black.value == 1
    assert (thrown.mark, thrown.before, thrown.after) == (Mark.THROWN, 1, 0)
    assert thrown.value == 0


def test_a_null_move_is_not_judged_but_the_moves_around_it_are(tables: Path) -> None:
    found = stations(tables, KING_AND_QUEEN, "Qb4", "--", "Qd4+")
    assert [each.mark for each in found] == [None, Mark.SLOWER, None, Mark.THROWN]
    assert [each.value for each in found] == [1, 1, 1, 0]


def test_where_no_table_is_nothing_is_said(tables: Path) -> None:
    (only, next_) = stations(tables, chess.STARTING_FEN, "e4")
    assert (only.ruled, only.mark, only.value) == (None, None, None)
    assert next_.ruled is None


def test_it_ends_when_told_to(tables: Path) -> None:
    verdicts = Verdicts("chess", tables)
    assert review(CHESS, [KING_AND_QUEEN], verdicts, lambda: True) == ()
    verdicts.close()


@pytest.mark.parametrize(
    ("best", "after", "kept"),
    [
        (Value(1, 5), Value(-1, 4), (1, 1, 0)),
        (Value(1, 5), Value(-1, 8), (1, 1, 4)),
        (Value(-1, 8), Value(1, 3), (-1, -1, 4)),
        (Value(1, 5), Value(0), (1, 0, None)),
        (Value(0), Value(0), (0, 0, None)),
        (Value(1), Value(-1), (1, 1, None)),
        (Value(1, 101), Value(-1, 100), None),  # too long to be sure of
    ],
)
def test_what_a_move_lost(
    best: Value, after: Value, kept: tuple[int, int, int | None] | None
) -> None:
    def ruled(value: Value) -> Value:
        found = category(value.wdl, value.plies, 0)
        return replace(value, ruled=found, in_time=found.wdl is not None)

    assert compare(ruled(best), ruled(after)) == kept


PUSH = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # won by a push, not by the shortest mate


def test_the_move_that_wins_by_the_clock_is_kept_and_the_quicker_mate_is_not(
    rule50_tables: Path,
) -> None:
    _, kept = stations(rule50_tables, PUSH, "e4")
    assert (kept.mark, kept.lost, kept.value) == (Mark.KEPT, 0, 1)
    late = PUSH.replace(" 90 ", " 99 ")
    _, thrown = stations(rule50_tables, late, "Ke5")
    assert (thrown.mark, thrown.value, thrown.before, thrown.after) == (Mark.THROWN, 0, 1, 0)


def test_moves_are_judged_by_positions_that_were_solved(
    exact_positions: Path, bounded_positions: Path
) -> None:
    fen = "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1"
    _, kept, _, thrown = stations(exact_positions, fen, "Kb5", "Kf2", "Kc4")
    assert (kept.mark, kept.timed) == (Mark.KEPT, True)
    assert (thrown.before, thrown.after) == (1, thrown.after)
    # A distance that is a bound only says nothing of how much slower a move is.
    _, slower = stations(bounded_positions, "8/8/1P6/2p5/8/8/8/1K1k4 w - - 0 1", "Kb2")
    assert (slower.mark, slower.timed, slower.lost) == (Mark.KEPT, False, 0)
    _, unknown = stations(bounded_positions, "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1", "Kb1")
    assert (unknown.mark, unknown.value) == (None, None)

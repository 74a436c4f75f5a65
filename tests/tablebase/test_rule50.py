"""The fifty-move rule on tables without a clock: what every move comes to."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import pytest
from tests import naive
from tests.random_tables import keeps

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.rules import MORRIS
from millmate.games.value import MoveValue, Result, Value
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST, Distance, category, rule50_moves, ruled

PUSH = "5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"  # mate in 9 without a clock; 1.e4 wins
HELD = "8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"  # lost without a clock
LONG = 600.0  # seconds


@pytest.fixture
def tablebase(rook_tables: Path) -> Iterator[Tablebase]:
    with Tablebase(rook_tables) as tables:
        yield tables


@pytest.mark.parametrize(
    ("verdict", "clock", "expected"),
    [
        (Value(0), 0, Result.DRAW),
        (Value(0), 149, Result.DRAW),
        (Value(1, 9), 91, Result.WIN),  # the mate is the hundredth ply
        (Value(1, 9), 92, Result.AT_LEAST_DRAW),
        (Value(-1, 10), 90, Result.LOSS),
        (Value(-1, 10), 91, Result.AT_MOST_DRAW),
        (Value(1, 9), 100, Result.DRAW),  # to be claimed now
        (Value(-1, 0), 100, Result.LOSS),  # mated before anybody claims
        (Value(1, 185), 0, Result.AT_LEAST_DRAW),
        (Value(1), 0, Result.WIN),  # of unknown length
    ],
)
def test_a_win_counts_if_it_ends_before_the_clock(
    verdict: Value, clock: int, expected: Result
) -> None:
    assert category(verdict.wdl, verdict.plies, clock) is expected


def test_moves_without_time_are_told_from_the_one_that_wins(tablebase: Tablebase) -> None:
    board = chess.Board(PUSH)
    assert tablebase.moves(board)[0].move != board.parse_san("e4")  # the quickest mate is too slow
    for seconds in (0.0, LONG):
        first, *others = tablebase.rule50_moves(board, seconds)
        assert first.move == board.parse_san("e4")
        assert (first.value.final, first.value.in_time, first.value.zeroing) == (
            Result.WIN,
            True,
            1,
        )
        assert all(move.value.final is not Result.WIN or move.move != first.move for move in others)


def test_a_draw_by_the_rule_is_found_and_a_push_is_not_among_its_moves(
    tablebase: Tablebase,
) -> None:
    board = chess.Board(HELD)
    assert tablebase.probe(board).wdl == -1
    assert {move.value.final for move in tablebase.rule50_moves(board)} <= {
        Result.AT_MOST_DRAW,
        Result.LOSS,
    }
    moves = {board.san(move.move): move for move in tablebase.rule50_moves(board, LONG)}
    held = {san for san, move in moves.items() if move.value.final is Result.DRAW}
    assert held
    assert moves["e5"].value.final is Result.LOSS
    assert moves["e5"].value.in_time


def test_patience_that_ends_leaves_it_open(tablebase: Tablebase) -> None:
    board = chess.Board(HELD)
    first = tablebase.rule50_moves(board, LONG, stopped=lambda: True)[0]
    assert first.value.final is Result.AT_MOST_DRAW
    assert tablebase.rule50_moves(board, LONG)[0].value.final is Result.DRAW


def test_whatever_the_clock_says_is_what_a_search_ply_by_ply_says(more_tables: Path) -> None:
    name, pawns = "KPkp", (chess.D4, chess.D5)  # blocked, so that kings have a way to go
    rng = random.Random("clock")
    with Tablebase(more_tables) as tables:
        plies = {
            winner: naive.plies_to_zeroing(
                name, pawns, winner, lambda board, side=winner: keeps(tables, side, board)
            )
            for winner in chess.COLORS
        }
        positions = [(here, board.copy()) for here, board in naive.boards(name, pawns)]
        seen = set()
        for _ in range(200):
            here, board = rng.choice(positions)
            board = board.copy()
            board.halfmove_clock = rng.randint(80, 99)
            if not any(board.legal_moves):
                continue
            left = LONGEST - board.halfmove_clock
            expected = Result.DRAW
            if plies[board.turn].get(here, LONGEST + 1) <= left:
                expected = Result.WIN
            elif plies[not board.turn].get(here, LONGEST + 1) <= left:
                expected = Result.LOSS
            assert tables.rule50_moves(board, LONG)[0].value.final is expected, board.fen()
            seen.add((board.turn, expected, tables.probe(board).wdl))
        for turn in chess.COLORS:
            assert {(turn, Result.DRAW, 1), (turn, Result.WIN, 1)} <= seen


@pytest.mark.parametrize("value", [Value(0), Value(-1, 0), Value(1)])
def test_after_the_clock_has_run_out_a_draw_is_no_win_that_came_too_late(value: Value) -> None:
    late = ruled(chess.Board("8/8/8/8/8/8/1k6/3KQ3 w - - 120 90"), value)
    assert (late.final, late.in_time) == (value.final, True)


def test_a_winner_who_does_not_know_better_goes_where_the_end_is_least_late() -> None:
    late, fresh = chess.Board(PUSH), chess.Board(PUSH.replace(" 90 ", " 0 "))
    for board, zeroes in ((late, True), (fresh, False)):
        judged = [
            MoveValue(move, Value(1, 150 if board.is_zeroing(move) else 110))
            for move in board.legal_moves
        ]
        first = rule50_moves(board, judged)[0]
        assert first.value.final is Result.AT_LEAST_DRAW
        assert board.is_zeroing(first.move) == zeroes


@pytest.mark.parametrize(("cursed", "best"), [(True, 23), (False, 1)])
def test_a_zeroing_move_into_a_cursed_win_is_no_shortcut(cursed: bool, best: int) -> None:
    board = chess.Board(PUSH.replace(" 90 ", " 40 "))
    judged = [MoveValue(move, Value(1, 131)) for move in board.legal_moves]

    def resolve(boards: Sequence[chess.Board], winner: bool) -> list[Distance]:
        assert winner is chess.WHITE
        late = Distance(None, None) if cursed else Distance(90, 90)
        return [Distance(22, 22) if each.halfmove_clock else late for each in boards]

    moves = rule50_moves(board, judged, resolve)
    assert (moves[0].value.final, moves[0].value.zeroing) == (Result.WIN, best)
    zeroing = next(move for move in moves if board.is_zeroing(move.move))
    assert zeroing.value.final is (Result.DRAW if cursed else Result.WIN)


def test_a_loser_out_of_time_never_sets_the_clock_back() -> None:
    board = chess.Board(HELD)
    judged = [MoveValue(move, Value(-1, 40)) for move in board.legal_moves]
    assert not board.is_zeroing(rule50_moves(board, judged)[0].move)


def test_mills_and_placements_set_the_clock_back_in_morris() -> None:
    board = MORRIS.board("WW.W..../......../BBB.B... w 0 0 95 60")
    judged = [MoveValue(move, Value(1, 21)) for move in board.legal_moves]
    first, *others = rule50_moves(board, judged)
    assert first.value.final is Result.WIN
    assert first.move.removed
    assert all(m.value.final is Result.AT_LEAST_DRAW for m in others if not m.move.removed)


@pytest.mark.parametrize("name", ["KRvKP", "KRPvK"])
def test_the_clock_is_minded_only_where_it_matters(name: str, tablebase: Tablebase) -> None:
    rng = random.Random(name)
    for _ in range(50):
        board = random_position(Material.parse(name), rng, rng.choice(chess.COLORS))
        board.halfmove_clock = 0
        found = tablebase.rule50_moves(board)
        assert [move.value.timeless for move in found] == [m.value for m in tablebase.moves(board)]
        assert all(move.value.in_time or not move.value.wdl for move in found)

"""The transposition table: an entry answers for what it was found out for, and for no more."""

import chess
import pytest
from tests.search.searched import CHESS_GAME, MORRIS_GAME, PLACING

from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.search.alphabeta import TableNegamax
from millmate.search.generation import MATE
from millmate.search.limits import NodeBudget
from millmate.search.minimax import MemoMinimax
from millmate.search.position import HashedPosition, Slot
from millmate.search.transposition import Bound, Entry, TranspositionTable

SLOT = Slot(key=1, image=0)
E4 = chess.Move.from_uci("e2e4")


def test_what_was_put_is_got() -> None:
    table = TranspositionTable(CHESS_GAME)
    found = Entry(3, Bound.EXACT, 25, (E4,))
    table.put(SLOT, 1, found)
    assert table.get(SLOT, 1) == found
    assert table.get(Slot(2, 0), 1) is None


@pytest.mark.parametrize(("score", "from_there"), [(MATE - 5, MATE - 9), (5 - MATE, 9 - MATE)])
def test_a_mate_is_as_far_from_a_position_wherever_it_is_met(score: int, from_there: int) -> None:
    """Two plies from a position three plies down: from one seven plies down, in nine."""
    table = TranspositionTable(CHESS_GAME)
    table.put(SLOT, 3, Entry(2, Bound.EXACT, score, ()))
    again = table.get(SLOT, 7)
    assert again is not None
    assert again.score == from_there


def test_a_line_is_told_as_the_board_at_hand_calls_its_moves() -> None:
    table = TranspositionTable(CHESS_GAME)
    table.put(Slot(1, 0), 1, Entry(1, Bound.EXACT, 0, (E4,)))
    turned = table.get(Slot(1, 1), 1)
    assert turned is not None
    assert turned.line == (chess.Move.from_uci("e7e5"),)


def test_a_full_table_begins_anew() -> None:
    table = TranspositionTable(CHESS_GAME, most=10)
    for key in range(25):
        table.put(Slot(key, 0), 1, Entry(1, Bound.EXACT, key, ()))
        assert len(table) <= 10
        assert table.get(Slot(key, 0), 1) is not None
    assert len(table) == 5


def test_searching_with_a_small_table_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    board = MORRIS.board(PLACING)
    expected = MemoMinimax(MORRIS_GAME, 3).search(board)
    monkeypatch.setattr(
        "millmate.search.minimax.TranspositionTable", lambda game: TranspositionTable(game, most=20)
    )
    found = MemoMinimax(MORRIS_GAME, 3).search(board)
    assert (found.score, found.best) == (expected.score, expected.best)


class TestAnswers:
    """What the search takes from the table, seen at a position of which it knows a wrong score."""

    board = CHESS.board("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    wrong = 12_345

    def score(self, depth: int, bound: Bound, alpha: int, beta: int, asked: int = 2) -> int:
        table = TranspositionTable(CHESS_GAME)
        search = TableNegamax(HashedPosition(CHESS_GAME, self.board), table, NodeBudget())
        slot = search.position.slot(asked)
        table.put(slot, 1, Entry(depth, bound, self.wrong, ()))
        return search.score(asked, alpha, beta, 1)[0]

    def test_one_that_looked_as_deep_answers(self) -> None:
        assert self.score(2, Bound.EXACT, -MATE, MATE) == self.wrong

    @pytest.mark.parametrize("depth", [1, 3])
    def test_one_that_looked_less_or_more_deep_does_not(self, depth: int) -> None:
        assert self.score(depth, Bound.EXACT, -MATE, MATE) != self.wrong

    @pytest.mark.parametrize(
        ("bound", "alpha", "beta", "answers"),
        [
            (Bound.LOWER, -MATE, 12_000, True),  # too good to be allowed anyway
            (Bound.LOWER, -MATE, 13_000, False),
            (Bound.UPPER, 13_000, MATE, True),  # not good enough anyway
            (Bound.UPPER, 12_000, MATE, False),
        ],
    )
    def test_a_bound_answers_beyond_the_window_alone(
        self, bound: Bound, alpha: int, beta: int, answers: bool
    ) -> None:
        assert (self.score(2, bound, alpha, beta) == self.wrong) == answers

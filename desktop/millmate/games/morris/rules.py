"""The rules of morris as `games.board.Rules`."""

from functools import cache
from typing import cast

from millmate.games.board import Board, Move
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.move_text import read_move
from millmate.games.morris.positions import board_from_text, playable_board, problems
from millmate.games.morris.variants import STANDARD, USUAL_LIMIT, Variant, variant
from millmate.games.outcome import Outcome, Termination
from millmate.games.positions import Problem
from millmate.games.value import MORRIS_TERMS


class MorrisRules:
    """Morris in one of its variants; boards are `MorrisBoard`, moves `MorrisMove`.

    A side with fewer than three stones has lost, and so has a side that cannot move, unless stones
    fill the whole board: then the game is a draw (possible only in twelve men's morris). In three
    men's morris, a closed mill wins. A win
    counts before a draw. As in chess, threefold repetition and fifty quiet moves of each side are
    claims, while fivefold repetition and 75 quiet moves of each side end the game; a variant may
    have another `quiet_limit`. `morris_rules` makes each of them once.
    """

    kind = "morris"
    terms = MORRIS_TERMS

    def __init__(self, variant: Variant = STANDARD) -> None:
        self.variant = variant
        self.name = variant.game
        self.start_fen = MorrisBoard(variant).fen()
        self.places, self.limit = variant.lines.names, variant.quiet_limit

    def limited(self, limit: int | None) -> "MorrisRules":
        return morris_rules(self.variant.limited(limit))

    def board(self, fen: str | None = None) -> MorrisBoard:
        """Return the position `fen`, or the start; raises `PositionError`."""
        return MorrisBoard(self.variant) if fen is None else playable_board(fen, self.variant)

    def read(self, text: str) -> MorrisBoard:
        """Return the position in `text`, playable or not; raises `PositionError`."""
        return board_from_text(text, self.variant)

    def problems(self, board: Board) -> list[Problem]:
        return problems(cast(MorrisBoard, board))

    def outcome(self, board: Board) -> Outcome | None:
        """Return how the game has ended by itself, or None while it continues."""
        position = cast(MorrisBoard, board)
        for side in (position.turn, not position.turn):
            if position.has_won(side):
                return Outcome(Termination.MILL, side)
            if position.total(side) < FEWEST:
                return Outcome(Termination.FEW_STONES, not side)
        if not position.has_moves():
            if not position.free:
                return Outcome(Termination.FULL_BOARD)
            return Outcome(Termination.NO_MOVES, not position.turn)
        if position.quiet >= self.variant.drawn_after:
            return self._quiet(Termination.SEVENTYFIVE_QUIET_MOVES)
        if position.is_repetition(5):
            return Outcome(Termination.FIVEFOLD_REPETITION)
        return None

    def claim(self, board: Board) -> Outcome | None:
        """Return the claimable draw on the board: threefold repetition or many quiet moves."""
        position = cast(MorrisBoard, board)
        if position.is_repetition(3):
            return Outcome(Termination.THREEFOLD_REPETITION)
        if position.quiet >= self.variant.claimed_after and position.has_moves():
            return self._quiet(Termination.FIFTY_QUIET_MOVES)
        return None

    def _quiet(self, usual: Termination) -> Outcome:
        """Return the draw after too many quiet moves, `usual` with the usual limit."""
        limit = self.variant.quiet_limit
        return Outcome(usual if limit == USUAL_LIMIT else Termination.MANY_QUIET_MOVES)

    def out_of_time(self, board: Board, side: bool) -> Outcome:
        """Return the loss of `side`."""
        return Outcome(Termination.TIME, not side)

    def notation(self, board: Board, move: Move) -> str:
        """Return `move` as people and programs write it: `d6-d7xa1`."""
        return self.text(move)

    def text(self, move: Move) -> str:
        """Return `move` as text: `d6`, `d6-d7`, `d6xa1`, `d6-d7xa1`."""
        return cast(MorrisMove, move).text(self.variant.lines.names)

    def parse_move(self, board: Board, text: str) -> MorrisMove:
        """Return the legal move `text`.

        Raises:
            MoveError: There is no such move; the message says which rule forbids it.
        """
        return read_move(cast(MorrisBoard, board), text)


@cache
def _rules(key: str) -> MorrisRules:
    return MorrisRules(variant(key))


def morris_rules(of: Variant) -> MorrisRules:
    """Return the rules of a variant, always the same object."""
    return _rules(of.key)


MORRIS = morris_rules(STANDARD)

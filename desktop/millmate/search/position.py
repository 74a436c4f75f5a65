"""A board that a search plays on, with evaluation and hash updated move by move."""

from collections import Counter

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame, Slot

_BLACK_TO_MOVE = 0xF8D626AAAF278509  # in the exact hash only
# A position can recur after four plies at the earliest, and a second time after eight.
_CYCLE, _TWO_CYCLES = 4, 8

# The hash of a position's features as if White were to move, and as if Black were.
_Seen = tuple[int, int]


class PlainPosition:
    """A copy of a board with its history, judged by the rules and an evaluation only."""

    def __init__(self, game: SearchGame, board: Board) -> None:
        self.game = game
        self.board = board.copy()

    def push(self, move: Move, leaf: bool = False) -> None:
        """Play `move`, which must be legal; at a `leaf`, only end and value are needed."""
        self.board.push(move)

    def pop(self, leaf: bool = False) -> None:
        """Take back the last move; `leaf` as when it was played."""
        self.board.pop()

    def end(self) -> int | None:
        """Return the result for the side to move (1, 0, -1), or None; see `SearchGame.end`."""
        outcome = self.game.rules.outcome(self.board)
        if outcome is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == self.board.turn else -1
        return None if self.game.rules.claim(self.board) is None else 0

    def value(self) -> int:
        """Return the evaluation for the side to move."""
        return self.game.evaluate(self.board)


class Position(PlainPosition):
    """A copy of a board with its history and an evaluation that is updated with the moves."""

    def __init__(self, game: SearchGame, board: Board) -> None:
        super().__init__(game, board)
        self._evaluation = game.incremental_evaluation(self.board)

    def push(self, move: Move, leaf: bool = False) -> None:
        self._evaluation.push(self.board, move)
        self.board.push(move)

    def pop(self, leaf: bool = False) -> None:
        self.board.pop()
        self._evaluation.pop()

    def end(self) -> int | None:
        return self.game.end(self.board)

    def value(self) -> int:
        return self._evaluation.value(self.board)


class HashedPosition(Position):
    """A position that also maintains its Zobrist hash.

    Source: Albert L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
    Each feature has a random word, and the hash is the exclusive or of the words of a position's
    features, so that a move changes it by a few words. The words depend on the side to move: as
    moves alternate, the hash is maintained for both sides.
    """

    def __init__(self, game: SearchGame, board: Board) -> None:
        super().__init__(game, board)
        self._words = game.keys[True], game.keys[False]
        self._claimed_after = game.claimed_after(board)
        self._seen: list[_Seen] = []
        self._exact: list[int] = []
        self._recall()

    def push(self, move: Move, leaf: bool = False) -> None:
        """Play `move`, which must be legal; a `leaf` (most positions are) is not hashed."""
        if leaf:
            super().push(move)
        else:
            self._seen.append(self._after(move))
            super().push(move)
            self._add()

    def pop(self, leaf: bool = False) -> None:
        """Take back the last move; `leaf` as when it was played."""
        super().pop()
        if not leaf:
            self._seen.pop()
            self._exact.pop()

    @property
    def exact(self) -> int:
        """The hash of the current position and the side to move; 64 bits."""
        return self._exact[-1]

    def slot(self, depth: int) -> Slot:
        """Return the slot shared by all positions with the same value at `depth`.

        Images of a position share it, and so do different histories, as long as no draw by
        repetition or quiet moves is within reach: then each history has its own slot.
        """
        board, exact = self.board, self._exact[-1]
        slot = self.game.slot(board, exact if board.turn else exact ^ _BLACK_TO_MOVE)
        quiet = self.game.reversible_plies(board)
        if quiet + depth < min(_TWO_CYCLES, self._claimed_after):
            return slot
        clock = (quiet or -1) if quiet + depth >= self._claimed_after else 0
        history = self._history(quiet, depth)
        if history:
            return Slot(hash((exact, history, clock)), self.game.mover_image(board))
        return Slot(hash((slot.key, clock)), slot.image) if clock else slot

    def _history(self, quiet: int, depth: int) -> frozenset[tuple[int, int]] | None:
        """Return all that a draw by repetition within `depth` plies depends on; None if nothing.

        Less than five plies deep, only a position that has occurred twice can occur a third time;
        deeper, one that has occurred once can occur two more times.
        """
        span = min(quiet, len(self._exact) - 1)
        if not span or span + depth < _TWO_CYCLES:
            return None
        window = self._exact[-1 - span :]
        if depth > _CYCLE:
            return frozenset(Counter(window).items())
        if len(set(window)) == len(window):
            return None
        return frozenset((key, 2) for key, count in Counter(window).items() if count > 1)

    def _after(self, move: Move) -> _Seen:
        """Return the hashes of the features after `move`, which is not yet played."""
        by_white, by_black = self._seen[-1]
        as_white, as_black = self._words
        removed, added = self.game.changes(self.board, move)
        for feature in removed + added:
            by_white ^= as_white[feature]
            by_black ^= as_black[feature]
        return by_white, by_black

    def _add(self) -> None:
        """Add the exact hash of the position; its features are already hashed."""
        by_white, by_black = self._seen[-1]
        features = by_white if self.board.turn else by_black ^ _BLACK_TO_MOVE
        self._exact.append(features ^ self.game.state(self.board))

    def _recall(self) -> None:
        """Hash the positions of the game that can be repeated, oldest first."""
        board, played = self.board, []
        for _ in range(min(self.game.reversible_plies(board), len(board.move_stack))):
            played.append(board.pop())
        self._seen.append(seen_by_both(self.game, board))
        self._add()
        for move in reversed(played):
            self._seen.append(self._after(move))
            board.push(move)
            self._add()


def seen_by_both(game: SearchGame, board: Board) -> _Seen:
    """Return the hashes of the features of `board`, computed from scratch."""
    by_white = by_black = 0
    for feature in game.features(board):
        by_white ^= game.keys[True][feature]
        by_black ^= game.keys[False][feature]
    return by_white, by_black

"""A board that a search plays on, with what the search wants to know kept move by move."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from millmate.games.board import Board, Move
from millmate.search.game import Changes, Image, SearchGame

_WORD = (1 << 64) - 1
_BLACK_TO_MOVE = 0xF8D626AAAF278509  # in the exact key alone
_CLAIMED_AFTER = 100  # quiet plies; both games
# A position comes up again after four plies at the soonest, for the third time after eight.
_CYCLE, _TWO_CYCLES = 4, 8


class Spot(NamedTuple):
    """Where a table keeps a position, and which image of it stands for all."""

    key: int
    image: Image


class Position:
    """A copy of a board, its history included, and its evaluation."""

    def __init__(self, game: SearchGame, board: Board) -> None:
        self.game = game
        self.board = board.copy()
        self._evaluation = game.running(self.board)

    def push(self, move: Move) -> None:
        """Play `move`, which must be legal."""
        self._evaluation.push(self.game.changes(self.board, move))
        self.board.push(move)

    def pop(self) -> None:
        """Take the last move back."""
        self.board.pop()
        self._evaluation.pop()

    def end(self) -> int | None:
        """Return the sign of the ended game for the side to move, or None; see `SearchGame.end`."""
        return self.game.end(self.board)

    def value(self) -> int:
        """Return the evaluation for the side to move."""
        return self._evaluation.value(self.board)


class HashedPosition(Position):
    """A position that also keeps its Zobrist hash.

    Source: Albert L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).
    Each feature has a random word, and the hash is the exclusive or of a position's features, so
    that a move changes it by a word or two. The words of all images of a position stand side by
    side in one long number: one operation updates them all. There are two such numbers, of the
    position as White sees it and as Black does.

    Hashes are brought up to date when they are asked for, which has to be done at every position
    on the way: the leaves, most of all positions, then cost nothing.
    """

    def __init__(self, game: SearchGame, board: Board) -> None:
        super().__init__(game, board)
        self._pending: list[Changes] = []
        self._packed: list[dict[bool, int]] = []
        self._exact: list[int] = []
        self._recall()

    def push(self, move: Move) -> None:
        """Play `move`, which must be legal."""
        changes = self.game.changes(self.board, move)
        self._evaluation.push(changes)
        self._pending.append(changes)
        self.board.push(move)

    def pop(self) -> None:
        """Take the last move back."""
        self.board.pop()
        self._evaluation.pop()
        self._pending.pop()
        if len(self._packed) > len(self._pending) + self._known:
            self._packed.pop()
            self._exact.pop()

    @property
    def exact(self) -> int:
        """The hash of the position as it stands, the side to move included; 64 bits."""
        self._catch_up()
        return self._exact[-1]

    def spot(self, depth: int) -> Spot:
        """Return the place that positions share whose value, `depth` plies deep, is the same.

        Images of a position share it, and so do games that led to it, as long as no draw by
        repetition or fifty moves is within sight: then each history has a place of its own.
        """
        self._catch_up()
        quiet = self.game.quiet(self.board)
        clock = quiet if quiet + depth >= _CLAIMED_AFTER else 0
        history = self._history(quiet, depth)
        if history:
            return Spot(hash((self._exact[-1], history, clock)), self.game.view(self.board))
        key, image = self._least_image()
        return Spot(hash((key, clock)) if clock else key, image)

    def _least_image(self) -> tuple[int, Image]:
        """Return the least hash of all images as the side to move sees them, and whose it is."""
        board = self.board
        number = self.game.images(board)
        packed = self._packed[-1][board.turn]
        state = self.game.state(board)[1]
        if number == 1:
            return packed & _WORD ^ state, self.game.view(board)
        words = memoryview(packed.to_bytes(self.game.words * 8, "little")).cast("Q")[:number]
        least = min(words)
        return least ^ state, self.game.view(board) + words.tolist().index(least)

    def _history(self, quiet: int, depth: int) -> frozenset[tuple[int, int]] | None:
        """Return what a draw by repetition within `depth` plies depends on; None if nothing.

        Less than five plies deep a third occurrence needs a position that has been there twice;
        deeper, one that was there once may come up two more times.
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

    def _catch_up(self) -> None:
        """Bring the hashes up to date with the last move."""
        missing = len(self._pending) + self._known - len(self._packed)
        if not missing:
            return
        assert missing == 1, "hashes are asked for at every position on the way"
        gone, come = self._pending[-1]
        packed = {}
        for turn, before in self._packed[-1].items():
            keys = self.game.keys[turn]
            for feature in gone:
                before ^= keys[feature]
            for feature in come:
                before ^= keys[feature]
            packed[turn] = before
        self._add(packed)

    def _add(self, packed: dict[bool, int]) -> None:
        exact = packed[True] & _WORD ^ self.game.state(self.board)[0]
        self._packed.append(packed)
        self._exact.append(exact if self.board.turn else exact ^ _BLACK_TO_MOVE)

    def _recall(self) -> None:
        """Hash the positions of the game that the present one may repeat, oldest first."""
        board, played = self.board, []
        for _ in range(min(self.game.quiet(board), len(board.move_stack))):
            played.append(board.pop())
        self._add(hashes(self.game, board))
        for move in reversed(played):
            board.push(move)
            self._add(hashes(self.game, board))
        self._known = len(self._packed)


def hashes(game: SearchGame, board: Board) -> dict[bool, int]:
    """Return the packed hashes of `board`, worked out from scratch."""
    packed = {}
    for turn, keys in game.keys.items():
        packed[turn] = 0
        for feature in game.features(board):
            packed[turn] ^= keys[feature]
    return packed

"""Moves that lead out of a slice, gathered from the tables and slices that they lead into.

For one side to move, captures, promotions and pawn moves are reduced to events (see
`kernels/chess_externals`), which is all that the search for the sets S_n needs to know of them.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_externals import (
    capture_fixed,
    capture_piece,
    collect,
    fold_en_passant,
    improve_all,
    pawn_moves,
    pawn_takes,
    sort_by_moves,
)
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE
from millmate.kernels.chess_layers import MOST_MOVES, Events
from millmate.kernels.chess_words import Words
from millmate.tablebase.spaces import Man, Read, Space, Values

_PART = 1 << 22  # events sorted together
_LEAST = 4096  # and at least: 64 words have up to so many
_BLOCK = 4096  # placements whose rows are looked at together: they fit the second-level cache
# Where the index king is on all squares, it is found where it stands.
_SAME = np.arange(64, dtype=np.int64), np.zeros(64, np.int64)
PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)

Keys = Callable[[Space, bool], Values]
Men = tuple[Man, ...]
Pawns = dict[int, bool]  # whether the pawn on a square is White's
_Improve = Callable[[Values, int], None]


@dataclass(frozen=True, slots=True)
class Externals:
    """What one side's moves out of a space come to.

    `quiet`: legal positions without such a move; `wins`, by moves; `losses`: positions where all
    such moves lose, by the moves of the slowest. Where the best of them draws, nothing is said.
    """

    quiet: Words
    wins: Events
    losses: Events


class KeyCache:
    """Keys of spaces (see `Space.keys`), the last ones used kept up to a limit.

    Safe from several threads.
    """

    def __init__(self, read: Read, most: int) -> None:
        """Keep up to `most` bytes; `read` gives the values of tables."""
        self._read = read
        self._most = most
        self._bytes = 0
        self._lock = threading.Lock()
        self._kept: dict[tuple[Space, bool], Values] = {}

    def __call__(self, space: Space, turn: bool) -> Values:
        """Return the keys of a space, not to be changed."""
        with self._lock:
            found = self._take(space, turn)
        if found is None:
            found = space.keys(turn, self._read)
        with self._lock:
            self._take(space, turn)  # another thread may have fetched it meanwhile
            self._kept[space, turn] = found
            self._bytes += found.nbytes
            while self._bytes > self._most:
                self._take(*next(iter(self._kept)))
        return found

    def _take(self, space: Space, turn: bool) -> Values | None:
        found = self._kept.pop((space, turn), None)
        if found is not None:
            self._bytes -= found.nbytes
        return found


class Departures:
    """The moves of one side out of a space, each as a function that improves rows."""

    def __init__(
        self,
        space: Space,
        white_moves: bool,
        legal: Words,
        keys: Keys,
        promoted: Mapping[int, Values],
    ) -> None:
        """Fetch what the moves lead to.

        Args:
            space: Where they begin.
            white_moves: The side to move.
            legal: The legal positions with it to move.
            keys: Gives the keys of a space (see `Space.keys`).
            promoted: Those after the promotion straight ahead of the pawn on each square.
        """
        self._space = space
        self._white = white_moves
        self._legal = legal
        self._keys = keys
        self._promoted = promoted
        self._forward = 8 if white_moves else -8
        self._pawns = {square: man[1] for man, square in space.fixed}
        own = [square for square, white in self._pawns.items() if white == white_moves]
        self._moves = [*self._captures()]
        for square in own:
            self._moves += [*self._pushes(square), *self._pawn_captures(square)]

    def externals(self, quiet: Words | None = None) -> Externals:
        """Return what they come to, `quiet` in the array given."""
        words = self._space.words
        quiet = np.empty(words, np.uint64) if quiet is None else quiet
        quiet[:] = self._legal
        collector = _Collector(self._legal, quiet)
        block = np.empty((min(words, _BLOCK), 64), np.uint8)
        for start in range(0, words if self._moves else 0, _BLOCK):
            best = block[: words - start]
            best[:] = 0
            for improve in self._moves:
                improve(best, start)
            collector.add(best, start)
        return Externals(quiet, *collector.events())

    def _after(self, pawns: Pawns, pieces: Men | None = None, turned: bool = True) -> Values:
        """Return the keys with other pawns or pieces, the opponent (or not `turned`) to move."""
        return self._keys(
            Space(
                self._space.pieces if pieces is None else pieces,
                tuple(((chess.PAWN, white), square) for square, white in sorted(pawns.items())),
                self._space.everywhere,
            ),
            self._white != turned,
        )

    def _captures(self) -> Iterator[_Improve]:
        """Yield what kings and pieces capture."""
        space = self._space
        index, symmetry = _SAME if space.everywhere else (KING_INDEX, TO_TRIANGLE)
        about = space.kinds, space.white, space.kings, space.standing
        for victim, (_, white) in enumerate(space.pieces):
            if white != self._white:
                keys = self._after(self._pawns, space.without(victim).pieces)
                yield _call(
                    capture_piece, self._legal, self._white, victim, keys, *about, index, symmetry
                )
        for square, white in self._pawns.items():
            if white != self._white:
                keys = self._after(_less(self._pawns, square))
                yield _call(capture_fixed, self._legal, self._white, square, keys, *about)

    def _pushes(self, square: int) -> Iterator[_Improve]:
        pieces = len(self._space.pieces)
        ahead = square + self._forward
        if ahead in self._pawns:
            return
        if not 8 <= ahead < 56:
            yield _call(pawn_moves, pieces, -1, self._promoted[square])
            return
        yield _call(pawn_moves, pieces, -1, self._after(self._moved(square, ahead)))
        target = ahead + self._forward
        if square >> 3 == (1 if self._white else 6) and target not in self._pawns:
            yield _call(pawn_moves, pieces, ahead, self._double_push(square, ahead, target))

    def _double_push(self, square: int, passed: int, target: int) -> Values:
        """Return the keys after a double push, the captures en passant counted in."""
        pawns = self._moved(square, target)
        pushed = self._after(pawns)
        beside = [target + step for step in (-1, 1) if (target + step) >> 3 == target >> 3]
        takers = [taker for taker in beside if pawns.get(taker) is (not self._white)]
        if not takers:
            return pushed
        taken = [
            self._after(
                {**_less(_less(pawns, target), taker), passed: not self._white}, turned=False
            )
            for taker in takers
        ]
        best = taken[0].copy()
        for other in taken[1:]:
            improve_all(best, other)
        pushed = pushed.copy()
        fold_en_passant(
            pushed,
            best,
            self._white,
            self._space.kinds,
            self._space.white,
            np.array(list(pawns), np.int64),
            np.array(list(pawns.values()), np.bool_),
        )
        return pushed

    def _pawn_captures(self, square: int) -> Iterator[_Improve]:
        pieces = self._space.pieces
        ahead = square + self._forward
        for target in (ahead - 1, ahead + 1):
            if target >> 3 != ahead >> 3 or self._pawns.get(target) is self._white:
                continue
            if target in self._pawns:
                yield _call(pawn_moves, len(pieces), -1, self._after(self._moved(square, target)))
                continue
            for victim, (_, white) in enumerate(pieces):
                if white == self._white:
                    continue
                left = self._space.without(victim).pieces
                if 8 <= target < 56:
                    keys = self._after(self._moved(square, target), left)
                else:
                    keys = promotions(self._space, self._white, square, target, left, self._keys)
                yield _call(pawn_takes, len(pieces), victim, target, keys)

    def _moved(self, square: int, target: int) -> Pawns:
        return {**_less(self._pawns, square), target: self._white}


def promotions(
    space: Space, white: bool, square: int, target: int, pieces: Men, keys: Keys
) -> Values:
    """Return the keys after the best promotion on `target` of the pawn on `square`.

    `pieces` are those of the space that are left.
    """
    best: Values | None = None
    for kind in PROMOTIONS:
        found = keys(promoted_space(space, white, square, target, kind, pieces), not white)
        if best is None:
            best = found.copy()
        else:
            improve_all(best, found)
    assert best is not None
    return best


def promoted_space(
    space: Space, white: bool, square: int, target: int, kind: int, pieces: Men
) -> Space:
    """Return the space after the pawn on `square` has become a piece on `target`."""
    fixed = [man for man in space.fixed if man[1] != square]
    return Space(pieces, (*fixed, ((kind, white), target)), everywhere=True)


class _Collector:
    """Gathers events: a part at a time is sorted and put with the others."""

    def __init__(self, legal: Words, quiet: Words) -> None:
        self._legal = legal
        self._quiet = quiet
        self._counts = np.zeros(2, np.int64)
        room = min(_PART, max(_LEAST, 2 * legal.size))
        self._wins, self._losses = _Part(room, legal.size), _Part(room, legal.size)

    def add(self, best: Values, start: int) -> None:
        """Take a block of rows in."""
        rows = best.view(np.uint64)
        done = 0
        while done < len(rows):
            wins, losses = self._wins.arrays, self._losses.arrays
            done += collect(
                rows[done:], start + done, self._legal, self._quiet, *wins, *losses, self._counts
            )
            if done < len(rows):
                self._sort()

    def events(self) -> tuple[Events, Events]:
        """Return the wins and losses gathered."""
        self._sort()
        return self._wins.events(), self._losses.events()

    def _sort(self) -> None:
        for part, count in zip((self._wins, self._losses), self._counts.tolist(), strict=True):
            part.sort(count)
        self._counts[:] = 0


class _Part:
    """The events of one kind: `arrays` to gather a part in, and the parts sorted before."""

    def __init__(self, room: int, words: int) -> None:
        self.arrays = np.empty(room, np.int32), np.empty(room, np.uint64), np.empty(room, np.uint8)
        # More than is ever needed, it seems; the system gives memory only as it is written to.
        self._indices, self._masks = _room(max(room, 4 * words))
        self._starts: list[NDArray[np.int64]] = []
        self._count = 0

    def sort(self, count: int) -> None:
        """Put the first `count` events that were gathered with the others."""
        if not count and self._starts:
            return
        if self._count + count > self._indices.size:
            indices, masks = _room(2 * (self._count + count))
            indices[: self._count] = self._indices[: self._count]
            masks[: self._count] = self._masks[: self._count]
            self._indices, self._masks = indices, masks
        starts = np.zeros(MOST_MOVES + 3, np.int64)
        indices, masks, moves = self.arrays
        sort_by_moves(
            indices[:count], masks[:count], moves[:count],
            self._count, starts, self._indices, self._masks,
        )  # fmt: skip
        self._starts.append(starts)
        self._count += count

    def events(self) -> Events:
        """Return all that were gathered."""
        return Events(
            np.array(self._starts), self._indices[: self._count], self._masks[: self._count]
        )


def _room(size: int) -> tuple[NDArray[np.int32], Words]:
    return np.empty(size, np.int32), np.empty(size, np.uint64)


def _call(kernel: Callable[..., None], *about: Any) -> _Improve:
    """Return a kernel with all but its block of rows given."""

    def improve(best: Values, start: int) -> None:
        kernel(best, start, *about)

    return improve


def _less(pawns: Pawns, square: int) -> Pawns:
    return {s: white for s, white in pawns.items() if s != square}

"""Conversions, the moves that lead out of a slice: captures, promotions and pawn moves.

For one side to move, all its conversions are reduced to *events*: in how many moves it wins or
loses by the best of them, words of positions sorted by the moves at which they count. The search
for the sets S_n needs nothing else from other slices and tables. The keys after a move (see
`Space.keys`) compare as bytes: more is better for the mover. Tables have no positions with an en
passant right: the captures en passant in reply to a double push are folded into its keys.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_conversions import capture, improve_all, pawn_moves, pawn_takes
from millmate.kernels.chess_en_passant import fold_en_passant
from millmate.kernels.chess_events import MOST_MOVES, Events, Unsorted, collect, sort_by_moves
from millmate.kernels.chess_geometry import KING_ATTACKS, KING_INDEX, TO_TRIANGLE
from millmate.tablebase.large_slice import Read
from millmate.tablebase.layout import AS_READ, Layout
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.spaces import (
    Ints,
    Keys,
    Man,
    PawnMap,
    Space,
    Values,
    keys_together,
    slice_space,
    with_pawns,
    without_pawn,
)

_PART = 1 << 22  # events that are sorted together, at most
_LEAST = 4096  # and at least: 64 words have up to that many
_BLOCK = 4096  # placements whose rows are processed together: they fit the second-level cache
# With pawns the pivot king's index is its square, and no symmetry is needed.
_NO_SYMMETRY = np.arange(64, dtype=np.int64), np.zeros(64, np.int64)

_NO_PIECES = np.zeros(0, np.int64), np.zeros(0, np.bool_)
# _NEAR[a, b]: whether a king goes from a to b.
_NEAR = (KING_ATTACKS[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.uint8)

# A pawn that has moved: its number, what it has become, and by slice its square.
Moved = tuple[int, int, Ints]
_Improve = Callable[[Values, int], None]
Fold = Callable[..., None]  # as `fold_en_passant`


@dataclass(frozen=True, slots=True)
class ConversionEvents:
    """The results of one side's conversions.

    `quiet`: legal positions without a conversion; `wins`: positions won by the best one, by moves;
    `losses`: positions in which all of them lose, by the moves of the slowest. Positions whose best
    conversion draws are in none of the three.
    """

    quiet: Bitboards
    wins: Events
    losses: Events


class Conversions:
    """One side's conversions out of a space, each a function that improves rows of keys."""

    def __init__(
        self,
        space: Space,
        white_moves: bool,
        legal: Bitboards,
        keys: Keys,
        promoted: Mapping[int, Sequence[Values]],
        fold: Fold = fold_en_passant,
    ) -> None:
        """Ask for the keys of all spaces that the conversions lead to.

        Args:
            space: The space they start from.
            white_moves: The side to move.
            legal: The legal positions with that side to move.
            keys: Returns the keys of a space, or the array to hold them when rows are improved.
            promoted: The keys after promotions straight ahead of the pawn on each square.
            fold: Adds captures en passant to the keys after double pushes.
        """
        self._fold = fold
        self._space = space
        self._white = white_moves
        self._legal = legal
        self._keys = keys
        self._promoted = promoted
        self._forward = 8 if white_moves else -8
        self._pawns = {square: man[1] for man, square in space.fixed}
        own = [square for square, white in self._pawns.items() if white == white_moves]
        self._improvements = [*self._captures()]
        for square in own:
            self._improvements += [*self._pushes(square), *self._pawn_captures(square)]

    def events(
        self, quiet: Bitboards | None = None, wins: bool = True, losses: bool = True
    ) -> ConversionEvents:
        """Return the events of these conversions; see `events_of`."""
        return events_of([self], self._legal, quiet, wins, losses)

    def improve(self, best: Values, start: int) -> None:
        """Improve rows by each conversion, the first being that of placement `start`."""
        for improve in self._improvements:
            improve(best, start)

    def __bool__(self) -> bool:
        """Return whether there can be any conversions."""
        return bool(self._improvements)

    def _after(self, pawns: PawnMap, pieces: tuple[Man, ...] | None = None) -> Values:
        """Return the keys with other pawns or pieces and the opponent to move."""
        return self._keys(with_pawns(self._space, pawns, pieces), not self._white)

    def _captures(self) -> Iterator[_Improve]:
        space = self._space
        index, symmetry = _NO_SYMMETRY if space.everywhere else (KING_INDEX, TO_TRIANGLE)
        board = space.kinds, space.white, space.kings, space.standing, index, symmetry
        for victim, (_, white) in enumerate(space.pieces):
            if white != self._white:
                keys = self._after(self._pawns, space.without(victim).pieces)
                yield _bind(capture, self._legal, self._white, victim, -1, keys, *board)
        for square, white in self._pawns.items():
            if white != self._white:
                keys = self._after(without_pawn(self._pawns, square))
                yield _bind(capture, self._legal, self._white, -1, square, keys, *board)

    def _pushes(self, square: int) -> Iterator[_Improve]:
        pieces = len(self._space.pieces)
        ahead = square + self._forward
        if ahead in self._pawns:
            return
        if not 8 <= ahead < 56:
            for keys in self._promoted[square]:
                yield _bind(pawn_moves, pieces, -1, keys)
            return
        yield _bind(pawn_moves, pieces, -1, self._after(self._moved(square, ahead)))
        target = ahead + self._forward
        if square >> 3 == (1 if self._white else 6) and target not in self._pawns:
            pawns = self._moved(square, target)
            after = double_push(
                self._space, pawns, self._white, ahead, target, self._keys, self._fold
            )
            yield lambda best, start: pawn_moves(best, start, pieces, ahead, after())

    def _pawn_captures(self, square: int) -> Iterator[_Improve]:
        pieces = self._space.pieces
        ahead = square + self._forward
        for target in (ahead - 1, ahead + 1):
            if target >> 3 != ahead >> 3 or self._pawns.get(target) is self._white:
                continue
            if target in self._pawns:
                yield _bind(pawn_moves, len(pieces), -1, self._after(self._moved(square, target)))
                continue
            for victim, (_, white) in enumerate(pieces):
                if white == self._white:
                    continue
                left = self._space.without(victim).pieces
                if 8 <= target < 56:
                    found = [self._after(self._moved(square, target), left)]
                else:
                    found = promotions(self._space, self._white, square, target, left, self._keys)
                for keys in found:
                    yield _bind(pawn_takes, len(pieces), victim, target, keys)

    def _moved(self, square: int, target: int) -> PawnMap:
        return {**without_pawn(self._pawns, square), target: self._white}


def promotions(
    space: Space, white: bool, square: int, target: int, pieces: tuple[Man, ...], keys: Keys
) -> list[Values]:
    """Return the keys after promotions on `target` of the pawn on `square`.

    `pieces` are the space's pieces that remain. Without any, there are keys for each promotion;
    else they are large, and only those of the best promotion are returned.
    """
    found = (
        keys(promoted_space(space, white, square, target, kind, pieces), not white)
        for kind in promotions_in(space.reach)
    )
    if not pieces:
        return list(found)
    best = next(found).copy()
    for other in found:
        improve_all(best, other)
    return [best]


def promoted_space(
    space: Space, white: bool, square: int, target: int, kind: int, pieces: tuple[Man, ...]
) -> Space:
    """Return the space after the pawn on `square` has become a piece on `target`."""
    fixed = [man for man in space.fixed if man[1] != square]
    return Space(pieces, (*fixed, ((kind, white), target)), True, space.reach)


def _bind(kernel: Callable[..., None], *arguments: Any) -> _Improve:
    """Return a kernel that lacks only its block of rows."""

    def improve(best: Values, start: int) -> None:
        kernel(best, start, *arguments)

    return improve


def double_push(
    space: Space,
    pawns: PawnMap,
    white: bool,
    passed: int,
    target: int,
    keys: Keys,
    fold: Fold = fold_en_passant,
) -> Callable[[], Values]:
    """Return a function that gives the keys after a double push, with captures en passant.

    Args:
        space: The space the push starts from.
        pawns: The pawns after it.
        white: The side that pushes.
        passed: The square that the pawn passes.
        target: The square that it reaches.
        keys: Returns the keys of a space, or the array to hold them when they are needed.
        fold: As `fold_en_passant`.
    """
    pushed = keys(with_pawns(space, pawns), not white)
    beside = [target + step for step in (-1, 1) if (target + step) >> 3 == target >> 3]
    captures = [
        {**without_pawn(without_pawn(pawns, target), taker), passed: not white}
        for taker in beside
        if pawns.get(taker) is (not white)
    ]
    taken = [keys(with_pawns(space, after), white) for after in captures]

    @cache
    def folded() -> Values:
        if not taken:
            return pushed
        best = taken[0].copy()
        for other in taken[1:]:
            improve_all(best, other)
        after = pushed.copy()
        fold(
            after,
            best,
            white,
            space.kinds,
            space.white,
            np.array(list(pawns), np.int64),
            np.array(list(pawns.values()), np.bool_),
        )
        return after

    return folded


# Slices of kings and pawns ------------------------------------------------------------------------


class PawnConversions:
    """Conversions out of slices of kings and pawns, of all slices together."""

    def __init__(
        self, layout: Layout, numbers: Sequence[int], read: Read, codes: Values = AS_READ
    ) -> None:
        """Prepare for the slices `numbers`; for `read` and `codes` see `Space.keys`."""
        placements = layout.placements
        self._squares = np.array(
            [(*placements[n][0], *placements[n][1]) for n in numbers], np.int64
        )
        self._white = [True] * layout.pawns[0] + [False] * layout.pawns[1]
        self._every = np.arange(len(numbers))
        self._keys = partial(keys_together, reach=layout.reach, read=read, codes=codes)
        self._promotions = promotions_in(layout.reach)

    def events(self, white: bool, legal: Bitboards) -> ConversionEvents:
        """Return the events with one side to move, of which `legal` are the legal positions."""
        best, quiet = self.best(white).reshape(-1, 64), legal.copy()
        collector = EventCollector(legal, quiet)
        collector.add(best, 0)
        return ConversionEvents(quiet, *collector.events())

    def best(self, white: bool) -> Values:
        """Return the keys of the best conversions: uint8[slices, 64, 64]."""
        best = np.zeros((len(self._squares), 64, 64), np.uint8)
        for pawn, own in enumerate(self._white):
            if own == white:
                self._push(best, pawn)
                self._take(best, pawn)
                continue
            target = self._squares[:, pawn]
            keys, near = self._after(self._every, not white, (pawn,)), _NEAR[target]
            if white:
                reached = near[:, :, None] * keys[self._every, target][:, None]
            else:
                reached = near[:, None] * keys[self._every, :, target][:, :, None]
            np.maximum(best, reached, out=best)
        return best

    def _push(self, best: Values, pawn: int) -> None:
        """Improve the best keys by a pawn's pushes."""
        white, squares = self._white[pawn], self._squares[:, pawn]
        step = 8 if white else -8
        ahead, target = squares + step, squares + 2 * step
        free, last = ~self._taken(ahead), (ahead < 8) | (ahead >= 56)
        for kind in (chess.PAWN, *self._promotions):
            where = np.flatnonzero(free & (last if kind != chess.PAWN else ~last))
            self._improve(best, where, not white, (), (pawn, kind, ahead))
        home = free & ~self._taken(target) & (squares >> 3 == (1 if white else 6))
        where, moved = np.flatnonzero(home), (pawn, chess.PAWN, target)
        if not where.size:
            return
        keys, ahead = self._after(where, not white, (), moved), ahead[where]
        for at, slice_ in enumerate(where.tolist()):
            self._fold(keys[at], slice_, pawn, int(target[slice_]), int(ahead[at]))
        places = np.arange(where.size)
        keys[places, ahead] = keys[places, :, ahead] = 0  # a king is on the square passed
        best[where] = np.maximum(best[where], keys)

    def _fold(self, keys: Values, slice_: int, pawn: int, target: int, passed: int) -> None:
        """Take the captures en passant in reply to a double push into account in its keys."""
        white, squares = self._white[pawn], self._squares[slice_].copy()
        squares[pawn] = target
        best, where = np.zeros_like(keys), np.array([slice_])
        for taker, colour in enumerate(self._white):
            beside = squares[taker] >> 3 == target >> 3 and abs(squares[taker] - target) == 1
            if colour != white and beside:
                moved = taker, chess.PAWN, self._squares[:, taker] * 0 + passed
                improve_all(best, self._after(where, white, (pawn,), moved)[0])
        if best.any():
            fold_en_passant(keys, best, white, *_NO_PIECES, squares, np.array(self._white))

    def _take(self, best: Values, pawn: int) -> None:
        """Improve the best keys by a pawn's captures of pawns."""
        white, squares = self._white[pawn], self._squares[:, pawn]
        for victim, other in enumerate(self._white):
            if other != white:
                target = self._squares[:, victim]
                beside = abs((target & 7) - (squares & 7)) == 1
                where = beside & ((target >> 3) - (squares >> 3) == (1 if white else -1))
                moved = pawn, chess.PAWN, target
                self._improve(best, np.flatnonzero(where), not white, (victim,), moved)

    def _improve(
        self, best: Values, where: Ints, turn: bool, gone: tuple[int, ...], moved: Moved
    ) -> None:
        if where.size:
            best[where] = np.maximum(best[where], self._after(where, turn, gone, moved))

    def _after(
        self, where: Ints, turn: bool, gone: tuple[int, ...], moved: Moved | None = None
    ) -> Values:
        """Return the keys of slices with pawns `gone`, one moved, and a side to move."""
        squares, men = self._squares[where], [(chess.PAWN, white) for white in self._white]
        if moved is not None:
            pawn, kind, target = moved
            squares[:, pawn], men[pawn] = target[where], (kind, self._white[pawn])
        left = [man for man in range(len(men)) if man not in gone]
        return self._keys([men[man] for man in left], squares[:, left], turn)

    def _taken(self, squares: Ints) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (self._squares == squares[:, None]).any(axis=1)
        return found


# Events -------------------------------------------------------------------------------------------


def events_of(
    parts: Sequence[Conversions],
    legal: Bitboards,
    quiet: Bitboards | None = None,
    wins: bool = True,
    losses: bool = True,
) -> ConversionEvents:
    """Return the events of the conversions of spaces of one size, their placements end to end.

    Args:
        parts: The conversions of each space.
        legal: The legal positions of all of them.
        quiet: The array to use for that set.
        wins: Whether to collect the wins; otherwise they are empty.
        losses: Likewise the losses.
    """
    quiet = np.empty_like(legal) if quiet is None else quiet
    quiet[:] = legal
    collector = EventCollector(legal, quiet, wins, losses)
    words = legal.size // len(parts)
    block = np.empty((min(legal.size, _BLOCK), 64), np.uint8)
    for start in range(0, legal.size if any(parts) else 0, _BLOCK):
        best = block[: legal.size - start]
        best[:] = 0
        for part in range(start // words, -(-(start + len(best)) // words)):
            first = max(start, part * words)
            rows = best[first - start : (part + 1) * words - start]
            parts[part].improve(rows, first - part * words)
        collector.add(best, start)
    return ConversionEvents(quiet, *collector.events())


def far_events(found: Sequence[tuple[int, ConversionEvents]], most: int) -> ConversionEvents:
    """Combine events that were found several times, each time with moves subtracted.

    Args:
        found: The moves subtracted, first 0 and then `step(most)` more each time, and the events.
        most: The greatest distance that was told apart.
    """
    if len(found) == 1:
        return found[0][1]
    wins = [(off, events.wins) for off, events in found]
    losses = [(off, events.losses) for off, events in found]
    return ConversionEvents(found[0][1].quiet, _joined(wins, 3, most), _joined(losses, 2, most - 1))


def step(most: int) -> int:
    """Return the moves to subtract at a time where `most` is the greatest distance of a code.

    Losses in `most` moves or more look the same, as do distances below a loss or a win in one: a
    win by a move into a loss in two or more is exact from three moves on.
    """
    return most - 2


def _joined(found: Sequence[tuple[int, Events]], least: int, most: int) -> Events:
    """Return events from `least` moves (the first from 0) to `most`, with the moves added again."""
    moves = np.arange(found[-1][0] + MOST_MOVES + 3)
    starts, indices, masks, before = [], [], [], 0
    for off, events in found:
        for row in events.starts:
            first, end = row[least if off else 0], row[most + 1]
            starts.append(before - first + row[np.clip(moves - off, least if off else 0, most + 1)])
            indices.append(events.indices[first:end])
            masks.append(events.masks[first:end])
            before += end - first
    return Events(np.array(starts), np.concatenate(indices), np.concatenate(masks))


class EventCollector:
    """Collects the events of one side's conversions, block by block of rows."""

    def __init__(
        self, legal: Bitboards, quiet: Bitboards, wins: bool = True, losses: bool = True
    ) -> None:
        """Collect the wanted events of the `legal` positions; see `events_of`."""
        self._wanted = np.array([wins, losses])
        self._legal = legal
        self._quiet = quiet
        self._counts = np.zeros(2, np.int64)
        room = min(_PART, max(_LEAST, 2 * legal.size))
        self._wins, self._losses = _EventList(room, legal.size), _EventList(room, legal.size)

    def add(self, best: Values, start: int) -> None:
        """Add a block of rows, the first of which is that of placement `start`."""
        rows = best.view(np.uint64)
        done = 0
        while done < len(rows):
            done += collect(
                rows[done:],
                start + done,
                self._legal,
                self._quiet,
                self._wins.unsorted,
                self._losses.unsorted,
                self._counts,
            )
            if done < len(rows):
                self._sort()

    def events(self) -> tuple[Events, Events]:
        """Return the wins and the losses collected."""
        self._sort()
        return self._wins.events(), self._losses.events()

    def _sort(self) -> None:
        counts = np.where(self._wanted, self._counts, 0).tolist()
        for events, count in zip((self._wins, self._losses), counts, strict=True):
            events.sort(count)
        self._counts[:] = 0


class _EventList:
    """Events of one kind: those still unsorted, and the parts sorted before."""

    def __init__(self, room: int, words: int) -> None:
        self.unsorted = Unsorted(
            np.empty(room, np.int32), np.empty(room, np.uint64), np.empty(room, np.uint8)
        )
        # Probably more than is ever needed; memory is only committed when it is written to.
        self._indices, self._masks = _allocate(max(room, 4 * words))
        self._starts: list[NDArray[np.int64]] = []
        self._count = 0

    def sort(self, count: int) -> None:
        """Append the first `count` unsorted events as a sorted part."""
        if not count and self._starts:
            return
        if self._count + count > self._indices.size:
            indices, masks = _allocate(2 * (self._count + count))
            indices[: self._count] = self._indices[: self._count]
            masks[: self._count] = self._masks[: self._count]
            self._indices, self._masks = indices, masks
        starts = np.zeros(MOST_MOVES + 3, np.int64)
        sort_by_moves(self.unsorted, count, self._count, starts, self._indices, self._masks)
        self._starts.append(starts)
        self._count += count

    def events(self) -> Events:
        return Events(
            np.array(self._starts), self._indices[: self._count], self._masks[: self._count]
        )


def _allocate(size: int) -> tuple[NDArray[np.int32], Bitboards]:
    return np.empty(size, np.int32), np.empty(size, np.uint64)


# --- Keys after promotions, by the pawn that promotes straight ahead ------------------------------

Promoted = dict[int, list[Values]]  # the keys after promotions of the pawn on a square


def about_to_promote(space: Space) -> Iterator[tuple[int, bool, int]]:
    """Yield the pawns that can promote straight ahead: square, colour, target."""
    taken = {square for _, square in space.fixed}
    for (_, white), square in space.fixed:
        target = square + (8 if white else -8)
        if not 8 <= target < 56 and target not in taken:
            yield square, white, target


def promoted_keys(space: Space, keys: Keys) -> Promoted:
    """Return the keys after promotions straight ahead of each pawn (see `promotions`)."""
    return {
        square: promotions(space, white, square, target, space.pieces, keys)
        for square, white, target in about_to_promote(space)
    }


def promoted_ahead(layout: Layout, numbers: Sequence[int], keys: Keys) -> dict[int, Promoted]:
    """Return `promoted_keys` of several slices with pieces, asking for each table's keys in a row.

    `keys` need only keep the table that it has read last.
    """
    result: dict[int, Promoted] = {number: {} for number in numbers}
    for kind in promotions_in(layout.reach):
        for number in numbers:
            space = slice_space(layout, number)
            for square, white, target in about_to_promote(space):
                after = promoted_space(space, white, square, target, kind, space.pieces)
                found = keys(after, not white)
                if square in result[number]:
                    improve_all(result[number][square][0], found)
                else:
                    result[number][square] = [found]
    return result

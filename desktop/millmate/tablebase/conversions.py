"""Conversions, the moves that lead out of a slice: captures, promotions and pawn moves.

For one side to move, all its conversions are reduced to *events*: in how many moves it wins or
loses by the best of them, words of positions sorted by the moves at which they count. The search
for the sets S_n needs nothing else from other slices and tables. The keys after a move (see
`Space.keys`) compare as bytes: more is better for the mover. Tables have no positions with an en
passant right: the captures en passant in reply to a double push are folded into its keys.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_conversions import capture, pawn_moves, pawn_takes
from millmate.kernels.chess_en_passant import fold_en_passant
from millmate.kernels.chess_events import MOST_MOVES, Events, Unsorted, collect, sort_by_moves
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE
from millmate.tablebase.layout import Layout
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.spaces import Flags, Ints, Keys, Space, Values, slice_space

_PART = 1 << 22  # events that are sorted together, at most
_LEAST = 4096  # and at least: 64 words have up to that many
_BLOCK = 4096  # placements whose rows are processed together: they fit the second-level cache
# With pawns the pivot king's index is its square, and no symmetry is needed.
_NO_SYMMETRY = np.arange(64, dtype=np.int64), np.zeros(64, np.int64)

_NO_SQUARES = np.zeros(0, np.int64)

# A pawn that has moved: its number, what it has become, and by slice its square.
Moved = tuple[int, int, Ints]
_Improve = Callable[[Values, int], None]


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
    """One side's conversions out of a slice, or out of several of kings and pawns, end to end."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        white_moves: bool,
        keys: Keys,
        helping: bool = False,
        pushes: bool = True,
    ) -> None:
        """Prepare for the slices `numbers`.

        Args:
            layout: The table's.
            numbers: The slices.
            white_moves: The side to move.
            keys: Returns the keys of spaces, which are not changed.
            helping: Whether both sides want the same, see `fold_en_passant`.
            pushes: Whether pawns move straight ahead.
        """
        self._space = slice_space(layout, *numbers)
        self._squares = np.array(self._space.squares, np.int64)
        self._white = white_moves
        self._keys = keys
        self._helping = helping
        self._pushes = pushes
        self._forward = 8 if white_moves else -8
        self._kinds = promotions_in(layout.reach)
        self._promoted: dict[int, Values] = {}
        colours = [white for _, white in self._space.fixed]
        self._own = [pawn for pawn, white in enumerate(colours) if white == white_moves]
        self._others = [pawn for pawn, white in enumerate(colours) if white != white_moves]

    def promote(self, kind: int, keys: Keys) -> None:
        """Read the keys after promotions straight ahead to `kind` by `keys`, and keep the best.

        All kinds must be read so, or none: then they are read when they are needed.
        """
        for pawn in self._own:
            ahead = self._squares[:, pawn] + self._forward
            where = np.flatnonzero(_is_last(ahead) & ~self._taken(ahead))
            if where.size:
                found = self._after(where, (pawn, kind, ahead), keys=keys)
                best = self._promoted.get(pawn, found)
                self._promoted[pawn] = np.maximum(best, found, out=best)

    def events(
        self,
        legal: Bitboards,
        quiet: Bitboards | None = None,
        wins: bool = True,
        losses: bool = True,
    ) -> ConversionEvents:
        """Return the events of the conversions.

        Args:
            legal: The legal positions with the side to move.
            quiet: The array to use for that set.
            wins: Whether to collect the wins; otherwise they are empty.
            losses: Likewise the losses.
        """
        quiet = np.empty_like(legal) if quiet is None else quiet
        quiet[:] = legal
        room = min(_PART, max(_LEAST, 2 * legal.size))
        won, lost = kinds = _EventList(room, legal.size), _EventList(room, legal.size)
        counts = np.zeros(2, np.int64)

        def sort() -> None:
            for events, wanted, count in zip(kinds, (wins, losses), counts.tolist(), strict=True):
                events.sort(count if wanted else 0)
            counts[:] = 0

        for start, best in self.rows(legal):
            rows, done = best.view(np.uint64), 0
            while done < len(rows):
                own = rows[done:], start + done
                done += collect(*own, legal, quiet, won.unsorted, lost.unsorted, counts)
                if done < len(rows):
                    sort()
        sort()
        return ConversionEvents(quiet, won.events(), lost.events())

    def rows(self, legal: Bitboards) -> Iterator[tuple[int, Values]]:
        """Yield the keys of the best conversions by blocks, and the first placement of each.

        Nothing is yielded without conversions. A block is overwritten by the next one.
        """
        moves: Iterable[_Improve] = self._moves(legal)
        if legal.size > _BLOCK:
            moves = [*moves]
        block = np.empty((min(legal.size, _BLOCK), 64), np.uint8)
        for start in range(0, legal.size if moves else 0, _BLOCK):
            best = block[: legal.size - start]
            best[:] = 0
            for improve in moves:
                improve(best, start)
            yield start, best

    def _moves(self, legal: Bitboards) -> Iterator[_Improve]:
        """Yield functions that improve the keys of a block of rows by moves of one kind."""
        space, every = self._space, np.arange(len(self._squares))
        index, symmetry = _NO_SYMMETRY if space.everywhere else (KING_INDEX, TO_TRIANGLE)
        board = space.kinds, space.white, space.kings, space.standing, index, symmetry
        for victim in self._victims:
            keys = self._after(every, victim=victim)
            yield _bind(capture, legal, self._white, victim, every, keys, *board)
        for pawn in self._others:
            keys, squares = self._after(every, gone=pawn), self._squares[:, pawn].copy()
            yield _bind(capture, legal, self._white, -1, squares, keys, *board)
        for pawn in self._own:
            if self._pushes:
                yield from self._push(pawn)
            yield from self._take(pawn)

    @property
    def _victims(self) -> list[int]:
        """The pieces that can be captured."""
        return [p for p, (_, white) in enumerate(self._space.pieces) if white != self._white]

    def _push(self, pawn: int) -> Iterator[_Improve]:
        ahead = self._squares[:, pawn] + self._forward
        target, free = ahead + self._forward, ~self._taken(ahead)
        where = np.flatnonzero(free & ~_is_last(ahead))
        if where.size:
            yield self._moved(where, self._after(where, (pawn, chess.PAWN, ahead)))
        where = np.flatnonzero(free & _is_last(ahead))
        if where.size:
            promoted = self._promoted.get(pawn)
            if promoted is None:
                promoted = self._best_promotion(where, pawn, ahead)
            yield self._moved(where, promoted)
        home = self._squares[:, pawn] >> 3 == (1 if self._white else 6)
        where = np.flatnonzero(free & home & ~self._taken(target))
        if where.size:
            keys = self._after(where, (pawn, chess.PAWN, target))
            yield self._moved(where, self._replied(keys, where, pawn), ahead[where])

    def _take(self, pawn: int) -> Iterator[_Improve]:
        squares = self._squares[:, pawn]
        for victim in self._others:
            target = self._squares[:, victim]
            where = np.flatnonzero(_are_beside(squares + self._forward, target))
            if where.size:
                yield self._moved(where, self._after(where, (pawn, chess.PAWN, target), victim))
        for target in (squares + self._forward - 1, squares + self._forward + 1):
            where = np.flatnonzero(
                _are_beside(squares + self._forward, target) & ~self._taken(target)
            )
            for victim in self._victims if where.size else ():
                if _is_last(target).any():
                    keys = self._best_promotion(where, pawn, target, victim)
                else:
                    keys = self._after(where, (pawn, chess.PAWN, target), victim=victim)
                pieces = len(self._space.pieces)
                yield _bind(pawn_takes, pieces, victim, int(target[0]), keys)

    def _replied(self, keys: Values, where: Ints, pawn: int) -> Values:
        """Return the keys after double pushes with the captures en passant in reply."""
        squares = self._squares[where]
        squares[:, pawn] += 2 * self._forward
        passed, replied = self._squares[:, pawn] + self._forward, np.zeros(where.size, np.bool_)
        out, replies = keys.reshape(where.size, -1, 64), np.zeros(0, np.uint8)
        for hunter in self._others:
            own = np.flatnonzero(_are_beside(squares[:, pawn], squares[:, hunter]))
            if not own.size:
                continue
            if not replied.any():
                out, replies = out.copy(), np.zeros_like(out)
            moved = hunter, chess.PAWN, passed
            found = self._after(where[own], moved, pawn, reply=True).reshape(own.size, -1, 64)
            replies[own] = np.maximum(replies[own], found)
            replied[own] = True
        space, colours = self._space, np.array([white for _, white in self._space.fixed], np.bool_)
        for at in np.flatnonzero(replied).tolist():
            men = space.kinds, space.white, squares[at], colours
            fold_en_passant(out[at], replies[at], self._white, *men, self._helping)
        return out.reshape(-1, 64)

    def _best_promotion(self, where: Ints, pawn: int, target: Ints, victim: int = -1) -> Values:
        after = (self._after(where, (pawn, kind, target), victim=victim) for kind in self._kinds)
        return reduce(np.maximum, after)

    def _moved(self, where: Ints, keys: Values, passed: Ints = _NO_SQUARES) -> _Improve:
        """Return the improvement by a pawn's moves in some slices; see `pawn_moves`."""
        return _bind(pawn_moves, len(self._space.pieces), where, passed, keys)

    def _after(
        self,
        where: Ints,
        moved: Moved | None = None,
        gone: int = -1,
        victim: int = -1,
        reply: bool = False,
        keys: Keys | None = None,
    ) -> Values:
        """Return the keys after a move in some slices, or after the reply to it.

        `gone` is the pawn that is captured, `victim` the piece.
        """
        space, squares = self._space, self._squares[where]
        men, pieces = [*space.fixed], space.pieces
        if moved is not None:
            pawn, kind, target = moved
            squares[:, pawn], men[pawn] = target[where], (kind, men[pawn][1])
        if gone >= 0:
            left = [man for man in range(len(men)) if man != gone]
            men, squares = [men[man] for man in left], squares[:, left]
        if victim >= 0:
            pieces = pieces[:victim] + pieces[victim + 1 :]
        own = tuple([tuple(each) for each in squares.tolist()])
        after = Space(pieces, tuple(men), own, space.everywhere, space.reach)
        return (keys or self._keys)(after, self._white == reply)

    def _taken(self, squares: Ints) -> Flags:
        """Return where a pawn is on squares."""
        found: Flags = (self._squares == squares[:, None]).any(axis=1)
        return found


def _is_last(squares: Ints) -> Flags:
    """Return where a pawn that arrives on squares becomes a piece."""
    return (squares < 8) | (squares >= 56)


def _are_beside(squares: Ints, others: Ints) -> Flags:
    """Return where squares are next to others of the same rank."""
    found: Flags = (squares >> 3 == others >> 3) & (abs(squares - others) == 1)
    return found


def _bind(kernel: Callable[..., None], *arguments: Any) -> _Improve:
    """Return a kernel that lacks only its block of rows."""

    def improve(best: Values, start: int) -> None:
        kernel(best, start, *arguments)

    return improve


def conversions_of(
    layout: Layout,
    batches: Sequence[Sequence[int]],
    keys: Keys,
    once: Keys,
    helping: bool = False,
) -> list[dict[bool, Conversions]]:
    """Return both sides' conversions out of batches of slices.

    With pieces, promotions straight ahead lead to the largest tables. Their keys are found first,
    by `once`, those of each table in a row: it need only keep the table that it has read last.
    """
    sides = True, False
    found = [
        {white: Conversions(layout, numbers, white, keys, helping) for white in sides}
        for numbers in batches
    ]
    for kind in promotions_in(layout.reach) if layout.pieces else ():
        for each in found:
            for white in sides:
                each[white].promote(kind, once)
    return found


# Events -------------------------------------------------------------------------------------------


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

"""The successors outside a slice, read from their own tables or slices: for the verifier.

Captures by kings and pieces, and all pawn moves, leave the slice. All successors of one kind, such
as those of a bishop's captures of the pawn on e4, come from one slice and are gathered together.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.kernels import chess_verify_gather as kernels
from millmate.kernels.chess_verify_board import (
    BLACK_PAWN,
    KING_JUMPS,
    SYMMETRY,
    WHITE_PAWN,
)
from millmate.kernels.chess_verify_moves import Captures, Slice
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layout import AS_READ, Layout, Part
from millmate.tablebase.reach import home_of, promotions_in

# Divides a number of items into parts; calls a function with the start and the end of each part.
Share = Callable[[Callable[[int, int], object], int], list[object]]

_LETTERS = "PPNBRQ"
_TRIANGLE = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)


@dataclass(frozen=True, slots=True)
class Man:
    """A man other than a king, on a fixed square or (-1) on that of a coordinate of the row."""

    code: int
    white: bool
    coordinate: int = -1
    square: int = -1

    @property
    def is_pawn(self) -> bool:
        return self.code <= WHITE_PAWN


@dataclass(frozen=True, slots=True)
class After:
    """The positions after moves of one kind, with all men, White's king first.

    `king` is the square of White's king, -1 where it varies. `passed` must be empty, -1 for none.
    """

    men: tuple[Man, ...]
    white_to_move: bool
    king: int = -1
    lanes: tuple[int, int] = (0, 64)
    passed: int = -1

    @property
    def coordinates(self) -> list[int]:
        """The coordinates that vary, ascending."""
        kings = [0] if self.king < 0 else []
        return kings + [man.coordinate for man in self.men if man.coordinate >= 0]


def promotion_codes(layout: Layout) -> list[int]:
    """Return the types that pawns can promote to in a table, the knight first."""
    return sorted(promotions_in(layout.reach))


def ints(values: object) -> NDArray[np.int64]:
    """Return integers as int64 for the kernels, in the same shape."""
    return np.array(values, np.int64)


def men_of(layout: Layout, number: int) -> tuple[Man, ...]:
    """Return the men of a slice: pieces, each with a coordinate of the row, and pawns."""
    pieces = [
        Man(kind, white, coordinate=piece + 1)
        for piece, (kind, white) in enumerate(zip(layout.kinds, layout.white, strict=True))
    ]
    white, black = layout.placements[number]
    pawns = [Man(WHITE_PAWN, True, square=square) for square in white]
    return (*pieces, *pawns, *(Man(BLACK_PAWN, False, square=square) for square in black))


@cache
def _index_kings(pawns: bool) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the pivot king's squares and, for every square, a symmetry to one and its index."""
    if pawns:
        return ints(range(64)), np.zeros(64, np.int64), ints(range(64))
    to = [next(t for t in range(8) if SYMMETRY[t, s] in _TRIANGLE) for s in range(64)]
    indices = [_TRIANGLE.index(int(SYMMETRY[t, s])) for s, t in enumerate(to)]
    return ints(_TRIANGLE), ints(to), ints(indices)


@cache
def _jumps(pawns: bool) -> NDArray[np.int64]:
    """Return a king's jumps, grouped by the symmetry that the pivot king needs afterwards."""
    symmetries = _index_kings(pawns)[1]
    jumps = np.full_like(KING_JUMPS, -1)
    for square, targets in enumerate(KING_JUMPS):
        those = sorted((t for t in targets.tolist() if t >= 0), key=symmetries.__getitem__)
        jumps[square, : len(those)] = those
    return jumps


def slice_of(layout: Layout, number: int) -> Slice:
    """Return a slice in the form that the kernel expects."""
    men = men_of(layout, number)
    kings, symmetries, indices = _index_kings(any(layout.pawns))
    like = [
        0 < piece < layout.pieces and replace(men[piece - 1], coordinate=piece + 1) == men[piece]
        for piece in range(layout.pieces)
    ]
    return Slice(
        codes=ints([man.code for man in men]),
        white=np.array([man.white for man in men], np.bool_),
        pawns=ints([man.square for man in men if man.is_pawn]),
        kings=kings,
        symmetries=symmetries,
        indices=indices,
        jumps=_jumps(any(layout.pawns)),
        like=np.array(like, np.bool_),
    )


class Successors:
    """Gathers the successors of one side's moves outside its slice.

    `white` is the side to move; `met_longest` is whether a code of distance 127 was met, `replied`
    whether there are replies en passant.
    """

    def __init__(
        self,
        layout: Layout,
        number: int,
        white: bool,
        read: Read,
        share: Share,
        read_replies: Read | None = None,
        behind: NDArray[np.uint8] = AS_READ,
    ) -> None:
        """Prepare for the slice `number` of `layout`, with White or Black to move.

        Positions after replies en passant are read by `read_replies`, by `read` if it is None.
        `behind` replace the 256 codes that these return.
        """
        self._men = men_of(layout, number)
        self._reach, self._promotions = layout.reach, promotion_codes(layout)
        self._pieces = layout.pieces
        self._kings = _index_kings(any(layout.pawns))[0]
        self.white = white
        self._read = read
        self._read_replies = read_replies or read
        self._share = share
        self._behind = behind
        self.met_longest = self.replied = False

    # Captures by kings and pieces -----------------------------------------------------------------

    def captures(self) -> Captures:
        """Return the keys of the successors by captures of kings and pieces."""
        capturers = self._pieces + 2
        offsets = np.zeros((capturers, len(self._men)), np.int64)
        strides = np.zeros((capturers, len(self._men), self._pieces + 1), np.int64)
        wanted, rows = [], 0
        for victim, which, after in self._captures():
            own, size = self._strides(after.coordinates)
            offsets[which, victim], strides[which, victim] = rows, own
            wanted.append((after, [*own, rows]))
            rows += size
        out = np.zeros((rows, 64), np.uint8)
        for after, strides_and_base in wanted:
            self._gather(out, after, strides_and_base)
        return Captures(out, offsets, strides)

    def _captures(self) -> Iterator[tuple[int, list[int], After]]:
        """Yield every victim with capturers and the positions after their captures."""
        own = [piece for piece in range(self._pieces) if self._men[piece].white == self.white]
        king = self._pieces if self.white else self._pieces + 1
        for victim, man in enumerate(self._men):
            if man.white == self.white:
                continue
            left = self._without(man)
            if not man.is_pawn:
                yield victim, [*own, king], After(left, not self.white)
                continue
            for capturer in own:
                moved = replace(self._men[capturer], coordinate=-1, square=man.square)
                after = tuple(moved if m == self._men[capturer] else m for m in left)
                yield victim, [capturer], After(after, not self.white)
            if self.white:
                yield victim, [king], After(left, False, king=man.square)
            else:
                yield victim, [king], After(left, True, lanes=(man.square, man.square + 1))

    # Pawn moves -----------------------------------------------------------------------------------

    def pawn_moves(self, promoted: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the key of the best pawn move for every place, or one row of zeros.

        `promoted` holds the keys of promotions straight ahead (see `promote`) and is returned.
        """
        own = [man for man in self._men if man.is_pawn and man.white == self.white]
        if not own:
            return np.zeros((1, 64), np.uint8)
        strides, size = self._strides(range(self._pieces + 1))
        best = np.zeros((size, 64), np.uint8) if promoted is None else promoted
        for pawn in own:
            for after, victim, target in self._moves_of(pawn):
                if promoted is not None and victim is None and not 8 <= target < 56:
                    continue
                base = strides[victim.coordinate] * target if victim and not victim.is_pawn else 0
                self._gather(best, after, [*strides, base])
            self._double_push(pawn, best, [*strides, 0])
        return best

    @property
    def promoting(self) -> list[Man]:
        """Return the pawns that can promote straight ahead."""
        return [
            man
            for man in self._men
            if man.is_pawn and man.white == self.white and not 8 <= man.square + self._forward < 56
        ]

    def promote(self, code: int, best: NDArray[np.uint8]) -> None:
        """Improve `best`, uint8[words, 64], by promotions straight ahead to one kind of piece."""
        strides, _ = self._strides(range(self._pieces + 1))
        for pawn in self.promoting:
            moved = Man(code, pawn.white, square=pawn.square + self._forward)
            self._gather(best, After((*self._without(pawn), moved), not self.white), [*strides, 0])

    def _moves_of(self, pawn: Man) -> Iterator[tuple[After, Man | None, int]]:
        """Yield the positions after a pawn's one-square moves, the captured man and its square."""
        ahead = pawn.square + self._forward
        if self._pawn_on(ahead) is None:
            for moved in self._arrived(pawn, ahead):
                yield After((*self._without(pawn), moved), not self.white), None, ahead
        for target in self._attacked(pawn):
            for victim in self._men:
                if victim.white != self.white and self._may_be_on(victim, target):
                    left = self._without(pawn, victim)
                    for moved in self._arrived(pawn, target):
                        yield After((*left, moved), not self.white), victim, target

    def _double_push(self, pawn: Man, best: NDArray[np.uint8], strides: Sequence[int]) -> None:
        passed, target = pawn.square + self._forward, pawn.square + 2 * self._forward
        home = pawn.square // 8 == (1 if self.white else 6)
        if not home or self._pawn_on(passed) or self._pawn_on(target):
            return
        moved = replace(pawn, square=target)
        after = After((*self._without(pawn), moved), not self.white, passed=passed)
        hunters = [
            man
            for man in self._men
            if man.is_pawn
            and man.white != self.white
            and man.square // 8 == target // 8
            and abs(man.square - target) == 1
        ]
        if not hunters:
            self._gather(best, after, strides)
            return
        self.replied = True
        pushed, replied = np.zeros_like(best), np.zeros_like(best)
        self._gather(pushed, after, strides)
        for hunter in hunters:
            left = self._without(pawn, hunter)
            reply = After((*left, replace(hunter, square=passed)), self.white)
            self._gather(replied, reply, strides, replies=True)
        placed, count = self._placed(after, strides, False)
        self._share(partial(kernels.pass_by, best, pushed, replied, placed), count)

    @property
    def _forward(self) -> int:
        return 8 if self.white else -8

    def _arrived(self, pawn: Man, target: int) -> list[Man]:
        """Return the men that a pawn can be on its next square."""
        if 8 <= target < 56:
            return [replace(pawn, square=target)]
        return [Man(code, pawn.white, square=target) for code in self._promotions]

    def _attacked(self, pawn: Man) -> list[int]:
        files = (pawn.square % 8 - 1, pawn.square % 8 + 1)
        first = (pawn.square + self._forward) // 8 * 8
        return [first + file for file in files if 0 <= file < 8]

    def _pawn_on(self, square: int) -> Man | None:
        return next((man for man in self._men if man.square == square), None)

    def _may_be_on(self, man: Man, square: int) -> bool:
        return man.square == square or (not man.is_pawn and self._pawn_on(square) is None)

    def _without(self, *gone: Man) -> tuple[Man, ...]:
        return tuple(man for man in self._men if man not in gone)

    # Gathering ------------------------------------------------------------------------------------

    def _strides(self, coordinates: Iterable[int]) -> tuple[tuple[int, ...], int]:
        """Return the stride of each varying coordinate of a row, and the number of rows."""
        return _strides(self._kings.size, self._pieces, tuple(coordinates))

    def _gather(
        self,
        out: NDArray[np.uint8],
        after: After,
        strides: Sequence[int],
        replies: bool = False,
    ) -> None:
        """Improve the rows of `out` by the codes of the positions after some move."""
        source = self._source(after, self._read_replies if replies else self._read)
        placed, count = self._placed(after, strides, source.swapped)
        met = self._share(partial(kernels.gather, out, placed, source, replies), count)
        self.met_longest |= any(met)

    def _placed(
        self, after: After, strides: Sequence[int], swapped: bool
    ) -> tuple[kernels.Successors, int]:
        """Return positions in the form that the kernels expect, and the number of placements."""
        coordinates = after.coordinates
        # The source is read along its rows: they end with the last piece, or with this king.
        free = coordinates[:1] + coordinates[:0:-1] if swapped else coordinates[::-1]
        codes, white = _signature(tuple([(man.code, man.white) for man in after.men]))
        king = 0 if after.king < 0 else -1
        placed = kernels.Successors(
            codes=codes,
            white=white,
            coordinates=_constant((king, *[man.coordinate for man in after.men])),
            squares=ints([after.king, *[man.square for man in after.men]]),
            kings=self._kings,
            free=_constant(tuple(free)),
            strides=_constant(tuple(strides)),
            black_to_move=not after.white_to_move,
            first_lane=after.lanes[0],
            last_lane=after.lanes[1],
            passed=after.passed,
        )
        return placed, self._strides(coordinates)[1]

    def _source(self, after: After, read: Read) -> kernels.Source:
        """Return the slice of the table that contains these positions."""
        of_men = tuple([(man.code, man.white) for man in after.men])
        home = _home(self._reach, of_men)
        if home is None:
            return self._outside(after)
        layout, swapped, order = home
        material = layout.material
        number, (_, symmetries, indices) = 0, _index_kings(False)
        if material.has_pawns:
            flip = 56 if swapped else 0
            pawns = [man for man in after.men if man.code <= WHITE_PAWN]
            own = tuple(sorted([man.square ^ flip for man in pawns if man.white != swapped]))
            other = tuple(sorted([man.square ^ flip for man in pawns if man.white == swapped]))
            found = layout.slices_of.get((own, other))
            if found is None:
                return self._outside(after)
            number, mirrored = found
            symmetries, indices = _SYMMETRIES[int(mirrored) + 2 * int(swapped)]
        if material.men == 2:
            codes: NDArray[np.uint8] = np.zeros((10, 64), np.uint8)
        else:
            rows = self._rows(read, material, number, after.white_to_move != swapped, swapped)
            if isinstance(rows, LargeSlice):
                return self._part_of(rows, after, order, swapped)
            codes = rows
        return kernels.Source(read_only(codes), order, symmetries, indices, swapped, self._behind)

    def _part_of(
        self, large: LargeSlice, after: After, order: NDArray[np.int64], swapped: bool
    ) -> kernels.Source:
        """Return the positions of a table too large for memory: a pawn has been promoted."""
        _, symmetries, indices = _index_kings(False)
        piece = next(n for n, man in enumerate(order.tolist()) if after.men[man - 1].square >= 0)
        promoted = after.men[order[piece] - 1]
        codes = large.standing(piece, indices, SYMMETRY[symmetries, promoted.square])
        others, kings = np.delete(order, piece), ints(range(64))
        return kernels.Source(read_only(codes), others, symmetries, kings, swapped, self._behind)

    def _outside(self, after: After) -> kernels.Source:
        """Return a source with the same code for all positions: they are outside `Layout.reach`."""
        assert self._reach is not None
        can_win = any(man.white != self._reach.for_white for man in after.men)
        code = self._reach.code_outside(after.white_to_move, can_win)
        symmetries, indices = _SYMMETRIES[0]
        codes = np.full((64, 64), code, np.uint8)
        return kernels.Source(read_only(codes), ints([]), symmetries, indices, False, AS_READ)

    def _rows(
        self, read: Read, material: Material, number: int, turn: bool, swapped: bool
    ) -> NDArray[np.uint8] | LargeSlice:
        """Return the codes of a slice; `swapped` is whether it has the colours exchanged."""
        return read(material, number, turn)


# Of each symmetry that exchanges left and right or White and Black, for every square of a king: the
# symmetry, and the index that the king has by it where there are pawns.
_SYMMETRIES = [(np.full(64, symmetry, np.int64), SYMMETRY[symmetry]) for symmetry in range(4)]


def read_only(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a read-only view of `codes`, of any shape, as the kernels expect."""
    view = codes.view()
    view.flags.writeable = False
    return view


# Parts that do not depend on squares are computed once for men given as (code, colour) ------------


@cache
def _strides(kings: int, pieces: int, coordinates: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the stride of each coordinate that varies, 0 for others, and the number of rows."""
    sizes = [kings, *[64] * pieces]
    left = [size if c in coordinates else 1 for c, size in enumerate(sizes)]
    strides = [prod(left[c + 1 :]) if c in coordinates else 0 for c in range(len(left))]
    return tuple(strides), prod(left)


@lru_cache(maxsize=4096)
def _constant(values: tuple[int, ...]) -> NDArray[np.int64]:
    """Return integers as `ints` does, not to be changed."""
    return ints(values)


@cache
def _signature(men: tuple[tuple[int, bool], ...]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the codes and the colours of men."""
    return ints([code for code, _ in men]), np.array([white for _, white in men], np.bool_)


@cache
def _home(
    reach: Part | None, men: tuple[tuple[int, bool], ...]
) -> tuple[Layout, bool, NDArray[np.int64]] | None:
    """Return the layout of the table that has men and two kings, and how; None outside `reach`.

    That is whether their colours are swapped in it, and which of the men, from 1, each of its
    pieces is.
    """
    white, black = (
        "K" + "".join(sorted((_LETTERS[c] for c, w in men if w == side), key="QRBNP".index))
        for side in (True, False)
    )
    found = home_of(reach, Material(white, black))
    if found is None:
        return None
    layout, swapped = found
    pieces = [number for number, (code, _) in enumerate(men) if code > WHITE_PAWN]
    pieces.sort(key=lambda number: (men[number][1] == swapped, -men[number][0]))
    return layout, swapped, ints([number + 1 for number in pieces])

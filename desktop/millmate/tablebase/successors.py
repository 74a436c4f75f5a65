"""The successors outside a slice, read from their own tables or slices: for the verifier.

Captures by kings and pieces, and all pawn moves, leave the slice. All successors of one kind, such
as those of a bishop's captures of the pawn on e4, come from one slice and are gathered together.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
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
from millmate.tablebase.large_slice import LargeSlice, Read, standing
from millmate.tablebase.layout import AS_READ, Layout, Part
from millmate.tablebase.reach import home_of, promotions_in

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Values = NDArray[np.uint8]
Strides = tuple[int, ...]
_Home = tuple[Layout, bool, Ints]  # see `_home`
# Divides a number of items into parts; calls a function with the start and the end of each part.
Share = Callable[[Callable[[int, int], object], int], list[object]]

_FROM_0 = np.zeros(1, np.int64)
_TOGETHER = 1 << 20  # bytes of the slices read that are gathered from together
_LETTERS = "PPNBRQ"
_TRIANGLE = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)


@dataclass(frozen=True, slots=True, eq=False)
class Man:
    """A man other than a king, on the square of a coordinate of the row, or else on `squares`.

    These are by slice.
    """

    code: int
    white: bool
    coordinate: int = -1
    squares: Ints = field(default_factory=lambda: ints([]))

    @property
    def is_pawn(self) -> bool:
        return self.code <= WHITE_PAWN


@dataclass(frozen=True, slots=True)
class After:
    """The positions after moves of one kind, with all men, White's king first.

    By slice: `king` is the square of White's king and `lane` that of Black's, None where it varies;
    `passed` must be empty, None for no square.
    """

    men: tuple[Man, ...]
    white_to_move: bool
    king: Ints | None = None
    lane: Ints | None = None
    passed: Ints | None = None

    @property
    def coordinates(self) -> list[int]:
        """The coordinates that vary, ascending."""
        kings = [0] if self.king is None else []
        return kings + [man.coordinate for man in self.men if man.coordinate >= 0]


def ints(values: object) -> NDArray[np.int64]:
    """Return integers as int64 for the kernels, in the same shape."""
    return np.array(values, np.int64)


def men_of(layout: Layout, numbers: Sequence[int]) -> tuple[Man, ...]:
    """Return the men of slices: pieces, each with a coordinate of the row, and pawns."""
    pieces = [
        Man(kind, white, coordinate=piece + 1)
        for piece, (kind, white) in enumerate(zip(layout.kinds, layout.white, strict=True))
    ]
    codes = [WHITE_PAWN] * layout.pawns[0] + [BLACK_PAWN] * layout.pawns[1]
    columns = pawns_of(layout, numbers).T.copy()
    pawns = [Man(c, c == WHITE_PAWN, squares=s) for c, s in zip(codes, columns, strict=True)]
    return (*pieces, *pawns)


def pawns_of(layout: Layout, numbers: Sequence[int]) -> Ints:
    """Return the squares of slices' pawns, White's first: int64[slices, pawns]."""
    placements = layout.placements
    squares = ints([(*placements[n][0], *placements[n][1]) for n in numbers])
    return squares.reshape(len(numbers), -1)


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


def slice_of(layout: Layout, numbers: Sequence[int]) -> Slice:
    """Return slices in the form that the kernel expects."""
    men = men_of(layout, numbers)
    kings, symmetries, indices = _index_kings(any(layout.pawns))
    return Slice(
        codes=ints([man.code for man in men]),
        white=np.array([man.white for man in men], np.bool_),
        pawns=pawns_of(layout, numbers),
        kings=kings,
        symmetries=symmetries,
        indices=indices,
        jumps=_jumps(any(layout.pawns)),
        like=np.array([piece - 1 in layout.like for piece in range(layout.pieces)], np.bool_),
    )


class Successors:
    """Gathers the successors of one side's moves outside their slices, of all slices together.

    `white` is the side to move; `met_longest` is whether a code of distance 127 was met, `replied`
    whether there are replies en passant.
    """

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        white: bool,
        read: Read,
        share: Share,
        read_replies: Read | None = None,
        behind: NDArray[np.uint8] = AS_READ,
    ) -> None:
        """Prepare for the slices `numbers` of `layout`, with White or Black to move.

        Positions after replies en passant are read by `read_replies`, by `read` if it is None.
        `behind` replace the 256 codes that these return.
        """
        self._men = men_of(layout, numbers)
        self._reach, self._promotions = layout.reach, sorted(promotions_in(layout.reach))
        self._pieces = layout.pieces
        self._slices = np.arange(len(numbers))
        self._kings = _index_kings(any(layout.pawns))[0]
        self._row_strides, self._size = self._strides(range(self._pieces + 1))
        self._pawns = [man for man in self._men if man.is_pawn]
        self._own_pawns = [man for man in self._pawns if man.white == white]
        self.white = white
        self._read = read
        self._read_replies = read_replies or read
        self._share = share
        self._behind = behind
        self.met_longest = self.replied = False

    # Captures by kings and pieces -----------------------------------------------------------------

    def captures(self) -> Captures:
        """Return the keys of the successors by captures of kings and pieces.

        The rows are those of the first slice, then of the next ones, as many each.
        """
        capturers = self._pieces + 2
        offsets = np.zeros((capturers, len(self._men)), np.int64)
        strides = np.zeros((capturers, len(self._men), self._pieces + 1), np.int64)
        wanted, rows = [], 0
        for victim, which, after in self._captures():
            own, size = self._strides(after.coordinates)
            offsets[which, victim], strides[which, victim] = rows, own
            wanted.append((after, own, rows))
            rows += size
        out = np.zeros((self._slices.size * rows, 64), np.uint8)
        for after, own, first in wanted:
            self._gather(out, after, own, self._slices * rows + first)
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
                moved = replace(self._men[capturer], coordinate=-1, squares=man.squares)
                after = tuple(moved if m is self._men[capturer] else m for m in left)
                yield victim, [capturer], After(after, not self.white)
            if self.white:
                yield victim, [king], After(left, False, king=man.squares)
            else:
                yield victim, [king], After(left, True, lane=man.squares)

    # Pawn moves -----------------------------------------------------------------------------------

    def promotions(self) -> Values | None:
        """Return the keys of promotions straight ahead, those to one table after the other.

        They lead to the largest tables: slices that share these are best asked for together.

        Returns:
            uint8[slices, words, 64], None where the side has no pawns.
        """
        if not self._own_pawns:
            return None
        best = np.zeros((self._slices.size, self._size, 64), np.uint8)
        for code in self._promotions:
            for pawn in self._own_pawns:
                ahead = pawn.squares + self._forward
                where = self._is_last(ahead) & ~self._pawn_on(ahead)
                self._move(best, self._moved(pawn, ahead, code), where)
        return best

    def pawn_moves(self, promoted: Values | None = None) -> Values:
        """Return the key of the best pawn move for every place, or one row of zeros.

        `promoted` is what `promotions` returns for these slices, which is changed and returned;
        without it, they are found.
        """
        best = self.promotions() if promoted is None else promoted
        if best is None:
            return np.zeros((1, 1, 64), np.uint8)
        for pawn in self._own_pawns:
            ahead = pawn.squares + self._forward
            where = ~self._is_last(ahead) & ~self._pawn_on(ahead)
            self._move(best, self._moved(pawn, ahead), where)
            for step in (-1, 1):
                on_board = (pawn.squares % 8 + step) // 8 == 0
                self._pawn_captures(pawn, ahead + step, on_board, best)
            self._double_push(pawn, best)
        return best

    def _pawn_captures(self, pawn: Man, target: Ints, on_board: Flags, best: Values) -> None:
        last = self._is_last(target)
        for victim in self._men:
            if victim.white == self.white:
                continue
            where, base = on_board & ~self._pawn_on(target), _FROM_0
            if victim.is_pawn:
                where = on_board & (victim.squares == target)
            else:
                base = self._row_strides[victim.coordinate] * target
                for code in self._promotions:
                    self._move(best, self._moved(pawn, target, code, victim), where & last, base)
            self._move(best, self._moved(pawn, target, pawn.code, victim), where & ~last, base)

    def _double_push(self, pawn: Man, best: Values) -> None:
        passed, target = pawn.squares + self._forward, pawn.squares + 2 * self._forward
        where = pawn.squares // 8 == (1 if self.white else 6)
        where &= ~self._pawn_on(passed) & ~self._pawn_on(target)
        after = replace(self._moved(pawn, target), passed=passed)
        beside = [
            (man, where & (man.squares // 8 == target // 8) & (abs(man.squares - target) == 1))
            for man in self._pawns
            if man.white != self.white
        ]
        replied = np.any([self._slices < 0, *[each for _, each in beside]], axis=0)
        self._move(best, after, where & ~replied)
        if not replied.any():
            return
        self.replied = True
        pushed, replies = np.zeros_like(best), np.zeros_like(best)
        self._move(pushed, after, replied)
        for hunter, each in beside:
            taken = (*self._without(pawn, hunter), replace(hunter, squares=passed))
            self._move(replies, After(taken, self.white), each, replies=True)
        rows = self._slices * self._size
        placed, count = self._placed(after, np.flatnonzero(replied), self._row_strides, rows, False)
        out, pushed, replies = (each.reshape(-1, 64) for each in (best, pushed, replies))
        self._share(partial(kernels.pass_by, out, pushed, replies, placed), count)

    def _move(
        self,
        best: Values,
        after: After,
        where: Flags,
        base: Ints = _FROM_0,
        replies: bool = False,
    ) -> None:
        """Improve the best keys of all places by a pawn's move, in the slices that have it.

        `base` is what the square of a captured piece adds to the rows.
        """
        rows = self._slices * self._size + base
        self._gather(best.reshape(-1, 64), after, self._row_strides, rows, where, replies)

    @property
    def _forward(self) -> int:
        return 8 if self.white else -8

    def _moved(
        self, pawn: Man, target: Ints, code: int | None = None, victim: Man | None = None
    ) -> After:
        """Return the positions with a pawn, or what it becomes, on its next square."""
        moved = Man(pawn.code if code is None else code, pawn.white, squares=target)
        gone = (pawn,) if victim is None else (pawn, victim)
        return After((*self._without(*gone), moved), not self.white)

    @staticmethod
    def _is_last(squares: Ints) -> Flags:
        """Return where a pawn that arrives on squares becomes a piece."""
        return (squares < 8) | (squares >= 56)

    def _pawn_on(self, squares: Ints) -> Flags:
        found: Flags = np.any([man.squares == squares for man in self._pawns], axis=0)
        return found

    def _without(self, *gone: Man) -> tuple[Man, ...]:
        return tuple(man for man in self._men if man not in gone)

    # Gathering ------------------------------------------------------------------------------------

    def _strides(self, coordinates: Iterable[int]) -> tuple[Strides, int]:
        """Return the stride of each varying coordinate of a row, and the number of rows."""
        return _strides(self._kings.size, self._pieces, tuple(coordinates))

    def _gather(
        self,
        out: Values,
        after: After,
        strides: Strides,
        rows: Ints,
        where: Flags | None = None,
        replies: bool = False,
    ) -> None:
        """Improve the rows of `out` by the codes of the positions after some move.

        By slice: `rows` are the first ones, `where` is whether there is such a move.
        """
        slices = self._slices if where is None else np.flatnonzero(where)
        if not slices.size:
            return
        read = self._read_replies if replies else self._read
        for of, source in self._sources(after, slices, read):
            placed, count = self._placed(after, of, strides, rows, source.swapped)
            met = self._share(partial(kernels.gather, out, placed, source, replies), count)
            self.met_longest |= any(met)

    def _placed(
        self, after: After, slices: Ints, strides: Strides, rows: Ints, swapped: bool
    ) -> tuple[kernels.Successors, int]:
        """Return positions in the form that the kernels expect, and the number of placements."""
        coordinates, none = after.coordinates, np.full(slices.size, -1)
        # The source is read along its rows: they end with the last piece, or with this king.
        free = coordinates[:1] + coordinates[:0:-1] if swapped else coordinates[::-1]
        codes, white = _signature(tuple([(man.code, man.white) for man in after.men]))
        count = self._strides(coordinates)[1]
        fixed = [after.king, *[man.squares if man.coordinate < 0 else None for man in after.men]]
        placed = kernels.Successors(
            codes=codes,
            white=white,
            coordinates=ints([0 if after.king is None else -1, *[m.coordinate for m in after.men]]),
            kings=self._kings,
            free=ints(free),
            places=count,
            strides=ints(strides),
            black_to_move=not after.white_to_move,
            squares=np.array([none if s is None else s[slices] for s in fixed]).T.copy(),
            rows=rows[slices],
            lanes=none if after.lane is None else after.lane[slices],
            passed=none if after.passed is None else after.passed[slices],
        )
        return placed, slices.size * count

    def _sources(
        self, after: After, slices: Ints, read: Read
    ) -> Iterator[tuple[Ints, kernels.Source]]:
        """Yield slices together with those of tables that contain these positions."""
        of_men = tuple([(man.code, man.white) for man in after.men])
        home = _home(self._reach, of_men)
        if home is None:
            yield slices, self._outside(after, slices.size)
            return
        numbers, mirrored = np.zeros((2, slices.size), np.int64)
        if home[0].material.has_pawns:
            numbers, mirrored = _numbers(home[0], after, slices, home[1])
            inside = numbers >= 0
            if not inside.all():
                yield slices[~inside], self._outside(after, int(np.count_nonzero(~inside)))
                slices, numbers, mirrored = slices[inside], numbers[inside], mirrored[inside]
        yield from self._inside(after, home, slices, numbers, mirrored, read)

    def _inside(
        self, after: After, home: _Home, slices: Ints, numbers: Ints, mirrored: Ints, read: Read
    ) -> Iterator[tuple[Ints, kernels.Source]]:
        """Yield the slices `numbers` of a table, perhaps mirrored, with those they are read for."""
        layout, swapped, order = home
        _, symmetries, indices = (each[None] for each in _index_kings(False))
        if layout.material.has_pawns:
            symmetries, indices = (each[2 * swapped :][:2].copy() for each in _SYMMETRIES)
        wanted, turn, kings = numbers << 7, after.white_to_move != swapped, indices
        # A piece that has moved to a fixed square: only its rows are needed.
        men = [after.men[man - 1] for man in order.tolist()]
        piece = next((n for n, man in enumerate(men) if man.coordinate < 0), None)
        if piece is not None:
            wanted = wanted | mirrored << 6 | men[piece].squares[slices]
            order, kings = np.delete(order, piece), np.tile(np.arange(64), (len(indices), 1))

        def part(key: int) -> Values:
            number, way, square = key >> 7, key >> 6 & 1, key & 63
            if layout.material.men == 2:
                return np.zeros((10, 64), np.uint8)
            rows = self._rows(read, layout.material, number, turn, swapped)
            if piece is None:
                assert not isinstance(rows, LargeSlice)
                return rows
            return standing(rows, layout, piece, indices[way], SYMMETRY[symmetries[way], square])

        every, own = np.unique(wanted, return_inverse=True)
        together = max(1, _TOGETHER >> 6 * (order.size + 2))
        for first in range(0, every.size, together):
            parts = list(map(part, every[first : first + together].tolist()))
            codes = read_only(parts[0][None] if len(parts) == 1 else np.array(parts))
            here = own // together == first // together
            about = order, symmetries, kings, mirrored[here], swapped, self._behind
            yield slices[here], kernels.Source(codes, own[here] - first, *about)

    def _outside(self, after: After, slices: int) -> kernels.Source:
        """Return a source with the same code for all positions: they are outside `Layout.reach`."""
        assert self._reach is not None
        can_win = any(man.white != self._reach.for_white for man in after.men)
        code = self._reach.code_outside(after.white_to_move, can_win)
        symmetries, indices = (each[:1] for each in _SYMMETRIES)
        codes, none = np.full((1, 64, 64), code, np.uint8), np.zeros(slices, np.int64)
        return kernels.Source(
            read_only(codes), none, ints([]), symmetries, indices, none, False, AS_READ
        )

    def _rows(
        self, read: Read, material: Material, number: int, turn: bool, swapped: bool
    ) -> Values | LargeSlice:
        """Return the codes of a slice; `swapped` is whether it has the colours exchanged."""
        return read(material, number, turn)


def _numbers(layout: Layout, after: After, slices: Ints, swapped: bool) -> tuple[Ints, Ints]:
    """Return a table's slices of positions, -1 for none, and whether they are mirrored there."""
    sides = []
    for white in (not swapped, swapped):
        squares = [
            m.squares[slices] ^ 56 * swapped for m in after.men if m.is_pawn and m.white is white
        ]
        sides.append(np.sort(ints(squares).reshape(-1, slices.size), axis=0).T)
    keys = zip(*[map(tuple, side.tolist()) for side in sides], strict=True)
    found = ints([layout.slices_of.get(key, (-1, False)) for key in keys])
    return found[:, 0].copy(), found[:, 1].copy()


# Of each symmetry that exchanges left and right or White and Black, for every square of a king: the
# symmetry, and the index that the king has by it where there are pawns.
_SYMMETRIES = np.repeat(np.arange(4), 64).reshape(4, 64), SYMMETRY[:4].copy()


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


@cache
def _signature(men: tuple[tuple[int, bool], ...]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the codes and the colours of men."""
    return ints([code for code, _ in men]), np.array([white for _, white in men], np.bool_)


@cache
def _home(reach: Part | None, men: tuple[tuple[int, bool], ...]) -> _Home | None:
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

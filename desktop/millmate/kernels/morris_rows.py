"""Rows of positions of nine men's morris: one placement of the primary side, all of the other's.

A *row* is a class of placements of the primary side's stones (its least mask); a *column* is the
rank of the other side's stones as a mask of *labels*: label i is the i-th point that the primary
side leaves free. A *step* changes the primary side's stones (a move, a placement, a loss of a
stone) and leads from a row to a row, whose labels are those of this one in another order.

The kernels that fill or verify tables name their arguments alike: `rows` are those of the table,
`vacant[label]` the columns in which a label is free, `slides` those that a stone leads between,
`flying` whether the other side flies; `moves`, `placements` and `losses` are the primary side's
steps; `after` are the positions with the opponent to move and one stone less; `codes` and `open_`
are [row, column]; rows `start` to before `end` are done.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import Bytes2D, Bytes3D, Ints2D, Shape, exported, inlined, kernel
from millmate.kernels.integers import first_bit, int64, last_bit, popcount

Masks = NDArray[np.uint32]
Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Masks2D = Annotated[NDArray[np.uint32], Shape(2)]
Masks3D = Annotated[NDArray[np.uint32], Shape(3)]
Shorts = NDArray[np.uint16]
Shorts2D = Annotated[NDArray[np.uint16], Shape(2)]
# Of parameters that are constants, too.
ReadCodes = Annotated[Codes, Shape(read_only=True)]
ReadInts = Annotated[Ints, Shape(read_only=True)]

NOWHERE = 24  # in place of a point: no stone arrives, none leaves


class Board(NamedTuple):
    """A board of up to 24 points, see `morris_geometry.Geometry`.

    `every`: the mask of its points; `neighbours[point]`; `mills`, empty if mills do not count;
    `mills_at[point, n]`: the other points of the n-th mill through a point, 0 if there are fewer;
    `symmetries[t, point]`; `images[t, i, byte]`: the image of the points in byte i of a mask.
    """

    every: int
    neighbours: Ints
    mills: Ints
    mills_at: Ints2D
    symmetries: Ints2D
    images: Masks3D


class Columns(NamedTuple):
    """Where the masks of one number of stones over one number of labels stand.

    `masks`: all of them, ascending. The rank of a mask is `low[mask & (1 << half) - 1] +
    high[mask >> half]`.
    """

    masks: Masks
    low: Masks
    high: Masks
    half: int


class Rows(NamedTuple):
    """The rows of a table: their masks are `classes`, `columns` are of the other side's stones.

    `board` is the board as the side to move finds it, without mills if the opponent has no stone on
    it that could be taken.
    """

    board: Board
    classes: Masks
    columns: Columns


class Slides(NamedTuple):
    """Columns that one stone leads between, from label to label: uint16[pair, n].

    `lower[pair, n]` has it on label i, `upper[pair, n]` on label j, where i < j and the pair is
    j (j - 1) / 2 + i; the other label is free, and all other stones are the same.
    """

    lower: Shorts2D
    upper: Shorts2D


class Steps(NamedTuple):
    """All steps of one kind from each row, `number[row]` of them.

    `leaving`, `arriving`: points, or `NOWHERE`; `row`: the one led to; `symmetry`: what takes the
    stones there to that row's own; `mill`: whether the stone that arrives closes one. All but
    `number` are [row, step]. `back[row, step, label]` is the label in this row of a label in the
    row led to, `NOWHERE` for the point that the stone left.
    """

    number: Codes
    leaving: Bytes2D
    arriving: Bytes2D
    row: Annotated[NDArray[np.int32], Shape(2)]
    symmetry: Bytes2D
    mill: Annotated[NDArray[np.bool_], Shape(2)]
    back: Bytes3D


class After(NamedTuple):
    """The positions that turns of one kind lead to: `codes[row, column]`, and the columns there.

    `wins`: these turns win at once, and the codes are not used.
    """

    codes: Bytes2D
    columns: Columns
    wins: bool = False


@inlined
def rank(mask: int, columns: Columns) -> int:
    """Return the column of a mask of labels."""
    low = mask & ((1 << columns.half) - 1)
    return int64(columns.low[low]) + int64(columns.high[mask >> columns.half])


@inlined
def every_label(columns: Columns) -> int:
    """Return the mask of all labels."""
    return columns.low.size * columns.high.size - 1


@inlined
def between(pair: int, slides: Slides) -> tuple[int, int, Shorts, Shorts]:
    """Return two labels, of a mask of both, and the columns that a stone leads between."""
    i, j = first_bit(pair), last_bit(pair)
    at = (j * (j - 1) >> 1) + i
    return i, j, slides.lower[at], slides.upper[at]


@inlined
def image(mask: int, symmetry: int, board: Board) -> int:
    """Return the image of a mask of points under a symmetry."""
    return (
        int64(board.images[symmetry, 0, mask & 255])
        | int64(board.images[symmetry, 1, (mask >> 8) & 255])
        | int64(board.images[symmetry, 2, mask >> 16])
    )


@kernel
def find(mask: int, classes: Masks, board: Board) -> tuple[int, int]:
    """Return the row of `mask` and the symmetry that takes it to the row's own mask."""
    best, symmetry = mask, 0
    for t in range(1, board.images.shape[0]):
        other = image(mask, t, board)
        if other < best:
            best, symmetry = other, t
    below, above = 0, classes.size - 1
    while below < above:
        middle = (below + above) >> 1
        if int64(classes[middle]) < best:
            below = middle + 1
        else:
            above = middle
    return below, symmetry


@kernel
def in_mill(mask: int, point: int, board: Board) -> bool:
    """Return whether `mask` has the other two points of a mill through `point`."""
    for which in range(board.mills_at.shape[1]):
        rest = board.mills_at[point, which]
        if rest != 0 and (mask & rest) == rest:
            return True
    return False


@kernel
def removable(mask: int, mills: ReadInts) -> int:
    """Return which of the stones in `mask` can be taken, where `mills` are those there can be."""
    protected = 0
    for mill in mills:
        if (mask & mill) == mill:
            protected |= mill
    open_ = mask & ~protected
    return open_ if open_ else mask


# Steps --------------------------------------------------------------------------------------------


@inlined
def label_of(point: int, mask: int) -> int:
    """Return the label of a free point, as a mask, in the row of `mask`."""
    return 1 << popcount(~mask & ((1 << point) - 1))


@kernel
def _note_labels(
    back: Codes, leaving: int, arriving: int, mask: int, there: int, symmetry: int, board: Board
) -> None:
    """Record where the labels come from; a symmetry takes `mask` to `there`, the mask of a row."""
    before, free = 0, board.every & ~mask
    if leaving != NOWHERE:
        free ^= 1 << leaving
        back[first_bit(label_of(board.symmetries[symmetry, leaving], there))] = NOWHERE
    if arriving != NOWHERE:
        free |= 1 << arriving
    while free:
        point = first_bit(free)
        free &= free - 1
        if point != arriving:
            back[first_bit(label_of(board.symmetries[symmetry, point], there))] = before
        before += 1


@kernel
def _note(
    steps: Steps, row: int, leaving: int, arriving: int, mask: int, classes: Masks, board: Board
) -> None:
    """Add a step after which the primary side has the stones `mask`."""
    step = int64(steps.number[row])
    steps.number[row] = step + 1
    steps.leaving[row, step] = leaving
    steps.arriving[row, step] = arriving
    to, symmetry = find(mask, classes, board)
    steps.row[row, step] = to
    steps.symmetry[row, step] = symmetry
    steps.mill[row, step] = arriving != NOWHERE and in_mill(mask, arriving, board)
    there = int64(classes[to])
    _note_labels(steps.back[row, step], leaving, arriving, mask, there, symmetry, board)


@exported
@kernel
def find_steps(classes: Masks, after: Masks, flying: bool, board: Board, steps: Steps) -> None:
    """Fill in the steps of the primary side from each row, the other side's stones aside.

    They are moves where the rows of `after`, to which they lead, have as many stones; placements
    where these have one more; and losses where they have one less: of no stone in a mill, unless
    all are.
    """
    more = popcount(int64(after[0])) - popcount(int64(classes[0]))
    nowhere = 1 << NOWHERE
    for row in range(classes.size):
        mask = int64(classes[row])
        left = mask if more == 0 else nowhere if more > 0 else removable(mask, board.mills)
        while left:
            point = first_bit(left)
            left &= left - 1
            targets = nowhere
            if more >= 0:
                anywhere = flying or more > 0
                targets = (board.every if anywhere else board.neighbours[point]) & ~mask
            while targets:
                target = first_bit(targets)
                targets &= targets - 1
                then = (mask ^ 1 << point ^ 1 << target) & (nowhere - 1)
                _note(steps, row, point, target, then, after, board)

"""One-ply verification: every position's code follows from those that its moves lead to.

Nothing is shared with the search for the sets S_n but codes, rows and labels, and which columns
hang together: each position of a pair looks at all that its moves lead to, in the finished table.

Positions of the placing phase are judged one by one on masks of points: slow, and plain. This
shares nothing with `morris_turns` but the rules, and checks samples of its results.
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import Byte, Bytes2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_keys import KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import (
    Maps,
    find_lines,
    list_pairs,
    make_lines,
    make_maps,
    make_sweep,
    mapped,
    sweep_step,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Codes,
    Ints,
    Masks,
    ReadCodes,
    Rows,
    Slides,
    Steps,
    between,
    every_label,
    find,
    image,
    in_mill,
    label_of,
    rank,
    removable,
)


@kernel
def _compare(best: Codes, told: ReadCodes, codes: Codes, row: int, fault: Ints) -> int:
    """Count the positions of a row whose code differs from that given by their best move's key."""
    faults = 0
    for column in range(best.size):
        if codes[column] != told[best[column]]:
            faults += 1
            if fault[0] < 0:
                fault[0], fault[1] = row, column
    return faults


# The primary side ---------------------------------------------------------------------------------


@kernel
def _mill(
    masks: Masks,
    arriving: int,
    maps: Maps,
    mills: Ints,
    after: After,
    to: int,
    best: Codes,
) -> None:
    """Look where a move that closes a mill leads to in row `to`, whichever stone is taken."""
    for column in range(masks.size):
        stones = int64(masks[column])
        if stones & arriving:
            continue
        if after.wins:
            best[column] = WINS
            continue
        moved, left = mapped(stones, maps, 0), mapped(removable(stones, mills), maps, 0)
        while left:
            rest = moved ^ (left & -left)
            left &= left - 1
            best[column] = max(best[column], KEYS[after.codes[to, rank(rest, after.columns)]])


@exported
@allocating
def verify_primary(
    rows: Rows,
    moves: Steps,
    others: Bytes2D,
    after: After,
    told: ReadCodes,
    placed: Bytes2D,
    codes: Bytes2D,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the primary side is to move; return the number of faults.

    `others[row, column]` has the other side to move; `told[key]` is the code of a position whose
    best move has that key; `placed[row, column]` is the key of its best placement, where there are
    any, else it is empty; row and column of the first fault go to `fault`, if its row is -1. For
    the rest see `morris_rows`.
    """
    board, classes, columns = rows
    lines, maps, masks = make_lines(board), make_maps(columns, 1), columns.masks
    best, sweep = np.empty(masks.size, np.uint8), make_sweep(columns)
    within, faults = After(others, columns, False), 0
    for row in range(start, end):
        mask = int64(classes[row])
        mills = lines.mills[: find_lines(mask, board, lines)]
        best[:] = NO_MOVE
        if placed.size:
            best[:] = placed[row]
        for step in range(moves.number[row]):
            arriving, to = label_of(int64(moves.arriving[row, step]), mask), moves.row[row, step]
            tabulate_step(moves, row, step, maps, 0)
            if moves.mill[row, step]:
                _mill(masks, arriving, maps, mills, after, to, best)
            else:
                sweep_step(arriving, columns, sweep, maps, to, within, KEYS, best)
        faults += _compare(best, told, codes[row], row, fault)
    return faults


# The other side -----------------------------------------------------------------------------------


@kernel
def _taken(stones: int, losses: Steps, row: int, maps: Maps, after: After) -> int:
    """Return the key of the best stone to take, with these stones of the other side then."""
    best = NO_MOVE
    for step in range(losses.number[row]):
        column = rank(mapped(stones, maps, step), after.columns)
        best = max(best, int64(KEYS[after.codes[losses.row[row, step], column]]))
    return best


@inlined
def _arrived(label: int, in_mills: int, quiet: Byte, taken: Byte) -> Byte:
    """Return the key of a move by the stone on a label: whether it takes one or not."""
    return taken if in_mills >> label & 1 else quiet


@kernel
def _look(
    pairs: Ints, slides: Slides, in_mills: Masks, quiet: Codes, taken: Codes, best: Codes
) -> None:
    """Look where the moves between these pairs of labels lead to, either way, from all columns."""
    for both in pairs:
        i, j, lower, upper = between(both, slides)
        for at in range(lower.size):
            low, high = int64(lower[at]), int64(upper[at])
            down = _arrived(i, int64(in_mills[low]), quiet[low], taken[low])
            up = _arrived(j, int64(in_mills[high]), quiet[high], taken[high])
            best[low] = max(best[low], up)
            best[high] = max(best[high], down)


@exported
@allocating
def verify_other(
    rows: Rows,
    slides: Slides,
    flying: bool,
    losses: Steps,
    primary: Bytes2D,
    after: After,
    told: ReadCodes,
    placed: Bytes2D,
    codes: Bytes2D,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the other side is to move; return the number of faults.

    `primary[row, column]` has the primary side to move; for the rest see `verify_primary`.
    """
    board, classes, columns = rows
    lines, maps, masks = make_lines(board), make_maps(columns, losses.row.shape[1]), columns.masks
    size, every = masks.size, every_label(columns)
    # By the column that a move leads to: stones in mills, the key without a capture and with one.
    in_mills, quiet = np.empty(size, np.uint32), np.empty(size, np.uint8)
    taken, best = np.empty(size, np.uint8), np.empty(size, np.uint8)
    faults = 0
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        for step in range(losses.number[row] if mills.size and not after.wins else 0):
            tabulate_step(losses, row, step, maps, step)
        for column in range(size):
            stones, closed = int64(masks[column]), 0
            for mill in mills:
                if (stones & mill) == mill:
                    closed |= mill
            in_mills[column], quiet[column] = closed, KEYS[primary[row, column]]
            taken[column] = WINS
            if closed and not after.wins:
                taken[column] = _taken(stones, losses, row, maps, after)
        best[:] = NO_MOVE
        if placed.size:
            best[:] = placed[row]
        number = list_pairs(every, lines, flying)
        _look(lines.pairs[:number], slides, in_mills, quiet, taken, best)
        faults += _compare(best, told, codes[row], row, fault)
    return faults


# While stones are placed --------------------------------------------------------------------------


class Solved(NamedTuple):
    """The codes of the positions that turns lead to.

    `codes[row, column]`; `white`: whether White has its stones in the rows; `wins`: these turns win
    at once, and the codes are not used.
    """

    rows: Rows
    white: bool
    codes: Bytes2D
    wins: bool = False


_LOSES, _DRAWS, _WINS = 1, 2, 3


@kernel
def _squeezed(mask: int, taken: int) -> int:
    """Return `mask` as one of labels: the points in `taken` left out."""
    labels, bit = 0, 1
    for point in range(POINTS):
        if not (taken >> point) & 1:
            if (mask >> point) & 1:
                labels |= bit
            bit <<= 1
    return labels


@kernel
def _spread(labels: int, taken: int) -> int:
    """Return the mask of points that a mask of labels stands for."""
    mask = 0
    for point in range(POINTS):
        if not (taken >> point) & 1:
            mask |= (labels & 1) << point
            labels >>= 1
    return mask


@kernel
def look_up(white: int, black: int, solved: Solved) -> int:
    """Return the code of the position with these masks."""
    board, classes, columns = solved.rows
    primary, other = (white, black) if solved.white else (black, white)
    row, symmetry = find(primary, classes, board)
    labels = _squeezed(image(other, symmetry, board), int64(classes[row]))
    return int64(solved.codes[row, rank(labels, columns)])


@kernel
def judge(
    white: int, black: int, white_moves: bool, after: Solved, taken: Solved, worth: ReadCodes
) -> int:
    """Return the value of the best turn for the side that is to place a stone.

    `after` and `taken` are the positions after turns without and with a stone taken; for `worth`
    see `morris_turns`.
    """
    board = after.rows.board
    mover, opponent = (white, black) if white_moves else (black, white)
    best = _LOSES
    for point in range(POINTS):
        if ((white | black | ~board.every) >> point) & 1:
            continue
        placed = mover | (1 << point)
        if not in_mill(placed, point, board):
            pair = (placed, opponent) if white_moves else (opponent, placed)
            best = max(best, int64(worth[look_up(*pair, after)]))
            continue
        if taken.wins:
            return _WINS
        targets = removable(opponent, board.mills)
        for stone in range(POINTS):
            if (targets >> stone) & 1:
                rest = opponent ^ (1 << stone)
                pair = (placed, rest) if white_moves else (rest, placed)
                best = max(best, int64(worth[look_up(*pair, taken)]))
    return best


@exported
@kernel
def verify_placing(
    rows: Rows,
    white_moves: bool,
    after: Solved,
    taken: Solved,
    worth: ReadCodes,
    codes: Bytes2D,
    stride: int,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Judge every `stride`-th position of rows `start` to `end`; return the number of faults.

    `fault`: row and column of the first one, filled where the row is -1. See `judge`.
    """
    faults, masks = 0, rows.columns.masks
    size = masks.size
    first = -(-start * size // stride) * stride
    for at in range(first, end * size, stride):
        row, column = at // size, at % size
        mask = int64(rows.classes[row])
        black = _spread(int64(masks[column]), mask)
        value = judge(mask, black, white_moves, after, taken, worth)
        expected = 2 if value == _WINS else 0 if value == _DRAWS else 1
        if codes[row, column] != expected:
            faults += 1
            if fault[0] < 0:
                fault[0], fault[1] = row, column
    return faults

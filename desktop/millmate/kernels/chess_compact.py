"""Compact tables: places taken into blocks in another order, and put back.

A block holds, for consecutive places of a *stream*, whether the side to move draws (0), wins (1) or
loses (2), four places a byte, and the distances of the lost ones, one byte each. A stream has the
places of some slices in an order of axes of its own. Places that nobody asks for take the value of
the one before, which compresses best.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import ON_DIAGONAL, TRANSFORMED
from millmate.kernels.jit import Bytes2D, inlined, kernel

_LOST = 128
_ONE = np.uint64(1)
_ACROSS = TRANSFORMED[4]  # exchanges files and ranks
# The lanes that do not come after their images.
_FIRST_LANES = np.uint64(sum(1 << lane for lane in range(64) if lane <= _ACROSS[lane]))

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@kernel
def begin(at: int, sizes: Ints, digits: Ints) -> None:
    """Write the digits of a place of the stream."""
    for axis in range(sizes.size - 1, -1, -1):
        digits[axis] = at % sizes[axis]
        at //= sizes[axis]


@inlined
def _next(place: int, sizes: Ints, strides: Ints, digits: Ints) -> int:
    """Return the place in the table after `place` in the order of the stream."""
    axis = sizes.size - 1
    place += strides[axis]
    digits[axis] += 1
    while digits[axis] == sizes[axis] and axis > 0:
        digits[axis] = 0
        place -= sizes[axis] * strides[axis]
        axis -= 1
        place += strides[axis]
        digits[axis] += 1
    return place


@inlined
def _result(code: int) -> int:
    """Return 0, 1 or 2 for a draw, a win or a loss."""
    if code >= _LOST:
        return 2
    return 1 if code else 0


@inlined
def _has(words: Words, place: int) -> bool:
    return bool((words[place >> 6] >> np.uint64(place & 63)) & _ONE)


@kernel
def take(
    values: Bytes,
    wanted: Words,
    sizes: Ints,
    strides: Ints,
    start: int,
    places: int,
    results: Bytes,
    losses: Bytes,
    digits: Ints,
) -> int:
    """Take the places of a stream from `start` into a block.

    Args:
        values: The codes of the table, in its own order.
        wanted: A bit for each of them: whether anybody asks for it.
        sizes: The sizes of the stream's axes.
        strides: How far apart in the table the places along an axis are.
        start: The first place.
        places: How many; a multiple of 4.
        results: Room for the results, four to a byte.
        losses: Room for the distances, one for each place.
        digits: Room for a digit for each axis.

    Returns:
        How many distances there are, or -1 if nobody asks for anything in this block.
    """
    begin(start, sizes, digits)
    first, place = 0, 0
    for axis in range(sizes.size):
        first += digits[axis] * strides[axis]
    result, distance = -1, -1
    place = first
    for _ in range(places):
        if _has(wanted, place):
            code = int(values[place])
            if result < 0:
                result = _result(code)
            if code >= _LOST:
                distance = code - _LOST
                break
        place = _next(place, sizes, strides, digits)
    if result < 0:
        return -1
    begin(start, sizes, digits)
    place, lost = first, 0
    for number in range(places):
        if _has(wanted, place):
            code = int(values[place])
            result = _result(code)
            if result == 2:
                distance = code - _LOST
        shift = 2 * (number & 3)
        if shift == 0:
            results[number >> 2] = 0
        results[number >> 2] |= np.uint8(result << shift)
        if result == 2:
            losses[lost] = np.uint8(distance)
            lost += 1
        place = _next(place, sizes, strides, digits)
    return lost


@kernel
def put(codes: Bytes, results: Bytes, losses: Bytes) -> int:
    """Put a block back: the codes of its places in the order of the stream, 1 for every win.

    Returns:
        How many distances were needed, or -1 if there are not enough of them.
    """
    lost = 0
    for number in range(codes.size):
        result = results[number >> 2] >> np.uint8(2 * (number & 3)) & np.uint8(3)
        if result == 2:
            if lost == losses.size:
                return -1
            codes[number] = np.uint8(_LOST) | losses[lost]
            lost += 1
        else:
            codes[number] = result
    return lost


@kernel
def untangle(stream: Bytes, values: Bytes, sizes: Ints, strides: Ints, digits: Ints) -> None:
    """Bring places from the order of a stream into that of the table; see `take`.

    The innermost axes of both are done together: neither is walked through in large steps.
    """
    inner = sizes.size - 1
    lane, step = inner, 1
    while strides[lane] != 1:
        step *= sizes[lane]
        lane -= 1
    width = sizes[lane] if lane != inner else 1
    for axis in range(sizes.size):
        digits[axis] = 0
    first, place = 0, 0
    for _ in range(values.size // (sizes[inner] * width)):
        for at in range(sizes[inner]):
            to = place + at * strides[inner]
            for square in range(width):
                values[to + square] = stream[first + square * step + at]
        # The next place with the first square of both axes.
        axis, below = inner - 1, sizes[inner]
        while axis >= 0:
            if axis != lane:
                digits[axis] += 1
                first += below
                place += strides[axis]
                if digits[axis] < sizes[axis]:
                    break
                digits[axis] = 0
                first -= below * sizes[axis]
                place -= strides[axis] * sizes[axis]
            below *= sizes[axis]
            axis -= 1


# Mirror images ------------------------------------------------------------------------------------


@kernel
def _image(row: int, like: Ints, squares: Ints) -> int:
    """Return the row with the images across the long diagonal of the positions of a row.

    `like` is 1 for every piece whose successor is like it.
    """
    pieces, rest = squares.size, row
    for piece in range(pieces - 1, -1, -1):
        squares[piece] = _ACROSS[rest & 63]
        rest >>= 6
    for last in range(pieces - 1):
        piece = last
        while piece >= 0 and like[piece] and squares[piece] > squares[piece + 1]:
            squares[piece], squares[piece + 1] = squares[piece + 1], squares[piece]
            piece -= 1
    for piece in range(pieces):
        rest = rest << 6 | squares[piece]
    return rest


@kernel
def drop_images(words: Words, kings: Ints, like: Ints, squares: Ints) -> None:
    """Of each pair of images, remove the place that comes later from a set of places.

    Args:
        words: The set, one word for each placement of all men but the lane king.
        kings: The squares of the pivot king; none in tables with pawns, which have no such images.
        like: 1 for every piece whose successor is like it.
        squares: Room for the squares of the pieces.
    """
    for row in range(words.size):
        if ON_DIAGONAL[kings[row >> (6 * squares.size)]]:
            image = _image(row, like, squares)
            if image < row:
                words[row] = 0
            elif image == row:
                words[row] &= _FIRST_LANES


@kernel
def fill_images(values: Bytes2D, kings: Ints, like: Ints, squares: Ints) -> None:
    """Give each place that `drop_images` removes the code of its image, in `values[words, 64]`."""
    for row in range(values.shape[0]):
        if ON_DIAGONAL[kings[row >> (6 * squares.size)]]:
            image = _image(row, like, squares)
            if image < row:
                for lane in range(64):
                    values[row, lane] = values[image, _ACROSS[lane]]
            elif image == row:
                for lane in range(64):
                    values[row, lane] = values[row, min(lane, _ACROSS[lane])]


@kernel
def keep(values: Bytes2D, wanted: Words) -> None:
    """Put 0 in all places of `values[words, 64]` that are not in a set."""
    for row in range(values.shape[0]):
        word = wanted[row]
        for lane in range(64):
            values[row, lane] *= np.uint8((word >> np.uint64(lane)) & _ONE)

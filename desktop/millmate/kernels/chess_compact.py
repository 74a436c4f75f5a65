"""Compact tables: places taken into blocks in another order, and put back.

A block holds, for consecutive places of a *stream*, whether the side to move draws (0), wins (1) or
loses (2), four places a byte, and the distances of the lost ones, one byte each. A stream has the
places of some slices in its own order of axes. Places that are never read are free: they are filled
with the values that compress best.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import ON_DIAGONAL, TRANSFORMED
from millmate.kernels.declare import Bytes2D, exported, kernel

FREE = 2  # instead of the code of a place that is never read
_LOST = 128
# Savings and costs of compressed bytes, in sixteenths of an average byte of results.
_SAVED = 16  # a byte that repeats
_FOR_LOSS = 12  # a loss that is never read
_TELLING = 4  # each bit of a distance back
_HOPELESS = 100  # repeated bytes that fall behind by this are given up
_ONE = np.uint64(1)
_ACROSS = TRANSFORMED[4]  # exchanges files and ranks
# The lanes that do not come after their images.
_FIRST_LANES = np.uint64(sum(1 << lane for lane in range(64) if lane <= _ACROSS[lane]))

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@exported
@kernel
def mark(values: Bytes2D, wanted: Words, codes: Bytes2D) -> None:
    """Write the codes of places as they are packed: 1 for every win, `FREE` if never read.

    Args:
        values: The codes of the table, `values[words, 64]`.
        wanted: A bit for each of them: whether anybody asks for it.
        codes: Room for the codes, likewise.
    """
    for row in range(values.shape[0]):
        word = wanted[row]
        for lane in range(64):
            code = values[row, lane]
            if code < _LOST:
                code = min(code, np.uint8(1))
            if not (word >> np.uint64(lane)) & _ONE:
                code = np.uint8(FREE)
            codes[row, lane] = code


@kernel
def _longest(
    at: int, size: int, last: int, distances: Ints, known: Bytes, results: Bytes
) -> tuple[int, int]:
    """Return the distance back whose bytes save most from `at` on, and their number.

    `last` is the distance that was last found, which costs nothing to encode.
    """
    best, length, gain, bits = 0, 0, 0, 0
    for number in range(-1 if last else 0, distances.size):
        distance = last if number < 0 else distances[number]
        if distance > at:
            break
        saved = 0
        if number >= 0:
            while distance >> bits:
                bits += 1
            saved = -_TELLING * bits
        most, longest = 0, 0
        source, end = at - distance, at
        while end < size:
            if source == at:
                source -= distance  # the bytes that repeat are repeated themselves
            value, asked = int(results[source]), int(known[end])
            if (value ^ int(results[end])) & asked:
                break
            extra = value & ~asked
            losses = (extra >> 1 & 1) + (extra >> 3 & 1) + (extra >> 5 & 1) + (extra >> 7 & 1)
            saved += _SAVED - _FOR_LOSS * losses
            source += 1
            end += 1
            if saved > most:
                most, longest = saved, end - at
            elif saved < most - _HOPELESS:
                break
        if most > gain:
            best, length, gain = distance, longest, most
    return best, length


@kernel
def _filled(result: int, value: int, known: int) -> np.uint8:
    """Return a byte of results whose free places have the one before, first `result`; no loss."""
    for shift in range(0, 8, 2):
        if known >> shift & 3:
            result = value >> shift & 3
        elif result == 2:
            result = 0
        value |= result << shift
    return np.uint8(value)


@exported
@kernel
def fill_results(codes: Bytes, distances: Ints, known: Bytes, results: Bytes) -> None:
    """Write the results of a block, four places to a byte, and choose those of free places.

    They are chosen as a coder that looks for repeated bytes reads them: from byte to byte, the
    distance back over which the bytes repeat for longest, wherever free places allow it. A free
    place that becomes a loss costs one more distance of a loss. Where nothing repeats, a free place
    takes the result of the one before, unless that is a loss.

    Args:
        codes: The codes of the places, as `mark` writes them.
        distances: Distances back to look at, in bytes, ascending.
        known: Room for the bits of each byte that are not free.
        results: Room for the results.
    """
    size = codes.size >> 2
    for at in range(size):
        value, bits = 0, 0
        for digit in range(4):
            code = int(codes[4 * at + digit])
            if code != FREE:
                value |= (2 if code >= _LOST else code) << (2 * digit)
                bits |= 3 << (2 * digit)
        results[at], known[at] = np.uint8(value), np.uint8(bits)
    at, last = 0, 0
    while at < size:
        distance, length = _longest(at, size, last, distances, known, results)
        if length:
            last = distance
            for _ in range(length):
                results[at] = results[at - distance]
                at += 1
        else:
            before = int(results[at - 1]) >> 6 if at else 0
            results[at] = _filled(before, int(results[at]), int(known[at]))
            at += 1


@exported
@kernel
def take_losses(codes: Bytes, results: Bytes, losses: Bytes) -> int:
    """Write the distances of a block's losses, where a place is free that of the one before.

    Returns:
        How many there are.
    """
    distance, lost = -1, 0
    for number in range(codes.size):
        if codes[number] >= _LOST:
            distance = int(codes[number]) - _LOST
            break
    for number in range(codes.size):
        if results[number >> 2] >> np.uint8(2 * (number & 3)) & np.uint8(3) == 2:
            if codes[number] >= _LOST:
                distance = int(codes[number]) - _LOST
            losses[lost] = np.uint8(distance)
            lost += 1
    return lost


@exported
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


@exported
@kernel
def agrees(codes: Bytes, results: Bytes, losses: Bytes) -> bool:
    """Return whether a block holds the codes of its places, as `mark` writes them, and no more."""
    lost = 0
    for number in range(codes.size):
        result = int(results[number >> 2] >> np.uint8(2 * (number & 3)) & np.uint8(3))
        if result == 2:
            if lost == losses.size:
                return False
            result = _LOST | int(losses[lost])
            lost += 1
        if codes[number] != FREE and codes[number] != result:
            return False
    return lost == losses.size


@exported
@kernel
def untangle(stream: Bytes, values: Bytes, sizes: Ints, strides: Ints, digits: Ints) -> None:
    """Bring places from the order of a stream into that of the table, or the other way round.

    The innermost axes of both are done together: neither is walked through in large steps.

    Args:
        stream: The places in the first order.
        values: Room for them in the second.
        sizes: The sizes of the axes in the first order.
        strides: How far apart in the second order the places along an axis are.
        digits: Room for a digit for each axis.
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


@exported
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


@exported
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


@exported
@kernel
def keep(values: Bytes2D, wanted: Words) -> None:
    """Put 0 in all places of `values[words, 64]` that are not in a set."""
    for row in range(values.shape[0]):
        word = wanted[row]
        for lane in range(64):
            values[row, lane] *= np.uint8((word >> np.uint64(lane)) & _ONE)

"""Compact tables: places taken into blocks in another order.

A block holds, for consecutive places of a *stream*, whether the side to move draws (0), wins (1) or
loses (2), four places a byte, and the distances of the lost ones, one byte each. A stream has the
places of some slices in its own order of axes. Places that are never read are free: they are filled
with the values that compress best.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import Bytes2D, ReadOnlyBytes, exported, inlined, kernel
from millmate.kernels.integers import first_bit, last_bit, popcount

FREE = 2  # instead of the code of a place that is never read
BEHIND = 8  # bytes of room that `fill_results` needs behind its results
_LOST = 128
# Savings and costs of compressed bytes, in sixteenths of an average byte of results.
_SAVED = 16  # a byte that repeats
_FOR_LOSS = 12  # a loss that is never read
_TELLING = 4  # each bit of a distance back
_HOPELESS = 100  # repeated bytes that fall behind by this are given up
_ENOUGH = 64  # repeated bytes after which no other distance is tried: results grow by 1 %
_ONE, _EIGHT = np.uint64(1), np.uint64(8)
_BYTES = np.uint64(0x0101010101010101)
_LOSSES = np.uint64(0xAAAAAAAAAAAAAAAA)  # the higher bit of each result

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


@inlined
def _eight(values: Bytes, at: int) -> np.uint64:
    """Return eight bytes as a number, in one instruction."""
    first, word = np.uint64(at), np.uint64(0)
    for byte in range(8):
        word |= np.uint64(values[first + np.uint64(byte)]) << np.uint64(8 * byte)
    return word


@kernel
def _saved(
    at: int, size: int, distance: int, cost: int, known: Bytes, results: Bytes
) -> tuple[int, int]:
    """Return the most that bytes a distance back save from `at` on, and the number of them."""
    saved, most, longest, source, end = -cost, 0, 0, at - distance, at
    word, whole, bits = _eight(results, source), 8, 8 * distance
    if bits < 64:
        word, whole = word & ((_ONE << np.uint64(bits)) - _ONE), 8 // distance * distance
        while bits < 64:
            word |= word << np.uint64(bits)
            bits *= 2
    while end < size:
        length = min(whole if distance < 8 else min(8, at - source), size - end)
        asked = _eight(known, end)
        wrong, extra = (word ^ _eight(results, end)) & asked, word & ~asked & _LOSSES
        same = min(length, first_bit(wrong) >> 3) if wrong else length
        stop, step = end + same, 1 if extra else same
        while end < stop:
            saved += _SAVED * step - _FOR_LOSS * popcount(extra & np.uint64(255))
            extra >>= np.uint64(8)
            end += step
            if saved > most:
                most, longest = saved, end - at
            elif saved < most - _HOPELESS:
                return most, longest
        if same < length:
            break
        if distance >= 8:
            source += length
            if source == at:
                source -= distance  # the bytes that repeat are repeated themselves
            word = _eight(results, source)
    return most, longest


@kernel
def _longest(
    at: int, size: int, last: int, distances: Ints, known: Bytes, results: Bytes
) -> tuple[int, int]:
    """Return the distance back whose bytes save most from `at` on, and their number.

    `last` is the distance that was last found, which costs nothing to encode.
    """
    best, length, gain = 0, 0, 0
    asked, value = _eight(known, at), _eight(results, at)
    for number in range(-1 if last else 0, distances.size):
        distance = last if number < 0 else distances[number]
        if distance > at:
            break
        cost = 0 if number < 0 else _TELLING * (last_bit(np.uint64(distance)) + 1)
        least = (gain + cost) // _SAVED + 1  # as many bytes must repeat to save more
        compared = np.uint64(64 - 8 * min(least, distance, 8))
        if ((_eight(results, at - distance) ^ value) & asked) << compared:
            continue
        far = at + least - 8
        if at < far <= min(at + distance, size) - 8:
            differ = _eight(results, far - distance) ^ _eight(results, far)
            if differ & _eight(known, far):
                continue
        most, longest = _saved(at, size, distance, cost, known, results)
        if most > gain:
            best, length, gain = distance, longest, most
            if length >= _ENOUGH:
                break
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


@inlined
def _two_bytes(low: np.uint64) -> np.uint64:
    """Return the two lowest bits of each byte of a word, one after another."""
    low = (low | low >> np.uint64(6)) & np.uint64(0x000F000F000F000F)
    low = (low | low >> np.uint64(12)) & np.uint64(0x000000FF000000FF)
    return (low | low >> np.uint64(24)) & np.uint64(0xFFFF)


@inlined
def _results(codes: Bytes, at: int) -> tuple[np.uint64, np.uint64]:
    """Return two bytes with the results of eight places, and two with bits where none is free."""
    code = _eight(codes, at)
    lost = code >> np.uint64(7) & _BYTES
    won, free = code & ~lost & _BYTES, code >> np.uint64(1) & ~lost & _BYTES
    known = _two_bytes(free | free << _ONE) ^ np.uint64(0xFFFF)
    return _two_bytes(won | lost << _ONE), known


@exported
@kernel
def fill_results(codes: Bytes, distances: Ints, known: Bytes, results: Bytes) -> bool:
    """Write the results of a block, four places to a byte, and choose those of free places.

    They are chosen as a coder that looks for repeated bytes reads them: from byte to byte, the
    distance back over which the bytes repeat for longest, wherever free places allow it. A free
    place that becomes a loss costs one more distance of a loss. Where nothing repeats, a free place
    takes the result of the one before, unless that is a loss.

    Args:
        codes: The codes of a multiple of 32 places, as `untangle` marks them.
        distances: Distances back to look at, in bytes, ascending.
        known: Room for the bits of each byte that are not free, and `BEHIND` bytes more.
        results: Room for the results, likewise.

    Returns:
        Whether any is not a draw.
    """
    size, some = codes.size >> 2, np.uint64(0)
    for at in range(0, size, 2):
        value, bits = _results(codes, 4 * at)
        results[at], results[at + 1] = np.uint8(value), np.uint8(value >> _EIGHT)
        known[at], known[at + 1] = np.uint8(bits), np.uint8(bits >> _EIGHT)
        some |= value
    if not some:  # all are draws or free
        results[:size] = 0
        return False
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
    return True


@exported
@kernel
def take_losses(codes: Bytes, results: ReadOnlyBytes, losses: Bytes) -> int:
    """Write the distances of a block's losses, where a place is free that of the one before.

    Args:
        codes: The codes of the places, as `untangle` marks them.
        results: The results of the block, as they are packed.
        losses: Room for the distances.

    Returns:
        How many there are, -1 if these are not the results of the places.
    """
    size, wrong = codes.size >> 2, np.uint64(0)
    for first in range(0, size, 8):
        packed = _eight(results, first)
        for part in range(4):
            value, bits = _results(codes, 4 * first + 8 * part)
            wrong |= (packed >> np.uint64(16 * part) ^ value) & bits
    if wrong:
        return -1
    distance, lost = _LOST, 0
    for first in range(0, size, 8):
        left = _eight(results, first) & _LOSSES
        while left:
            code = int(codes[4 * first + (first_bit(left) >> 1)])
            left &= left - _ONE
            if code >= _LOST:
                if distance == _LOST:  # the first one
                    losses[:lost] = np.uint8(code - _LOST)
                distance = code - _LOST
            losses[lost] = np.uint8(distance)
            lost += 1
    return lost


@kernel
def _mark(values: Bytes, wanted: np.uint64, codes: Bytes) -> None:
    """Write 64 codes as they are packed: 1 for every win, `FREE` if they are not `wanted`."""
    for lane in range(64):
        code = values[lane]
        if code < _LOST:
            code = min(code, np.uint8(1))
        if not (wanted >> np.uint64(lane)) & _ONE:
            code = np.uint8(FREE)
        codes[lane] = code


@exported
@kernel
def untangle(
    stream: Bytes, wanted: Words, values: Bytes, sizes: Ints, strides: Ints, tile: Bytes2D
) -> None:
    """Bring places from the order of a stream into that of the table, or the other way round.

    The innermost axes of both are done together: every cache line is visited once.

    Args:
        stream: The places in the first order.
        wanted: None, to write the codes as they are. Or a bit for each place of a table, the first
            order: the codes are written as they are packed, 1 for every win, `FREE` if not wanted.
        values: Room for the codes in the second order.
        sizes: The sizes of the axes in the first order.
        strides: How far apart in the second order the places along an axis are.
        tile: Room for the places along two axes and a row more, uint8[65, 64].
    """
    inner = sizes.size - 1
    lane, step, length, marked = inner, 1, sizes[inner], tile[64]
    while strides[lane] != 1:
        step *= sizes[lane]
        lane -= 1
    width = sizes[lane] if lane != inner else 1
    for number in range(values.size // length // width):
        first, place, below, rest = 0, 0, length, number
        for axis in range(inner - 1, -1, -1):
            if axis != lane:
                digit, rest = rest % sizes[axis], rest // sizes[axis]
                first += digit * below
                place += digit * strides[axis]
            below *= sizes[axis]
        for column in range(width):
            start = first + column * step
            row, to = stream[start:], values[place:]
            if wanted.size:
                _mark(row, wanted[start >> 6], marked)
                row = marked
            for at in range(length):
                if lane == inner:
                    to[at] = row[at]
                else:
                    tile[at, column] = row[at]
        for at in range(length if lane != inner else 0):
            to = values[place + at * strides[inner] :]
            for column in range(width):
                to[column] = tile[at, column]

"""CityHashCrc256: a fast hash of 256 bits of at least 240 bytes.

Source: G. Pike and J. Alakuijala, CityHash (2011); CRC-32C is that of RFC 3720.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import exported, inlined, kernel

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

ROUND = 240  # bytes that are hashed together, and the least number of bytes to hash
_STEP = 40

_K = np.uint64(0xC3A5C85C97CB3127)
_MIX = np.uint64(0x9DDFEA08EB382D69)
_U0, _U1, _U8, _U47, _U64, _U255 = (np.uint64(n) for n in (0, 1, 8, 47, 64, 255))
_U25, _U27, _U32, _U33, _U41 = (np.uint64(n) for n in (25, 27, 32, 33, 41))
_U32_BITS = np.uint64(0xFFFFFFFF)
_POLYNOMIAL = 0x82F63B78


def _crc_table() -> Words:
    table = np.arange(256, dtype=np.uint64)
    for _ in range(8):
        table = np.where(table & _U1, table >> _U1 ^ np.uint64(_POLYNOMIAL), table >> _U1)
    return table


_CRC = _crc_table()


@inlined
def _word(data: Bytes, at: int) -> np.uint64:
    """Return the eight bytes from a place on, the lowest first."""
    found = _U0
    for byte in range(7, -1, -1):
        found = found << _U8 | np.uint64(data[at + byte])
    return found


@inlined
def _turned(word: np.uint64, bits: np.uint64) -> np.uint64:
    return word >> bits | word << (_U64 - bits)


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    return word ^ word >> _U47


@inlined
def _both(one: np.uint64, two: np.uint64) -> np.uint64:
    """Return a hash of two words."""
    first = _mixed((one ^ two) * _MIX)
    return _mixed((two ^ first) * _MIX) * _MIX


@kernel
def _crc(crc: np.uint64, word: np.uint64) -> np.uint64:
    """Return the CRC-32C continued by a word."""
    found = (crc ^ word) & _U32_BITS
    for _ in range(4):
        found = _CRC[np.int64(found & _U255)] ^ found >> _U8
    found ^= word >> _U32
    for _ in range(4):
        found = _CRC[np.int64(found & _U255)] ^ found >> _U8
    return found


@exported
@kernel
def city_hash_crc(data: Bytes, seed: np.uint64, out: Words) -> None:
    """Set `out`, four words, to the hash of at least `ROUND` bytes."""
    size = data.size
    a, b = _word(data, 56) + _K, _word(data, 96) + _K
    c, d = _both(b, np.uint64(size)), _word(data, 120) * _K + np.uint64(size)
    e = _word(data, 184) + seed
    first, second, t = c, d, c + d
    f, g, h, i, j = seed, _U0, _U0, _U0, _U0
    rounds = size // ROUND * (ROUND // _STEP)
    steps = rounds + -(-(size % ROUND) // _STEP)
    for step in range(steps):
        at = min(step * _STEP, size - _STEP)
        odd = step < rounds and step % 2 == 0
        twist, factor = (_U1, _U1) if odd else (_U0, _K)
        before = a
        a = _turned(b, _U41 ^ twist) * factor + _word(data, at)
        b = _turned(c, _U27 ^ twist) * factor + _word(data, at + 8)
        c = _turned(d, _U41 ^ twist) * factor + _word(data, at + 16)
        d = _turned(e, _U33 ^ twist) * factor + _word(data, at + 24)
        e = _turned(t, _U25 ^ twist) * factor + _word(data, at + 32)
        t = before
        f, g, h, i, j = _crc(f, a), _crc(g, b), _crc(h, c), _crc(i, d), _crc(j, e)
    j += i << _U32
    a = _both(a, j)
    h += g << _U32
    b += h
    c = _both(c, f) + i
    d = _both(d, e + first)
    j += e
    i += _both(h, t)
    e = _both(a, d) + j
    f = _both(b, c) + a
    g = _both(j, i) + c
    out[0] = e + f + g + h
    a = _mixed((a + g) * _K) * _K + b
    out[1] = second + a + out[0]
    a = _mixed(a * _K) * _K + c
    out[2] = a + out[1]
    a = _mixed((a + e) * _K) * _K
    out[3] = a + out[2]

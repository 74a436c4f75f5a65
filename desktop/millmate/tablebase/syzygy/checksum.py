"""The checksum at the end of a Syzygy file: CityHash of the hashes of its parts of 16 MiB.

Source: R. de Man's program tbcheck; G. Pike and J. Alakuijala, CityHash (2011).
"""

import struct

import numpy as np

from millmate.kernels.city_hash import ROUND, city_hash_crc

SIZE = 16  # bytes
_PART = 1 << 24
_MOST_PARTS = 4  # whose hashes are few enough for the short form of CityHash128
_ALL = (1 << 64) - 1
_K0, _K1, _K3 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0xC949D7C7509E6557
_MIX = 0x9DDFEA08EB382D69


def checksum(content: bytes) -> bytes:
    """Return the checksum of the bytes before it, zeros for more than 64 MiB."""
    parts = [content[at : at + _PART] for at in range(0, len(content), _PART)]
    if len(parts) > _MOST_PARTS:
        return bytes(SIZE)
    return _city_hash_128(b"".join(map(_of_part, parts)))


def _of_part(part: bytes) -> bytes:
    seed = ~len(part) & 0xFFFFFFFF if len(part) < ROUND else 0
    out = np.empty(4, np.uint64)
    data = np.frombuffer(part.ljust(ROUND, b"\0"), np.uint8)
    city_hash_crc(data.copy(), np.uint64(seed), out)
    return out.astype("<u8").tobytes()


def _city_hash_128(data: bytes) -> bytes:
    """Return the hash of 32 to 128 bytes, a multiple of 16."""
    words = struct.unpack(f"<{len(data) // 8}Q", data)
    a, b, rest = words[0] ^ _K3, words[1], words[2:]
    if len(rest) == 2:
        a = _mixed(a * _K1) * _K1 & _ALL
        turned = rest[1] + 16 & _ALL
        c = b * _K1 + (_both(rest[0], turned >> 16 | turned << 48) ^ rest[1])
        d = _mixed(a + rest[0])
    else:
        c = _both(rest[-1] + _K1, a)
        d = _both(b + 8 * len(rest), c + rest[-2])
        a += d
        for one, two in zip(rest[:-2:2], rest[1:-2:2], strict=True):
            a = (a ^ _mixed(one * _K1) * _K1) * _K1 & _ALL
            b ^= a
            c = (c ^ _mixed(two * _K1) * _K1) * _K1 & _ALL
            d ^= c
    a, b = _both(a, c), _both(d, b)
    return struct.pack("<2Q", a ^ b, _both(b, a))


def _both(one: int, two: int) -> int:
    """Return a hash of two words."""
    first = _mixed(((one ^ two) & _ALL) * _MIX)
    return _mixed(((two ^ first) & _ALL) * _MIX) * _MIX & _ALL


def _mixed(word: int) -> int:
    return (word & _ALL) ^ (word & _ALL) >> 47

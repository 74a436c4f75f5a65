"""The container of a Syzygy file: the men, heads, indexes, sizes of blocks, blocks, a checksum."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

import chess
import numpy as np

from millmate.kernels.city_hash import ROUND, city_hash_crc
from millmate.tablebase.spaces import Man
from millmate.tablebase.syzygy.order import Order
from millmate.tablebase.syzygy.pairs import Packed

_BLACK = 8  # added to the kind of a man
_ALIGNED = 64
_TWO_SIDES, _WITH_PAWNS = 1, 2


class Side(NamedTuple):
    """The values of a part with one side to move."""

    order: Order
    packed: Packed


def content(magic: bytes, parts: Sequence[Sequence[Side]], maps: bytes = b"") -> bytes:
    """Return the bytes of a file.

    Args:
        magic: The four bytes that it starts with.
        parts: For each part (see `Order.parts`) the values with one or two sides to move.
        maps: The bytes after the heads.
    """
    men = len(parts[0][0].order.men)
    kinds = (_TWO_SIDES if len(parts[0]) == 2 else 0) | (_WITH_PAWNS if len(parts) > 1 else 0)
    found = magic + bytes([kinds | men << 4])
    for part in parts:
        first, last = (
            [*side.order.places(), *map(_number, side.order.men)] for side in (part[0], part[-1])
        )
        found += bytes(one | two << 4 for one, two in zip(first, last, strict=True))
    found = _aligned(found, 2)
    packed = [side.packed for part in parts for side in part]
    found = _aligned(found + b"".join(each.head for each in packed) + maps, 2)
    found += b"".join(each.index for each in packed) + b"".join(each.sizes for each in packed)
    for each in packed:
        if each.blocks:
            found = _aligned(found) + each.blocks
    found = _aligned(found)
    return found + checksum(found)


def _number(man: Man) -> int:
    return man[0] + (0 if man[1] == chess.WHITE else _BLACK)


def _aligned(some: bytes, to: int = _ALIGNED) -> bytes:
    return some.ljust(-(-len(some) // to) * to, b"\0")


# --- ----------------------------------------------------------------------------------------------
# The checksum at the end of a Syzygy file: CityHash of the hashes of its parts of 16 MiB.
#
# Source: R. de Man's program tbcheck; G. Pike and J. Alakuijala, CityHash (2011).

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

"""The container of a Syzygy file: the men, heads, indexes, sizes of blocks, blocks, a checksum."""

from collections.abc import Sequence
from typing import NamedTuple

import chess

from millmate.tablebase.spaces import Man
from millmate.tablebase.syzygy.checksum import checksum
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
    found = _even(found)
    packed = [side.packed for part in parts for side in part]
    found = _even(found + b"".join(each.head for each in packed) + maps)
    found += b"".join(each.index for each in packed) + b"".join(each.sizes for each in packed)
    for each in packed:
        if each.blocks:
            found = _aligned(found) + each.blocks
    found = _aligned(found)
    return found + checksum(found)


def _number(man: Man) -> int:
    return man[0] + (0 if man[1] == chess.WHITE else _BLACK)


def _even(some: bytes) -> bytes:
    return some + b"\0" * (len(some) % 2)


def _aligned(some: bytes) -> bytes:
    return some.ljust(-(-len(some) // _ALIGNED) * _ALIGNED, b"\0")

"""The container of a Syzygy file: the men, heads, indexes, sizes of blocks, blocks, a checksum."""

from collections.abc import Sequence

import chess

from millmate.tablebase.spaces import Man
from millmate.tablebase.syzygy.order import Order
from millmate.tablebase.syzygy.pairs import Packed

_BLACK = 8  # added to the kind of a man
_ALIGNED = 64
_CHECKSUM = bytes(16)  # readers do not look at it
_TWO_SIDES, _WITH_PAWNS = 1, 2


def content(
    magic: bytes, orders: Sequence[Order], parts: Sequence[Sequence[Packed]], maps: bytes = b""
) -> bytes:
    """Return the bytes of a file.

    Args:
        magic: The four bytes that it begins with.
        orders: The order of the men in each part (see `Order.parts`), for either side to move.
        parts: For each part the values with one or two sides to move.
        maps: What comes behind the heads.
    """
    men = len(orders[0].men)
    kinds = (_TWO_SIDES if len(parts[0]) == 2 else 0) | (_WITH_PAWNS if len(parts) > 1 else 0)
    found = magic + bytes([kinds | men << 4])
    for order in orders:
        numbers = [*order.places(), *map(_number, order.men)]
        found += bytes(number | number << 4 for number in numbers)
    found = _even(found)
    packed = [side for part in parts for side in part]
    found = _even(found + b"".join(side.head for side in packed) + maps)
    found += b"".join(side.index for side in packed) + b"".join(side.sizes for side in packed)
    for side in packed:
        if side.blocks:
            found = _aligned(found) + side.blocks
    return _aligned(found) + _CHECKSUM


def _number(man: Man) -> int:
    return man[0] + (0 if man[1] == chess.WHITE else _BLACK)


def _even(some: bytes) -> bytes:
    return some + b"\0" * (len(some) % 2)


def _aligned(some: bytes) -> bytes:
    return some.ljust(-(-len(some) // _ALIGNED) * _ALIGNED, b"\0")

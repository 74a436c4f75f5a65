"""Gaviota files written from tables of distances to mate."""

import lzma
import struct
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.files import open_atomically
from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.crew import Between
from millmate.tablebase.export import ExportError
from millmate.tablebase.gaviota import order
from millmate.tablebase.layout import LOST, Layout, Pawns
from millmate.tablebase.spaces import slice_space
from millmate.tablebase.table import Table

_ILLEGAL = 3
_WHITE_WINS, _BLACK_WINS = 1, 2
_MOST_MOVES = {"white": 127, "black": 126}  # to mate that files can hold

Values = NDArray[np.uint8]
# Returns a slice as bytes of a file, an axis for each king and piece.
Read = Callable[[int], Values]


def export(
    tables: Path, material: Material, directory: Path, between: Between, threads: int
) -> list[Path]:
    """Write the file of a material; arguments and errors are those of `export.export`."""
    table = store.opened(tables, material)
    layout, longest = table.layout, table.info.longest
    if table.has_more or any(longest[side] > most for side, most in _MOST_MOVES.items()):
        told = tr("{material} has mates in {n} moves, more than Gaviota files can store")
        raise ExportError(told.format(material=material, n=max(longest.values())))
    path = directory / f"{material.white}{material.black}{SUFFIX}".lower()
    sides = (_side(table, turn, between, threads) for turn in chess.COLORS)
    write(path, sides, order.size(layout), threads)
    return [path]


def codes(turn: bool) -> Values:
    """Return, by the code of a table, the byte of a Gaviota file with one side to move.

    Two bits hold the winner and six the moves; with the bits of a draw or of an illegal position
    they hold the moves beyond 63. Mated in 127 with Black to move is an exception.
    """
    won, lost = (_WHITE_WINS, _BLACK_WINS) if turn else (_BLACK_WINS, _WHITE_WINS)
    found = np.zeros(256, np.uint8)
    for moves in range(1, LOST):
        found[moves] = (moves - 1) << 2 | won if moves <= 64 else moves - 64 << 2
    for moves in range(LOST):
        found[LOST + moves] = moves << 2 | lost if moves <= 63 else moves - 63 << 2 & 255 | 3
    if not turn:
        found[LOST + 127] = 63 << 2
    return found


# Values in the order of the file ------------------------------------------------------------------


def _side(table: Table, turn: bool, between: Between, threads: int) -> Iterator[bytes]:
    """Yield the bytes of the positions with one side to move."""
    layout = table.layout

    @lru_cache(1)
    def read(number: int) -> Values:
        values = codes(turn)[table.slice_values(turn, number, threads=threads)]
        values[~slice_space(layout, number).legal(turn)] = _ILLEGAL
        return values.reshape(-1, *[64] * (layout.pieces + 1))

    if any(layout.pawns):
        parts = [partial(_with_pawns, layout, read, at) for at in order.pawn_placements(layout)]
    else:
        parts = [partial(_without_pawns, layout, read, at) for at in order.KINGS]
    for number, part in enumerate(parts):
        between((0 if turn else 0.5) + number / len(parts) / 2)
        yield part().tobytes()


def _without_pawns(layout: Layout, read: Read, kings: tuple[int, int]) -> Values:
    """Return the bytes with both kings fixed."""
    turned = TRANSFORMED[TO_TRIANGLE[kings[0]]]
    part = read(0)[KING_INDEX[kings[0]]][..., turned[kings[1]]]
    return _in_order(layout, part[np.ix_(*[turned] * layout.pieces)])


def _with_pawns(layout: Layout, read: Read, pawns: Pawns) -> Values:
    """Return the bytes with the pawns fixed."""
    if len({*pawns[0], *pawns[1]}) < sum(layout.pawns):
        return np.full(order.size(layout) // len(order.pawn_placements(layout)), _ILLEGAL, np.uint8)
    number, mirrored = layout.slice_of(pawns)
    values = read(number)
    if mirrored:
        values = values[np.ix_(*[TRANSFORMED[1]] * values.ndim)]
    return _in_order(layout, np.moveaxis(values, -1, 1), kings=2)


def _in_order(layout: Layout, values: Values, kings: int = 0) -> Values:
    """Return values with an axis for each piece behind those of the kings in the file's order."""
    digits = order.piece_digits(layout)
    axes = [kings + piece for digit in digits for piece in digit]
    found = values.transpose(*range(kings), *axes)
    for at, digit in enumerate(digits, kings):
        if len(digit) > 1:
            found = found[(slice(None),) * at + order.like_squares(len(digit))]
    return np.ascontiguousarray(found)


# --- The container of a Gaviota file: a head, the offsets of blocks, and the blocks ---------------
# The head has ten numbers of four bytes; a block is 16,384 positions, one byte each, as a stream
# of LZMA with its own head of 13 bytes behind two bytes of zero. White to move comes first.

SUFFIX = ".gtb.cp4"
POSITIONS = 16_384  # in a block

_HEAD = struct.Struct("<10I")
_SCHEME = 2  # as published files of compression scheme 4 have it
_STREAM_HEAD = 13  # bytes; the last eight hold the size of the block
# The other settings of published files are the library's defaults.
_FILTERS = [{"id": lzma.FILTER_LZMA1, "dict_size": 4096, "nice_len": 273, "depth": 64}]
_TOGETHER = 128  # blocks that threads share


def write(path: Path, sides: Iterable[Iterable[bytes]], size: int, threads: int) -> None:
    """Write a file, whole or not at all.

    Args:
        path: Where it goes.
        sides: The positions with White and with Black to move, in parts of any length.
        size: The number of positions with each side to move.
        threads: The number of threads.

    Raises:
        OSError: The directory cannot be written or is full.
    """
    blocks = 2 * -(-size // POSITIONS)
    start = _HEAD.size + 4 * (blocks + 1)
    with open_atomically(path) as file, ThreadPoolExecutor(threads) as pool:
        file.seek(start)
        starts = [start]
        for parts in sides:
            own = _cut(parts)
            while some := list(islice(own, _TOGETHER)):
                for packed in pool.map(_packed, some):
                    file.write(packed)
                    starts.append(file.tell())
        assert len(starts) == blocks + 1
        file.seek(0)
        tail = size % POSITIONS
        file.write(_HEAD.pack(0, 0, POSITIONS, 0, tail, 0, tail, 0, start, _SCHEME))
        file.write(struct.pack(f"<{len(starts)}I", *starts))


def _cut(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of parts as blocks."""
    left = b""
    for part in parts:
        whole = left + part
        end = len(whole) - len(whole) % POSITIONS
        for at in range(0, end, POSITIONS):
            yield whole[at : at + POSITIONS]
        left = whole[end:]
    if left:
        yield left


def _packed(block: bytes) -> bytes:
    stream = lzma.compress(block, lzma.FORMAT_ALONE, filters=_FILTERS)
    size = struct.pack("<q", len(block))
    return b"\0\0" + stream[: _STREAM_HEAD - 8] + size + stream[_STREAM_HEAD:]

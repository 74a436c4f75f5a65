"""Gaviota files written from tables of distances to mate."""

import lzma
import struct
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import IO

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
from millmate.tablebase.spaces import Space
from millmate.tablebase.table import Table

_ILLEGAL = 3
_WHITE_WINS, _BLACK_WINS = 1, 2
_MOST_MOVES = {"white": 127, "black": 126}  # to mate that files can hold

Values = NDArray[np.uint8]


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
    layout, done = table.layout, 0 if turn else 0.5
    if not any(layout.pawns):
        parts = _without_pawns(table, turn, threads)
        number = len(order.king_placements())
    else:
        placements = order.pawn_placements(layout)
        number = len(placements)
        parts = (_with_pawns(table, turn, pawns, threads) for pawns in placements)
    for at, part in enumerate(parts):
        between(done + at / number / 2)
        yield part.tobytes()


def _without_pawns(table: Table, turn: bool, threads: int) -> Iterator[Values]:
    """Yield the bytes with both kings fixed, placement by placement."""
    layout = table.layout
    values = _coded(table, turn, 0, (), threads)
    for white, black in order.king_placements():
        turned = TRANSFORMED[TO_TRIANGLE[white]]
        part = values[KING_INDEX[white]][..., turned[black]]
        yield _in_order(layout, part[np.ix_(*[turned] * layout.pieces)])


def _with_pawns(table: Table, turn: bool, pawns: Pawns, threads: int) -> Values:
    """Return the bytes with the pawns fixed."""
    layout = table.layout
    if len({*pawns[0], *pawns[1]}) < sum(layout.pawns):
        return np.full(order.size(layout) // len(order.pawn_placements(layout)), _ILLEGAL, np.uint8)
    number, mirrored = layout.slice_of(pawns)
    men = tuple(
        ((chess.PAWN, colour), square)
        for colour, squares in zip(chess.COLORS, layout.placements[number], strict=True)
        for square in squares
    )
    values = _coded(table, turn, number, men, threads)
    if mirrored:
        values = values[np.ix_(*[TRANSFORMED[1]] * values.ndim)]
    return _in_order(layout, np.moveaxis(values, -1, 1), kings=2)


def _coded(
    table: Table,
    turn: bool,
    number: int,
    men: tuple[tuple[tuple[int, bool], int], ...],
    threads: int,
) -> Values:
    """Return a slice as the bytes of a file, an axis for each man but `men`, the pawns."""
    layout = table.layout
    values = codes(turn)[table.slice_values(turn, number, threads=threads)]
    pieces = tuple(zip(layout.kinds, layout.white, strict=True))
    legal = Space(pieces, men, everywhere=bool(men)).masks().legal[turn]
    values[_bits(legal) == 0] = _ILLEGAL
    return values.reshape(-1, *[64] * (layout.pieces + 1))


def _bits(words: NDArray[np.uint64]) -> Values:
    """Return the bits of words, the lowest first: uint8[words, 64]."""
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little").reshape(-1, 64)


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
_FILTERS = [
    {
        "id": lzma.FILTER_LZMA1,
        "lc": 3,
        "lp": 0,
        "pb": 2,
        "dict_size": 4096,
        "mode": lzma.MODE_NORMAL,
        "mf": lzma.MF_BT4,
        "nice_len": 273,
        "depth": 64,
    }
]
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
        starts = [start, *_write_blocks(file, start, sides, pool)]
        assert len(starts) == blocks + 1
        file.seek(0)
        tail = size % POSITIONS
        file.write(_HEAD.pack(0, 0, POSITIONS, 0, tail, 0, tail, 0, start, _SCHEME))
        file.write(struct.pack(f"<{len(starts)}I", *starts))


def _write_blocks(
    file: IO[bytes], place: int, sides: Iterable[Iterable[bytes]], pool: ThreadPoolExecutor
) -> Iterator[int]:
    """Write all blocks; yield where each ends."""
    for parts in sides:
        blocks = _cut(parts)
        while some := list(islice(blocks, _TOGETHER)):
            for packed in pool.map(_packed, some):
                file.write(packed)
                place += len(packed)
                yield place


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

"""Syzygy files of who wins (WDL), written from tables without pawns."""

from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.syzygy
import numpy as np
from numpy.typing import NDArray

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX
from millmate.kernels.syzygy_pairs import fill_unknown
from millmate.language import tr
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.spaces import Space
from millmate.tablebase.syzygy.order import Order, order_of
from millmate.tablebase.syzygy.pairs import Packed, pack
from millmate.tablebase.table import Table

SUFFIX = ".rtbw"
MOST_MEN = 4  # of more, wins that the fifty-move rule draws need tables of the other metric

_BLACK = 8  # added to the kind of a man
_ALIGNED = 64
_CHECKSUM = bytes(16)  # readers do not look at it
_ANY = 255  # an illegal position: whatever packs best

Values = NDArray[np.uint8]
Between = Callable[[float], object]


class SyzygyError(MillMateError):
    """A Syzygy file cannot be written."""


def path_of(directory: Path, material: Material) -> Path:
    """Return where the file of a canonical material goes."""
    return directory / f"{material}{SUFFIX}"


def refuse(material: Material) -> None:
    """Raise `SyzygyError` for a material whose file is not written yet."""
    if material.has_pawns or not 3 <= material.men <= MOST_MEN:
        told = tr(
            "Syzygy files are written of who wins (WDL), for three to {n} men without pawns: not "
            "for {material}, and no distances (DTZ) yet"
        )
        raise SyzygyError(told.format(n=MOST_MEN, material=material))


def export(
    table: Table,
    directory: Path,
    between: Between = lambda fraction: None,
    threads: int | None = None,
) -> Path:
    """Write the WDL file of a table of distances to mate into a directory.

    Args:
        table: The table.
        directory: Where the file goes; one that is there is replaced.
        between: Called now and then with the fraction done; may raise to stop.
        threads: How many threads read the table, as many as there are processors if None.

    Returns:
        The path of the file.

    Raises:
        SyzygyError: Files of this material are not written.
        TableError: The table is damaged.
        OSError: The directory cannot be written or is full; no file there has changed.
    """
    layout = table.layout
    refuse(layout.material)
    turns = (True,) if layout.material.white == layout.material.black else chess.COLORS
    order = order_of(layout)
    sides, number = list[Packed](), threads or machine.processors()
    for turn in turns:
        between(len(sides) / len(turns))
        values = _values(table, turn, order, number)
        fill_unknown(values, _ANY)
        sides.append(pack(values))
    path = path_of(directory, layout.material)
    write_atomically(path, _file(layout, order, sides))
    return path


# The file -----------------------------------------------------------------------------------------


def _file(layout: Layout, order: Order, sides: list[Packed]) -> bytes:
    magic = chess.Board.tbw_magic
    assert magic is not None
    content = magic + bytes([len(sides) - 1, *_men(layout, order)])
    content += b"\0" * (len(content) % 2)
    parts = [[side.head, side.index, side.sizes] for side in sides]
    content += b"".join(part for kind in zip(*parts, strict=True) for part in kind)
    for side in sides:
        if side.blocks:
            content = content.ljust(-(-len(content) // _ALIGNED) * _ALIGNED, b"\0") + side.blocks
    return content.ljust(-(-len(content) // _ALIGNED) * _ALIGNED, b"\0") + _CHECKSUM


def _men(layout: Layout, order: Order) -> Iterator[int]:
    """Yield the place of the leading men among the groups, and all men; for both sides to move."""
    numbers = [len(order.groups), chess.KING, chess.KING + _BLACK]
    numbers += [layout.kinds[man] + (0 if layout.white[man] else _BLACK) for man in order.pieces]
    yield from (number | number << 4 for number in numbers)


# Values in the order of the file ------------------------------------------------------------------


def _values(table: Table, turn: bool, order: Order, threads: int) -> Values:
    """Return who wins with one side to move, 0 to 4 in the order of the file, or `_ANY`."""
    layout = table.layout
    values = _wdl()[table.slice_values(turn, threads=threads)]
    legal = Space(tuple(zip(layout.kinds, layout.white, strict=True))).masks().legal[turn]
    bits = np.unpackbits(legal.astype("<u8").view(np.uint8), bitorder="little")
    values.reshape(-1)[bits == 0] = _ANY
    by_king = values.reshape(len(layout.kings), *[64] * (layout.pieces + 1))
    # Axes: the leading piece, if there is one, then the groups' in their order.
    by_king = by_king.transpose(0, layout.pieces + 1, *(1 + piece for piece in order.pieces))
    ranks = order.ranks()
    parts = []
    for white, *others in order.placements:
        free = np.array([s for s in range(64) if s not in (white, *others)])
        part = by_king[(KING_INDEX[white], *others)]
        parts.append(part[tuple(free[rank] for rank in ranks)] if ranks else part[None])
    # With leading men varying slowest; where there are no groups, a part is one position.
    return np.concatenate(parts)


def _wdl() -> Values:
    """Return by the code of a table 0 (loss), 2 (draw) or 4 (win)."""
    found = np.full(256, 2, np.uint8)
    found[1:LOST], found[LOST:] = 4, 0
    return found

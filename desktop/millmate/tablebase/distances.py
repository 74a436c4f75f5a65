"""The distances that tables hold for many positions of any materials at once, given as arrays."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import Material
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.metric import Metric
from millmate.tablebase.moves_many import Boards, Ints, by_material
from millmate.tablebase.probe_many import places_of
from millmate.tablebase.verdict import MissingTableError

UNKNOWN = 1 << 14  # plies of a position whose table is missing


def values(
    tables: ChessTables, material: Material, turns: ArrayLike, squares: ArrayLike
) -> tuple[NDArray[np.int8], Ints]:
    """Return results, 1, 0 or -1, and the plies that the tables count: int8[n], int64[n].

    Plies are 0 in a draw and where the side to move is mated. Arguments and errors are those of
    `ChessTables.probe_many`.
    """
    codes = tables.probe_many(material, turns, squares)
    lost, units = codes >= LOST, (codes % LOST).astype(np.int64)
    wdl = np.where(lost, -1, np.sign(units)).astype(np.int8)
    plies = units if tables.metric is Metric.DTZ else 2 * units - (wdl > 0)
    for at in np.flatnonzero(units == MOST_OF_CODE).tolist():  # or longer
        one = slice(at, at + 1)
        layout, places = places_of(material, np.asarray(turns)[one], np.asarray(squares)[one])
        found = tables.probe(layout.board(int(places[0])))
        plies[at] = found.plies or found.zeroing or 0
    return wdl, plies


def distances(tables: ChessTables, boards: Boards) -> Ints:
    """Return the plies that the tables count, negative where the side to move loses: int64[n].

    They are 0 in a draw and where the side to move is mated, `UNKNOWN` where a table is missing.
    Positions must be legal, without castling rights and captures en passant.

    Raises:
        TableError: A table is damaged.
    """
    found = np.full(len(boards.turns), UNKNOWN)
    for material, numbers, turns, squares in by_material(boards):
        if material.men == 2:
            found[numbers] = 0
        elif tables.has(material):
            try:
                wdl, plies = values(tables, material, turns, squares)
                found[numbers] = wdl * plies
            except MissingTableError:  # a table that some wins lead to
                each = [tables.get(boards.board(number)) for number in numbers.tolist()]
                found[numbers] = [
                    UNKNOWN if one is None else one.wdl * (one.plies or one.zeroing or 0)
                    for one in each
                ]
    return found

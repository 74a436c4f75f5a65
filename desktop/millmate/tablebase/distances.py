"""The distances that tables hold for many positions of any materials at once, given as arrays."""

import numpy as np

from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.metric import Metric
from millmate.tablebase.moves_many import Boards, Bools, Ints, by_material
from millmate.tablebase.table import WON
from millmate.tablebase.verdict import MissingTableError

UNKNOWN = 1 << 14  # plies of a position whose table is missing


def distances(tables: ChessTables, boards: Boards) -> Ints:
    """Return the plies that the tables count, negative where the side to move loses: int[n].

    They are 0 in a draw and where the side to move is mated, `UNKNOWN` where a table is missing.
    Positions must be legal, without castling rights and captures en passant.

    Raises:
        TableError: A table is damaged.
    """
    codes, known = _read(tables, boards, wins=False)
    left_out = np.flatnonzero(codes == WON)
    if left_out.size:
        wins, found = _read(tables, boards.at(left_out), wins=True)
        codes[left_out] = np.where(found, wins, MOST_OF_CODE)
    lost, units = codes >= LOST, codes % LOST
    plies = units if tables.metric is Metric.DTZ else 2 * units - (~lost & (units > 0))
    plies = np.where(lost, -plies, plies)
    plies[~known] = UNKNOWN
    for number in np.flatnonzero(units == MOST_OF_CODE).tolist():  # or longer
        value = tables.get(boards.board(number))
        plies[number] = UNKNOWN if value is None else value.wdl * (value.plies or 0)
    return plies


def _read(tables: ChessTables, boards: Boards, wins: bool) -> tuple[Ints, Bools]:
    """Return the codes of positions as they are stored, or of wins left out, and the known ones."""
    read = tables.wins_many if wins else tables.stored_many
    codes, known = np.zeros(len(boards.turns), np.int64), np.ones(len(boards.turns), np.bool_)
    for material, numbers, turns, squares in by_material(boards):
        if material.men > 2:
            try:
                codes[numbers] = read(material, turns, squares)
            except MissingTableError:
                known[numbers] = False
    return codes, known

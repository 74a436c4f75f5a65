"""Many positions at once: boards become arrays, and each chunk of a table is read once."""

from collections.abc import Iterator, Sequence

import chess
import numpy as np
from numpy.typing import ArrayLike

from millmate.api.positions import Board
from millmate.api.values import Probe, Values, sure_under_rule50
from millmate.games.chess.material import Material
from millmate.tablebase import distances
from millmate.tablebase.chess_tables import MOST_MEN, ChessTables
from millmate.tablebase.metric import Metric
from millmate.tablebase.moves_many import BoardGroup, groups_of
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError

FEW = 32  # boards that are probed one by one in the time that arrays take


def probed(
    boards: Sequence[Board | None], dtm: ChessTables, dtz: ChessTables | None
) -> list[Probe | None]:
    """Return the values of the boards that arrays can look up, and None for all others.

    These are: boards of morris, those with rights to castle or to capture en passant, impossible
    ones, those whose tables are missing or damaged; and all if they are few.
    """
    found: list[Probe | None] = [None] * len(boards)
    asked = {at: each for at, each in enumerate(boards) if isinstance(each, chess.Board)}
    if len(asked) >= FEW:
        places = list(asked)
        for group in groups_of(list(asked.values()), MOST_MEN):
            for number, probe in zip(
                group.numbers.tolist(), _probes(group, dtm, dtz), strict=False
            ):
                found[places[number]] = probe
    return found


def values(tables: ChessTables, material: Material, turns: ArrayLike, squares: ArrayLike) -> Values:
    """Return the values of positions of a material: see `Tables.probe_array`."""
    wdl, plies = distances.values(tables, material, turns, squares)
    zeroing = tables.metric is Metric.DTZ
    plies[(wdl < 0) & (plies == 0) & zeroing] = 1  # mated
    cursed = (plies > LONGEST) & zeroing
    return Values((wdl * (2 - cursed)).astype(np.int8), (wdl * plies).astype(np.int16))


def _probes(group: BoardGroup, dtm: ChessTables, dtz: ChessTables | None) -> Iterator[Probe]:
    """Yield the values of a group, nothing if arrays cannot look them up."""
    material, _, turns, squares = group
    asked = [tables for tables in (dtm, dtz) if tables is not None and tables.has(material)]
    try:
        if not asked:
            return
        told = {tables.metric: values(tables, material, turns, squares) for tables in asked}
    except (MissingTableError, TableError):  # reported for the position that it concerns
        return
    known, zeroing = told.get(Metric.DTM), told.get(Metric.DTZ)
    best = zeroing or known
    assert best is not None
    sure = zeroing is not None or sure_under_rule50(material)
    holds = sure | (best.wdl == 0) | (abs(best.plies) <= LONGEST)
    nothing = [None] * len(turns)
    yield from map(
        Probe,
        best.wdl.tolist(),
        nothing if known is None else known.plies.tolist(),
        nothing if zeroing is None else zeroing.plies.tolist(),
        holds.tolist(),
    )

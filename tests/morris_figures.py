"""Figures of morris tables, under the names of the known figures."""

import csv
from pathlib import Path

from millmate.tablebase.morris import counts
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Subspace, table_of
from millmate.tablebase.morris.store import SideCounts


def _read() -> dict[str, dict[str, dict[str, int]]]:
    text = (Path(__file__).parent / "data" / "morris.csv").read_text()
    tables: dict[str, dict[str, dict[str, int]]] = {}
    for row in csv.DictReader(text.splitlines()):
        table, side = f"morris:{row.pop('table')}", row.pop("side")
        known_ones = {name: int(figure) for name, figure in row.items() if figure}
        tables.setdefault(table, {})[side] = known_ones
    return tables


# By table and side to move; the source is in data/SOURCE.txt.
FIGURES = _read()
TABLES: dict[str, Subspace] = {name: table_of(name) for name in FIGURES}


def told(counts: dict[str, SideCounts]) -> dict[str, dict[str, int]]:
    """Return the figures of a table, under the names of the known figures."""
    return {side: _of_side(of_side) for side, of_side in counts.items()}


def known(table: Subspace) -> dict[str, dict[str, int]]:
    """Return the known figures of a table."""
    return FIGURES[str(table)]


def counted(table: Subspace, codes: Codes) -> dict[str, dict[str, int]]:
    """Return those figures of `codes[side to move, row, column]` that are known."""
    found = told(counts.count_positions(Layout(table), codes))
    return {
        side: {name: found[side][name] for name in names} for side, names in known(table).items()
    }


def _of_side(counts: SideCounts) -> dict[str, int]:
    (win, at_win), (loss, at_loss) = counts.longest(True), counts.longest(False)
    return {
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "raw_wins": counts.raw_wins,
        "raw_draws": counts.raw_draws,
        "raw_losses": counts.raw_losses,
        "longest_win": win,
        "at_longest_win": at_win,
        "longest_loss": loss,
        "at_longest_loss": at_loss,
    }

"""The tables that a build needs, and the positions that it finds, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from millmate.formatting import dative, duration, size
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.shell.builds.build_run import Layer
from millmate.language import mark, number, tr
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan, PlannedTable

# What is going on with a table.
_STATES = {
    "built": mark("built"),
    "shipped": mark("with the program"),
    "started": mark("started"),
    "to build": mark("to build"),
    "waiting": mark("waiting"),
    "solving": mark("solving"),
    "verifying": mark("verifying"),
    "writing": mark("writing"),
}


def about(seconds: float) -> str:
    """Return an estimated time in words."""
    words = duration(seconds)
    return words if seconds < 0.95 else tr("about {}").format(words)


@dataclass(frozen=True, slots=True)
class _PlanRow:
    """A table, its state, and how many threads build it (None for all there are)."""

    table: PlannedTable[object]
    state: str
    threads: int | None


def _disk(row: _PlanRow) -> str:
    disk = size(row.table.bytes)
    return disk if row.table.exists else tr("about {}").format(disk)


def _time(row: _PlanRow) -> str:
    return "" if row.table.exists else about(row.table.elapsed(row.threads))


_PLAN_COLUMNS: tuple[Column[_PlanRow], ...] = (
    Column(mark("Table"), lambda row: table_title(row.table.title)),
    Column(mark("Code"), lambda row: row.table.title),
    Column(mark("State"), lambda row: tr(_STATES.get(row.state, row.state))),
    Column(mark("On disk"), _disk, numeric=True),
    Column(
        mark("Memory"),
        lambda row: "" if row.table.exists else size(row.table.memory),
        numeric=True,
    ),
    Column(mark("Time"), _time, numeric=True),
)


class PlanModel(TableModel[_PlanRow]):
    """One row a table, those that others need first."""

    def __init__(self) -> None:
        super().__init__(_PLAN_COLUMNS)
        self._places: dict[str, int] = {}  # by the table's title

    def show_plan(self, plan: Plan[object] | None, threads: int | None) -> None:
        """Show the tables of `plan`, built with so many threads, None for all there are."""
        tables = plan.tables if plan else ()
        self._places = {table.title: place for place, table in enumerate(tables)}
        self.show(_PlanRow(table, _state(table), threads) for table in tables)

    def row_of(self, title: str) -> int:
        """Return the row of a table, -1 if there is none."""
        return self._places.get(title, -1)

    def set_states(self, states: Mapping[str, str]) -> None:
        """Show the states of tables, by their titles: `built`, `solving` and so on."""
        known = {
            self._places[name]: state for name, state in states.items() if name in self._places
        }
        self.set_rows(
            {
                place: replace(self.rows[place], state=state)
                for place, state in known.items()
                if self.rows[place].state != state
            }
        )


def _state(table: PlannedTable[object]) -> str:
    if table.exists:
        return "shipped" if table.shipped else "built"
    return "started" if table.begun else "to build"


# Plies, the positions that Black and White win in them, and whether they are plies to zeroing.
_LayerRow = tuple[int, int | None, int | None, bool]


def _won(title: str, winner: bool) -> Column[_LayerRow]:
    def text(row: _LayerRow) -> str:
        count = row[1 + winner]
        return "" if count is None else number(count)

    return Column(title, text, numeric=True)


_LAYER_COLUMNS: tuple[Column[_LayerRow], ...] = (
    Column(mark("Plies"), lambda row: str(row[0]), numeric=True),
    Column(mark("Meaning"), lambda row: meaning(row[0], zeroing=row[3])),
    _won(mark("White wins"), True),
    _won(mark("Black wins"), False),
)


class LayersModel(TableModel[_LayerRow]):
    """One row a number of plies, the positions that White and Black win in it beside each other."""

    def __init__(self) -> None:
        super().__init__(_LAYER_COLUMNS)

    def add(self, layers: Sequence[Layer]) -> None:
        """Add sets, at least one, and the rows up to their plies."""
        last = max(layer.ply for layer in layers)
        zeroing = layers[0].zeroing
        self.append([(ply, None, None, zeroing) for ply in range(len(self.rows), last + 1)])
        changed: dict[int, _LayerRow] = {}
        for layer in layers:
            ply, black, white, _ = changed.get(layer.ply, self.rows[layer.ply])
            if layer.winner:
                white = layer.positions
            else:
                black = layer.positions
            changed[layer.ply] = ply, black, white, zeroing
        self.set_rows(changed)


def meaning(ply: int, zeroing: bool = False) -> str:
    """Return in words what is decided in `ply` plies, to mate or to zeroing."""
    from millmate.tablebase.rule50 import LONGEST

    if ply == 0:
        return tr("checkmate")
    if zeroing and ply > LONGEST:
        return tr("draw by the fifty-move rule")
    if zeroing:
        return tr("mate, capture or pawn move in {plies}", plies=dative(ply, "ply"))
    if ply % 2:
        return tr("to move and mate in {n}", n=(ply + 1) // 2)
    return tr("to be mated in {n}", n=ply // 2)

"""The tables that a build needs, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from millmate.formatting import duration, size
from millmate.gui.style.table_model import Column, TableModel
from millmate.language import mark, tr

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan, PlannedTable

# What is going on with a table.
_STATES = {
    "built": mark("built"),
    "started": mark("started"),
    "to build": mark("to build"),
    "compiling": mark("compiling"),
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


_COLUMNS: tuple[Column[_PlanRow], ...] = (
    Column(mark("Table"), lambda row: str(row.table.material)),
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
        super().__init__(_COLUMNS)
        self._places: dict[str, int] = {}  # by the table's name

    def show_plan(self, plan: Plan[object] | None, threads: int | None) -> None:
        """Show the tables of `plan`, built with so many threads, None for all there are."""
        tables = plan.tables if plan else ()
        self._places = {str(table.material): place for place, table in enumerate(tables)}
        self.show(_PlanRow(table, _state(table), threads) for table in tables)

    def row_of(self, material: str) -> int:
        """Return the row of a table, -1 if there is none."""
        return self._places.get(material, -1)

    def set_states(self, states: Mapping[str, str]) -> None:
        """Show the states of tables, by their names: `built`, `solving` and so on."""
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
        return "built"
    return "started" if table.begun else "to build"

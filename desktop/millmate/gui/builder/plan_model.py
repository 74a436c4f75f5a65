"""The tables that a build needs, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from millmate.formatting import duration, size
from millmate.gui.style.table_model import ALIGNMENT, DISPLAY, ROOT, ColumnsModel, Index
from millmate.language import mark, tr

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan, PlannedTable

_COLUMNS = (mark("Table"), mark("State"), mark("On disk"), mark("Memory"), mark("Time"))
# What is going on with a table.
_STATES = {
    "built": mark("built"),
    "begun": mark("begun"),
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


class PlanModel(ColumnsModel):
    """One row a table, those that others need first."""

    columns = _COLUMNS
    texts = frozenset({0, 1})

    def __init__(self) -> None:
        super().__init__()
        self.threads: int | None = None  # that build; None for all there are
        self._tables: tuple[PlannedTable[object], ...] = ()
        self._states: dict[str, str] = {}
        self._rows: dict[str, int] = {}  # by the table's name

    def show(self, plan: Plan[object] | None) -> None:
        """Put the tables of `plan` in place of those before."""
        self.beginResetModel()
        self._tables = plan.tables if plan else ()
        self._states = {}
        self._rows = {str(table.material): row for row, table in enumerate(self._tables)}
        self.endResetModel()

    def row_of(self, material: str) -> int:
        """Return the row of a table, -1 if there is none."""
        return self._rows.get(material, -1)

    def set_states(self, states: Mapping[str, str]) -> None:
        """Say what is going on with tables, by their names: `built`, `solving` and so on."""
        fresh = {name: state for name, state in states.items() if self._states.get(name) != state}
        self._states.update(fresh)
        rows = [self._rows[name] for name in fresh if name in self._rows]
        if rows:  # told once for all of them: each time, columns are measured
            self.dataChanged.emit(self.index(min(rows), 1), self.index(max(rows), 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of tables."""
        return 0 if parent.isValid() else len(self._tables)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """Return the cell's text."""
        if role == ALIGNMENT:
            return self.aligned(index.column())
        if role != DISPLAY:
            return None
        table = self._tables[index.row()]
        match index.column():
            case 0:
                return str(table.material)
            case 1:
                state = self._states.get(str(table.material), _state(table))
                return tr(_STATES.get(state, state))
            case 2:
                disk = size(table.bytes)
                return disk if table.exists else tr("about {}").format(disk)
            case 3:
                return "" if table.exists else size(table.memory)
        return "" if table.exists else self._time(table)

    def _time(self, table: PlannedTable[object]) -> str:
        from millmate.tablebase.build_time import of_table

        return about(of_table(table, self.threads))


def _state(table: PlannedTable[object]) -> str:
    if table.exists:
        return "built"
    return "begun" if table.begun else "to build"

"""The tables that a build needs, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from millmate.gui.columns_model import ROOT, ColumnsModel, Index
from millmate.language import mark, tr
from millmate.words import duration, size

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
        self._tables: tuple[PlannedTable[object], ...] = ()
        self._states: dict[str, str] = {}

    def show(self, plan: Plan[object] | None) -> None:
        """Put the tables of `plan` in place of those before."""
        self.beginResetModel()
        self._tables = plan.tables if plan else ()
        self._states = {}
        self.endResetModel()

    def row_of(self, material: str) -> int:
        """Return the row of a table, -1 if there is none."""
        names = [str(table.material) for table in self._tables]
        return names.index(material) if material in names else -1

    def set_state(self, material: str, state: str) -> None:
        """Say what is going on with a table, such as `43 %`."""
        if self._states.get(material) != state:
            self._states[material] = state
            row = self.row_of(material)
            if row >= 0:
                self.dataChanged.emit(self.index(row, 1), self.index(row, 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of tables."""
        return 0 if parent.isValid() else len(self._tables)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.aligned(index.column())
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        table = self._tables[index.row()]
        name = str(table.material)
        state = self._states.get(name, _state(table))
        state = tr(_STATES.get(state, state))
        if table.exists:
            return (name, state, size(table.bytes), "", "")[index.column()]
        return (
            name,
            state,
            tr("about {}").format(size(table.bytes)),
            size(table.memory),
            about(table.seconds),
        )[index.column()]


def _state(table: PlannedTable[object]) -> str:
    if table.exists:
        return "built"
    return "begun" if table.begun else "to build"

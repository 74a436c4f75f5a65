"""How training goes, a row for every table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from millmate.gui.style.table_model import ROOT, ColumnsModel, Index
from millmate.gui.trainer import formatting
from millmate.language import mark, number, tr
from millmate.play.trainer.statistics import Progress

_COLUMNS = (mark("Table"), mark("Drills"), mark("Done"), mark("Accuracy"))
_TIPS = (
    mark("The table that positions were drawn from, the one drilled last first"),
    mark("Drills begun in which a move was graded"),
    mark("Share of the drills that reached their goal without ever throwing it away"),
    mark("Share of your moves that kept the result and lost no time"),
)


class ProgressModel(ColumnsModel):
    """Tables with their tallies."""

    columns = _COLUMNS
    tips = _TIPS
    texts = frozenset({0})

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Progress, ...] = ()

    def show(self, rows: tuple[Progress, ...]) -> None:
        """Put `rows` in place of those before."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of tables."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the cell's text; figures stand at the right."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.aligned(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tip(row)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        whole = row.whole
        return (
            formatting.topic_name(row.table),
            number(whole.drills),
            formatting.percent(whole.done / whole.drills),
            formatting.percent(whole.accuracy),
        )[index.column()]


def _tip(row: Progress) -> str:
    whole = row.whole
    return tr(
        "{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away",
        moves=number(whole.moves),
        kept=number(whole.kept),
        slower=number(whole.slower),
        lost=number(whole.lost),
        thrown=number(whole.thrown),
    )

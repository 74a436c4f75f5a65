"""The view of the tree of tables: its columns give way where there is no room for them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.lists import Foot
from millmate.gui.tables import formatting
from millmate.gui.tables.tables_model import CODE, DISK, NAME, STATE, TablesModel
from millmate.language import mark

_LEAST_LETTERS = 24  # of the names, before other columns give way
_INDENT = 14  # pixels of each level


class TablesTree(QTreeView):
    """Shows names first: codes, then bytes, then states give way, which the details tell too."""

    def __init__(self, model: TablesModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
        head.setMinimumSectionSize(1)
        for column in (CODE, STATE, DISK):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        bind_text(self, name=mark("Tables"))
        Foot(self)
        translator.changed.connect(self._fit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        """Make columns as wide as their texts, and hide those that leave too little for names."""
        metrics = self.fontMetrics()
        room = self.viewport().width() - _LEAST_LETTERS * metrics.averageCharWidth()
        state, code, disk = (self._width(column) for column in (STATE, CODE, DISK))
        for column, width in ((STATE, state), (CODE, code), (DISK, disk)):
            self.header().resizeSection(column, width)
        self.setColumnHidden(STATE, room < state)
        self.setColumnHidden(DISK, room < state + disk)
        self.setColumnHidden(CODE, room < state + disk + code)

    def _width(self, column: int) -> int:
        metrics = self.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, formatting.samples(column)))
        own = widest + 2 * theme.GRID
        return max(own, self.header().sectionSizeHint(column))

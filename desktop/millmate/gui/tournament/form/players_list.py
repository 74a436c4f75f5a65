"""How the list of participants looks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.lists import rows_by_letters
from millmate.gui.tournament.form.players_model import PlayersModel
from millmate.language import mark

_ROWS = 7  # in sight


class PlayersList(QTableView):
    """A calm table of participants; whole rows are selected."""

    def __init__(self, model: PlayersModel) -> None:
        super().__init__()
        self.setModel(model)
        bind_text(self, name=mark("Players"))
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        rows, header = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows_by_letters(self)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(1, 22 * theme.GRID)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Keep the height of the rows and of the titles, whose style sheet comes later."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def _fit(self) -> None:
        high = self.verticalHeader().defaultSectionSize() * _ROWS + theme.GRID // 2
        self.setFixedHeight(high + self.horizontalHeader().sizeHint().height())

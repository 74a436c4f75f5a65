"""How calm lists look."""

from PySide6.QtCore import QAbstractTableModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from millmate.gui.languages.language import say
from millmate.gui.style import theme


def list_view(model: QAbstractTableModel, name: str, stretched: int) -> QTableView:
    """Return a calm list of `model`, called `name` (marked); `stretched` takes the room."""
    view = QTableView()
    view.setModel(model)
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + theme.GRID)
    header = view.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setResizeContentsPrecision(0)  # by the rows in sight
    header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
    header.setHighlightSections(False)
    say(view, name=name)
    return view

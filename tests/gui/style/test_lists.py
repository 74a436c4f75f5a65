"""Rows of lists are as high as their letters need, also when these grow while they are shown."""

from millmate.gui.style.lists import list_view
from millmate.gui.style.table_model import Column, TableModel


def test_rows_grow_with_the_letters(qtbot) -> None:
    view = list_view(TableModel([Column("Name", str)], ["one", "two"]), "Moves", 0)
    qtbot.addWidget(view)
    view.show()
    for size in (1.0, 1.5):
        font = view.font()
        font.setPointSizeF(font.pointSizeF() * size)
        view.setFont(font)
        letters = view.fontMetrics().height()
        assert letters + 4 <= view.verticalHeader().defaultSectionSize() <= letters + 12

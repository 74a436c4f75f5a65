"""Rows of lists are as high as their letters need, also when these grow while they are shown."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.lists import Foot, RowsView, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.widgets import SearchField


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


def test_a_row_that_has_no_room_at_the_foot_is_not_shown_in_half(qtbot) -> None:
    view = list_view(TableModel([Column("Number", str)], list(range(40))), "Numbers", 0)
    view.verticalHeader().show()
    qtbot.addWidget(view)
    view.show()
    foot = view.findChild(Foot)
    height = view.verticalHeader().defaultSectionSize()
    for lacking in (0, 1, height // 2, height - 1):
        spare = view.height() - view.viewport().height()
        view.resize(200, spare + 5 * height - lacking)
        room = view.viewport().height()
        assert foot.isVisible() == (room % height > 0)
        if foot.isVisible():
            port = view.viewport().geometry()
            assert foot.x() <= view.verticalHeader().x(), "the number is covered, too"
            assert foot.y() == port.y() + room // height * height
            assert foot.geometry().bottomRight() == port.bottomRight()
    view.scrollToBottom()
    assert not foot.isVisible(), "the last row is shown whole"


def test_rows_are_opened_and_copied_by_keys(qtbot) -> None:
    view = RowsView(TableModel([Column("Number", str)], list(range(40))), "Numbers")
    qtbot.addWidget(view)
    done = []
    view.opened.connect(lambda index: done.append(index.row()))
    view.copy_wanted.connect(lambda: done.append("copy"))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    for end in (Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(view, end)
        qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert done == [39, 0, "copy"]


def test_a_search_follows_the_last_letter_and_leads_to_the_list(qtbot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    field, done = SearchField(page, hint="Find"), []
    field.setParent(page)
    field.searched.connect(lambda: done.append(field.text()))
    field.left.connect(lambda: done.append("left"))
    qtbot.keyClicks(field, "KQ")
    qtbot.waitUntil(lambda: done == ["KQ"])
    qtbot.keyClicks(field, "R")
    assert field.waiting
    field.search_now()
    assert not field.waiting
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert done == ["KQ", "KQR", "left", "left"]

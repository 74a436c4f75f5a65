"""What is copied of a table can be pasted into a spreadsheet, a program, and a text."""

import csv
import io
from typing import NamedTuple

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from millmate.gui.features.tournaments.table_view import (
    Extract,
    TableView,
    as_csv,
    as_markdown,
    as_text,
)
from millmate.gui.kit.table_model import Column, SortedTableModel

EXTRACT = Extract(
    ("Player", "Elo"),
    (("Anna, the first", "+12"), ("a|b", "")),
    (("Anna, the first", 12.25), ("a|b", None)),
    (False, True),
)


HOSTILE = Extract(
    ("Player",), (("=1+1\t@x",), ("![](http://x)<b>",)), (("=1+1",), (-0.5,)), (False,)
)


def test_text_has_tabs_csv_the_numbers_themselves_and_markdown_aligned_columns():
    assert as_text(EXTRACT) == "Player\tElo\nAnna, the first\t+12\na|b\t\n"
    rows = list(csv.reader(io.StringIO(as_csv(EXTRACT))))
    assert rows == [["Player", "Elo"], ["Anna, the first", "12.25"], ["a|b", ""]]
    assert as_markdown(EXTRACT).splitlines() == [
        "| Player          | Elo |",
        "| --------------- | --: |",
        "| Anna, the first | +12 |",
        "| a\\|b            |     |",
    ]


def test_a_name_becomes_no_formula_of_a_spreadsheet_and_no_picture():
    assert as_text(HOSTILE).splitlines()[1] == "'=1+1 @x"
    assert as_csv(HOSTILE) == "Player\n'=1+1\n-0.5\n"
    assert r"!\[](http://x)\<b>" in as_markdown(HOSTILE)


class Row(NamedTuple):
    number: int


@pytest.fixture
def view(qtbot):
    model = SortedTableModel(
        (
            Column("Number", lambda row: f"no. {row.number}", lambda row: row.number, numeric=True),
            Column("Twice", lambda row: str(2 * row.number), lambda row: 2 * row.number),
        )
    )
    model.show([Row(3), Row(1), Row(2)])
    view = TableView(model, "Numbers")
    qtbot.addWidget(view)
    view.show()
    return view


def clipboard() -> str:
    return QApplication.clipboard().text()


def test_all_or_what_is_selected_is_copied_as_it_is_seen(view):
    view.copy()
    assert clipboard() == "Number\tTwice\nno. 1\t2\nno. 2\t4\nno. 3\t6\n"
    flags = QItemSelectionModel.SelectionFlag
    for row in (2, 0):
        view.selectionModel().select(view.model().index(row, 0), flags.Select | flags.Rows)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "Number\tTwice\nno. 1\t2\nno. 3\t6\n"
    view.clearSelection()
    view.setColumnHidden(1, True)
    view.copy(as_csv)
    assert clipboard() == "Number\n1\n2\n3\n"


def test_the_menu_copies_in_every_form(view):
    view.point_at(2)
    actions = {a.text().replace("&", ""): a for a in view.menu(view.currentIndex()).actions()}
    for text, copied in (
        ("Copy", "Number\tTwice\nno. 2\t4\n"),
        ("Copy as CSV", "Number,Twice\n2,4\n"),
        ("Copy as Markdown", "| Number | Twice |\n"),
    ):
        actions[text].trigger()
        assert clipboard().startswith(copied)


def test_a_click_on_a_title_sorts_and_another_turns_the_order(view, qtbot):
    header = view.horizontalHeader()
    middle = header.sectionViewportPosition(1) + header.sectionSize(1) // 2
    spot = header.viewport().rect().center()
    spot.setX(middle)
    for first in ("no. 1", "no. 3"):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert view.model().index(0, 0).data() == first


def test_home_and_end_go_to_the_first_row_and_the_last_and_enter_opens_it(view, qtbot):
    view.point_at(2)
    for key, text in ((Qt.Key.Key_End, "no. 3"), (Qt.Key.Key_Home, "no. 1")):
        QTest.keyClick(view, key)
        (row,) = view.selectionModel().selectedRows()
        assert row.data() == text
    with qtbot.waitSignal(view.opened) as opened:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened.args[0].data() == "no. 1"


def test_the_menu_sorts_without_the_mouse_and_turns_the_order(view):
    def sorting() -> dict:
        menu = view.menu(view.model().index(0, 0))
        (by,) = filter(None, (action.menu() for action in menu.actions()))
        return {action.text(): action for action in by.actions()}

    assert sorting()["Number"].isChecked()
    sorting()["Number"].trigger()
    assert view.model().index(0, 0).data() == "no. 3"
    sorting()["Twice"].trigger()
    assert view.model().index(0, 0).data() == "no. 1"
    assert sorting()["Twice"].isChecked()


def test_rows_in_sight_stay_where_they_are_while_others_come(view):
    view.model().show([Row(number) for number in range(100, 200)])
    view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    view.resize(200, 200)
    view.verticalScrollBar().setValue(40)
    top = view.indexAt(QPoint(0, 0)).data()
    with view.steady():
        view.model().put([Row(number) for number in range(300, 307)])
    assert view.indexAt(QPoint(0, 0)).data() == top
    view.verticalScrollBar().setValue(0)
    with view.steady():
        view.model().put([Row(400)])
    assert view.indexAt(QPoint(0, 0)).data() == "no. 400"  # whoever is at the top sees what comes


def test_columns_widen_for_what_comes_into_sight_and_keep_what_was_dragged(view, qtbot):
    header = view.horizontalHeader()
    header.resizeSection(1, 77)
    before = header.sectionSize(0)
    view.model().put([Row(-(10**12))])
    qtbot.waitUntil(lambda: header.sectionSize(0) > before)
    assert header.sectionSize(1) == 77


def test_a_click_opens_where_it_shall_but_not_when_rows_are_selected_by_it(qtbot, view):
    by_click = TableView(view.model(), "Opened by a click", by_click=True)
    qtbot.addWidget(by_click)
    by_click.show()
    spot = by_click.visualRect(view.model().index(1, 0)).center()
    left = Qt.MouseButton.LeftButton
    with qtbot.waitSignal(by_click.opened):
        QTest.mouseClick(by_click.viewport(), left, pos=spot)
    with qtbot.assertNotEmitted(by_click.opened):
        QTest.mouseClick(by_click.viewport(), left, Qt.KeyboardModifier.ControlModifier, spot)

"""A combo box is called by its name, on Linux by a label: one that is seen, or one that is not."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QVBoxLayout, QWidget
from tests.gui.listening import NAME, found

import millmate.gui
from millmate.gui.kit.label import Label
from millmate.gui.kit.theme import dress
from millmate.gui.kit.widgets import ComboBox

SOURCES = Path(millmate.gui.__file__).parent


@pytest.fixture
def page(qtbot):
    page = QWidget()
    QVBoxLayout(page)
    qtbot.addWidget(page)
    return page


def labels(combo: ComboBox) -> list[str]:
    """Return what screen readers on Linux call a combo box."""
    relations = found(combo).relations(QAccessible.RelationFlag.Label)
    return [label.text(NAME) for label, _ in relations]


def test_a_combo_box_is_called_by_its_name(page):
    combo = ComboBox()
    combo.setAccessibleName("Who plays White")
    page.layout().addWidget(combo)
    size = page.sizeHint()
    page.show()
    assert labels(combo) == ["Who plays White"]
    assert page.sizeHint() == size
    combo.setAccessibleName("Wer Weiß spielt")
    assert labels(combo) == ["Wer Weiß spielt"]


def test_it_is_called_so_wherever_it_is_put(page, qtbot):
    combo = ComboBox()
    combo.setAccessibleName("Goal")
    page.layout().addWidget(combo)
    page.show()
    other = QWidget()
    QVBoxLayout(other).addWidget(combo)
    qtbot.addWidget(other)
    other.show()
    assert labels(combo) == ["Goal"]


def test_it_takes_the_clicks_where_its_name_was_given_before_the_page_is_shown(page):
    combo = ComboBox(page)
    combo.setAccessibleName("Goal")
    page.layout().addWidget(combo)
    page.show()
    assert page.childAt(combo.geometry().center()) is combo
    assert labels(combo) == ["Goal"]


def test_a_label_that_is_seen_is_enough(page):
    combo, label = ComboBox(), Label("Table")
    label.setBuddy(combo)
    for widget in (label, combo):
        page.layout().addWidget(widget)
    combo.setAccessibleName("Table")
    page.show()
    assert labels(combo) == ["Table"]


UNSUPPORTED = "plugin does not support"  # what needs a desktop


@pytest.mark.qt_log_ignore(UNSUPPORTED, "Cannot open file.*down-light", extend=True)
def test_an_open_list_shows_every_choice(qtbot, page):
    dress(page)
    combo = ComboBox(page)
    combo.addItems(["all", "up to 2", "1"])
    page.layout().addWidget(combo)
    page.show()
    combo.showPopup()
    view, row = combo.view(), combo.fontMetrics().height()
    qtbot.waitUntil(lambda: view.isVisible() and view.viewport().height() > 3 * row)
    assert view.verticalScrollBar().maximum() == 0
    combo.hidePopup()


@pytest.mark.qt_log_ignore(UNSUPPORTED, "Cannot open file.*down-light", extend=True)
@pytest.mark.parametrize("left", [0, 10_000])
def test_an_open_list_is_as_wide_as_its_texts_and_on_the_screen(qtbot, page, left):
    dress(page)
    combo, long = ComboBox(page), "Nine men's morris, a stone for each mill"
    combo.addItems(["all", long])
    combo.setFixedWidth(80)
    page.layout().addWidget(combo)
    page.move(min(left, page.screen().availableGeometry().right() - 120), 0)
    page.show()
    combo.showPopup()
    view = combo.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().width() >= combo.fontMetrics().horizontalAdvance(long)
    assert view.window().geometry().right() <= page.screen().availableGeometry().right()
    combo.hidePopup()

"""How large things were is kept as text; other text changes nothing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from millmate.gui.kit import widgets


def split(qtbot, *widths: int) -> QSplitter:
    splitter = QSplitter(Qt.Orientation.Horizontal)
    for _ in widths:
        splitter.addWidget(QWidget())
    qtbot.addWidget(splitter)
    splitter.resize(sum(widths) + splitter.handleWidth() * (len(widths) - 1), 50)
    splitter.show()
    splitter.setSizes(list(widths))
    return splitter


def test_the_room_is_shared_as_it_was(qtbot):
    one, two = split(qtbot, 100, 300), split(qtbot, 250, 150, 50)
    text = widgets.parts_text(one, two)
    others = split(qtbot, 200, 200), split(qtbot, 150, 150, 150)
    widgets.restore_parts(text, *others)
    assert [other.sizes() for other in others] == [[100, 300], [250, 150, 50]]


@pytest.mark.parametrize("text", ["", "abc", "no such state", "ä", "AAAA AAAA AAAA"])
def test_what_was_edited_changes_nothing(qtbot, text):
    splitter = split(qtbot, 100, 300)
    widgets.restore_parts(text, splitter)
    widgets.restore_window(splitter, text)
    assert splitter.sizes() == [100, 300]

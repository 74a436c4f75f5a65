"""Light and dark: who changes looks as if he had begun that way."""

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from millmate.gui.kit.tasks import IdleTask
from millmate.gui.window.main_window import MainWindow
from millmate.settings import Settings

PANELS = ("show_setup", "show_moves", "show_training")


def pictures(window: MainWindow) -> list[QImage]:
    """Return pictures of the window with each of its panels, and of a dialog with check boxes."""
    seen = []
    for name in PANELS:
        window.commands[name].trigger()
        for _ in range(3):
            QApplication.processEvents()  # all has found its place
        seen.append(window.grab().toImage())
    dialog = window.preferences.dialog
    assert dialog is not None
    dialog.list.setFocus()  # no cursor blinks
    seen.append(dialog.grab().toImage())
    return seen


def at_rest(window: MainWindow) -> list[QImage]:
    """Return `pictures` once they no longer change."""
    last: list[QImage] = []
    for _ in range(20):
        seen = pictures(window)
        if seen == last:
            return seen
        last = seen
        QTest.qWait(150)
    raise AssertionError("the window does not come to rest")


def is_drawn(window: MainWindow) -> bool:
    """Tell whether pieces are drawn in their last size, not stretched for the time being."""
    return window.views.board.isVisible() and not window.views.board._resizing.isActive()


def open_window(qtbot: QtBot, appearance: str) -> MainWindow:
    window = MainWindow(Settings(appearance=appearance, small_builds=False), pace=0.0)
    qtbot.addWidget(window)
    window.show()
    for name in PANELS:  # all have been seen once
        window.commands[name].trigger()
    window.preferences.open()
    dialog = window.preferences.dialog
    assert dialog is not None
    dialog.complete()
    dialog.list.setCurrentRow(1)
    assert any(box.isVisible() for box in dialog.findChildren(QCheckBox))
    qtbot.waitUntil(lambda: window.probe.last is not None and is_drawn(window))
    return window


@pytest.mark.thorough
def test_a_window_that_becomes_dark_looks_as_if_it_had_always_been(qtbot: QtBot) -> None:
    begun = open_window(qtbot, "dark")
    wanted = at_rest(begun)
    begun.close()
    window = open_window(qtbot, "light")
    before = at_rest(window)
    window.commands["dark"].trigger()
    slices = QApplication.instance().findChild(IdleTask)  # what is not in sight comes later
    qtbot.waitUntil(lambda: not slices.busy)
    after = at_rest(window)
    window.close()
    for seen, was, should in zip(after, before, wanted, strict=True):
        assert seen != was
        assert seen == should

"""A window that was closed leaves nothing behind."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit


def tab_bars() -> int:
    """Return how many there are, whether in a window or not."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return sum(isinstance(each, QTabBar) for each in QApplication.allWidgets())


def test_no_tabs_are_left(qtbot: QtBot) -> None:
    """Qt gives their buttons names in the language of the moment, which stay."""
    before = tab_bars()
    with visit(qtbot):
        assert tab_bars() > before
    assert tab_bars() == before

"""A window that was closed leaves nothing behind."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit


def widgets() -> set[str]:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return {repr(each) for each in QApplication.allWidgets()}


def test_no_widget_is_left(qtbot: QtBot) -> None:
    """One that was not in the window speaks another language later."""
    before = widgets()
    with visit(qtbot):
        assert widgets() - before
    assert widgets() - before == set()

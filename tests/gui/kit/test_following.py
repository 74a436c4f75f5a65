"""Signals that are heeded only while they matter."""

from PySide6.QtCore import QObject, Signal

from millmate.gui.kit.signals import Following


class Two(QObject):
    one = Signal()
    other = Signal(str)


def test_signals_are_heeded_once_each_while_they_are_followed() -> None:
    two, heard = Two(), []
    following = Following(lambda: heard.append("."), two.one, two.other)
    two.one.emit()
    assert heard == []
    following.turn(True)
    following.turn(True)
    two.one.emit()
    two.other.emit("text")
    assert heard == [".", "."]
    following.turn(False)
    following.turn(False)
    two.one.emit()
    assert heard == [".", "."]

"""Announcements for screen readers, read out at once, wherever the focus is."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.accessible import as_role

# Orca reads announcements from version 45 on, and has always read notifications as they appear: it
# would read both. Other screen readers read announcements.
_BY_NOTICE = sys.platform.startswith("linux")
_STAYS_MS = 10_000


class Notice(QWidget):
    """An invisible notification of `window`, whose name is read as it appears.

    Each announcement has one of its own: a screen reader asks for the name a moment later, when the
    next announcement may have come already.
    """

    accessible = as_role(QAccessible.Role.Notification)

    def __init__(self, window: QWidget, words: str) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setGeometry(0, 0, 1, 1)
        self.setAccessibleName(words)
        QTimer.singleShot(_STAYS_MS, self, self.deleteLater)
        self.show()


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader read `words` in the window of `widget`."""
    if not QAccessible.isActive():
        return
    if _BY_NOTICE:
        Notice(widget.window(), words)
    else:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))

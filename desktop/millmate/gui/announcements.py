"""Announcements for screen readers, read out at once, wherever the focus is."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget

# Orca reads announcements from version 45 on, and has always read notifications as they appear: it
# would read both. Other screen readers read announcements.
_BY_NOTICE = sys.platform.startswith("linux")


class Notice(QWidget):
    """An invisible notification of `window`, whose name is the last announcement."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setGeometry(0, 0, 1, 1)
        self.show()

    def accessible(self) -> QAccessibleInterface:
        return QAccessibleWidget(self, QAccessible.Role.Notification)

    def announce(self, words: str) -> None:
        """Have a screen reader read `words`."""
        self.setAccessibleName(words)
        shown = QAccessibleEvent(self, QAccessible.Event.ObjectShow)
        QAccessible.updateAccessibility(shown)


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader read `words` in the window of `widget`."""
    if not QAccessible.isActive():
        return
    if _BY_NOTICE:
        window = widget.window()
        (window.findChild(Notice) or Notice(window)).announce(words)
    else:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def _interface(kind: str, of: QObject) -> QAccessibleInterface | None:
    """Return the accessible interface of a widget that defines its own."""
    make = getattr(of, "accessible", None)
    return make() if make is not None else None


QAccessible.installFactory(_interface)

"""Words for those who listen: read out at once, wherever the keyboard is."""

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

# Orca reads announcements from version 45 on, and notifications that come into sight always have
# been: it would read both. Elsewhere announcements are what is read.
_BY_NOTICE = sys.platform.startswith("linux")


class Notice(QWidget):
    """A notification of `window` without a picture, whose name is what was told last."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setGeometry(0, 0, 1, 1)
        self.show()

    def accessible(self) -> QAccessibleInterface:
        """Return what assistive technology finds."""
        return QAccessibleWidget(self, QAccessible.Role.Notification)

    def announce(self, words: str) -> None:
        """Have `words` read out."""
        self.setAccessibleName(words)
        shown = QAccessibleEvent(self, QAccessible.Event.ObjectShow)
        QAccessible.updateAccessibility(shown)


def announce(widget: QWidget, words: str) -> None:
    """Have `words` read out to those who listen to the window of `widget`."""
    if not QAccessible.isActive():
        return
    if _BY_NOTICE:
        window = widget.window()
        (window.findChild(Notice) or Notice(window)).announce(words)
    else:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def _interface(kind: str, of: QObject) -> QAccessibleInterface | None:
    """Return what a widget that knows better than Qt has to show to assistive technology."""
    make = getattr(of, "accessible", None)
    return make() if make is not None else None


QAccessible.installFactory(_interface)

"""Report widgets to assistive technology where Qt reports too little, or too much.

A widget with a method `accessible` returns what stands for it; `as_role` makes such a method.
"""

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAccessibleWidget,
    QApplication,
    QStackedWidget,
    QWidget,
)

_ACTIONS = QAccessibleActionInterface
_Role, _NAME = QAccessible.Role, QAccessible.Text.Name


def as_role(role: QAccessible.Role) -> Callable[[QWidget], QAccessibleInterface]:
    """Return a method `accessible` for widgets that draw themselves: Qt calls them all fillers."""
    return lambda widget: QAccessibleWidget(widget, role)


class ChoiceInterface(QAccessibleWidget):
    """One of several buttons of which one is chosen, which Qt calls a check box."""

    def __init__(self, button: QAbstractButton, role: QAccessible.Role) -> None:
        """Stand for `button` with the role `role`: a page tab or a radio button."""
        super().__init__(button, role)
        self._button = button

    def state(self) -> QAccessible.State:
        state, chosen = super().state(), self._button.isChecked()
        if self.role() is _Role.PageTab:
            state.selectable, state.selected = True, chosen
        else:
            state.checkable, state.checked = True, chosen
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Return the text that Qt reports; the name is what the button shows without another."""
        return super().text(kind) or (self._button.text() if kind is _NAME else "")

    def actionNames(self) -> list[str]:
        return [_ACTIONS.pressAction(), _ACTIONS.setFocusAction()]

    def doAction(self, action: str) -> None:
        if action == _ACTIONS.pressAction():
            self._button.click()
        elif action == _ACTIONS.setFocusAction():
            self._button.setFocus()


def as_choice(role: QAccessible.Role) -> Callable[[QAbstractButton], QAccessibleInterface]:
    """Return a method `accessible` for buttons of which one is chosen."""
    return lambda button: ChoiceInterface(button, role)


class FocusFollower(QObject):
    """Tells which row has the focus when a list gets it; Qt reports only the list."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, before: QWidget | None, widget: QWidget | None) -> None:
        if isinstance(widget, QAbstractItemView) and QAccessible.isActive():
            QTimer.singleShot(0, widget, lambda: _tell_row(widget))  # after Qt reported the list


def _tell_row(view: QAbstractItemView) -> None:
    row = QAccessible.queryAccessibleInterface(view).focusChild() if view.hasFocus() else None
    if row is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(row, QAccessible.Event.Focus))


def _interface(kind: str, of: QObject) -> QAccessibleInterface | None:
    """Return the accessible interface of a widget that defines its own."""
    make: Callable[[], QAccessibleInterface] | None = getattr(of, "accessible", None)
    if make is not None:
        return make()
    if isinstance(of, QStackedWidget):  # Orca reads "layered pane" on the way to its contents
        return QAccessibleWidget(of, _Role.Client)
    return None


QAccessible.installFactory(_interface)


# Orca reads announcements from version 45 on, and has always read notifications as they appear: it
# would read both. Other screen readers read announcements.
_BY_NOTICE = sys.platform.startswith("linux")
_STAYS_MS = 10_000


class Notice(QWidget):
    """An invisible notification of `window`, whose name is read as it appears.

    Each announcement needs its own object: a screen reader asks for the name a moment later,
    perhaps after the next announcement.
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

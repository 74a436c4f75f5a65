"""A combo box whose name is read out on every system."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from millmate.gui.kit.label import Label


class ComboBox(QComboBox):
    """A combo box that is called by its accessible name also where Qt asks for a label.

    On Linux, Qt tells screen readers the chosen item in place of a combo box's name, and leaves
    the name to a label beside it. Where none is to be seen, one that is not shown carries it.
    The wheel scrolls the page below it and never changes the choice. The open list is as wide as
    its longest text, even where the box is not.
    """

    _unseen: Label | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # which has rows as window.qss says

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._call()

    def showEvent(self, event: QShowEvent) -> None:
        """Be called by the name where it is shown now."""
        super().showEvent(event)
        self._call()

    def showPopup(self) -> None:
        view = self.view()
        room = self.screen().availableGeometry()
        beside = view.verticalScrollBar().sizeHint().width() + 2 * view.frameWidth()
        view.setMinimumWidth(min(view.sizeHintForColumn(0) + beside, room.width()))
        super().showPopup()
        popup = view.window()
        if (beyond := popup.geometry().right() - room.right()) > 0:
            popup.move(popup.x() - beyond, popup.y())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _call(self) -> None:
        name, parent = self.accessibleName(), self.parentWidget()
        if parent is None or not name or (self._unseen is None and _labelled(self, parent)):
            return
        if self._unseen is None:
            self._unseen = Label()
            self._unseen.setBuddy(self)
        self._unseen.setParent(parent)
        self._unseen.hide()  # else it is shown with its parent, and takes the clicks
        self._unseen.setText(name)


def _labelled(combo: QComboBox, parent: QWidget) -> bool:
    return any(child.buddy() is combo for child in parent.children() if isinstance(child, Label))

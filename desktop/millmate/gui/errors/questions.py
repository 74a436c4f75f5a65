"""Questions that must be answered: something would be lost otherwise."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QWidget

_UNASKED = "unasked"


def close_unasked(window: QWidget) -> None:
    """Close a window without a question, since nobody may be there to answer it.

    So a polite kill is obeyed at once. A question that is open is withdrawn.
    """
    window.setProperty(_UNASKED, True)
    while (box := QApplication.activeModalWidget()) is not None and box.close():
        pass
    window.close()


def may_leave(parent: QWidget, text: str, leave: str, stay: str) -> bool:
    """Ask what `text` says, with two buttons; Enter and Escape are to `stay`.

    Of a window that is closed unasked the answer is to `leave`.
    """
    if parent.window().property(_UNASKED):
        return True
    box, leaving = question(parent, text, leave, stay)
    box.exec()
    return box.clickedButton() is leaving


def question(
    parent: QWidget, text: str, leave: str, stay: str
) -> tuple[QMessageBox, QAbstractButton]:
    """Return the box in which `may_leave` asks, and its button that says `leave`."""
    box = _asking(parent, text)
    leaving = box.addButton(leave, QMessageBox.ButtonRole.AcceptRole)
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    return box, leaving


def ask(parent: QWidget, text: str, choices: dict[str, str]) -> str:
    """Ask what `text` says and return the key of the button that was pressed, "" for Cancel.

    Enter presses the first button, Escape cancels.
    """
    box = _asking(parent, text)
    buttons = {
        key: box.addButton(words, QMessageBox.ButtonRole.AcceptRole)
        for key, words in choices.items()
    }
    box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.setDefaultButton(next(iter(buttons.values())))
    box.exec()
    return next((key for key, button in buttons.items() if box.clickedButton() is button), "")


def _asking(parent: QWidget, text: str) -> QMessageBox:
    """Return a box without buttons that asks what `text` says, letter by letter."""
    box = QMessageBox(QMessageBox.Icon.Question, "Mill & Mate", "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    return box

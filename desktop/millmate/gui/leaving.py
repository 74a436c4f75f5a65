"""The question whether to quit although work is going on."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget


def may_leave(parent: QWidget, text: str, leave: str, stay: str) -> bool:
    """Ask what `text` says, with two buttons; Enter and Escape are to `stay`."""
    box = QMessageBox(QMessageBox.Icon.Question, "Mill & Mate", text, parent=parent)
    leaving = box.addButton(leave, QMessageBox.ButtonRole.AcceptRole)
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    box.exec()
    return box.clickedButton() is leaving

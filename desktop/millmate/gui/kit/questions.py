"""Questions to the user, files to choose, and folders shown in the desktop's file manager."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QMessageBox, QWidget

from millmate.language import tr

_UNASKED = "unasked"


def close_unasked(window: QWidget) -> None:
    """Close a window without questions, since there may be no user to answer.

    This obeys a polite kill at once. An open question is withdrawn.
    """
    window.setProperty(_UNASKED, True)
    while (box := QApplication.activeModalWidget()) is not None and box.close():
        pass
    window.close()


def may_leave(parent: QWidget, text: str, leave: str, stay: str) -> bool:
    """Ask a question with two buttons; Enter and Escape choose `stay`.

    Returns True at once for a window that is closed unasked.
    """
    if parent.window().property(_UNASKED):
        return True
    box, leaving = question(parent, text, leave, stay)
    box.exec()
    return box.clickedButton() is leaving


def question(
    parent: QWidget, text: str, leave: str, stay: str
) -> tuple[QMessageBox, QAbstractButton]:
    box = _asking(parent, text)
    leaving = box.addButton(leave, QMessageBox.ButtonRole.AcceptRole)
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    return box, leaving


def choose(parent: QWidget, text: str, choices: dict[str, str], stay: str) -> str:
    """Ask a question and return the key of the chosen button, or "" for `stay`.

    Enter and Escape choose `stay`.
    """
    box = _asking(parent, text)
    buttons = {
        key: box.addButton(words, QMessageBox.ButtonRole.AcceptRole)
        for key, words in choices.items()
    }
    staying = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(staying)
    box.setEscapeButton(staying)
    box.exec()
    return next((key for key, button in buttons.items() if box.clickedButton() is button), "")


def ask(parent: QWidget, text: str, choices: dict[str, str]) -> str:
    """Ask a question and return the key of the chosen button, or "" for Cancel.

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
    """Return a box without buttons that shows `text` as plain text."""
    box = QMessageBox(QMessageBox.Icon.Question, "Mill & Mate", "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    return box


def ask_file(parent: QWidget | None, title: str, proposed: str, filters: str) -> Path | None:
    """Ask for a file, `proposed` at home; without a suffix it gets that of the proposed one."""
    name, _ = QFileDialog.getSaveFileName(parent, title, str(Path.home() / proposed), filters)
    path = Path(name)
    if not name:
        return None
    return path if path.suffix else path.with_suffix(Path(proposed).suffix)


def ask_format(
    parent: QWidget, title: str, proposed: str, formats: Mapping[str, str]
) -> Path | None:
    """Ask for a file in one of `formats`, filters by their suffixes.

    A name with another suffix, or none, gets the suffix of the filter that is chosen.
    """
    filters = ";;".join(formats.values())
    name, chosen = QFileDialog.getSaveFileName(parent, title, str(Path.home() / proposed), filters)
    path = Path(name)
    if not name or path.suffix.lower() in formats:
        return path if name else None
    suffixes = {text: suffix for suffix, text in formats.items()}
    return path.with_name(path.name + suffixes.get(chosen, Path(proposed).suffix))


def open_folder(folder: Path, say: Callable[[str], object]) -> None:
    """Show `folder`; where the desktop has no program for folders, `say` where it is."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        say(tr("This desktop has no program that shows folders. The folder is {folder}",
               folder=folder))  # fmt: skip

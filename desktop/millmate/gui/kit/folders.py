"""Showing a folder in the desktop's own program for files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from millmate.language import tr


def open_folder(folder: Path, say: Callable[[str], object]) -> None:
    """Show `folder`; where the desktop has no program for folders, `say` where it is."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        say(tr("This desktop has no program that shows folders. The folder is {folder}",
               folder=folder))  # fmt: skip

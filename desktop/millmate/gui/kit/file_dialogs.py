"""Dialogs that ask for a file to save to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


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

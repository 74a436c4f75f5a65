"""The settings as entries of the dialog, by page, and the keys of all commands."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit

from millmate.gui.kit.form import Choice, Entry, Field, Folder, Number, Own, Switch, Text
from millmate.gui.kit.translator import LANGUAGES
from millmate.gui.shell.frame.menus import all_commands
from millmate.gui.shell.players.player_choice import PlayerChoice
from millmate.gui.shell.preferences.samples import picture
from millmate.language import mark
from millmate.settings import PAGES, Settings


@dataclass(frozen=True, slots=True)
class Category:
    """Entries under one heading."""

    title: str
    entries: tuple[Entry, ...]


class Key(Entry):
    """The key of the command `name`, kept in the settings field `keys`."""

    def make(self) -> Field:
        edit = KeyEdit()
        return Field(self, edit, lambda: edit.value, edit.show_key, edit.changed)


class KeyEdit(QKeySequenceEdit):
    """One key, which can be cleared."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.value = ""
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        self.setFixedWidth(self.fontMetrics().averageCharWidth() * 32)
        self.editingFinished.connect(self._emit)
        self.keySequenceChanged.connect(self._cleared)

    def show_key(self, key: str) -> None:
        self.value = key
        self.setKeySequence(QKeySequence(key))

    def _cleared(self, keys: QKeySequence) -> None:
        if keys.isEmpty():
            self._emit()

    def _emit(self) -> None:
        key = self.keySequence().toString()
        if key != self.value:
            self.value = key
            self.changed.emit()


def _entry(item: dataclasses.Field[Any]) -> Entry:
    """Return the entry of a field of the settings."""
    about = item.metadata
    texts = {"label": about["title"], "note": about["tip"]}
    if item.name in ("white", "black"):
        return Own(item.name, widget=partial(PlayerChoice, item.name == "white"), read=_spec,
                   show=_choose, **texts)  # fmt: skip
    if item.name == "language":
        return Choice(item.name, options={"": mark("Follow the desktop"), **LANGUAGES}, **texts)
    if "options" in about:
        pictures = partial(picture, item.name) if "pictured" in about else None
        return Choice(item.name, options=about["options"], picture=pictures, **texts)
    if "between" in about:
        low, high = about["between"]
        more = {name: about[name] for name in ("unit", "special", "step") if name in about}
        return Number(item.name, low=low, high=high, tracking=False, **texts, **more)
    if "usual" in about:
        return Folder(item.name, usual=about["usual"], **texts)
    if isinstance(item.default, bool):
        return Switch(item.name, **texts)
    return Text(item.name, leaving=True, **texts)


def _spec(choice: PlayerChoice) -> str:
    return str(choice.spec)


def _choose(choice: PlayerChoice, spec: str) -> None:
    if str(choice.spec) != spec:
        choice.choose(spec)


ENTRIES = {
    item.name: _entry(item) for item in dataclasses.fields(Settings) if "page" in item.metadata
}
CATEGORIES = (
    *(
        Category(
            page,
            tuple(
                ENTRIES[item.name]
                for item in dataclasses.fields(Settings)
                if item.metadata.get("page") == page
            ),
        )
        for page in PAGES
    ),
    Category(mark("Keys"), tuple(Key(each.id, each.text) for each in all_commands())),
)

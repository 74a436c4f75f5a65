"""The keys of all commands: those they come with, and those that a person gave them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from millmate.gui.window.actions import entries, name_action
from millmate.language import tr

# Keys that have a meaning everywhere, or on the board.
_KEPT = ("Esc", "Return", "Enter", "Tab", "Shift+Tab", "Up", "Down", "Del", "Backspace")


class Keys(QObject):
    """Gives the commands their keys; `changed` follows every change."""

    changed = Signal()

    def __init__(self, actions: Mapping[str, QAction], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._entries = {entry.name: entry for entry in entries()}
        self.chosen: dict[str, str] = {}  # by command, "" for none

    def take(self, chosen: Mapping[str, str]) -> None:
        """Give these commands other keys than they come with; the rest have their own."""
        self.chosen = {name: keys for name, keys in chosen.items() if name in self._entries}
        for name, entry in self._entries.items():
            self._actions[name].setShortcuts(self._given(name))
            name_action(self._actions[name], entry)
        self.changed.emit()

    def with_key(self, name: str, keys: str) -> dict[str, str]:
        """Return what would be chosen if the command `name` had `keys`."""
        others = {other: kept for other, kept in self.chosen.items() if other != name}
        return others if keys == self.usual(name) else others | {name: keys}

    def usual(self, name: str) -> str:
        """Return the first key that a command comes with, "" for none."""
        return next(iter(self._entries[name].keys), "")

    def given(self, name: str) -> str:
        """Return all keys of a command in words, also while another page has taken them away."""
        written = QKeySequence.SequenceFormat.NativeText
        return tr(" or ").join(keys.toString(written) for keys in self._given(name))

    def current(self, name: str) -> str:
        """Return the first key of a command as Qt writes it, "" for none; see `given`."""
        return next((keys.toString() for keys in self._given(name)), "")

    def all_current(self) -> dict[str, str]:
        """Return the keys of all commands now."""
        return {name: self.current(name) for name in self._entries}

    def all_usual(self) -> dict[str, str]:
        """Return the keys that all commands come with."""
        return {name: self.usual(name) for name in self._entries}

    def conflict(self, name: str, keys: str) -> str:
        """Return why the command `name` cannot have `keys`, in a sentence; "" if it can."""
        wanted = QKeySequence(keys)
        shown = wanted.toString(QKeySequence.SequenceFormat.NativeText)
        if wanted.isEmpty():
            return ""
        own = any(wanted == QKeySequence(usual) for usual in self._entries[name].keys)
        if not own and any(wanted == QKeySequence(kept) for kept in _KEPT):
            return tr("{keys} has its meaning on the board and in panels.", keys=shown)
        for other in self._entries:
            if other != name and wanted in self._given(other):
                title = self._actions[other].text().replace("&", "").rstrip("…")
                return tr("{keys} is the key of “{command}”.", keys=shown, command=title)
        return ""

    def _given(self, name: str) -> list[QKeySequence]:
        """Return the keys of a command, whether the page that is shown lets it have them or not."""
        keys = (self.chosen[name],) if name in self.chosen else self._entries[name].keys
        return [QKeySequence(each) for each in keys if each]

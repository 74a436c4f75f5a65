"""The keys of all commands: the defaults and the user's changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QKeySequence

from millmate.gui.shell.frame.commands import Commands, Scope
from millmate.gui.shell.frame.navigation import Navigation
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.language import tr
from millmate.settings import Settings

# Keys with a meaning everywhere or on the board.
_RESERVED = ("Esc", "Return", "Enter", "Tab", "Shift+Tab", "Up", "Down", "Del", "Backspace")


class KeyBindings(QObject):
    """Assigns keys to the commands; `changed` follows a change by the user.

    While another page than the board's is shown, commands that act on the hidden board have no
    keys, so that tables and fields can use them.
    """

    changed = Signal()

    def __init__(
        self,
        commands: Commands,
        settings: SettingsStore,
        navigation: Navigation,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands, self._navigation = commands, navigation
        self.chosen: dict[str, str] = {}  # by command, "" for no key
        settings.bind(self._choose, "keys")
        navigation.page_changed.connect(self._apply)
        self._choose(settings.current)

    def with_key(self, name: str, keys: str) -> dict[str, str]:
        """Return the user's keys as they would be if the command `name` had `keys`."""
        others = {other: key for other, key in self.chosen.items() if other != name}
        return others if keys == self.usual(name) else others | {name: keys}

    def usual(self, name: str) -> str:
        """Return the first default key of a command, or ""."""
        return next(iter(self._commands.known[name].keys), "")

    def given(self, name: str) -> str:
        """Return all keys of a command as text, on whatever page."""
        written = QKeySequence.SequenceFormat.NativeText
        return tr(" or ").join(keys.toString(written) for keys in self._given(name))

    def current(self, name: str) -> str:
        """Return the first key of a command in Qt's notation, or ""; see `given`."""
        return next((keys.toString() for keys in self._given(name)), "")

    def all_current(self) -> dict[str, str]:
        return {name: self.current(name) for name in self._commands}

    def all_usual(self) -> dict[str, str]:
        return {name: self.usual(name) for name in self._commands}

    def conflict(self, name: str, keys: str) -> str:
        """Return why the command `name` cannot have `keys`, as a sentence, or "" if it can."""
        wanted = QKeySequence(keys)
        shown = wanted.toString(QKeySequence.SequenceFormat.NativeText)
        if wanted.isEmpty():
            return ""
        own = any(wanted == QKeySequence(usual) for usual in self._commands.known[name].keys)
        if not own and any(wanted == QKeySequence(key) for key in _RESERVED):
            return tr("{keys} has its meaning on the board and in panels.", keys=shown)
        for other in self._commands:
            if other != name and wanted in self._given(other):
                title = self._commands[other].text().replace("&", "").rstrip("…")
                return tr("{keys} is the key of “{command}”.", keys=shown, command=title)
        return ""

    def _given(self, name: str) -> list[QKeySequence]:
        """Return the keys of a command, on whatever page."""
        keys = (self.chosen[name],) if name in self.chosen else self._commands.known[name].keys
        return [QKeySequence(each) for each in keys if each]

    def _choose(self, settings: Settings) -> None:
        self.chosen = {name: key for name, key in settings.keys.items() if name in self._commands}
        self._apply()
        self.changed.emit()

    @Slot()
    def _apply(self) -> None:
        at_board = self._navigation.page.entry.at_board
        everywhere = (Scope.EVERYWHERE, Scope.TO_BOARD)
        for name, command in self._commands.known.items():
            counts = at_board or command.scope in everywhere
            self._commands.set_keys(name, self._given(name) if counts else ())

"""The commands behind the menus, keys and buttons of the window."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.icons import icon
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.shell.frame.navigation import Navigation
from millmate.language import tr


class Scope(Enum):
    """Where the keys of a command work, and whether it changes the page."""

    BOARD_FOCUS = auto()  # while the board has the focus; letters of other scopes need it, too
    BOARD_PAGE = auto()  # on pages with the board; chosen from the menu elsewhere, it shows it
    TO_BOARD = auto()  # everywhere; shows the board
    EVERYWHERE = auto()  # everywhere; leaves the page as it is


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a menu; `keys` in Qt's notation, the first one shown."""

    id: str
    text: str  # marked for translation
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: Scope = Scope.BOARD_PAGE
    checkable: bool = False


@dataclass(slots=True)
class _Binding:
    """The handler of a command, and the functions that return its state."""

    handler: Callable[[], object]
    enabled: Callable[[], bool] | None
    checked: Callable[[], bool] | None
    text: Callable[[], str] | None


class Commands(Mapping[str, QAction]):
    """The actions of all commands by id; each is bound once to its handler."""

    def __init__(
        self, commands: Iterable[Command], navigation: Navigation, parent: QWidget | None = None
    ) -> None:
        self.known = {command.id: command for command in commands}
        self._navigation = navigation
        self._bound: dict[str, _Binding] = {}
        self._actions = {name: self._action(name, parent) for name in self.known}

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def bind(
        self,
        name: str,
        handler: Callable[[], object],
        *,
        enabled: Callable[[], bool] | None = None,
        checked: Callable[[], bool] | None = None,
        text: Callable[[], str] | None = None,
    ) -> None:
        """Bind the command to `handler`; `refresh` calls the other functions to update it."""
        self._bound[name] = _Binding(handler, enabled, checked, text)
        self._actions[name].triggered.connect(lambda: self._run(name))
        self.refresh(name)

    @Slot()
    def refresh(self, *names: str) -> None:
        """Update the given commands, or all of them: enabled, checked and text."""
        for name in names or self._bound:
            bound, action = self._bound[name], self._actions[name]
            if bound.enabled is not None:
                action.setEnabled(bound.enabled())
            if bound.checked is not None:
                action.setChecked(bound.checked())
            if bound.text is not None:
                action.setText(bound.text())

    def set_keys(self, name: str, keys: Iterable[QKeySequence]) -> None:
        """Set the keys of a command; its tooltip shows the first one."""
        _set_shortcuts(self._actions[name], self.known[name].scope, list(keys))
        self._name(name)

    def redraw_icons(self) -> None:
        """Draw the icons again in the colours of the current palette."""
        for name, command in self.known.items():
            if command.icon:
                self._actions[name].setIcon(icon(command.icon))

    def _run(self, name: str) -> None:
        self._bound[name].handler()
        if self._bound[name].checked is not None:  # Qt has already toggled it
            self.refresh(name)
        if self.known[name].scope is not Scope.EVERYWHERE:
            self._navigation.show_board()

    def _action(self, name: str, parent: QWidget | None) -> QAction:
        command, action = self.known[name], QAction(parent)
        _set_shortcuts(action, command.scope, [QKeySequence(keys) for keys in command.keys])
        action.setCheckable(command.checkable)
        if command.icon:
            action.setIcon(icon(command.icon))
            action.setIconVisibleInMenu(False)
        known = weakref.ref(action)
        on_retranslate(action, lambda: _set_text(known(), command))
        return action

    def _name(self, name: str) -> None:
        _set_text(self._actions[name], self.known[name])
        bound = self._bound.get(name)
        if bound is not None and bound.text is not None:
            self._actions[name].setText(bound.text())


def _set_shortcuts(action: QAction, scope: Scope, keys: list[QKeySequence]) -> None:
    """Set the keys of `action`; letters, which might be typed text, need the board's focus."""
    context = Qt.ShortcutContext
    of_board = scope is Scope.BOARD_FOCUS or any(map(_is_letter, keys))
    action.setShortcutContext(context.WidgetShortcut if of_board else context.WindowShortcut)
    action.setShortcuts(keys)


def _is_letter(keys: QKeySequence) -> bool:
    key = keys.toString().removeprefix("Shift+")
    return len(key) == 1 and key.isalnum()


def _set_text(action: QAction | None, command: Command) -> None:
    """Set the text of `action`, and its tooltip with the key."""
    if action is not None:
        action.setText(tr(command.text))
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        text = plain_title(command.text)
        action.setToolTip(f"{text} ({keys})" if keys else text)


def plain_title(title: str) -> str:
    """Return a marked title in the current language, without menu mnemonics."""
    return tr(title).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")

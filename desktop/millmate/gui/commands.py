"""Commands: what a menu, a key or a button of the window does."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from millmate.gui.languages.translator import on_retranslate
from millmate.gui.navigation import Navigation, Page
from millmate.gui.style.icons import icon
from millmate.language import tr


class Scope(Enum):
    """Where the keys of a command count, and what its use does to the page that is shown."""

    BOARD_FOCUS = auto()  # while the board has the keyboard
    BOARD_PAGE = auto()  # on the board's page; chosen in the menu elsewhere, it brings that page
    TO_BOARD = auto()  # everywhere; it brings the board's page
    EVERYWHERE = auto()  # everywhere; the page that is shown stays


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a menu; `keys` as Qt writes them, the first one shown."""

    id: str
    text: str  # marked for translation
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: Scope = Scope.BOARD_PAGE
    checkable: bool = False


@dataclass(slots=True)
class _Binding:
    """What a command does, and what is asked to know how it stands."""

    handler: Callable[[], object]
    enabled: Callable[[], bool] | None
    checked: Callable[[], bool] | None
    text: Callable[[], str] | None


class Commands(Mapping[str, QAction]):
    """The action of every command by its id; each is bound once to what it does."""

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
        """Have the command run `handler`; the others say, at every `refresh`, how it stands."""
        self._bound[name] = _Binding(handler, enabled, checked, text)
        self._actions[name].triggered.connect(lambda: self._run(name))
        self.refresh(name)

    @Slot()
    def refresh(self, *names: str) -> None:
        """Show how some commands stand, or all of them: enabled, checked and called what."""
        for name in names or self._bound:
            bound, action = self._bound[name], self._actions[name]
            if bound.enabled is not None:
                action.setEnabled(bound.enabled())
            if bound.checked is not None:
                action.setChecked(bound.checked())
            if bound.text is not None:
                action.setText(bound.text())

    def set_keys(self, name: str, keys: Iterable[QKeySequence]) -> None:
        """Give a command other keys; its tip names the first one."""
        self._actions[name].setShortcuts(list(keys))
        self._name(name)

    def redraw_icons(self) -> None:
        """Draw the icons again, in the colours of the palette in use."""
        for name, command in self.known.items():
            if command.icon:
                self._actions[name].setIcon(icon(command.icon))

    def _run(self, name: str) -> None:
        self._bound[name].handler()
        if self._bound[name].checked is not None:  # Qt has toggled it already
            self.refresh(name)
        if self.known[name].scope is not Scope.EVERYWHERE:
            self._navigation.show(Page.BOARD)

    def _action(self, name: str, parent: QWidget | None) -> QAction:
        command, action = self.known[name], QAction(parent)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        if command.scope is Scope.BOARD_FOCUS:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
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


def _set_text(action: QAction | None, command: Command) -> None:
    """Give `action` the text of `command`, and its key in its tip."""
    if action is not None:
        action.setText(tr(command.text))
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        text = plain_title(command.text)
        action.setToolTip(f"{text} ({keys})" if keys else text)


def plain_title(title: str) -> str:
    """Return a marked title in the window's language, without the signs of menus."""
    return tr(title).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")

"""The rail at the left of the window: its pages, and at the foot settings and help."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QAction, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QSizePolicy, QToolButton

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import ChoiceInterface, as_role
from millmate.gui.kit.icons import icon
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.navigation import Navigation, Page
from millmate.language import mark

_ICON = 22  # pixels at normal text size
_LEAST_SHARE = 12  # a window at least this many times as wide as the rail has room for words
_WORDS = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
_ICONS = Qt.ToolButtonStyle.ToolButtonIconOnly


_HELP = ("manual", "tour", "examples", "shortcuts", "report", "log", "about")


class Rail(QFrame):
    """A column of icons with words; the words give way where the window has no room for them."""

    accessible = as_role(QAccessible.Role.PageTabList)

    def __init__(self, navigation: Navigation, commands: Commands) -> None:
        super().__init__()
        self.setProperty("rail", True)
        bind_text(self, name=mark("Pages of the window"))
        self._navigation = navigation
        self._group = QButtonGroup(self)
        self.pages = {
            page: _button(
                page.entry.word, page.entry.icon, commands[page.entry.command], _PageButton
            )
            for page in Page
            if page.on_rail is page
        }
        self.settings = _button(mark("Settings"), "settings", commands["settings"])
        self.settings.clicked.connect(commands["settings"].trigger)
        self.help = _help(commands)
        self._buttons = (*self.pages.values(), self.settings, self.help)
        for page, button in self.pages.items():
            button.setCheckable(True)
            self._group.addButton(button)
            button.clicked.connect(lambda _, page=page: navigation.show(page))
        foot = (self.settings, self.help)
        vbox(*self.pages.values(), None, *foot, within=self, spacing=2, margins=theme.GRID // 2)
        navigation.page_changed.connect(self._show)
        self._show(navigation.page)
        self.fit()

    @Slot(Page)
    def _show(self, page: Page) -> None:
        self.pages[page.on_rail].setChecked(True)
        for each, button in self.pages.items():  # Tab focuses the page shown, arrows move from it
            shown = each is page.on_rail
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if shown else Qt.FocusPolicy.ClickFocus
            )

    def changeEvent(self, event: QEvent) -> None:
        """Make room for letters of another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """Ask for no height: the words give way first."""
        return QSize(super().minimumSizeHint().width(), 0)

    def fit(self) -> None:
        """Show the words if the window has room for them."""
        size, letters, window = round(_ICON * theme.text_scale()), self.fontMetrics(), self.window()
        high = size + letters.lineSpacing() + 2 * theme.GRID
        wide = max(letters.horizontalAdvance(button.text()) for button in self._buttons)
        words = window.height() >= high * (
            len(self._buttons) + 2
        ) and window.width() >= _LEAST_SHARE * (wide + 2 * theme.GRID)
        for button in self._buttons:
            button.setIconSize(QSize(size, size))
            button.setToolButtonStyle(_WORDS if words else _ICONS)


class _PageButton(QToolButton):
    def accessible(self) -> ChoiceInterface:
        return ChoiceInterface(self, QAccessible.Role.PageTab)


def _plain_button(word: str, picture: str, kind: type[QToolButton] = QToolButton) -> QToolButton:
    button = bind_text(kind(), text=word, name=word)
    button.setIcon(icon(picture))
    button.setAutoRaise(True)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button


def _help(commands: Mapping[str, QAction]) -> QToolButton:
    """Return the button with the menu of help."""
    button = _plain_button(mark("Help"), "help")
    menu = QMenu(button)
    menu.addActions([commands[name] for name in _HELP])
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


def _button(
    word: str, picture: str, action: QAction, kind: type[QToolButton] = QToolButton
) -> QToolButton:
    """Return a button; its tool tip names the command with its key."""
    button = _plain_button(word, picture, kind)
    action.changed.connect(lambda: button.setToolTip(action.toolTip()))
    button.setToolTip(action.toolTip())
    return button

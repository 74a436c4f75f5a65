"""The ways through the window: the rail of pages, the menu bar, the row of tabs."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QStyle,
    QStyleOptionMenuItem,
    QTabBar,
    QToolButton,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_choice, as_role
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, vbox
from millmate.gui.shell.board_tabs import BoardTabs, Tab
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.navigation import Navigation, Page
from millmate.language import mark, tr

_ICON = 22  # pixels at normal text size
_WORDY, _NARROW = 72, 56  # the rail with words, and without
_ROOM = 1100  # pixels: from this width, a window has room for words
_WORDS = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
_ICONS = Qt.ToolButtonStyle.ToolButtonIconOnly


_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_HELP = ("manual", "tour", "examples", "shortcuts", "report", "log", "about")


class Rail(QFrame):
    """A column of icons with words; the words give way where the window has no room for them."""

    accessible = as_role(QAccessible.Role.PageTabList)

    def __init__(self, navigation: Navigation, commands: Commands, menus: "MenuBar") -> None:
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
        self.help = _with_menu(mark("Help"), "help", [commands[name] for name in _HELP])
        self.menu = _with_menu(mark("Menu"), "menu", menus.actions())
        bind_text(self.menu, tip=mark("All commands (Alt shows them as a menu bar)"))
        self._buttons = (*self.pages.values(), self.settings, self.help, self.menu)
        for page, button in self.pages.items():
            button.setCheckable(True)
            self._group.addButton(button)
            button.clicked.connect(lambda _, page=page: navigation.show(page))
        foot = (self.settings, self.help, self.menu)
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
        size, window = round(_ICON * theme.text_scale()), self.window()
        font = theme.small_font()
        for button in self._buttons:
            button.setFont(font)
        font.setWeight(QFont.Weight.DemiBold)  # of the page shown
        letters = QFontMetrics(font)
        high = size + letters.lineSpacing() + 2 * theme.GRID
        wide = max(letters.horizontalAdvance(button.text()) for button in self._buttons)
        wide = max(wide + 2 * theme.GRID + 4, round(_WORDY * theme.text_scale()))
        words = window.height() >= high * (len(self._buttons) + 1)
        words = words and window.width() >= _ROOM * theme.text_scale()
        self.setFixedWidth(wide if words else round(_NARROW * (1 + theme.text_scale()) / 2))
        for button in self._buttons:
            button.setIconSize(QSize(size, size))
            button.setToolButtonStyle(_WORDS if words else _ICONS)


class MenuBar(QMenuBar):
    """A menu bar that takes no room: it lies over the window while the keyboard is in it.

    Alt brings it there, and Alt with a letter opens a menu.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)
        self.folded = True
        self._fold()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Be as wide as the window."""
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._fold()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Take all keys before the window's shortcuts do: arrows, letters, and Escape to leave."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(not event.modifiers() & _COMMANDS)
            return True
        return super().event(event)

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        """Show where the keyboard is: the style does so only while a menu is open."""
        super().initStyleOption(option, action)
        if option.state & QStyle.StateFlag.State_Selected:
            option.state |= QStyle.StateFlag.State_Sunken

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._fold(False)
        super().focusInEvent(event)  # which chooses the first menu that is in sight

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fold(event.reason() is not Qt.FocusReason.PopupFocusReason)

    def _fold(self, folded: bool | None = None) -> None:
        self.folded = self.folded if folded is None else folded
        height = 0 if self.folded else self.sizeHint().height()
        self.setGeometry(0, 0, self.window().width(), height)
        self.raise_()


class _PageButton(QToolButton):
    accessible = as_choice(QAccessible.Role.PageTab)


def _plain_button(word: str, picture: str, kind: type[QToolButton] = QToolButton) -> QToolButton:
    button = bind_text(kind(), text=word, name=word)
    button.setIcon(icon(picture))
    button.setAutoRaise(True)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button


def _with_menu(word: str, picture: str, actions: Sequence[QAction]) -> QToolButton:
    """Return a button that opens a menu of `actions`."""
    button = _plain_button(word, picture)
    menu = QMenu(button)
    menu.addActions(actions)
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


_WIDEST, _NARROWEST = 30, 18  # letters of a title


class BoardTabBar(QTabBar):
    """A click or the arrow keys show a tab, a drag moves it, the middle button closes it."""

    def __init__(self, tabs: BoardTabs) -> None:
        super().__init__()
        self._tabs = tabs
        self._drawn: list[Tab] = []
        self._named: list[tuple[str, str, str]] = []  # what the tabs say now
        self._pressed: Tab | None = None  # by the middle button
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setDocumentMode(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setProperty("board", True)
        bind_text(self, name=mark("Open positions and games"))
        self.currentChanged.connect(self._show)
        self.tabMoved.connect(self._moved)
        tabs.changed.connect(self.draw)
        self._pause = icon("pause")
        for button, way in zip(self.findChildren(QToolButton), ("previous", "next"), strict=True):
            button.setArrowType(Qt.ArrowType.NoArrow)
            button.setIcon(icon(way))
            button.setAutoRaise(True)
            button.setProperty("tab", True)
        self.draw()

    @Slot()
    def draw(self) -> None:
        """Show the tabs as they are now."""
        with QSignalBlocker(self):
            if self._drawn != self._tabs.tabs:
                self._make()
            for at, tab in enumerate(self._drawn):
                said = tab.title, _words(tab), tr("Close {tab}", tab=tab.title)
                if said != self._named[at]:
                    self._named[at] = said
                    self._name(at, tab, *said)
            self.setCurrentIndex(self._drawn.index(self._tabs.shown))
        self.updateGeometry()

    def _make(self) -> None:
        while self.count():
            self.removeTab(0)
        self._drawn = list(self._tabs.tabs)
        self._named = [("", "", "")] * len(self._drawn)
        for at, tab in enumerate(self._drawn):
            self.addTab("")
            button = QToolButton()
            button.setIcon(icon("close"))
            button.setAutoRaise(True)
            button.setProperty("tab", True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, tab=tab: self._tabs.close(tab))
            self.setTabButton(at, QTabBar.ButtonPosition.RightSide, button)

    def _name(self, at: int, tab: Tab, title: str, words: str, close: str) -> None:
        self.setTabText(at, title.replace("&", "&&"))
        self.setTabIcon(at, self._pause if tab.paused else QIcon())
        self.setTabToolTip(at, wrapped(words))
        self.setAccessibleTabName(at, words)
        button = self.tabButton(at, QTabBar.ButtonPosition.RightSide)
        button.setToolTip(wrapped(close))
        button.setAccessibleName(close)

    @Slot(int)
    def _show(self, at: int) -> None:
        if 0 <= at < len(self._drawn):
            self._tabs.show(self._drawn[at])

    @Slot(int, int)
    def _moved(self, origin: int, target: int) -> None:
        self._drawn.insert(target, self._drawn.pop(origin))
        self._named.insert(target, self._named.pop(origin))
        self._tabs.arrange(list(self._drawn))

    def tabSizeHint(self, index: int) -> QSize:
        """Be as wide as the title, but not wider than others need to be seen."""
        size, letter = super().tabSizeHint(index), self.fontMetrics().averageCharWidth()
        return QSize(min(size.width(), _WIDEST * letter), size.height())

    def sizeHint(self) -> QSize:
        """Return the room of all tabs, also of those that have just changed."""
        width = sum(self.tabSizeHint(at).width() for at in range(self.count()))
        return QSize(width, super().sizeHint().height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Give way to others until the first letters and the button are left."""
        size, letter = self.tabSizeHint(index), self.fontMetrics().averageCharWidth()
        return QSize(min(size.width(), _NARROWEST * letter), size.height())

    def minimumSizeHint(self) -> QSize:
        """Ask for no width: the bar scrolls where it has too little."""
        return QSize(0, super().minimumSizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self._tab_at(event)
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close the tab on which the middle button was pressed and let go."""
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
        elif self._pressed is not None and self._tab_at(event) is self._pressed:
            self._tabs.close(self._pressed)

    def _tab_at(self, event: QMouseEvent) -> Tab | None:
        at = self.tabAt(event.position().toPoint())
        return self._drawn[at] if at >= 0 else None


def _words(tab: Tab) -> str:
    """Return the full description of a tab."""
    words = tab.words or tab.title
    if not tab.paused:
        return words
    return tr("{game}: paused while this tab is hidden", game=words)


class TabRow(QWidget):
    """The tabs and a button for another one; hidden while there is but one."""

    def __init__(self, tabs: BoardTabs, new: QAction) -> None:
        super().__init__()
        self._tabs, self.bar = tabs, BoardTabBar(tabs)
        self.new = QToolButton()
        self.new.setDefaultAction(new)
        self.new.setAutoRaise(True)
        hbox(self.bar, self.new, None, within=self, spacing=theme.GRID // 2)
        tabs.changed.connect(self._appear)
        self._appear()

    @Slot()
    def _appear(self) -> None:
        self.setVisible(len(self._tabs.tabs) > 1)

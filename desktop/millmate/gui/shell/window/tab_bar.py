"""The tabs above the board: to be seen as soon as there are two."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QAction, QIcon, QMouseEvent
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.icons import icon
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox
from millmate.gui.shell.board_tabs import BoardTabs, Tab
from millmate.language import mark, tr

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

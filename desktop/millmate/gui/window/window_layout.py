"""The layout of the window: pages, and on the first the board with the panels beside it."""

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from millmate.gui.languages.translator import bind_tabs, bind_text
from millmate.gui.navigation import Navigation, Page
from millmate.gui.style import theme
from millmate.gui.style.areas import scrolling, splitter, vbox
from millmate.language import mark

_SIDE_WIDTH = 340


class Pages(QWidget):
    """The window's pages with tabs; each remembers its focus widget while another is shown."""

    def __init__(self, pages: dict[str, QWidget], navigation: Navigation) -> None:
        super().__init__()
        self.bar = QTabBar()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        bind_text(self.bar, name=mark("Pages of the window"))
        self._stack = QStackedWidget()
        self._focus: dict[int, QWidget | None] = {}
        for page in pages.values():
            self.bar.addTab("")
            self._stack.addWidget(page)
        bind_tabs(self.bar, *pages)
        vbox((self.bar, Qt.AlignmentFlag.AlignLeft), (self._stack, 1), within=self)
        self.bar.currentChanged.connect(lambda number: navigation.show(Page(number)))
        navigation.page_changed.connect(self._show)

    @property
    def page(self) -> QWidget:
        page = self._stack.currentWidget()
        assert page is not None
        return page

    @Slot(Page)
    def _show(self, page: Page) -> None:
        number = page.value
        self.bar.setCurrentIndex(number)
        left, focus = self._stack.currentIndex(), self.window().focusWidget()
        self._focus[left] = focus if focus and self.page.isAncestorOf(focus) else None
        self._stack.setCurrentIndex(number)
        before = self._focus.get(number)
        if before is not None and not self.bar.hasFocus():
            before.setFocus()


def tabs(pages: dict[str, QWidget], beside: QAction) -> QTabWidget:
    """Return the panels as tabs with their marked titles, and a button for `beside`."""
    result = QTabWidget()
    result.setDocumentMode(True)
    result.tabBar().setDrawBase(False)
    for page in pages.values():
        result.addTab(page, "")
    bind_tabs(result, *pages)
    button = QToolButton()
    button.setDefaultAction(beside)
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    result.setCornerWidget(button)
    return result


def scrolled(widgets: list[QWidget]) -> QScrollArea:
    inner = QWidget()
    layout = vbox(*widgets, None, within=inner, spacing=2 * theme.GRID)
    layout.setContentsMargins(0, 0, theme.GRID, 0)
    return scrolling(inner)


class _Side(QWidget):
    """The panels beside the board, never narrower than their text needs."""

    def __init__(self) -> None:
        super().__init__()
        self._widen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._widen()

    def _widen(self) -> None:
        # Half the growth of the text, so that the board stays larger in a small window.
        self.setMinimumWidth(round(_SIDE_WIDTH * (1 + theme.text_scale()) / 2))


def stacked(*above: QWidget, below: QWidget) -> QWidget:
    """Return the widgets in a column; `below` takes the spare room."""
    side = _Side()
    vbox(*above, (below, 1), within=side)
    return side


def shared(above: QWidget, below: QWidget) -> QSplitter:
    """Return a splitter of two parts; the lower one gets more room."""
    return splitter(Qt.Orientation.Vertical, above, below, shares=(1, 1), sizes=(240, 360))


def split(board: QWidget, side: QWidget) -> QSplitter:
    """Return a splitter of `board`, which takes the spare room, and `side`."""
    return splitter(Qt.Orientation.Horizontal, board, side, shares=(1, 0), sizes=(736, 344))


def leave_keyboard(page: QWidget) -> None:
    """Prevent the buttons of `page` from taking the focus when clicked.

    The Tab key still reaches them.
    """
    for kind in (QPushButton, QToolButton):
        for button in page.findChildren(kind):
            if button.focusPolicy() == Qt.FocusPolicy.StrongFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def framed(widget: QWidget) -> QWidget:
    """Return `widget` with the window's margins around it."""
    frame = QWidget()
    vbox(widget, within=frame).setContentsMargins(*(2 * theme.GRID, theme.GRID) * 2)
    return frame

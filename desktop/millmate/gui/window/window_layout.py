"""The layout of the window: its pages, and on some the board with what stands beside it."""

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QWidget,
)

from millmate.gui.languages.translator import bind_tabs
from millmate.gui.navigation import Navigation, Page
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, scrolling, vbox

_SIDE_WIDTH = 344
_WIDE_SIDE = 656  # of the explorer
_MOST_SHARE = 0.58  # of the width for the explorer; the rest is the board's
_MOST_LIST = 0.5  # of the height for the list of moves; the rest is the panels'


class Pages(QStackedWidget):
    """The window's pages; each remembers its focus widget while another is shown.

    Several pages may share a widget, such as the board with what stands beside it.
    """

    def __init__(self, pages: dict[Page, QWidget], navigation: Navigation) -> None:
        super().__init__()
        self._pages = pages
        self._focus: dict[QWidget, QWidget | None] = {}
        for page in dict.fromkeys(pages.values()):
            self.addWidget(page)
        navigation.page_changed.connect(self._show)

    @property
    def page(self) -> QWidget:
        """The widget of the page shown."""
        page = self.currentWidget()
        assert page is not None
        return page

    @Slot(Page)
    def _show(self, page: Page) -> None:
        wanted = self._pages[page]
        if wanted is self.page:
            return
        focus = self.window().focusWidget()
        within = focus is not None and self.page.isAncestorOf(focus)
        self._focus[self.page] = focus if within else None
        self.setCurrentWidget(wanted)
        before = self._focus.get(wanted)
        if before is not None and (within or focus is None):
            before.setFocus()


class BoardArea(QSplitter):
    """The board, and beside it what stands there on the page shown.

    The explorer needs more room beside the board than anything else: each of the two widths is
    remembered for as long as the other is in use.
    """

    def __init__(self, board: QWidget, side: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(2 * theme.GRID)
        self.addWidget(board)
        self.addWidget(side)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self._widths = {False: _SIDE_WIDTH, True: _WIDE_SIDE}
        self._wide = False
        self.setSizes([736, _SIDE_WIDTH])

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Give the side the width it has on `page`."""
        wide = page is Page.EXPLORE
        if page.at_board and wide is not self._wide:
            self._widths[self._wide] = self.sizes()[1]
            self._wide = wide
            self._share(self._widths[wide])

    def layout_text(self) -> str:
        """Return both widths as text, the usual one first."""
        widths = self._widths | {self._wide: self.sizes()[1]}
        return f"{widths[False]},{widths[True]}"

    def restore_layout(self, text: str) -> None:
        """Use the widths in `text`; any other text changes nothing."""
        parts = text.split(",")
        if len(parts) == 2 and all(part.isdecimal() and len(part) < 6 for part in parts):
            self._widths = {False: int(parts[0]), True: int(parts[1])}
            self._share(self._widths[self._wide])

    def _share(self, width: int) -> None:
        whole = sum(self.sizes())
        if self._wide:
            width = min(width, round(whole * _MOST_SHARE))
        self.setSizes([max(whole - width, 1), width])


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


class Parts(QSplitter):
    """A list above panels; it has the height it asks for, unless that is most of the room.

    Once the user has moved the border it stays where it is, and is remembered.
    """

    def __init__(self, above: QWidget, below: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(2 * theme.GRID)
        self.addWidget(above)
        self.addWidget(below)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self._wanted = 0
        self._chosen: int | None = None  # the height that the user chose
        self.splitterMoved.connect(self._choose)

    @Slot(int)
    def give(self, height: int) -> None:
        """Give the list `height` pixels, if there are as many."""
        self._wanted = height
        self._share()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def layout_text(self) -> str:
        """Return the height that the user chose as text, or ""."""
        return "" if self._chosen is None else str(self._chosen)

    def restore_layout(self, text: str) -> None:
        """Use the height in `text`; any other text changes nothing."""
        if text.isdecimal() and len(text) < 6:
            self._chosen = int(text)
            self._share()

    @Slot()
    def _choose(self) -> None:
        self._chosen = self.sizes()[0]

    def _share(self) -> None:
        whole = max(self.height() - self.handleWidth(), 1)  # also while the list is hidden
        wanted = min(self._wanted, round(whole * _MOST_LIST))
        above = wanted if self._chosen is None else self._chosen
        self.setSizes([max(above, 1), max(whole - above, 1)])


def leave_keyboard(page: QWidget) -> None:
    """Prevent the buttons of `page` from taking the focus when clicked.

    The Tab key still reaches them.
    """
    for kind in (QPushButton, QToolButton):
        for button in page.findChildren(kind):
            if button.focusPolicy() == Qt.FocusPolicy.StrongFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def one_of(pages: dict[QWidget, tuple[Page, ...]], navigation: Navigation) -> QStackedWidget:
    """Return a stack that shows the widget of the current page, or else what it showed before."""
    stack = QStackedWidget()
    of_page = {page: widget for widget, shown_on in pages.items() for page in shown_on}
    for widget in pages:
        stack.addWidget(widget)

    def show(page: Page) -> None:
        if page in of_page:
            stack.setCurrentWidget(of_page[page])

    navigation.page_changed.connect(show)
    return stack


def framed(rail: QWidget, pages: QWidget) -> QWidget:
    """Return `rail` and `pages` side by side, the pages with the window's margins around them."""
    frame, inner = QWidget(), QWidget()
    vbox(pages, within=inner).setContentsMargins(*(2 * theme.GRID, theme.GRID) * 2)
    hbox(rail, (inner, 1), within=frame, spacing=0)
    return frame

"""The layout of the window: its pages, and on some the board with a widget next to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QWidget,
)

from millmate.files import describe_error
from millmate.gui.kit import theme, widgets
from millmate.gui.kit.dialogs import may_leave
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_tabs, bind_text
from millmate.gui.kit.widgets import hbox, scrolling, vbox
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.frame.navigation import Navigation, Page
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.language import mark, tr
from millmate.settings import Settings

_LEAST_SIDE = 344
# The widths of panels where the user has chosen none: a share of the whole, the least, the most.
_WIDTHS = {
    "side": (0.36, _LEAST_SIDE, 480),
    "slim": (0.24, _LEAST_SIDE, 420),  # of the same beside the moves' own column
    "wide": (0.5, 656, 900),  # of the explorer and of studies
    "moves": (0.21, 320, 400),  # of that column
}
_MOST_SHARE = {Page.EXPLORE: 0.58, Page.STUDY: 0.42}  # of the width; the rest is the board's
_ROOMY = 1540  # a width that has room for the moves in a column of their own
# Of the height for the list of moves, and its most lines of text; the rest is the panels'.
_LIST_SHARE, _LIST_LINES = 0.37, 14


class Pages(QStackedWidget):
    """The window's pages; each remembers its focus widget while another is shown.

    Several pages may share a widget, such as the board with the widget next to it.
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
    """The board, next to it the widget of the page shown, and in a wide window the moves.

    Widths that the user has not chosen follow that of the window; those chosen are remembered. The
    explorer and studies need more room beside the board, and share a width of their own.
    `roomy_changed` carries whether the moves have their own column.
    """

    roomy_changed = Signal(bool)

    def __init__(self, board: QWidget, side: QWidget, moves: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(2 * theme.GRID)
        for place, widget in enumerate((board, side, moves)):
            self.addWidget(widget)
            self.setStretchFactor(place, int(widget is board))
        self._moves, self.roomy, self._page = moves, False, Page.BOARD
        self._chosen: dict[str, int] = {}  # widths in pixels, by the names in `_WIDTHS`
        moves.hide()
        self.splitterMoved.connect(self._choose)

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Give the side the width it has on `page`."""
        if page.entry.at_board:
            self._page = page
            self._share()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= _ROOMY
        if roomy is not self.roomy:
            self.roomy = roomy
            self.roomy_changed.emit(roomy)
        self._share()

    def layout_text(self) -> str:
        """Return the widths that the user has chosen as text; those left out follow the window."""
        return ",".join(str(self._chosen.get(name, "")) for name in _WIDTHS)

    def restore_layout(self, text: str) -> None:
        """Use the widths in `text`; any other text changes nothing."""
        parts = text.split(",")
        if len(parts) == len(_WIDTHS) and all(len(part) < 6 for part in parts):
            named = zip(_WIDTHS, parts, strict=True)
            self._chosen = {name: int(part) for name, part in named if part.isdecimal()}
            self._share()

    @property
    def _side(self) -> str:
        if self._page in _MOST_SHARE:
            return "wide"
        return "slim" if self._with_moves else "side"

    @property
    def _with_moves(self) -> bool:
        return self.roomy and self._page is Page.BOARD

    @Slot()
    def _choose(self) -> None:
        _, side, moves = self.sizes()
        self._chosen[self._side] = side
        if moves:
            self._chosen["moves"] = moves

    def _share(self) -> None:
        """Show the moves where there is room for them, and share the room."""
        whole = self.width()
        self._moves.setVisible(self._with_moves)
        side = self._width(self._side)
        if self._side == "wide":
            side = min(side, round(whole * _MOST_SHARE[self._page]))
        moves = self._width("moves") * self._with_moves
        self.setSizes([max(whole - side - moves, 1), side, moves])

    def _width(self, name: str) -> int:
        share, least, most = _WIDTHS[name]
        return self._chosen.get(name) or round(max(least, min(most, share * self.width())))


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
        self.setMinimumWidth(round(_LEAST_SIDE * (1 + theme.text_scale()) / 2))


class MovesPlace:
    """Where the moves stand: on a tab beside the set-up, or in a column of their own."""

    def __init__(self, moves: QWidget) -> None:
        self.moves, self.tab, self.column = moves, QWidget(), QWidget()
        self._on_tab = vbox(moves, within=self.tab)
        title = bind_text(Label(), text=mark("Moves"))
        theme.heading(title)
        self._in_column = vbox(title, within=self.column, margins=(0, theme.GRID, 0, 0))

    def give_column(self, roomy: bool) -> None:
        """Put the moves into their column, or back on their tab."""
        (self._in_column if roomy else self._on_tab).addWidget(self.moves, 1)


def stacked(*above: QWidget, below: QWidget) -> QWidget:
    """Return the widgets in a column; `below` takes the spare room."""
    side = _Side()
    vbox(*above, (below, 1), within=side)
    return side


class Parts(QSplitter):
    """A list above panels; the border between them stays where it is, whatever the list holds.

    It is remembered where the user has put it. `left` is emitted when the mouse leaves.
    """

    left = Signal()

    def __init__(self, above: QWidget, below: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(2 * theme.GRID)
        self.addWidget(above)
        self.addWidget(below)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self._chosen: int | None = None  # the height that the user chose
        self.splitterMoved.connect(self._choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

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
        wanted = min(round(whole * _LIST_SHARE), _LIST_LINES * self.fontMetrics().lineSpacing())
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


_AFTER_MS = 400  # once the user stops dragging an edge


class WindowGeometry(QTimer):
    """Restores the window's geometry and splitters, and saves them soon after a change.

    So they survive a crash or a power failure.
    """

    def __init__(
        self, window: QMainWindow, area: BoardArea, parts: Parts, settings: SettingsStore
    ) -> None:
        super().__init__(window, singleShot=True, interval=_AFTER_MS)
        self._window, self._settings = window, settings
        self._area, self._parts = area, parts
        widgets.restore_window(window, settings.current.window)
        widths, _, rest = settings.current.layout.partition(" ")
        area.restore_layout(widths)
        parts.restore_layout(rest)
        settings.provide(self._provide)
        self._saved = self._shape
        self.timeout.connect(self._save)
        for splitter in (area, parts):
            splitter.splitterMoved.connect(self.save_soon)

    @property
    def _shape(self) -> tuple[str, str]:
        layout = f"{self._area.layout_text()} {self._parts.layout_text()}"
        return widgets.window_text(self._window), layout

    def _provide(self, settings: Settings) -> Settings:
        window, layout = self._shape
        return settings.changed(window=window, layout=layout)

    @Slot()
    def save_soon(self) -> None:
        if self._window.isVisible():
            self.start()

    @Slot()
    def _save(self) -> None:
        shape = self._shape
        if shape != self._saved and not self._window.isMinimized():
            self._saved = shape
            self._settings.save_or_report()


def save_settings(settings: SettingsStore, window: QWidget) -> bool:
    """Save the settings; if that fails, ask whether to close the window."""
    try:
        settings.save()
    except OSError as error:
        return may_leave(
            window,
            tr(
                "The settings could not be saved: {why}.\n\nIf you close the window now, your "
                "changes to them will be lost.",
                why=describe_error(error),
            ),
            tr("Close anyway"),
            tr("Keep the window open"),
        )
    return True


def save_games(autosave: Autosave, window: QWidget) -> bool:
    """Save unsaved games; if that fails, ask whether to lose them."""
    why = autosave.close()
    return not why or may_leave(
        window,
        tr(
            "A game could not be saved: {why}.\n\nIf you close the window now, the game may be "
            "lost.",
            why=why,
        ),
        tr("Close anyway"),
        tr("Keep the window open"),
    )

"""The layout of the window: its pages, the dock beside the board, and its frame."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMainWindow, QScrollArea, QStackedWidget, QToolButton, QWidget

from millmate.files import describe_error
from millmate.gui.kit import theme, widgets
from millmate.gui.kit.dialogs import may_leave
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, scrolling, vbox
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.frame.navigation import Navigation, Page
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.window.stage import Stage
from millmate.gui.shell.window.status import Status
from millmate.language import mark, tr

_BAR = 44  # pixels: the height of the bar above the pages
_ROOM = 1100  # pixels: a window so wide has room for margins, and for the number of tables
# Of the height for the list of moves, and its most lines of text; the rest is the panels'.
_LIST_SHARE, _LIST_LINES = 0.33, 14


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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give pages their margins; the stage has its own, and rush those of the stage."""
        super().resizeEvent(event)
        sides = 3 * theme.GRID if self.width() >= _ROOM else 2 * theme.GRID
        for page, widget in self._pages.items():
            if not page.entry.at_board and page is not Page.RUSH:
                widget.setContentsMargins(sides, 0, sides, 2 * theme.GRID)

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


def scrolled(widgets: list[QWidget]) -> QScrollArea:
    inner = QWidget()
    layout = vbox(*widgets, None, within=inner, spacing=2 * theme.GRID)
    layout.setContentsMargins(0, 0, theme.GRID, 0)
    return scrolling(inner)


class MovesPlace:
    """Where the moves stand: in the dock, or in a column of their own."""

    def __init__(self, moves: QWidget) -> None:
        self.moves, self.panel, self.column = moves, QWidget(), QWidget()
        self._in_dock = vbox(moves, within=self.panel)
        title = bind_text(Label(), text=mark("Moves"))
        theme.heading(title)
        self._in_column = vbox(title, within=self.column, margins=(0, theme.GRID, 0, 0))

    def give_column(self, roomy: bool) -> None:
        """Put the moves into their column, or back into the dock."""
        (self._in_column if roomy else self._in_dock).addWidget(self.moves, 1)


class Head(QWidget):
    """The modes of the board and tools; the last one has a text where there is room for it."""

    def __init__(self, modes: QWidget, *tools: QToolButton) -> None:
        super().__init__()
        self._last = tools[-1]
        hbox(modes, None, *tools, within=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._last.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        if self.sizeHint().width() > self.width():
            self._last.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)


class Dock(QWidget):
    """Parts one below the other, in slots that no answer changes; `table` is the list of moves.

    `left` is emitted when the mouse leaves.
    """

    left = Signal()

    def __init__(self, *parts: QWidget, table: QWidget, below: QWidget) -> None:
        super().__init__()
        self._table = table
        vbox(*parts, table, (below, 1), within=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list its part of the height, which depends on nothing else."""
        super().resizeEvent(event)
        most = _LIST_LINES * self.fontMetrics().lineSpacing()
        share = (
            _LIST_SHARE / max(theme.text_scale(), 1) ** 2
        )  # the others need more with large letters
        self._table.setFixedHeight(min(round(self.height() * share), most))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


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


class Frame(QWidget):
    """The rail, and beside it a bar above the pages.

    A status line lies below the board while it is shown, on other pages over the bar: it moves
    nothing, and lets clicks through unless it has a button. A message hides it.
    """

    def __init__(self, rail: QWidget, bar: QWidget, pages: Pages, stage: Stage, status: Status):
        super().__init__()
        self._pages, self._stage, self._status, self._bar = pages, stage, status, bar
        bar.setFixedHeight(_BAR)
        hbox(rail, (vbox(bar, (pages, 1), spacing=0), 1), within=self, spacing=0)
        status.setParent(self)
        status.changed.connect(self._place)
        stage.message_placed.connect(self._place)
        pages.currentChanged.connect(self._place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._status.tables.setVisible(self.width() >= _ROOM * theme.text_scale())
        self._place()

    @Slot()
    def _place(self) -> None:
        at_board = self._pages.page is self._stage
        covered = at_board and not self._stage.message.isHidden()
        self._status.setVisible(self._status.wanted and not covered)
        if at_board:
            room = self._stage.line_place
            needed = self._status.fit(room.width()).expandedTo(QSize(0, room.height()))
            place = QRect(QPoint(), needed)
            place.moveCenter(self._stage.mapTo(self, room.center()))
            place.moveBottom(self._stage.mapTo(self, room.bottomLeft()).y())
        else:
            at = self._bar.mapTo(self, QPoint(3 * theme.GRID, theme.GRID // 2))
            needed = self._status.fit(self._bar.width() // 2)
            place = QRect(at, needed.expandedTo(QSize(0, _BAR - theme.GRID)))
        self._status.setGeometry(place.intersected(self.rect()))
        self._status.raise_()


_AFTER_MS = 400  # once the user stops dragging an edge


class WindowGeometry(QTimer):
    """Restores the window's geometry, and saves it soon after a change.

    So it survives a crash or a power failure.
    """

    def __init__(self, window: QMainWindow, settings: SettingsStore) -> None:
        super().__init__(window, singleShot=True, interval=_AFTER_MS)
        self._window, self._settings = window, settings
        widgets.restore_window(window, settings.current.window)
        settings.provide(lambda kept: kept.changed(window=widgets.window_text(window)))
        self._saved = widgets.window_text(window)
        self.timeout.connect(self._save)

    @Slot()
    def save_soon(self) -> None:
        if self._window.isVisible():
            self.start()

    @Slot()
    def _save(self) -> None:
        shape = widgets.window_text(self._window)
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

"""The stage: the board at one place and size on all its pages, and the dock beside it."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QToolButton, QWidget

from millmate.gui.boards.board import Game
from millmate.gui.boards.player_strip import Balance, ClockState, PlayerStrip
from millmate.gui.boards.truth_bar import TruthBar
from millmate.gui.kit import theme
from millmate.gui.kit.widgets import MessageStrip, hbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.game_view import GameView

_GRID = 8  # pixels: the board's side is a multiple of it
_LEAST_BOARD = 272
_BAR = 10  # the width of the bar beside the board
_SET_UP_ON = Page.BOARD, Page.EXPLORE  # pages with the tools for setting up
_ROW = 36  # the height of a name plate and of the strip below the board
_RIGHT, _FOOT = 24, 12  # the stage's margins
_WIDE = 1120  # from here, there is more room left and right of the board
_DOCK = 372  # the least width of the dock
_COLUMNS, _BETWEEN = 2 * _DOCK, 16  # the dock in two columns, and the gap between these


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of the stage lie, in pixels; `moves` is empty without a second column."""

    bar: QRect
    above: QRect
    board: QRect
    below: QRect
    strip: QRect
    dock: QRect
    moves: QRect

    def field(self, game: Game) -> QRect:
        """Return the place of the board of `game`; in morris, it holds the trays as well."""
        tray = self.above.height() if game.trays else 0
        return self.board.adjusted(0, -tray, 0, tray)


def places(size: QSize, scale: float = 1.0, *, second: bool = True) -> Places:
    """Return the places in a stage of `size`, with letters `scale` times their usual size.

    The board depends on the size alone, so that it is the same square on every page; `second` is
    whether the page shows the moves in a second column where there is room for it.
    """
    wide = size.width() >= _WIDE
    left, gap = (52, 36) if wide else (28, 24)
    row = round(_ROW * (1 + scale) / 2)
    dock = round(_DOCK * (2 + scale) / 3)
    high = size.height() - 3 * row - 3 * theme.GRID // 2 - _FOOT
    side = min(high, size.width() - left - gap - dock - _RIGHT)
    side = max(side // _GRID * _GRID, _LEAST_BOARD)
    board = QRect(left, row + theme.GRID, side, side)
    bar = QRect(left - 2 * _BAR, board.top(), _BAR, side)
    above = QRect(left, theme.GRID // 2, side, row)
    below = QRect(left, board.bottom() + 1 + theme.GRID // 2, side, row)
    strip = QRect(left, below.bottom() + 1, side, row)
    beside = QRect(left + side + gap, 0, 0, size.height() - _FOOT)
    beside.setRight(size.width() - _RIGHT - 1)
    moves = QRect()
    if second and beside.width() >= _COLUMNS + _BETWEEN:
        moves = QRect(beside)
        beside.setWidth((beside.width() - _BETWEEN) // 2)
        moves.setLeft(beside.right() + 1 + _BETWEEN)
    return Places(bar, above, board, below, strip, beside, moves)


class Stage(QWidget):
    """The board between the players' name plates, what belongs to it, and the dock.

    Each game has a page for its board; one is shown. For setting up, the pieces of a side are next
    to its name, and the tools in the strip below the board, which may also have the square map or
    a prompt. A message lies over it, or over the plate above while the strip is in use.
    `roomy_changed` carries whether the moves have a column of their own.
    """

    roomy_changed = Signal(bool)
    message_placed = Signal()

    def __init__(self, bar: TruthBar, field: QWidget) -> None:
        """Create the stage with `bar` beside the board and `field` for typing moves."""
        super().__init__()
        self.above, self._boards, self.below = PlayerStrip(), QStackedWidget(), PlayerStrip()
        self._bar, self._strip = bar, QWidget()
        self._usual, self._others = QWidget(), list[QWidget]()
        self._usual_row = hbox(within=self._usual)
        self._in_strip = hbox((self._usual, 1), within=self._strip)
        self.message = MessageStrip()
        self.below.hold(field)
        self._field, self._flipped = field, False
        self._clocks: dict[bool, ClockState] = {}
        self._dock, self._moves = QWidget(), QWidget()
        self._page, self.roomy = Page.BOARD, False
        self._views = list[GameView]()
        self._view: GameView | None = None
        for part in (self.above, bar, self._boards, self.below, self._strip, self.message):
            part.setParent(self)
        self.message.installEventFilter(self)
        self.setMinimumSize(_LEAST_BOARD, _LEAST_BOARD)

    def add(self, view: GameView) -> None:
        self._boards.addWidget(view.board)
        view.board.laid_out.connect(self._place_plates)
        self._views.append(view)
        for palette in view.editor.palettes.values():
            palette.setParent(self)
        view.editor.tools.installEventFilter(self)
        leave_keyboard(view.editor.tools)
        if view.prompt is not None:
            self._usual_row.addWidget(view.prompt, 1)

    def add_strip(self, strip: QWidget) -> None:
        """Show `strip` below the board while it is not hidden, in place of pieces and prompt."""
        self._others.append(strip)
        self._in_strip.addWidget(strip, 1)
        strip.installEventFilter(self)
        leave_keyboard(strip)

    def set_dock(self, dock: QWidget, moves: QWidget) -> None:
        """Show `dock` beside the board, and `moves` in another column if there is room for it."""
        self._dock, self._moves = dock, moves
        for part in (dock, moves):
            part.setParent(self)
        leave_keyboard(self)
        self._place()

    def show_view(self, view: GameView) -> None:
        self._view = view
        self._boards.setCurrentWidget(view.board)
        self._boards.setGeometry(self.places.field(view.board.game))
        self._show_prompt()
        self._place_plates()

    def _show_prompt(self) -> None:
        """Show tools or prompt in the strip; while it has a map, the tools are in the dock."""
        free = all(strip.isHidden() for strip in self._others)
        self._usual.setVisible(free)
        for view in self._views:
            setting_up = not view.editor.tools.isHidden()
            view.editor.put_tools(self._usual_row if free else None)
            if view.prompt is not None:
                view.prompt.setVisible(view is self._view and not setting_up)

    def show_field(self, shown: bool) -> None:
        """Show or hide the move field below the board."""
        self.below.make_room(shown)
        self._field.setVisible(shown)

    def show_players(
        self,
        names: dict[bool, str],
        doing: dict[bool, str],
        turn: bool | None,
        flipped: bool,
        balance: dict[bool, Balance],
    ) -> None:
        """Show both players, Black below the board if `flipped`, else White."""
        if flipped is not self._flipped:
            self._flipped = flipped
            self._bar.set_flipped(flipped)
            self._place_plates()
        for strip, side in self._strips():
            strip.show_side(side, names[side], doing[side], turn is side, balance[side])
        self.show_clocks(self._clocks)

    def show_clocks(self, clocks: dict[bool, ClockState]) -> None:
        """Show the clocks beside the players; a side without one has none."""
        self._clocks = clocks
        for strip, side in self._strips():
            strip.show_clock(side, clocks.get(side))

    def _strips(self) -> tuple[tuple[PlayerStrip, bool], ...]:
        """Return the name plates with their sides."""
        return (self.below, not self._flipped), (self.above, self._flipped)

    @property
    def places(self) -> Places:
        second = self._page is Page.BOARD
        return places(self.size(), theme.text_scale(), second=second)

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Give the dock of `page` its room; the board stays where it is."""
        if page.entry.at_board:
            self._page = page
            for view in self._views:
                view.editor.show_near(page in _SET_UP_ON)
            self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Make room for letters of another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give a message the height of its words, and the prompt the room that a strip leaves."""
        if watched is not self.message:
            if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
                self._show_prompt()
                self._place_plates()
        elif event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest):
            self._place_message()
        return False

    def _place(self) -> None:
        found = self.places
        self._bar.setGeometry(found.bar)
        self._boards.setGeometry(
            found.board if self._view is None else found.field(self._view.board.game)
        )
        self._strip.setGeometry(found.strip)
        self._place_plates()
        self._dock.setGeometry(found.dock)
        self._moves.setGeometry(found.moves)
        self._moves.setVisible(not found.moves.isEmpty())
        whole = places(self.size(), theme.text_scale())
        roomy = not whole.moves.isEmpty()
        if roomy is not self.roomy:
            self.roomy = roomy
            self.roomy_changed.emit(roomy)

    @Slot()
    def _place_plates(self) -> None:
        """Give the plates the width of the board, or what a tray and pieces leave of it."""
        if self._view is None:
            return
        trays = round(self._view.board.board_geometry.tray_width)
        for plate, side in self._strips():
            place = self.places.below if plate is self.below else self.places.above
            if trays:
                place.setRight(place.right() - trays - theme.GRID)
            pieces = self._view.editor.palettes[side]
            if not pieces.isHidden():
                room = QRect(place)
                room.setLeft(place.right() + 1 - pieces.sizeHint().width())
                pieces.setGeometry(room)
                pieces.raise_()
                place.setRight(room.left() - 1 - theme.GRID)
            plate.setGeometry(place)
            plate.raise_()
        self._place_message()

    @property
    def line_place(self) -> QRect:
        """Where a line about what happened may lie: the strip, or the plate if that is in use."""
        tools = (view.editor.tools for view in self._views)
        used = any(not each.isHidden() for each in (*self._others, *tools))
        return self.below.geometry() if used else QRect(self.places.strip)

    def _place_message(self) -> None:
        strip = self.line_place
        needed = self.message.heightForWidth(strip.width())
        strip.setTop(strip.bottom() + 1 - max(needed, strip.height()))
        self.message.setGeometry(strip)
        self.message.raise_()
        self.message_placed.emit()


def leave_keyboard(page: QWidget) -> None:
    """Prevent the buttons of `page` from taking the focus when clicked.

    The Tab key still reaches them.
    """
    for kind in (QPushButton, QToolButton):
        for button in page.findChildren(kind):
            if button.focusPolicy() == Qt.FocusPolicy.StrongFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

"""The board between the name plates of both players, and the widgets below it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from millmate.gui.boards.player_strip import Balance, ClockState, PlayerStrip
from millmate.gui.kit import theme
from millmate.gui.kit.widgets import MessageStrip, vbox
from millmate.gui.shell.game_view import GameView
from millmate.gui.shell.window.window_layout import leave_keyboard


class BoardStage(QWidget):
    """Gives the board all the room between two name plates, which are as wide as the board.

    `beside` is right of the board if it is visible. Where the board would shrink when it
    appears, its room stays reserved.
    """

    def __init__(self, beside: QWidget, above: PlayerStrip, below: PlayerStrip) -> None:
        super().__init__()
        self._above, self._below = above, below
        above.setParent(self)
        self._pages = QStackedWidget(self)
        below.setParent(self)
        self._beside = beside
        self._view: GameView | None = None
        beside.setParent(self)
        beside.installEventFilter(self)

    def add(self, view: GameView) -> None:
        self._pages.addWidget(view.page)
        view.board.laid_out.connect(self._place)

    def show_view(self, view: GameView) -> None:
        self._view = view
        self._pages.setCurrentWidget(view.page)
        self._place()

    def sizeHint(self) -> QSize:
        return self._pages.sizeHint() + QSize(0, 2 * self._plate)

    def minimumSizeHint(self) -> QSize:
        return self._pages.minimumSizeHint() + QSize(0, 2 * self._plate)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the board and what stands around it."""
        self._share()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out again now that the style sheet applies."""
        super().showEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Lay out again for another size of text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay out again when the widget beside the board is shown or hidden."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._share()
        return False

    @property
    def _plate(self) -> int:
        """The height of a name plate and the gap beside it."""
        heights = (strip.sizeHint().height() for strip in (self._above, self._below))
        return max(heights) + theme.GRID // 2

    def _share(self) -> None:
        needed = self._beside.width() + theme.GRID
        width, height = self.width() - needed, self.height() - 2 * self._plate
        self._pages.setGeometry(0, self._plate, max(width, 1), max(height, 1))
        self._place()

    @Slot()
    def _place(self) -> None:
        """Place the name plates above and below the board, and `beside` next to it."""
        if self._view is None:
            return
        board = self._view.board
        frame = board.board_geometry.frame.toRect().translated(board.mapTo(self, QPoint()))
        plate = QRect(frame.left(), 0, frame.width(), self._plate - theme.GRID // 2)
        plate.moveTop(frame.top() - self._plate)
        self._above.setGeometry(plate)
        plate.moveTop(self._foot(frame) + theme.GRID // 2)
        self._below.setGeometry(plate)
        if not self._beside.isHidden():
            left = frame.right() + 1 + theme.GRID
            self._beside.setGeometry(left, frame.top(), self._beside.width(), frame.height())
            self._beside.raise_()

    def _foot(self, frame: QRect) -> int:
        """Return where the board ends with all that is written below it."""
        assert self._view is not None
        page, board = self._pages.geometry(), self._view.board
        if self._view.page is not board:
            return page.bottom() + 1
        # Only the room for coordinates, which are below the board, is not centred.
        spare = frame.top() - page.top()
        return page.bottom() + 1 - spare


class BoardColumn(QWidget):
    """The board, as large as the column allows, between the players' name plates.

    Each game has a page for its board and its palette; one page is shown, with `beside` next to
    it if visible.
    """

    def __init__(self, beside: QWidget, field: QWidget) -> None:
        """Create the column with `beside` next to the board and `field` for typing moves."""
        super().__init__()
        self.above, self.below = PlayerStrip(), PlayerStrip()
        self.below.hold(field)
        self._field, self._flipped = field, False
        self._clocks: dict[bool, ClockState] = {}
        self._stage = BoardStage(beside, self.above, self.below)
        self.message = MessageStrip()
        self._beneath = vbox()
        self._layout = vbox((self._stage, 1), self._beneath, self.message, within=self)

    def add(self, view: GameView) -> None:
        self._stage.add(view)
        self._beneath.addWidget(view.editor.palette_strip)

    def put_above(self, row: QWidget) -> None:
        self._layout.insertWidget(0, row)

    def add_strip(self, strip: QWidget) -> None:
        self._layout.addWidget(strip)
        leave_keyboard(strip)

    def show_view(self, view: GameView) -> None:
        self._stage.show_view(view)

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
        self._flipped = flipped
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

"""The board with a strip for each player, and the widgets below it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget

from millmate.formatting import side_name
from millmate.gui.errors.message_strip import MessageStrip
from millmate.gui.game_view import GameView
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.label import Label
from millmate.gui.window.window_layout import leave_keyboard


class _Disc(QWidget):
    """A disc in a side's colour, with an accent ring while that side is to move."""

    def __init__(self) -> None:
        super().__init__()
        self._white, self._ringed = True, False
        self.setFixedSize(QSize(20, 20))

    def show_side(self, white: bool, ringed: bool) -> None:
        self._white, self._ringed = white, ringed
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor("#fdfdfb" if self._white else "#0c0f0f"))
            painter.setPen(QPen(QColor(scheme.muted), 1))
            painter.drawEllipse(QRectF(4, 4, 12, 12))
            if self._ringed:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(scheme.accent), 2))
                painter.drawEllipse(QRectF(1.5, 1.5, 17, 17))


class PlayerStrip(QWidget):
    """The player of a side, and whether that side is to move."""

    def __init__(self) -> None:
        super().__init__()
        self._disc = _Disc()
        self.name = Label()
        self.doing = theme.muted()
        self.doing.setWordWrap(False)
        self._middle = hbox(None)
        strip = hbox(self._disc, self.name, (self._middle, 1), self.doing, within=self)
        strip.setContentsMargins(theme.GRID // 2, 0, theme.GRID // 2, 0)
        # So that showing the move field moves nothing.
        self.setMinimumHeight(QLineEdit().sizeHint().height())

    def hold(self, field: QWidget) -> None:
        """Reserve room for an input field beside the name."""
        self._middle.insertWidget(0, field, 100)

    def make_room(self, needed: bool) -> None:
        """Give the reserved room to the field if `needed`."""
        self.doing.setVisible(not needed)

    def show_side(self, side: bool, name: str, doing: str, turn: bool) -> None:
        """Show that `name` plays `side` and is `doing` something."""
        self._disc.show_side(side, turn)
        self.name.setText(f"{side_name(side)}: {name}")
        self.doing.setText(doing)


class BoardStage(QWidget):
    """Gives the board all the room, except for `beside` at its right if that is visible.

    Where the board would shrink when `beside` appears, its room stays reserved.
    """

    def __init__(self, beside: QWidget) -> None:
        super().__init__()
        self._pages = QStackedWidget(self)
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
        return self._pages.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._pages.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the board and `beside`."""
        self._share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay out again when the widget beside the board is shown or hidden."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._share()
        return False

    def _share(self) -> None:
        needed = self._beside.width() + theme.GRID
        self._pages.setGeometry(0, 0, max(self.width() - needed, 1), self.height())
        self._place()

    @Slot()
    def _place(self) -> None:
        """Place `beside` next to the board."""
        if self._view is None or self._beside.isHidden():
            return
        board = self._view.board
        frame = board.board_geometry.frame.toRect().translated(board.mapTo(self, QPoint()))
        left = frame.right() + 1 + theme.GRID
        self._beside.setGeometry(left, frame.top(), self._beside.width(), frame.height())
        self._beside.raise_()


class BoardColumn(QWidget):
    """The board, as large as the column allows, between two player strips.

    Each game has a page for its board and its palette; one page is shown, with `beside` next to
    it if visible.
    """

    def __init__(self, beside: QWidget, field: QWidget) -> None:
        """Create the column with `beside` next to the board and `field` for typing moves."""
        super().__init__()
        self._stage = BoardStage(beside)
        self._field = field
        self.above, self.below = PlayerStrip(), PlayerStrip()
        self.below.hold(field)
        self.message = MessageStrip()
        self._beneath, parts = vbox(), (self.above, (self._stage, 1), self.below)
        self._layout = vbox(*parts, self._beneath, self.message, within=self)

    def add(self, view: GameView) -> None:
        self._stage.add(view)
        self._beneath.addWidget(view.editor.palette_strip)

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
        self, names: dict[bool, str], doing: dict[bool, str], turn: bool | None, flipped: bool
    ) -> None:
        """Show both players, Black below the board if `flipped`, else White."""
        for strip, side in ((self.below, not flipped), (self.above, flipped)):
            strip.show_side(side, names[side], doing[side], turn is side)

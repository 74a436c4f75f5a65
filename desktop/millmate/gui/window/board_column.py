"""The board with a strip for each player, and the widgets below it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from millmate.formatting import side_name
from millmate.gui.errors.message_strip import MessageStrip
from millmate.gui.game_view import GameView
from millmate.gui.style import theme
from millmate.gui.style.label import Label
from millmate.gui.window.board_stage import BoardStage
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
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GRID // 2, 0, theme.GRID // 2, 0)
        row.setSpacing(theme.GRID)
        row.addWidget(self._disc)
        row.addWidget(self.name)
        self._middle = QHBoxLayout()
        self._middle.addStretch(1)
        row.addLayout(self._middle, 1)
        row.addWidget(self.doing)
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


class BoardColumn(QWidget):
    """The board, as large as the column allows, between two player strips.

    Each game has a page for its board and its palette; one page is shown, with `beside` next to
    it if visible.
    """

    def __init__(self, beside: QWidget, field: QWidget, parent: QWidget | None = None) -> None:
        """Create the column with `beside` next to the board and `field` for typing moves."""
        super().__init__(parent)
        self._stage = BoardStage(beside)
        self._field = field
        self.above, self.below = PlayerStrip(), PlayerStrip()
        self.below.hold(field)
        self.message = MessageStrip()
        self._beneath = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.above)
        layout.addWidget(self._stage, 1)
        layout.addWidget(self.below)
        layout.addLayout(self._beneath)
        layout.addWidget(self.message)

    def add(self, view: GameView) -> None:
        self._stage.add(view)
        self._beneath.addWidget(view.editor.palette_strip)

    def add_strip(self, strip: QWidget) -> None:
        layout = self.layout()
        assert layout is not None
        layout.addWidget(strip)
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

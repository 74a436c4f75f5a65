"""Small boards of either game: to watch, to look a game up, and beside what names a position."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.catalogue import Position
from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.board import Game
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.scene import Look, paint
from millmate.gui.boards.state import EMPTY
from millmate.gui.boards.theme import board_style, board_theme
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.language import mark, tr
from millmate.pictures.diagrams import UPRIGHT, Orientation
from millmate.pictures.landscape import Landscape
from millmate.records.pgn import read_entry
from millmate.records.record import GameRecord

_SMALLEST = 200  # pixels


PARTS: dict[str, Game] = {"chess": CHESS, "morris": MORRIS}  # of boards, by kind of game


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position of a game, and the move that led to it, if any.

    `plies` counts the moves before it; `move` is in UCI notation, played by the side `mover`.
    """

    position: Position
    plies: int
    move: str = ""
    mover: bool = True


def replay(start: Position, moves: tuple[str, ...]) -> ShownPosition:
    """Return the position after `moves`, as far as they can be played."""
    rules, board = start.game, start.board()
    shown = ShownPosition(start, 0)
    for ply, text in enumerate(moves, 1):
        mover = board.turn
        try:
            board.push(rules.parse_move(board, text))
        except MillMateError:
            break  # possible only in a journal that was edited by hand
        shown = ShownPosition(start, ply, text, mover)
    return replace(shown, position=Position(rules, board.fen()))


class SmallBoard(QStackedWidget):
    """Shows positions of chess or morris, with animated moves."""

    def __init__(self, name: str = mark("Board of the game being watched")) -> None:
        """Create an empty board called `name` (marked)."""
        super().__init__()
        self.boards = {kind: BoardWidget(part) for kind, part in PARTS.items()}
        for board in self.boards.values():
            board.set_interactive(False)
            board.setMinimumSize(_SMALLEST, _SMALLEST)
            bind_text(board, name=name)
            self.addWidget(board)

    @property
    def board(self) -> BoardWidget:
        return cast(BoardWidget, self.currentWidget())

    def show_position(self, shown: ShownPosition) -> None:
        self.setCurrentWidget(self.boards[shown.position.game.kind])
        self.board.set_position(shown.position, last=shown.move, mover=shown.mover)


class Thumbnail(QWidget):
    """Shows a position without anything to act on: no squares, no focus, no mouse.

    The widget around it describes it to screen readers.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height  # in pixels
        self.fen, self._orientation = "", UPRIGHT
        self._game: Game = CHESS
        self._state = EMPTY
        self._look: tuple[object, ...] = ()  # what the picture was drawn of
        self._picture = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_height(self, height: int) -> None:
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def show_position(
        self,
        position: Position,
        orientation: Orientation = UPRIGHT,
        *,
        last: str = "",
        mover: bool = True,
    ) -> None:
        """Show a position; `last` is the move of the side `mover` that led to it."""
        self.fen, self._orientation = position.text, orientation
        self._game = PARTS[position.game.kind]
        self._state = self._game.shown(position, last, mover)
        self.update()

    @property
    def landscape(self) -> Landscape | None:
        """The map of a man over the position."""
        return self._state.square_map

    def show_landscape(self, shown: Landscape) -> None:
        """Show the map of a man over the position, until the next position."""
        self._state = replace(self._state, square_map=shown)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._height, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.fen:
            return
        ratio = self.devicePixelRatioF()
        look = self._state, self._orientation, self.size(), ratio, board_style(), board_theme()
        if look != self._look:  # a page of them is shown again and again
            self._look = look
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            room = self._game.fit(self.size(), ratio, self._orientation, self._state, margins=False)
            with QPainter(self._picture) as painter:
                paint(painter, self._game.scene(self._state, room, Look()))
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)


_PAUSE = 250  # milliseconds that something is pointed at until its position is shown
_SIDE = 26 * theme.GRID
_LEAVING = {QEvent.Type.Leave, QEvent.Type.Hide, QEvent.Type.MouseButtonPress}
_ELSEWHERE = {QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.WindowDeactivate}


@dataclass(frozen=True, slots=True)
class Pointed:
    """The name of a position at `area` of a panel or list that must not be covered.

    `key` identifies it; the `position` is worked out when it is shown. It is None until
    `Hovering.renew` if that takes time.
    """

    key: object
    panel: QWidget
    area: QRect
    position: Callable[[], ShownPosition | None]


class HoverBoard(QFrame):
    """A board over the window, which takes neither the focus nor the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.picture = Thumbnail(_SIDE)
        vbox(self.picture, within=self, margins=theme.GRID // 2)
        self.resize(_SIDE + theme.GRID, _SIDE + theme.GRID)
        self.hide()

    def show_beside(self, widget: QWidget, area: QRect) -> None:
        """Appear below `widget`, or at its left or right, next to `area`: never over it."""
        window = self.parentWidget()
        assert window is not None
        room = window.rect().adjusted(theme.GRID, theme.GRID, -theme.GRID, -theme.GRID)
        listed = QRect(widget.mapTo(window, QPoint()), widget.size())
        place = QRect(QPoint(), self.size())
        place.moveTopRight(listed.bottomRight() + QPoint(0, theme.GRID))
        if not room.contains(place):
            place.moveCenter(area.translated(listed.topLeft()).center())
            place.moveRight(listed.left() - theme.GRID)
            if place.left() < room.left():
                place.moveLeft(listed.right() + theme.GRID)
            place.moveBottom(min(place.bottom(), room.bottom()))
            place.moveTop(max(place.top(), room.top()))
        self.move(place.topLeft())
        self.show()
        self.raise_()


class Hovering(QObject):
    """Shows the position that mouse or keyboard point at, after a moment; hides it at once.

    `orientation_of` returns how the board shows a position.
    """

    def __init__(self, window: QWidget, orientation_of: Callable[[Position], Orientation]) -> None:
        super().__init__(window)
        self._window, self._orientation_of = window, orientation_of
        app = QApplication.instance()
        assert app is not None
        self._app = app
        self._pointed: Pointed | None = None
        self._widget: QWidget | None = None  # with the name under the mouse
        self._by_key = False
        self._allowed = True
        self._wait = QTimer(self, singleShot=True, interval=_PAUSE)
        self._wait.timeout.connect(self._show)
        self.board: HoverBoard | None = None  # made when it is first needed

    @property
    def shown(self) -> str:
        """The position that is shown, "" if none is."""
        board = self.board
        return board.picture.fen if board is not None and board.isVisible() else ""

    def watch(self, widget: QWidget, find: Callable[[QPoint], Pointed | None]) -> None:
        """Show the position of what the mouse rests on in `widget`, where `find` finds one."""
        widget.setMouseTracking(True)
        _Watch(self, widget, find)

    def point(self, widget: QWidget, pointed: Pointed | None, by_key: bool = False) -> None:
        """Point at something in `widget`, None for nothing."""
        if pointed is None or not self._allowed:
            self.leave(widget)
            return
        if self._pointed is not None and self._pointed.key == pointed.key:
            return
        self._widget, self._pointed, self._by_key = widget, pointed, by_key
        if self.shown:
            self._show()
        else:
            self._app.installEventFilter(self)
            self._wait.start()

    def leave(self, widget: QWidget) -> None:
        """Point at nothing in `widget` any more."""
        if widget is self._widget:
            self.dismiss()

    def renew(self) -> None:
        """Show the position under the mouse if it is known by now."""
        if self._pointed is not None and not self._wait.isActive():
            self._show()

    def allow(self, allowed: bool) -> None:
        self._allowed = allowed
        self.dismiss()

    @Slot()
    def dismiss(self) -> None:
        if self._widget is None:
            return
        self._wait.stop()
        self._widget = self._pointed = None
        self._app.removeEventFilter(self)
        if self.board is not None:
            self.board.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the board, while something is pointed at, when anything else is done."""
        kind = event.type()
        other = QEvent.Type.FocusOut if self._by_key else QEvent.Type.KeyPress
        if kind in _ELSEWHERE or kind == other:
            self.dismiss()
        return False

    @Slot()
    def _show(self) -> None:
        widget, pointed = self._widget, self._pointed
        if widget is None or pointed is None or not widget.isVisible():
            self.dismiss()
            return
        found = pointed.position()
        if self.board is None:
            self.board = HoverBoard(self._window)
        if found is None:
            self.board.hide()
            return
        seen = self._orientation_of(found.position)
        picture = self.board.picture
        picture.show_position(found.position, seen, last=found.move, mover=found.mover)
        self.board.show_beside(pointed.panel, pointed.area)


class _Watch(QObject):
    """Tells what the mouse points at in a widget."""

    def __init__(
        self, hovering: Hovering, widget: QWidget, find: Callable[[QPoint], Pointed | None]
    ) -> None:
        super().__init__(widget)
        self._hovering, self._widget, self._find = hovering, widget, find
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _LEAVING:
            self._hovering.leave(self._widget)
        elif kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            still = event.buttons() == Qt.MouseButton.NoButton
            found = self._find(event.position().toPoint()) if still else None
            self._hovering.point(self._widget, found)
        return False


_BOARD_PLACE = 2  # in the column


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game as its file has it, all of its positions, and its moves as people write them.

    `fault` is why it breaks off, "" if it does not.
    """

    content: bytes
    record: GameRecord
    positions: tuple[ShownPosition, ...]
    notation: tuple[str, ...]
    fault: str = ""

    @property
    def first_shown(self) -> int:
        """The first ply to show: the start of a game that was set up, else its end."""
        whole = self.record.start_fen == catalogue.game(self.record.game).start_fen
        return len(self.notation) if whole else 0


def replayed(content: bytes) -> Replayed:
    """Return the (first) game in `content`, played through.

    Raises:
        InputError: It cannot be read.
    """
    record, fault = read_entry(content)
    rules = catalogue.game(record.game)
    board = rules.board(record.start_fen)
    positions = [ShownPosition(Position(rules, board.fen()), 0)]
    notation = []
    for ply, move in enumerate(record.moves, 1):
        mover, read = board.turn, rules.parse_move(board, move)
        number = board.ply() // 2 + 1
        words = rules.notation(board, read)
        notation.append(f"{number}{'.' if mover else '…'} {words}")
        board.push(read)
        positions.append(ShownPosition(Position(rules, board.fen()), ply, move, mover))
    return Replayed(content, record, tuple(positions), tuple(notation), fault)


class Preview(QWidget):
    """Shows one game, or why it cannot be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Replayed | None = None
        self.title = Label()
        self.title.setWordWrap(True)
        theme.heading(self.title)
        self.about = theme.muted()
        self._board: SmallBoard | None = None  # made when it is needed: that takes a moment
        self.slider = bind_text(
            QSlider(Qt.Orientation.Horizontal), name=mark("Position in the game")
        )
        self.slider.valueChanged.connect(self._go)
        self.move_ = Label()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.title)
        column.addWidget(self.about)
        column.addWidget(self.slider)
        column.addWidget(self.move_)
        column.addStretch(0)
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board square, and the words about the game close to it."""
        super().resizeEvent(event)
        if self._board is not None:
            self._board.setMaximumHeight(self.width())

    @property
    def board(self) -> SmallBoard:
        if self._board is None:
            self._board = SmallBoard()
            for board in self._board.boards.values():
                board.set_animated(False)
            self._board.setMaximumHeight(self.width())
            self._column.insertWidget(_BOARD_PLACE, self._board, 1)
        return self._board

    @property
    def plies(self) -> int:
        return self.slider.value()

    def clear(self, words: str = "") -> None:
        """Show no game, but `words`."""
        self._game = None
        self.title.clear()
        theme.mark_fault(self.about, bool(words))
        self.about.setText(words)
        for part in (self._board, self.slider, self.move_):
            if part is not None:
                part.setVisible(False)

    def show_game(self, game: Replayed, plies: int | None = None) -> None:
        """Show `game` after `plies` plies: by default where it was set up, else at its end."""
        self._game, record = game, game.record
        self.title.setText(f"{record.white} – {record.black}")
        theme.mark_fault(self.about, bool(game.fault))
        facts = (
            game.fault[:1].upper() + game.fault[1:],
            str(record.outcome).replace("1/2-1/2", "½-½"),
            record.tags.get("Event", ""),
            record.started.partition("T")[0],
        )
        self.about.setText(" · ".join(filter(None, facts)))
        for part in (self.board, self.slider, self.move_):
            part.setVisible(True)
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(game.notation))
        self.slider.setValue(game.first_shown if plies is None else plies)
        self.slider.blockSignals(False)
        self._go(self.slider.value())

    @Slot(int)
    def _go(self, ply: int) -> None:
        if self._game is None:
            return
        self.board.show_position(self._game.positions[ply])
        last = localize(self._game.notation[ply - 1]) if ply else tr("Start")
        self.move_.setText(
            tr("{move} · ply {ply} of {all}", move=last, ply=ply, all=len(self._game.notation))
        )

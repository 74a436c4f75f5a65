"""Small boards of either game: to watch, as a picture, and beside what names a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import chess
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QStackedWidget, QWidget

from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards import BoardView
from millmate.gui.boards.chess_scene import ChessState, chess_scene, pieces_of
from millmate.gui.boards.geometry import fit_chess, fit_morris
from millmate.gui.boards.morris_board import MorrisView
from millmate.gui.boards.morris_scene import MorrisState, morris_scene, parse_position, turn_of
from millmate.gui.boards.scene import Look, paint
from millmate.gui.boards.theme import board_theme, morris_theme
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.language import mark
from millmate.pictures.diagrams import UPRIGHT, Orientation

_SMALLEST = 200  # pixels


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position of a game, and the move that led to it, if any.

    `plies` counts the moves before it; `move` is in UCI notation, played by the side `mover`.
    """

    game: str
    fen: str
    plies: int
    move: str = ""
    mover: bool = True


def replay(game: str, start_fen: str, moves: tuple[str, ...]) -> ShownPosition:
    """Return the position after `moves`, as far as they can be played."""
    rules = catalogue.game(game)
    board = rules.board(start_fen)
    position = ShownPosition(game, board.fen(), 0)
    for ply, text in enumerate(moves, 1):
        mover = board.turn
        try:
            board.push(rules.parse_move(board, text))
        except MillMateError:
            break  # possible only in a journal that was edited by hand
        position = ShownPosition(game, "", ply, text, mover)
    return replace(position, fen=board.fen())


class SmallBoard(QStackedWidget):
    """Shows positions of chess or morris, with animated moves."""

    def __init__(self, name: str = mark("Board of the game being watched")) -> None:
        """Create an empty board called `name` (marked)."""
        super().__init__()
        self.chess, self.morris = BoardView(), MorrisView()
        for board in (self.chess, self.morris):
            board.set_interactive(False)
            board.setMinimumSize(_SMALLEST, _SMALLEST)
            bind_text(board, name=name)
            self.addWidget(board)

    @property
    def board(self) -> BoardWidget:
        return self.chess if self.currentWidget() is self.chess else self.morris

    def show_position(self, position: ShownPosition) -> None:
        """Show a position and mark its last move."""
        if position.game == "chess":
            self._show_chess(position)
        else:
            self._show_morris(position)

    def _show_chess(self, position: ShownPosition) -> None:
        board = chess.Board(position.fen)
        check = board.king(board.turn) if board.is_check() else None
        self.chess.set_position(position.fen, last=position.move, check=check)
        self.setCurrentWidget(self.chess)

    def _show_morris(self, position: ShownPosition) -> None:
        variant = cast(MorrisRules, catalogue.game(position.game)).variant
        self.morris.set_variant(variant.lines, variant.stones)
        self.morris.set_position(position.fen, last=position.move, mover=position.mover)
        self.setCurrentWidget(self.morris)


class Thumbnail(QWidget):
    """Shows a position without anything to act on: no squares, no focus, no mouse.

    The widget around it describes it to screen readers.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height  # in pixels
        self.fen, self._game, self._orientation = "", "", UPRIGHT
        self._last, self._mover = "", True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_height(self, height: int) -> None:
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def show_position(
        self,
        fen: str,
        game: str = "",
        orientation: Orientation = UPRIGHT,
        *,
        last: str = "",
        mover: bool = True,
    ) -> None:
        """Show a position of the rules named `game`, or else of the game it is written in.

        `last` is the move of the side `mover` that led to it.
        """
        self.fen, self._game = fen, game or catalogue.parse(fen).game.name
        self._orientation, self._last, self._mover = orientation, last, mover
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._height, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.fen:
            return
        with QPainter(self) as brush:
            if self._game == "chess":
                self._paint_chess(brush)
            else:
                self._paint_morris(brush)

    def _paint_chess(self, brush: QPainter) -> None:
        flipped, ratio = self._orientation.flipped, self.devicePixelRatioF()
        room = fit_chess(self.width(), self.height(), ratio, flipped=flipped, margins=False)
        board, move = chess.Board(self.fen), chess.Move.from_uci(self._last or "0000")
        state = ChessState(
            pieces_of(self.fen),
            last_move=(move.from_square, move.to_square) if move else None,
            check=board.king(board.turn) if board.is_check() else None,
        )
        paint(brush, chess_scene(state, room, board_theme(), Look()))

    def _paint_morris(self, brush: QPainter) -> None:
        rules = cast(MorrisRules, catalogue.game(self._game))
        pieces, hands = parse_position(self.fen)
        variant = rules.variant
        last = turn_of(self._last, self._mover, variant.lines) if self._last else None
        state = MorrisState(
            pieces, hands=hands, last=last, lines=variant.lines, wells=variant.stones
        )
        size = self.width(), self.height()
        room = fit_morris(*size, self._orientation, state.wells, state.lines)
        brush.setClipRect(QRectF(self.rect()))
        paint(brush, morris_scene(state, room, morris_theme(), Look()))


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

    def __init__(self, window: QWidget, orientation_of: Callable[[str], Orientation]) -> None:
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
        """Show positions from now on, or none."""
        self._allowed = allowed
        self.dismiss()

    @Slot()
    def dismiss(self) -> None:
        """Hide the board."""
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
        seen = self._orientation_of(found.fen)
        picture = self.board.picture
        picture.show_position(found.fen, found.game, seen, last=found.move, mover=found.mover)
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

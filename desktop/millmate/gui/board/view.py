"""The board widget: shows a state, hands events to the hand, tells what was chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui.board import keyboard, promotion
from millmate.gui.board.geometry import Geometry, fit, rect_of, square_at
from millmate.gui.board.glide import DURATION, Glides, glides
from millmate.gui.board.hand import EditHand, Hand, PlayHand
from millmate.gui.board.painter import Scene, paint
from millmate.gui.board.pointer import pointer_shape
from millmate.gui.board.speech import description
from millmate.gui.board.state import (
    BoardState,
    Carried,
    changed_squares,
    destinations_of,
    may_lift,
    moved,
    pieces_of,
)
from millmate.gui.board.theme import BoardTheme

_SETTLED = 100  # milliseconds without a change of size


class BoardView(QWidget):
    """A chessboard to play and to set up on; it knows no rules.

    In play the moves that may be chosen are handed in with `set_destinations`, after every
    `set_position`; one that was chosen comes back through `move_chosen`, and nothing may be chosen
    until new destinations arrive. While editing (`set_editing`), what the hand wants comes through
    `edit_requested`, and the listener answers with a new position.

    Keyboard: Enter starts a square cursor, arrows move it, Enter or Space press, Escape steps back
    and ends it; while it is off, arrow keys pass by to the window.
    """

    move_chosen = Signal(str)  # the UCI text of one of the destinations handed in
    edit_requested = Signal(object)  # an edits.Edit
    square_hovered = Signal(object)  # int | None
    stamp_changed = Signal(object)  # str | None: by set_stamp or by Escape
    flipped_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._state = BoardState()
        self._theme = BoardTheme()
        self._flipped = False
        self._play, self._edit = PlayHand(self), EditHand(self)
        self._animated = True
        self._glides: Glides = {}
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(DURATION)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self.update)
        self._motion.finished.connect(self._arrived)
        self._resizing = QTimer(self, singleShot=True, interval=_SETTLED)
        self._resizing.timeout.connect(self.update)
        self._framed = False
        self._erasing = False
        self._mouse = QPointF()
        self._home = 28  # e4: where the square cursor was last
        self._geometry = fit(1, 1)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(272, 272)
        self.setAccessibleName("Board")
        self.describe()

    # --- what is shown -----------------------------------------------------------------------

    def set_position(
        self, fen: str, *, last_move: tuple[int, int] | None = None, check: int | None = None
    ) -> None:
        """Show the pieces of `fen`; `last_move` marks two squares, `check` the king in check.

        Pieces that changed their squares glide there. Selection and promotion chooser close if
        anything moved.
        """
        pieces = pieces_of(fen)
        before = self._state.pieces
        self._state = replace(self._state, pieces=pieces, last_move=last_move, check=check)
        if pieces != before:
            self._state = replace(self._state, selected=None, promotion=None)
            self._start(glides(before, pieces, self._flipped))
            self.hand.still_true()
        self.describe()
        self.update()

    def set_destinations(self, moves: Iterable[str]) -> None:
        """Let the moves with these UCI texts be chosen, and no others.

        Several with the same squares open the promotion chooser. Castling is written as the king's
        own two squares (e1g1); dragging the king onto its rook then means the same.
        """
        self.change(destinations=destinations_of(moves))
        if self._state.selected is not None and not may_lift(self._state, self._state.selected):
            self.change(selected=None)

    def set_move_labels(self, labels: Mapping[str, str]) -> None:
        """Show words, such as `mate in 12`, on the targets of the selected piece: by UCI text."""
        self.change(labels=dict(labels))

    def set_faults(self, squares: Iterable[int]) -> None:
        """Mark `squares` as keeping the position from being played."""
        self.change(faults=frozenset(squares))

    def set_theme(self, theme: BoardTheme) -> None:
        """Draw in the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_animated(self, animated: bool) -> None:
        """Let pieces glide, or let them jump (in tests, or where reduced motion is wanted)."""
        self._animated = animated
        if not animated:
            self._motion.stop()
            self._arrived()

    def set_flipped(self, flipped: bool) -> None:
        """Show the board from Black's side (True) or White's."""
        if flipped == self._flipped:
            return
        self.hand.cancel()
        self._flipped = flipped
        self._motion.stop()
        self._arrived()
        self._lay_out()
        self.flipped_changed.emit(flipped)

    @property
    def flipped(self) -> bool:
        """Whether Black's side is below."""
        return self._flipped

    @property
    def state(self) -> BoardState:
        """What is shown now."""
        return self._state

    # --- what may be done --------------------------------------------------------------------

    def set_interactive(self, interactive: bool) -> None:
        """Let the hand take pieces up, or only show them."""
        if not interactive:
            self.hand.cancel()
            self.change(promotion=None)
        self.change(interactive=interactive)

    def set_editing(self, editing: bool) -> None:
        """Let any piece be put anywhere (True), or only destinations be chosen."""
        if editing == self._state.editing:
            return
        self.hand.cancel()
        self.set_stamp(None)
        self.change(editing=editing, promotion=None, faults=frozenset())
        self.describe()

    @property
    def editing(self) -> bool:
        """Whether a position is being set up."""
        return self._state.editing

    def set_stamp(self, stamp: str | None) -> None:
        """While editing, let presses put down this piece (or `ERASER`); None takes pieces up."""
        if stamp == self._state.stamp:
            return
        self.change(stamp=stamp, selected=None)
        self._show_pointer()
        self.stamp_changed.emit(stamp)

    # --- pieces carried in from outside ------------------------------------------------------

    def carry(self, symbol: str, point: QPoint) -> bool:
        """Mark the square under the global `point`, over which another widget carries `symbol`.

        Returns whether there is one.
        """
        over = self.square_at(QPointF(self.mapFromGlobal(point)))
        self.change(carried=Carried(symbol, None, over))
        return over is not None

    def drop(self, symbol: str, point: QPoint) -> bool:
        """Put down a piece carried in; tells whether the global `point` is on the board."""
        self.change(carried=None)
        square = self.square_at(QPointF(self.mapFromGlobal(point)))
        if square is None or not self._state.editing:
            return False
        self._edit.place(symbol, square)
        return True

    def forget_carried(self) -> None:
        """Unmark: the piece carried in has gone away again."""
        self.change(carried=None)

    # --- for the hand ------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The hand in use: for setting up, or for play."""
        return self._edit if self._state.editing else self._play

    @property
    def square_side(self) -> float:
        """The side of a square in pixels."""
        return self._geometry.side

    @property
    def board_geometry(self) -> Geometry:
        """Where the squares lie in this widget."""
        return self._geometry

    def square_at(self, point: QPointF) -> int | None:
        """Return the square under `point` of this widget, or None."""
        return square_at(self._geometry, point)

    def move_cursor(self, square: int | None) -> None:
        """Show the square cursor on `square`; None ends it."""
        if square is not None:
            self._home = square
        self.change(cursor=square)

    @property
    def cursor_home(self) -> int:
        """Where the square cursor was last, and starts again."""
        return self._home

    def change(self, **values: Any) -> None:
        """Replace parts of the state and draw what changed."""
        before, self._state = self._state, replace(self._state, **values)
        squares = changed_squares(before, self._state, values.keys())
        if squares is None:
            self.update()
            return
        for square in squares:
            self.update(rect_of(self._geometry, square).toAlignedRect())

    def finish(self, move: str, *, dragged: bool) -> None:
        """Tell that `move` was chosen; one that was dragged stays where it was dropped."""
        self.change(selected=None, promotion=None, destinations={})
        if dragged:
            self.change(pieces=moved(self._state.pieces, move))
        self.move_chosen.emit(move)

    def choose_promotion(self, index: int | None) -> None:
        """Finish the promotion with choice `index`, or call it off with None."""
        chooser = self._state.promotion
        assert chooser is not None
        self.change(promotion=None)
        if index is not None:
            self.finish(chooser.moves[index], dragged=chooser.dragged)
        self.describe()

    def slide_back(self, square: int) -> None:
        """Let the piece of `square` glide home from under the mouse."""
        g = self._geometry
        column = (self._mouse.x() - g.left) / g.side - 0.5
        row = (self._mouse.y() - g.top) / g.side - 0.5
        self._start({square: (column, row)})

    def describe(self) -> None:
        """Say in words what is shown, for those who listen to the board."""
        words = description(self._state)
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    # --- Qt's events -------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """A comfortable board."""
        return QSize(592, 592)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the state."""
        self._lay_out()  # the pixel ratio changes when the window goes to another screen
        text = self.palette().color(QPalette.ColorRole.PlaceholderText)
        scene = Scene(
            self._state,
            self._geometry,
            self._theme,
            text,
            focused=self._framed,
            draft=self._resizing.isActive(),
            glides=self._glides,
            progress=self._motion.currentValue() if self._glides else 1.0,
        )
        with QPainter(self) as painter:
            paint(painter, scene)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board into the widget; pieces get sharp once the size has settled."""
        self._lay_out()
        if self.isVisible():
            self._resizing.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press on a square, or on the promotion chooser; the right button erases or cancels."""
        self._mouse = event.position()
        square = self.square_at(event.position())
        self.change(cursor=None)
        if self._state.promotion is not None:
            self.choose_promotion(
                promotion.choice_at(self._state.promotion, self._geometry, square)
            )
        elif not self._state.interactive:
            return
        elif event.button() == Qt.MouseButton.RightButton:
            self._erasing = True
            self.hand.erase(square)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.hand.press(square, event.position())
        self._show_pointer()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry, stamp or erase with a button down; otherwise only point."""
        self._mouse = event.position()
        square = self.square_at(event.position())
        self._hover(square)
        if self._erasing and self._state.editing:
            self.hand.erase(square, continued=True)
        else:
            self.hand.move(event.position())
        self._show_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._mouse = event.position()
        self._erasing = False
        if event.button() == Qt.MouseButton.LeftButton:
            self.hand.release()
        self._show_pointer()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere now."""
        self._hover(None)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the square cursor from the window's shortcuts while it is on."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        event.setAccepted(keyboard.wants(self._state, event))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the square cursor, press, choose a promotion, erase, or step back."""
        if not keyboard.press(self, event):
            super().keyPressEvent(event)
        self.describe()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Frame the board if the keyboard brought the focus."""
        self._framed = event.reason() in keyboard.FOCUS_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End the square cursor."""
        self._framed = False
        self.change(cursor=None)

    # --- within ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        ratio = self.devicePixelRatioF()
        self._geometry = fit(self.width(), self.height(), ratio, flipped=self._flipped)

    def _start(self, moving: Glides) -> None:
        self._motion.stop()
        self._glides = moving if self._animated and self.isVisible() else {}
        if self._glides:
            self._motion.start()

    def _arrived(self) -> None:
        self._glides = {}
        self.update()

    def _hover(self, square: int | None) -> None:
        if square == self._state.hovered:
            return
        self.change(hovered=square)
        self.square_hovered.emit(square)

    def _show_pointer(self) -> None:
        shape = pointer_shape(self._state)
        if self.cursor().shape() != shape:
            self.setCursor(shape)

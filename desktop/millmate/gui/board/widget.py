"""What the boards of all games share: a state, two hands, the keyboard, motion, and words.

A board knows no rules: what may be moved where is handed in, and what was chosen is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAccessibleInterface,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui import announcements
from millmate.gui.board import keyboard
from millmate.gui.board.accessibility import BoardInterface, Squares, tell_focus
from millmate.gui.board.arrows import Arrow
from millmate.gui.board.game_board import GameBoard
from millmate.gui.board.interaction import EditInteraction, Interaction, PlayInteraction
from millmate.gui.board.motion import Motion
from millmate.gui.board.pointer import pointer_shape
from millmate.gui.board.state import BoardState, Carried, changed_squares, may_lift
from millmate.gui.languages.translator import bind_text, translator
from millmate.language import mark
from millmate.pictures.diagrams import Orientation

_SETTLED = 100  # milliseconds without a change of size


class BoardWidget(GameBoard):
    """A board to play and to set up on.

    Squares are numbers, pieces symbols of one letter, moves texts; which ones is the game's
    affair. In play the moves that may be chosen are handed in with `set_destinations`, after every
    new position; one that was chosen comes back through `move_chosen`, and nothing may be chosen
    until new destinations arrive. While editing (`set_editing`), what the hand wants comes through
    `edit_requested`, and the listener answers with a new position.

    Keyboard: Enter starts a square cursor, arrows move it, Enter or Space press, Escape steps back
    and ends it; while it is off, arrow keys pass by to the window.
    """

    move_chosen = Signal(str)  # the text of one of the destinations handed in
    refused = Signal(object, object)  # int | None, int: from and where to nothing could be done
    picked_up = Signal(int)  # a piece was selected
    choosing_changed = Signal()
    edit_requested = Signal(object)  # an edits.Edit
    square_hovered = Signal(object)  # int | None
    stamp_changed = Signal(object)  # str | None: by set_stamp or by Escape
    flipped_changed = Signal(bool)
    laid_out = Signal()  # the board may lie elsewhere in this widget
    offered_changed = Signal()
    announced = Signal(str)  # what those are told who listen to the board

    def __init__(self, state: BoardState, home: int, parent: QWidget | None = None):
        """Begin with `state`; the square cursor starts on `home`."""
        super().__init__(parent)
        self._state = state
        self._home = home
        self._flipped = False
        self._play, self._edit = self.make_hands()
        self.motion = Motion(self)
        self._resizing = QTimer(self, singleShot=True, interval=_SETTLED)
        self._resizing.timeout.connect(self.update)
        self._squares = Squares(self, self.places)
        self._offered: tuple[str, ...] = ()
        self._told = ""  # what was read out last
        self._framed = False
        self._erasing = False
        self._mouse = QPointF()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(272, 272)
        bind_text(self, name=mark("Board"))
        translator.changed.connect(self.describe)

    def make_hands(self) -> tuple[PlayInteraction, EditInteraction]:
        """Return the hand for play and the hand for setting up."""
        return PlayInteraction(self), EditInteraction(self)

    # --- what is shown -----------------------------------------------------------------------

    def set_move_labels(self, labels: Mapping[str, str]) -> None:
        """Show words, such as `mate in 12`, on the targets of the selected piece: by move.

        The best moves come first.
        """
        self.change(labels=dict(labels))

    def set_arrows(self, arrows: Iterable[Arrow]) -> None:
        """Draw `arrows` over the pieces, in place of those before."""
        arrows = tuple(arrows)
        if arrows != self._state.arrows:
            self.change(arrows=arrows)

    def set_drawings(self, drawings: Iterable[Arrow]) -> None:
        """Draw what a person has drawn, over all else, in place of what was drawn before."""
        drawings = tuple(drawings)
        if drawings != self._state.drawings:
            self.change(drawings=drawings)

    def set_faults(self, squares: Iterable[int]) -> None:
        """Mark `squares` as keeping the position from being played."""
        self.change(faults=frozenset(squares))

    def set_animated(self, animated: bool, speed: str = "normal") -> None:
        """Let pieces glide, or let them jump (in tests, or where reduced motion is wanted)."""
        self.motion.wanted = animated
        self.motion.set_speed(speed)
        if not animated:
            self.motion.settle()

    def set_flipped(self, flipped: bool) -> None:
        """Show the board from Black's side (True) or White's."""
        if flipped == self._flipped:
            return
        self.hand.cancel()
        self._flipped = flipped
        self.motion.settle()
        self.lay_out()
        self.place_squares()
        self.flipped_changed.emit(flipped)

    @property
    def flipped(self) -> bool:
        """Whether Black's side is below."""
        return self._flipped

    @property
    def orientation(self) -> Orientation:
        """How the board lies."""
        return Orientation(self._flipped)

    @property
    def state(self) -> BoardState:
        """What is shown now."""
        return self._state

    # --- what may be done --------------------------------------------------------------------

    def let_choose(self, destinations: Mapping[int, Mapping[int, tuple[str, ...]]]) -> None:
        """Let these moves be chosen, and no others."""
        self.change(destinations=destinations)
        if self._state.selected is not None and not may_lift(self._state, self._state.selected):
            self.change(selected=None)

    @property
    def offered(self) -> tuple[str, ...]:
        """The texts of the moves that may be chosen now."""
        return self._offered if self._state.interactive and not self._state.editing else ()

    def offer(self, moves: Iterable[str]) -> None:
        """Keep the texts of the moves that may be chosen."""
        moves = tuple(moves)
        if moves != self._offered:
            self._offered = moves
            self.offered_changed.emit()

    def set_interactive(self, interactive: bool) -> None:
        """Let the hand take pieces up, or only show them."""
        if not interactive:
            self.hand.cancel()
            self.call_choice_off()
        self.change(interactive=interactive)

    def set_editing(self, editing: bool) -> None:
        """Let any piece be put anywhere (True), or only destinations be chosen."""
        if editing == self._state.editing:
            return
        self.hand.cancel()
        self.call_choice_off()
        self.set_stamp(None)
        self.change(editing=editing, faults=frozenset())
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

    def stands(self, symbol: str, square: int) -> bool:
        """Tell whether putting `symbol` on `square` would change nothing."""
        return self._state.pieces.get(square) == symbol

    # --- for the hand ------------------------------------------------------------------------

    @property
    def hand(self) -> Interaction:
        """The hand in use: for setting up, or for play."""
        return self._edit if self._state.editing else self._play

    def move_cursor(self, square: int | None) -> None:
        """Show the square cursor on `square`; None ends it."""
        self.change(cursor=square)
        if square is None:
            if self.hasFocus():
                tell_focus(self)
            return
        self._home = square
        self._squares.rename(square, self._name_of(square))
        self._squares.focus(square)

    def point_at(self, square: int) -> None:
        """Take the keyboard, and show the square cursor on `square`."""
        self.setFocus()
        self.move_cursor(square)
        self.describe()

    def press_square(self, square: int) -> None:
        """Do what Enter does with the square cursor on `square`."""
        self.point_at(square)
        if self.choosing and self.choice_pressed(square, Qt.MouseButton.LeftButton):
            self.describe()
        elif self._state.interactive:
            self.hand.activate(square)
            self.describe()

    def cursor_square(self) -> int | None:
        """Return where the square cursor is, None if it is off."""
        return self._state.cursor

    def selected_square(self) -> int | None:
        """Return whose piece is selected, None if none is."""
        return self._state.selected

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
            self.update(self.square_rect(square).toAlignedRect())

    @Slot()
    def describe(self) -> None:
        """Name the squares by what stands there, for those who listen to the board."""
        self._squares.name(self._name_of)

    def accessible(self) -> QAccessibleInterface:
        """Return what assistive technology finds."""
        return BoardInterface(self, self._squares)

    def place_squares(self) -> None:
        """Let those who listen find the squares where they lie now."""
        self._squares.place(self.square_rect)

    def announce(self, words: str) -> None:
        """Have `words` read out to those who listen."""
        self.announced.emit(words)
        announcements.announce(self, words)

    @property
    def mouse_place(self) -> QPointF:
        """Where the mouse was last, in this widget."""
        return self._mouse

    # --- Qt's events -------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """A comfortable board."""
        return QSize(592, 592)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board into the widget; pieces get sharp once the size has settled."""
        self.lay_out()
        self.place_squares()
        self.laid_out.emit()
        if self.isVisible():
            self._resizing.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press on a square, or on what is to be chosen; the right button erases or cancels."""
        self._mouse = event.position()
        square = self.square_at(event.position())
        self.change(cursor=None)
        if self.choosing and self.choice_pressed(square, event.button()):
            pass
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
        event.setAccepted(keyboard.wants(self, event))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the square cursor, press, choose, erase, or step back."""
        if not keyboard.press(self, event):
            super().keyPressEvent(event)
        self.describe()
        self._tell_choice()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Frame the board if the keyboard brought the focus."""
        self._framed = event.reason() in keyboard.FOCUS_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End the square cursor."""
        self._framed = False
        self.change(cursor=None)

    # --- within ------------------------------------------------------------------------------

    def _name_of(self, square: int) -> str:
        """Return what a square is called, and under the cursor what may be done there."""
        if square == self._state.cursor:
            return self.cursor_words(square)
        return self.place_words(square)

    def _tell_choice(self) -> None:
        """Read out what a key has brought about in a move that waits for a choice."""
        words = self.words() if self.choosing else ""
        if words != self._told:
            self._told = words
            if words:
                self.announce(words)

    def _hover(self, square: int | None) -> None:
        if square == self._state.hovered:
            return
        self.change(hovered=square)
        self.square_hovered.emit(square)

    def _show_pointer(self) -> None:
        shape = pointer_shape(self._state, choosing=self.may_choose_here())
        if self.cursor().shape() != shape:
            self.setCursor(shape)

"""The part that the boards of all games share: mouse, keyboard, animation, accessibility.

A board knows no rules: the allowed moves are passed in, and the chosen one is emitted.
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
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.gui.boards import keyboard
from millmate.gui.boards.accessibility import (
    BoardInterface,
    Square,
    announce_focus,
    announce_selection,
)
from millmate.gui.boards.animation import PieceAnimation
from millmate.gui.boards.game_board import GameBoard
from millmate.gui.boards.geometry import BoardGeometry
from millmate.gui.boards.interaction import (
    EditInteraction,
    Interaction,
    PlayInteraction,
    pointer_shape,
)
from millmate.gui.boards.state import Arrow, BoardMap, BoardState, Carried, chooses, may_lift
from millmate.gui.kit import accessible
from millmate.gui.kit.translator import bind_text, translator
from millmate.language import mark
from millmate.pictures.diagrams import Orientation
from millmate.pictures.value_marks import PlaceValue

_SETTLE_MS = 100  # without a change of size


class BoardWidget(GameBoard):
    """A board for play and for setting up positions.

    In play, `set_destinations` passes the allowed moves in after every new position. The chosen
    move is emitted by `move_chosen`, and no other can be chosen until new destinations arrive.
    While editing (`set_editing`), signals request edits, and the listener answers with a new
    position.

    Keyboard: Enter starts a square cursor, arrow keys move it, Enter or Space press, Escape steps
    back and ends it. While it is off, arrow keys belong to the window.
    """

    def __init__(
        self, state: BoardState, geometry: BoardGeometry, home: int, parent: QWidget | None = None
    ):
        super().__init__(state, geometry, home, parent)
        self.orientation = Orientation()  # as set by `set_orientation`
        self._play, self._edit = self.make_interactions()
        self.animation = PieceAnimation(self)
        self._resizing = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._resizing.timeout.connect(self.update)
        self._squares = {number: Square(self, number) for number in self.places}
        self._offered: tuple[str, ...] = ()
        self._announced_choice = ""
        self._framed = False
        self._mouse = QPointF()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(272, 272)
        bind_text(self, name=mark("Board"))
        translator.changed.connect(self.describe)

    def make_interactions(self) -> tuple[PlayInteraction, EditInteraction]:
        return PlayInteraction(self), EditInteraction(self)

    # --- what is shown -----------------------------------------------------------------------

    def change(self, **values: Any) -> None:
        """Change the state; screen readers are told of a man that is selected."""
        before = self.state.selected
        super().change(**values)
        after = self.state.selected
        if after != before and QAccessible.isActive():
            for square, selected in ((before, False), (after, True)):
                if square is not None:
                    announce_selection(self._squares[square], selected)

    def set_move_values(self, values: Mapping[str, PlaceValue]) -> None:
        """Show what moves are worth on the targets of the selected piece; the best come first."""
        self.change(values=dict(values))
        if self.state.cursor is not None:
            self.describe_squares([self.state.cursor])

    def set_square_map(self, shown: BoardMap | None) -> None:
        """Show on every place what the position would be worth with a man there."""
        if shown != self.state.square_map:
            self.change(square_map=shown)
            self.describe()

    def set_arrows(self, arrows: Iterable[Arrow]) -> None:
        """Draw `arrows` over the pieces, replacing earlier ones."""
        self.change(arrows=tuple(arrows))

    def set_drawings(self, drawings: Iterable[Arrow]) -> None:
        """Draw the user's arrows and rings above everything else."""
        self.change(drawings=tuple(drawings))

    def set_faults(self, squares: Iterable[int]) -> None:
        """Mark `squares` as making the position unplayable."""
        self.change(faults=frozenset(squares))

    def set_animated(self, animated: bool, speed: str = "normal") -> None:
        """Let pieces glide at `speed`, or jump (in tests and with reduced motion)."""
        self.animation.enabled = animated
        self.animation.set_speed(speed)
        if not animated:
            self.animation.finish()

    def set_flipped(self, flipped: bool) -> None:
        """Show the board from Black's side, or else from White's."""
        if flipped != self.flipped:
            self.set_orientation(replace(self.orientation, flipped=flipped))
            self.flipped_changed.emit(flipped)

    def set_orientation(self, orientation: Orientation) -> None:
        self.interaction.cancel()
        self.orientation = orientation
        self.animation.finish()
        self.lay_out()
        self.place_squares()

    @property
    def flipped(self) -> bool:
        return self.orientation.flipped

    # --- what is allowed ---------------------------------------------------------------------

    def allow(self, destinations: Mapping[int, Mapping[int, tuple[str, ...]]]) -> None:
        """Allow these moves and no others."""
        self.change(destinations=destinations)
        if self.state.selected is not None and not may_lift(self.state, self.state.selected):
            self.change(selected=None)

    @property
    def offered(self) -> tuple[str, ...]:
        """The moves that can be chosen now."""
        return self._offered if self.state.interactive and not self.state.editing else ()

    def offer(self, moves: Iterable[str]) -> None:
        """Set the moves that can be chosen."""
        moves = tuple(moves)
        if moves != self._offered:
            self._offered = moves
            self.offered_changed.emit()

    def play_text(self, move: str) -> None:
        """Play one of the moves that can be chosen."""
        self.interaction.cancel()
        self.cancel_choice()
        self.finish(move, dragged=False)

    def set_interactive(self, interactive: bool) -> None:
        """Allow interaction, or make the board read-only."""
        if not interactive:
            self.interaction.cancel()
            self.cancel_choice()
        self.change(interactive=interactive)

    def set_editing(self, editing: bool) -> None:
        """Switch between editing, where any piece can go anywhere, and play."""
        if editing == self.state.editing:
            return
        self.interaction.cancel()
        self.cancel_choice()
        self.set_stamp(None)
        self.change(editing=editing, faults=frozenset())
        self.describe()

    @property
    def editing(self) -> bool:
        """Whether a position is being set up."""
        return self.state.editing

    def set_stamp(self, stamp: str | None) -> None:
        """Set the stamp of clicks while editing."""
        if stamp == self.state.stamp:
            return
        self.change(stamp=stamp, selected=None)
        self._show_pointer()
        self.stamp_changed.emit(stamp)

    # --- pieces dragged in from outside ------------------------------------------------------

    def carry(self, symbol: str, point: QPoint) -> bool:
        """Mark the square under the global `point`, where another widget drags `symbol`.

        Returns whether there is one.
        """
        over = self.square_at(QPointF(self.mapFromGlobal(point)))
        self.change(carried=Carried(symbol, None, over))
        return over is not None

    def drop(self, symbol: str, point: QPoint) -> bool:
        """Place a piece dragged in; return whether the global `point` is on the board."""
        self.change(carried=None)
        square = self.square_at(QPointF(self.mapFromGlobal(point)))
        if square is None or not self.state.editing:
            return False
        self._edit.place(symbol, square)
        return True

    def forget_carried(self) -> None:
        """Remove the mark of a piece that was dragged in."""
        self.change(carried=None)

    # --- keyboard and accessibility----------------------------------------------------------------

    @property
    def interaction(self) -> Interaction:
        """The interaction in use: for editing, or for play."""
        return self._edit if self.state.editing else self._play

    def move_cursor(self, square: int | None) -> None:
        self.change(cursor=square)
        if square is None:
            if self.hasFocus():
                announce_focus(self)
            return
        self.cursor_home = square
        self.describe_squares([square])
        announce_focus(self._squares[square])

    def point_at(self, square: int) -> None:
        """Focus the board, and move the cursor there."""
        self.setFocus()
        self.move_cursor(square)
        self.describe()

    def press_square(self, square: int) -> None:
        self.point_at(square)
        if self.choosing and self.press_choice(square, Qt.MouseButton.LeftButton):
            self.describe()
            return
        self.note_press(square)
        if self.state.interactive:
            self.interaction.activate(square)
            self.describe()

    @Slot()
    def describe(self) -> None:
        """Update the accessible names of the squares."""
        self.describe_squares(self.places)

    def describe_squares(self, squares: Iterable[int]) -> None:
        """Update the accessible names of some squares."""
        for square in squares:
            self._squares[square].rename(self._name_of(square))

    def accessible(self) -> QAccessibleInterface:
        return BoardInterface(self, self._squares)

    def place_squares(self) -> None:
        """Move the accessible squares to where they are drawn."""
        for number in self.places:
            self._squares[number].setGeometry(self.board_geometry.rect_of(number).toAlignedRect())

    def announce(self, words: str) -> None:
        """Let screen readers read `words`."""
        self.announced.emit(words)
        accessible.announce(self, words)

    def slide_back(self, square: int) -> None:
        """Animate the piece of `square` back from under the mouse."""
        self.animation.start_from({square: self._mouse})

    # --- Qt's events -------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(592, 592)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board into the widget; pieces become sharp once the size has settled."""
        self.lay_out()
        self.place_squares()
        self.laid_out.emit()
        if self.isVisible():
            self._resizing.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a square or a choice; the right button stamps, erases or cancels."""
        self._mouse = event.position()
        square = self.square_at(event.position())
        self.change(cursor=None)
        if self.choosing and self.press_choice(square, event.button()):
            self._show_pointer()
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self.note_press(square)
        if not self.state.interactive:
            return
        if event.button() == Qt.MouseButton.RightButton:
            self.interaction.press_right(square)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.interaction.press(square, event.position())
        self._show_pointer()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, stamp or erase with a button down; otherwise only hover."""
        self._mouse = event.position()
        self._hover(self.square_at(event.position()))
        self.interaction.move(event.position())
        self._show_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag or the stroke."""
        self._mouse = event.position()
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self.interaction.release()
        self._show_pointer()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def event(self, event: QEvent) -> bool:
        """Take the keys of the square cursor before the window's shortcuts do."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        event.setAccepted(keyboard.wants(self, event))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not keyboard.press(self, self.interaction, event):
            super().keyPressEvent(event)
        self.describe()
        self._announce_choice()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw a frame if the keyboard brought the focus."""
        self._framed = event.reason() in keyboard.FOCUS_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the square cursor."""
        self._framed = False
        self.change(cursor=None)

    # --- within ------------------------------------------------------------------------------

    def note_press(self, square: int | None) -> None:
        """Emit `man_pressed` if a press on `square`, about to be handled, chooses a man."""
        if square is not None and not self.choosing and chooses(self.state, square):
            self.man_pressed.emit(square)

    def _name_of(self, square: int) -> str:
        if square == self.state.cursor:
            return self.describe_cursor(square)
        return self.describe_square(square)

    def _announce_choice(self) -> None:
        """Read out a choice that a key has changed."""
        words = self.describe_position() if self.choosing else ""
        if words != self._announced_choice:
            self._announced_choice = words
            if words:
                self.announce(words)

    def _hover(self, square: int | None) -> None:
        if square == self.state.hovered:
            return
        self.change(hovered=square)
        self.square_hovered.emit(square)

    def _show_pointer(self) -> None:
        shape = pointer_shape(self.state, choosing=self.may_choose_here())
        if self.cursor().shape() != shape:
            self.setCursor(shape)

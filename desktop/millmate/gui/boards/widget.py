"""The widget of all boards: the mouse, the keyboard, painting, and assistive technology.

To assistive technology a board is a list of squares, each with a name, a place and an action. The
square cursor has the accessible focus, which events announce, while the keyboard focus stays with
the board.
"""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAccessibleWidget, QSizePolicy, QWidget

from millmate.games.catalogue import Position
from millmate.games.morris.points import Lines
from millmate.gui.boards.board import Board, Game
from millmate.gui.boards.interaction import (
    FOCUS_REASONS,
    EditInteraction,
    Interaction,
    PlayInteraction,
    pointer_shape,
    press_key,
    wants_key,
)
from millmate.gui.boards.scene import Look, paint
from millmate.gui.boards.state import BoardState, Carried
from millmate.gui.kit.translator import bind_text, translator
from millmate.language import mark
from millmate.pictures.diagrams import Orientation

_ACTIONS = QAccessibleActionInterface


class Square(QWidget):
    """Represents a square of `board`; it is invisible and takes no events."""

    def __init__(self, board: Board, number: int) -> None:
        super().__init__(board)
        self.board = board
        self.number = number
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setUpdatesEnabled(False)  # else each of them is painted with the board

    def accessible(self) -> QAccessibleInterface:
        return _SquareInterface(self)


class BoardInterface(QAccessibleWidget):
    """A list of squares, described by the position."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, QAccessible.Role.List)
        self._board = board

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, or the description, which changes without an event.

        With an event, the whole board would be read out after every move.
        """
        if kind == QAccessible.Text.Description:
            return self._board.describe_position()
        return super().text(kind)

    def focusChild(self) -> QAccessibleInterface:
        """Return the square under the cursor, or the board."""
        cursor = self._board.state.cursor if self._board.hasFocus() else None
        if cursor is None:
            return super().focusChild()
        return QAccessible.queryAccessibleInterface(self._board.squares[cursor])


class _SquareInterface(QAccessibleWidget):
    def __init__(self, square: Square) -> None:
        super().__init__(square, QAccessible.Role.ListItem)
        self._square = square

    def state(self) -> QAccessible.State:
        board, number = self._square.board, self._square.number
        state = super().state()
        state.focusable = state.selectable = True
        state.focused = board.hasFocus() and board.state.cursor == number
        state.selected = board.state.selected == number
        return state

    def actionNames(self) -> list[str]:
        return [_ACTIONS.pressAction(), _ACTIONS.setFocusAction()]

    def doAction(self, action: str) -> None:
        if action == _ACTIONS.pressAction():
            self._square.board.square_pressed.emit(self._square.number)
        elif action == _ACTIONS.setFocusAction():
            self._square.board.point_at(self._square.number)


_SETTLE_MS = 100  # without a change of size
_MOMENT_MS = 30  # that a new position may wait for its square map


class BoardWidget(Board):
    """A board of `game` for play and for setting up positions.

    In play, `set_destinations` passes the allowed moves in after every new position. The chosen
    move is emitted by `move_chosen`, and no other can be chosen until new destinations arrive.
    While editing (`set_editing`), signals request edits, and the listener answers with a new
    position.

    Keyboard: Enter starts a square cursor, arrow keys move it, Enter or Space press, Escape steps
    back and ends it. While it is off, arrow keys belong to the window.
    """

    def __init__(self, game: Game, parent: QWidget | None = None):
        super().__init__(game, parent)
        self._play, self._edit = PlayInteraction(self), EditInteraction(self)
        self._resizing = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._resizing.timeout.connect(self.update)
        self._waiting = QTimer(self, singleShot=True, interval=_MOMENT_MS)
        self._waiting.timeout.connect(self.paint_on)
        self.squares = {number: Square(self, number) for number in game.places(self.state)}
        self._announced_choice = ""
        self._position: Position | None = None  # as last shown
        self._framed = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(272, 272)
        bind_text(self, name=mark("Board"))
        translator.changed.connect(self.describe)
        self.stamp_changed.connect(self._show_pointer)
        self.square_pressed.connect(self.press_square)
        self.describe()

    # --- positions and moves -----------------------------------------------------------------

    def set_position(self, position: Position, *, last: str = "", mover: bool = True) -> None:
        """Show a position; `mover` played the move `last` that led to it.

        Men glide to their new places. A choice stays open as long as the position is the same.
        """
        if self.choosing and position == self._position:
            return
        shown = self.game.shown(position, last, mover)
        self.set_variant(shown.lines, shown.wells)
        before, self._position = self.state, position
        fields = {name: getattr(shown, name) for name in ("pieces", "hands", "last", "check")}
        self.state = replace(before, **fields, choice=None)
        if self.state.pieces != before.pieces:
            self.state = replace(self.state, selected=None)
            self.glide_from(before, self.state.last)
            self.interaction.check_position()
        if before.choice is not None:
            self.choosing_changed.emit()
        self.describe_changes(before)
        self.update()

    def set_destinations(self, moves: Iterable[str], mover: bool = True) -> None:
        """Allow these moves of the side `mover` and no others, as engines write them.

        Several between the same squares wait for a choice. Castling is written as the king's move
        (e1g1); dragging the king onto its rook means the same.
        """
        moves = tuple(moves)
        if self.state.choice is not None:
            if set(self.state.choice.moves) <= set(moves):
                return
            self.cancel_choice()
        self.offer(moves)
        self.change(mover=mover)
        self.allow(self.game.destinations(moves, self.state))

    def set_variant(self, lines: Lines, stones: int) -> None:
        """Draw these lines, and trays for this many stones; another board is empty at first."""
        if lines.names != self.state.lines.names:
            self._clear(lines)
        if (lines, stones) != (self.state.lines, self.state.wells):
            self.change(lines=lines, wells=stones)
            self.fit_again()
            self.describe()

    def _clear(self, lines: Lines) -> None:
        """Forget everything that names points, and show the squares of a board with `lines`."""
        self.interaction.cancel()
        self.offer(())
        state = self.state
        self.state = BoardState(editing=state.editing, interactive=state.interactive)
        self.cursor_home = self.game.home
        shown = set(self.game.places(replace(self.state, lines=lines)))
        for number, square in self.squares.items():
            square.setVisible(number in shown)

    def turn(self) -> None:
        """Rotate the board by 90°."""
        seen = self.orientation
        self.set_orientation(replace(seen, turns=(seen.turns + 1) % 4))

    def mirror(self) -> None:
        """Mirror the board left to right, as it is seen."""
        seen = self.orientation
        turns = (seen.turns - 2 * seen.quarters) % 4
        self.set_orientation(replace(seen, turns=turns, mirrored=not seen.mirrored))

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

    def play_text(self, move: str) -> None:
        """Play one of the moves that can be chosen."""
        self.interaction.cancel()
        self.cancel_choice()
        self.finish(move, dragged=False)

    def cancel_choice(self) -> None:
        """Take back the move that waits for a choice."""
        if self.choosing:
            self.interaction.cancel()
            self.game.cancel(self)

    def set_interactive(self, interactive: bool) -> None:
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
        self.change(carried=None)

    # --- keyboard and accessibility ----------------------------------------------------------

    @property
    def interaction(self) -> Interaction:
        """The interaction in use: for editing, or for play."""
        return self._edit if self.state.editing else self._play

    @Slot(int)
    def press_square(self, square: int) -> None:
        """Do what Enter does with the square cursor on `square`."""
        self.point_at(square)
        if self._press_choice(square):
            self.describe()
            return
        self.note_press(square)
        if self.state.interactive:
            self.interaction.activate(square)
            self.describe()

    def accessible(self) -> QAccessibleInterface:
        return BoardInterface(self)

    def await_map(self) -> None:
        """Paint nothing until `paint_on` or for a moment: painting takes longer than looking up."""
        self.setUpdatesEnabled(False)
        self._waiting.start()

    @Slot()
    def paint_on(self) -> None:
        """Show the changes since `await_map`."""
        self._waiting.stop()
        self.setUpdatesEnabled(True)

    def fit_again(self) -> None:
        """Lay the board out after a change of its size, lines or style."""
        self.lay_out()
        self.place_squares()
        self.laid_out.emit()

    def place_squares(self) -> None:
        """Move the accessible squares to where they are drawn."""
        for number in self.game.places(self.state):
            self.squares[number].setGeometry(self.board_geometry.rect_of(number).toAlignedRect())

    # --- Qt's events -------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self.lay_out()  # the pixel ratio changes with the screen
        look = Look(
            self._framed,
            self.animation.moving(self.board_geometry),
            draft=self._resizing.isActive(),
        )
        with QPainter(self) as painter:
            paint(painter, self.game.scene(self.state, self.board_geometry, look))

    def sizeHint(self) -> QSize:
        return QSize(592, 592)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board into the widget; pieces become sharp once the size has settled."""
        self.fit_again()
        if self.isVisible():
            self._resizing.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a square or a choice; the right button stamps, erases or cancels."""
        self.mouse = event.position()
        square = self.square_at(event.position())
        self.change(cursor=None)
        if self._press_choice(square, event.button()):
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
        self.mouse = event.position()
        self._hover(self.square_at(event.position()))
        self.interaction.move(event.position())
        self._show_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse = event.position()
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self.interaction.release()
        self._show_pointer()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def event(self, event: QEvent) -> bool:
        """Take the keys of the square cursor before the window's shortcuts do."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        event.setAccepted(wants_key(self, event))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_key(self, self.interaction, event):
            super().keyPressEvent(event)
        self.describe()
        self._announce_choice()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw a frame if the keyboard brought the focus."""
        self._framed = event.reason() in FOCUS_REASONS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._framed = False
        self.change(cursor=None)

    # --- within ------------------------------------------------------------------------------

    def _press_choice(
        self, square: int | None, button: Qt.MouseButton = Qt.MouseButton.LeftButton
    ) -> bool:
        """Choose with a press, or take the move back; return whether it has been handled."""
        if not self.choosing:
            return False
        if not self.game.takes:
            self.game.choose_at(self, square)
            return True
        if button == Qt.MouseButton.RightButton:
            self.cancel_choice()
            return True
        return False

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

    @Slot()
    def _show_pointer(self) -> None:
        shape = pointer_shape(self.state, choosing=self.game.may_choose(self.state))
        if self.cursor().shape() != shape:
            self.setCursor(shape)

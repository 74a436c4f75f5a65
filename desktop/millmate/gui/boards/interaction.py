"""What mouse presses and keys do to a board: one interaction for play, one for editing.

The board passes events on as squares and points; the interaction changes the board's state and
emits its signals.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from millmate.gui.boards.drag_image import DragImage
from millmate.gui.boards.game_board import GameBoard
from millmate.gui.boards.state import ERASER, BoardState, Carried, may_lift, moves_between, targets

_THRESHOLD = 4  # pixels that the mouse travels before a press becomes a drag
_Shape = Qt.CursorShape


def pointer_shape(state: BoardState, *, choosing: bool = False) -> Qt.CursorShape:
    """Return the mouse pointer for what a press would do.

    `choosing`: a move waits for a choice that can be made where the mouse is.
    """
    if state.carried is not None:
        return _Shape.ClosedHandCursor
    if choosing or state.hovered in targets(state):
        return _Shape.PointingHandCursor
    if state.editing and state.stamp is not None:
        return _Shape.CrossCursor
    return _Shape.OpenHandCursor if may_lift(state, state.hovered) else _Shape.ArrowCursor


class Interaction:
    """The part that play and editing share: press, drag and drop a piece."""

    def __init__(self, view: GameBoard):
        self.view = view
        self._pressed: int | None = None
        self._pressed_at = QPointF()
        self._drag_image: DragImage | None = None

    @property
    def carrying(self) -> bool:
        """Whether a piece is being dragged."""
        return self._drag_image is not None

    def press(self, square: int | None, point: QPointF) -> None:
        """Handle a press of the left button at `point`."""
        raise NotImplementedError

    def move(self, point: QPointF) -> None:
        """Handle a move to `point` with a button down."""
        if not self.carrying and not may_lift(self.view.state, self._pressed):
            self._pressed = None  # the position has changed since the press
        if self._pressed is None:
            return
        if not self.carrying and (point - self._pressed_at).manhattanLength() >= _THRESHOLD:
            self._lift(self._pressed)
        if self.carrying:
            self._carry(point)

    def release(self) -> None:
        """Handle a release of the button."""
        carried = self.view.state.carried
        pressed, self._pressed = self._pressed, None
        if carried is not None and self.carrying:
            self._end_drag()
            self.dropped(carried)
        elif pressed is not None and may_lift(self.view.state, pressed):
            self.clicked(pressed)

    def dropped(self, carried: Carried) -> None:
        """Handle the drop of a piece over `carried.over`."""
        raise NotImplementedError

    def clicked(self, square: int) -> None:
        """Handle a click on a piece, without a drag."""

    def press_right(self, square: int | None) -> None:
        """Handle a press of the right button."""
        self.cancel()

    def activate(self, square: int) -> None:
        """Do what a click on `square` does, from the keyboard."""
        self.press(square, QPointF())
        self.release()

    def cancel(self) -> bool:
        """Cancel drag and selection; return whether there was any."""
        busy = self.view.state.selected is not None or self.carrying
        carried = self.view.state.carried
        self._pressed = None
        if self.carrying:
            self._end_drag()
            if carried is not None and carried.origin is not None:
                self.view.slide_back(carried.origin)
        if busy:
            self.view.change(selected=None)
        return busy

    def check_position(self) -> None:
        """Cancel the drag if the dragged piece is no longer there."""
        carried = self.view.state.carried
        if carried is None or not self.carrying or carried.origin is None:
            return
        if self.view.state.pieces.get(carried.origin) != carried.symbol:
            self._pressed = None
            self._end_drag()

    def _lift(self, square: int) -> None:
        symbol = self.view.state.pieces[square]
        editing = self.view.state.editing
        self._drag_image = DragImage(self.view, symbol, lost_outside=editing)
        self.view.change(carried=Carried(symbol, square, square))

    def _carry(self, point: QPointF) -> None:
        carried, image = self.view.state.carried, self._drag_image
        assert carried is not None
        assert image is not None
        over = self.view.square_at(point)
        image.move_to(self.view.mapToGlobal(point).toPoint(), faded=over is None)
        if over != carried.over:
            self.view.change(carried=Carried(carried.symbol, carried.origin, over))

    def _end_drag(self) -> None:
        if self._drag_image is not None:
            self._drag_image.remove()
            self._drag_image = None
        self.view.change(carried=None)


class PlayInteraction(Interaction):
    """Chooses among the allowed moves."""

    _again = False  # the pressed piece was selected already

    def press(self, square: int | None, point: QPointF) -> None:
        """Choose a target of the selected piece, or select the piece on `square`."""
        state = self.view.state
        selected = state.selected
        if square is not None and selected is not None and moves_between(state, selected, square):
            self._choose(selected, square, dragged=False)
        elif square is not None and may_lift(state, square):
            self._pressed, self._pressed_at = square, point
            self._again = selected == square
            self.view.change(selected=square)
            self.view.picked_up.emit(square)
        else:
            self.view.change(selected=None)
            mapped = state.square_map is not None and square in state.pieces
            if square is not None and not mapped:  # the press has chosen the man for the map
                self.view.refused.emit(selected, square)

    def clicked(self, square: int) -> None:
        """Deselect a piece that was selected before this click."""
        if self._again:
            self.view.change(selected=None)

    def dropped(self, carried: Carried) -> None:
        """Choose the move to the square of the drop, or let the piece slide back."""
        origin, target = carried.origin, carried.over
        assert origin is not None
        if target is not None and moves_between(self.view.state, origin, target):
            self._choose(origin, target, dragged=True)
        elif target != origin:
            self.view.slide_back(origin)
            if target is not None:
                self.view.refused.emit(origin, target)

    def _choose(self, origin: int, target: int, *, dragged: bool) -> None:
        moves = moves_between(self.view.state, origin, target)
        self.view.choose(origin, target, moves, dragged=dragged)


@dataclass(slots=True)
class _Stroke:
    """A press with a stamp that goes on over other squares: one step of the history."""

    stamp: str
    removing: bool  # it began on this very piece, and takes it off wherever it stands
    square: int  # the last one
    begun: bool = False  # something has changed


class EditInteraction(Interaction):
    """Puts any piece anywhere, and removes pieces that are dropped off the board.

    The right button stamps with the other colour, and erases while no piece is the stamp. A piece
    that is stamped where it stands already is taken off.
    """

    _stroke: _Stroke | None = None

    def press(self, square: int | None, point: QPointF) -> None:
        """Stamp `square`, pick up its piece, or move the selected piece there."""
        state = self.view.state
        if square is None:
            self.view.change(selected=None)
        elif state.stamp is not None:
            self._start_stroke(state.stamp, square)
        elif square in state.pieces:
            self._pressed, self._pressed_at = square, point
            again = state.selected == square
            self.view.change(selected=None if again else square)
        elif state.selected is not None:
            self.view.change(selected=None)
            self.view.move_requested.emit(state.selected, square)

    def move(self, point: QPointF) -> None:
        """Drag the piece, or stamp every square on the way."""
        if self._stroke is None:
            super().move(point)
            return
        square = self.view.square_at(point)
        if square is not None and square != self._stroke.square:
            self._stroke.square = square
            self._stamp(self._stroke)

    def release(self) -> None:
        """Drop the piece, or end the stroke."""
        self._stroke = None
        super().release()

    def dropped(self, carried: Carried) -> None:
        """Move the piece to the square of the drop, or erase it off the board."""
        assert carried.origin is not None
        self.view.change(selected=None)
        if carried.over is None:
            self.view.erase_requested.emit(carried.origin, False)
        elif carried.over != carried.origin:
            self.view.move_requested.emit(carried.origin, carried.over)

    def press_right(self, square: int | None) -> None:
        """Stamp `square` with the other colour, or only cancel what is selected or dragged."""
        self._stroke = None
        if super().cancel() or square is None:
            return
        stamp = self.view.state.stamp or ERASER
        self._start_stroke(self.view.opposite(stamp, square), square)

    def cancel(self) -> bool:
        """Cancel drag and selection, or else clear the stamp."""
        self._stroke = None
        busy = super().cancel()
        if not busy and self.view.state.stamp is not None:
            self.view.set_stamp(None)
            return True
        return busy

    def place(self, symbol: str, square: int) -> None:
        """Put the piece `symbol` on `square`."""
        if not self.view.has_piece(symbol, square):
            self.view.place_requested.emit(symbol, square, False)

    def _start_stroke(self, stamp: str, square: int) -> None:
        removing = stamp != ERASER and self.view.has_piece(stamp, square)
        self._stroke = _Stroke(stamp, removing, square)
        self._stamp(self._stroke)

    def _stamp(self, stroke: _Stroke) -> None:
        """Change the stroke's square, unless it is as the stroke would leave it."""
        square, there = stroke.square, self.view.has_piece(stroke.stamp, stroke.square)
        continued = stroke.begun
        if stroke.stamp == ERASER or stroke.removing:
            if not (there if stroke.removing else square in self.view.state.pieces):
                return
            stroke.begun = True
            self.view.erase_requested.emit(square, continued)
        elif not there:
            stroke.begun = True
            self.view.place_requested.emit(stroke.stamp, square, continued)

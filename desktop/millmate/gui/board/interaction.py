"""What presses, moves and releases mean: a hand for play and a hand for setting up.

Both take pieces up with mouse presses and put them down with releases; the view hands events in
as squares and points, and the hand changes the view's state and asks it to tell the listeners.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from millmate.gui.board.drag_image import DragImage
from millmate.gui.board.edits import ERASER, Erase, Move, Place
from millmate.gui.board.state import Carried, may_lift, moves_between

if TYPE_CHECKING:
    from millmate.gui.board.widget import BoardWidget

_THRESHOLD = 4  # pixels that the mouse travels before a press becomes a drag


class Interaction:
    """What both hands share: to press on a piece, to carry it, to let it go."""

    def __init__(self, view: BoardWidget):
        self.view = view
        self._pressed: int | None = None
        self._pressed_at = QPointF()
        self._ghost: DragImage | None = None

    @property
    def carrying(self) -> bool:
        """Whether a piece is in the air."""
        return self._ghost is not None

    def press(self, square: int | None, point: QPointF) -> None:
        """The left button went down at `point`."""
        raise NotImplementedError

    def move(self, point: QPointF) -> None:
        """The mouse moved to `point` with the left button down."""
        if not self.carrying and not may_lift(self.view.state, self._pressed):
            self._pressed = None  # the position has changed since the press
        if self._pressed is None:
            return
        if not self.carrying and (point - self._pressed_at).manhattanLength() >= _THRESHOLD:
            self._lift(self._pressed)
        if self.carrying:
            self._carry(point)

    def release(self) -> None:
        """The left button came up."""
        carried = self.view.state.carried
        pressed, self._pressed = self._pressed, None
        if carried is not None and self.carrying:
            self._let_go()
            self.dropped(carried)
        elif pressed is not None and may_lift(self.view.state, pressed):
            self.clicked(pressed)

    def dropped(self, carried: Carried) -> None:
        """A piece was let go over `carried.over`."""
        raise NotImplementedError

    def clicked(self, square: int) -> None:
        """A piece was pressed and let go without a drag."""

    def erase(self, square: int | None, continued: bool = False) -> None:
        """The right button went down, or passed over `square` while down."""
        self.cancel()

    def activate(self, square: int) -> None:
        """The keyboard chose `square`."""
        self.press(square, QPointF())
        self.release()

    def cancel(self) -> bool:
        """Put back what is in the hand and select nothing; tell whether there was anything."""
        busy = self.view.state.selected is not None or self.carrying
        carried = self.view.state.carried
        self._pressed = None
        if self.carrying:
            self._let_go()
            if carried is not None and carried.origin is not None:
                self.view.slide_back(carried.origin)
        if busy:
            self.view.change(selected=None)
        return busy

    def still_true(self) -> None:
        """Drop what is in the hand if the position has changed beneath it."""
        carried = self.view.state.carried
        if carried is None or not self.carrying or carried.origin is None:
            return
        if self.view.state.pieces.get(carried.origin) != carried.symbol:
            self._pressed = None
            self._let_go()

    def _lift(self, square: int) -> None:
        symbol = self.view.state.pieces[square]
        editing = self.view.state.editing
        draw = partial(self.view.draw_symbol, symbol)
        self._ghost = DragImage(self.view, draw, self.view.square_side, lost_outside=editing)
        self.view.change(carried=Carried(symbol, square, square))

    def _carry(self, point: QPointF) -> None:
        carried, ghost = self.view.state.carried, self._ghost
        assert carried is not None
        assert ghost is not None
        over = self.view.square_at(point)
        ghost.follow(self.view.mapToGlobal(point).toPoint(), faded=over is None)
        if over != carried.over:
            self.view.change(carried=Carried(carried.symbol, carried.origin, over))

    def _let_go(self) -> None:
        if self._ghost is not None:
            self._ghost.vanish()
            self._ghost = None
        self.view.change(carried=None)


class PlayInteraction(Interaction):
    """Chooses among the moves handed in."""

    _again = False  # the piece pressed on was selected already

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
            if square is not None:
                self.view.refused.emit(selected, square)

    def clicked(self, square: int) -> None:
        """A second click on a selected piece lets it go."""
        if self._again:
            self.view.change(selected=None)

    def dropped(self, carried: Carried) -> None:
        """Choose the move to where the piece was dropped, or let it slide back."""
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


class EditInteraction(Interaction):
    """Puts any piece anywhere; what is dropped beside the board is gone."""

    _stroke: int | None = None  # the last square that a stamp in motion has touched

    def press(self, square: int | None, point: QPointF) -> None:
        """Stamp on `square`, take up its piece, or bring the selected piece there."""
        state = self.view.state
        if square is None:
            self.view.change(selected=None)
        elif state.stamp is not None:
            self._stamp(square)
        elif square in state.pieces:
            self._pressed, self._pressed_at = square, point
            again = state.selected == square
            self.view.change(selected=None if again else square)
        elif state.selected is not None:
            self.view.change(selected=None)
            self.view.edit_requested.emit(Move(state.selected, square))

    def move(self, point: QPointF) -> None:
        """Carry the piece, or stamp every square passed over."""
        if self._stroke is None:
            super().move(point)
            return
        square = self.view.square_at(point)
        if square is not None and square != self._stroke:
            self._stamp(square, continued=True)

    def release(self) -> None:
        """Let the piece go, or end the stroke."""
        self._stroke = None
        super().release()

    def dropped(self, carried: Carried) -> None:
        """Move the piece to where it was dropped; beside the board, erase it."""
        assert carried.origin is not None
        self.view.change(selected=None)
        if carried.over is None:
            self.view.edit_requested.emit(Erase(carried.origin))
        elif carried.over != carried.origin:
            self.view.edit_requested.emit(Move(carried.origin, carried.over))

    def erase(self, square: int | None, continued: bool = False) -> None:
        """Take the piece on `square` off; with something in the hand, only put that back."""
        if not continued and self.cancel():
            return
        if square is not None and square in self.view.state.pieces:
            self.view.edit_requested.emit(Erase(square, continued))

    def cancel(self) -> bool:
        """Put back what is in the hand; with an empty hand, put the stamp away."""
        self._stroke = None
        busy = super().cancel()
        if not busy and self.view.state.stamp is not None:
            self.view.set_stamp(None)
            return True
        return busy

    def place(self, symbol: str, square: int) -> None:
        """Put the piece `symbol` on `square`."""
        if not self.view.stands(symbol, square):
            self.view.edit_requested.emit(Place(symbol, square))

    def _stamp(self, square: int, continued: bool = False) -> None:
        state = self.view.state
        self._stroke = square
        if state.stamp == ERASER:
            if square in state.pieces:
                self.view.edit_requested.emit(Erase(square, continued))
        elif state.stamp is not None and not self.view.stands(state.stamp, square):
            self.view.edit_requested.emit(Place(state.stamp, square, continued))

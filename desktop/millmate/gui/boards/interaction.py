"""Mouse and keyboard interaction with a board: one for play, one for editing.

The board passes events on as squares and points; the interaction changes the board's state and
emits its signals. Enter starts a square cursor, Escape ends it; while it is off, arrow keys belong
to the window and step through the game.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.board import Board
from millmate.gui.boards.geometry import TRAYS
from millmate.gui.boards.scene import CROSS, Badge
from millmate.gui.boards.state import ERASER, BoardState, Carried, may_lift, moves_between, targets
from millmate.gui.boards.theme import board_theme

# Of the shadow, in sides of the piece: how far it spreads, and how far below the piece it falls.
_SPREAD, _DROP = 0.12, 0.08
_SHADOW = QColor(0, 0, 0, 100)
_BLURRED = 24  # pixels: an image shrunk to so few has soft edges when it is enlarged again


class DragImage(QWidget):
    """A piece that follows the mouse and passes all events to the widgets beneath it."""

    def __init__(self, board: Board, symbol: str, *, lost_outside: bool = False):
        """Show the piece `symbol` as large as on `board`, above its window, with a shadow.

        With `lost_outside` a cross warns that dropping the piece off the board removes it.
        """
        super().__init__(board.window())
        self._lost_outside = lost_outside
        self._board, self._symbol = board, symbol
        self._side = side = board.board_geometry.piece_side
        self._margin = math.ceil((_SPREAD + _DROP) * side)
        self._faded = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(*(math.ceil(side) + 2 * self._margin,) * 2)
        self._shadow = self._make_shadow()

    def move_to(self, point: QPoint, faded: bool = False) -> None:
        """Centre on the global `point`; `faded` where the piece cannot be dropped."""
        corner = self.window().mapFromGlobal(point) - QPoint(self.width() // 2, self.height() // 2)
        self.move(corner)
        if faded != self._faded:
            self._faded = faded
            self.update()
        if self.isHidden():
            self.show()
            self.raise_()

    def remove(self) -> None:
        self.hide()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece, faded and crossed out where dropping removes it."""
        with QPainter(self) as painter:
            rect = self._place
            if not self._faded:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                below = QRectF(self.rect()).translated(0, _DROP * self._side)
                painter.drawImage(below, self._shadow)
            self._board.game.man(self._symbol, rect, 0.45 if self._faded else 1.0).draw(painter)
            if self._faded and self._lost_outside:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                radius = self._side * 0.15
                corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
                Badge(corner, radius, board_theme().fault, CROSS).draw(painter)

    @property
    def _place(self) -> QRectF:
        """The square of the piece in this widget."""
        return QRectF(self._margin, self._margin, self._side, self._side)

    def _make_shadow(self) -> QImage:
        """Return the shape of the piece, dark and blurred; it is drawn as large as the widget."""
        image = QImage(self.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            self._board.game.man(self._symbol, self._place).draw(painter)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(image.rect(), _SHADOW)
        smooth = Qt.TransformationMode.SmoothTransformation
        return image.scaled(_BLURRED, _BLURRED, mode=smooth)


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


class Interaction(ABC):
    """The part that play and editing share: press, drag and drop a piece."""

    def __init__(self, view: Board):
        self.view = view
        self._pressed: int | None = None
        self._pressed_at = QPointF()
        self._drag_image: DragImage | None = None

    @property
    def carrying(self) -> bool:
        """Whether a piece is being dragged."""
        return self._drag_image is not None

    @abstractmethod
    def press(self, square: int | None, point: QPointF) -> None:
        """Handle a press of the left button at `point`."""

    def move(self, point: QPointF) -> None:
        if not self.carrying and not may_lift(self.view.state, self._pressed):
            self._pressed = None  # the position has changed since the press
        if self._pressed is None:
            return
        if not self.carrying and (point - self._pressed_at).manhattanLength() >= _THRESHOLD:
            self._lift(self._pressed)
        if self.carrying:
            self._carry(point)

    def release(self) -> None:
        carried = self.view.state.carried
        pressed, self._pressed = self._pressed, None
        if carried is not None and self.carrying:
            self._end_drag()
            self.dropped(carried)
        elif pressed is not None and may_lift(self.view.state, pressed):
            self.clicked(pressed)

    @abstractmethod
    def dropped(self, carried: Carried) -> None:
        """Handle the drop of a piece over `carried.over`."""

    @abstractmethod
    def clicked(self, square: int) -> None:
        """Handle a click on a piece, without a drag."""

    def press_right(self, square: int | None) -> None:
        self.cancel()

    def activate(self, square: int) -> None:
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
        """Choose a target of the selected piece, or place, take or select the piece on `square`."""
        state = self.view.state
        selected = state.selected
        at_once = square if selected is None else None
        if state.choice is not None:
            if square in state.destinations:
                self._pressed, self._pressed_at = square, point
            elif square is not None:
                self.view.refused.emit(None, square)
        elif at_once is not None and at_once in self.view.game.at_once(state):
            self._choose(TRAYS[state.mover], at_once, dragged=False)
        elif square is not None and selected is not None and moves_between(state, selected, square):
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
        """Take a piece, or deselect one that was selected before this click."""
        if self.view.choosing:
            self.view.game.choose_at(self.view, square)
        elif self._again:
            self.view.change(selected=None)

    def dropped(self, carried: Carried) -> None:
        """Choose the move to the square of the drop, or let the piece slide back.

        A piece to be taken is dragged anywhere.
        """
        origin, target = carried.origin, carried.over
        assert origin is not None
        if self.view.choosing:
            if target != origin:
                self.view.game.choose_at(self.view, origin)
        elif target is not None and moves_between(self.view.state, origin, target):
            self._choose(origin, target, dragged=True)
        elif target != origin:
            self.view.slide_back(origin)
            if target is not None:
                self.view.refused.emit(origin, target)

    def _choose(self, origin: int, target: int, *, dragged: bool) -> None:
        self.view.game.choose(self.view, origin, target, dragged=dragged)


@dataclass(slots=True)
class _Stroke:
    """A press with a stamp that continues over other squares: one step of the history."""

    stamp: str
    removing: bool  # it started on this very piece, and removes it wherever it is
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
        self._stroke = None
        super().release()

    def clicked(self, square: int) -> None:
        """Leave the piece selected by the press."""

    def dropped(self, carried: Carried) -> None:
        """Move the piece to the square of the drop, or erase it off the board."""
        assert carried.origin is not None
        self.view.change(selected=None)
        if carried.over is None:
            self.view.erase_requested.emit(carried.origin, False)
        elif carried.over != carried.origin:
            self.view.move_requested.emit(carried.origin, carried.over)

    def press_right(self, square: int | None) -> None:
        """Stamp `square` with the other colour, or only cancel a selection or drag."""
        self._stroke = None
        if super().cancel() or square is None:
            return
        stamp = self.view.state.stamp or ERASER
        self._start_stroke(self.view.game.opposite(stamp, square), square)

    def cancel(self) -> bool:
        self._stroke = None
        busy = super().cancel()
        if not busy and self.view.state.stamp is not None:
            self.view.set_stamp(None)
            return True
        return busy

    def place(self, symbol: str, square: int) -> None:
        if not self.view.game.has_piece(self.view.state, symbol, square):
            self.view.place_requested.emit(symbol, square, False)

    def _start_stroke(self, stamp: str, square: int) -> None:
        removing = stamp != ERASER and self.view.game.has_piece(self.view.state, stamp, square)
        self._stroke = _Stroke(stamp, removing, square)
        self._stamp(self._stroke)

    def _stamp(self, stroke: _Stroke) -> None:
        """Change the stroke's square, unless it is as the stroke would leave it."""
        square, there = (
            stroke.square,
            self.view.game.has_piece(self.view.state, stroke.stamp, stroke.square),
        )
        continued = stroke.begun
        if stroke.stamp == ERASER or stroke.removing:
            if not (there if stroke.removing else square in self.view.state.pieces):
                return
            stroke.begun = True
            self.view.erase_requested.emit(square, continued)
        elif not there:
            stroke.begun = True
            self.view.place_requested.emit(stroke.stamp, square, continued)


FOCUS_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PRESS = (*_ENTER, Qt.Key.Key_Space)
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def wants_key(view: Board, event: QKeyEvent) -> bool:
    """Return whether this key belongs to the board rather than to a shortcut of the window."""
    state, key = view.state, event.key()
    if key == Qt.Key.Key_Escape:
        parts = (state.cursor, state.selected, state.carried, state.stamp)
        return view.choosing or any(part is not None for part in parts)
    if state.cursor is not None and (key in ARROWS or key in PRESS):
        return True
    if view.choosing:
        return view.game.press_choice_key(view, event, ask=True)
    if state.editing and _edited_square(state) is not None:
        return key in _DELETE or _symbol_typed(view, event) is not None
    return False


def press_key(view: Board, interaction: Interaction, event: QKeyEvent) -> bool:
    """Handle a key; return whether it meant anything to the board."""
    state, key = view.state, event.key()
    if view.choosing and view.game.press_choice_key(view, event):
        return True
    if key == Qt.Key.Key_Escape:
        return _step_back(view, interaction)
    if state.editing and _edit(view, event):
        return True
    if state.cursor is None:
        if key in _ENTER and state.interactive:
            view.move_cursor(view.cursor_home)
            return True
        return False
    if key in ARROWS:
        view.move_cursor(view.board_geometry.step(state.cursor, *ARROWS[Qt.Key(key)]))
        return True
    if key in PRESS:
        view.note_press(state.cursor)
        interaction.activate(state.cursor)
        return True
    return False


def _step_back(view: Board, interaction: Interaction) -> bool:
    """Cancel one thing: a choice, a drag or selection, the stamp, or the cursor."""
    if view.choosing:
        interaction.cancel()
        view.game.cancel(view)
    elif not interaction.cancel():
        if view.state.cursor is None:
            return False
        view.move_cursor(None)
    return True


def _edit(view: Board, event: QKeyEvent) -> bool:
    """Erase with Delete, and place a piece by its letter."""
    square = _edited_square(view.state)
    if square is None:
        return False
    if event.key() in _DELETE:
        if square in view.state.pieces:
            view.erase_requested.emit(square, False)
        return True
    symbol = _symbol_typed(view, event)
    if symbol is None:
        return False
    view.place_requested.emit(symbol, square, False)
    return True


def _symbol_typed(view: Board, event: QKeyEvent) -> str | None:
    """Return the piece that a key places, or None."""
    letter, known = typed_letter(event), "".join(view.game.symbols)
    return next((each for each in (letter, letter.upper()) if each and each in known), None)


def _edited_square(state: BoardState) -> int | None:
    return state.cursor if state.cursor is not None else state.hovered


def typed_letter(event: QKeyEvent) -> str:
    """Return the typed letter, or "" for other keys and with Ctrl or Alt."""
    held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    text = event.text()
    return text if len(text) == 1 and not held and text.isalpha() else ""

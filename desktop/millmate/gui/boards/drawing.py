"""Arrows and circles, drawn on the board with the right button or with D at the cursor square.

Green without modifiers, red with Shift, blue with Alt, yellow with both. Drawing the same shape
again removes it. Shapes belong to the position shown and are saved with the game.
"""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from millmate.gui.boards.state import Arrow
from millmate.gui.boards.widget import BoardWidget
from millmate.language import mark, tr
from millmate.records.notes import Shape

# Distinct in hue and lightness, so that most people can tell them apart on any board.
COLOURS = {"G": "#1b8a3c", "R": "#c3362b", "B": "#1d5fc4", "Y": "#e3a21a"}
_NAMES = {
    "G": (mark("green arrow from {origin} to {target}"), mark("green circle round {origin}")),
    "R": (mark("red arrow from {origin} to {target}"), mark("red circle round {origin}")),
    "B": (mark("blue arrow from {origin} to {target}"), mark("blue circle round {origin}")),
    "Y": (mark("yellow arrow from {origin} to {target}"), mark("yellow circle round {origin}")),
}
_STRENGTH, _FAINT = 0.75, 0.35


class Drawer(QObject):
    """Handles the right button on `board`; `drawn` carries a `Shape`."""

    drawn = Signal(object)

    def __init__(self, board: BoardWidget) -> None:
        super().__init__(board)
        self._board = board
        self._shapes: tuple[Shape, ...] = ()
        self._from: int | None = None  # where the button or key was pressed
        self._by_key = False
        board.installEventFilter(self)

    @property
    def _names(self) -> Sequence[str]:
        """The names of the squares, or of the points of the board that is shown."""
        return self._board.game.names(self._board.state)

    def show_shapes(self, shapes: Iterable[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._paint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draw; pass on all other events to the board."""
        if isinstance(event, QMouseEvent):
            self._watch_mouse(event)
        elif isinstance(event, QKeyEvent) and self._wants(event):
            if event.type() == QEvent.Type.KeyPress:
                self._press_key(event)
            event.accept()
            return True
        return False

    def _watch_mouse(self, event: QMouseEvent) -> None:
        right = event.button() == Qt.MouseButton.RightButton
        square = self._square_at(event)
        if event.type() == QEvent.Type.MouseButtonPress:
            self._from, self._by_key = (square if right and self._idle else None), False
        elif self._from is None or self._by_key:
            return
        elif event.type() == QEvent.Type.MouseMove:
            self._paint(self._shape(self._from, square, event.modifiers()))
        elif event.type() == QEvent.Type.MouseButtonRelease and right:
            self._finish(square, event.modifiers())

    @property
    def _idle(self) -> bool:
        """Whether the right button is free: no piece is dragged or selected."""
        state = self._board.state
        held = state.carried is not None or state.selected is not None
        return not (state.editing or held or self._board.choosing)

    def _square_at(self, event: QMouseEvent) -> int | None:
        square = self._board.square_at(event.position())
        return square if square is not None and square < len(self._names) else None

    def _wants(self, event: QKeyEvent) -> bool:
        cursor, state = self._board.state.cursor, self._board.state
        other = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        known = cursor is not None and cursor < len(self._names) and not state.editing
        kinds = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        return bool(known and not other and event.key() == Qt.Key.Key_D and event.type() in kinds)

    def _press_key(self, event: QKeyEvent) -> None:
        """Start at the cursor square, or finish there."""
        cursor = self._board.state.cursor
        if self._from is None or not self._by_key:
            self._from, self._by_key = cursor, True
            self._paint(self._shape(cursor, cursor, event.modifiers()))
        else:
            self._finish(cursor, event.modifiers())

    def _finish(self, square: int | None, keys: Qt.KeyboardModifier) -> None:
        shape = self._shape(self._from, square, keys)
        self._from = None
        self._paint()
        if shape is not None:
            self.drawn.emit(shape)

    def _shape(
        self, origin: int | None, target: int | None, keys: Qt.KeyboardModifier
    ) -> Shape | None:
        if origin is None or target is None:
            return None
        colour = colour_of(keys)
        end = "" if origin == target else self._names[target]
        return Shape(colour, self._names[origin], end)

    def _paint(self, growing: Shape | None = None) -> None:
        arrows = list(self._arrows(self._shapes, _STRENGTH))
        if growing is not None:
            arrows = [*self._arrows((growing,), _FAINT), *arrows]
        self._board.set_drawings(arrows)

    def _arrows(self, shapes: Iterable[Shape], strength: float) -> Iterator[Arrow]:
        for shape in shapes:
            known = shape.origin in self._names and (shape.target or shape.origin) in self._names
            if known:
                origin = self._names.index(shape.origin)
                target = self._names.index(shape.target) if shape.target else origin
                start = origin if shape.target else None
                yield Arrow(start, target, strength, COLOURS[shape.colour])


def colour_of(keys: Qt.KeyboardModifier) -> str:
    shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
    alt = bool(keys & Qt.KeyboardModifier.AltModifier)
    return {(False, False): "G", (True, False): "R", (False, True): "B", (True, True): "Y"}[
        shift, alt
    ]


def words(shapes: Iterable[Shape]) -> str:
    names = [
        tr(_NAMES[s.colour][0 if s.target else 1], origin=s.origin, target=s.target) for s in shapes
    ]
    return ", ".join(names)

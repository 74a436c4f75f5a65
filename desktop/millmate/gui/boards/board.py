"""A board of any game: its contents, its signals and its operations.

A board has no rules: the allowed moves are passed in, and the chosen one is emitted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, QVariantAnimation, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import Position
from millmate.games.morris.points import PLAIN, Lines
from millmate.gui.boards.geometry import BoardGeometry, distance
from millmate.gui.boards.scene import Glides, Item, Look, Moving
from millmate.gui.boards.state import (
    ERASER,
    LOSS,
    Arrow,
    BoardState,
    Destinations,
    Turn,
    changed_squares,
    chooses,
    grouped,
    may_lift,
    value_of,
)
from millmate.gui.kit import accessible
from millmate.language import tr
from millmate.pictures.diagrams import Orientation
from millmate.pictures.landscape import Landscape
from millmate.pictures.value_marks import PlaceValue

_DURATIONS = {"fast": 70, "normal": 120, "slow": 400}  # milliseconds, by `Settings.speed`


def origins(
    before: Mapping[int, str], after: Mapping[int, str], geometry: BoardGeometry
) -> dict[int, int]:
    """Return where each piece of `after` that moved came from: the nearest square of its like."""
    gone = [square for square, symbol in before.items() if after.get(square) != symbol]
    found: dict[int, int] = {}
    for square, symbol in after.items():
        alike = [origin for origin in gone if before[origin] == symbol]
        if before.get(square) != symbol and alike:
            away = {o: distance(geometry.centre_of(o), geometry.centre_of(square)) for o in alike}
            found[square] = min(alike, key=away.__getitem__)
            gone.remove(found[square])
    return found


def taken(
    before: Mapping[int, str], after: Mapping[int, str], came: Mapping[int, int]
) -> dict[int, str]:
    """Return the piece that a move took, with its square; {} for more than one or for none.

    `came` are the origins of the pieces that moved.
    """
    gone = {square: symbol for square, symbol in before.items() if after.get(square) != symbol}
    left = {square: gone[square] for square in gone.keys() - came.values()}
    return left if len(left) == 1 and came else {}


class PieceAnimation(QVariantAnimation):
    """Moves pieces to their squares, lets taken ones fade, and repaints `board` meanwhile."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.enabled = True  # False: pieces jump
        self.glides: Glides = {}
        self.fades: Mapping[int, str] = {}
        self._board = board
        self.set_speed("normal")
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(board.update)
        self.finished.connect(self.finish)

    def moving(self, geometry: BoardGeometry) -> Moving:
        """Return the pieces on their way; gliding ones by their target square."""
        done = float(self.currentValue())
        places = {
            square: start + (geometry.centre_of(square) - start) * done
            for square, start in self.glides.items()
        }
        return Moving(places, self.fades, 1.0 - done)

    def set_speed(self, speed: str) -> None:
        """Set the speed: `fast`, `normal` or `slow`."""
        self.setDuration(_DURATIONS[speed])

    def start_from(self, glides: Glides, fades: Mapping[int, str] | None = None) -> None:
        """Move pieces to their squares from the places in `glides`; let those in `fades` fade."""
        self.stop()
        shown = self.enabled and self._board.isVisible()
        self.glides, self.fades = (glides, fades or {}) if shown else ({}, {})
        if self.glides or self.fades:
            self.start()

    def finish(self) -> None:
        """Put all pieces on their squares at once."""
        self.stop()
        self.glides, self.fades = {}, {}
        self._board.update()


class Game(ABC):
    """A game's part of a board: its squares, its men, its moves and its words.

    Squares are numbers, men symbols of one letter, moves texts. A move may wait for a choice, which
    is kept in the board's state.
    """

    # The symbols of White's men and of Black's, in the usual order.
    symbols: tuple[str, str]
    home: int  # where the square cursor starts
    trays: tuple[int, ...] = ()  # the squares with men that are not on the board yet
    turns = False  # whether the board can be rotated by 90° and mirrored
    takes = False  # whether men are chosen to be taken: clicked or dragged, not pressed
    most_gliding: int  # men that glide at once; if more have moved, it is another position

    @abstractmethod
    def places(self, state: BoardState) -> Iterable[int]:
        """Return the numbers of the squares."""

    @abstractmethod
    def fit(
        self,
        size: QSize,
        ratio: float,
        seen: Orientation,
        state: BoardState,
        *,
        margins: bool = True,
    ) -> Any:
        """Return where the squares are in a widget of `size`, with room for coordinates or not."""

    def shown(self, position: Position, last: str = "", mover: bool = True) -> BoardState:
        """Return the state that shows a position; `mover` played `last`, the move before it."""
        state = self.read(position)
        turn = self.turn_of(last, mover, state.lines) if last.strip("0") else None
        return replace(state, last=turn)

    @abstractmethod
    def read(self, position: Position) -> BoardState:
        """Return the state that shows a position, without the move that led to it."""

    @abstractmethod
    def turn_of(self, move: str, mover: bool, lines: Lines) -> Turn:
        """Return the squares of a move of the side `mover`."""

    def destinations(self, moves: Iterable[str], state: BoardState) -> Destinations:
        """Group moves of the state's mover by their squares."""
        return grouped([(self.turn_of(move, state.mover, state.lines), move) for move in moves])

    def arrows(
        self, move: str, mover: bool, strength: float, lines: Lines = PLAIN
    ) -> tuple[Arrow, ...]:
        """Return an arrow for a move, or a ring where a stone is placed or taken.

        For castling, it is the king's.
        """
        turn = self.turn_of(move, mover, lines)
        way = Arrow(None if turn.origin in self.trays else turn.origin, turn.target, strength)
        return way, *(Arrow(None, point, strength, LOSS, crossed=True) for point in turn.removed)

    @abstractmethod
    def scene(self, state: BoardState, geometry: Any, look: Look) -> list[Item]:
        """Return everything that is shown, the last on top."""

    @abstractmethod
    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        """Return a man that fills `rect`, for the palette and for dragging."""

    @abstractmethod
    def man_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour behind a man in the palette."""

    def start_of(self, origin: int, before: BoardState, geometry: Any) -> QPointF:
        """Return where a man of `origin` was drawn."""
        centre: QPointF = geometry.centre_of(origin)
        return centre

    def has_piece(self, state: BoardState, symbol: str, square: int) -> bool:
        """Return whether placing `symbol` on `square` would change nothing."""
        return state.pieces.get(square) == symbol

    def opposite(self, stamp: str, square: int) -> str:
        """Return the stamp of the right button for `square`: the piece in the other colour."""
        return stamp if stamp == ERASER else stamp.swapcase()

    # --- words for screen readers ------------------------------------------------------------

    @abstractmethod
    def man_name(self, symbol: str) -> str:
        """Return the name of a man, such as `white knight`."""

    @abstractmethod
    def names(self, state: BoardState) -> Sequence[str]:
        """Return the names of the squares of the board, such as `e4`."""

    def square_name(self, state: BoardState, square: int) -> str:
        return self.names(state)[square]

    @abstractmethod
    def describe_position(self, state: BoardState) -> str:
        """Describe the choice to be made, or else the whole position."""

    def selected_name(self, state: BoardState, square: int) -> str:
        """Return the name of the man selected on `square`."""
        return self.contents(state, square)

    def contents(self, state: BoardState, square: int) -> str:
        symbol = state.pieces.get(square)
        return tr("empty", "a square") if symbol is None else self.man_name(symbol)

    def describe_square(self, state: BoardState, square: int) -> str:
        """Return a square and its contents, such as `e4, white knight`, and its value on a map."""
        words = f"{self.square_name(state, square)}, {self.contents(state, square)}"
        if state.square_map is None:
            return words
        value = state.square_map.values.get(square)
        if value is None:
            return words if square in state.pieces else f"{words}, {tr('not possible')}"
        return f"{words}, {value.words}"

    def describe_cursor(self, state: BoardState, square: int) -> str:
        """Return `describe_square` and what the square cursor can do there."""
        words, moves = [self.describe_square(state, square)], self.at_once(state).get(square, ())
        if state.choice is not None:
            words += [tr("can be taken")] if moves else []
        elif state.selected is not None:
            name = self.selected_name(state, state.selected)
            words.append(tr("{piece} selected", piece=name))
            moves = state.destinations.get(state.selected, {}).get(square, ())
            words += [tr("can go here")] if moves else []
        elif moves:
            words.append(tr("a stone can be placed here"))
        value = value_of(state, moves)
        return ", ".join(words if value is None else [*words, value.words])

    # --- moves that wait for a choice --------------------------------------------------------

    @abstractmethod
    def choose(self, board: Board, origin: int, target: int, *, dragged: bool) -> None:
        """Play the move between two squares, after a choice if there are several."""

    @abstractmethod
    def after(self, state: BoardState, move: str) -> Mapping[str, Any]:
        """Return the fields of `state` that `move` changes."""

    def at_once(self, state: BoardState) -> Mapping[int, tuple[str, ...]]:
        """Return the squares where a click places or takes a man, with the moves that do."""
        return {}

    @abstractmethod
    def cancel(self, board: Board) -> None:
        """Take back the move that waits for a choice."""

    def may_choose(self, state: BoardState) -> bool:
        """Return whether a press where the mouse is would choose."""
        return state.choice is not None

    @abstractmethod
    def choose_at(self, board: Board, square: int | None) -> None:
        """Choose the man on `square` for the move that waits."""

    def press_choice_key(self, board: Board, event: QKeyEvent, *, ask: bool = False) -> bool:
        """Choose with a key, or only `ask`; return whether it belongs to the choice."""
        return False


class Board(QWidget):
    """A board's state, and the changes of it that need neither mouse nor keyboard.

    Places are in device-independent pixels of this widget.
    """

    move_chosen = Signal(str)  # one of the allowed moves
    refused = Signal(object, object)  # int | None, int: from and to, where no move is allowed
    picked_up = Signal(int)  # a piece was selected
    man_pressed = Signal(int)  # the place of a man of either side, unless a move goes there
    choosing_changed = Signal()
    # While editing; the last argument is whether the edit continues a stroke.
    place_requested = Signal(str, int, bool)  # a piece on a square
    erase_requested = Signal(int, bool)  # the piece of a square
    move_requested = Signal(int, int)  # move a piece to another square, where it replaces any other
    square_hovered = Signal(object)  # int | None
    square_pressed = Signal(int)  # by assistive technology
    stamp_changed = Signal(object)  # str | None: by set_stamp or by Escape
    flipped_changed = Signal(bool)
    laid_out = Signal()  # the board may have moved within this widget
    offered_changed = Signal()
    announced = Signal(str)  # text read out by screen readers

    def __init__(self, game: Game, parent: QWidget | None = None):
        super().__init__(parent)
        self.game, self.state = game, BoardState()
        self.orientation = Orientation()
        self.lay_out()
        self.cursor_home = game.home  # where the square cursor was last, and starts again
        self.animation = PieceAnimation(self)
        self.squares: Mapping[int, QWidget] = {}  # as assistive technology finds them
        self.mouse = QPointF()
        self.moves: tuple[str, ...] = ()  # that can be chosen while the board is in play
        self._note = ""

    def change(self, **values: Any) -> None:
        """Replace fields of the state, and repaint the squares that this changes.

        A selected man is announced to screen readers.
        """
        values = {name: it for name, it in values.items() if it != getattr(self.state, name)}
        if not values:
            return
        before, self.state = self.state, replace(self.state, **values)
        squares = changed_squares(before, self.state, values.keys())
        if squares is None:
            self.update()
        else:
            for square in squares:
                self.update(self.board_geometry.rect_of(square).toAlignedRect())
        if "cursor" in values and before.cursor is not None:
            self.describe_squares([before.cursor])
        if "selected" in values and QAccessible.isActive():
            self._announce_selection(before.selected, QAccessible.Event.SelectionRemove)
            self._announce_selection(self.state.selected, QAccessible.Event.SelectionAdd)

    def lay_out(self) -> None:
        size, ratio = self.size(), self.devicePixelRatioF()
        fitted: BoardGeometry = self.game.fit(size, ratio, self.orientation, self.state)
        self.board_geometry = fitted

    def square_at(self, point: QPointF) -> int | None:
        return self.board_geometry.square_at(point)

    # --- display -----------------------------------------------------------------------------

    def set_move_values(self, values: Mapping[str, PlaceValue]) -> None:
        """Show the values of moves on the targets of the selected piece; the best come first."""
        self.change(values=dict(values))
        if self.state.cursor is not None:
            self.describe_squares([self.state.cursor])

    def set_square_map(self, shown: Landscape | None) -> None:
        """Show on every place the value of the position with a man there."""
        before = self.state.square_map
        if shown != before:
            self.change(square_map=shown)
            if shown is None or before is None or shown.values != before.values:
                self.describe()

    def set_trail(self, trail: tuple[int, ...]) -> None:
        """Show the way of the man of the square map that is shown."""
        before, geometry = self.state.square_map, self.board_geometry
        if before is not None:
            self.state = replace(self.state, square_map=replace(before, trail=trail))
            for start, end in (*pairwise(before.trail), *pairwise(trail)):
                changed = geometry.rect_of(start).united(geometry.rect_of(end))
                self.update(changed.toAlignedRect())

    def set_wave(self, limit: int | None) -> None:
        """Show only the results of the square map within `limit` plies, all for None."""
        if self.state.square_map is not None:
            self.change(square_map=replace(self.state.square_map, limit=limit))

    def set_arrows(self, arrows: Iterable[Arrow]) -> None:
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

    def glide_from(self, before: BoardState, turn: Turn | None) -> None:
        """Animate the changes since `before`; `turn` explains a move that was played.

        For a move taken back, men of the same kind are matched.
        """
        geometry = self.board_geometry
        old, new = (
            {at: symbol for at, symbol in state.pieces.items() if at in geometry.men}
            for state in (before, self.state)
        )
        came = [at for at in new if old.get(at) != new[at]]
        found: dict[int, int] = {}
        by_turn = turn is not None and came == [turn.target]
        if turn and by_turn and before.pieces.get(turn.origin) == new[turn.target]:  # not promoted
            found = {turn.target: turn.origin}
        elif len(came) <= self.game.most_gliding:
            found = origins(old, new, geometry)
        starts = {to: self.game.start_of(at, before, geometry) for to, at in found.items()}
        self.animation.start_from(starts, taken(old, new, found))

    def slide_back(self, square: int) -> None:
        """Animate the piece of `square` back from under the mouse."""
        if square in self.board_geometry.men:
            self.animation.start_from({square: self.mouse})

    @property
    def flipped(self) -> bool:
        return self.orientation.flipped

    # --- allowed moves -----------------------------------------------------------------------

    def allow(self, destinations: Mapping[int, Mapping[int, tuple[str, ...]]]) -> None:
        """Allow these moves and no others."""
        self.change(destinations=destinations)
        if self.state.selected is not None and not may_lift(self.state, self.state.selected):
            self.change(selected=None)

    @property
    def offered(self) -> tuple[str, ...]:
        """The moves that can be chosen now."""
        return self.moves if self.state.interactive and not self.state.editing else ()

    def offer(self, moves: Iterable[str]) -> None:
        moves = tuple(moves)
        if moves != self.moves:
            self.moves = moves
            self.offered_changed.emit()

    def finish(self, move: str, *, dragged: bool) -> None:
        """Emit `move`; a `dragged` stone is shown before the move has been played."""
        state = self.state
        self.change(selected=None, destinations={}, choice=None)
        self.offer(())
        if dragged:
            self.change(**self.game.after(state, move))
        self.move_chosen.emit(move)

    @property
    def choosing(self) -> bool:
        """Whether a move waits for a choice (a promotion, a stone to take)."""
        return self.state.choice is not None

    @property
    def editing(self) -> bool:
        return self.state.editing

    def set_stamp(self, stamp: str | None) -> None:
        """While editing, place this piece (or `ERASER`) with each click; None picks pieces up."""
        if stamp != self.state.stamp:
            self.change(stamp=stamp, selected=None)
            self.stamp_changed.emit(stamp)

    def note_press(self, square: int | None) -> None:
        """Emit `man_pressed` if a press on `square`, about to be handled, chooses a man."""
        if square is not None and not self.choosing and chooses(self.state, square):
            self.man_pressed.emit(square)

    # --- for screen readers ------------------------------------------------------------------

    def move_cursor(self, square: int | None) -> None:
        """Move the square cursor to `square`, or hide it for None."""
        self.change(cursor=square)
        if square is None:
            if self.hasFocus():
                _announce(self, QAccessible.Event.Focus)
            return
        self.cursor_home = square
        self.describe_squares([square])
        _announce(self.squares[square], QAccessible.Event.Focus)

    def point_at(self, square: int) -> None:
        """Take the keyboard focus and move the square cursor to `square`."""
        self.setFocus()
        self.move_cursor(square)
        self.describe()

    def set_note(self, note: str) -> None:
        """Start the board's description with `note`."""
        self._note = note
        self.describe()

    def describe_position(self) -> str:
        """Return the note and a description of the position."""
        words = self.game.describe_position(self.state)
        return ". ".join(filter(None, (self._note.rstrip("."), words)))

    @Slot()
    def describe(self) -> None:
        """Update the accessible names of the squares."""
        self.describe_squares(self.game.places(self.state))

    def describe_changes(self, before: BoardState) -> None:
        """Update the names of the squares that have changed, and that of the cursor's."""
        state = self.state
        changed = {square for square, _ in before.pieces.items() ^ state.pieces.items()}
        changed |= {tray for tray, _ in before.hands.items() ^ state.hands.items()}
        self.describe_squares(changed if state.cursor is None else {*changed, state.cursor})

    def describe_squares(self, squares: Iterable[int]) -> None:
        """Update the accessible names of some squares; a change is read where the focus is."""
        state, game = self.state, self.game
        for square in squares:
            at_cursor = square == state.cursor
            words = (game.describe_cursor if at_cursor else game.describe_square)(state, square)
            widget = self.squares[square]
            if words != widget.accessibleName():
                widget.setAccessibleName(words)

    def announce(self, words: str) -> None:
        self.announced.emit(words)
        accessible.announce(self, words)

    def _announce_selection(self, square: int | None, kind: QAccessible.Event) -> None:
        if square is not None:
            _announce(self.squares[square], kind)


def _announce(widget: QWidget, kind: QAccessible.Event) -> None:
    QAccessible.updateAccessibility(QAccessibleEvent(widget, kind))

"""The morris board as a widget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.games.morris.points import Lines
from millmate.gui.boards.animation import origins, taken
from millmate.gui.boards.geometry import TRAYS, MorrisGeometry, fit_morris
from millmate.gui.boards.interaction import EditInteraction, PlayInteraction
from millmate.gui.boards.men import Stone, stone_name
from millmate.gui.boards.morris_scene import (
    HalfMove,
    MorrisState,
    Turn,
    after,
    destinations_of,
    morris_scene,
    parse_position,
    placings,
    takeable,
    tray_top,
    turn_of,
)
from millmate.gui.boards.morris_words import describe_cursor, describe_place, describe_position
from millmate.gui.boards.scene import Item, Look, paint
from millmate.gui.boards.state import ERASER, Carried, Destinations
from millmate.gui.boards.theme import morris_theme
from millmate.gui.boards.widget import BoardWidget

_A7 = 0
_OPPOSITES = {"W": "B", "B": "W"}


class MorrisView(BoardWidget):
    """A morris board for play and for setting up positions; it knows the lines, but no rules.

    A move that closes a mill is chosen in two steps: once the stone is placed, the stones that can
    be taken are marked, and the board waits. Escape or the right button takes the half move back.
    """

    symbols = ("WB",)
    board_geometry: MorrisGeometry
    state: MorrisState

    def __init__(self, parent: QWidget | None = None):
        super().__init__(MorrisState(), fit_morris(1, 1), _A7, parent)
        self._note = ""
        self.describe()

    @property
    def places(self) -> Sequence[int]:  # type: ignore[override]
        """The points, and the trays."""
        return *range(self.state.lines.points), *TRAYS.values()

    # --- what is shown -----------------------------------------------------------------------

    def set_position(self, text: str, *, last: str = "", mover: bool = True) -> None:
        """Show the position `text`; `last` is the move of the side `mover` that led to it.

        Stones glide to their new places. A half move stays as long as the position is the same.
        """
        turn = turn_of(last, mover, self.state.lines) if last else None
        if self.state.half_move is not None and text == self.position:
            return
        pieces, hands = parse_position(text)
        before = self.state
        self.position = text
        self.state = replace(before, pieces=pieces, hands=hands, last=turn, half_move=None)
        if pieces != before.pieces:
            self.state = replace(self.state, selected=None)
            self._glide_from(before, turn)
            self.interaction.check_position()
        if before.half_move is not None:
            self.choosing_changed.emit()
        self.describe()
        self.update()

    def set_destinations(self, moves: Iterable[str], mover: bool = True) -> None:
        """Allow these moves of the side `mover` and no others."""
        moves = tuple(moves)
        if self.state.half_move is not None:
            if set(self.state.half_move.moves) <= set(moves):
                return
            self.cancel_choice()
        self.offer(moves)
        self.change(mover=mover)
        self.allow(destinations_of(moves, mover, self.state.lines))

    def set_variant(self, lines: Lines, stones: int) -> None:
        """Draw these lines, and trays for this many stones; another board is empty at first."""
        if lines.names != self.state.lines.names:
            self._clear(lines)
        self.change(lines=lines, wells=stones)
        before = self.board_geometry
        self.lay_out()
        if self.board_geometry != before:
            self.place_squares()
            self.laid_out.emit()

    def _clear(self, lines: Lines) -> None:
        """Forget everything that names points, and show the squares of a board with `lines`."""
        self.interaction.cancel()
        self.offer(())
        self.state = MorrisState(
            lines=lines, editing=self.state.editing, interactive=self.state.interactive
        )
        self.cursor_home = _A7
        for number, square in self._squares.items():
            square.setVisible(number < lines.points or number in TRAYS.values())

    def set_note(self, note: str) -> None:
        """Start the board's description for screen readers with `note`."""
        self._note = note
        self.describe()

    def turn(self) -> None:
        seen = self.orientation
        self.set_orientation(replace(seen, turns=(seen.turns + 1) % 4))

    def mirror(self) -> None:
        """Mirror the board left to right, as it is seen."""
        seen = self.orientation
        turns = (seen.turns - 2 * seen.quarters) % 4
        self.set_orientation(replace(seen, turns=turns, mirrored=not seen.mirrored))

    # --- a move in two steps -----------------------------------------------------------------

    def choose(self, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool) -> None:
        """Play the move, or wait for the stone that it takes."""
        if not any(self._turn(move).removed for move in moves):
            self.finish(moves[0], dragged=dragged)
            return
        before = self.state
        half = HalfMove(origin, target, moves, before.pieces, before.hands)
        step = Turn(origin, target)
        pieces, hands = after(before.pieces, before.hands, step, before.mover)
        self.change(selected=None, pieces=pieces, hands=hands, half_move=half)
        self.change(destinations=self._takings())
        if not dragged:
            self._glide_from(before, step)
        self.describe()
        self.choosing_changed.emit()

    def remove(self, place: int) -> None:
        half = self.state.half_move
        assert half is not None
        moves = takeable(self.state)[place]
        taken = (*half.taken, place)
        complete = [move for move in moves if len(self._turn(move).removed) == len(taken)]
        if complete:
            self.change(pieces=half.pieces, hands=half.hands, half_move=None)
            self.finish(complete[0], dragged=True)
            self.choosing_changed.emit()
            return
        pieces = {p: symbol for p, symbol in self.state.pieces.items() if p != place}
        self.change(pieces=pieces, half_move=replace(half, moves=moves, taken=taken))
        self.change(destinations=self._takings())
        self.choosing_changed.emit()

    def _takings(self) -> Destinations:
        """Return the stones that can be taken as pieces without targets."""
        return {place: {} for place in takeable(self.state)}

    def finish(self, move: str, *, dragged: bool) -> None:
        """Emit `move`; what was `dragged` is shown before the move has been played."""
        state = self.state
        self.change(selected=None, destinations={}, half_move=None)
        self.offer(())
        if dragged:
            turn = self._turn(move)
            pieces, hands = after(state.pieces, state.hands, turn, state.mover)
            self.change(pieces=pieces, hands=hands, last=turn)
        self.move_chosen.emit(move)

    def _turn(self, move: str) -> Turn:
        """Return a move of the side whose moves are allowed."""
        return turn_of(move, self.state.mover, self.state.lines)

    @property
    def choosing(self) -> bool:
        """Whether a stone must be taken."""
        return self.state.half_move is not None

    def cancel_choice(self) -> None:
        """Take back the half move."""
        half = self.state.half_move
        if half is None:
            return
        self.interaction.cancel()
        moves = destinations_of(self._offered, self.state.mover, self.state.lines)
        self.change(pieces=half.pieces, hands=half.hands, half_move=None, destinations=moves)
        self.describe()
        self.choosing_changed.emit()

    def press_choice(self, square: int | None, button: Qt.MouseButton) -> bool:
        """Take the half move back with the right button."""
        if button == Qt.MouseButton.RightButton:
            self.cancel_choice()
            return True
        return False

    def may_choose_here(self) -> bool:
        """Return whether a press here would take or place a stone."""
        hovered = self.state.hovered
        return hovered in takeable(self.state) or (
            self.state.selected is None and hovered in placings(self.state)
        )

    # --- places and stones -------------------------------------------------------------------

    def make_interactions(self) -> tuple[MorrisInteraction, EditInteraction]:
        return MorrisInteraction(self), EditInteraction(self)

    symbol_name = staticmethod(stone_name)

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        slack = rect.width() * 0.04
        return Stone(symbol, rect.adjusted(slack, slack, -slack, -2 * slack), opacity)

    def symbol_ground(self, symbol: str, *, chosen: bool) -> str:
        colours = morris_theme()
        return colours.between if chosen else colours.board

    def describe_square(self, square: int) -> str:
        return describe_place(self.state, square)

    def describe_cursor(self, square: int) -> str:
        return describe_cursor(self.state, square)

    def describe_position(self) -> str:
        return ". ".join(filter(None, (self._note.rstrip("."), describe_position(self.state))))

    def has_piece(self, symbol: str, square: int) -> bool:
        """Return whether a stone placed there would change nothing; a tray takes one more."""
        return square < 24 and super().has_piece(symbol, square)

    def opposite(self, stamp: str, square: int) -> str:
        """Return the stone of the other colour; out of a tray, a stone is taken."""
        return ERASER if square >= 24 else _OPPOSITES.get(stamp, stamp)

    def slide_back(self, square: int) -> None:
        """Animate a stone back from under the mouse."""
        if square < 24:
            super().slide_back(square)

    def _glide_from(self, before: MorrisState, turn: Turn | None) -> None:
        """Animate what has changed since `before`; `turn` explains a move that was played.

        For a move taken back, stones of the same colour are matched.
        """
        old, new = (
            {point: symbol for point, symbol in state.pieces.items() if point < 24}
            for state in (before, self.state)
        )
        came = [point for point in new if old.get(point) != new[point]]
        geometry, found = self.board_geometry, {}
        if turn is not None and came == [turn.target]:
            found = {turn.target: turn.origin}
        elif len(came) <= 2:
            found = origins(old, new, geometry)
        self.animation.start_from(
            {
                point: geometry.centre_of(origin)
                if origin < 24
                else tray_top(geometry, before, origin)
                for point, origin in found.items()
            },
            taken(old, new, found),
        )

    # --- drawing -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Fit the board into the widget."""
        size = self.width(), self.height()
        self.board_geometry = fit_morris(
            *size, self.orientation, self.state.wells, self.state.lines
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        moving = self.animation.moving(self.board_geometry)
        look = Look(focused=self._framed, moving=moving)
        with QPainter(self) as painter:
            paint(painter, morris_scene(self.state, self.board_geometry, morris_theme(), look))


class MorrisInteraction(PlayInteraction):
    """Chooses among the allowed moves, in two steps where a stone is taken."""

    view: MorrisView

    def press(self, square: int | None, point: QPointF) -> None:
        """Start taking a stone, place one, or do as on any board."""
        state = self.view.state
        if state.half_move is not None:
            self._press_on_due(square, point)
        elif square is not None and state.selected is None and square in placings(state):
            self._choose(TRAYS[state.mover], square, dragged=False)
        else:
            super().press(square, point)

    def _press_on_due(self, square: int | None, point: QPointF) -> None:
        if square is None:
            return
        if square in takeable(self.view.state):
            self._pressed, self._pressed_at = square, point
        else:
            self.view.refused.emit(None, square)

    def clicked(self, square: int) -> None:
        """Take the clicked stone, or do as on any board."""
        if self.view.state.half_move is not None:
            self.view.remove(square)
        else:
            super().clicked(square)

    def dropped(self, carried: Carried) -> None:
        """Take the stone that was dragged away, or do as on any board."""
        if self.view.state.half_move is None:
            super().dropped(carried)
        elif carried.origin is not None and carried.over != carried.origin:
            self.view.remove(carried.origin)

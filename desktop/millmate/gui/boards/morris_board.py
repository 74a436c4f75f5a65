"""The morris board as a widget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from millmate.games.morris.points import Lines
from millmate.gui.boards.board import Board, Game, origins, taken
from millmate.gui.boards.geometry import TRAYS, MorrisGeometry, fit_morris
from millmate.gui.boards.interaction import PlayInteraction
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
from millmate.gui.boards.scene import Item, Look
from millmate.gui.boards.state import ERASER, BoardState, Carried, Destinations
from millmate.gui.boards.theme import morris_theme
from millmate.gui.boards.widget import BoardWidget

_A7 = 0
_OPPOSITES = {"W": "B", "B": "W"}


class MorrisGame(Game):
    """Morris on a board: places are points and trays.

    A move that closes a mill is chosen in two steps: once the stone is placed, the stones that can
    be taken are marked, and the board waits. Escape or the right button takes the half move back.
    """

    symbols = ("WB",)
    home = _A7
    no_choice: ClassVar = {"half_move": None}

    man_name = staticmethod(stone_name)
    describe_position = staticmethod(describe_position)
    describe_square = staticmethod(describe_place)
    describe_cursor = staticmethod(describe_cursor)

    def places(self, state: BoardState) -> Sequence[int]:
        """Return the points and the trays."""
        return *range(cast(MorrisState, state).lines.points), *TRAYS.values()

    def fit(self, board: Board) -> MorrisGeometry:
        size, state = board.size(), cast(MorrisState, board.state)
        seen = board.orientation
        return fit_morris(size.width(), size.height(), seen, state.wells, state.lines)

    def scene(self, state: MorrisState, geometry: MorrisGeometry, look: Look) -> list[Item]:
        return morris_scene(state, geometry, morris_theme(), look)

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        slack = rect.width() * 0.04
        return Stone(symbol, rect.adjusted(slack, slack, -slack, -2 * slack), opacity)

    def man_ground(self, symbol: str, *, chosen: bool) -> str:
        colours = morris_theme()
        return colours.between if chosen else colours.board

    def has_piece(self, state: BoardState, symbol: str, square: int) -> bool:
        """Return whether a stone placed there would change nothing; a tray takes one more."""
        return square < 24 and super().has_piece(state, symbol, square)

    def opposite(self, stamp: str, square: int) -> str:
        """Return the stone of the other colour; out of a tray, a stone is taken."""
        return ERASER if square >= 24 else _OPPOSITES.get(stamp, stamp)

    # --- a move in two steps -----------------------------------------------------------------

    def choose(
        self, board: Board, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool
    ) -> None:
        """Play the move, or wait for the stone that it takes."""
        view = cast(MorrisView, board)
        before = view.state
        if not any(_turn(before, move).removed for move in moves):
            view.finish(moves[0], dragged=dragged)
            return
        half = HalfMove(origin, target, moves, before.pieces, before.hands)
        step = Turn(origin, target)
        pieces, hands = after(before.pieces, before.hands, step, before.mover)
        view.change(selected=None, pieces=pieces, hands=hands, half_move=half)
        view.change(destinations=_takings(view.state))
        if not dragged:
            view.glide_from(before, step)
        view.describe()
        view.choosing_changed.emit()

    def remove(self, board: Board, place: int) -> None:
        state = cast(MorrisState, board.state)
        half = state.half_move
        assert half is not None
        moves, taken = takeable(state)[place], (*half.taken, place)
        complete = [move for move in moves if len(_turn(state, move).removed) == len(taken)]
        if complete:
            board.change(pieces=half.pieces, hands=half.hands, half_move=None)
            board.finish(complete[0], dragged=True)
        else:
            pieces = {p: symbol for p, symbol in state.pieces.items() if p != place}
            board.change(pieces=pieces, half_move=replace(half, moves=moves, taken=taken))
            board.change(destinations=_takings(cast(MorrisState, board.state)))
        board.choosing_changed.emit()

    def after(self, state: MorrisState, move: str) -> Mapping[str, Any]:
        turn = _turn(state, move)
        pieces, hands = after(state.pieces, state.hands, turn, state.mover)
        return {"pieces": pieces, "hands": hands, "last": turn}

    def choosing(self, state: MorrisState) -> bool:
        return state.half_move is not None

    def cancel(self, board: Board) -> None:
        """Take back the half move."""
        state = cast(MorrisState, board.state)
        half = state.half_move
        assert half is not None
        moves = destinations_of(board.moves, state.mover, state.lines)
        board.change(pieces=half.pieces, hands=half.hands, half_move=None, destinations=moves)
        board.describe()
        board.choosing_changed.emit()

    def may_choose(self, state: MorrisState) -> bool:
        """Return whether a press here would take or place a stone."""
        hovered = state.hovered
        return hovered in takeable(state) or (state.selected is None and hovered in placings(state))


def _turn(state: MorrisState, move: str) -> Turn:
    """Return a move of the side whose moves are allowed."""
    return turn_of(move, state.mover, state.lines)


def _takings(state: MorrisState) -> Destinations:
    """Return the stones that can be taken as pieces without targets."""
    return {place: {} for place in takeable(state)}


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
            self._remove(square)
        else:
            super().clicked(square)

    def dropped(self, carried: Carried) -> None:
        """Take the stone that was dragged away, or do as on any board."""
        if self.view.state.half_move is None:
            super().dropped(carried)
        elif carried.origin is not None and carried.over != carried.origin:
            self._remove(carried.origin)

    def _remove(self, place: int) -> None:
        cast(MorrisGame, self.view.game).remove(self.view, place)


class MorrisView(BoardWidget):
    """A morris board for play and for setting up positions; it has the lines, but no rules."""

    board_geometry: MorrisGeometry
    state: MorrisState

    def __init__(self, parent: QWidget | None = None):
        super().__init__(MorrisGame(), MorrisState(), MorrisInteraction, parent)

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
            self.glide_from(before, turn)
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
        for number, square in self.squares.items():
            square.setVisible(number < lines.points or number in TRAYS.values())

    def turn(self) -> None:
        seen = self.orientation
        self.set_orientation(replace(seen, turns=(seen.turns + 1) % 4))

    def mirror(self) -> None:
        """Mirror the board left to right, as it is seen."""
        seen = self.orientation
        turns = (seen.turns - 2 * seen.quarters) % 4
        self.set_orientation(replace(seen, turns=turns, mirrored=not seen.mirrored))

    def glide_from(self, before: MorrisState, turn: Turn | None) -> None:
        """Animate the changes since `before`; `turn` explains a move that was played.

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

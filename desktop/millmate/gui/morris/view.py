"""The morris board as a widget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.games.morris.points import Lines
from millmate.gui.board.interaction import EditInteraction
from millmate.gui.board.state import Destinations
from millmate.gui.board.widget import BoardWidget
from millmate.gui.morris.descriptions import cursor_words, description, place_words
from millmate.gui.morris.geometry import (
    STONE,
    Geometry,
    centre_of,
    fit,
    place_at,
    room_of,
    step,
    tray_of,
)
from millmate.gui.morris.interaction import MorrisInteraction
from millmate.gui.morris.painter import Scene, paint, tray_top
from millmate.gui.morris.state import (
    SYMBOLS,
    Due,
    MorrisState,
    Turn,
    after,
    destinations_of,
    glides,
    placings,
    shown_in,
    takeable,
    turn_of,
)
from millmate.gui.morris.stones import draw_stone, stone_name
from millmate.gui.morris.theme import MorrisTheme, morris_theme
from millmate.gui.style import theme
from millmate.pictures.diagrams import Orientation

_A7 = 0


class MorrisView(BoardWidget):
    """A morris board to play and to set up on; it knows the lines, but no rules.

    A turn that closes a mill is chosen in two steps: once the stone stands, the stones that may be
    taken are marked, and the board waits; Escape or the right button takes the half turn back.
    """

    symbols = ("WB",)
    places = range(26)  # the points, and the trays

    def __init__(self, parent: QWidget | None = None):
        super().__init__(MorrisState(), _A7, parent)
        self._text = ""
        self._turns, self._mirrored = 0, False
        self._geometry = fit(1, 1)
        self._note = ""
        self.describe()

    # --- what is shown -----------------------------------------------------------------------

    def set_position(self, text: str, *, last: str = "", mover: bool = True) -> None:
        """Show the position `text`; `last` is the turn of the side `mover` that led to it.

        Stones that changed their places glide there. A stone that is due stays due as long as
        the position is the same.
        """
        turn = turn_of(last, mover) if last else None
        if self.state.due is not None and text == self._text:
            return
        pieces, hands = shown_in(text)
        before = self.state
        self._text = text
        self._state = replace(before, pieces=pieces, hands=hands, last=turn, due=None)
        if pieces != before.pieces:
            self._state = replace(self._state, selected=None)
            self._glide_from(before, turn)
            self.hand.still_true()
        if before.due is not None:
            self.choosing_changed.emit()
        self.describe()
        self.update()

    def set_destinations(self, moves: Iterable[str], mover: bool = True) -> None:
        """Let the moves of the side `mover` with these texts be chosen, and no others."""
        moves = tuple(moves)
        if self.state.due is not None:
            if set(self.state.due.moves) <= set(moves):
                return
            self.call_choice_off()
        self.offer(moves)
        self.change(mover=mover)
        self.let_choose(destinations_of(moves, mover))

    def set_variant(self, lines: Lines, stones: int) -> None:
        """Draw these lines, and trays for so many stones."""
        self.change(lines=lines, wells=stones)
        self.lay_out()

    def set_note(self, note: str) -> None:
        """Begin the board's description, for those who listen to it, with `note`."""
        self._note = note
        self.describe()

    def turn(self) -> None:
        """Turn the picture by a quarter, clockwise."""
        self.set_orientation((self._turns + 1) % 4, self._mirrored)

    def mirror(self) -> None:
        """Mirror the picture, left and right exchanged as it is seen."""
        quarters = self._geometry.quarters
        self.set_orientation((self._turns - 2 * quarters) % 4, not self._mirrored)

    def set_orientation(self, turns: int, mirrored: bool) -> None:
        """Show the board mirrored or not, then turned by so many quarters clockwise."""
        self.hand.cancel()
        self._turns, self._mirrored = turns % 4, mirrored
        self.motion.settle()
        self.lay_out()
        self.place_squares()
        self.update()

    @property
    def position(self) -> str:
        """The position that is shown, as text."""
        return self._text

    def play_text(self, move: str) -> None:
        """Finish the turn with this text."""
        self.hand.cancel()
        self.call_choice_off()
        self._finish(move, ahead=False)

    @property
    def orientation(self) -> Orientation:
        """How the board lies."""
        return Orientation(self._flipped, self._turns, self._mirrored)

    @property
    def state(self) -> MorrisState:
        """What is shown now."""
        assert isinstance(self._state, MorrisState)
        return self._state

    @property
    def board_geometry(self) -> Geometry:
        """Where points and trays lie in this widget."""
        return self._geometry

    # --- a turn in two steps -----------------------------------------------------------------

    def choose(self, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool) -> None:
        """Finish the turn, or wait for the stone that it takes."""
        if all(not turn_of(move, self.state.mover).removed for move in moves):
            self._finish(moves[0], ahead=dragged)
            return
        before = self.state
        due = Due(origin, target, moves, before.pieces, before.hands)
        half = Turn(origin, target)
        pieces, hands = after(before.pieces, before.hands, half, before.mover)
        self.change(selected=None, pieces=pieces, hands=hands, due=due)
        self.change(destinations=self._takings())
        if not dragged:
            self._glide_from(before, half)
        self.describe()
        self.choosing_changed.emit()

    def take(self, place: int) -> None:
        """Take the stone on `place`, which is due."""
        due = self.state.due
        assert due is not None
        moves = takeable(self.state)[place]
        taken = (*due.taken, place)
        complete = [m for m in moves if len(turn_of(m, self.state.mover).removed) == len(taken)]
        if complete:
            self.change(pieces=due.pieces, hands=due.hands, due=None)
            self._finish(complete[0], ahead=True)
            self.choosing_changed.emit()
            return
        pieces = {p: symbol for p, symbol in self.state.pieces.items() if p != place}
        self.change(pieces=pieces, due=replace(due, moves=moves, taken=taken))
        self.change(destinations=self._takings())
        self.choosing_changed.emit()

    def _takings(self) -> Destinations:
        """Return the stones that may be taken as what the hand can lift, without targets."""
        return {place: {} for place in takeable(self.state)}

    def _finish(self, move: str, *, ahead: bool) -> None:
        """Tell that `move` was chosen; with `ahead` it is shown before it has been played."""
        state = self.state
        self.change(selected=None, destinations={}, due=None)
        self.offer(())
        if ahead:
            turn = turn_of(move, state.mover)
            pieces, hands = after(state.pieces, state.hands, turn, state.mover)
            self.change(pieces=pieces, hands=hands, last=turn)
        self.move_chosen.emit(move)

    @property
    def choosing(self) -> bool:
        """Whether a stone must be taken."""
        return self.state.due is not None

    def call_choice_off(self) -> None:
        """Take the half turn back."""
        due = self.state.due
        if due is None:
            return
        self.hand.cancel()
        moves = destinations_of(self._offered, self.state.mover)
        self.change(pieces=due.pieces, hands=due.hands, due=None, destinations=moves)
        self.describe()
        self.choosing_changed.emit()

    def choice_pressed(self, square: int | None, button: Qt.MouseButton) -> bool:
        """The right button takes the half turn back; the hand deals with the left one."""
        if button == Qt.MouseButton.RightButton:
            self.call_choice_off()
            return True
        return False

    def may_choose_here(self) -> bool:
        """Tell whether a press here would take or place a stone."""
        hovered = self.state.hovered
        return hovered in takeable(self.state) or (
            self.state.selected is None and hovered in placings(self.state)
        )

    # --- places and stones -------------------------------------------------------------------

    def make_hands(self) -> tuple[MorrisInteraction, EditInteraction]:
        """Return the hand that takes stones, and the one for setting up."""
        return MorrisInteraction(self), EditInteraction(self)

    @property
    def frame(self) -> QRectF:
        """The board with both trays."""
        return tray_of(self._geometry, True).united(tray_of(self._geometry, False))

    @property
    def square_side(self) -> float:
        """A stone's diameter in pixels."""
        return STONE * self._geometry.unit

    def square_at(self, point: QPointF) -> int | None:
        """Return the point or tray at the pixel `point`, or None."""
        return place_at(self._geometry, point)

    def square_rect(self, square: int) -> QRectF:
        """Return the rectangle in which all that belongs to a place is drawn."""
        slack = 0.12 * self._geometry.unit
        return room_of(self._geometry, square).adjusted(-slack, -slack, slack, slack)

    def step(self, square: int, right: int, down: int) -> int:
        """Return the next point in that direction on the screen."""
        return step(self._geometry, square, right, down)

    def symbol_name(self, symbol: str) -> str:
        """Return a stone in words."""
        return stone_name(symbol)

    def symbol_typed(self, letter: str) -> str | None:
        """W places a white stone and B a black one."""
        return letter.upper() if letter and letter.upper() in SYMBOLS.values() else None

    def draw_symbol(
        self, symbol: str, painter: QPainter, rect: QRectF, opacity: float = 1.0
    ) -> None:
        """Draw the stone `symbol` into `rect`."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        slack = rect.width() * 0.04
        draw_stone(painter, symbol, rect.adjusted(slack, slack, -slack, -2 * slack), opacity)

    def symbol_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour of the board."""
        return self._theme.between if chosen else self._theme.board

    def place_words(self, place: int) -> str:
        """Return a point, or a tray, and what stands there."""
        return place_words(self.state, place)

    def cursor_words(self, place: int) -> str:
        """Return a point, what stands there, and what may be done there."""
        return cursor_words(self.state, place)

    def words(self) -> str:
        """Return what is shown, for those who listen to the board."""
        return ". ".join(filter(None, (self._note.rstrip("."), description(self.state))))

    def stands(self, symbol: str, square: int) -> bool:
        """Tell whether a stone put there would change nothing; a tray takes one more."""
        return square < 24 and super().stands(symbol, square)

    def slide_back(self, square: int) -> None:
        """Let the stone of `square` glide home from under the mouse."""
        if square < 24:
            self.motion.begin({square: (self.mouse_place.x(), self.mouse_place.y())})

    def _glide_from(self, before: MorrisState, turn: Turn | None) -> None:
        moving = {}
        for place, origin in glides(before.pieces, self.state.pieces, turn).items():
            start = self._start(before, origin)
            moving[place] = (start.x(), start.y())
        self.motion.begin(moving)

    def _start(self, before: MorrisState, origin: int) -> QPointF:
        if origin < 24:
            return centre_of(self._geometry, origin)
        return tray_top(self._geometry, before, origin)

    # --- drawing -----------------------------------------------------------------------------

    @property
    def _theme(self) -> MorrisTheme:
        return morris_theme(theme.colours() is theme.DARK)

    def lay_out(self) -> None:
        """Fit the board into the widget."""
        self._geometry = fit(
            self.width(),
            self.height(),
            flipped=self._flipped,
            turns=self._turns,
            mirrored=self._mirrored,
            wells=self.state.wells,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the state."""
        scene = Scene(
            self.state,
            self._geometry,
            self._theme,
            focused=self._framed,
            glides=self.motion.glides,
            progress=self.motion.progress,
        )
        with QPainter(self) as painter:
            paint(painter, scene)

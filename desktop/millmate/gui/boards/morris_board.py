"""Morris on a board: its points and trays, its moves and mills, and its words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from PySide6.QtCore import QPointF, QRectF, QSize

from millmate.formatting import titled
from millmate.games.catalogue import Position
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards.board import Board, Game
from millmate.gui.boards.geometry import LEAST_TRAY, TRAYS, MorrisGeometry, fit_morris
from millmate.gui.boards.morris_scene import (
    SYMBOLS,
    morris_scene,
    placings,
    takeable,
    tray_top,
    turn_of,
)
from millmate.gui.boards.scene import Item, Look
from millmate.gui.boards.state import ERASER, BoardState, Choice, Destinations, Turn, moves_between
from millmate.gui.boards.theme import Stone, board_theme, stone_name
from millmate.language import count, mark, tr
from millmate.pictures.diagrams import Orientation

_A7 = 0
_OPPOSITES = {"W": "B", "B": "W"}
_SMALL_TRAY = 0.4  # units: the height of a tray beside a small board
_TRAYS = {True: mark("White's stones in hand"), False: mark("Black's stones in hand")}
_STANDING = {True: mark("White: {points}"), False: mark("Black: {points}")}


def parse_position(text: str) -> tuple[dict[int, str], dict[int, int]]:
    """Return the stones of the position `text` by place, and the numbers in hand."""
    parts, _, white, black = text.split()[:4]
    letters = parts.replace("/", "")
    pieces = {point: letter for point, letter in enumerate(letters) if letter != "."}
    return filled(pieces, {TRAYS[True]: int(white), TRAYS[False]: int(black)})


def filled(
    pieces: Mapping[int, str], hands: Mapping[int, int]
) -> tuple[dict[int, str], dict[int, int]]:
    """Return `pieces` with a stone on each tray that is not empty, and `hands`."""
    stones = {place: symbol for place, symbol in pieces.items() if place < 24}
    trays = {tray: SYMBOLS[white] for white, tray in TRAYS.items() if hands.get(tray)}
    return stones | trays, dict(hands)


def after(
    pieces: Mapping[int, str], hands: Mapping[int, int], turn: Turn, mover: bool
) -> tuple[dict[int, str], dict[int, int]]:
    """Return stones and hands after the move `turn` of the side `mover`."""
    stones, left = dict(pieces), dict(hands)
    if turn.origin in left:
        left[turn.origin] -= 1
    for place in (turn.origin, *turn.removed):
        stones.pop(place, None)
    stones[turn.target] = SYMBOLS[mover]
    return filled(stones, left)


class MorrisGame(Game):
    """Morris on a board: places are points and trays.

    A move that closes a mill is chosen in two steps: once the stone is placed, the stones that can
    be taken are marked, and the board waits. Escape or the right button takes the half move back.
    """

    symbols = ("W", "B")
    home = _A7
    trays = tuple(TRAYS.values())
    turns = True
    takes = True
    most_gliding = 2

    man_name = staticmethod(stone_name)
    turn_of = staticmethod(turn_of)

    def places(self, state: BoardState) -> Sequence[int]:
        return *range(state.lines.points), *self.trays

    def fit(
        self,
        size: QSize,
        ratio: float,
        seen: Orientation,
        state: BoardState,
        *,
        margins: bool = True,
    ) -> MorrisGeometry:
        least = LEAST_TRAY if margins else _SMALL_TRAY
        return fit_morris(size.width(), size.height(), seen, state.wells, state.lines, least)

    def read(self, position: Position) -> BoardState:
        variant = cast(MorrisRules, position.game).variant
        pieces, hands = parse_position(position.text)
        return BoardState(pieces, hands, lines=variant.lines, wells=variant.stones)

    def scene(self, state: BoardState, geometry: MorrisGeometry, look: Look) -> list[Item]:
        return morris_scene(state, geometry, board_theme(), look)

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        slack = rect.width() * 0.04
        return Stone(symbol, rect.adjusted(slack, slack, -slack, -2 * slack), opacity)

    def man_ground(self, symbol: str, *, chosen: bool) -> str:
        colours = board_theme()
        return colours.between if chosen else colours.board

    def start_of(self, origin: int, before: BoardState, geometry: MorrisGeometry) -> QPointF:
        """Return a point, or the top of a tray."""
        if origin < 24:
            return geometry.centre_of(origin)
        return tray_top(geometry, before, origin)

    def has_piece(self, state: BoardState, symbol: str, square: int) -> bool:
        """Return whether a stone placed there would change nothing; a tray takes one more."""
        return square < 24 and super().has_piece(state, symbol, square)

    def opposite(self, stamp: str, square: int) -> str:
        """Return the stone of the other colour; out of a tray, a stone is taken."""
        return ERASER if square >= 24 else _OPPOSITES.get(stamp, stamp)

    def names(self, state: BoardState) -> Sequence[str]:
        return state.lines.names

    def square_name(self, state: BoardState, square: int) -> str:
        return state.lines.names[square] if square < 24 else tr(_TRAYS[square == TRAYS[True]])

    def selected_name(self, state: BoardState, square: int) -> str:
        return f"{self.contents(state, square)} {self.square_name(state, square)}"

    def describe_square(self, state: BoardState, square: int) -> str:
        """Return a point and its contents, or a tray and the number of stones in it."""
        if square < 24:
            return super().describe_square(state, square)
        return titled(self.square_name(state, square), state.hands.get(square, 0))

    def describe_position(self, state: BoardState) -> str:
        """Describe the stones that can be taken, or else the whole position."""
        names = state.lines.names
        if state.choice is not None:
            points = ", ".join(names[place] for place in sorted(takeable(state)))
            closed = names[state.choice.target]
            return tr(
                "Mill closed on {point}; stones to take: {points}", point=closed, points=points
            )
        sentences = []
        for white, standing in _STANDING.items():
            own = sorted(p for p, s in state.pieces.items() if p < 24 and s == SYMBOLS[white])
            points = ", ".join(names[p] for p in own) or tr("no stone on the board")
            words, hand = tr(standing, points=points), state.hands.get(TRAYS[white], 0)
            in_hand = count(hand, "{n} stone in hand", "{n} stones in hand")
            sentences.append(f"{words}; {in_hand}" if hand else words)
        return ". ".join(sentences)

    def choose(self, board: Board, origin: int, target: int, *, dragged: bool) -> None:
        """Play the move, or wait for the stone that it takes."""
        before, moves = board.state, moves_between(board.state, origin, target)
        if not any(_turn(before, move).removed for move in moves):
            board.finish(moves[0], dragged=dragged)
            return
        step, choice = Turn(origin, target), Choice(origin, target, moves, before)
        board.change(selected=None, choice=choice, **_after(before, step))
        board.change(destinations=_takings(board.state))
        if not dragged:
            board.glide_from(before, step)
        board.describe()
        board.choosing_changed.emit()

    def choose_at(self, board: Board, square: int | None) -> None:
        """Take a stone, and play the move if it takes no other."""
        state, choice = board.state, board.state.choice
        assert choice is not None
        assert square is not None
        moves, taken = takeable(state)[square], (*choice.taken, square)
        complete = [move for move in moves if len(_turn(state, move).removed) == len(taken)]
        if complete:
            self._put_back(board, choice)
            board.finish(complete[0], dragged=True)
        else:
            pieces = {p: symbol for p, symbol in state.pieces.items() if p != square}
            board.change(pieces=pieces, choice=replace(choice, moves=moves, taken=taken))
            board.change(destinations=_takings(board.state))
        board.choosing_changed.emit()

    def after(self, state: BoardState, move: str) -> Mapping[str, Any]:
        turn = _turn(state, move)
        return {**_after(state, turn), "last": turn}

    def cancel(self, board: Board) -> None:
        choice = board.state.choice
        assert choice is not None
        self._put_back(board, choice)
        board.change(destinations=self.destinations(board.moves, board.state))
        board.describe()
        board.choosing_changed.emit()

    def _put_back(self, board: Board, choice: Choice) -> None:
        before = choice.before
        board.change(pieces=before.pieces, hands=before.hands, choice=None)

    def at_once(self, state: BoardState) -> Mapping[int, tuple[str, ...]]:
        return placings(state) if state.choice is None else takeable(state)

    def may_choose(self, state: BoardState) -> bool:
        """Return whether a press here would take or place a stone."""
        waits = state.choice is not None or state.selected is None
        return waits and state.hovered in self.at_once(state)


MORRIS = MorrisGame()


def _turn(state: BoardState, move: str) -> Turn:
    """Return a move of the side whose moves are allowed."""
    return turn_of(move, state.mover, state.lines)


def _after(state: BoardState, turn: Turn) -> dict[str, Any]:
    """Return the stones and hands after a move of the state's mover."""
    pieces, hands = after(state.pieces, state.hands, turn, state.mover)
    return {"pieces": pieces, "hands": hands}


def _takings(state: BoardState) -> Destinations:
    """Return the stones that can be taken as pieces without targets."""
    return {place: {} for place in takeable(state)}

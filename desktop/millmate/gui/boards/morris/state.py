"""Everything a morris board shows, as one frozen value, and pure functions on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from millmate.games.morris.points import PLAIN as PLAIN_LINES
from millmate.games.morris.points import Lines, points_in
from millmate.gui.boards.morris.geometry import TRAYS
from millmate.gui.boards.state import BoardState, Destinations, grouped

SYMBOLS = {True: "W", False: "B"}

_TURN = re.compile("(?:(..)-)?(..)((?:x..)*)")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in places: its origin (a tray for a placed stone), its target, the stones it takes."""

    origin: int
    target: int
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HalfMove:
    """Half a move: a mill is closed, and a stone must be taken.

    `moves` are the moves still possible, `taken` the stones chosen so far, `pieces` and `hands`
    the position before.
    """

    origin: int
    target: int
    moves: tuple[str, ...]
    pieces: Mapping[int, str]
    hands: Mapping[int, int]
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MorrisState(BoardState):
    """A morris board; `pieces` also holds a stone for every tray that is not empty."""

    hands: Mapping[int, int] = field(default_factory=dict)  # tray -> stones in it
    last: Turn | None = None
    half_move: HalfMove | None = None
    mover: bool = True  # the side whose moves are allowed
    lines: Lines = PLAIN_LINES
    wells: int = 9


def turn_of(text: str, mover: bool, lines: Lines = PLAIN_LINES) -> Turn:
    """Return the move `text`, such as `d6-d7xa1`, of the side `mover` on a board with `lines`."""
    match = _TURN.fullmatch(text)
    assert match is not None, text
    origin, target, taken = match.groups()
    numbers = lines.numbers
    return Turn(
        TRAYS[mover] if origin is None else numbers[origin],
        numbers[target],
        tuple(numbers[name] for name in taken.split("x")[1:]),
    )


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


def destinations_of(moves: Iterable[str], mover: bool, lines: Lines = PLAIN_LINES) -> Destinations:
    """Group moves by origin (a tray for a placed stone) and target."""
    turns = ((turn_of(move, mover, lines), move) for move in moves)
    return grouped((turn.origin, turn.target, move) for turn, move in turns)


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


def placings(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the points where a click places a stone, with the moves there."""
    if state.editing or state.half_move is not None or not state.interactive:
        return {}
    return state.destinations.get(TRAYS[state.mover], {})


def takeable(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the stones that can be taken now, with the moves that take them."""
    if state.half_move is None:
        return {}
    found: dict[int, list[str]] = {}
    for move in state.half_move.moves:
        for taken in turn_of(move, state.mover, state.lines).removed:
            if taken not in state.half_move.taken:
                found.setdefault(taken, []).append(move)
    return {place: tuple(moves) for place, moves in found.items()}


def mills_at(state: MorrisState, place: int | None) -> list[tuple[int, ...]]:
    """Return the mills (three points each) that contain the stone on `place`."""
    symbol = state.pieces.get(place) if place is not None else None
    if symbol is None or place is None or place >= 24:
        return []
    mills = [(place, *points_in(rest)) for rest in state.lines.mills_at[place]]
    return [mill for mill in mills if all(state.pieces.get(point) == symbol for point in mill)]


def closed_last(state: MorrisState) -> list[tuple[int, ...]]:
    """Return the mills closed by the half move, or else by the last move."""
    if state.half_move is not None:
        return mills_at(state, state.half_move.target)
    return [] if state.last is None else mills_at(state, state.last.target)

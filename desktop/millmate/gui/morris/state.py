"""All that the morris board shows, as one frozen value, and pure functions on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from millmate.games.morris.points import PLAIN as PLAIN_LINES
from millmate.games.morris.points import POINTS, Lines, points_in
from millmate.gui.board.state import BoardState, Destinations
from millmate.gui.morris.geometry import TRAYS

SYMBOLS = {True: "W", False: "B"}

_TURN = re.compile("(?:(..)-)?(..)((?:x..)*)")
_NUMBERS = {name: number for number, name in enumerate(POINTS)}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in places: where the stone came from, a tray if placed, where to, what it took."""

    origin: int
    target: int
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Half a turn: a mill is closed, and a stone must be taken.

    `moves` are the texts still possible, `taken` the stones chosen so far, `pieces` and `hands`
    what stood there before.
    """

    origin: int
    target: int
    moves: tuple[str, ...]
    pieces: Mapping[int, str]
    hands: Mapping[int, int]
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MorrisState(BoardState):
    """A morris board; `pieces` holds a stone for every tray that is not empty, too."""

    hands: Mapping[int, int] = field(default_factory=dict)  # tray -> stones in it
    last: Turn | None = None
    due: Due | None = None
    mover: bool = True  # whose moves the destinations are
    lines: Lines = PLAIN_LINES
    wells: int = 9


def turn_of(text: str, mover: bool) -> Turn:
    """Return the turn that `text`, such as `d6-d7xa1`, writes for the side `mover`."""
    match = _TURN.fullmatch(text)
    assert match is not None, text
    origin, target, taken = match.groups()
    return Turn(
        TRAYS[mover] if origin is None else _NUMBERS[origin],
        _NUMBERS[target],
        tuple(_NUMBERS[name] for name in taken.split("x")[1:]),
    )


def shown_in(text: str) -> tuple[dict[int, str], dict[int, int]]:
    """Return the stones that the position `text` writes, by place, and the numbers in hand."""
    rings, _, white, black = text.split()[:4]
    letters = rings.replace("/", "")
    pieces = {point: letter for point, letter in enumerate(letters) if letter != "."}
    return filled(pieces, {TRAYS[True]: int(white), TRAYS[False]: int(black)})


def filled(
    pieces: Mapping[int, str], hands: Mapping[int, int]
) -> tuple[dict[int, str], dict[int, int]]:
    """Return `pieces` with a stone on each tray that holds any, and `hands`."""
    stones = {place: symbol for place, symbol in pieces.items() if place < 24}
    trays = {tray: SYMBOLS[white] for white, tray in TRAYS.items() if hands.get(tray)}
    return stones | trays, dict(hands)


def destinations_of(moves: Iterable[str], mover: bool) -> Destinations:
    """Sort the texts of moves by origin (a tray where a stone is placed) and target."""
    found: dict[int, dict[int, list[str]]] = {}
    for move in moves:
        turn = turn_of(move, mover)
        found.setdefault(turn.origin, {}).setdefault(turn.target, []).append(move)
    return {
        origin: {target: tuple(several) for target, several in to.items()}
        for origin, to in found.items()
    }


def after(
    pieces: Mapping[int, str], hands: Mapping[int, int], turn: Turn, mover: bool
) -> tuple[dict[int, str], dict[int, int]]:
    """Return stones and hands after `turn` of the side `mover`."""
    stones, left = dict(pieces), dict(hands)
    if turn.origin in left:
        left[turn.origin] -= 1
    for place in (turn.origin, *turn.removed):
        stones.pop(place, None)
    stones[turn.target] = SYMBOLS[mover]
    return filled(stones, left)


def placings(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the points where a press places a stone at once, with the moves that are possible."""
    if state.editing or state.due is not None or not state.interactive:
        return {}
    return state.destinations.get(TRAYS[state.mover], {})


def takeable(state: MorrisState) -> Mapping[int, tuple[str, ...]]:
    """Return the stones that can be taken now, each with the moves that take it."""
    if state.due is None:
        return {}
    found: dict[int, list[str]] = {}
    for move in state.due.moves:
        for taken in turn_of(move, state.mover).removed:
            if taken not in state.due.taken:
                found.setdefault(taken, []).append(move)
    return {place: tuple(moves) for place, moves in found.items()}


def words_of(state: MorrisState, moves: Iterable[str]) -> str:
    """Return what the best of `moves` is worth, in the words of the labels."""
    wanted = set(moves)
    return next((words for move, words in state.labels.items() if move in wanted), "")


def mills_at(state: MorrisState, place: int | None) -> list[tuple[int, ...]]:
    """Return the mills, three points each, of which the stone on `place` is part."""
    symbol = state.pieces.get(place) if place is not None else None
    if symbol is None or place is None or place >= 24:
        return []
    mills = [(place, *points_in(rest)) for rest in state.lines.mills_at[place]]
    return [mill for mill in mills if all(state.pieces.get(point) == symbol for point in mill)]


def closed_last(state: MorrisState) -> list[tuple[int, ...]]:
    """Return the mills that the turn in progress, or else the last one, has closed."""
    if state.due is not None:
        return mills_at(state, state.due.target)
    if state.last is None or not state.last.removed:
        return []
    return mills_at(state, state.last.target)


def glides(before: Mapping[int, str], now: Mapping[int, str], last: Turn | None) -> dict[int, int]:
    """Return for each stone that has come to a point the place it came from, as far as known.

    `last` explains a change forwards; taking back, stones return from where they are missing.
    """
    came = [p for p in now if p < 24 and before.get(p) != now[p]]
    gone = [p for p in before if p < 24 and now.get(p) != before[p]]
    if last is not None and came == [last.target]:
        return {last.target: last.origin}
    found = {}
    for point in came:
        alike = [origin for origin in gone if before[origin] == now[point]]
        if len(came) <= 2 and alike:
            found[point] = alike[0]
    return found

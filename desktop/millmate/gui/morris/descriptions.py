"""The morris board, and turns on it, in words: for screen readers."""

from __future__ import annotations

from millmate.games.morris.points import POINTS
from millmate.gui.morris.geometry import TRAYS
from millmate.gui.morris.state import SYMBOLS, MorrisState, placings, takeable
from millmate.gui.morris.stones import stone_name
from millmate.language import count, mark, tr

_TRAYS = {True: mark("White's stones in hand"), False: mark("Black's stones in hand")}
_STANDING = {True: mark("White: {points}"), False: mark("Black: {points}")}


def place_name(place: int) -> str:
    """Return the name of a point, or of a tray."""
    if place < 24:
        return POINTS[place]
    return tr(_TRAYS[place == TRAYS[True]])


def place_words(state: MorrisState, place: int) -> str:
    """Return a point and what stands there, or a tray and how many stones are in it."""
    if place >= 24:
        return f"{place_name(place)}: {state.hands.get(place, 0)}"
    return f"{place_name(place)}, {_what_stands(state, place)}"


def turn_words(turn: str) -> str:
    """Return a turn in words, such as `d6 to d7, takes a1`."""
    step, *taken = turn.split("x")
    origin, _, target = step.rpartition("-")
    words = tr("{point} to {target}", point=origin, target=target) if origin else target
    return ", ".join([words, *(tr("takes {point}", point=point) for point in taken)])


def description(state: MorrisState) -> str:
    """Return what matters now: the stones that may be taken, or the whole position."""
    if state.due is not None:
        names = ", ".join(place_name(place) for place in sorted(takeable(state)))
        point = place_name(state.due.target)
        return tr("Mill closed on {point}; stones to take: {points}", point=point, points=names)
    return _position(state)


def cursor_words(state: MorrisState, place: int) -> str:
    """Return a point, what stands there, and what may be done there."""
    words = [place_words(state, place)]
    if place in takeable(state):
        words.append(tr("may be taken"))
    elif state.selected is not None:
        stone = f"{_what_stands(state, state.selected)} {place_name(state.selected)}"
        words.append(tr("{piece} selected", piece=stone))
        if place in state.destinations.get(state.selected, {}):
            words.append(tr("may go here"))
    elif place in placings(state):
        words.append(tr("a stone may be placed here"))
    return ", ".join(words)


def _what_stands(state: MorrisState, place: int) -> str:
    symbol = state.pieces.get(place)
    return tr("empty", "a square") if symbol is None else stone_name(symbol)


def _position(state: MorrisState) -> str:
    sentences = []
    for white, standing in _STANDING.items():
        points = sorted(p for p, s in state.pieces.items() if p < 24 and s == SYMBOLS[white])
        names = ", ".join(map(place_name, points)) or tr("no stone on the board")
        words = tr(standing, points=names)
        hand = state.hands.get(TRAYS[white], 0)
        in_hand = count(hand, tr("{n} stone in hand"), tr("{n} stones in hand"))
        sentences.append(f"{words}; {in_hand}" if hand else words)
    return ". ".join(sentences)

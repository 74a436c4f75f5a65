"""The morris board in words, for screen readers."""

from __future__ import annotations

from millmate.games.morris.points import POINTS
from millmate.gui.morris.geometry import TRAYS
from millmate.gui.morris.state import SYMBOLS, MorrisState, placings, takeable
from millmate.gui.morris.stones import stone_name
from millmate.words import plural

_SIDES = {True: "White", False: "Black"}


def place_name(place: int) -> str:
    """Return the name of a point, or of a tray."""
    if place < 24:
        return POINTS[place]
    return f"{_SIDES[place == TRAYS[True]]}'s stones in hand"


def description(state: MorrisState) -> str:
    """Return what matters now: the stone due, the point pointed at, or the whole position."""
    if state.cursor is not None:
        return _at_cursor(state, state.cursor)
    if state.due is not None:
        names = ", ".join(place_name(place) for place in sorted(takeable(state)))
        return f"Mill closed on {place_name(state.due.target)}; stones to take: {names}"
    return _position(state)


def place_words(state: MorrisState, place: int) -> str:
    """Return a point and what stands there, or a tray and how many stones are in it."""
    if place >= 24:
        return f"{place_name(place)}: {state.hands.get(place, 0)}"
    return f"{place_name(place)}, {_what_stands(state, place)}"


def _at_cursor(state: MorrisState, place: int) -> str:
    words = [place_words(state, place)]
    if place in takeable(state):
        words.append("may be taken")
    elif state.selected is not None:
        words.append(f"{_what_stands(state, state.selected)} {place_name(state.selected)} selected")
        if place in state.destinations.get(state.selected, {}):
            words.append("may go here")
    elif place in placings(state):
        words.append("a stone may be placed here")
    return ", ".join(words)


def _what_stands(state: MorrisState, place: int) -> str:
    symbol = state.pieces.get(place)
    return "empty" if symbol is None else stone_name(symbol)


def _position(state: MorrisState) -> str:
    sentences = []
    for white, name in _SIDES.items():
        points = sorted(p for p, s in state.pieces.items() if p < 24 and s == SYMBOLS[white])
        words = f"{name}: " + (", ".join(map(place_name, points)) or "no stone on the board")
        hand = state.hands.get(TRAYS[white], 0)
        sentences.append(words + (f"; {plural(hand, 'stone')} in hand" if hand else ""))
    return ". ".join(sentences)

"""Finds the moves that a typed text can mean; knows no Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from millmate.games.chess.piece_letters import to_english

_NOISE = re.compile(r"[-–—x×:=+#!?\s]")  # signs that users write or omit

# Exact letters first, then regardless of case.
_FOLDS: tuple[Callable[[str], str], ...] = (str, str.lower)


@dataclass(frozen=True, slots=True)
class Reading:
    """The moves, in both notations, that a text can complete to; `chosen` is the intended one."""

    found: tuple[str, ...] = ()  # as displayed
    chosen: str = ""  # in engine notation; "" if there is none or more than one


def read(typed: str, offers: Mapping[str, str]) -> Reading:
    """Return the meaning of `typed` among `offers`, which maps moves to their displayed form.

    Signs for captures, checks and the like are optional, lower case matches upper case where that
    is unambiguous, castling may be written with zeros, and pieces may have the letters of the
    current language.
    """
    written = typed.strip().replace("0", "O")
    for text in dict.fromkeys((written, to_english(written))):
        for fold in _FOLDS:
            found = _read(fold(_bare(text)), offers, fold)
            if found.found:
                return found
    return Reading()


def _read(typed: str, offers: Mapping[str, str], fold: Callable[[str], str]) -> Reading:
    ways = {move: {fold(_bare(move)), fold(_bare(name))} for move, name in offers.items()}
    begun = [move for move, names in ways.items() if any(n.startswith(typed) for n in names)]
    exact = [move for move in begun if typed in ways[move]]
    only = exact if exact else begun
    return Reading(
        tuple(offers[move] for move in dict.fromkeys((*exact, *begun))),
        only[0] if len(only) == 1 and typed else "",
    )


def _bare(text: str) -> str:
    return _NOISE.sub("", text)

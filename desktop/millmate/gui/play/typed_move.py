"""What a typed text means among the moves that can be made; knows no Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from millmate.games.chess.piece_letters import to_english

_NOISE = re.compile(r"[-–—x×:=+#!?\s]")  # signs that people write or leave out

# Letters as they are typed first, then whatever their size.
_FOLDS: tuple[Callable[[str], str], ...] = (str, str.lower)


@dataclass(frozen=True, slots=True)
class Reading:
    """The moves, in both notations, that a text begins: `chosen` is the one that it means."""

    found: tuple[str, ...] = ()  # as people write them
    chosen: str = ""  # as programs write it; "" if it is none or not one alone


def read(typed: str, offers: Mapping[str, str]) -> Reading:
    """Return what `typed` means among `offers`: texts of moves with how people write them.

    Signs for taking, check and the like may be missing, small letters may stand for large ones
    where that leaves no doubt, castling may be written with zeros, and pieces as in the language
    that is spoken.
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

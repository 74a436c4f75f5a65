"""The transposition table: what has been found out about positions, by their hash.

Source: Richard D. Greenblatt, Donald E. Eastlake, Stephen D. Crocker, "The Greenblatt Chess
Program" (1967), the first to keep one.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from millmate.games.board import Move
from millmate.search.game import Image, SearchGame, Slot
from millmate.search.generation import MATES


class Bound(Enum):
    """What a stored score says of the true one."""

    EXACT = "it is that"
    LOWER = "it is that or more"
    UPPER = "it is that or less"


class Entry(NamedTuple):
    """What is known of a position: so many plies deep, this score, and the line that shows it."""

    depth: int
    bound: Bound
    score: int
    line: tuple[Move, ...]


class TranspositionTable:
    """Entries by hash, the latest of each; a full table is emptied.

    Only an entry of exactly the wanted depth answers: a deeper one would know more than minimax.
    One of another depth still has the move to try first.

    Scores are kept with a mate's plies counted from the position itself, wherever in the tree it
    stood; lines, with the image that they are written in.
    """

    def __init__(self, game: SearchGame, most: int = 250_000) -> None:
        self._game = game
        self._most = most
        self._entries: dict[int, tuple[Entry, Image]] = {}

    def __len__(self) -> int:
        """The number of positions known."""
        return len(self._entries)

    def get(self, slot: Slot, ply: int) -> Entry | None:
        """Return what is known of the position at `slot`, `ply` plies from the root."""
        entry = self._entries.get(slot.key)
        if entry is None:
            return None
        found, image = entry
        if image != slot.image:
            found = found._replace(line=self._game.transform_moves(found.line, image, slot.image))
        if abs(found.score) > MATES:
            found = found._replace(score=_from_root(found.score, ply))
        return found

    def put(self, slot: Slot, ply: int, found: Entry) -> None:
        """Keep what was found out about the position at `slot`, `ply` plies from the root."""
        if len(self._entries) >= self._most:
            self._entries.clear()
        if abs(found.score) > MATES:
            found = found._replace(score=_from_here(found.score, ply))
        self._entries[slot.key] = found, slot.image


def _from_here(score: int, ply: int) -> int:
    """Return a mate's score of the root's, which counts from there, as the position counts."""
    return score + ply if score > 0 else score - ply


def _from_root(score: int, ply: int) -> int:
    return score - ply if score > 0 else score + ply

"""The transposition table: results of searching positions, by hash.

Source: Richard D. Greenblatt, Donald E. Eastlake, Stephen D. Crocker, "The Greenblatt Chess
Program" (1967), the first program to use one.
"""

from enum import Enum
from typing import NamedTuple

from millmate.games.board import Move
from millmate.search.game import Image, SearchGame, Slot
from millmate.search.generation import MATES


class Bound(Enum):
    """How a stored score relates to the true one."""

    EXACT = "it is that"
    LOWER = "it is that or more"
    UPPER = "it is that or less"


class Entry(NamedTuple):
    """The result of searching a position `depth` plies deep: its score and the line to it."""

    depth: int
    bound: Bound
    score: int
    line: tuple[Move, ...]


class TranspositionTable:
    """Entries by hash, the latest of each; the table is emptied when full.

    Only an entry of exactly the wanted depth is used: a deeper one would differ from minimax.
    An entry of another depth still provides the move to try first.

    Scores are stored with a mate's plies counted from the position itself, wherever it was in the
    tree; lines are stored with the image in which they are written.
    """

    def __init__(self, game: SearchGame, most: int = 250_000) -> None:
        self._game = game
        self._most = most
        self._entries: dict[int, tuple[Entry, Image]] = {}

    def __len__(self) -> int:
        """The number of stored positions."""
        return len(self._entries)

    def get(self, slot: Slot, ply: int) -> Entry | None:
        """Return the entry of the position at `slot`, `ply` plies from the root."""
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
        """Store an entry of the position at `slot`, `ply` plies from the root."""
        if len(self._entries) >= self._most:
            self._entries.clear()
        if abs(found.score) > MATES:
            found = found._replace(score=_from_here(found.score, ply))
        self._entries[slot.key] = found, slot.image


def _from_here(score: int, ply: int) -> int:
    """Convert a mate score counted from the root to one counted from the position."""
    return score + ply if score > 0 else score - ply


def _from_root(score: int, ply: int) -> int:
    return score - ply if score > 0 else score + ply

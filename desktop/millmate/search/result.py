"""What the textbook searches return, and how they are interrupted."""

from dataclasses import dataclass

from millmate.games.board import Move

# The score of a mate on the board; a mate in `n` plies scores MATE - n for the winner.
MATE = 1_000_000
# No score of a position that has not been won or lost comes near this.
MATES = MATE - 1_000


class Interrupted(Exception):  # noqa: N818 - not an error: the caller asked for it
    """A search was stopped before it had a result."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    `score` is in hundredths of a pawn for the side to move, or within 1,000 of ±`MATE` for a
    forced mate; `best` holds every move that reaches it, in the board's order; `nodes` counts
    the positions visited, the root excluded. `line` is the principal variation, `depth` how many
    plies were looked ahead, `table_hits` how many positions the search's own table answered.
    """

    score: int
    best: tuple[Move, ...]
    nodes: int
    line: tuple[Move, ...] = ()
    depth: int = 0
    table_hits: int = 0

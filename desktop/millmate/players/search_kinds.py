"""The kinds of players that search, as in specs: their names and options.

Nothing here imports a search: specs are read without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from millmate.language import mark
from millmate.players.options import OneOf, Option, Seconds, Weights, WholeNumber

# Options that end a search; a player without any has the default limit of its kind.
LIMITS = ("depth", "seconds", "nodes")
DEEPEST = 100
# By their number: four for morris, five for chess. No sum of them comes near the score of a mate.
_MOST_WEIGHTS = {4: 99, 5: 9999}
MOVE_SECONDS = Seconds(0.01, 3600)


@dataclass(frozen=True, slots=True)
class SearchKind:
    """A generation: its name, the deepest search allowed, its default limit."""

    name: str
    deepest: int
    limit: tuple[str, str]
    memo: bool = False

    @property
    def options(self) -> Mapping[str, Option]:
        others = {"memo": _MEMO} if self.memo else {}
        return _options(self.deepest, **others)


def _options(deepest: int, **others: Option) -> dict[str, Option]:
    """Return the options of a generation that searches up to `deepest` plies."""
    return {
        "depth": WholeNumber(1, deepest, mark("depth {}")),
        "seconds": MOVE_SECONDS,
        "nodes": WholeNumber(1, 10**9, mark("{} nodes")),
        **others,
        "choice": OneOf((("random", ""), ("first", mark("the first of equals"))), "random"),
        "weights": Weights(
            _MOST_WEIGHTS,
            mark(
                "four numbers up to 99 for morris (a stone, one in hand, a mill, a chance) or five "
                "up to 9999 for chess (pawn, knight, bishop, rook, queen) with strokes between"
            ),
        ),
    }


_MEMO = OneOf((("yes", mark("with memo")), ("no", mark("without memo"))), "yes")

SEARCH_KINDS: dict[str, SearchKind] = {
    "minimax": SearchKind(mark("Minimax"), 6, ("depth", "3")),
    "incremental": SearchKind(mark("Incremental minimax"), 6, ("depth", "3")),
    "memo": SearchKind(mark("Minimax with memo"), 8, ("depth", "3")),
    "alphabeta": SearchKind(mark("Alpha-beta"), 12, ("depth", "4"), memo=True),
    "iterative": SearchKind(mark("Iterative deepening"), DEEPEST, ("seconds", "1")),
}

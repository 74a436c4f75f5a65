"""What a searching player thinks, in words and figures."""

from __future__ import annotations

from millmate.play.events import Thinking
from millmate.search.limits import SearchInfo
from millmate.words import plural

_SIDES = {True: "White", False: "Black"}
_LEAST = 5  # hundredths of a unit; what is less is no advantage to speak of
_PLIES = 8  # of the principal variation that are shown


def score_words(thought: Thinking, chess: bool) -> str:
    """Return who stands better, by how much, and the figure as White counts it.

    `White is better by 1.2 pawns (+1.20)`, `Black mates in 5 moves (#-5)`, `Even (0.00)`; a morris
    search counts in points of its evaluation, where a pawn would be no word.
    """
    score = thought.info.score
    if score.mate is not None:
        return _end_words(score.mate, thought.mover, chess)
    worth = score.centipawns or 0
    for_white = worth if thought.mover else -worth
    if abs(worth) < _LEAST:
        return f"Even ({_signed(for_white)})"
    amount = f"{abs(worth) / 100:.1f}"
    unit = ("pawn" if chess else "point") + ("" if amount == "1.0" else "s")
    return f"{_SIDES[for_white > 0]} is better by {amount} {unit} ({_signed(for_white)})"


def figures(info: SearchInfo) -> str:
    """Return how far a search has looked: `Depth 6 · 12,345 nodes · 8,100 nodes/s`."""
    parts = [
        f"Depth {info.depth}",
        plural(info.nodes, "node"),
        f"{info.nodes_per_second:,} nodes/s",
    ]
    if info.table_hits:
        parts.append(plural(info.table_hits, "table hit"))
    return " · ".join(parts)


def line_words(line: tuple[str, ...]) -> str:
    """Return the first moves of a principal variation."""
    return " ".join(line[:_PLIES]) + (" …" if len(line) > _PLIES else "")


def _end_words(moves: int, mover: bool, chess: bool) -> str:
    """Return who wins in how many moves; 0 and less: the other side does."""
    winner = mover if moves > 0 else not mover
    words = f"{_SIDES[winner]} {'mates' if chess else 'wins'} in {plural(abs(moves), 'move')}"
    return f"{words} (#{'' if winner else '-'}{abs(moves)})" if chess else words


def _signed(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}" if hundredths else "0.00"

"""What a searching player thinks, in words and figures."""

from __future__ import annotations

from millmate.play.events import Thinking
from millmate.search.limits import Score, SearchInfo
from millmate.words import plural

_SIDES = {True: "White", False: "Black"}
_LEAST = 5  # hundredths of a unit; what is less is no advantage to speak of
_PLIES = 8  # of the principal variation that are shown


def score_words(thought: Thinking, chess: bool) -> str:
    """Return who stands better, by how much, and the figure as White counts it.

    `White is better by 1.2 pawns (+1.20)`, `Black mates in 5 moves (#-5)`, `Even (0.00)`; a morris
    search counts in points of its evaluation, where a pawn would be no word.
    """
    score, mover = thought.info.score, thought.mover
    words = worth_words(score, mover, chess)
    if score.mate is not None and not chess:
        return words
    return f"{words} ({figure(score, mover)})"


def worth_words(score: Score, mover: bool, chess: bool) -> str:
    """Return who stands better and by how much, as the side `mover`, which is to move, sees it."""
    if score.mate is not None:
        winner = _SIDES[mover if score.mate > 0 else not mover]
        return f"{winner} {'mates' if chess else 'wins'} in {plural(abs(score.mate), 'move')}"
    worth = score.centipawns or 0
    if abs(worth) < _LEAST:
        return "Even"
    amount = f"{abs(worth) / 100:.1f}"
    unit = ("pawn" if chess else "point") + ("" if amount == "1.0" else "s")
    return f"{_SIDES[mover if worth > 0 else not mover]} is better by {amount} {unit}"


def distance_words(score: Score) -> str:
    """Return the plies to a mate that is seen, "" where none is."""
    if score.mate is None:
        return ""
    return plural(2 * abs(score.mate) - (score.mate > 0), "ply")


def figure(score: Score, mover: bool) -> str:
    """Return the score as White counts it: `+1.20`, `-0.04`, `0.00`, `#5`, `#-2`."""
    if score.mate is not None:
        return f"#{'' if (score.mate > 0) == mover else '-'}{abs(score.mate)}"
    worth = score.centipawns or 0
    return _signed(worth if mover else -worth)


def figures(info: SearchInfo) -> str:
    """Return how far a search has looked: `Depth 6 · 12,345 nodes · 8,100 nodes/s`."""
    parts = [f"Depth {info.depth}"]
    if info.nodes:  # else tables knew all of it
        parts += [plural(info.nodes, "node"), f"{info.nodes_per_second:,} nodes/s"]
    if info.table_hits:
        parts.append(plural(info.table_hits, "table hit"))
    return " · ".join(parts)


def line_words(line: tuple[str, ...]) -> str:
    """Return the first moves of a principal variation."""
    return " ".join(line[:_PLIES]) + (" …" if len(line) > _PLIES else "")


def _signed(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}" if hundredths else "0.00"

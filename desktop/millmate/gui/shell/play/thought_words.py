"""Formats the search reports of a player."""

from __future__ import annotations

from collections.abc import Iterable

from millmate.formatting import dative, plural, side_name
from millmate.games.chess.piece_letters import localize
from millmate.language import number, tr
from millmate.play.events import Thinking
from millmate.search.limits import Score, SearchInfo

_LEAST = 5  # hundredths of a unit; a smaller advantage counts as even
_PLIES = 8  # plies of the principal variation shown


def score_words(thought: Thinking, chess: bool) -> str:
    """Return which side is better and by how much, and the score from White's point of view.

    `White is better by 1.2 pawns (+1.20)`, `Black mates in 5 moves (#-5)`, `Even (0.00)`; a morris
    search counts points of its evaluation instead of pawns.
    """
    score, mover = thought.info.score, thought.mover
    words = worth_words(score, mover, chess)
    if score.mate is not None and not chess:
        return words
    return f"{words} ({figure(score, mover)})"


def worth_words(score: Score, mover: bool, chess: bool) -> str:
    """Return which side is better and by how much; `score` is from the point of view of `mover`."""
    if score.mate is not None:
        winner = side_name(mover if score.mate > 0 else not mover)
        moves = dative(abs(score.mate), "move")
        if chess:
            return tr("{winner} mates in {moves}", winner=winner, moves=moves)
        return tr("{winner} wins in {moves}", winner=winner, moves=moves)
    worth = score.centipawns or 0
    if abs(worth) < _LEAST:
        return tr("Even")
    side = side_name(mover if worth > 0 else not mover)
    amount = number(abs(worth) / 100, 1)
    if amount == number(1, 1):
        text = tr("{side} is better by {n} pawn") if chess else tr("{side} is better by {n} point")
    elif chess:
        text = tr("{side} is better by {n} pawns")
    else:
        text = tr("{side} is better by {n} points")
    return text.format(side=side, n=amount)


def distance_words(score: Score) -> str:
    """Return the number of plies to a known mate, or ""."""
    if score.mate is None:
        return ""
    return plural(2 * abs(score.mate) - (score.mate > 0), "ply")


def figure(score: Score, mover: bool) -> str:
    """Return the score from White's point of view: `+1.20`, `-0.04`, `0.00`, `#5`, `#-2`."""
    if score.mate is not None:
        return f"#{'' if (score.mate > 0) == mover else '-'}{abs(score.mate)}"
    worth = score.centipawns or 0
    return _signed(worth if mover else -worth)


def figures(info: SearchInfo) -> str:
    """Return the progress of a search: `Depth 6 · 12,345 nodes · 8,100 nodes/s`."""
    parts = [tr("Depth {n}", n=info.depth)]
    if info.nodes:  # zero if tables answered everything
        parts += [plural(info.nodes, "node"), tr("{n} nodes/s", n=number(info.nodes_per_second))]
    if info.table_hits:
        parts.append(plural(info.table_hits, "table hit"))
    return " · ".join(parts)


def line_words(line: tuple[str, ...]) -> str:
    """Return the first moves of a principal variation."""
    return localize(" ".join(line[:_PLIES])) + (" …" if len(line) > _PLIES else "")


def numbered(notation: Iterable[str], ply: int) -> str:
    """Return moves with move numbers, the first after `ply` plies: `1… e5 2. Nf3`."""
    words = []
    for at, move in enumerate(notation, start=ply):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        elif at == ply:
            words.append(f"{at // 2 + 1}…")
        words.append(move)
    return " ".join(words)


def _signed(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}" if hundredths else "0.00"

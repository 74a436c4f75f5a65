"""Parses positions of morris leniently, correcting them where the meaning is clear."""

from __future__ import annotations

import re

from millmate.games.morris.positions import board_from_text
from millmate.games.morris.sanmill import is_sanmill
from millmate.games.parsed_position import ParsedPosition, shorten
from millmate.language import tr

STONES = r"[WBwb.*_Oo@-]{8}(?:/[WBwb.*_Oo@-]{8}){2}"
_SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
_COUNT = re.compile(r"[0-9]{1,5}")
_MOST_COUNTS = 4


def parse(text: str) -> ParsedPosition:
    """Return the position in `text`, which begins with the stones.

    By default White is to move, and there are no stones in hand (all of them if the board is
    empty); anything after the position is left out. Each gets a remark. Sanmill's format is read in
    Sanmill's order of points.

    Raises:
        PositionError: The stones or the numbers are no position.
    """
    line = " ".join(text.split())
    if is_sanmill(line):
        remark = tr("The position was read in Sanmill's order of points.")
        return ParsedPosition(board_from_text(line).fen(), (remark,))
    stones, *words = line.split() or [""]
    side, remarks = _side(words)
    counts: list[str] = []
    while words and len(counts) < _MOST_COUNTS and _COUNT.fullmatch(words[0]):
        counts.append(words.pop(0))
    if not counts:
        remarks.append(tr("No stones in hand were told: what is not on the board is out of play."))
    if words:
        left = shorten(" ".join(words))
        remarks.append(tr("What follows the position was left out: {text}", text=left))
    fen = board_from_text(" ".join([stones, side, *counts])).fen()
    return ParsedPosition(fen, tuple(remarks))


def _side(words: list[str]) -> tuple[str, list[str]]:
    """Remove the side to move from `words`, by default White; return it with remarks."""
    word = words[0] if words else ""
    side = _SIDES.get(word.lower())
    if side is None:
        return "w", [tr("What was missing was filled in: {fields}.", fields=tr("White to move"))]
    del words[0]
    if word == side:
        return side, []
    return side, [tr("The side to move, {word}, was read as {side}.", word=word, side=side)]

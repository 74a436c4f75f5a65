"""Turns and positions as other programs write them, beside our own way."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import cast

from millmate.games.board import Board
from millmate.games.catalogue import rules_of
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.points import POINTS
from millmate.games.morris.sanmill import to_sanmill

# The points from left to right and from the top down, as PlayOK counts them from 1.
ROWS = sorted(POINTS, key=lambda name: (-int(name[1]), name[0]))
_NUMBERS = {name: str(number) for number, name in enumerate(ROWS, 1)}
_POINT = re.compile("[a-g][1-7]")
_NUMBERED = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})((?:x\d{1,2})*)")


class Notation(Enum):
    """A way of writing turns and positions.

    `OURS`: `d6-d7xa1`. `SANMILL`: removals are words of their own, `d6-d7 xa1`, and positions are
    those of Sanmill. `NUMBERS`: points from 1 (a7) to 24 (g1), `5-2x22`, as PlayOK writes games;
    it writes no positions, so that they are ours. Both support only the board of three rings.
    """

    OURS = "ours"
    SANMILL = "sanmill"
    NUMBERS = "numbers"

    def on(self, places: Sequence[str]) -> "Notation":
        """Return the notation for a board with these `places`: ours where the other has none."""
        return self if places == POINTS else Notation.OURS

    def turn(self, turn: MorrisMove | str) -> str:
        """Return a turn, or its text as we write it, in this notation."""
        text = str(turn)
        if self is Notation.SANMILL:
            return text.replace("x", " x")
        if self is Notation.NUMBERS:
            return _POINT.sub(lambda name: _NUMBERS[name.group()], text)
        return text

    def position(self, board: Board) -> str:
        """Return a position of any game as one line of text."""
        if self.on(rules_of(board).places) is Notation.SANMILL:
            return to_sanmill(cast(MorrisBoard, board))
        return board.fen()


def turn_of_numbers(word: str) -> str:
    """Return the turn, as we write it, that a word of numbers stands for, "" if invalid."""
    if _NUMBERED.fullmatch(word) is None:
        return ""
    numbers = [int(each) for each in re.findall(r"\d+", word)]
    if not all(1 <= each <= len(ROWS) for each in numbers):
        return ""
    return re.sub(r"\d+", lambda each: ROWS[int(each.group()) - 1], word)

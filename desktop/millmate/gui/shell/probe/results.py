"""How results are shown beside the board: a colour, a sign that says the same, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.value_marks import draw_sign
from millmate.gui.kit import theme
from millmate.gui.shell.probe.answer import Bound, MoveWorth, Result
from millmate.language import count, mark_count

# The results of moves, best first; None where no table knows them.
ORDER: tuple[Result, ...] = (
    1,
    Bound.AT_LEAST_DRAW,
    0,
    Bound.UNKNOWN,
    Bound.AT_MOST_DRAW,
    -1,
    None,
)
_COUNTS: dict[Result, tuple[str, str, str]] = {
    1: mark_count("{n} winning move", "{n} winning moves"),
    0: mark_count("{n} drawing move", "{n} drawing moves"),
    -1: mark_count("{n} losing move", "{n} losing moves"),
    None: mark_count("{n} legal move", "{n} legal moves"),
    Bound.AT_LEAST_DRAW: mark_count("{n} move: at least a draw", "{n} moves: at least a draw"),
    Bound.AT_MOST_DRAW: mark_count("{n} move: at most a draw", "{n} moves: at most a draw"),
    Bound.UNKNOWN: mark_count("{n} move of unknown worth", "{n} moves of unknown worth"),
}
_SIGN = 0.56  # sides of a badge: the side of its sign


def count_words(result: Result, number: int) -> str:
    """Return a number of moves with the same result: `12 winning moves`."""
    return count(number, *_COUNTS[result])


def shares(moves: Sequence[MoveWorth]) -> dict[Result, int]:
    """Return how many moves have each result, best first, without results that none has."""
    found = Counter(move.result for move in moves)
    return {result: found[result] for result in ORDER if found[result]}


def shade(result: Result) -> str:
    """Return the colour of a result for letters, lines and badges; bounds have that of draws."""
    scheme = theme.colours()
    if result == 1:
        return scheme.good
    return scheme.bad if result == -1 else scheme.muted


def sign_of(result: Result) -> int | None:
    """Return the result whose sign stands for `result`, None for no sign.

    A bound has the sign of a draw, on an empty plate.
    """
    if isinstance(result, Bound):
        return None if result is Bound.UNKNOWN else 0
    return result


def draw_badge(painter: QPainter, rect: QRectF, result: Result) -> None:
    """Draw a plate with the sign of a result, an empty one where it is not known for certain."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corner = rect.width() * 0.28
    colour, sign = QColor(shade(result)), sign_of(result)
    sure = isinstance(result, int)
    if sure:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, corner, corner)
    else:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), corner, corner)
    if sign is not None:
        place = square_around(rect.center(), rect.width() * _SIGN)
        draw_sign(painter, place, sign, theme.colours().base if sure else colour.name())
    painter.restore()

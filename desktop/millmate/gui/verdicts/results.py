"""How results are shown beside the board: a colour, a sign that says the same, and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from millmate.gui.board.geometry import square_around
from millmate.gui.board.value_marks import draw_sign
from millmate.gui.style import theme
from millmate.gui.verdicts.answer import MoveWorth
from millmate.language import count, mark_count

# The results of moves, best first; None where no table knows them.
ORDER = (1, 0, -1, None)
_COUNTS = {
    1: mark_count("{n} winning move", "{n} winning moves"),
    0: mark_count("{n} drawing move", "{n} drawing moves"),
    -1: mark_count("{n} losing move", "{n} losing moves"),
    None: mark_count("{n} legal move", "{n} legal moves"),
}
_SIGN = 0.56  # sides of a badge: the side of its sign


def count_words(wdl: int | None, number: int) -> str:
    """Return a number of moves with the result `wdl`: `12 winning moves`."""
    return count(number, *_COUNTS[wdl])


def shares(moves: Sequence[MoveWorth]) -> dict[int | None, int]:
    """Return how many moves have each result, best first, without results that none has."""
    found = Counter(move.wdl for move in moves)
    return {wdl: found[wdl] for wdl in ORDER if found[wdl]}


def shade(wdl: int | None) -> str:
    """Return the colour of a result for letters, lines and badges."""
    scheme = theme.colours()
    return {1: scheme.good, -1: scheme.bad}.get(wdl or 0, scheme.muted)


def draw_badge(painter: QPainter, rect: QRectF, wdl: int | None) -> None:
    """Draw a plate with the sign of a result, an empty one where it is unknown."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    corner = rect.width() * 0.28
    colour = QColor(shade(wdl))
    if wdl is None:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), corner, corner)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, corner, corner)
        sign = square_around(rect.center(), rect.width() * _SIGN)
        draw_sign(painter, sign, wdl, theme.colours().base)
    painter.restore()

"""Paints headings across all columns, and cards with a sign, the move and its distance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen

from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.value_marks import draw_colour_sign, transparent
from millmate.gui.features.verdicts.worth_list import Heading
from millmate.gui.kit import theme
from millmate.gui.shell.probe.answer import MoveWorth
from millmate.gui.shell.probe.results import ORDER, shade, sign_of

GAP = theme.GRID // 2  # between cards
_PAD, _CORNER = 7, 5  # pixels: beside the words of a card, its corners
_SIGN = 0.68  # of the height of letters: the side of a card's sign
_EDGE = QPointF(1.5, 1.5)  # room around the line of a card, in its picture
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ELIDED = Qt.TextElideMode.ElideRight


class WorthPainting:
    """One painting of the list: what the cards have in common is looked up once for all of them."""

    def __init__(self, painter: QPainter, font: QFont, width: int, columns: int) -> None:
        """Paint `columns` cards side by side in `width` pixels."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter, self._font, self._width, self._columns = painter, font, width, columns
        self._tabular, self._strong = tabular(font), _strong(font)
        self._line = QFontMetrics(font).height()
        self._ratio = painter.device().devicePixelRatioF()
        self._scheme = scheme = theme.colours()
        self._text, self._muted = QColor(scheme.text), QColor(scheme.muted)
        self._shades = {result: (shade(result), QColor(shade(result))) for result in ORDER}

    def heading(self, rect: QRect, heading: Heading) -> None:
        painter, room = self._painter, rect.adjusted(0, GAP, 0, 0)
        if heading.unit is not None:
            left = QFontMetrics(self._strong).horizontalAdvance(heading.text) + 2 * theme.GRID
            painter.setFont(self._font)
            words = painter.fontMetrics().elidedText(
                heading.unit.name, _ELIDED, room.width() - left
            )
            painter.setPen(self._muted)
            painter.drawText(room, _RIGHT, words)
        painter.setFont(self._strong)
        painter.setPen(self._shades[heading.result][1])
        painter.drawText(room, _LEFT, heading.text)

    def card(self, cell: QRect, move: MoveWorth, *, pointed: bool, focused: bool) -> None:
        """Paint a card; a `pointed` one has an edge in the accent, a `focused` one a thick one."""
        painter, scheme, line = self._painter, self._scheme, self._line
        card = self._card_in(cell)
        edge = scheme.accent if pointed or focused else scheme.line
        ground = _ground(card.width(), card.height(), edge, focused, scheme.raised, self._ratio)
        painter.drawImage(card.topLeft() - _EDGE, ground)
        left, top = card.left() + _PAD, card.top() + theme.GRID / 2
        width, side = card.width() - 2 * _PAD, round(line * _SIGN)
        name, colour = self._shades[move.result]
        sign = None if move.bound is not None else sign_of(move.result)
        if sign is not None:
            place = square_around(QPointF(left + side / 2, top + line / 2), side)
            draw_colour_sign(painter, place, sign, name)
        painter.setFont(self._tabular)
        painter.setPen(self._text)
        indent = side + _PAD - 1
        words = QRectF(left + indent, top, width - indent, line)
        painter.drawText(words, _LEFT, localize(move.notation))
        if move.figure:
            painter.setPen(colour)
            painter.drawText(QRectF(left, top, width, line), _RIGHT, move.figure)
        if move.others:
            painter.setPen(self._muted)
            shown = painter.fontMetrics().elidedText(joined(move.others), _ELIDED, int(width))
            painter.drawText(QRectF(left, top + line, width, line), _LEFT, shown)

    def _card_in(self, cell: QRect) -> QRectF:
        """Return a card's place; the outer cards are flush with the list."""
        column = round(cell.x() / max(cell.width(), 1))
        step = (self._width + GAP) / self._columns
        left, right = round(column * step), round((column + 1) * step) - GAP
        return QRectF(left + 0.5, cell.y() + 0.5, right - left - 1, cell.height() - GAP - 1)


def needed(move: MoveWorth, letters: QFontMetrics) -> int:
    """Return the least width of a card, in pixels."""
    figure, side = letters.horizontalAdvance(move.figure), round(letters.height() * _SIGN)
    words = letters.horizontalAdvance(localize(move.notation)) + side + _PAD
    others = letters.horizontalAdvance(joined(move.others)) if move.others else 0
    return max(words + (figure + theme.GRID if figure else 0), others) + 2 * _PAD + 2


def joined(others: Sequence[str]) -> str:
    return " · ".join(others)


def tabular(font: QFont) -> QFont:
    """Return `font` with figures of equal width."""
    figures = QFont(font)
    figures.setFeature(QFont.Tag("tnum"), 1)
    return figures


def _strong(font: QFont) -> QFont:
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong


@lru_cache(maxsize=64)
def _ground(
    width: float, height: float, edge: str, focused: bool, fill: str, ratio: float
) -> QImage:
    """Return the picture of a card without its words: most cards in sight have the same."""
    image = transparent(QSizeF(width + 2 * _EDGE.x(), height + 2 * _EDGE.y()), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(edge), 2 if focused else 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(QRectF(_EDGE, QSizeF(width, height)), _CORNER, _CORNER)
    return image

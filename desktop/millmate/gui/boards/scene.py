"""A board's picture as a list of items, and the painter that draws them.

Chess and morris say which items there are and where; boards of every size, small ones and dragged
men are drawn from the same items. Later ones cover earlier ones. Colours are names or `QColor`s.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from millmate.gui.boards.geometry import BoardGeometry
from millmate.gui.boards.state import Arrow, BoardState
from millmate.pictures.landscape import HATCH

Colour = str | QColor
Glides = Mapping[int, QPointF]  # target square -> where the middle of its piece started

FAULT, CROSS, PLUS = "!", "×", "+"  # the signs of badges

_START = 0.26  # sides from the middle of a square to the start of an arrow
_HEAD = 0.40  # sides: the length of an arrow's head
_RING = 0.43  # sides: the radius of a ring
_HATCHES = 5  # lines of a hatched square, to its diagonal

_ROWS = 8  # of planks on a board
_LINES = 9  # along a plank
_INK = QColor(84, 44, 12)
_FAINT, _STRONG = 8, 30  # alpha of lines

_MITER, _ROUND = Qt.PenJoinStyle.MiterJoin, Qt.PenCapStyle.RoundCap


class Item(Protocol):
    """Something on a board, placed in pixels."""

    def draw(self, painter: QPainter) -> None:
        """Draw it with a smoothing painter."""


@dataclass(frozen=True, slots=True)
class Moving:
    """Pieces on their way: the middles of those that glide, and those that fade, how much."""

    glides: Glides = field(default_factory=dict)
    fades: Mapping[int, str] = field(default_factory=dict)
    left: float = 0.0  # of the opacity of what fades


@dataclass(frozen=True, slots=True)
class Look:
    """The additions of a widget to the state of its board.

    A board with the keyboard focus is framed. While the size changes, men of a `draft` may be
    stretched.
    """

    focused: bool = False
    moving: Moving = field(default_factory=Moving)
    draft: bool = False


def paint(painter: QPainter, items: Iterable[Item]) -> None:
    """Draw `items`, the last on top."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for item in items:
        item.draw(painter)


# --- kinds of items -------------------------------------------------------------------------------


@dataclass(slots=True)
class Fill:
    """Squares in one colour, with sharp edges."""

    rects: Sequence[QRectF]
    colour: Colour

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        colour = QColor(self.colour)
        for rect in self.rects:
            painter.fillRect(rect, colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


@dataclass(slots=True)
class Frame:
    """A rectangle with a line round it, a ground, or both; its corners may be round."""

    rect: QRectF
    line: Colour = ""
    width: float = 0.0
    ground: Colour = ""
    radius: float = 0.0
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    def draw(self, painter: QPainter) -> None:
        _prepare(painter, self.line, self.width, self.ground, self.style, join=_MITER)
        if self.radius:
            painter.drawRoundedRect(self.rect, self.radius, self.radius)
        else:
            painter.drawRect(self.rect)


@dataclass(slots=True)
class Disc:
    """A disc with a line round it, a ground, or both."""

    centre: QPointF
    radius: float
    ground: Colour = ""
    line: Colour = ""
    width: float = 0.0
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    def draw(self, painter: QPainter) -> None:
        _prepare(painter, self.line, self.width, self.ground, self.style)
        painter.drawEllipse(self.centre, self.radius, self.radius)


@dataclass(slots=True)
class Dots:
    """Discs of one size and colour, without a line."""

    centres: Sequence[QPointF]
    radius: float
    ground: Colour

    def draw(self, painter: QPainter) -> None:
        _prepare(painter, "", 0.0, self.ground)
        for centre in self.centres:
            painter.drawEllipse(centre, self.radius, self.radius)


@dataclass(slots=True)
class Strokes:
    """Straight lines, each from point to point; their ends are round by default."""

    ways: Sequence[Sequence[QPointF]]
    colour: Colour
    width: float
    cap: Qt.PenCapStyle = _ROUND

    def draw(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.colour), self.width, c=self.cap, j=_MITER))
        for way in self.ways:  # line by line: Qt takes 20 times as long for thick ways that cross
            for start, end in pairwise(way):
                painter.drawLine(start, end)


@dataclass(slots=True)
class Text:
    """Short texts in the middle of their places, `pixels` high."""

    places: Sequence[tuple[QRectF, str]]
    colour: Colour
    pixels: int
    bold: bool = False

    def draw(self, painter: QPainter) -> None:
        painter.setFont(_font(QGuiApplication.font().family(), self.pixels, self.bold))
        painter.setPen(QColor(self.colour))
        for rect, text in self.places:
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


@dataclass(slots=True)
class Glow:
    """A glow that fades towards the edges of its square."""

    rect: QRectF
    colour: Colour

    def draw(self, painter: QPainter) -> None:
        glow = QRadialGradient(self.rect.center(), self.rect.width() * 0.68)
        for at, alpha in ((0.0, 255), (0.3, 225), (0.75, 60), (1.0, 0)):
            colour = QColor(self.colour)
            colour.setAlpha(alpha)
            glow.setColorAt(at, colour)
        painter.fillRect(self.rect, QBrush(glow))


@dataclass(slots=True)
class Badge:
    """A disc with an exclamation mark, a cross or a plus."""

    centre: QPointF
    radius: float
    colour: Colour
    sign: str = FAULT

    def draw(self, painter: QPainter) -> None:
        centre, radius = self.centre, self.radius
        _prepare(painter, "", 0.0, self.colour)
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(QPen(QColor("white"), radius * 0.3, c=_ROUND))
        if self.sign == CROSS:
            for way in cross(centre, radius * 0.4):
                painter.drawLine(*way)
        elif self.sign == PLUS:
            arm = radius * 0.52
            painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
            painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))
        else:
            painter.drawLine(centre - QPointF(0, radius * 0.5), centre + QPointF(0, radius * 0.08))
            painter.drawPoint(centre + QPointF(0, radius * 0.54))


@dataclass(slots=True)
class Pointer:
    """An arrow between two points of a board whose squares have this `side`."""

    start: QPointF
    end: QPointF
    side: float
    width: float
    colour: Colour

    def draw(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(255, 255, 255, 110), max(1.0, self.side / 60)))
        painter.setBrush(QColor(self.colour))
        painter.drawPolygon(self.outline)

    @property
    def outline(self) -> QPolygonF:
        """The outline, which starts a little away from the middle of the first square."""
        way = self.end - self.start
        length = math.hypot(way.x(), way.y())
        along = way / length
        across = QPointF(-along.y(), along.x())
        head = min(_HEAD * self.side, 0.6 * length)
        tail = self.start + along * min(_START * self.side, 0.3 * length)
        neck = self.end - along * head
        half, wing = self.width / 2, self.width / 2 + 0.13 * self.side
        right = [tail + across * half, neck + across * half, neck + across * wing]
        left = [neck - across * wing, neck - across * half, tail - across * half]
        return QPolygonF([*right, self.end, *left])


@dataclass(slots=True)
class Hatch:
    """Thin diagonal lines over squares of one size: nothing can be there."""

    rects: Sequence[QRectF]

    def draw(self, painter: QPainter) -> None:
        ratio = painter.device().devicePixelRatioF()
        for rect in self.rects:
            painter.drawImage(rect.topLeft(), _hatch_image(rect.width(), ratio))


@dataclass(slots=True)
class Grain:
    """The grain of wood over a board that is made of eight rows of `columns` planks each.

    There are few kinds of planks, since lines are slow to draw.
    """

    board: QRectF
    columns: int

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        ratio, columns = painter.device().devicePixelRatioF(), self.columns
        width, height = self.board.width() / columns, self.board.height() / _ROWS
        for place in range(_ROWS * columns):
            row, column = divmod(place, columns)
            kind = (column + 3 * row) % max(columns, 2)
            plank = _plank(round(width * ratio), round(height * ratio), kind)
            plank.setDevicePixelRatio(ratio)
            corner = self.board.topLeft() + QPointF(column * width, row * height)
            painter.drawImage(corner, plank)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _prepare(
    painter: QPainter,
    line: Colour,
    width: float,
    ground: Colour,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin,
) -> None:
    """Set the pen and the brush of a shape; items without a colour are not drawn."""
    painter.setPen(QPen(QColor(line), width, style, j=join) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)


@lru_cache(maxsize=32)
def _font(family: str, pixels: int, bold: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def transparent(size: QSizeF, ratio: float) -> QImage:
    """Return a transparent image that is at least of `size` on a screen of `ratio`."""
    width, height = math.ceil(size.width() * ratio), math.ceil(size.height() * ratio)
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    return image


@lru_cache(maxsize=4)
def _hatch_image(side: float, ratio: float) -> QImage:
    image = transparent(QSizeF(side, side), ratio)
    step, lines = side / _HATCHES, []
    for number in range(1, 2 * _HATCHES):
        low, high = max(0, number - _HATCHES) * step, min(number, _HATCHES) * step
        lines.append((QPointF(high, low), QPointF(low, high)))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(HATCH), max(1.0, side / 50)))
        for start, end in lines:
            painter.drawLine(start, end)
    return image


@lru_cache(maxsize=48)
def _plank(width: int, height: int, kind: int) -> QImage:
    """Return thin lines that run along a plank, all waved alike."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    dice, gap = random.Random(kind), height / _LINES
    wave, at = dice.uniform(0.2, 1.3) * gap, dice.uniform(0, math.tau)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(_LINES):
            y, bend = (number + dice.random()) * gap, wave * math.sin(at + number / _LINES)
            ink = QColor(_INK)
            ink.setAlpha(dice.randint(_FAINT, _STRONG))
            painter.setPen(QPen(ink, gap * dice.uniform(0.07, 0.27)))
            path = QPainterPath(QPointF(0, y))
            path.cubicTo(width / 3, y + bend, width * 2 / 3, y - bend, width, y)
            painter.drawPath(path)
    return image


# --- what both games show -------------------------------------------------------------------------


def inner_frame(
    rect: QRectF, colour: Colour, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine
) -> Frame:
    """Return a line along the inner edge of `rect`."""
    half = width / 2
    return Frame(rect.adjusted(half, half, -half, -half), colour, width, style=style)


def cross(centre: QPointF, arm: float) -> list[list[QPointF]]:
    """Return two diagonal lines through `centre`."""
    corners = QPointF(arm, arm), QPointF(arm, -arm)
    return [[centre - corner, centre + corner] for corner in corners]


def men_of(
    state: BoardState,
    rects: Mapping[int, QRectF],
    geometry: BoardGeometry,
    moving: Moving,
    lifted: int | None,
    man: Callable[[str, QRectF, float], Item],
) -> list[Item]:
    """Return men that fade, those at rest in `rects`, and above them those that glide."""
    pieces, glides = state.pieces, moving.glides
    items = [man(symbol, rects[at], moving.left) for at, symbol in moving.fades.items()]
    items += [
        man(symbol, rects[at], 0.3 if at == lifted else 1.0)
        for at, symbol in pieces.items()
        if at in rects and at not in glides
    ]
    return items + [
        man(pieces[at], geometry.man_at(centre), 1.0)
        for at, centre in glides.items()
        if at in pieces
    ]


def arrows_of(arrows: Iterable[Arrow], geometry: BoardGeometry) -> list[Item]:
    """Return arrows and rings, the first one on top."""
    items: list[Item] = []
    for arrow in reversed(tuple(arrows)):
        colour, side = QColor(arrow.colour), geometry.piece_side
        colour.setAlphaF(0.38 + 0.47 * arrow.strength)
        end = geometry.centre_of(arrow.target)
        if arrow.origin is None or arrow.origin == arrow.target:
            width = side * (0.05 + 0.05 * arrow.strength)
            items.append(Disc(end, side * _RING, line=colour, width=width))
            if arrow.crossed:
                arm = QPointF(1, 1) * (side * _RING * 0.7)
                items.append(Strokes([[end - arm, end + arm]], colour, width, _SQUARE))
        else:
            width = side * (0.07 + 0.11 * arrow.strength)
            items.append(Pointer(geometry.centre_of(arrow.origin), end, side, width, colour))
    return items


_SQUARE = Qt.PenCapStyle.SquareCap

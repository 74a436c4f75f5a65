"""How boards look: their style and colours, the men on them, and the signs of values."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtSvg import QSvgRenderer

from millmate.gui.boards.geometry import square_around
from millmate.gui.boards.scene import cross, transparent
from millmate.gui.boards.state import LOSS
from millmate.gui.kit.theme import ACCENTS, colours
from millmate.language import mark, tr
from millmate.pictures import PictureError, cached_piece_png, piece_svg
from millmate.pictures.value_marks import COLOURS, FIGURE, ON_SIGN, SIGNS, STROKE, PlaceValue


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The user's choice of how boards look; the names are those of `settings`.

    `board` names the colours, `pieces` and `stones` the set of each game; `coordinates` shows
    letters and digits at the edge, `targets` marks where the selected piece can go; `accent` is the
    window's accent.
    """

    board: str = "warm"
    pieces: str = "staunton"
    stones: str = "lit"
    coordinates: bool = True
    targets: bool = True
    accent: str = next(iter(ACCENTS))


_style = BoardStyle()


def set_board_style(style: BoardStyle) -> None:
    """Draw all boards in `style` from their next repaint on."""
    global _style
    _style = style


def board_style() -> BoardStyle:
    return _style


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """The colours of both games' boards, as `#rrggbb`, or `#aarrggbb` where they are transparent.

    A chessboard has `light` and `dark` squares, `last_move` over those of the last move, `trail`
    round them, and an `edge`. A morris board has a `board`, `between` its middle ring and the
    neighbours of that, and a `rim`. A `grained` board shows the grain of wood. `accent` is the
    colour of selected squares, targets and dragged men.
    """

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    last_move: str = "#5cd0a63a"
    trail: str = "#a8741c"
    edge: str = "#5f7166"
    board: str = "#c4cabb"
    between: str = "#cfd4c6"
    rim: str = "#8f9c92"
    line: str = "#47544e"
    text: str = "#56625c"
    grained: bool = False
    tray: str = "#1f20302a"
    well: str = "#2420302a"
    mill: str = "#e0952f"
    last: str = "#c98a1e"
    check: str = "#d8402c"
    fault: str = LOSS
    veil: str = "#96181c1b"
    card: str = "#fbfaf6"
    barred: str = "#73ffffff"
    accent: str = ""

    @property
    def selected(self) -> str:
        """The colour over the square of the selected man."""
        return f"#8f{self.accent[1:]}"

    @property
    def mark(self) -> str:
        """The colour of the squares it can go to."""
        return f"#a8{self.accent[1:]}"


def _dimmed(theme: BoardTheme) -> BoardTheme:
    """Return `theme` for a dark window, where a bright board would glare."""
    ground = {name: _darker(getattr(theme, name), 140) for name in ("board", "between", "rim")}
    ground |= {name: _darker(getattr(theme, name), 112) for name in ("light", "dark")}
    ink = {name: _darker(getattr(theme, name), 190) for name in ("line", "text")}
    own = {name: getattr(_DARK, name) for name in ("tray", "well", "mill", "last", "barred")}
    darker: dict[str, Any] = ground | ink | own
    return replace(theme, **darker)


def _darker(colour: str, factor: int) -> str:
    return QColor(colour).darker(factor).name()


_DARK = BoardTheme(
    board="#7c8a80", between="#86948a", rim="#56635b", line="#222b27", text="#27302c",
    tray="#30ffffff", well="#38000000", mill="#f2b352", last="#ffd27a",
    barred="#73000000",
)  # fmt: skip

# By the names in `Settings.board`: in light and in dark windows.
THEMES = {"sage": (BoardTheme(), _DARK)} | {
    name: (light, _dimmed(light))
    for name, light in {
        "warm": BoardTheme(
            "#f0e8d8", "#c6b794", "#6ce0b23c", "#83590f", "#8d8068",
            "#e3d9c3", "#ebe2cf", "#a1926f", "#463d2b", "#5a5039",
        ),
        "wood": BoardTheme(
            "#f0dcb8", "#b98a5a", "#70d8c03a", "#7a5a10", "#6f4a26",
            "#dcb98a", "#e5c79c", "#9c7446", "#5a3b1d", "#6b4a29", grained=True,
        ),
        "slate": BoardTheme(
            "#d9dfe3", "#8494a1", "#78e3b84c", "#7d5208", "#4b5863",
            "#a3b0ba", "#b0bcc5", "#5d6b76", "#26323b", "#34424d",
        ),
        "paper": BoardTheme(
            "#fcf9ef", "#cfc1a3", "#6ce0b23c", "#8a5f10", "#8d8068",
            "#efe8d6", "#f7f2e4", "#a89a7c", "#3d372b", "#5d543f",
        ),
        "green": BoardTheme(
            "#efeeda", "#7f9f68", "#78e6c744", "#7d5d0c", "#536d3f",
            "#b9c99f", "#c6d4af", "#7d9164", "#3c4d2c", "#4c5d3b",
        ),
        "blue": BoardTheme(
            "#e8edf2", "#86a1bd", "#78e3b84c", "#8a5a0a", "#566f8a",
            "#b4c6d8", "#c3d2e1", "#7b93ac", "#2f445b", "#3f556d",
        ),
        "grey": BoardTheme(
            "#e6e6e4", "#a3a5a5", "#70dcb045", "#7d5d0c", "#6c6f6f",
            "#c6c8c7", "#d2d4d3", "#919594", "#3f4544", "#4d5352",
        ),
        "contrast": BoardTheme(
            "#ffffff", "#8c8c8c", "#a0ffcf33", "#5c3b00", "#000000",
            "#ffffff", "#f0f0f0", "#000000", "#000000", "#000000",
        ),
    }.items()
}  # fmt: skip


def board_theme(board: str = "") -> BoardTheme:
    """Return the colours of `board` in the window's colour scheme, by default those in use."""
    return _themed(board or board_style().board, colours().dark, board_style().accent)


@lru_cache
def _themed(board: str, dark: bool, accent: str) -> BoardTheme:
    return replace(THEMES[board][dark], accent=ACCENTS[accent].board)


# The letters of a FEN, in the usual order.
SYMBOLS = "KQRBNPkqrbnp"

_KINDS = {
    "k": mark("king"), "q": mark("queen"), "r": mark("rook"), "b": mark("bishop"),
    "n": mark("knight"), "p": mark("pawn"),
}  # fmt: skip
_NAMES = {
    "K": mark("white king"), "Q": mark("white queen"), "R": mark("white rook"),
    "B": mark("white bishop"), "N": mark("white knight"), "P": mark("white pawn"),
    "k": mark("black king"), "q": mark("black queen"), "r": mark("black rook"),
    "b": mark("black bishop"), "n": mark("black knight"), "p": mark("black pawn"),
}  # fmt: skip

_latest: dict[tuple[str, str], QImage] = {}  # the last image of each piece and set


def kind_name(symbol: str) -> str:
    """Return the name of a kind of piece, such as `knight`."""
    return tr(_KINDS[symbol.lower()])


def piece_name(symbol: str) -> str:
    """Return the name of a piece, such as `white knight`."""
    return tr(_NAMES[symbol])


@lru_cache(maxsize=96)
def piece_image(symbol: str, pixels: int, ratio: float, pieces: str) -> QImage:
    """Return an image of the piece, `pixels` device pixels wide, for a screen of `ratio`.

    `pieces` names the set. Without libcairo, Qt's SVG renderer draws it.
    """
    try:
        image = QImage.fromData(cached_piece_png(symbol, pixels, pieces))
        image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    except PictureError:
        image = render_with_qt(symbol, pixels, pieces)
    image.setDevicePixelRatio(ratio)
    return image


def render_with_qt(symbol: str, pixels: int, pieces: str) -> QImage:
    """Return an image of the piece drawn by Qt: fast, but a little coarser."""
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(piece_svg(symbol, pieces).encode()))
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return image


def _on_pixels(painter: QPainter, point: QPointF) -> QPointF:
    """Return the place nearest to `point` where an image falls on whole pixels of the screen.

    With a fractional screen scale, widgets do not start at whole pixels.
    """
    to_device = painter.deviceTransform()
    there = to_device.map(point)
    return to_device.inverted()[0].map(QPointF(round(there.x()), round(there.y())))


@dataclass(slots=True)
class Piece:
    """A chess piece in a square, at the painter's pixel ratio.

    A `draft` stretches the last image instead, while the size is changing.
    """

    symbol: str
    rect: QRectF
    opacity: float = 1.0
    draft: bool = False

    def draw(self, painter: QPainter) -> None:
        painter.setOpacity(self.opacity)
        drawn = self.symbol, board_style().pieces
        if self.draft and drawn in _latest:
            painter.drawImage(self.rect, _latest[drawn])
        else:
            ratio = painter.device().devicePixelRatioF()
            pixels = max(round(self.rect.width() * ratio), 1)
            image = piece_image(self.symbol, pixels, ratio, drawn[1])
            painter.drawImage(_on_pixels(painter, self.rect.topLeft()), image)
            _latest[drawn] = image
        painter.setOpacity(1.0)


_SHADES = {
    "W": ("#fffdf6", "#f1ecdd", "#c9c1aa", "#857c65"),
    "B": ("#5b6363", "#363c3c", "#161a1a", "#060808"),
}
_FLAT = {"W": ("#fbf8f0", "#262c2b"), "B": ("#2c3332", "#f2efe6")}  # body, mark
_OUTLINES = {"W": "#101413", "B": "#8d9592"}  # of flat stones, visible on dark trays too
_STONES = {"W": mark("white stone"), "B": mark("black stone")}


def stone_name(symbol: str) -> str:
    """Return the name of a stone, such as `white stone`."""
    return tr(_STONES[symbol])


@dataclass(slots=True)
class Stone:
    """A stone (W or B) in a square, by default in the current style."""

    symbol: str
    rect: QRectF
    opacity: float = 1.0
    shadow: bool = True
    style: str = ""

    def draw(self, painter: QPainter) -> None:
        style = self.style or board_style().stones
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(painter.opacity() * self.opacity)
        if style == "lit":
            _lit(painter, self.symbol, self.rect, self.shadow)
        else:
            _flat(painter, self.symbol, self.rect, marked=style == "marked")
        painter.restore()


def _lit(painter: QPainter, symbol: str, rect: QRectF, shadow: bool) -> None:
    """Draw a turned stone, lit from the upper left."""
    light, body, rim, edge = map(QColor, _SHADES[symbol])
    radius = rect.width() / 2
    if shadow:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 46))
        painter.drawEllipse(rect.center() + QPointF(0, radius * 0.08), radius, radius)
    shade = QRadialGradient(rect.center() - QPointF(radius, radius) * 0.35, radius * 1.5)
    shade.setColorAt(0.0, light)
    shade.setColorAt(0.45, body)
    shade.setColorAt(1.0, rim)
    painter.setBrush(QBrush(shade))
    painter.setPen(QPen(edge, max(1.0, radius / 22)))
    inner = radius - max(1.0, radius / 22) / 2
    painter.drawEllipse(rect.center(), inner, inner)
    groove = QColor(edge)
    groove.setAlpha(70)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(groove, max(1.0, radius / 16)))
    painter.drawEllipse(rect.center(), radius * 0.62, radius * 0.62)


def _flat(painter: QPainter, symbol: str, rect: QRectF, *, marked: bool) -> None:
    """Draw a disc, `marked` with a ring for White or a cross for Black."""
    body, ink = map(QColor, _FLAT[symbol])
    radius = rect.width() / 2
    width = max(1.0, radius / 12)
    painter.setBrush(body)
    painter.setPen(QPen(QColor(_OUTLINES[symbol]), width))
    painter.drawEllipse(rect.center(), radius - width / 2, radius - width / 2)
    if not marked:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, max(1.0, radius / 7), c=Qt.PenCapStyle.RoundCap))
    if symbol == "W":
        painter.drawEllipse(rect.center(), radius * 0.5, radius * 0.5)
    else:
        for way in cross(rect.center(), radius * 0.4):
            painter.drawLine(*way)


_BADGE = 0.25  # sides of a square: the side of the plate behind a sign
_LEAST, _MOST = 14.0, 30.0  # pixels: of the same
_FIGURE = 0.32  # sides: the height of the letters of a figure in the middle
_SMALLEST = 9  # pixels: the smallest legible font


@dataclass(slots=True)
class Value:
    """The sign of a value in a corner of `rect`; its figure in the middle, on a man beside it."""

    rect: QRectF
    value: PlaceValue
    occupied: bool

    def draw(self, painter: QPainter) -> None:
        rect, value = self.rect, self.value
        side = min(max(rect.width() * _BADGE, _LEAST), _MOST)
        gap = max(1.0, rect.width() * 0.03)
        badge = QRectF(rect.left() + gap, rect.top() + gap, side, side)
        if self.occupied and value.figure:
            _draw_pill(painter, badge, value)
            return
        ratio = painter.device().devicePixelRatioF()
        painter.drawImage(badge.topLeft(), _badge_image(value.wdl, side, ratio))
        if value.figure:
            _draw_figure(painter, rect, value.figure)


@dataclass(slots=True)
class Sign:
    """The sign of a result without a plate."""

    rect: QRectF
    wdl: int
    colour: str

    def draw(self, painter: QPainter) -> None:
        draw_colour_sign(painter, self.rect, self.wdl, self.colour)


def _draw_pill(painter: QPainter, badge: QRectF, value: PlaceValue) -> None:
    """Draw a sign and the figure next to it on one plate, which starts with `badge`."""
    side, font = badge.width(), figure_font(painter.font(), badge.width() * 0.82)
    width = QFontMetricsF(font).horizontalAdvance(value.figure) + side * 0.2
    draw_plate(painter, badge, value.wdl, width)
    painter.setFont(font)
    painter.setPen(QColor(ON_SIGN))
    room = QRectF(badge.right() - side * 0.08, badge.top(), width, side)
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, value.figure)


@lru_cache(maxsize=24)
def _badge_image(wdl: int, side: float, ratio: float) -> QImage:
    """Return a badge as an image: a map draws up to 64 of them."""
    image = transparent(QSizeF(side + 1, side + 1), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_plate(painter, QRectF(0.5, 0.5, side - 0.5, side - 0.5), wdl)
    return image


def draw_plate(painter: QPainter, rect: QRectF, wdl: int, longer: float = 0.0) -> None:
    """Draw the sign of a result on a plate, which is by `longer` longer than the square `rect`."""
    side = rect.width()
    painter.setPen(QPen(QColor(ON_SIGN), max(1.0, side / 18)))
    painter.setBrush(QColor(COLOURS[wdl].sign))
    painter.drawRoundedRect(rect.adjusted(0, 0, longer, 0), side * 0.26, side * 0.26)
    draw_sign(painter, square_around(rect.center(), side * 0.62), wdl)


def draw_sign(painter: QPainter, rect: QRectF, wdl: int, colour: str = ON_SIGN) -> None:
    """Draw the sign of a result as large as `rect`."""
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(QColor(colour), rect.width() * STROKE, c=cap, j=join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = rect.topLeft()
    for line in SIGNS[wdl]:
        places = [corner + QPointF(x, y) * rect.width() for x, y in line]
        painter.drawPolyline(QPolygonF(places))


def draw_colour_sign(painter: QPainter, rect: QRectF, wdl: int, colour: str) -> None:
    """Draw the sign of a result without a plate: as `draw_sign`, but quick to draw again."""
    ratio = painter.device().devicePixelRatioF()
    left, top = math.floor(rect.left()), math.floor(rect.top())
    within = (rect.left() - left, rect.top() - top, rect.width())
    painter.drawImage(QPointF(left, top), _sign_image(*within, wdl, colour, ratio))


@lru_cache(maxsize=64)
def _sign_image(
    left: float, top: float, side: float, wdl: int, colour: str, ratio: float
) -> QImage:
    image = transparent(QSizeF(left + side + 1, top + side + 1), ratio)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_sign(painter, QRectF(left, top, side, side), wdl, colour)
    return image


def figure_font(font: QFont, pixels: float) -> QFont:
    """Return bold `font` with figures of equal width, `pixels` high."""
    return _sized(font.toString(), max(_SMALLEST, round(pixels)))


@lru_cache(maxsize=24)
def _sized(description: str, pixels: int) -> QFont:
    sized = QFont()
    sized.fromString(description)
    sized.setPixelSize(pixels)
    sized.setWeight(QFont.Weight.DemiBold)
    sized.setFeature(QFont.Tag("tnum"), 1)
    return sized


def _draw_figure(painter: QPainter, rect: QRectF, figure: str) -> None:
    """Draw `figure` in the middle of `rect`."""
    scale = _FIGURE if len(figure) < 3 else _FIGURE * 0.85
    painter.setFont(figure_font(painter.font(), rect.width() * scale))
    painter.setPen(QColor(FIGURE))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, figure)

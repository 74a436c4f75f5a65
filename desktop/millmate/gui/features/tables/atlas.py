"""The atlas: chess endings as tiles, White's pieces across and Black's down, with their shapes.

A tile shows the sizes of the sets S_n of its table: White's wins by moves to mate above a line,
Black's below it, both logarithmic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import log

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from millmate.gui.features.tables.tables_model import TablesModel, name_of, state_words
from millmate.gui.kit import accessible, theme
from millmate.gui.kit.table_model import Index
from millmate.gui.kit.translator import bind_text
from millmate.language import mark, tr
from millmate.tablebase.inventory import Ending
from millmate.tablebase.table import TableInfo

_KINDS = "QRBNP"
_OTHERS = ["", *_KINDS]  # Black's pieces, row by row
_FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_GAP, _MOST = 4, 52  # pixels: between tiles, and the widest tile
_TITLE = 0.6  # tiles: the height of a block's title
_LOWER = 2 * _TITLE + len(_OTHERS)  # the first row of the blocks below
_ACROSS, _DOWN = 16, _LOWER + len(_OTHERS)  # tiles
_THREE, _THREES = 7, 9  # the first column of the last block, and its columns
_SHADES = 64  # of a tile's ground

Place = tuple[float, float]  # column and row of a tile

_TITLES: dict[Place, str] = {
    (1, _TITLE): mark("King and two pieces"),
    (1, _LOWER): mark("King and one piece"),
    (_THREE, _LOWER): mark("King and three pieces against king"),
}


@cache
def places() -> dict[str, Place]:
    """Return the place of every ending with up to five men, block by block."""
    found: dict[str, Place] = {}
    for column, own in enumerate(_sets(2), 1):
        found |= {_name(own, other): (column, _TITLE + row) for row, other in enumerate(_OTHERS)}
    for column, own in enumerate(_KINDS, 1):
        found |= {
            _name(own, other): (column, _LOWER + row)
            for row, other in enumerate(_OTHERS)
            if row in (0, *range(column, len(_OTHERS)))
        }
    for number, own in enumerate(_sets(3)):
        row, column = divmod(number, _THREES)
        found[_name(own, "")] = (_THREE + column, _LOWER + row)
    return found


def _sets(men: int) -> list[str]:
    return ["".join(each) for each in combinations_with_replacement(_KINDS, men)]


def _name(own: str, other: str) -> str:
    return f"K{own}vK{other}"


@dataclass(frozen=True, slots=True)
class Shape:
    """The contents of a tile.

    `won` is the share of positions that White wins, `wins` and `losses` are the numbers of
    positions that White and Black win, by moves to mate, `longest` is the longest mate of a side
    to move, in moves.
    """

    won: float
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    longest: int


def shape_of(info: TableInfo) -> Shape:
    """Return the shape of a table of distances to mate."""
    white, black = info.counts["white"], info.counts["black"]
    every = sum(side.wins + side.draws + side.losses for side in (white, black))
    won = (white.wins + black.losses) / every if every else 0.0
    wins, losses = _by_moves(white.plies, black.plies), _by_moves(black.plies, white.plies)
    return Shape(won, wins, losses, max(info.longest.values()))


def _by_moves(own: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Return how many positions one side wins, with itself and with the other to move."""
    moves = max(len(own), len(other) - 1) // 2 + 1
    found = [
        (own[2 * n - 1] if 0 < 2 * n - 1 < len(own) else 0)
        + (other[2 * n] if 2 * n < len(other) else 0)
        for n in range(moves)
    ]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


class Atlas(QAbstractItemView):
    """Shows the endings of a `TablesModel` as tiles; those that it does not list are faint."""

    def __init__(self, model: TablesModel) -> None:
        super().__init__()
        self._tables = model
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        bind_text(self, name=mark("Atlas of endings"))

    accessible = accessible.as_role(QAccessible.Role.List)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Announce the ending to a screen reader."""
        super().currentChanged(current, previous)
        ending = self._tables.node(current).ending
        if ending is not None and self.hasFocus():
            accessible.announce(self, _words(ending))

    # --- where tiles are ---------------------------------------------------------------------

    def _side(self) -> float:
        """Return the width of a tile with its gap."""
        room = self.viewport().rect()
        side = min(room.width() / _ACROSS, room.height() / _DOWN, _MOST + _GAP)
        return max(side, 2 * _GAP)

    def _rect(self, place: Place) -> QRect:
        side = self._side()
        left, top = round(place[0] * side), round(place[1] * side)
        return QRect(left, top, round(side) - _GAP, round(side) - _GAP)

    def visualRect(self, index: Index) -> QRect:
        ending = self._tables.node(index).ending
        place = places().get(ending.name) if ending is not None else None
        return QRect() if place is None else self._rect(place)

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the index of the tile at `point`; the gap after a tile belongs to it."""
        for name, place in places().items():
            if self._rect(place).adjusted(0, 0, _GAP, _GAP).contains(point):
                return self._tables.index_of_name(name)
        return QModelIndex()

    def scrollTo(self, index: Index, hint: object = None) -> None:
        """Do nothing: all tiles are in sight."""

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return 0

    def isIndexHidden(self, index: Index) -> bool:
        return self.visualRect(index).isNull()

    def visualRegionForSelection(self, selection: object) -> QRegion:
        return QRegion(self.viewport().rect())

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the tiles that `rect` touches."""
        found = QItemSelection()
        for name, place in places().items():
            if self._rect(place).intersects(rect.normalized()):
                index = self._tables.index_of_name(name)
                found.select(index, index)
        self.selectionModel().select(found, command)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go to the nearest tile in a direction, or to the first or last one."""
        go = QAbstractItemView.CursorAction
        current = self._tables.node(self.currentIndex()).ending
        here = places().get(current.name) if current is not None else None
        listed = [
            (place, index)
            for name, place in places().items()
            if (index := self._tables.index_of_name(name)).isValid()
        ]
        if not listed:
            return QModelIndex()
        if here is None or action == go.MoveHome:
            return listed[0][1]
        if action == go.MoveEnd:
            return listed[-1][1]
        across, down = {
            go.MoveLeft: (-1, 0), go.MovePrevious: (-1, 0),
            go.MoveRight: (1, 0), go.MoveNext: (1, 0),
            go.MoveUp: (0, -1), go.MoveDown: (0, 1),
        }.get(action, (0, 0))  # fmt: skip

        def far(place: Place) -> float:
            """Return how far `place` is in the direction; sideways counts more."""
            x, y = place[0] - here[0], place[1] - here[1]
            ahead, aside = x * across + y * down, abs(x * down) + abs(y * across)
            return ahead + 4 * aside if ahead > 0 else float("inf")

        place, index = min(listed, key=lambda each: far(each[0]))
        return index if far(place) < float("inf") else self.currentIndex()

    # --- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all tiles, and a line round those that are chosen."""
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = QFont(self.font())
            font.setPixelSize(max(8, round(self._side() * 0.24)))
            painter.setFont(font)
            self._paint_titles(painter)
            for name, place in places().items():
                index = self._tables.index_of_name(name)
                self._paint_tile(painter, QRectF(self._rect(place)), name, index)

    def _paint_titles(self, painter: QPainter) -> None:
        """Name the blocks, and show Black's pieces beside their rows."""
        painter.setPen(QColor(theme.colours().muted))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for (column, row), text in _TITLES.items():
            title = self._rect((column, row - _TITLE))
            title.setSize(QSize(8 * title.width(), round(_TITLE * title.height())))
            painter.drawText(title, left, tr(text))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for top in (_TITLE, _LOWER):
            for row, other in enumerate(_OTHERS):
                men = _FIGURINES["k"] + "".join(_FIGURINES[man.lower()] for man in other)
                painter.drawText(self._rect((0, top + row)), right, men)

    def _paint_tile(self, painter: QPainter, tile: QRectF, name: str, index: QModelIndex) -> None:
        scheme, ending = theme.colours(), self._tables.node(index).ending
        shape = _shape(ending) if ending is not None else None
        painter.setOpacity(1.0 if ending is not None else 0.3)
        chosen = index.isValid() and self.selectionModel().isSelected(index)
        busy = ending is not None and self._tables.is_busy(ending)
        line = scheme.accent if chosen or busy else scheme.line
        painter.setPen(
            QPen(QColor(line), 2 if chosen else 1)
            if shape is None or chosen or busy
            else Qt.PenStyle.NoPen
        )
        painter.setBrush(_ground(shape.won, scheme) if shape is not None else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(tile, theme.ROUND - 1, theme.ROUND - 1)
        painter.setPen(QColor(scheme.text if shape is not None else scheme.muted))
        inner = tile.adjusted(3, 1, -3, -1)
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, _men(name))
        if shape is None:
            return
        _paint_shape(painter, tile, shape, scheme)
        painter.setPen(QColor(scheme.text))
        flags = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, flags, str(shape.longest) if shape.longest > 0 else "–")

    def viewportEvent(self, event: QEvent) -> bool:
        """Name the ending of a tile, with its figures, in a tool tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            ending = self._tables.node(self.indexAt(event.pos())).ending
            QToolTip.showText(event.globalPos(), _words(ending) if ending is not None else "", self)
            return True
        return super().viewportEvent(event)


def _shape(ending: Ending) -> Shape | None:
    info = ending.main.info
    return _shape_of(info) if isinstance(info, TableInfo) else None


_shapes: dict[str, Shape] = {}  # by the checksum of the table


def _shape_of(info: TableInfo) -> Shape:
    if info.checksum not in _shapes:
        _shapes[info.checksum] = shape_of(info)
    return _shapes[info.checksum]


def _words(ending: Ending) -> str:
    shape = _shape(ending)
    title = f"{name_of(ending.table)} ({ending.name})"
    if shape is None:
        return f"{title}: {state_words(ending, {})}"
    return tr(
        "{title}: White wins {percent} % of all positions; longest mate {n}",
        title=title, percent=f"{100 * shape.won:.0f}", n=shape.longest,
    )  # fmt: skip


def _men(name: str) -> str:
    """Return the men of a material without the kings, as figurines."""
    own, _, other = name.partition("v")
    return "".join(map(_FIGURINES.__getitem__, own[1:] + other[1:].lower()))


def _ground(won: float, scheme: theme.Colours) -> QColor:
    """Return the ground of a tile: the more is won, the greener."""
    return _mixed(scheme.base, scheme.won_ground, round(won * _SHADES) / _SHADES)


@lru_cache(maxsize=256)
def _mixed(first: str, second: str, share: float) -> QColor:
    one, other = QColor(first), QColor(second)
    return QColor(*(
        round(a + (b - a) * share)
        for a, b in (
            (one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()),
        )
    ))  # fmt: skip


def _paint_shape(painter: QPainter, tile: QRectF, shape: Shape, scheme: theme.Colours) -> None:
    """Plot the numbers of wins above a line in the tile, and of losses below it."""
    middle, room = tile.top() + tile.height() * 0.68, tile.width() - 6
    steps = max(len(shape.wins), len(shape.losses), 2) - 1
    highest = max(map(_height, (*shape.wins, *shape.losses)), default=0) or 1
    painter.setPen(Qt.PenStyle.NoPen)
    for counts, colour, up in (
        (shape.wins, scheme.good, -0.32), (shape.losses, scheme.bad, 0.22),
    ):  # fmt: skip
        if not any(counts):
            continue
        points = [
            QPointF(
                tile.left() + 3 + room * n / steps,
                middle + up * tile.height() * _height(number) / highest,
            )
            for n, number in enumerate(counts)
        ]
        ends = [QPointF(points[-1].x(), middle), QPointF(points[0].x(), middle)]
        fill = QColor(colour)
        fill.setAlpha(190)
        painter.setBrush(fill)
        painter.drawPolygon(QPolygonF([*points, *ends]))


def _height(number: int) -> float:
    return log(number + 1)

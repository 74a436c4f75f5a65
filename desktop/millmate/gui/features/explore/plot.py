"""The sets of a table: how many positions are decided in n plies, as a list and a plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from millmate.gui.kit import theme
from millmate.gui.kit.plot import Axis, Plot, draw_level, draw_tick, round_step, short
from millmate.gui.kit.table_model import Column, Index, TableModel
from millmate.language import mark, number, tr

if TYPE_CHECKING:
    from millmate.tablebase.sets import DecidedSet


_WHITE, _BLACK = 2, 3
_NONE = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class _SetRow:
    """The number of positions so far from the end, with Black and with White to move.

    `kind` is the type of the table's sets, which defines the meaning of `number`, a set's row.
    """

    number: int
    counts: tuple[int, int]
    kind: "type[DecidedSet] | None"


def _plies(row: _SetRow) -> str:
    if row.kind and row.kind.outcomes:
        return _NONE
    return str(row.number // row.kind.rows_per_ply if row.kind else row.number)


def _muted_none(text: str) -> str | None:
    return theme.colours().muted if text == _NONE else None


def _counts_column(title: str, turn: bool) -> Column[_SetRow]:
    def text(row: _SetRow) -> str:
        return number(row.counts[turn]) if row.counts[turn] else _NONE

    return Column(title, text, numeric=True, colour=lambda row: _muted_none(text(row)))


_COLUMNS: tuple[Column[_SetRow], ...] = (
    Column(mark("Plies"), _plies, numeric=True, colour=lambda row: _muted_none(_plies(row))),
    Column(mark("The side to move"), lambda row: row.kind.fate(row.number) if row.kind else ""),
    _counts_column(mark("White to move"), True),
    _counts_column(mark("Black to move"), False),
)


class SetsModel(TableModel[_SetRow]):
    """The number of positions at each distance."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS)
        self._places: dict[int, int] = {}  # rows of the list by those of the sets

    def show_counts(
        self, white: Sequence[int], black: Sequence[int], kind: "type[DecidedSet] | None" = None
    ) -> None:
        """Show the counts of another table by row, with White and with Black to move.

        Where a ply has several rows, empty ones are left out.
        """
        sparse = kind is not None and kind.rows_per_ply > 1
        rows = [
            _SetRow(number, each, kind)
            for number, each in enumerate(zip_longest(black, white, fillvalue=0))
            if any(each) or not sparse
        ]
        self._places = {row.number: place for place, row in enumerate(rows)}
        self.show(rows)

    def index_of(self, number: int, turn: bool) -> QModelIndex:
        """Return the cell of a set, an invalid one if its row is left out."""
        return self.index(self._places.get(number, -1), _WHITE if turn else _BLACK)

    def number_of(self, index: Index) -> int:
        return self.row_at(index).number

    def turn_of(self, index: Index) -> bool:
        """Return the side to move of a cell; in the first columns, one with positions."""
        if index.column() >= _WHITE:
            return index.column() == _WHITE
        black, white = self.row_at(index).counts
        return white > 0 or black == 0


Place = tuple[int, bool]  # the row of a set, and whether White is to move

_WIDEST = 24.0  # width of a bar, in device-independent pixels


class SetsPlot(Plot):
    """Shows how many positions are decided in 0, 1, 2 ... plies.

    Bars are solid where White wins, pale where Black does. Where a ply has two rows, of lost and of
    won positions, their bars share its slot. `chosen` carries the `Place` that was clicked or
    reached with the arrow keys.
    """

    chosen = Signal(int, bool)
    keys = frozenset(
        {
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
        }
    )

    def __init__(self) -> None:
        super().__init__(mark("Positions by plies"), 14 * theme.GRID)
        self._counts: dict[bool, tuple[int, ...]] = {True: (), False: ()}
        self._axis = mark("plies")
        self._rows_per_ply, self._limit = 1, 0
        self._logarithmic = True
        self._chosen: Place | None = None
        self._shape: tuple[QSize, QFont] | None = None  # for which `_room` is the area of the bars
        self._room = QRectF()

    def show_counts(
        self,
        white: tuple[int, ...],
        black: tuple[int, ...],
        axis: str = "plies",
        rows_per_ply: int = 1,
        limit: int | None = None,
    ) -> None:
        """Show the counts of another table by row, with White and with Black to move.

        `axis` is the label of the axis of plies; beyond `limit` the fifty-move rule draws.
        """
        self._rows_per_ply, self._limit = rows_per_ply, limit or 0
        self._counts, self._axis = {True: white, False: black}, axis
        self.pointed_at = self._chosen = None
        self.update()

    def set_logarithmic(self, logarithmic: bool) -> None:
        """Switch between a logarithmic and a linear scale."""
        self._logarithmic = logarithmic
        self.update()

    def choose(self, place: Place | None) -> None:
        self._chosen = place
        self.update()

    @property
    def plies(self) -> int:
        """The number of plies along the axis."""
        return -(-self.rows // self._rows_per_ply)

    @property
    def _exceeds_limit(self) -> bool:
        return 0 < self._limit < self.plies - 1

    @property
    def rows(self) -> int:
        return max(len(counts) for counts in self._counts.values())

    def count(self, place: Place) -> int:
        row, turn = place
        counts = self._counts[turn]
        return counts[row] if row < len(counts) else 0

    def middle(self, place: Place) -> QPointF:
        """Return the centre of a set's slot, in its side's half."""
        area, (left, right) = self._area(), self._extent(place)
        x, turn = area.left() + (left + right) / 2, place[1]
        return QPointF(x, area.center().y() + (-0.25 if turn else 0.25) * area.height())

    def place_at(self, point: QPointF) -> Place | None:
        """Return the set whose slot holds `point`."""
        area = self._area()
        if not self.plies or not area.contains(point):
            return None
        turn = point.y() < area.center().y()
        ply = int((point.x() - area.left()) / self._slot())
        if ply >= self.plies:
            return None
        rows = [ply * self._rows_per_ply + part for part in range(self._rows_per_ply)]
        filled = [row for row in rows if self.count((row, turn))] or rows[-1:]
        part = ((point.x() - area.left()) / self._slot() - ply) * len(filled)
        return filled[int(part)], turn

    def _extent(self, place: Place) -> tuple[float, float]:
        """Return the start and end of a set's bar, from the left of the area."""
        row, turn = place
        ply, slot = row // self._rows_per_ply, self._slot()
        rows = [ply * self._rows_per_ply + part for part in range(self._rows_per_ply)]
        filled = [each for each in rows if self.count((each, turn))]
        if row not in filled or len(filled) < 2:
            return ply * slot, (ply + 1) * slot
        at, width = filled.index(row), slot / len(filled)
        return ply * slot + at * width, ply * slot + (at + 1) * width

    def _ever_wins(self, winner: bool) -> bool:
        return any(
            count and _winner((row, turn)) is winner
            for turn, counts in self._counts.items()
            for row, count in enumerate(counts)
        )

    def _area(self) -> QRectF:
        shape = self.size(), self.font()
        if shape != self._shape:  # every bar asks for it
            left, line = self.metrics.horizontalAdvance("500M") + theme.GRID, self.line
            above, below = line + theme.GRID, 2 * line + theme.GRID
            place = QRectF(self.rect()).adjusted(left, above, -theme.GRID / 2, -below)
            self._shape, self._room = shape, place
        return self._room

    def _slot(self) -> float:
        return min(_WIDEST, self._area().width() / max(1, self.plies))

    def _heights(self) -> Axis:
        """Return the axis of counts, in pixels from the middle."""
        most = max((max(counts, default=0) for counts in self._counts.values()), default=0)
        return Axis(0, most, 0, self._area().height() / 2 - 1, self._logarithmic)

    def _bar(self, place: Place, heights: Axis) -> QRectF:
        area, (start, end) = self._area(), self._extent(place)
        gap = 0.0 if end - start < 3 else 1.0
        count = self.count(place)
        height = max(1.0, heights.place(count)) if count else 0.0
        top = area.center().y() - height if place[1] else area.center().y() + 1
        return QRectF(area.left() + start, top, end - start - gap, height)

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw everything, aligned to whole pixels."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        heights, area = self._heights(), self._area()
        for tick in heights.ticks(1.6 * self.line):
            height = heights.place(tick)
            if height >= 0.6 * self.line:  # or the labels above and below the axis would touch
                for sign in (-1, 1):
                    draw_level(painter, area, area.center().y() + sign * height, short(tick))
        self._draw_mark(painter, colours)
        for turn in (True, False):
            for row in range(self.rows):
                bar = self._bar((row, turn), heights)
                if bar.height() > 0:
                    chosen = (row, turn) == self._chosen
                    painter.fillRect(bar, _shade(_winner((row, turn)), chosen, colours))
        painter.setPen(QPen(QColor(colours.muted), 1))
        middle = area.center().y()
        painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
        densest = round_step(self.metrics.horizontalAdvance("0000") / self._slot())
        for plies in range(0, self.plies, densest):
            x = area.left() + (plies + 0.5) * self._slot()
            draw_tick(painter, x, area.bottom() + 2, str(plies))
        if self._exceeds_limit:
            self._draw_limit(painter, colours)
        self._draw_words(painter, colours)

    def _draw_limit(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw a line beyond which the fifty-move rule draws."""
        area = self._area()
        x = round(area.left() + (self._limit + 1) * self._slot())
        painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _draw_mark(self, painter: QPainter, colours: theme.Colours) -> None:
        """Shade the slot under the mouse and the chosen one."""
        area = self._area()
        for place in {self.pointed_at, self._chosen} - {None}:
            assert place is not None
            shade = QColor(colours.accent)
            shade.setAlpha(60 if place == self._chosen else 30)
            top = area.top() if place[1] else area.center().y()
            start, end = self._extent(place)
            painter.fillRect(
                QRectF(area.left() + start, top, end - start, area.height() / 2), shade
            )

    def _draw_words(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw the labels of the axes and the legend."""
        area = self._area()
        top = QRectF(area.left(), 0, area.width(), self.line)
        bottom = QRectF(area.left(), self.height() - self.line, area.width(), self.line)
        painter.setPen(QColor(colours.text))
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft, tr("White to move"))
        painter.drawText(bottom, Qt.AlignmentFlag.AlignLeft, tr("Black to move"))
        painter.setPen(QColor(colours.muted))
        axis = tr(self._axis)
        if self._exceeds_limit:
            axis = tr("{axis}; beyond {n} the fifty-move rule draws", axis=axis, n=self._limit)
        painter.drawText(bottom, Qt.AlignmentFlag.AlignRight, axis)
        right = top.right()
        for winner in [side for side in (False, True) if self._ever_wins(side)]:
            right = self._draw_key(painter, winner, right, colours)

    def _draw_key(
        self, painter: QPainter, winner: bool, right: float, colours: theme.Colours
    ) -> float:
        """Draw one line of the legend, right-aligned; return the right edge for the next one."""
        words = tr("White wins") if winner else tr("Black wins")
        width = self.metrics.horizontalAdvance(words)
        painter.setPen(QColor(colours.muted))
        painter.drawText(
            QRectF(right - width - 1, 0, width + 1, self.line), Qt.AlignmentFlag.AlignLeft, words
        )
        size = self.line * 0.6
        left = right - width - size - theme.GRID / 2
        painter.fillRect(QRectF(left, self.line * 0.22, size, size), _shade(winner, False, colours))
        return left - 2 * theme.GRID

    def choose_place(self, place: Place) -> None:
        self.chosen.emit(*place)

    def press(self, key: Qt.Key) -> None:
        """Move along the axis with Left, Right, Home and End, across it with Up and Down."""
        row, turn = self._chosen or (0, True)
        match key:
            case Qt.Key.Key_Left:
                place = self._next(row, turn, -1)
            case Qt.Key.Key_Right:
                place = self._next(row, turn, 1)
            case Qt.Key.Key_Home:
                place = self._next(-1, turn, 1)
            case Qt.Key.Key_End:
                place = self._next(self.rows, turn, -1)
            case _:
                place = self._across(row, key == Qt.Key.Key_Up)
        if place is not None:
            self.chosen.emit(*place)

    def _next(self, row: int, turn: bool, step: int) -> Place | None:
        """Return the nearest non-empty set of a side in the direction of `step`."""
        row += step
        while 0 <= row < self.rows:
            if self.count((row, turn)):
                return row, turn
            row += step
        return None

    def _across(self, row: int, turn: bool) -> Place | None:
        """Return the nearest non-empty set with `turn` to move."""
        found = [n for n in range(self.rows) if self.count((n, turn))]
        return (min(found, key=lambda n: abs(n - row)), turn) if found else None


def _winner(place: Place) -> bool:
    """Return who wins: the side to move has odd rows where it wins."""
    row, turn = place
    return turn if row % 2 else not turn


def _shade(winner: bool, chosen: bool, colours: theme.Colours) -> QColor:
    if chosen:
        return QColor(colours.text)
    shade = QColor(colours.accent)
    shade.setAlpha(255 if winner else 110)
    return shade

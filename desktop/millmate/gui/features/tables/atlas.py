"""The atlas: endings as tiles, White's pieces across and Black's down, with their shapes.

A tile shows the sizes of the sets S_n of its table: White's wins by moves to mate above a line,
Black's below it, both logarithmic. Its ground shows one figure, as the `Colouring` says.
"""

from functools import lru_cache
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
    Qt,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from millmate.gui.features.tables import charts
from millmate.gui.features.tables.charts import Chart, Place
from millmate.gui.features.tables.figures import Colouring, Records, Shape, shape
from millmate.gui.features.tables.tables_model import TablesModel, name_of, state_words
from millmate.gui.kit import accessible, theme
from millmate.gui.kit.table_model import Index
from millmate.gui.kit.translator import bind_text
from millmate.language import current, mark, tr
from millmate.tablebase.inventory import Ending

_GAP = 4  # pixels between tiles
_ROUND = 5  # pixels: the radius of a tile's corners
_SHADES = 64  # of a tile's ground
_FAINT = 0.3  # opacity of the tiles of endings that are not listed


class Atlas(QAbstractItemView):
    """Shows the endings of a `TablesModel` as tiles; those that it does not list are faint."""

    def __init__(self, model: TablesModel) -> None:
        super().__init__()
        self._tables = model
        self.chart: Chart = charts.chess()
        self.records = Records()
        self.colouring = Colouring.WON
        self._most = 1.0  # the largest figure
        self._picture: QPixmap | None = None  # of all tiles, until something in it changes
        self._painted_for: tuple[object, ...] = ()
        self.setModel(model)
        for changed in (model.dataChanged, model.modelReset):
            changed.connect(self._renew)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        bind_text(self, name=mark("Atlas of endings"))

    def show_chart(self, chart: Chart) -> None:
        """Show the endings of another game, or of other rules."""
        self.chart = chart
        self._renew()

    def show_records(self, records: Records) -> None:
        """Show newer figures of endings that their tables do not hold."""
        self.records = records
        self._renew()

    def colour(self, colouring: Colouring) -> None:
        """Show another figure in the grounds of the tiles."""
        self.colouring = colouring
        self._renew()

    @Slot()
    def _renew(self) -> None:
        self._picture = None
        self.viewport().update()

    accessible = accessible.as_role(QAccessible.Role.List)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._announce()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._announce()

    def _announce(self) -> None:
        """Announce the current ending to a screen reader; Qt reports only the list."""
        ending = self._tables.node(self.currentIndex()).ending
        if ending is not None and self.hasFocus():
            accessible.announce(self, self.words(ending))

    def _side(self) -> float:
        """Return the width of a tile with its gap."""
        room, chart = self.viewport().rect(), self.chart
        fitting = min(room.width() / chart.across, room.height() / chart.down)
        return max(min(fitting, chart.widest + _GAP), 2 * _GAP)

    def _rect(self, place: Place) -> QRect:
        side = self._side()
        beside = (self.viewport().width() - self.chart.across * side) / 2
        left, top = round(beside + place[0] * side), round(place[1] * side)
        return QRect(left, top, round(side) - _GAP, round(side) - _GAP)

    def visualRect(self, index: Index) -> QRect:
        ending = self._tables.node(index).ending
        place = self.chart.places.get(ending.name) if ending is not None else None
        return QRect() if place is None else self._rect(place)

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the index of the tile at `point`; the gap after a tile belongs to it."""
        for name, place in self.chart.places.items():
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
        for name, place in self.chart.places.items():
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
        here = self.chart.places.get(current.name) if current is not None else None
        listed = [
            (place, index)
            for name, place in self.chart.places.items()
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all tiles, and a line round those that are chosen."""
        view = self.viewport()
        made_for = view.size(), view.devicePixelRatioF(), theme.colours(), self.font(), current()
        if self._picture is None or made_for != self._painted_for:
            self._picture, self._painted_for = self._painted(), made_for
        with QPainter(view) as painter:
            painter.drawPixmap(0, 0, self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.colours().accent), 2))
            for rect in map(self.visualRect, self.selectionModel().selectedRows()):
                if not rect.isNull():
                    painter.drawRoundedRect(QRectF(rect), _ROUND, _ROUND)

    def _painted(self) -> QPixmap:
        """Return the picture of all tiles, none of them chosen."""
        found = [self._tables.ending(name) for name in self.chart.places]
        figures = (self.records.figure(each, self.colouring) for each in found if each is not None)
        self._most = max([1.0, *(figure for figure in figures if figure is not None)])
        ratio = self.viewport().devicePixelRatioF()
        picture = QPixmap(self.viewport().size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = QFont(self.font())
            font.setPixelSize(max(8, min(13, round(self._side() * 0.22))))
            painter.setFont(font)
            self._paint_titles(painter)
            for name, place in self.chart.places.items():
                painter.setOpacity(1.0 if self._tables.ending(name) is not None else _FAINT)
                self._paint_tile(painter, QRectF(self._rect(place)), name)
        return picture

    def _paint_titles(self, painter: QPainter) -> None:
        """Name the blocks, and show Black's pieces beside their rows."""
        painter.setPen(QColor(theme.colours().muted))
        side = self._side()
        for place, text in self.chart.titles.items():
            tile = QRectF(self._rect(place))
            foot = QRectF(tile.left(), tile.top() - side, 12 * side, side - _GAP)
            painter.drawText(
                foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, tr(text)
            )
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for place, men in self.chart.heads.items():
            head = QRectF(self._rect(place))
            head.setWidth(side * 0.9 - 2 * _GAP)
            painter.drawText(head, right, men)

    def _paint_tile(self, painter: QPainter, tile: QRectF, name: str) -> None:
        scheme, ending = theme.colours(), self._tables.ending(name)
        found = shape(ending) if ending is not None else None
        busy = ending is not None and self._tables.is_busy(ending)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(
            self._ground(ending, scheme) if found is not None else Qt.BrushStyle.NoBrush
        )
        painter.drawRoundedRect(tile, _ROUND, _ROUND)
        if ending is not None and busy:
            _fill(painter, tile, self._tables.share(ending), scheme)
        painter.setPen(QColor(scheme.text if found is not None else scheme.muted))
        inner = tile.adjusted(4, 2, -4, -2)
        top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        painter.drawText(inner, top, self.chart.symbols[name])
        if found is not None and ending is not None:
            _paint_shape(painter, tile, found, scheme)
            painter.setPen(QColor(scheme.text))
            bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
            painter.drawText(inner, bottom, self.records.corner(ending, self.colouring))
        if busy or found is None:
            painter.setPen(QColor(scheme.accent if busy else scheme.line))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(tile, _ROUND, _ROUND)

    def _ground(self, ending: Ending | None, scheme: theme.Colours) -> QColor:
        """Return the ground of a tile: the greener, the larger its figure; grey if unknown."""
        figure = None if ending is None else self.records.figure(ending, self.colouring)
        if figure is None:
            return QColor(scheme.raised)
        if self.colouring is Colouring.LONGEST:
            figure = (figure / self._most) ** 0.5
        elif self.colouring is Colouring.ZUGZWANGS:
            figure = log(figure + 1) / log(self._most + 1)
        return _mixed(scheme.base, scheme.won_ground, round(figure * _SHADES) / _SHADES)

    def viewportEvent(self, event: QEvent) -> bool:
        """Name the ending of a tile, with its figures, in a tool tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            ending = self._tables.node(self.indexAt(event.pos())).ending
            words = self.words(ending) if ending is not None else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def words(self, ending: Ending) -> str:
        """Return the name of an ending, and its figures or its state."""
        said = self.records.words(ending, self.colouring) or [state_words(ending, {})]
        return f"{name_of(ending.table)} ({ending.name}): {'; '.join(said)}"


def _fill(painter: QPainter, tile: QRectF, share: float, scheme: theme.Colours) -> None:
    """Fill a tile from below, as far as its table is built."""
    whole, done = QPainterPath(), QPainterPath()
    whole.addRoundedRect(tile, _ROUND, _ROUND)
    done.addRect(tile.adjusted(0, (1 - share) * tile.height(), 0, 0))
    colour = QColor(scheme.accent)
    colour.setAlpha(90)
    painter.fillPath(whole.intersected(done), colour)


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

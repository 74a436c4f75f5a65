"""The graph of a game: how far each position is from the end, or how it is evaluated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from millmate.formatting import titled
from millmate.games.value import Terms
from millmate.games.value import words as value_words
from millmate.gui.features.analyse import score_layout as layout
from millmate.gui.features.analyse.distance_curve import DistanceCurve
from millmate.gui.features.analyse.score_layout import numbered
from millmate.gui.kit import theme
from millmate.gui.kit.plot import Plot, draw_level
from millmate.language import count, mark, tr
from millmate.play.distance import Distance, distances, runs
from millmate.play.game_review import ReviewedPosition, slower_words, thrown_words
from millmate.play.review_notes import white_share
from millmate.play.trainer.exam import Mark
from millmate.records.tree import Node

_MISTAKES = (2, 4)  # signs: ? and ??
_SIGN = 4.5  # half the size of a mark, in device-independent pixels

_NEAR = 20.0  # plies from the end at which half of a win's room is used


@dataclass(frozen=True, slots=True)
class Point:
    """A position: the part of a point that White may hope for, 0 to 1, and all of it in words.

    `share` is None where nothing is known; it is `exact` where a table says so. Of a win more than
    three quarters are sure, the nearer the mate the more: the losses on the way are visible.
    """

    share: float | None
    exact: bool
    mark: Mark | None
    words: str
    doubted: bool = False  # a sign calls the move a mistake, where no table covers it
    name: str = ""  # of the move, with its number
    distance: Distance = Distance()  # noqa: RUF009


def points(
    way: Sequence[Node],
    root: Node,
    first_ply: int,
    terms: Terms,
    stations: Mapping[str, ReviewedPosition],
    scores: Mapping[str, float],
) -> tuple[Point, ...]:
    """Return the points of a line of moves from `root`.

    `stations` are the table results by position, `scores` those of an engine: White's share.
    """
    found = [_point(root, tr("Start position"), terms, stations, scores)]
    for at, node in enumerate(way):
        found.append(_point(node, numbered(node, first_ply + at), terms, stations, scores))
    far = distances(stations.get(node.fen) for node in (root, *way))
    return tuple(replace(point, distance=each) for point, each in zip(found, far, strict=True))


def _point(
    node: Node,
    name: str,
    terms: Terms,
    stations: Mapping[str, ReviewedPosition],
    scores: Mapping[str, float],
) -> Point:
    short = "" if node.ply is None else name
    doubted = any(nag in _MISTAKES for nag in node.notes.nags)
    meaning = layout.words(nag for nag in node.notes.nags if nag in layout.OF_MOVES)
    if meaning:
        name = f"{name} ({meaning})"
    station = stations.get(node.fen)
    if station is not None and station.ruled is not None:
        said = value_words(station.ruled, terms, station.turn)
        effect = effect_words(station)
        words = f"{titled(name, effect) if effect else name}\n{said}"
        return Point(share_of(station), True, station.mark, words, name=short)
    score = scores.get(node.fen, white_share(node.notes))
    if score is None:
        return Point(None, False, None, tr("{move}\nNo table covers this position", move=name))
    percent = round(100 * score)
    said = tr("Engine estimate: White scores {percent} % of the point", percent=percent)
    return Point(score, False, None, f"{name}\n{said}", doubted)


def share_of(station: ReviewedPosition) -> float:
    """Return the part of a point that White has by the tables, a near win more than a far one."""
    found, value = station.ruled, station.value
    assert found is not None
    if value is None:  # a win, or a draw by the fifty-move rule
        return 0.5 + 0.25 * found.wdl * (1 if station.turn else -1)
    plies = found.plies if found.in_time else None
    sure = 1.0 if plies is None else 0.5 + 0.5 * _NEAR / (_NEAR + plies)
    return 0.5 + 0.5 * value * sure


def effect_words(station: ReviewedPosition) -> str:
    """Return the effect of the move, "" if it kept the result and lost no time."""
    if station.mark is Mark.THROWN:
        return thrown_words(station.before, station.after)
    if station.mark is not Mark.SLOWER:
        return ""
    if station.before > 0:
        return slower_words(station.lost)
    return count(
        station.lost, "loses {n} ply sooner than necessary", "loses {n} plies sooner than necessary"
    )


class EvaluationGraph(Plot):
    """Shows points by plies, the one of the position shown marked; `chosen` carries plies.

    If `far`, they are distances to the end, see `DistanceCurve`, or else shares of the point.
    Results of tables are a solid line, what an engine has found a dotted one. A cross marks a move
    that threw a result away, a hollow triangle one that lost time, a question mark one that a sign
    calls a mistake where no table covers it. Left and Right go through the game, Up and Down from
    one such move to the next.
    """

    chosen = Signal(int)
    keys = frozenset({
        Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home,
        Qt.Key.Key_End,
    })  # fmt: skip
    framed = False  # its border changes its colour

    def __init__(self) -> None:
        super().__init__(mark("Evaluation graph"), 0)
        self.points: tuple[Point, ...] = ()
        self.cursor_ply = 0
        self.far = self._tall = False
        self._picture: tuple[object, QPixmap] | None = None  # all but the cursor, and its key
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def show_points(self, points: tuple[Point, ...], far: bool | None = None) -> None:
        """Show `points` in place of those before, as distances if `far`.

        None if there are no distances; otherwise the height is the same for either curve.
        """
        if self._tall is (far is None):
            self._tall = far is not None
            self.updateGeometry()
        self.points, self.far, self._picture = points, bool(far), None
        self.describe()
        self.update()

    def show_cursor(self, ply: int) -> None:
        """Mark the position after `ply` plies."""
        if ply != self.cursor_ply:
            self.cursor_ply = ply
            self.describe()
            self.update()

    def describe(self) -> None:
        """Describe the position that is shown, for screen readers."""
        if self.cursor_ply < len(self.points):
            self.setAccessibleDescription(self.points[self.cursor_ply].words.replace("\n", ". "))

    def place_of(self, ply: int) -> QPointF:
        """Return where a ply's point lies, in the middle where nothing is known of it."""
        return self._place(ply, self._area())

    def _place(self, ply: int, area: QRectF) -> QPointF:
        if self.far:
            return self._curve(area).place(ply)
        share = self.points[ply].share
        height = 0.5 if share is None else share
        return QPointF(self._x(ply, area), area.bottom() - height * area.height())

    def _curve(self, area: QRectF) -> DistanceCurve:
        far = [point.distance for point in self.points]
        return DistanceCurve(far, area, lambda ply: self._x(ply, area))

    def ply_at(self, x: float) -> int:
        """Return the ply that is nearest to the column `x`."""
        area, most = self._area(), max(len(self.points) - 1, 1)
        ply = round((x - area.left()) / area.width() * most)
        return max(0, min(ply, len(self.points) - 1))

    def _x(self, ply: int, area: QRectF) -> float:
        return area.left() + area.width() * ply / max(len(self.points) - 1, 1)

    def _area(self) -> QRectF:
        left = self.metrics.horizontalAdvance("0-1") + theme.GRID
        return QRectF(self.rect()).adjusted(left, theme.GRID, -theme.GRID, -theme.GRID)

    def sizeHint(self) -> QSize:
        """As broad as there is room, and flat."""
        return QSize(240, self._height(6.5 if self._tall else 3.8))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._height(3.3 if self._tall else 3.8))

    def _height(self, lines: float) -> int:
        return max(6 * theme.GRID, round(lines * self.metrics.height()))

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw the cursor on the picture of the rest, which is kept: only the cursor moves."""
        ratio = self.devicePixelRatioF()
        key = colours, self.size(), ratio, self.font().key(), self.hasFocus()
        if self._picture is None or self._picture[0] != key:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            with QPainter(picture) as still:
                still.setFont(self.font())
                still.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_still(still, colours)
            self._picture = key, picture
        painter.drawPixmap(0, 0, self._picture[1])
        self._draw_cursor(painter, colours)

    def _draw_still(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw all but the cursor."""
        border = QColor(colours.accent if self.hasFocus() else colours.line)
        painter.setPen(QPen(border, 1))
        painter.setBrush(QColor(colours.base))
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme.ROUND, theme.ROUND)
        area = self._area()
        if self.far:
            curve = self._curve(area)
            curve.draw(painter, colours)
            for ply in curve.draw_slips(painter, [each.name for each in self.points], colours):
                self._draw_mark(painter, curve.place(ply), Mark.THROWN, colours)
            return
        self._draw_bands(painter, colours)
        for level, text in ((1.0, "1-0"), (0.5, "½"), (0.0, "0-1")):
            draw_level(painter, area, area.bottom() - level * area.height(), text)
        # stretches without a gap and from one source
        for run in runs(None if at.share is None else at.exact for at in self.points):
            self._draw_run(painter, run, colours)
        for ply, point in enumerate(self.points):
            if point.mark in (Mark.THROWN, Mark.SLOWER):
                self._draw_mark(painter, self.place_of(ply), point.mark, colours)
            elif point.doubted:
                self._draw_doubt(painter, self.place_of(ply), colours)

    def _draw_bands(self, painter: QPainter, scheme: theme.Colours) -> None:
        """Shade what lies between the bands of wins: a draw, or a game that is open."""
        area = self._area()
        quarter = area.height() / 4
        painter.fillRect(area.adjusted(0, quarter, 0, -quarter), QColor(scheme.window))

    def _draw_cursor(self, painter: QPainter, scheme: theme.Colours) -> None:
        area = self._area()
        for ply, alpha in ((self.pointed_at, 60), (self.cursor_ply, 255)):
            if ply is not None and ply < len(self.points):
                colour = QColor(scheme.accent)
                colour.setAlpha(alpha)
                painter.setPen(QPen(colour, 2))
                x = self._x(ply, area)
                painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom() + 4))

    def _draw_run(self, painter: QPainter, run: list[int], scheme: theme.Colours) -> None:
        area = self._area()
        places = [self._place(ply, area) for ply in run]
        middle = area.center().y()
        shade = QColor(scheme.accent)
        shade.setAlpha(36)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        ends = [QPointF(places[-1].x(), middle), QPointF(places[0].x(), middle)]
        painter.drawPolygon(QPolygonF([*places, *ends]))
        exact = self.points[run[0]].exact
        style = Qt.PenStyle.SolidLine if exact else Qt.PenStyle.DotLine
        painter.setPen(QPen(QColor(scheme.text), 1.6, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if len(places) > 1:
            painter.drawPolyline(QPolygonF(places))
        else:
            painter.drawEllipse(places[0], 1.5, 1.5)

    def _draw_mark(
        self, painter: QPainter, place: QPointF, mark: Mark, scheme: theme.Colours
    ) -> None:
        """Draw a cross on a plain ground, or a hollow triangle."""
        if mark is Mark.THROWN:
            painter.setPen(QPen(QColor(scheme.base), 1.5))
            painter.setBrush(QColor(scheme.bad))
            painter.drawEllipse(place, _SIGN + 2, _SIGN + 2)
            painter.setPen(QPen(QColor(scheme.base), 1.8))
            arm = QPointF(1, 1) * (_SIGN * 0.62)
            painter.drawLine(place - arm, place + arm)
            arm = QPointF(1, -1) * (_SIGN * 0.62)
            painter.drawLine(place - arm, place + arm)
            return
        painter.setPen(QPen(QColor(scheme.text), 1.2))
        painter.setBrush(QColor(scheme.base))
        half = _SIGN * 0.8
        corners = [QPointF(-half, -half * 0.8), QPointF(half, -half * 0.8), QPointF(0, half)]
        painter.drawPolygon(QPolygonF([place + corner for corner in corners]))

    def _draw_doubt(self, painter: QPainter, place: QPointF, scheme: theme.Colours) -> None:
        """Draw a question mark on a plain ground."""
        painter.setPen(QPen(QColor(scheme.base), 1.5))
        painter.setBrush(QColor(scheme.text))
        painter.drawEllipse(place, _SIGN + 2, _SIGN + 2)
        font = self.font()
        font.setPixelSize(round(2.4 * _SIGN))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(scheme.base))
        around = QRectF(place.x() - _SIGN, place.y() - _SIGN - 2, 2 * _SIGN, 2 * _SIGN + 4)
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, "?")
        painter.setFont(self.font())

    def place_at(self, point: QPointF) -> int | None:
        """Return the ply that is nearest to `point` along the axis."""
        return self.ply_at(point.x()) if self.points else None

    def words_of(self, place: int) -> str:
        return self.points[place].words

    def choose_place(self, place: int) -> None:
        self.chosen.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at a ply; with the button down, go there."""
        super().mouseMoveEvent(event)
        dragged = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if dragged and self.pointed_at not in (None, self.cursor_ply):
            self.chosen.emit(self.pointed_at)

    def press(self, key: Qt.Key) -> None:
        """Go to the next marked move with Down, to the one before with Up, or step by step."""
        cursor, last = self.cursor_ply, len(self.points) - 1
        steps = {
            Qt.Key.Key_Left: cursor - 1,
            Qt.Key.Key_Right: cursor + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        ply = steps.get(key)
        if key == Qt.Key.Key_Down:
            ply = next((p for p in self._marked if p > cursor), None)
        elif key == Qt.Key.Key_Up:
            ply = next((p for p in reversed(self._marked) if p < cursor), None)
        if ply is not None and 0 <= ply <= last and ply != cursor:
            self.chosen.emit(ply)

    @property
    def _marked(self) -> list[int]:
        """The plies of moves that are marked."""
        return [
            ply
            for ply, at in enumerate(self.points)
            if at.mark in (Mark.THROWN, Mark.SLOWER) or at.doubted
        ]

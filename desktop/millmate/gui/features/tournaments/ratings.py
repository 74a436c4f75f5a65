"""The ratings during a tournament: one line per participant, and the current error bars."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QMenu

from millmate.formatting import plural, signed
from millmate.gui.kit import theme
from millmate.gui.kit.plot import Axis, Plot, draw_level, draw_tick
from millmate.language import mark, tr
from millmate.spreadsheets import csv_text

if TYPE_CHECKING:
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Standings


NONE = mark("Ratings appear here as soon as games are finished.")
_MOST, _ALL = 120, 1200  # points of a line in the plot, and of all lines together
_SECONDS = 0.25  # for one batch of samples


@dataclass(frozen=True, slots=True)
class Sample:
    """Ratings and error margins after `games` games, in Elo, by participant.

    None stands for participants that had not played yet.
    """

    games: int
    values: tuple[float | None, ...]
    errors: tuple[float | None, ...]


class RatingHistory:
    """The ratings of participants, by number, after increasing numbers of games.

    `last` is the number of games of the latest ratings.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        self.last = 0
        self._known: dict[int, Sample] = {}
        self._shown: list[Sample] | None = []  # None: not computed yet

    def add(self, sample: Sample) -> None:
        self._known[sample.games] = sample
        self.last = max(self.last, sample.games)
        self._shown = None

    @property
    def samples(self) -> list[Sample]:
        """The samples in order, thinned out for the plot."""
        if self._shown is None:
            wanted = set(wanted_counts(self.last, len(self.names)))
            self._known = {n: each for n, each in self._known.items() if n in wanted}
            self._shown = [self._known[n] for n in sorted(self._known)]
        return self._shown

    @property
    def ranking(self) -> list[int]:
        """The participants with current ratings, best first."""
        if not self.samples:
            return []
        values = self.samples[-1].values
        rated = [(-value, n) for n, value in enumerate(values) if value is not None]
        return [n for _, n in sorted(rated)]

    @property
    def from_both_ends(self) -> list[int]:
        """The best, the worst, the second, the last but one, and so on."""
        ranking = self.ranking
        half = (len(ranking) + 1) // 2
        pairs = zip_longest(ranking[:half], ranking[: half - 1 : -1])
        return [n for pair in pairs for n in pair if n is not None]

    def at(self, games: int | None) -> Sample | None:
        """Return the ratings after about `games` games, by default now; None if unknown."""
        if not self.samples or games is None:
            return self.samples[-1] if self.samples else None
        return min(self.samples, key=lambda each: abs(each.games - games))

    def rating(self, sample: Sample, participant: int) -> tuple[str, str]:
        """Return a participant's name and the text after it: ` +50 ± 40`."""
        value, error = sample.values[participant], sample.errors[participant]
        if value is None or error is None:
            return self.names[participant], tr(" has not played")
        return self.names[participant], f" {signed(value)} ± {error:.0f}"

    def words(self, games: int | None, participant: int | None) -> str:
        """Return the rating of a participant, or of everybody, after `games` games as text."""
        sample = self.at(games)
        if sample is None:
            return tr(NONE)
        whose = self.ranking if participant is None else [participant]
        told = "; ".join("".join(self.rating(sample, each)) for each in whose)
        return tr("After {games}: {told}", games=plural(sample.games, "game"), told=told)

    def csv(self) -> str:
        """Return the history as a table of games, ratings and error margins."""
        titles = [tr("Games"), *(f"{name}{what}" for name in self.names for what in ("", " ±"))]
        rows = []
        for sample in self.samples:
            pairs = zip(sample.values, sample.errors, strict=True)
            rows.append((sample.games, *(each for pair in pairs for each in pair)))
        return csv_text((titles, *rows))


def wanted_counts(total: int, players: int) -> list[int]:
    """Return the numbers of games for which the plot shows ratings, out of `total`.

    They are multiples of a power of 2, so that samples for fewer games can be reused for more.
    """
    most = max(1, min(_MOST, _ALL // max(1, players)))
    step = 1
    while total > step * most:
        step *= 2
    counts = list(range(step, total + 1, step))
    return counts if not total or total in counts else [*counts, total]


def missing_counts(total: int, players: int, known: AbstractSet[int]) -> list[int]:
    """Return the wanted numbers of games without known ratings."""
    return [count for count in wanted_counts(total, players) if count not in known]


def sample_of(table: Standings, games: int) -> Sample:
    """Return the ratings of a table computed after `games` games."""
    lines = sorted(table.lines, key=lambda line: line.participant)
    return Sample(games, tuple(line.elo for line in lines), tuple(line.error for line in lines))


def samples(
    plan: TournamentPlan,
    results: Sequence[GameResult],
    counts: Sequence[int],
    stopped: Callable[[], bool],
) -> Iterator[Sample]:
    """Yield the ratings after each of `counts` of `results`, until a short time has passed."""
    from millmate.play.tournament.standings import standings

    until = time.monotonic() + _SECONDS
    for count in counts:
        if stopped() or time.monotonic() > until:
            return
        games = {result.number: result for result in results[:count]}
        yield sample_of(standings(plan, games), count)


# Distinguishable with colour blindness and on both backgrounds; further lines are dashed.
_LIGHT = ("#0a6fb4", "#c0520a", "#22805a", "#a6487f", "#7a6a00", "#5a4fb0", "#2f8a96", "#7d5238")
_DARK = ("#62b5f0", "#f0944d", "#5fc79a", "#e594c0", "#d4c24a", "#a9a0f2", "#68cfdb", "#cf9f80")
_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_FEW = 3  # up to this number of participants, error bars are drawn along the whole line
_LABELS, _BARS = 0.36, 0.18  # largest shares of the width
_WIDEST_STRIP = 10.0  # pixels between the error bars of two participants
_TOP = 3.0  # pixels above the text, for the focus frame
_NEAR = 24.0  # pixels from the mouse to its target
_FAINT, _LEGIBLE, _PALE, _THREAD = 90, 170, 46, 110  # opacities, of 255
_EARLY = 0.15  # share of the games with unstable ratings, which do not determine the axis
_LEAST = 100.0  # minimum span of the axis in Elo
_WIDEST_BAR = 400.0  # Elo; the axis makes no room for larger error bars
_AIR = 0.06  # of the span, above and below


class Scene:
    """The plot of a rating history in a size, with one participant marked and another hovered.

    Lines run through `area` along the axes `games` and `elo`; at its right are the current error
    bars, then the `labels`.
    """

    def __init__(
        self,
        course: RatingHistory,
        size: QSizeF,
        metrics: QFontMetricsF,
        standing_out: frozenset[int],
    ) -> None:
        self._course, self._size, self._metrics = course, size, metrics
        self._standing_out = standing_out
        self._colours = theme.colours()
        self._samples, self._ranking = course.samples, course.ranking
        self._line = metrics.height()
        room = self._label_room()
        self._strip = min(_WIDEST_STRIP, _BARS * size.width() / max(1, len(self._ranking)))
        left = metrics.horizontalAdvance("+1000") + theme.GRID
        right = size.width() - room - self._strip * (len(self._ranking) + 1)
        top, end = self._line + theme.GRID, size.height() - self._line - theme.GRID
        self.area = QRectF(left, top, right - left, end - top)
        self.games = Axis(0, max(1, course.last), left, right)
        self.elo = Axis(*elo_range(self._samples), end, top)
        self.labels = QRectF(
            size.width() - room, top - self._line / 2, room, end - top + self._line / 2
        )

    def _label_room(self) -> float:
        now = self._samples[-1] if self._samples else None
        texts = ["".join(self._course.rating(now, each)) for each in self._ranking] if now else []
        widest = max(map(self._metrics.horizontalAdvance, texts), default=0.0)
        return min(widest + 2 * theme.GRID, _LABELS * self._size.width())

    # --- geometry ----------------------------------------------------------------------------

    def bar_x(self, rank: int) -> float:
        """Return the x position of the error bar of a rank, from 0."""
        return self.area.right() + (rank + 1) * self._strip

    def nearest(self, point: QPointF, games: int | None) -> int | None:
        """Return the participant whose line (at `games`), bar or label is near `point`."""
        sample = self._course.at(games)
        if sample is None:
            return None
        if point.x() >= self.labels.left():
            distances = {n: abs(y - point.y()) for n, y in self.label_places().items()}
        elif point.x() > self.area.right():
            distances = {
                n: abs(self.bar_x(rank) - point.x()) for rank, n in enumerate(self._ranking)
            }
        else:
            distances = {
                n: abs(self.elo.clamped(value) - point.y())
                for n, value in enumerate(sample.values)
                if value is not None
            }
        best = min(distances, key=distances.__getitem__, default=None)
        return best if best is not None and distances[best] <= _NEAR else None

    def label_places(self) -> dict[int, float]:
        """Return the y positions of the labels that fit: the best, the worst and the marked."""
        room = max(1, int(self.labels.height() / self._line))
        first = [n for n in self._ranking if n in self._standing_out]
        order = list(dict.fromkeys(first + self._course.from_both_ends))[:room]
        wanted = {n: self._end_of(n).y() for n in order}
        return spread(wanted, self._line, self.labels.top(), self.labels.bottom())

    def _end_of(self, participant: int) -> QPointF:
        value = self._samples[-1].values[participant]
        assert value is not None
        return QPointF(self.bar_x(self._ranking.index(participant)), self.elo.clamped(value))

    def _line_of(self, participant: int) -> QPolygonF:
        return QPolygonF(
            [
                QPointF(self.games.place(each.games), self.elo.clamped(value))
                for each in self._samples
                if (value := each.values[participant]) is not None
            ]
        )

    def _band_of(self, participant: int) -> QPolygonF:
        there, back = [], []
        for each in self._samples:
            value, error = each.values[participant], each.errors[participant]
            if value is not None and error is not None:
                x = self.games.place(each.games)
                there.append(QPointF(x, self.elo.clamped(value + error)))
                back.append(QPointF(x, self.elo.clamped(value - error)))
        return QPolygonF(there + back[::-1])

    # --- painting ----------------------------------------------------------------------------

    def colour(self, participant: int, least: int = 0) -> QColor:
        """Return a participant's colour, faint beside a marked one, at least `least` opaque."""
        family = _DARK if self._colours.dark else _LIGHT
        colour = QColor(family[participant % len(family)])
        if self._standing_out and participant not in self._standing_out:
            colour.setAlpha(max(_FAINT, least))
        return colour

    def paint(self, painter: QPainter) -> None:
        """Paint the parts that do not depend on the mouse."""
        if not self._samples:
            painter.setPen(QColor(self._colours.muted))
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(QPointF(), self._size), centre, tr(NONE))
            return
        self._draw_elo(painter)
        self._draw_games(painter)
        upwards = sorted(self._ranking, key=self._standing_out.__contains__)
        for participant in upwards:
            self._draw_band(painter, participant)
        for participant in upwards:
            self._draw_line(painter, participant)
        for participant in upwards:
            self._draw_bar(painter, participant)
        for participant, y in self.label_places().items():
            self._draw_label(painter, participant, y)

    def paint_words(self, painter: QPainter, words: str, games: int | None) -> None:
        """Paint the text above the plot, and a vertical line at `games` unless None."""
        sample = self._course.at(games)
        painter.setPen(QColor(self._colours.text))
        width = self._size.width() - self.area.left()
        above = QRectF(self.area.left(), _TOP, width, self._line)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, words)
        if games is not None and sample is not None:
            x = self.games.place(sample.games)
            painter.setPen(QPen(QColor(self._colours.muted), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, self.area.top()), QPointF(x, self.area.bottom()))

    def _draw_elo(self, painter: QPainter) -> None:
        end = self.bar_x(len(self._ranking) - 1) + self._strip / 2
        for tick in self.elo.ticks(2 * self._line):
            colour = self._colours.line if tick else self._colours.muted
            draw_level(painter, self.area, self.elo.place(tick), signed(tick), colour, end)
        painter.setPen(QColor(self._colours.muted))
        title = QRectF(theme.GRID / 2, _TOP, self.area.left(), self._line)
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft, "Elo")

    def _draw_games(self, painter: QPainter) -> None:
        widest = self._metrics.horizontalAdvance(f"{self._course.last:,}")
        bottom = self.area.bottom()
        for tick in self.games.ticks(2 * widest + theme.GRID):
            x = self.games.place(tick)
            painter.setPen(QPen(QColor(self._colours.line), 1))
            painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4))
            draw_tick(painter, x, bottom + 4, f"{tick:,}")
        painter.setPen(QColor(self._colours.muted))
        left = self.area.right() + widest / 2 + theme.GRID
        title = QRectF(left, bottom + 4, self._size.width() - left, self._line)
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft, tr("games"))

    def _draw_band(self, painter: QPainter, participant: int) -> None:
        if len(self._course.names) > _FEW and participant not in self._standing_out:
            return
        shade = self.colour(participant)
        shade.setAlpha(min(shade.alpha(), _PALE))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawPolygon(self._band_of(participant))

    def _draw_line(self, painter: QPainter, participant: int) -> None:
        quiet = 1.6 if len(self._course.names) <= len(_LIGHT) else 1.0
        pen = QPen(self.colour(participant), 2.6 if participant in self._standing_out else quiet)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setStyle(_STYLES[participant // len(_LIGHT) % len(_STYLES)])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPolyline(self._line_of(participant))

    def _draw_bar(self, painter: QPainter, participant: int) -> None:
        now = self._samples[-1]
        value, error = now.values[participant], now.errors[participant]
        assert value is not None
        assert error is not None
        middle, cap = self._end_of(participant), min(3.0, self._strip / 3)
        ends = self.elo.clamped(value + error), self.elo.clamped(value - error)
        colour, x = self.colour(participant), middle.x()
        painter.setPen(QPen(colour, 2.6 if participant in self._standing_out else 1.4))
        painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))
        for end in ends:
            painter.drawLine(QPointF(x - cap, end), QPointF(x + cap, end))
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(middle, 3.2, 3.2)

    def _draw_label(self, painter: QPainter, participant: int, y: float) -> None:
        """Draw a name with its figures, and a line from its bar; shorten names, never figures."""
        name, figures = self._course.rating(self._samples[-1], participant)
        left, room = self.labels.left() + 1.5 * theme.GRID, self.labels.width() - 1.5 * theme.GRID
        space = room - self._metrics.horizontalAdvance(figures)
        text = self._metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, space) + figures
        painter.setPen(self.colour(participant, _LEGIBLE))
        where = QRectF(left, y - self._line / 2, room, self._line)
        painter.drawText(where, Qt.AlignmentFlag.AlignLeft, text)
        thread = self.colour(participant)
        thread.setAlpha(min(thread.alpha(), _THREAD))
        painter.setPen(QPen(thread, 1))
        painter.drawLine(self._end_of(participant) + QPointF(5, 0), QPointF(left - 4, y))


def elo_range(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the lowest and highest rating shown, from samples in order."""
    if not samples:
        return -_LEAST / 2, _LEAST / 2
    last = samples[-1]
    seen = []
    for value, error in zip(last.values, last.errors, strict=True):
        if value is not None and error is not None:
            bar = min(error, _WIDEST_BAR)
            seen += [value - bar, value + bar]
    settled = [each for each in samples if each.games >= _EARLY * last.games]
    seen += [value for each in settled for value in each.values if value is not None]
    low, high = min(seen, default=0.0), max(seen, default=0.0)
    short = max(0.0, _LEAST - (high - low)) / 2
    air = _AIR * (high - low)
    return low - short - air, high + short + air


def spread(wanted: Mapping[int, float], height: float, top: float, end: float) -> dict[int, float]:
    """Return label positions near `wanted` at which no label covers another.

    Positions are the centres of labels of `height`, between `top` and `end`, where all labels must
    fit.
    """
    order = sorted(wanted, key=lambda number: (wanted[number], number))
    blocks: list[list[float]] = []  # the sum of wanted tops, and the number of labels
    for place, number in enumerate(order):
        blocks.append([wanted[number] - place * height, 1])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    least, most = top + height / 2, end - height / 2 - (len(order) - 1) * height
    places = [min(max(_mean(block), least), most) for block in blocks for _ in range(int(block[1]))]
    return {number: places[n] + n * height for n, number in enumerate(order)}


def _mean(block: list[float]) -> float:
    return block[0] / block[1]


_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class RatingsPlot(Plot):
    """Shows the history of the ratings and their error margins.

    One participant can be marked by a click, by Up and Down, or by the program; `chosen` carries
    it, or -1 for none. Left and Right move through the games.
    """

    chosen = Signal(int)
    keys = frozenset({*_ALONG, *_ACROSS, *_ENDS})

    def __init__(self) -> None:
        super().__init__(mark("Ratings over the finished games"), 14 * theme.GRID)
        self.course = RatingHistory()
        self.marked: int | None = None
        self._scene: Scene | None = None  # None until computed, like its cached picture
        self._picture = QPixmap()
        self._made_for: object = None

    # --- updates from the view ---------------------------------------------------------------

    def start(self, names: Sequence[str]) -> None:
        self.course = RatingHistory(names)
        self.marked = self.pointed_at = None
        self._renew()

    def add(self, sample: Sample) -> None:
        self.course.add(sample)
        self._renew()

    def mark(self, participant: int | None) -> None:
        """Mark a participant's line, or none for None."""
        if participant != self.marked:
            self.marked = participant
            self._look()

    # --- contents -----------------------------------------------------------------------

    def words(self) -> str:
        """Return the text for the current point: the rating of one participant, or of all."""
        pointed = self.marked if self._pointed is None else self._pointed
        return self.course.words(self._at, pointed)

    @property
    def _at(self) -> int | None:
        """The number of games at the cursor, or None for the current ratings."""
        return self.pointed_at[0] if self.pointed_at else None

    @property
    def _pointed(self) -> int | None:
        return self.pointed_at[1] if self.pointed_at else None

    @property
    def scene(self) -> Scene:
        standing_out = frozenset(n for n in (self.marked, self._pointed) if n is not None)
        made_for = (self.size(), self.devicePixelRatioF(), theme.colours(), standing_out)
        if self._scene is None or made_for != self._made_for:
            self._scene = Scene(self.course, QSizeF(self.size()), self.metrics, standing_out)
            self._made_for, self._picture = made_for, QPixmap()
        return self._scene

    def _renew(self) -> None:
        self._scene = None
        self._look()

    def _look(self) -> None:
        self.describe()
        self.update()

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        scene = self.scene
        if self._picture.isNull():
            self._picture = self._pictured(scene)
        painter.drawPixmap(0, 0, self._picture)
        if self.course.samples and (self._pointed is not None or self.marked is not None):
            scene.paint_words(painter, self.words(), self._at)

    def _pictured(self, scene: Scene) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.font())
            scene.paint(painter)
        return picture

    # --- mouse and keys ----------------------------------------------------------------------

    def place_at(self, point: QPointF) -> tuple[int | None, int | None]:
        """Return the number of games at `point`, None for now, and the participant there."""
        area = self.scene.area
        inside = area.left() <= point.x() <= area.right() and self.course.last
        share = (point.x() - area.left()) / max(1.0, area.width())
        games = round(share * self.course.last) if inside else None
        return games, self.scene.nearest(point, games)

    def choose_place(self, place: tuple[int | None, int | None]) -> None:
        self.choose(place[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_picture()
        else:
            super().keyPressEvent(event)

    def press(self, key: Qt.Key) -> None:
        if key in _ACROSS and self.course.ranking:
            self._step_across(_ACROSS[key])
        elif key not in _ACROSS and self.course.samples:
            self._step_along(key)

    def _step_across(self, step: int) -> None:
        ranking = self.course.ranking
        place = ranking.index(self.marked) + step if self.marked in ranking else 0
        self.choose(ranking[min(max(place, 0), len(ranking) - 1)])

    def _step_along(self, key: Qt.Key) -> None:
        counts = [each.games for each in self.course.samples]
        sample = self.course.at(self._at)
        assert sample is not None
        place = counts.index(sample.games) + _ALONG.get(key, 0)
        if key in _ENDS:
            place = 0 if key == Qt.Key.Key_Home else len(counts) - 1
        place = min(max(place, 0), len(counts) - 1)
        self.point_at(None if place == len(counts) - 1 else (counts[place], None))
        self.describe()

    def choose(self, participant: int | None) -> None:
        self.mark(participant)
        self.chosen.emit(-1 if participant is None else participant)

    # --- copying -----------------------------------------------------------------------------

    def copy_picture(self) -> None:
        QApplication.clipboard().setImage(self.grab().toImage())

    def copy_csv(self) -> None:
        QApplication.clipboard().setText(self.course.csv())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        copied = menu.addAction(tr("&Copy the picture"), self.copy_picture)
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        menu.addAction(tr("Copy as CS&V"), self.copy_csv)
        menu.exec(event.globalPos())
        menu.deleteLater()

"""The plot of the ratings: a line a participant as games come in, and the bars as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QWidget

from millmate.gui import theme
from millmate.gui.tournament.results.copying import Extract, as_csv
from millmate.gui.tournament.results.history import Sample, wanted_counts
from millmate.gui.tournament.results.plot_places import Axis, elo_range, spread
from millmate.gui.tournament.results.words import signed
from millmate.words import plural

# Told apart by people who see few colours, and on both grounds; further ones are dashed.
_LIGHT = ("#0a6fb4", "#c0520a", "#22805a", "#a6487f", "#7a6a00", "#5a4fb0", "#2f8a96", "#7d5238")
_DARK = ("#62b5f0", "#f0944d", "#5fc79a", "#e594c0", "#d4c24a", "#a9a0f2", "#68cfdb", "#cf9f80")
_FEW = 3  # participants whose bars are drawn all along
_NEAR = 24.0  # pixels from the mouse to a line that it points at
_LABELS = 0.36  # of the width
_NONE = "The ratings stand here as soon as games are finished."
_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the plot is drawn: `games` runs to the right, `elo` up, bars in `strip`."""

    area: QRectF
    games: Axis
    elo: Axis
    strip: float  # pixels between the bars of two participants
    labels: QRectF


class RatingsPlot(QWidget):
    """Shows how ratings went, and how far each may lie off.

    One participant may be marked, by a click, by Up and Down, or from outside; `chosen` tells it,
    -1 for none. Left and Right go through the games.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._known: dict[int, Sample] = {}
        self._last = 0  # the number of games of the latest sample
        self._shown: list[Sample] | None = None  # what is drawn, in order; None: to be found
        self.marked: int | None = None
        self._pointed: int | None = None
        self._picture: QPixmap | None = None
        self._pictured: object = None  # what it depends on besides the ratings
        self._at: int | None = None  # the number of games that is looked at; None for now
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(14 * theme.GRID)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Ratings as games come in")

    # --- what the view tells -----------------------------------------------------------------

    def begin(self, names: Sequence[str]) -> None:
        """Show the ratings of another tournament, of which none are known yet."""
        self._names, self._known, self._last = tuple(names), {}, 0
        self.marked = self._pointed = self._at = None
        self._renew()

    def add(self, sample: Sample) -> None:
        """Take in the ratings after some games."""
        self._known[sample.games] = sample
        self._last = max(self._last, sample.games)
        self._renew()

    def mark(self, participant: int | None) -> None:
        """Mark a participant's line, None for nobody's."""
        if participant != self.marked:
            self.marked = participant
            self._describe()
            self.update()

    # --- what is shown -----------------------------------------------------------------------

    @property
    def samples(self) -> list[Sample]:
        """What is drawn, in order."""
        if self._shown is None:
            wanted = {*wanted_counts(self._last, len(self._names))}
            self._known = {n: each for n, each in self._known.items() if n in wanted}
            self._shown = [self._known[n] for n in sorted(self._known) if n]
        return self._shown

    @property
    def ranking(self) -> list[int]:
        """The participants that have ratings now, best first."""
        if not self.samples:
            return []
        values = self.samples[-1].values
        rated = [(-value, n) for n, value in enumerate(values) if value is not None]
        return [n for _, n in sorted(rated)]

    def words(self) -> str:
        """Return in words what is looked at: a participant's rating, or everybody's."""
        sample = self._sample()
        if sample is None:
            return _NONE
        participant = self._pointed if self._pointed is not None else self.marked
        when = f"After {plural(sample.games, 'game')}"
        if participant is not None:
            return f"{when}: {self._rating(sample, participant)}"
        return f"{when}: {'; '.join(self._rating(sample, each) for each in self.ranking)}"

    def extract(self) -> Extract:
        """Return all that is drawn as a table: games, ratings, and how far they may lie off."""
        titles = ["Games", *(f"{name}{what}" for name in self._names for what in ("", " ±"))]
        rows = []
        for sample in self.samples:
            pairs = zip(sample.values, sample.errors, strict=True)
            rows.append((sample.games, *(each for pair in pairs for each in pair)))
        cells = tuple(tuple("" if each is None else str(each) for each in row) for row in rows)
        return Extract(tuple(titles), cells, tuple(rows), (True,) * len(titles))

    def _sample(self) -> Sample | None:
        if not self.samples:
            return None
        if self._at is None:
            return self.samples[-1]
        return min(self.samples, key=lambda each: abs(each.games - (self._at or 0)))

    def _rating(self, sample: Sample, participant: int) -> str:
        value, error = sample.values[participant], sample.errors[participant]
        if value is None or error is None:
            return f"{self._names[participant]} has not played"
        return f"{self._names[participant]} {signed(value)} ± {error:.0f}"

    def _renew(self) -> None:
        self._shown = self._picture = None
        self._describe()
        self.update()

    def _describe(self) -> None:
        if self.hasFocus():  # samples come by the dozen, and whoever listens comes here first
            self.setAccessibleDescription(self.words())

    # --- where things are --------------------------------------------------------------------

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font())

    def _place(self) -> _Place:
        metrics, samples = self._metrics(), self.samples
        line, rated = metrics.height(), self.ranking
        texts = [self._label(each) for each in rated]
        room = max((metrics.horizontalAdvance(text) for text in texts), default=0.0)
        room = min(room + 2 * theme.GRID, _LABELS * self.width())
        strip = min(10.0, 0.18 * self.width() / max(1, len(rated)))
        left = metrics.horizontalAdvance("+1000") + theme.GRID
        right = self.width() - room - strip * (len(rated) + 1)
        area = QRectF(left, line + theme.GRID, right - left, 0)
        area.setBottom(self.height() - line - theme.GRID)
        low, high = elo_range(samples)
        labels = QRectF(self.width() - room, area.top() - line / 2, room, area.height() + line / 2)
        return _Place(
            area,
            Axis(0, max(1, self._last), area.left(), area.right()),
            Axis(low, high, area.bottom(), area.top()),
            strip,
            labels,
        )

    def _label(self, participant: int) -> str:
        return self._rating(self.samples[-1], participant)

    def _line_of(self, participant: int, place: _Place) -> QPolygonF:
        return QPolygonF(
            [
                QPointF(place.games.place(each.games), place.elo.held(value))
                for each in self.samples
                if (value := each.values[participant]) is not None
            ]
        )

    def _band_of(self, participant: int, place: _Place) -> QPolygonF:
        """Return the outline of a participant's bars all along."""
        there, back = [], []
        for each in self.samples:
            value, error = each.values[participant], each.errors[participant]
            if value is not None and error is not None:
                x = place.games.place(each.games)
                there.append(QPointF(x, place.elo.held(value + error)))
                back.append(QPointF(x, place.elo.held(value - error)))
        return QPolygonF(there + back[::-1])

    def _nearest(self, point: QPointF) -> int | None:
        """Return whose line, bar or label is near `point`."""
        place, sample = self._place(), self._sample()
        if sample is None:
            return None
        if point.x() >= place.labels.left():
            shown = self._label_places(place)
            distances = {n: abs(y - point.y()) for n, y in shown.items()}
        elif point.x() > place.area.right():
            distances = {
                n: abs(self._bar_x(rank, place) - point.x()) for rank, n in enumerate(self.ranking)
            }
        else:
            distances = {
                n: abs(place.elo.held(value) - point.y())
                for n, value in enumerate(sample.values)
                if value is not None
            }
        best = min(distances, key=distances.__getitem__, default=None)
        return best if best is not None and distances[best] <= _NEAR else None

    def _bar_x(self, rank: int, place: _Place) -> float:
        return place.area.right() + (rank + 1) * place.strip

    def _label_places(self, place: _Place) -> dict[int, float]:
        """Return the heights of the labels there is room for: the best, the worst, the marked."""
        line = self._metrics().height()
        room = max(1, int(place.labels.height() / line))
        first = [n for n in (self.marked, self._pointed) if n in self.ranking]
        order = list(dict.fromkeys(first + _from_both_ends(self.ranking)))[:room]
        values = self.samples[-1].values if self.samples else ()
        wanted = {n: place.elo.held(values[n] or 0.0) for n in order}
        return spread(wanted, line, place.labels.top(), place.labels.bottom())

    # --- drawing -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw all of it."""
        colours = theme.colours()
        key = (self.size(), self.devicePixelRatioF(), colours, self.marked, self._pointed)
        if self._picture is None or key != self._pictured:
            self._picture, self._pictured = self._drawn(colours), key
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)
            painter.setFont(self.font())
            if self.samples:
                self._draw_words(painter, self._place(), colours)
            if self.hasFocus():
                painter.setPen(QPen(QColor(colours.accent), 1))
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _drawn(self, colours: theme.Colours) -> QPixmap:
        """Return all that stays as it is while the mouse goes along."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.font())
            self._draw(painter, colours)
        return picture

    def _draw(self, painter: QPainter, colours: theme.Colours) -> None:
        if not self.samples:
            painter.setPen(QColor(colours.muted))
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), centre, _NONE)
            return
        place = self._place()
        self._draw_axes(painter, place, colours)
        drawn = sorted(self.ranking, key=self._stands_out)
        for participant in drawn:
            self._draw_band(painter, participant, place, colours)
        for participant in drawn:
            self._draw_line(painter, participant, place, colours)
        self._draw_bars(painter, place, colours)
        self._draw_labels(painter, place, colours)

    def _stands_out(self, participant: int) -> bool:
        return participant in (self.marked, self._pointed)

    def _colour(self, participant: int, colours: theme.Colours) -> QColor:
        family = _DARK if colours is theme.DARK else _LIGHT
        colour = QColor(family[participant % len(family)])
        someone = self.marked is not None or self._pointed is not None
        if someone and not self._stands_out(participant):
            colour.setAlpha(90)
        return colour

    def _pen(self, participant: int, colours: theme.Colours) -> QPen:
        quiet = 1.6 if len(self._names) <= len(_LIGHT) else 1.0
        width = 2.6 if self._stands_out(participant) else quiet
        pen = QPen(self._colour(participant, colours), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
        pen.setStyle(styles[participant // len(_LIGHT) % len(styles)])
        return pen

    def _draw_axes(self, painter: QPainter, place: _Place, colours: theme.Colours) -> None:
        line, area = self._metrics().height(), place.area
        for tick in place.elo.ticks(2 * line):
            y = place.elo.place(tick)
            painter.setPen(QPen(QColor(colours.muted if not tick else colours.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(self._bars_end(place), y))
            painter.setPen(QColor(colours.muted))
            text = QRectF(0, y - line / 2, area.left() - theme.GRID / 2, line)
            painter.drawText(text, Qt.AlignmentFlag.AlignRight, signed(tick) if tick else "0")
        widest = self._metrics().horizontalAdvance(f"{self._last:,}  ")
        for tick in place.games.ticks(1.5 * widest):
            x = place.games.place(tick)
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
            painter.setPen(QColor(colours.muted))
            text = QRectF(x - widest, area.bottom() + 4, 2 * widest, line)
            painter.drawText(text, Qt.AlignmentFlag.AlignHCenter, f"{tick:,}")

    def _bars_end(self, place: _Place) -> float:
        return self._bar_x(len(self.ranking) - 1, place) + place.strip / 2

    def _draw_band(
        self, painter: QPainter, participant: int, place: _Place, colours: theme.Colours
    ) -> None:
        if len(self._names) > _FEW and not self._stands_out(participant):
            return
        shade = self._colour(participant, colours)
        shade.setAlpha(min(shade.alpha(), 46))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawPolygon(self._band_of(participant, place))

    def _draw_line(
        self, painter: QPainter, participant: int, place: _Place, colours: theme.Colours
    ) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._pen(participant, colours))
        painter.drawPolyline(self._line_of(participant, place))

    def _draw_bars(self, painter: QPainter, place: _Place, colours: theme.Colours) -> None:
        """Draw the ratings as they are now, with how far they may lie off."""
        last = self.samples[-1]
        cap = min(3.0, place.strip / 3)
        for rank, participant in enumerate(self.ranking):
            value, error = last.values[participant], last.errors[participant]
            assert value is not None
            assert error is not None
            x, y = self._bar_x(rank, place), place.elo.place(value)
            ends = place.elo.held(value + error), place.elo.held(value - error)
            colour = self._colour(participant, colours)
            painter.setPen(QPen(colour, 2.6 if self._stands_out(participant) else 1.4))
            painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))
            for end in ends:
                painter.drawLine(QPointF(x - cap, end), QPointF(x + cap, end))
            painter.setBrush(colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPointF(x, y), 3.2, 3.2)

    def _draw_labels(self, painter: QPainter, place: _Place, colours: theme.Colours) -> None:
        metrics, line = self._metrics(), self._metrics().height()
        for participant, y in self._label_places(place).items():
            room = place.labels.width() - 1.5 * theme.GRID
            text = self._shortened(participant, metrics, room)
            left = place.labels.left() + 1.5 * theme.GRID
            ink = self._colour(participant, colours)
            ink.setAlpha(max(ink.alpha(), 170))  # words are to be read
            painter.setPen(ink)
            painter.drawText(
                QRectF(left, y - line / 2, room, line), Qt.AlignmentFlag.AlignLeft, text
            )
            rank = self.ranking.index(participant)
            from_ = QPointF(
                self._bar_x(rank, place) + 5,
                place.elo.held(self.samples[-1].values[participant] or 0),
            )
            thread = self._colour(participant, colours)
            thread.setAlpha(min(thread.alpha(), 110))
            painter.setPen(QPen(thread, 1))
            painter.drawLine(from_, QPointF(left - 4, y))

    def _shortened(self, participant: int, metrics: QFontMetricsF, room: float) -> str:
        """Return a label whose name is cut so that the figures can be read."""
        whole = self._label(participant)
        name = self._names[participant]
        figures = whole[len(name) :]
        left = room - metrics.horizontalAdvance(figures)
        return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, left) + figures

    def _draw_words(self, painter: QPainter, place: _Place, colours: theme.Colours) -> None:
        """Say above what is looked at, and what the axes are."""
        line, area = self._metrics().height(), place.area
        painter.setPen(QColor(colours.muted))
        painter.drawText(QRectF(0, 0, area.left(), line), Qt.AlignmentFlag.AlignLeft, "Elo")
        left = area.right() + self._metrics().horizontalAdvance(f"{self._last:,}") / 2 + theme.GRID
        right = QRectF(left, area.bottom() + 4, 200, line)
        painter.drawText(right, Qt.AlignmentFlag.AlignLeft, "games")
        if self._pointed is None and self.marked is None:
            return
        painter.setPen(QColor(colours.text))
        above = QRectF(area.left(), 0, self.width() - area.left(), line)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, self.words())
        sample = self._sample()
        if self._at is not None and sample is not None:
            x = place.games.place(sample.games)
            painter.setPen(QPen(QColor(colours.muted), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    # --- mouse and keys ----------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say in words what is drawn."""
        super().focusInEvent(event)
        self._describe()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look at the line under the mouse."""
        place = self._place()
        inside = place.area.left() <= event.position().x() <= place.area.right()
        share = (event.position().x() - place.area.left()) / max(1.0, place.area.width())
        self._at = round(share * self._last) if inside and self._last else None
        self._pointed = self._nearest(event.position())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Look at what is marked."""
        self._pointed = self._at = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark what is clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(self._nearest(event.position()))

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the plot from the window's shortcuts while it has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = event.key() in {*_ALONG, *_ACROSS, *_ENDS}
            if own or event.matches(QKeySequence.StandardKey.Copy):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the participants, through the games, or copy the picture."""
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_picture()
        elif key in _ACROSS and self.ranking:
            self._step_across(_ACROSS[key])
        elif key in _ALONG or key in _ENDS:
            self._step_along(key)
        else:
            super().keyPressEvent(event)

    def _step_across(self, step: int) -> None:
        ranking = self.ranking
        if self.marked not in ranking:
            self._choose(ranking[0])
            return
        place = ranking.index(self.marked) + step
        self._choose(ranking[min(max(place, 0), len(ranking) - 1)])

    def _step_along(self, key: Qt.Key) -> None:
        counts = [each.games for each in self.samples]
        sample = self._sample()
        if sample is None:
            return
        place = counts.index(sample.games) + _ALONG.get(key, 0)
        if key in _ENDS:
            place = 0 if key == Qt.Key.Key_Home else len(counts) - 1
        place = min(max(place, 0), len(counts) - 1)
        self._at = None if place == len(counts) - 1 else counts[place]
        self._describe()
        self.update()

    def _choose(self, participant: int | None) -> None:
        self.mark(participant)
        self.chosen.emit(-1 if participant is None else participant)

    # --- copying -----------------------------------------------------------------------------

    def copy_picture(self) -> None:
        """Put the plot on the clipboard as it is seen."""
        QApplication.clipboard().setImage(self.grab().toImage())

    def copy_csv(self) -> None:
        """Put what is drawn on the clipboard as CSV."""
        QApplication.clipboard().setText(as_csv(self.extract()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer copying."""
        menu = QMenu(self)
        copied = menu.addAction("&Copy the picture", self.copy_picture)
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        menu.addAction("Copy as CS&V", self.copy_csv)
        menu.exec(event.globalPos())
        menu.deleteLater()


def _from_both_ends(ranking: Sequence[int]) -> list[int]:
    """Return the first, the last, the second, the last but one, and so on."""
    half = (len(ranking) + 1) // 2
    best, worst = ranking[:half], ranking[: half - 1 : -1]
    pairs = zip_longest(best, worst)
    return [n for pair in pairs for n in pair if n is not None]

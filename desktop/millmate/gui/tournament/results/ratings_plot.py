"""The plot of the ratings: a line a participant as games come in, and the bars as they are now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu

from millmate.gui.style import theme
from millmate.gui.style.plot import Plot
from millmate.gui.tournament.results.plot_scene import Scene
from millmate.gui.tournament.results.rating_history import RatingHistory, Sample
from millmate.gui.tournament.results.table_export import as_csv
from millmate.language import mark, tr

_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class RatingsPlot(Plot):
    """Shows how ratings went, and how far each may lie off.

    One participant may be marked, by a click, by Up and Down, or from outside; `chosen` tells it,
    -1 for none. Left and Right go through the games.
    """

    chosen = Signal(int)
    keys = frozenset({*_ALONG, *_ACROSS, *_ENDS})

    def __init__(self) -> None:
        super().__init__(mark("Ratings as games come in"), 14 * theme.GRID)
        self.course = RatingHistory()
        self.marked: int | None = None
        self._scene: Scene | None = None  # None: to be made anew, as the picture of it
        self._picture = QPixmap()
        self._made_for: object = None

    # --- what the view tells -----------------------------------------------------------------

    def start(self, names: Sequence[str]) -> None:
        """Show the ratings of another tournament, of which none are known yet."""
        self.course = RatingHistory(names)
        self.marked = self.pointed_at = None
        self._renew()

    def add(self, sample: Sample) -> None:
        """Add the ratings after some games."""
        self.course.add(sample)
        self._renew()

    def mark(self, participant: int | None) -> None:
        """Mark a participant's line, None for nobody's."""
        if participant != self.marked:
            self.marked = participant
            self._look()

    # --- what is shown -----------------------------------------------------------------------

    def words(self) -> str:
        """Return in words what is looked at: a participant's rating, or everybody's."""
        pointed = self.marked if self._pointed is None else self._pointed
        return self.course.words(self._at, pointed)

    @property
    def _at(self) -> int | None:
        """The number of games that is looked at; None for now."""
        return self.pointed_at[0] if self.pointed_at else None

    @property
    def _pointed(self) -> int | None:
        """The participant under the mouse."""
        return self.pointed_at[1] if self.pointed_at else None

    @property
    def scene(self) -> Scene:
        """What is drawn."""
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
        """Draw the picture, and over it what is looked at."""
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
        """Return the number of games at `point`, None for now, and whose line is there."""
        area = self.scene.area
        inside = area.left() <= point.x() <= area.right() and self.course.last
        share = (point.x() - area.left()) / max(1.0, area.width())
        games = round(share * self.course.last) if inside else None
        return games, self.scene.nearest(point, games)

    def choose_place(self, place: tuple[int | None, int | None]) -> None:
        """Mark what is clicked."""
        self.choose(place[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the picture, or go through the ratings."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_picture()
        else:
            super().keyPressEvent(event)

    def press(self, key: Qt.Key) -> None:
        """Go through the participants, or through the games."""
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
        """Mark a participant, and emit it."""
        self.mark(participant)
        self.chosen.emit(-1 if participant is None else participant)

    # --- copying -----------------------------------------------------------------------------

    def copy_picture(self) -> None:
        """Put the plot on the clipboard as it is seen."""
        QApplication.clipboard().setImage(self.grab().toImage())

    def copy_csv(self) -> None:
        """Put what is drawn on the clipboard as CSV."""
        QApplication.clipboard().setText(as_csv(self.course.extract()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer copying."""
        menu = QMenu(self)
        copied = menu.addAction(tr("&Copy the picture"), self.copy_picture)
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        menu.addAction(tr("Copy as CS&V"), self.copy_csv)
        menu.exec(event.globalPos())
        menu.deleteLater()

"""The plot of the ratings: one line per participant, and the current error bars."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSizeF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu

from millmate.gui.features.tournaments.results.plot_scene import Scene
from millmate.gui.features.tournaments.results.rating_history import RatingHistory, Sample
from millmate.gui.features.tournaments.results.table_export import as_csv
from millmate.gui.kit import theme
from millmate.gui.kit.plot import Plot
from millmate.language import mark, tr

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
        super().__init__(mark("Ratings as games come in"), 14 * theme.GRID)
        self.course = RatingHistory()
        self.marked: int | None = None
        self._scene: Scene | None = None  # None until computed, like its cached picture
        self._picture = QPixmap()
        self._made_for: object = None

    # --- updates from the view ---------------------------------------------------------------

    def start(self, names: Sequence[str]) -> None:
        """Clear the plot for another tournament."""
        self.course = RatingHistory(names)
        self.marked = self.pointed_at = None
        self._renew()

    def add(self, sample: Sample) -> None:
        """Add the ratings after some games."""
        self.course.add(sample)
        self._renew()

    def mark(self, participant: int | None) -> None:
        """Mark a participant's line, or none for None."""
        if participant != self.marked:
            self.marked = participant
            self._look()

    # --- what is shown -----------------------------------------------------------------------

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
        """The participant under the mouse."""
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
        """Mark the clicked participant."""
        self.choose(place[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the picture, or move through the ratings."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_picture()
        else:
            super().keyPressEvent(event)

    def press(self, key: Qt.Key) -> None:
        """Move through the participants or the games."""
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
        """Mark a participant and emit `chosen`."""
        self.mark(participant)
        self.chosen.emit(-1 if participant is None else participant)

    # --- copying -----------------------------------------------------------------------------

    def copy_picture(self) -> None:
        QApplication.clipboard().setImage(self.grab().toImage())

    def copy_csv(self) -> None:
        """Copy the plotted data to the clipboard as CSV."""
        QApplication.clipboard().setText(as_csv(self.course.extract()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        copied = menu.addAction(tr("&Copy the picture"), self.copy_picture)
        copied.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        menu.addAction(tr("Copy as CS&V"), self.copy_csv)
        menu.exec(event.globalPos())
        menu.deleteLater()

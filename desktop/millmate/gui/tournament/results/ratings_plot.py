"""The plot of the ratings: a line a participant as games come in, and the bars as they are now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSizeF, Qt, Signal
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
)
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.tournament.results.plot_scene import Scene
from millmate.gui.tournament.results.rating_history import RatingHistory
from millmate.gui.tournament.results.rating_samples import Sample
from millmate.gui.tournament.results.table_export import as_csv
from millmate.language import mark, tr

_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ACROSS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


class RatingsPlot(QWidget):
    """Shows how ratings went, and how far each may lie off.

    One participant may be marked, by a click, by Up and Down, or from outside; `chosen` tells it,
    -1 for none. Left and Right go through the games.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.course = RatingHistory()
        self.marked: int | None = None
        self._pointed: int | None = None
        self._at: int | None = None  # the number of games that is looked at; None for now
        self._scene: Scene | None = None  # None: to be made anew, as the picture of it
        self._picture = QPixmap()
        self._made_for: object = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(14 * theme.GRID)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        bind_text(self, name=mark("Ratings as games come in"))

    # --- what the view tells -----------------------------------------------------------------

    def begin(self, names: Sequence[str]) -> None:
        """Show the ratings of another tournament, of which none are known yet."""
        self.course = RatingHistory(names)
        self.marked = self._pointed = self._at = None
        self._renew()

    def add(self, sample: Sample) -> None:
        """Take in the ratings after some games."""
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
    def scene(self) -> Scene:
        """What is drawn."""
        standing_out = frozenset(n for n in (self.marked, self._pointed) if n is not None)
        made_for = (self.size(), self.devicePixelRatioF(), theme.colours(), standing_out)
        if self._scene is None or made_for != self._made_for:
            metrics = QFontMetricsF(self.font())
            self._scene = Scene(self.course, QSizeF(self.size()), metrics, standing_out)
            self._made_for, self._picture = made_for, QPixmap()
        return self._scene

    def _renew(self) -> None:
        self._scene = None
        self._look()

    def _look(self) -> None:
        if self.hasFocus():  # samples come by the dozen, and whoever listens comes here first
            self.setAccessibleDescription(self.words())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, and over it what is looked at."""
        scene = self.scene
        if self._picture.isNull():
            self._picture = self._pictured(scene)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)
            painter.setFont(self.font())
            if self.course.samples and (self._pointed is not None or self.marked is not None):
                scene.paint_words(painter, self.words(), self._at)
            if self.hasFocus():
                painter.setPen(QPen(QColor(theme.colours().accent), 1))
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say in words what is drawn."""
        super().focusInEvent(event)
        self._look()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look at the line under the mouse."""
        area, x = self.scene.area, event.position().x()
        inside = area.left() <= x <= area.right() and self.course.last
        share = (x - area.left()) / max(1.0, area.width())
        self._at = round(share * self.course.last) if inside else None
        self._pointed = self.scene.nearest(event.position(), self._at)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Look at what is marked."""
        self._pointed = self._at = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark what is clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.choose(self.scene.nearest(event.position(), self._at))

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
        elif key in _ACROSS and self.course.ranking:
            self._step_across(_ACROSS[key])
        elif (key in _ALONG or key in _ENDS) and self.course.samples:
            self._step_along(key)
        else:
            super().keyPressEvent(event)

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
        self._at = None if place == len(counts) - 1 else counts[place]
        self._look()

    def choose(self, participant: int | None) -> None:
        """Mark a participant and tell it."""
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

"""A player's name plate: the side, the name, what the player does, the material, the clock."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from millmate.formatting import side_name
from millmate.gui.boards.clock_face import ClockFace, ClockState
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.widgets import hbox


@dataclass(frozen=True, slots=True)
class Balance:
    """What a side has more than the other one, as shown beside its name and as spoken."""

    text: str = ""
    spoken: str = ""


NO_BALANCE = Balance()


class _Disc(QWidget):
    """A disc in a side's colour, with an accent ring while that side is to move."""

    def __init__(self) -> None:
        super().__init__()
        self._white, self._ringed = True, False
        self.setFixedSize(QSize(20, 20))

    def show_side(self, white: bool, ringed: bool) -> None:
        self._white, self._ringed = white, ringed
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = theme.colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor("#fdfdfb" if self._white else "#0c0f0f"))
            painter.setPen(QPen(QColor(scheme.muted), 1))
            painter.drawEllipse(QRectF(4, 4, 12, 12))
            if self._ringed:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(scheme.accent), 2))
                painter.drawEllipse(QRectF(1.5, 1.5, 17, 17))


class PlayerStrip(QWidget):
    """The player of a side, whether that side is to move, the material, and the clock if any.

    It can be as narrow as a board: a name that is too long is shortened.
    """

    def __init__(self) -> None:
        super().__init__()
        self._disc = _Disc()
        self._full = ""
        self.name = Label()
        self.doing, self.material = theme.muted(), theme.muted()
        for label in (self.doing, self.material):
            label.setWordWrap(False)
        self.clock = ClockFace()
        self._middle = hbox(None)
        parts = self._disc, self.name, self.doing, (self._middle, 1), self.material, self.clock
        hbox(*parts, within=self)
        self._field: QWidget | None = None

    def sizeHint(self) -> QSize:
        """Return the room for all but the name; in height, also for the field while it is hidden.

        So that showing the field moves nothing.
        """
        hint = super().sizeHint() - QSize(self.name.sizeHint().width(), 0)
        if self._field is None:
            return hint
        self._field.ensurePolished()
        return hint.expandedTo(QSize(0, self._field.sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() - QSize(self.name.minimumSizeHint().width(), 0)

    def hold(self, field: QWidget) -> None:
        """Reserve room for an input field beside the name."""
        self._field = field
        self._middle.insertWidget(0, field, 100)
        self._middle.setStretch(1, 0)

    def make_room(self, needed: bool) -> None:
        """Give the reserved room to the field if `needed`."""
        self.doing.setVisible(not needed)
        self.material.setVisible(not needed)
        self._shorten()

    def show_side(
        self, side: bool, name: str, doing: str, turn: bool, balance: Balance = NO_BALANCE
    ) -> None:
        """Show that `name` plays `side`, is `doing` something, and has this much material."""
        self._disc.show_side(side, turn)
        self._full = f"{side_name(side)}: {name}"
        self.doing.setText(doing)
        self.material.setText(balance.text)
        self.material.setAccessibleName(balance.spoken)
        self.material.setToolTip(wrapped(balance.spoken))
        self._shorten()

    def show_clock(self, side: bool, state: ClockState | None) -> None:
        """Show the clock of `side`, or none."""
        shown, room = not self.clock.isHidden(), self.clock.sizeHint()
        self.clock.show_state(side, state)
        if (not self.clock.isHidden(), self.clock.sizeHint()) != (shown, room):
            self._shorten()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as fits."""
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        others = [label for label in (self.doing, self.material, self.clock) if label.text()]
        shown = [label.sizeHint().width() for label in others if not label.isHidden()]
        room = self.width() - self._disc.width() - (3 + len(shown)) * theme.GRID - sum(shown)
        metrics = self.name.fontMetrics()
        text = metrics.elidedText(self._full, Qt.TextElideMode.ElideMiddle, max(room, 0))
        self.name.setText(text)
        self.name.setToolTip(self._full if text != self._full else "")
        self.name.setAccessibleName(self._full)

"""The bar beside the board: who is winning, by the tables or else by the analysis."""

from PySide6.QtCore import QEasingCurve, QRectF, QVariantAnimation
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.label import wrapped
from millmate.language import tr

_DURATION_MS = 140
_WHITE, _BLACK = "#f7f6f1", "#33393a"
_HALVED = 28  # moves: a win so far away fills half of what a draw leaves to the other side


def share_of(white: int, moves: int | None) -> float:
    """Return White's share of the bar, from 0 to 1, where White wins (1), draws (0) or loses (-1).

    A near win fills more of it than a far one; `moves` is the distance, None where it is unknown.
    """
    near = 0.5 if moves is None else _HALVED / (_HALVED + moves)
    return 0.5 + white * near / 2


class TruthBar(QWidget):
    """White's share of the position; White is at the bottom unless flipped.

    What the tables say (`show_truth`) has precedence over what an analysis thinks (`show_worth`).
    Where nothing is known, or it is hidden, the bar is empty.
    """

    accessible = as_role(QAccessible.Role.Graphic)

    def __init__(self) -> None:
        super().__init__()
        self.truth: float | None = None
        self.worth: float | None = None
        self._said, self._thought = "", ""
        self.flipped, self.animated = False, True
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(_DURATION_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self.update)
        self._describe()

    @property
    def share(self) -> float | None:
        """White's share from 0 to 1, None where nothing is known."""
        return self.worth if self.truth is None else self.truth

    @property
    def shown_share(self) -> float | None:
        """White's share as it is drawn now, on its animated way to `share`."""
        running = self._motion.state() is QVariantAnimation.State.Running
        return float(self._motion.currentValue()) if running else self.share

    def show_truth(self, share: float | None, words: str = "") -> None:
        """Show White's share by the tables and its description, or None for nothing."""
        before, self.truth, self._said = self.shown_share, share, words
        self._move_from(before)

    def show_worth(self, share: float | None, words: str = "") -> None:
        """Show White's share by an analysis and its description, or None for nothing."""
        before, self.worth, self._thought = self.shown_share, share, words
        self._move_from(before)

    def set_flipped(self, flipped: bool) -> None:
        """Show White's share at the top or at the bottom."""
        self.flipped = flipped
        self.update()

    def _move_from(self, before: float | None) -> None:
        self._motion.stop()
        share = self.share
        if self.animated and self.isVisible() and None not in (before, share) and before != share:
            self._motion.setStartValue(before)
            self._motion.setEndValue(share)
            self._motion.start()
        self._describe()
        self.update()

    def _describe(self) -> None:
        words = self._thought if self.truth is None else self._said
        self.setToolTip(wrapped(words))
        self.setAccessibleName(tr("Evaluation: {words}", words=words or tr("unknown")))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both shares and the middle, or an empty bar."""
        scheme, area = theme.colours(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline, share = QPainterPath(), self.shown_share
        outline.addRoundedRect(area, area.width() / 2, area.width() / 2)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(scheme.line), 1))
            if share is None:
                painter.fillPath(outline, QColor(scheme.raised))
                return
            white = area.height() * share
            top = area.top() if self.flipped else area.bottom() - white
            painter.fillPath(outline, QColor(_BLACK))
            painter.setClipPath(outline)
            painter.fillRect(QRectF(area.left(), top, area.width(), white), QColor(_WHITE))
            painter.setClipping(False)
            painter.drawPath(outline)

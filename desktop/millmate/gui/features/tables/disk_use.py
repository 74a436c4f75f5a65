"""Disk use as a picture: a bar for each number of men, by full and compact tables, and the disk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.formatting import size
from millmate.gui.features.tables.groups import CHESS, MEN, MORRIS, Group, path_of
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.translator import bind_text, translator
from millmate.language import mark, tr
from millmate.tablebase.inventory import Ending, State

_LEAST = 2.0  # pixels of a share that is not nothing


@dataclass(frozen=True, slots=True)
class Share:
    """The bytes of a group's tables: full, compact, come with the program, begun or damaged."""

    group: Group
    full: int = 0
    compact: int = 0
    shipped: int = 0
    other: int = 0

    @property
    def bytes(self) -> int:
        return self.full + self.compact + self.shipped + self.other

    @property
    def words(self) -> str:
        """What the bar shows, in words."""
        parts = [
            tr(text, size=size(taken))
            for text, taken in (
                (mark("{size} full"), self.full),
                (mark("{size} compact"), self.compact),
                (mark("{size} with the program"), self.shipped),
                (mark("{size} begun or damaged"), self.other),
            )
            if taken
        ]
        return ", ".join(parts)


def shares(endings: Iterable[Ending]) -> list[Share]:
    """Return what the tables take, by number of men and kind of morris; empty groups left out."""
    taken: dict[Group, dict[State | None, int]] = defaultdict(lambda: defaultdict(int))
    for ending in endings:
        game, *within = path_of(ending.table)
        group = within[0] if game == CHESS else game
        for file in ending.files:
            if file.state is not State.ABSENT:
                kind = None if file.shipped else file.state
                taken[group][kind] += file.bytes
    order = dict.fromkeys((*MEN.values(), MORRIS, *taken))  # variants of morris last
    return [
        Share(
            group,
            taken[group][State.FULL],
            taken[group][State.COMPACT],
            taken[group][None],
            taken[group][State.STARTED] + taken[group][State.DAMAGED],
        )
        for group in order
        if sum(taken[group].values())
    ]


class DiskUse(QWidget):
    """Draws a bar for each group, full tables filled, compact ones hatched, with words beside."""

    accessible = as_role(QAccessible.Role.Graphic)

    def __init__(self) -> None:
        super().__init__()
        self._shares: list[Share] = []
        self._free: int | None = None
        self._known = False
        bind_text(self, name=mark("Disk use"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.changed.connect(self._describe)

    def show_use(self, endings: Iterable[Ending], free: int | None) -> None:
        """Show what the tables of `endings` take, and how much of the disk is free, if known."""
        self._shares, self._free, self._known = shares(endings), free, True
        self._describe()
        self.updateGeometry()
        self.update()

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What is drawn: the title of each line and its words."""
        found = [(share.group.title, share.words) for share in self._shares]
        if not found:
            found = [(tr("Tables"), tr("none yet") if self._known else "…")]
        if self._free is not None:
            found.append((tr("Free"), tr("{size} of this disk", size=size(self._free))))
        return found

    def _describe(self) -> None:
        self.setAccessibleDescription("; ".join(f"{title}: {words}" for title, words in self.lines))
        self.update()

    def _line_height(self) -> int:
        return self.fontMetrics().lineSpacing() + theme.GRID // 2

    def sizeHint(self) -> QSize:
        metrics, lines = self.fontMetrics(), self.lines
        words = max(metrics.horizontalAdvance(words) for _, words in lines)
        titles = max(metrics.horizontalAdvance(title) for title, _ in lines)
        return QSize(titles + words + 10 * theme.GRID, self._line_height() * len(lines))

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        titles = max(metrics.horizontalAdvance(title) for title, _ in self.lines)
        return QSize(titles + 8 * theme.GRID, self._line_height() * len(self.lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        metrics, colours, high = self.fontMetrics(), theme.colours(), self._line_height()
        lines = self.lines
        left = max(metrics.horizontalAdvance(title) for title, _ in lines) + theme.GRID
        words = max(metrics.horizontalAdvance(words) for _, words in lines)
        right = max(left + 5 * theme.GRID, self.width() - words - theme.GRID)
        largest = max((share.bytes for share in self._shares), default=1)
        for row, (title, said) in enumerate(lines):
            top = row * high
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(0, top, left, high), Qt.AlignmentFlag.AlignVCenter, title)
            bar = QRectF(left, top + high * 0.28, right - left - theme.GRID, high * 0.44)
            if row < len(self._shares):
                self._draw(painter, self._shares[row], bar, largest)
            elif self._free is not None and row == len(lines) - 1:
                self._draw_free(painter, bar)
            painter.setPen(QColor(colours.text))
            text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, self.width() - int(right))
            room = QRectF(right, top, self.width() - right, high)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _draw(self, painter: QPainter, share: Share, bar: QRectF, largest: int) -> None:
        colours, at = theme.colours(), bar.left()
        for taken, brush in (
            (share.full, QBrush(QColor(colours.accent))),
            (share.compact, QBrush(QColor(colours.accent), Qt.BrushStyle.BDiagPattern)),
            (share.shipped, QBrush(QColor(colours.accent), Qt.BrushStyle.Dense6Pattern)),
            (share.other, QBrush(QColor(colours.bad), Qt.BrushStyle.DiagCrossPattern)),
        ):
            if taken:
                width = max(_LEAST, bar.width() * taken / largest)
                part = QRectF(at, bar.top(), width, bar.height())
                painter.fillRect(part, brush)
                painter.setPen(QPen(QColor(colours.accent), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(part)
                at += width

    def _draw_free(self, painter: QPainter, bar: QRectF) -> None:
        """Draw how much of tables and free disk together the tables take."""
        taken = sum(share.bytes for share in self._shares)
        every = taken + (self._free or 0) or 1
        painter.setPen(QPen(QColor(theme.colours().muted), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        used = QRectF(bar.left(), bar.top(), max(_LEAST, bar.width() * taken / every), bar.height())
        painter.fillRect(used, QColor(theme.colours().muted))

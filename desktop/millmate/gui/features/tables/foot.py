"""The foot of the Tables page: the chosen ending with its figures and spectrum, and its buttons."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import log10

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QSpacerItem, QWidget

from millmate.formatting import dative, plural, size
from millmate.gui.features.tables.details_panel import tally
from millmate.gui.features.tables.figures import Records, Shape, shape
from millmate.gui.features.tables.tables_model import disk_bytes, state_words
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.plot import Plot, draw_tick, round_step
from millmate.gui.kit.widgets import Note, hbox, make_primary, vbox
from millmate.gui.shell.builds.plans import PlanView
from millmate.language import mark, tr
from millmate.tablebase.inventory import Ending
from millmate.tablebase.table_titles import table_title

_NOTHING = mark("Select an ending to see its figures.")
_WIDTH, _HEIGHT = 372, 128  # pixels: the least of the words and buttons, and of the foot
_BAR = 18.0  # pixels: the widest bar
_BELOW = 0.32  # the share of the height for losses


class Spectrum(Plot):
    """Shows how many positions are won (above) and lost (below) by moves; logarithmic."""

    keys = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})

    def __init__(self) -> None:
        super().__init__(mark("Positions won and lost, by moves"), 3 * theme.GRID)
        self._rows: list[tuple[int, int]] = []  # won and lost, by moves

    def show_shape(self, found: Shape | None) -> None:
        """Show the numbers of an ending; without a shape, hide."""
        self._rows = list(zip_longest(found.wins, found.losses, fillvalue=0)) if found else []
        self.setVisible(bool(self._rows))
        self.point_at(None)
        self.describe()
        self.update()

    def words_of(self, place: int) -> str:
        """Describe a bar: `in 12 moves: 3,020 positions won, 5 lost`."""
        won, lost = self._rows[place]
        return tr(
            "in {moves}: {positions} won, {n} lost",
            moves=dative(place, "move"),
            positions=plural(won, "position"),
            n=f"{lost:,}",
        )

    def words(self) -> str:
        return "" if self.pointed_at is None else self.words_of(self.pointed_at)

    def place_at(self, point: QPointF) -> int | None:
        number = int((point.x() - self._left) / self._step)
        return number if self._rows and 0 <= number < len(self._rows) else None

    def press(self, key: Qt.Key) -> None:
        """Go from bar to bar."""
        step = -1 if key == Qt.Key.Key_Left else 1
        start = -1 if self.pointed_at is None else self.pointed_at
        self.point_at(max(0, min(start + step, len(self._rows) - 1)) if self._rows else None)
        self.describe()

    @property
    def _left(self) -> float:
        return float(theme.GRID)

    @property
    def _step(self) -> float:
        """The pixels from bar to bar."""
        room = self.width() - 2 * theme.GRID
        return max(1.0, min(_BAR, room / max(1, len(self._rows))))

    def draw(self, painter: QPainter, colours: theme.Colours) -> None:
        foot = self.line
        room = self.height() - foot - 2
        high = max((_height(count) for row in self._rows for count in row), default=0.0) or 1.0
        lost = any(row[1] for row in self._rows)
        zero = room * (1 - _BELOW * lost)
        wide = max(1.0, self._step - (2 if self._step > 5 else 1))
        painter.setPen(Qt.PenStyle.NoPen)
        for number, row in enumerate(self._rows):
            left = self._left + number * self._step
            for count, colour, top, tall in (
                (row[0], colours.good, zero, -zero),
                (row[1], colours.bad, zero + 1, room - zero),
            ):
                bar = QColor(colour)
                bar.setAlphaF(1.0 if self.pointed_at in (None, number) else 0.5)
                painter.setBrush(bar)
                box = QRectF(left, top, wide, tall * _height(count) / high).normalized()
                painter.drawRoundedRect(box, 1.5, 1.5)
        for number in range(0, len(self._rows), round_step(5 * self.line / self._step)):
            draw_tick(painter, self._left + number * self._step + wide / 2, room + 2, str(number))


def _height(count: int) -> float:
    return log10(count) + 0.3 if count else 0.0


class Foot(QFrame):
    """Shows the chosen tables, what a build of them takes, and work on tables above their plot."""

    def __init__(
        self, buttons: Mapping[str, QPushButton], works: Sequence[QWidget], note: Note
    ) -> None:
        super().__init__()
        self._buttons = buttons
        self.setProperty("card", True)
        self.title, self.figures = WrappedLabel(), theme.mute(WrappedLabel())
        theme.heading(self.title)
        self.plot, self.plan = Spectrum(), PlanView()
        words = QWidget()
        words.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        for label in (self.title, self.figures):  # the buttons alone may need more room
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        half = theme.GRID // 2
        row = hbox(*buttons.values(), None, spacing=half)
        column = vbox(self.title, self.figures, None, row, within=words, spacing=half)
        column.addSpacerItem(QSpacerItem(_WIDTH, 0))
        beside = vbox(*works, note, self.plan, (self.plot, 1), spacing=half)
        beside.addStretch(0)
        hbox(words, (beside, 1), within=self, spacing=2 * theme.GRID, margins=12)
        self.setMinimumHeight(_HEIGHT)

    def show_choice(self, endings: Sequence[Ending], records: Records) -> None:
        """Show the chosen endings with their figures."""
        single = endings[0] if len(endings) == 1 else None
        if single is None:
            self.title.setText(
                plural(len(endings), "table") if endings else tr("No table is chosen")
            )
            self.figures.setText(tally(endings) if endings else tr(_NOTHING))
        else:
            self.title.setText(table_title(single.name))
            said = [single.name, *records.words(single)]
            if single.present:
                said.append(size(disk_bytes(endings)))
            self.figures.setText(" · ".join([*said, state_words(single, {})]))
        self.plot.show_shape(None if single is None else shape(single))
        there = single is None or bool(single.present)
        make_primary(self._buttons["explore"], there)
        make_primary(self._buttons["build"], not there)

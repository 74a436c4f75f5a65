"""The square map: the value of every place for a man, and the strip that says what it shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QRadioButton, QSizePolicy, QWidget

from millmate.formatting import side_name
from millmate.games.value import Form, Terms, Value, words
from millmate.gui.boards.theme import draw_plate, figure_font
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, tool_button
from millmate.language import count, mark, mark_count, tr
from millmate.pictures.value_marks import PlaceValue

RESULTS = (1, 0, -1)
_COUNTS = {
    ("chess", 1): mark_count("wins from {n} square", "wins from {n} squares"),
    ("chess", 0): mark_count("draws from {n} square", "draws from {n} squares"),
    ("chess", -1): mark_count("loses from {n} square", "loses from {n} squares"),
    ("morris", 1): mark_count("wins from {n} point", "wins from {n} points"),
    ("morris", 0): mark_count("draws from {n} point", "draws from {n} points"),
    ("morris", -1): mark_count("loses from {n} point", "loses from {n} points"),
}


def values_for(
    verdicts: Mapping[int, Value], same_side: bool, terms: Terms
) -> dict[int, PlaceValue]:
    """Return the values of places for a man's side; `same_side` is whether it is to move."""
    sign = 1 if same_side else -1
    return {place: _value(found, sign * found.wdl, terms) for place, found in verdicts.items()}


def _value(found: Value, wdl: int, terms: Terms) -> PlaceValue:
    plies = 2 * found.moves if found.moves else None  # even: no move is played that mates at once
    said = words(Value(wdl, plies, found.exact), terms, form=Form.MOVE)
    moves, plies = (found.moves, found.plies) if found.exact else (None, None)
    return PlaceValue(wdl, moves, said, plies)


def totals(values: Collection[PlaceValue]) -> dict[int, int]:
    """Return the numbers of won, drawn and lost places."""
    return {wdl: sum(value.wdl == wdl for value in values) for wdl in RESULTS}


def summary(kind: str, name: str, side: bool, turn: bool, values: Collection[PlaceValue]) -> str:
    """Return a sentence: `White king, Black to move: White wins from 37 squares, ...`.

    Args:
        kind: The game.
        name: The name of the man.
        side: The colour of the man.
        turn: The side to move.
        values: The values of all places where the man can stand.
    """
    mover = side_name(turn)
    if not values:
        return tr(
            "{man}, {mover} to move: no such position is possible.", man=capital(name), mover=mover
        )
    numbers = totals(values)
    parts = [count(n, *_COUNTS[kind, wdl]) for wdl, n in numbers.items() if n]
    return tr(
        "{man}, {mover} to move: {side} {results}.",
        man=capital(name),
        mover=mover,
        side=side_name(side),
        results=", ".join(parts),
    )


_WORDS = {
    1: mark_count("{n} won", "{n} won"),
    0: mark_count("{n} drawn", "{n} drawn"),
    -1: mark_count("{n} lost", "{n} lost"),
}
_MOST = 64  # squares


class Totals(QWidget):
    """The sign of each result with the number of its places: the map's legend."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: Mapping[int, int] = dict.fromkeys(RESULTS, 0)
        self._brief = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.changed.connect(self.updateGeometry)

    def show_numbers(self, numbers: Mapping[int, int]) -> None:
        self._numbers = dict(numbers)
        self.update()

    def set_brief(self, brief: bool) -> None:
        """Leave out the words beside the numbers, or show them."""
        if brief is not self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.needed(self._brief), round(self._side()) + 2)

    def needed(self, brief: bool) -> int:
        """Return the width, with or without words."""
        metrics, side = QFontMetricsF(self.font()), self._side()
        widths = [metrics.horizontalAdvance(_words(wdl, _MOST, brief)) + 1 for wdl in RESULTS]
        gaps = len(RESULTS) * theme.GRID / 2 + (len(RESULTS) - 1) * 2 * theme.GRID
        return round(sum(widths) + len(RESULTS) * side + gaps) + 1

    def _side(self) -> float:
        return QFontMetricsF(self.font()).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        side, left = self._side(), 0.0
        top = (self.height() - side) / 2
        font = figure_font(self.font(), self.fontInfo().pixelSize(), bold=False)
        metrics = QFontMetricsF(font)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(font)
            for wdl in RESULTS:
                draw_plate(painter, QRectF(left, top, side, side), wdl)
                words = _words(wdl, self._numbers.get(wdl, 0), self._brief)
                width = metrics.horizontalAdvance(words) + 1
                painter.setPen(QColor(self.palette().text().color()))
                place = QRectF(left + side + theme.GRID / 2, top, width, side)
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
                left = place.right() + 2 * theme.GRID


def _words(wdl: int, number: int, brief: bool) -> str:
    return str(number) if brief else count(number, *_WORDS[wdl])


class SquareMapStrip(QFrame):
    """Says what the map shows; its buttons choose the side to move, build, or end the map."""

    turn_chosen = Signal(bool)
    build_wanted = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.text = Label()
        self.text.setWordWrap(True)
        self.totals = Totals()
        self._turns, self.turns = self._make_turns()
        self.build = push_button(mark("Build…"), self.build_wanted)
        self.dismiss = tool_button(
            "close", self.closed, tip=mark("End the square map (M)"), name=mark("End the map")
        )
        self._wide: bool | None = None
        self._grid = QGridLayout(self)
        half = theme.GRID // 2
        self._grid.setContentsMargins(theme.GRID, half, half, half)
        self._grid.setHorizontalSpacing(2 * theme.GRID)
        self._grid.setVerticalSpacing(half)
        self._grid.setColumnStretch(0, 1)
        self._lay_out(wide=True)
        self.hide()

    def _make_turns(self) -> tuple[QWidget, dict[bool, QRadioButton]]:
        """Return the choice of the side to move, and its buttons."""
        titles = {True: mark("White to move"), False: mark("Black to move")}
        tip = mark("Show the map with this side to move (Shift+M for the other one)")
        buttons = {side: bind_text(QRadioButton(), text=t, tip=tip) for side, t in titles.items()}
        group, frame = QButtonGroup(self), QWidget()
        for side, button in buttons.items():
            group.addButton(button, int(side))
        hbox(*buttons.values(), within=frame)
        group.idClicked.connect(self._choose)
        return frame, buttons

    @Slot(int)
    def _choose(self, side: int) -> None:
        self.turn_chosen.emit(bool(side))

    def show_values(self, name: str, summary: str, turn: bool, numbers: Mapping[int, int]) -> None:
        """Show the name of the man and the numbers of won, drawn and lost places.

        Screen readers get the `summary`, a sentence with all of that.
        """
        self.text.setText(name)
        self.text.setAccessibleName(summary)
        self.text.setToolTip(wrapped(f"{summary} {tr('The fifty-move rule is left out.')}"))
        self.totals.show_numbers(numbers)
        self.turns[turn].setChecked(True)
        self._show_parts(known=True, buildable=False)
        self._fit()

    def show_lack(self, sentence: str, *, buildable: bool) -> None:
        """Show why there is no map, and whether tables for it can be built."""
        self.text.setText(sentence)
        self.text.setAccessibleName(sentence)
        self.text.setToolTip("")
        self._show_parts(known=False, buildable=buildable)
        self._lay_out(wide=True)

    def _show_parts(self, *, known: bool, buildable: bool) -> None:
        self.totals.setVisible(known)
        self._turns.setVisible(known)
        self.build.setVisible(buildable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out words that do not fit, or else put the totals beneath the name."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        name = self.text.fontMetrics().horizontalAdvance(self.text.text())
        others = sum(part.sizeHint().width() for part in (self._turns, self.dismiss))
        room = self.width() - name - others - 10 * theme.GRID
        wide = self.totals.needed(brief=True) <= room
        self.totals.set_brief(wide and self.totals.needed(brief=False) > room)
        self._lay_out(wide=wide)

    def _lay_out(self, *, wide: bool) -> None:
        if wide is self._wide:
            return
        self._wide, grid = wide, self._grid
        for part in (self.text, self._turns, self.totals, self.build, self.dismiss):
            grid.removeWidget(part)
        row = 0 if wide else 1
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self.text, 0, 0)
        grid.addWidget(self._turns, 0, 1)
        grid.addWidget(self.totals, row, 2 if wide else 0, 1, 1 if wide else 3, left)
        grid.addWidget(self.build, 0, 3)
        grid.addWidget(self.dismiss, 0, 4)

"""The analysis panel: the exact verdict, the lines found, and the depth reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QWidget

from millmate.gui.features.analyse.engine_worker import OWN
from millmate.gui.features.analyse.rows import LineRow, Row
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox, tool_button, vbox
from millmate.language import count, mark, tr
from millmate.players.engine_recipe import EngineRecipe

MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of the panel: a table's verdict, rows, the depth reached, a notice.

    `remedy` is the text of the button beside the notice, or "".
    """

    exact: str = ""
    rows: tuple[Row, ...] = ()
    effort: str = ""
    notice: str = ""
    remedy: str = ""


class AnalysisPanel(QFrame):
    """Shows lines; `pointed` emits the row under the mouse or None, `chosen` a move.

    `insert_wanted` emits the moves of a line in UCI notation.
    """

    engine_chosen = Signal(str)
    lines_chosen = Signal(int)
    pointed = Signal(object)
    chosen = Signal(str)
    insert_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        bind_text(self, name=mark("Analysis"))
        self.shown = Shown()
        self.engine = bind_text(
            ComboBox(),
            name=mark("Analysis engine"),
            tip=mark("The analysis engine; add others in Players > Engines"),
        )
        self.engine.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.lines = bind_text(
            SpinBox(), name=mark("Number of lines"), tip=mark("Number of best moves shown")
        )
        self.lines.setRange(1, MOST_LINES)
        insert = mark("Insert the best line as a variation")
        self.insert = tool_button("insert", self._insert_best, tip=insert, name=insert)
        copy = mark("Copy the analysis as text")
        self.copy = tool_button("copy", tip=copy, name=copy)
        self.exact = Label()
        self.exact.setWordWrap(True)
        bind_text(self.exact, tip=mark("Proved by a table of all positions, not estimated"))
        self.notice = theme.muted()
        self.remedy = QPushButton()
        self.effort = theme.muted("\N{NO-BREAK SPACE}")
        self.effort.setWordWrap(False)
        self.effort.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.rows = [LineRow() for _ in range(MOST_LINES)]
        self._lay_out()
        self._connect()
        translator.changed.connect(self._count_lines)
        self.set_engines(())
        self._lines_changed(self.lines.value())
        self.show_all(Shown())

    def _lay_out(self) -> None:
        half = theme.GRID // 2
        head = hbox((self.engine, 1), self.lines, self.insert, self.copy, spacing=half)
        said = hbox((self.notice, 1), self.remedy)
        self._scroll = _Rows(self.rows)
        vbox(
            head, self.exact, said, self._scroll, self.effort,
            within=self, spacing=half, margins=theme.GRID,
        )  # fmt: skip
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _connect(self) -> None:
        self.engine.activated.connect(lambda _: self.engine_chosen.emit(self.engine.currentData()))
        self.lines.valueChanged.connect(self._lines_changed)
        for row in self.rows:
            row.pointed.connect(self._point)
            row.chosen.connect(self.chosen)
            row.insert_wanted.connect(self.insert_wanted)

    # --- what is chosen ----------------------------------------------------------------------

    def set_engines(self, recipes: Iterable[EngineRecipe], chosen: str | None = None) -> None:
        """Offer the built-in engine and these; select `chosen`, or keep the selection."""
        chosen = self.engine.currentData() if chosen is None else chosen
        self.engine.clear()
        self.engine.addItem(OWN, "")
        for recipe in recipes:
            self.engine.addItem(recipe.title, str(recipe))
        self.engine.setCurrentIndex(max(self.engine.findData(chosen), 0))

    # --- what is shown -----------------------------------------------------------------------

    def show_all(self, shown: Shown, anew: bool = False) -> None:
        """Show `shown`; update rows that have not changed only if `anew`."""
        self.shown = shown
        self.exact.setText(tr("Exact: {verdict}", verdict=shown.exact))
        self.exact.setVisible(bool(shown.exact))
        self.notice.setText(shown.notice)
        self.notice.setVisible(bool(shown.notice))
        self.remedy.setText(shown.remedy)
        self.remedy.setVisible(bool(shown.remedy))
        room = self.width() - 2 * theme.GRID
        elided = self.effort.fontMetrics().elidedText(
            shown.effort, Qt.TextElideMode.ElideRight, room
        )
        self.effort.setText(elided or "\N{NO-BREAK SPACE}")
        self.effort.setToolTip(shown.effort)
        self.effort.setVisible(bool(shown.effort or not shown.notice))  # keeps the height
        self._scroll.setVisible(bool(shown.rows or not shown.remedy))
        self.copy.setEnabled(bool(shown.rows or shown.exact))
        self.insert.setEnabled(bool(shown.rows))
        for row, widget in zip((*shown.rows, *(None,) * MOST_LINES), self.rows, strict=False):
            if anew or row != widget.row:
                widget.show_row(row)

    @property
    def pointed_row(self) -> Row | None:
        """The row under the mouse or the keyboard focus."""
        return next((row.row for row in self.rows if row.row and row.points), None)

    def _lines_changed(self, count: int) -> None:
        self._count_lines()
        self._scroll.set_count(count)
        self.lines_chosen.emit(count)

    @Slot()
    def _count_lines(self) -> None:
        self.lines.setSuffix(count(self.lines.value(), " line", " lines"))

    def _point(self) -> None:
        self.pointed.emit(self.pointed_row)

    def _insert_best(self) -> None:
        if self.shown.rows:
            self.insert_wanted.emit(self.shown.rows[0].moves)


class _Rows(QScrollArea):
    """Rows in a column that scrolls in low windows."""

    def __init__(self, rows: list[LineRow]) -> None:
        super().__init__()
        self._rows, self._count = rows, len(rows)
        inner = QWidget()
        vbox(*rows, None, within=inner, spacing=0)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setStyleSheet(
            "QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }"
        )

    def set_count(self, count: int) -> None:
        self._count = count
        for at, row in enumerate(self._rows):
            row.setVisible(at < count)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(200, self._count * self._rows[0].sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return three rows, since the panels below ask for more than they need."""
        return QSize(100, min(self._count, 3) * self._rows[0].sizeHint().height())

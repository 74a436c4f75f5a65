"""The base of the form's parts: aligned labels, and faults shown beside the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.languages.translator import add_items, bind_text
from millmate.gui.style import theme
from millmate.gui.style.combo_box import ComboBox
from millmate.gui.style.label import Label
from millmate.play.tournament.plan import TournamentPlan

_LABELS = 12 * theme.GRID


class Part(QWidget):
    """A part of a plan as fields.

    `keys` are the plan's keys that it edits, as error messages name them.
    """

    changed = Signal()
    keys: tuple[str, ...] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = self._touched = False
        self.fault = Label()
        self.fault.setWordWrap(True)
        self.fault.hide()
        theme.mark_fault(self.fault, True)
        self.form = QFormLayout()
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(2 * theme.GRID)
        self.form.setVerticalSpacing(theme.GRID)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(self.form)
        layout.addWidget(self.fault)
        self.fault.setContentsMargins(_LABELS + 2 * theme.GRID, 0, 0, 0)

    def show_plan(self, plan: TournamentPlan) -> None:
        """Show the values of `plan` without emitting a change."""
        self._showing, self._touched = True, False
        try:
            self._show(plan)
        finally:
            self._showing = False

    def applied(self, plan: TournamentPlan) -> TournamentPlan:
        """Return the shown plan, or `plan`, with the user's changes.

        Untouched values stay exact, even where a field shows fewer digits.
        """
        return self._fill(plan) if self._touched else plan

    @property
    def lack(self) -> str:
        """The fault of input that cannot be parsed, as a sentence, or ""."""
        return ""

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        raise NotImplementedError

    def show_fault(self, fault: str) -> None:
        """Show the fault of the fields; "" clears it."""
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    def _show(self, plan: TournamentPlan) -> None:
        raise NotImplementedError

    def _emit_changed(self, *_: object) -> None:
        """Emit a change by the user."""
        if not self._showing:
            self._touched = True
            self.changed.emit()

    def _row(self, text: str, *widgets: QWidget | str) -> QWidget:
        """Add a row: a label, and fields with text between them; return their container.

        Here and below, texts are marked for translation and follow the language.
        """
        fields = [widget for widget in widgets if isinstance(widget, QWidget)]
        held = fields[0] if len(widgets) == 1 and fields else row_of(*widgets)
        label = bind_text(Label(), text=text)
        label.setMinimumWidth(_LABELS)
        label.setBuddy(fields[0])
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(0, theme.GRID // 2, 0, 0)
        self.form.addRow(label, held)
        return held


def row_of(*parts: QWidget | str) -> QWidget:
    """Return fields with text between them in a row."""
    held = QWidget()
    row = QHBoxLayout(held)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GRID)
    stretched = False
    for part in parts:
        widget = bind_text(Label(), text=part) if isinstance(part, str) else part
        wide = widget.sizePolicy().horizontalPolicy() in (
            QSizePolicy.Policy.Expanding,
            QSizePolicy.Policy.MinimumExpanding,
        )
        stretched = stretched or wide
        row.addWidget(widget, int(wide))
    if not stretched:
        row.addStretch(1)
    return held


def combo(name: str, items: Mapping[Any, str], changed: Callable[..., None]) -> QComboBox:
    """Return a combo box of texts with their data."""
    box = bind_text(ComboBox(), name=name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    add_items(box, items)
    box.currentIndexChanged.connect(changed)
    return box


def choose(box: QComboBox, data: object) -> None:
    """Select the entry with `data`."""
    for index in range(box.count()):  # `findData` compares as Qt does, not as Python
        if box.itemData(index) == data:
            box.setCurrentIndex(index)


def number(
    name: str, low: int, high: int, value: int, changed: Callable[..., None], tip: str = ""
) -> QSpinBox:
    box = bind_text(QSpinBox(), name=name, tip=tip)
    box.setRange(low, high)
    box.setGroupSeparatorShown(True)
    box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    box.setValue(value)
    box.valueChanged.connect(changed)
    return box


def decimal(
    name: str, low: float, high: float, value: float, changed: Callable[..., None]
) -> QDoubleSpinBox:
    """Return a field for a number with two decimals."""
    box = bind_text(QDoubleSpinBox(), name=name)
    box.setRange(low, high)
    box.setValue(value)
    box.valueChanged.connect(changed)
    return box


def check(text: str, changed: Callable[..., None], *depending: QWidget) -> QCheckBox:
    """Return a check box; the fields `depending` on it are enabled while it is checked."""
    box = bind_text(QCheckBox(), text=text)
    for widget in depending:
        widget.setEnabled(False)
        box.toggled.connect(widget.setEnabled)
    box.toggled.connect(changed)
    return box

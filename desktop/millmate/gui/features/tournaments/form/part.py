"""The base of the form's parts: aligned labels, and faults shown beside the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import add_items, bind_text
from millmate.gui.kit.widgets import ComboBox, DoubleSpinBox, SpinBox, hbox, vbox
from millmate.play.tournament.plan import TournamentPlan

_LABELS = 11 * theme.GRID
_FIXED = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed


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
        vbox(self.form, self.fault, within=self)
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
        label.setContentsMargins(0, theme.GRID - 2, 0, 0)
        self.form.addRow(label, held)
        return held

    # Fields, whose texts are marked.

    def _line(self, name: str, **texts: str) -> QLineEdit:
        """Return a field for text, with other texts as of `bind_text`."""
        line = bind_text(QLineEdit(), name=name, **texts)
        line.textEdited.connect(self._emit_changed)
        return line

    def _combo(self, name: str, items: Mapping[Any, str]) -> QComboBox:
        """Return a combo box of texts with their data."""
        box = bind_text(ComboBox(), name=name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        add_items(box, items)
        box.currentIndexChanged.connect(self._emit_changed)
        return box

    def _number(self, name: str, low: int, high: int, value: int, **texts: str) -> QSpinBox:
        box = bind_text(SpinBox(), name=name, **texts)
        box.setRange(low, high)
        box.setGroupSeparatorShown(True)
        box.setSizePolicy(*_FIXED)
        box.setValue(value)
        box.valueChanged.connect(self._emit_changed)
        return box

    def _decimal(self, name: str, low: float, high: float, value: float) -> QDoubleSpinBox:
        """Return a field for a number with two decimals."""
        box = bind_text(DoubleSpinBox(), name=name)
        box.setRange(low, high)
        box.setValue(value)
        box.valueChanged.connect(self._emit_changed)
        return box

    def _check(self, text: str, *depending: QWidget, tip: str = "") -> QCheckBox:
        """Return a check box; the fields `depending` on it are enabled while it is checked."""
        box = bind_text(QCheckBox(), text=text, tip=tip)
        for widget in depending:
            widget.setEnabled(False)
            box.toggled.connect(widget.setEnabled)
        box.toggled.connect(self._emit_changed)
        return box


def row_of(*parts: QWidget | str) -> QWidget:
    """Return fields with text between them in a row."""
    held = QWidget()
    widgets = [bind_text(Label(), text=p) if isinstance(p, str) else p for p in parts]
    wide = [Qt.Orientation.Horizontal in w.sizePolicy().expandingDirections() for w in widgets]
    rest = () if any(wide) else (None,)
    hbox(*zip(widgets, map(int, wide), strict=True), *rest, within=held)
    return held


def choose(box: QComboBox, data: object) -> None:
    """Select the entry with `data`."""
    for index in range(box.count()):  # `findData` compares as Qt does, not as Python
        if box.itemData(index) == data:
            box.setCurrentIndex(index)


def optional(box: QCheckBox, field: QSpinBox) -> int | None:
    """Return the value of `field` if `box` is checked, or else None."""
    return field.value() if box.isChecked() else None


def show_optional(box: QCheckBox, field: QSpinBox | QDoubleSpinBox, value: float | None) -> None:
    """Check `box` and show `value` in `field`, or clear the box for None."""
    box.setChecked(value is not None)
    if value is not None:
        field.setValue(value)  # type: ignore[arg-type]

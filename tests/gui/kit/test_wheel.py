"""The wheel scrolls the page below a field and never changes the field's value."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

import millmate.gui
from millmate.gui.kit.widgets import ComboBox, DoubleSpinBox, SpinBox

SOURCES = Path(millmate.gui.__file__).parent


@pytest.mark.parametrize("kind", [ComboBox, SpinBox, DoubleSpinBox])
def test_the_wheel_is_left_to_the_page(qtbot, kind):
    field = kind()
    qtbot.addWidget(field)
    if isinstance(field, ComboBox):
        field.addItems(["one", "two", "three"])
    field.show()
    field.setFocus()
    before, middle = field.grab().toImage(), QPointF(field.rect().center())
    turned = QWheelEvent(
        middle, field.mapToGlobal(middle), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field, turned)
    assert not turned.isAccepted()
    assert field.grab().toImage() == before


def test_no_module_makes_a_field_that_the_wheel_changes_or_linux_leaves_without_a_name():
    ours = {"QComboBox", "QSpinBox", "QDoubleSpinBox"}
    for path in sorted(SOURCES.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        nodes = ast.walk(ast.parse(source)) if any(name in source for name in ours) else ()
        calls = (node.func for node in nodes if isinstance(node, ast.Call))
        assert not {getattr(call, "id", "") for call in calls} & ours, path

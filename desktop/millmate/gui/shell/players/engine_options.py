"""The options of an engine: asked of it in a thread, and shown as a form."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from millmate.errors import MillMateError
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, SpinBox
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of
from millmate.search.budget import Interrupted
from millmate.uci.client import UciEngine
from millmate.uci.options import OptionError, UciOption

# Options that this program sets itself or does not use.
_OURS = {
    "ponder", "multipv", "uci_chess960", "uci_variant", "uci_analysemode", "uci_opponent",
    "uci_engineabout", "uci_showwdl", "uci_showcurrline", "uci_setpositionvalue",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Introduced:
    """The name and options of an engine; `fault` says why it failed."""

    recipe: EngineRecipe
    name: str = ""
    author: str = ""
    options: tuple[UciOption, ...] = ()
    fault: str = ""


_said: dict[tuple[str, str], Introduced] = {}  # by program and arguments, in this process


def said(recipe: EngineRecipe) -> Introduced | None:
    """Return the last description of the engine of `recipe`, None if it has never been started."""
    return _said.get((recipe.path, recipe.arguments))


def introduce(
    recipe: EngineRecipe, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Introduced:
    """Start the engine of `recipe`, ask it, and quit it; slow if it does not answer."""
    engine = None
    try:
        engine = UciEngine(command_of(recipe))
        engine.start(stopped=stopped)
        options = tuple(engine.options.values())
        answer = Introduced(recipe, engine.name, engine.author, options)
        _said[recipe.path, recipe.arguments] = answer
        return answer
    except (MillMateError, Interrupted) as error:
        return Introduced(recipe, fault=str(error))
    finally:
        if engine is not None:
            engine.close()


class OptionsForm(QWidget):
    """A field for each option; `changed` is emitted when the user changes one."""

    changed = Signal()

    def __init__(self, options: Iterable[UciOption], chosen: Mapping[str, str]) -> None:
        """Show `options` with the values in `chosen`, or else the defaults."""
        super().__init__()
        self.fields: dict[str, QWidget] = {}
        self._read: dict[str, Callable[[], str]] = {}
        self._options = [option for option in options if option.name.lower() not in _OURS]
        given = {name.lower(): value for name, value in chosen.items()}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, theme.GRID, 0)
        form.setHorizontalSpacing(2 * theme.GRID)
        form.setVerticalSpacing(theme.GRID)
        for option in self._options:
            text = given.get(option.name.lower())
            field, read = _MAKERS[option.kind](option, _fitting(option, text), self._changed)
            if option.kind == "button":
                assert isinstance(field, QPushButton)
                field.setChecked(text is not None)
            field.setAccessibleName(option.name)
            self.fields[option.name], self._read[option.name] = field, read
            form.addRow(option.name, field)

    def _changed(self, *_: object) -> None:
        self.changed.emit()

    def values(self) -> tuple[tuple[str, str], ...]:
        """Return the values that differ from the defaults; a pressed button has ""."""
        found = []
        for option in self._options:
            value = self._read[option.name]()
            pressed = option.kind == "button" and value == "pressed"
            if pressed or (option.kind != "button" and value != option.default):
                found.append((option.name, "" if pressed else value))
        return tuple(found)


def _fitting(option: UciOption, text: str | None) -> str:
    """Return the value of `text`, or the default if it is invalid."""
    try:
        return option.default if text is None else option.value(text)
    except OptionError:
        return option.default


Made = tuple[QWidget, Callable[[], str]]


def _check(option: UciOption, value: str, changed: Callable[..., None]) -> Made:
    box = QCheckBox()
    box.setChecked(value == "true")
    box.toggled.connect(changed)
    return box, lambda: "true" if box.isChecked() else "false"


def _spin(option: UciOption, value: str, changed: Callable[..., None]) -> Made:
    box = SpinBox()
    box.setRange(max(option.low, -(2**31)), min(option.high, 2**31 - 1))
    number = int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else box.minimum()
    box.setValue(min(max(number, box.minimum()), box.maximum()))
    on_retranslate(box, partial(_explain, weakref.ref(box), option))
    box.valueChanged.connect(changed)
    return box, lambda: str(box.value())


def _explain(box: weakref.ref[QSpinBox], option: UciOption) -> None:
    known = box()
    if known is not None:
        text = tr("{low} to {high}, {default} by default")
        known.setToolTip(text.format(low=option.low, high=option.high, default=option.default))


def _combo(option: UciOption, value: str, changed: Callable[..., None]) -> Made:
    box = ComboBox()
    box.addItems(option.choices)
    box.setCurrentText(value)
    box.currentIndexChanged.connect(changed)
    return box, box.currentText


def _string(option: UciOption, value: str, changed: Callable[..., None]) -> Made:
    field = QLineEdit(value)
    bind_text(field, hint=mark("empty"))
    field.textEdited.connect(changed)
    return field, lambda: field.text().strip()


def _button(option: UciOption, value: str, changed: Callable[..., None]) -> Made:
    button = bind_text(QPushButton(), text=mark("Press before each game"))
    button.setCheckable(True)
    button.setAutoDefault(False)
    button.toggled.connect(changed)
    return button, lambda: "pressed" if button.isChecked() else ""


_MAKERS: dict[str, Callable[[UciOption, str, Callable[..., None]], Made]] = {
    "check": _check,
    "spin": _spin,
    "combo": _combo,
    "string": _string,
    "button": _button,
}

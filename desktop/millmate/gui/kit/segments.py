"""A switch of a few choices side by side, one of which is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy

from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button

_EDGE = 3  # pixels around the segments


class Segments(QFrame):
    """Offers the marked texts of `choices` by their keys; `chosen` carries the key clicked."""

    chosen = Signal(object)

    def __init__(self, choices: Mapping[Any, str], name: str) -> None:
        """Choose the first one; screen readers call the switch `name` (marked)."""
        super().__init__()
        self.setProperty("segments", True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        bind_text(self, name=name)
        self.buttons = {key: push_button(text) for key, text in choices.items()}
        group = QButtonGroup(self)
        for key, button in self.buttons.items():
            button.setProperty("segment", True)
            button.setCheckable(True)
            group.addButton(button)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
        hbox(*self.buttons.values(), within=self, spacing=0, margins=_EDGE)
        self.choose(next(iter(choices)))

    @property
    def value(self) -> Any:
        """The key of the choice."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    def choose(self, key: Any) -> None:
        """Turn on a choice without emitting `chosen`."""
        self.buttons[key].setChecked(True)

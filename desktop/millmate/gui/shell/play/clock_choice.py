"""The choice of a clock for a new game."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSpinBox, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.translator import add_items, bind_text
from millmate.gui.kit.widgets import ComboBox, SpinBox, hbox, vbox
from millmate.language import mark, number, tr
from millmate.play.clocks import TimeControl, TimeControlError

_OWN = "own"
_OFFERED = {
    "": mark("No clock"),
    "60": mark("1 minute"),
    "180+2": mark("3 minutes + 2 s a move"),
    "300+3": mark("5 minutes + 3 s a move"),
    "600+5": mark("10 minutes + 5 s a move"),
    "900+10": mark("15 minutes + 10 s a move"),
    "1800+20": mark("30 minutes + 20 s a move"),
    _OWN: mark("Another time…"),
}

_TIP = mark("Thinking time of each side for the whole game; a side that runs out of time loses")


class ClockChoice(QWidget):
    """A list of time controls, and fields for another one; no clock is the first of them."""

    changed = Signal()

    def __init__(self, tip: str = _TIP) -> None:
        super().__init__()
        self.kind = bind_text(ComboBox(), name=mark("Clock"), tip=tip)
        add_items(self.kind, _OFFERED)
        self.minutes, self.increment = _number(1, 180, 5), _number(0, 60, 3)
        bind_text(self.minutes, suffix=mark(" min"), name=mark("Minutes for each side"))
        bind_text(
            self.increment, prefix="+ ", suffix=mark(" s a move"), name=mark("Seconds a move adds")
        )
        self._own = QWidget()
        gap = theme.GRID // 2
        hbox((self.minutes, 1), (self.increment, 1), within=self._own, spacing=gap)
        vbox(self.kind, self._own, within=self, spacing=gap)
        self.setFocusProxy(self.kind)
        self.kind.currentIndexChanged.connect(self._show)
        self.minutes.valueChanged.connect(self.changed)
        self.increment.valueChanged.connect(self.changed)
        self._show()

    @property
    def text(self) -> str:
        """The time control as text, "" for none."""
        return "" if self.control is None else str(self.control)

    @property
    def control(self) -> TimeControl | None:
        """The time control, None for no clock."""
        chosen = self.kind.currentData()
        if chosen == _OWN:
            return TimeControl(60.0 * self.minutes.value(), float(self.increment.value()))
        return TimeControl.parse(chosen) if chosen else None

    def choose(self, text: str) -> None:
        """Choose the time control in `text`, "" for none; ignore what cannot be chosen here."""
        index = self.kind.findData(text)
        if index >= 0 and text != _OWN:
            self.kind.setCurrentIndex(index)
            return
        with suppress(TimeControlError):
            control = TimeControl.parse(text)
            self.minutes.setValue(round(control.base / 60))
            self.increment.setValue(round(control.increment))
            self.kind.setCurrentIndex(self.kind.findData(_OWN))

    @Slot()
    def _show(self) -> None:
        self._own.setVisible(self.kind.currentData() == _OWN)
        self.changed.emit()


def clock_words(control: TimeControl) -> str:
    """Return a time control for people: `3 minutes + 2 s a move`."""
    if offered := _OFFERED.get(str(control)):
        return tr(offered)
    minutes, added = number(control.base / 60), number(control.increment)
    return tr("{minutes} minutes + {added} s a move", minutes=minutes, added=added)


def _number(least: int, most: int, usual: int) -> QSpinBox:
    box = SpinBox()
    box.setRange(least, most)
    box.setValue(usual)
    return box

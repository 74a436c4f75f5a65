"""The choice of a clock for a new game."""

from __future__ import annotations

from contextlib import suppress

from millmate.gui.kit import theme
from millmate.gui.kit.form import Choice, Form, Number, Row
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


class ClockChoice(Form):
    """A list of time controls, and fields for another one; no clock is the first of them."""

    def __init__(self, tip: str = _TIP, letters: int = 0) -> None:
        super().__init__(
            Choice("kind", "", _OFFERED, spoken=mark("Clock"), tip=tip, letters=letters),
            Row(
                None,
                Number(
                    "minutes", "", 1, 180, default=5, unit=mark(" min"),
                    spoken=mark("Minutes for each side"),
                ),
                Number(
                    "added", "", 0, 60, default=3, before="+ ", unit=mark(" s a move"),
                    spoken=mark("Seconds a move adds"),
                ),
                shown=lambda values: values.kind == _OWN,
                spread=True,
                spacing=theme.GRID // 2,
            ),
        )  # fmt: skip
        self.form.setVerticalSpacing(theme.GRID // 2)
        self.setFocusProxy(self["kind"])

    @property
    def text(self) -> str:
        """The time control as text, "" for none."""
        return str(self.control or "")

    @property
    def control(self) -> TimeControl | None:
        """The time control, None for no clock."""
        chosen = self.value("kind")
        if chosen == _OWN:
            return TimeControl(60.0 * self.value("minutes"), float(self.value("added")))
        return TimeControl.parse(chosen) if chosen else None

    def choose(self, text: str) -> None:
        """Choose the time control in `text`, "" for none; ignore what cannot be chosen here."""
        if text in _OFFERED and text != _OWN:
            self.fields["kind"].put(text)
            return
        with suppress(TimeControlError):
            control = TimeControl.parse(text)
            self["minutes"].setValue(round(control.base / 60))
            self["added"].setValue(round(control.increment))
            self.fields["kind"].put(_OWN)


def clock_words(control: TimeControl) -> str:
    """Return a time control for people: `3 minutes + 2 s a move`."""
    if offered := _OFFERED.get(str(control)):
        return tr(offered)
    minutes, added = number(control.base / 60), number(control.increment)
    return tr("{minutes} minutes + {added} s a move", minutes=minutes, added=added)

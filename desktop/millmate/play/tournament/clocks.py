"""Time controls, and the two clocks of a game, driven by the events of its match."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.language import tr
from millmate.play.events import Event, MovePlayed, TurnBegan
from millmate.search.clock import Clocks

# Seconds by which a move may overrun: the way from the match to the player is nobody's time.
TOLERANCE = 0.1
LONGEST = 86_400.0  # seconds on a clock
_MOST_MOVES = 1000  # in a period
_TEXT = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?P<base>\d{1,9}(?:\.\d{1,6})?)(?:\+(?P<increment>\d{1,9}(?:\.\d{1,6})?))?",
    re.ASCII,
)


class TimeControlError(ValueError):
    """A text is not a time control; the message says what one is."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A side's time for a game, such as `60+0.6`, or `40/60+0.6` for every 40 `moves`.

    A side has `base` seconds for the game, or for each period, plus `increment` for each move.
    """

    base: float
    increment: float = 0.0
    moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Return the time control `text`, written in seconds as other tournament programs do.

        Raises:
            TimeControlError: `text` is none.
        """
        found = _TEXT.fullmatch("".join(text.split()))
        if found is None:
            raise TimeControlError(_wanted(text))
        control = cls(
            float(found["base"]),
            float(found["increment"] or 0),
            None if found["moves"] is None else int(found["moves"]),
        )
        if not (
            0.1 <= control.base <= LONGEST
            and control.increment <= LONGEST
            and (control.moves is None or 1 <= control.moves <= _MOST_MOVES)
        ):
            raise TimeControlError(_wanted(text))
        return control

    def __str__(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        increment = f"+{_figure(self.increment)}" if self.increment else ""
        return f"{moves}{_figure(self.base)}{increment}"


class GameClocks:
    """Both clocks of a game; a side's clock runs from the start of its turn to its move."""

    def __init__(self, control: TimeControl, now: Callable[[], float] = time.perf_counter) -> None:
        """Set both clocks; `now` returns the time in seconds."""
        self._control, self._now = control, now
        self._left = {WHITE: control.base, BLACK: control.base}
        self._moves = {WHITE: 0, BLACK: 0}
        self._running: tuple[bool, float] | None = None  # whose clock, since when
        self._fallen: bool | None = None  # whose flag

    def watch(self, event: Event) -> None:
        """Start a clock when a turn begins, and stop it when the move is played."""
        if isinstance(event, TurnBegan):
            self._running = event.turn, self._now()
        elif isinstance(event, MovePlayed):
            self._press(event.mover)

    def shown(self, turn: bool) -> Clocks:
        """Return what the clocks showed when the turn of `turn` began."""
        moves = self._control.moves
        return Clocks(
            white=self._left[WHITE],
            black=self._left[BLACK],
            increment=self._control.increment,
            moves_to_go=None if moves is None else moves - self._moves[turn] % moves,
        )

    def outcome(self) -> Outcome | None:
        """Return the loss of a side whose time is over, while it thinks or with its move."""
        if self._fallen is None and self._running is not None:
            side, since = self._running
            if self._now() - since > self._left[side] + TOLERANCE:
                self._fallen = side
        if self._fallen is None:
            return None
        return Outcome(Termination.TIME, not self._fallen)

    def _press(self, side: bool) -> None:
        if self.outcome() is not None or self._running is None:
            return
        spent = self._now() - self._running[1]
        self._running = None
        self._moves[side] += 1
        self._left[side] = max(0.0, self._left[side] - spent) + self._control.increment
        if self._control.moves is not None and self._moves[side] % self._control.moves == 0:
            self._left[side] += self._control.base


def _wanted(text: str) -> str:
    return tr(
        "{text!r} is no time for a game: give seconds and what each move adds, such as 60+0.6, "
        "or 40/60 for each 40 moves anew",
        text=text[:40],
    )


def _figure(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")

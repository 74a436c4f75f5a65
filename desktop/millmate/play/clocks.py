"""Time controls, and the two clocks of a game, controlled by its match."""

import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock

from millmate.games.outcome import BLACK, WHITE
from millmate.language import tr
from millmate.records.notes import Notes
from millmate.records.tree import Node
from millmate.search.limits import Clocks

# Seconds by which a move may overrun: the time between match and player counts for neither.
TOLERANCE = 0.1
LONGEST = 86_400.0  # seconds on a clock
TAG = "TimeControl"  # of a game's record
COMMAND = "clk"  # in the comment on a move: the time left to its side
_MOST_MOVES = 1000  # in a period
_CLOCK = re.compile(r"(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)", re.ASCII)
_TEXT = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?P<base>\d{1,9}(?:\.\d{1,6})?)(?:\+(?P<increment>\d{1,9}(?:\.\d{1,6})?))?",
    re.ASCII,
)


class TimeControlError(ValueError):
    """A text is not a time control; the message shows the format."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A side's time for a game, such as `60+0.6`, or `40/60+0.6` for every 40 `moves`.

    A side has `base` seconds for the game, or for each period, plus `increment` for each move.
    """

    base: float
    increment: float = 0.0
    moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Return the time control `text`, written in seconds as other tournament programs do.

        Raises:
            TimeControlError: `text` is not a time control.
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
    """Both clocks of a game; a side's clock runs from the start of its turn to its move.

    The match controls them in its thread; any other thread may read them.
    """

    def __init__(
        self,
        control: TimeControl,
        now: Callable[[], float] = time.perf_counter,
        *,
        left: Mapping[bool, float] | None = None,
    ) -> None:
        """Set both clocks.

        Args:
            control: The time of each side.
            now: Returns the time in seconds.
            left: The time left to each side in a game that is continued; None for the full time.
        """
        self.control, self._now = control, now
        self._left = {WHITE: control.base, BLACK: control.base} | dict(left or {})
        self._moves = {WHITE: 0, BLACK: 0}
        self._running: tuple[bool, float] | None = None  # whose clock, since when
        self._fallen: bool | None = None  # the side whose flag has fallen
        self._lock = Lock()  # people can pause in another thread

    def start(self, side: bool) -> None:
        """Start the clock of `side`, whose turn starts."""
        self._running = side, self._now()

    def press(self, side: bool) -> float:
        """Stop the clock of `side`, which has moved, and return the time left to it."""
        with self._lock:
            if self.fallen is None and self._running is not None:
                spent = max(0.0, self._now() - self._running[1])  # paused: since infinity
                self._running = None
                self._moves[side] += 1
                self._left[side] = max(0.0, self._left[side] - spent) + self.control.increment
                if self.control.moves is not None and self._moves[side] % self.control.moves == 0:
                    self._left[side] += self.control.base
            return self._left[side]

    def pause(self) -> None:
        """Stop the running clock until `go_on`, or until its side moves."""
        with self._lock:
            if self._running is not None and not self.paused and self.fallen is None:
                side, since = self._running
                self._left[side] = max(0.0, self._left[side] - (self._now() - since))
                self._running = side, math.inf

    def go_on(self) -> None:
        """Restart the paused clock."""
        with self._lock:
            if self.paused and self._running is not None:
                self._running = self._running[0], self._now()

    @property
    def paused(self) -> bool:
        return self._running is not None and math.isinf(self._running[1])

    @property
    def running(self) -> bool | None:
        """The side whose clock is running or paused."""
        return None if self._running is None else self._running[0]

    def left(self, side: bool) -> float:
        """Return the seconds now left to `side`."""
        running, left = self._running, self._left[side]
        if running is not None and running[0] is side:
            left -= max(0.0, self._now() - running[1])  # paused: since infinity
        return max(0.0, left)

    def shown(self, turn: bool) -> Clocks:
        """Return the times on the clocks at the start of the turn of `turn`."""
        moves = self.control.moves
        return Clocks(
            white=self._left[WHITE],
            black=self._left[BLACK],
            increment=self.control.increment,
            moves_to_go=None if moves is None else moves - self._moves[turn] % moves,
        )

    @property
    def fallen(self) -> bool | None:
        """The side whose flag has fallen, even if only noticed with its move."""
        running = self._running
        if self._fallen is None and running is not None:
            side, since = running
            if self._now() - since > self._left[side] + TOLERANCE:
                self._fallen = side
        return self._fallen


def written(seconds: float) -> str:
    """Return the time on a clock in the format of records, such as `0:04:31.5`."""
    tenths = round(10 * seconds)
    minutes, rest = divmod(tenths, 600)
    return f"{minutes // 60}:{minutes % 60:02}:{rest / 10:04.1f}"


def noted(node: Node) -> float | None:
    """Return the time left to the side that moved to `node`, None if it is not recorded."""
    return noted_in(node.notes)


def noted_in(notes: Notes) -> float | None:
    """Return the seconds left to the side according to the notes on its move, or None."""
    found = _CLOCK.fullmatch((notes.command(COMMAND) or "").strip())
    if found is None:
        return None
    hours, minutes, seconds = map(float, found.groups())
    return 3600 * hours + 60 * minutes + seconds


def left_at(node: Node, control: TimeControl | None) -> dict[bool, float]:
    """Return the time left to each side at `node`, without a side for which it is unknown.

    It is recorded with the last move of the side; before its first move it is that of `control`.
    """
    left: dict[bool, float | None] = {}
    if control is not None:
        left = {WHITE: control.base, BLACK: control.base}
    left |= {at.ply.mover: noted(at) for at in (node, node.parent) if at and at.ply}
    return {side: seconds for side, seconds in left.items() if seconds is not None}


def _wanted(text: str) -> str:
    return tr(
        "{text!r} is not a valid clock: give seconds and the increment, such as 60+0.6, or "
        "40/60 for 60 seconds per 40 moves",
        text=text[:40],
    )


def _figure(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")

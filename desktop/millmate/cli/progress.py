"""Long work on the command line: its progress bar on standard error, and Ctrl-C."""

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TextIO

from millmate.formatting import duration, plural

if TYPE_CHECKING:
    from millmate.tablebase.progress import BuildProgress

_WIDTH = 24
_SECONDS_BETWEEN = 0.1


class StatusLine:
    """A line that updates in place on a terminal; silent if the stream is not a terminal.

    Use it in a `with` block; leaving the block clears the line.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._last = float("-inf")
        self._length = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def show(self, line: Callable[[], str], *, now: bool = False) -> None:
        """Show the text that `line` returns; at most ten times a second, except with `now`."""
        time_now = time.monotonic()
        if self._shown and (now or time_now - self._last >= _SECONDS_BETWEEN):
            self._last = time_now
            self._write(line())

    def clear(self) -> None:
        """Clear the line, so that other output can follow."""
        if self._length:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()
            self._length = 0

    def _write(self, line: str) -> None:
        line = line[
            : shutil.get_terminal_size().columns - 1
        ]  # a wrapped line could not be overwritten
        self._stream.write("\r")
        self._stream.write(line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)


class ProgressBar(StatusLine):
    """Shows the progress of a build; pass it as the build's `progress`."""

    def __call__(self, progress: "BuildProgress") -> None:
        """Show `progress`, at most ten times a second."""
        self.show(lambda: _line(progress), now=progress.fraction >= 1)


def bar(fraction: float) -> str:
    """Return a bar for a fraction from 0 to 1, and the percentage: `███░░░  50%`."""
    filled = round(_WIDTH * min(max(fraction, 0.0), 1.0))
    return "█" * filled + "░" * (_WIDTH - filled) + f" {fraction:4.0%}"


def _line(progress: "BuildProgress") -> str:
    """Return the progress in words: the table, the fraction, the positions found, the time left."""
    parts = [
        f"{progress.title} ({progress.table}/{progress.tables})",
        bar(progress.fraction),
        f"{progress.stage}",
    ]
    if progress.positions:
        parts.append(f"{plural(progress.ply, 'ply')}: {plural(progress.positions, 'position')}")
    if progress.seconds_left is not None:
        parts.append(f"{duration(progress.seconds_left)} left")
    return "  ".join(parts)


# Ctrl-C during long work: the first one asks the work to stop, the second one ends the program.


@contextmanager
def interrupts(on_first: Callable[[], None] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Provide a function that returns whether Ctrl-C or SIGTERM has come; call `on_first` then.

    A second one ends the program at once. Outside the main thread signals are not handled.
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def ask(number: int, frame: object) -> None:
        asked.set()
        signal.signal(number, before[signal.Signals(number)])
        on_first()

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, ask)
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""The progress bar of long work on standard error."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING, TextIO

from millmate.words import duration, plural

if TYPE_CHECKING:
    from millmate.tablebase.build import BuildProgress

_WIDTH = 24
_SECONDS_BETWEEN = 0.1


class ProgressBar:
    """Shows a build's progress on one line that is written over; silent if it is no terminal.

    Hand it over as the `progress` of a build, inside `with`: leaving clears the line.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._last = float("-inf")
        self._length = 0

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *exception: object) -> None:
        self.clear()

    def __call__(self, progress: BuildProgress) -> None:
        """Show `progress`, at most ten times a second."""
        now = time.monotonic()
        if self._shown and (now - self._last >= _SECONDS_BETWEEN or progress.fraction >= 1):
            self._last = now
            self._write(_line(progress))

    def clear(self) -> None:
        """Wipe the line, so that other output can follow."""
        if self._length:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()
            self._length = 0

    def _write(self, line: str) -> None:
        line = line[: shutil.get_terminal_size().columns - 1]  # a wrapped line is not written over
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)


def _line(progress: BuildProgress) -> str:
    """Return the progress in words: which table, how far, what was found, the time left."""
    filled = round(_WIDTH * min(max(progress.fraction, 0.0), 1.0))
    bar = "█" * filled + "░" * (_WIDTH - filled)
    parts = [
        f"{progress.material} ({progress.table}/{progress.tables})",
        f"{bar} {progress.fraction:4.0%}",
        f"{progress.stage}",
    ]
    if progress.positions:
        parts.append(f"{plural(progress.ply, 'ply')}: {plural(progress.positions, 'position')}")
    if progress.seconds_left is not None:
        parts.append(f"{duration(progress.seconds_left)} left")
    return "  ".join(parts)

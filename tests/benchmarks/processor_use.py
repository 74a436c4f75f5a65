"""Draw how much of the processors a command uses, from start to end.

    python -m tests.benchmarks.processor_use PICTURE TITLE COMMAND ...

PICTURE is a PNG file. The last line printed has the CPU seconds of the command and its children,
the seconds elapsed, the gigabytes written and the peak memory. Other work lowers the use.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cairosvg
import psutil

_EACH = 5.0  # seconds between two looks
_WIDTH, _HEIGHT, _LEFT, _TOP = 784, 222, 56, 34  # of the curve, in pixels


class Look(NamedTuple):
    """What a command has used so far: seconds, CPU seconds, bytes written; its memory now."""

    elapsed: float
    computing: float
    written: int
    memory: int


def looks(command: Sequence[str]) -> Iterator[Look]:
    """Run a command, and yield what it has used, every few seconds.

    Raises:
        CalledProcessError: It fails.
    """
    began = time.monotonic()
    with subprocess.Popen(command) as process:
        whole = psutil.Process(process.pid)
        while process.poll() is None:
            living = [whole, *whole.children(recursive=True)]
            with whole.oneshot():
                ended = sum(whole.cpu_times()[2:4])
                yield Look(
                    time.monotonic() - began,
                    ended + sum(sum(each.cpu_times()[:2]) for each in living),
                    whole.io_counters().write_bytes,
                    whole.memory_info().rss,
                )
            time.sleep(_EACH)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def picture(title: str, found: Sequence[Look]) -> str:
    """Return the SVG of the use between each two looks, in per cent of one processor."""
    top, last = 100 * psutil.cpu_count(), found[-1].elapsed
    points = " ".join(
        f"{_LEFT + _WIDTH * now.elapsed / last:.1f},{_y(100 * _rate(before, now), top):.1f}"
        for before, now in pairwise(found)
    )
    rows = "".join(
        f'<path d="M{_LEFT} {_y(use, top)}h{_WIDTH}" stroke="#d8d8d8"/>'
        f'<text x="{_LEFT - 8}" y="{_y(use, top) + 4}" text-anchor="end">{use} %</text>'
        for use in range(0, top + 1, 50)
    )
    step = max(1, round(last / 60 / 6))
    minutes = "".join(
        f'<text x="{_LEFT + _WIDTH * 60 * minute / last}" y="276" text-anchor="middle">'
        f"{minute}</text>"
        for minute in range(0, int(last / 60) + 1, step)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="850" height="300" font-family="DejaVu Sans"'
        f' font-size="12"><rect width="850" height="300" fill="white"/><text x="{_LEFT}" y="20"'
        f' font-weight="bold">{title}</text>{rows}{minutes}<text x="{_LEFT + _WIDTH // 2}" y="296"'
        ' text-anchor="middle">minutes</text><polyline fill="none" stroke="#20688f"'
        f' stroke-width="1.6" points="{points}"/></svg>'
    )


def _rate(before: Look, now: Look) -> float:
    return (now.computing - before.computing) / (now.elapsed - before.elapsed)


def _y(use: float, top: int) -> float:
    return _TOP + _HEIGHT * (1 - use / top)


def main(place: Path, title: str, command: Sequence[str]) -> None:
    """Run the command, draw its use, and say what it took."""
    found = list(looks(command))
    cairosvg.svg2png(picture(title, found).encode(), write_to=str(place))
    elapsed, computing, written, _ = found[-1]
    most = max(each.memory for each in found)
    told = "{:.0f} CPU seconds in {:.0f} s ({:.0%}), {:.2f} GB written, {:.2f} GB of memory"
    print(told.format(computing, elapsed, computing / elapsed, written / 1e9, most / 1e9))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])

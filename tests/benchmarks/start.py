"""Measure the time from the start of the process until the window is shown and painted.

    python -m tests.benchmarks.start [--runs 5] [--cold] [--tables DIR]

Prints for each run the seconds by the clock and those of computing, of the whole process and of the
window's thread. `--cold` has the system forget the program's and its libraries' files before each
run (Linux; those that another running process uses stay). The first run, which writes the bytecode
and draws the pieces, is not counted. On Linux without a display it uses Qt's `offscreen`; under
`xvfb-run` it opens a window of X11.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import millmate


def main() -> None:
    """Start the program several times and print each time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--tables", type=Path, metavar="DIR", help="with these tables, not none")
    wanted = parser.parse_args()
    say(f"{'run':>6}{'clock':>9}{'computing':>11}{'window thread':>15}   (seconds)")
    runs = []
    with tempfile.TemporaryDirectory() as home:
        started(Path(home), wanted.tables)
        for number in range(1, wanted.runs + 1):
            if wanted.cold:
                forget_files()
            run = started(Path(home), wanted.tables)
            runs.append(run)
            say(f"{number:6}{run[0]:9.2f}{run[1]:11.2f}{run[2]:15.2f}")
    say(
        "median"
        + "{:9.2f}{:11.2f}{:15.2f}".format(*map(statistics.median, zip(*runs, strict=True)))
    )
    if hasattr(os, "getloadavg"):
        say(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def started(home: Path, tables: Path | None) -> list[float]:
    """Start the program in a process of its own; return the seconds that it told."""
    env = {
        **os.environ,
        **{f"MILLMATE_{name}": str(home / name) for name in ("DATA", "CONFIG", "CACHE", "TABLES")},
        "PYTHONPYCACHEPREFIX": str(home / "bytecode"),
    }
    env |= {"MILLMATE_TABLES": str(tables.resolve())} if tables else {}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        env.setdefault("QT_QPA_PLATFORM", "offscreen")
    begun = time.time()
    command = [sys.executable, __file__, "shown"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    at, *computing = json.loads(done.stdout)
    return [at - begun, *computing]


def shown() -> None:
    """Open the window as `millmate` does, and end once it is painted; for a process of its own."""
    from millmate.gui import app

    def told() -> None:
        sys.stdout.write(json.dumps([time.time(), time.process_time(), time.thread_time()]))
        sys.stdout.flush()
        os._exit(0)

    obstacle = app.find_obstacle()
    assert not obstacle, obstacle
    from PySide6.QtCore import QEvent, QTimer
    from PySide6.QtWidgets import QApplication

    from millmate.gui.window.main_window import MainWindow

    def event(window: MainWindow, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # all else is painted in the same go
            del MainWindow.event
            QTimer.singleShot(0, QApplication.instance(), told)
        return bool(super(MainWindow, window).event(event))

    MainWindow.event = event  # type: ignore[method-assign]
    app.open_window()


def forget_files() -> None:
    """Drop the files of Python, the libraries and the program from the system's cache."""
    for path in _files():
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)


def _files() -> Iterator[Path]:
    paths = sysconfig.get_paths()
    for folder in {paths["stdlib"], paths["platlib"], str(Path(millmate.__file__).parent)}:
        yield from (path for path in Path(folder).rglob("*") if path.is_file())


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    shown() if sys.argv[1:] == ["shown"] else main()

"""What it takes to open a directory of tables: python tests/longrun/opening.py TABLES

Prints CPU and clock seconds, the best of three: of the commands that list the tables and probe one,
and in the window from its making to the verdict of a position, for TABLES and for no tables at all.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.longrun.measures import own_home

KBNVK = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
WINDOW = """
import sys, time
from PySide6.QtCore import QEventLoop
from millmate.gui.app import make_application
from millmate.settings import Settings
app = make_application()
from millmate.gui.window.main_window import MainWindow
cpu, clock = time.process_time(), time.perf_counter()
loop = QEventLoop()
window = MainWindow(Settings(tables=sys.argv[1], animated=False, welcomed=True), pace=0.0)
window.probe.answered.connect(loop.quit)
window.show()
loop.exec()
print(time.process_time() - cpu, time.perf_counter() - clock, window.verdict.headline.text())
window.close()
"""


def command(words: list[str]) -> tuple[float, float]:
    """Return CPU and clock seconds of a command of the program."""
    before, began = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "millmate", *words], check=True, stdout=subprocess.DEVNULL
    )
    after = os.times()
    cpu = after.children_user - before.children_user
    return cpu + after.children_system - before.children_system, time.perf_counter() - began


def window(tables: str) -> tuple[float, float]:
    """Return CPU and clock seconds until the window tells a verdict."""
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, tables], check=True, capture_output=True, text=True
    )
    cpu, clock, *_ = done.stdout.split(maxsplit=2)
    return float(cpu), float(clock)


def main(tables: Path) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as nothing:
        measures = {
            "millmate tables": lambda: command(["tables", "--tables", str(tables)]),
            "millmate tables, none there": lambda: command(["tables", "--tables", nothing]),
            "millmate probe": lambda: command(["probe", KBNVK, "--tables", str(tables)]),
            "window": lambda: window(str(tables)),
            "window, none there": lambda: window(nothing),
        }
        for name, measure in measures.items():
            cpu, clock = (min(each) for each in zip(*(measure() for _ in range(3)), strict=True))
            print(f"{name:30}{cpu:6.2f} s CPU{clock:7.2f} s clock")
    print(f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with own_home():
        main(Path(sys.argv[1]))

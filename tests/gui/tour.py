"""A tour of all screens while a table is built and a tournament is played.

Run as a program it prints, for each screen, the longest time between two looks of the window's
thread at what comes next: by the clock, and what that thread itself computed meanwhile. It also
prints what was imported with the window though no screen needed it, and whether Numba was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.tournaments import THREE

PLAN = THREE.replace("games = 2", "games = 400").replace("nodes = 40", "nodes = 400")
GAME = (
    '[White "A"]\n[Black "B"]\n\n1. e4 {a comment} e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 *\n'
)
MORRIS = "......../......../........ w 9 9 0 1"
ENDING = "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"
_TICK = 2  # milliseconds


class GameWatch:
    """Looks at the clocks every few milliseconds, and keeps the longest gap of each screen."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.screen = ""
        self.gaps: dict[str, tuple[float, float]] = {}
        self._last = self._now()
        self.timer = QTimer()
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self._look)
        self.timer.start(_TICK)

    def enter(self, screen: str) -> None:
        """Count what comes to `screen`."""
        self._look()
        self.screen = screen
        self.gaps[screen] = (0.0, 0.0)

    def _look(self) -> None:
        now = self._now()
        if self.screen:
            pairs = zip(self.gaps[self.screen], now, self._last, strict=True)
            by_clock, own = (max(most, after - before) for most, after, before in pairs)
            self.gaps[self.screen] = (by_clock, own)
        self._last = now

    @staticmethod
    def _now() -> tuple[float, float]:
        return time.perf_counter(), time.thread_time()


def report(gaps: dict[str, list[float]]) -> str:
    """Return the gaps by screen, the longest first, in milliseconds."""
    lines = [f"{'screen':28}{'by the clock':>14}{'own computing':>15}   (longest rest, ms)"]
    for screen, (by_clock, own) in sorted(gaps.items(), key=lambda each: -each[1][1]):
        lines.append(f"{screen:28}{by_clock:14.0f}{own:15.0f}")
    return "\n".join(lines)


def main(directory: Path, stay: int) -> None:
    """Take the tour, `stay` milliseconds on each screen, and print the gaps.

    Tables, games and tournaments are in `directory`.
    """
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from millmate.gui.app import make_application

    make_application()
    from millmate.gui.window.main_window import MainWindow
    from millmate.gui.window.preloader import LATER, Preloader

    def wait(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def until(condition: Callable[[], object]) -> None:
        while not condition():
            wait(20)

    window = MainWindow(pace=0.0)
    window.show()
    early = [name for name in LATER if name in sys.modules]
    preparing = Preloader()
    preparing.start()
    until(lambda: all(name in sys.modules for name in LATER))
    wait(3 * stay)
    (directory / "game.pgn").write_text(GAME)
    (directory / "plan.toml").write_text(PLAN)
    progress: list[object] = []
    window.building.run.advanced.connect(progress.append)
    watch, deeds = GameWatch(), window.commands

    def build() -> None:
        window.building.dialog.field.name.setText("KPPvKP")  # minutes of work
        window.building.dialog.build.click()
        window.building.dialog.close()

    def page() -> Any:
        return window.tournaments.page

    def show_tournaments() -> None:
        deeds["show_tournaments"].trigger()
        until(lambda: not window.tournaments.making)  # `page` would have all of it made at once

    def do(name: str) -> Callable[[], object]:
        return deeds[name].trigger

    def close_others() -> None:
        for widget in QApplication.topLevelWidgets():
            if widget is not window and widget.isVisible():
                widget.close()

    steps: list[tuple[str, Callable[[], object]]] = [
        ("builder, first", window.building.open),
        ("a build begins", build),
        ("tournaments, first", show_tournaments),
        ("a tournament's plan", lambda: page().open(directory / "plan.toml")),
        ("a tournament's plan is read", lambda: until(lambda: page().form.touched)),
        ("a tournament begins", lambda: page().form.start.click()),
        ("tournament's results", lambda: until(lambda: progress and page().run.running)),
        ("board", do("show_board")),
        ("position of chess", lambda: window.workspace.set_up(ENDING)),
        ("position of morris", lambda: window.workspace.set_up(MORRIS)),
        ("chess again", lambda: window.workspace.set_up(ENDING)),
        ("analysis", do("analyse")),
        ("analysis off", do("analyse")),
        ("a game with variations", lambda: window.files.open(directory / "game.pgn")),
        ("moves", do("show_moves")),
        ("last position", do("last")),
        ("training", do("show_training")),
        ("set up", do("show_setup")),
        ("games", do("show_games")),
        ("settings", do("settings")),
        ("German", do("speak_de")),
        ("English", do("speak_en")),
        ("dark", do("dark")),
        ("light", do("light")),
        ("builder", do("builder")),
        ("explorer", do("explore")),
        ("engines", do("engines")),
        ("other programs' tables", do("others")),
        ("shortcuts", do("shortcuts")),
        ("tournaments", do("show_tournaments")),
        ("board once more", do("show_board")),
    ]
    for name, step in steps:
        watch.enter(name)
        step()
        wait(stay)
        close_others()
    watch.timer.stop()
    at_work = window.building.run.running and page().run.running
    gaps = {name: [1000 * seconds for seconds in gap] for name, gap in watch.gaps.items()}
    found = {"gaps": gaps, "at_work": at_work, "early": early, "numba": "numba" in sys.modules}
    sys.stdout.write(json.dumps(found))
    window.building.may_cancel = window.tournaments.may_stop = lambda: True
    window.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 500)

"""A large tournament in the window: python tests/longrun/tournament.py GAMES TABLES

Games of a few moves follow each other as fast as two processes play them while the tournament's
page shows them. Prints, for every tenth of the games, what the window's own thread computed for a
game and at most between two looks at what comes next, and what the process holds; last of all that
as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.longrun.measures import HEAD, Held, own_home

ROWS = 10
PLAN = """
name = "Long"
games = {games}
seed = 5
[openings]
chance = 4
[adjudication]
max_moves = 8
[[players]]
player = "random"
name = "One"
[[players]]
player = "random"
name = "Other"
[[players]]
player = "random"
name = "Third"
"""
_TICK = 2  # milliseconds between two looks


class Looks:
    """The longest time that the window's thread computed between two looks, and all of it."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.longest = 0.0
        self._last = self._since = time.thread_time()
        self.timer = QTimer()
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self.look)
        self.timer.start(_TICK)

    def look(self) -> None:
        """Look at the clock."""
        now = time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def spent(self) -> tuple[float, float]:
        """Return the longest and all since the last call, in seconds, and begin anew."""
        self.look()
        found = self.longest, self._last - self._since
        self.longest, self._since = 0.0, self._last
        return found


def main(games: int, tables: Path) -> None:
    """Play so many games."""
    from PySide6.QtCore import QEventLoop, QTimer

    from millmate.gui.app import make_application

    app = make_application()
    from millmate.gui.window.main_window import MainWindow
    from millmate.settings import Settings

    def wait(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    chosen = Settings(tables=str(tables), animated=False, language="en")
    window = MainWindow(chosen, pace=0.0)
    window.show()
    window.tournaments.show()
    page = window.tournaments.page
    rows: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.toml"
        plan.write_text(PLAN.format(games=max(2, games // 6)))  # of each colour, three pairings
        page.open(plan)
        wait(1000)
        page.form.start.click()
        while not page.run.running:
            wait(20)
        ended: list[object] = []
        page.run.ended.connect(ended.append)
        page.run.failed.connect(ended.append)
        looks, before = Looks(), 0
        print(f"{'games':>7}{'ms a game':>11}{'longest ms':>11}{HEAD}{'widgets':>9}")
        while not ended or len(page.run.results) > before:
            wait(20)
            done = len(page.run.results)
            if done - before < games // ROWS and not ended:
                continue
            longest, whole = looks.spent()
            held = Held.now()
            row = {
                "games": done,
                "each": 1000 * whole / max(1, done - before),
                "longest": 1000 * longest,
                "widgets": len(app.allWidgets()),
                **asdict(held),
            }
            before = done
            rows.append(row)
            print(
                f"{done:7,}{row['each']:11.2f}{row['longest']:11.1f}{held.as_row()}"
                f"{row['widgets']:9,}",
                flush=True,
            )
            looks.spent()  # what this took
        looks.timer.stop()
        wait(500)
        window.close()
    print(json.dumps({"ended": bool(ended and ended[0] is True), "rows": rows}))


if __name__ == "__main__":
    with own_home():
        main(int(sys.argv[1]), Path(sys.argv[2]))

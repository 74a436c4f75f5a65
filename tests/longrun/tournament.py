"""A large tournament in the window: python tests/longrun/tournament.py GAMES TABLES

Games of a few moves follow each other as fast as two processes play them while the tournament's
page shows them. Prints, for every tenth of the games, what the window's own thread computed for a
game in milliseconds and in calls of functions, and what the process holds; last of all that as
JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
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


def main(games: int, tables: Path) -> None:
    """Play so many games."""
    from PySide6.QtCore import QEventLoop, QTimer
    from tests.counting import counted
    from tests.gui.pauses import PauseWatch

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
    with tempfile.TemporaryDirectory() as folder, counted() as work:
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
        watch, before, calls = PauseWatch(), 0, work.calls
        print(f"{'games':>7}{'ms a game':>11}{'calls':>11}{HEAD}{'widgets':>9}")
        while not ended or len(page.run.results.finished) > before:
            wait(20)
            done = len(page.run.results.finished)
            if done - before < games // ROWS and not ended:
                continue
            _, whole = watch.take()
            held = Held.now()
            row = {
                "games": done,
                "each": 1000 * whole / max(1, done - before),
                "calls": (work.calls - calls) // max(1, done - before),
                "widgets": len(app.allWidgets()),
                **asdict(held),
            }
            rows.append(row)
            print(
                f"{done:7,}{row['each']:11.2f}{row['calls']:11,}{held.as_row()}{row['widgets']:9,}",
                flush=True,
            )
            watch.take()  # what this took
            before, calls = done, work.calls
        watch.stop()
        wait(500)
        window.close()
    print(json.dumps({"ended": bool(ended and ended[0] is True), "rows": rows}))


if __name__ == "__main__":
    with own_home():
        main(int(sys.argv[1]), Path(sys.argv[2]))

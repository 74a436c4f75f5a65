"""A tour of all screens while a table is built and a tournament is played.

Run as a program it prints, for each screen, the longest time between two looks of the window's
thread at what comes next: by the clock, and what that thread itself computed meanwhile. It also
prints what was imported with the window though no screen needed it, and whether Numba was.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.gui.guide import Guide, furnish, rest
from tests.gui.pauses import PauseWatch
from tests.gui.screens import SCREENS
from tests.tournaments import THREE

from millmate import paths
from millmate.gui.app import LATER, Preloader, make_application

PLAN = THREE.replace("games = 2", "games = 400").replace("nodes = 40", "nodes = 400")
LOOKS = ("speak_de", "speak_en", "dark", "light")


class GapWatch(PauseWatch):
    """Keeps the longest gap of each screen."""

    def __init__(self) -> None:
        super().__init__()
        self.screen = ""
        self.gaps: dict[str, tuple[float, float]] = {}

    def enter(self, screen: str) -> None:
        """Count what comes to `screen`."""
        longest, _ = self.take()
        if self.screen:
            self.gaps[self.screen] = longest
        self.screen = screen


def report(gaps: dict[str, list[float]]) -> str:
    """Return the gaps by screen, the longest first, in milliseconds."""
    lines = [f"{'screen':28}{'by the clock':>14}{'own computing':>15}   (longest rest, ms)"]
    for screen, (by_clock, own) in sorted(gaps.items(), key=lambda each: -each[1][1]):
        lines.append(f"{screen:28}{by_clock:14.0f}{own:15.0f}")
    return "\n".join(lines)


def main(directory: Path, stay: int) -> None:
    """Take the tour, `stay` milliseconds on each screen, and print the gaps."""
    make_application()
    furnish(paths.data_dir())
    known = set(sys.modules)
    guide = Guide(language="en", appearance="light")
    early = [name for name in LATER if name in sys.modules and name not in known]
    preparing = Preloader()
    preparing.start()
    guide.until(lambda: all(name in sys.modules for name in LATER))
    rest(3 * stay)
    window, watch, progress = guide.window, GapWatch(), []
    window.building.run.advanced.connect(progress.append)
    watch.enter("a build starts")
    window.building.open_for("KPPvKP")  # minutes of work
    guide.until(window.building.tables.build.isEnabled)
    window.building.tables.build.click()
    guide.until(lambda: progress)
    window.building.leave()
    watch.enter("a tournament starts")
    (directory / "plan.toml").write_text(PLAN)
    guide.do("show_tournaments")
    guide.until(lambda: not window.tournaments.making)  # `page` would have all of it made at once
    page = window.tournaments.page
    page.open(directory / "plan.toml")
    guide.until(lambda: page.form.touched)
    page.form.start.click()
    guide.until(lambda: progress and page.run.running)
    for look in LOOKS:
        watch.enter(look)
        guide.do(look)
        rest(stay)
    for screen in SCREENS:
        watch.enter(screen.name)
        seen = guide.visit(screen)
        rest(stay)
        guide.leave(seen)
    watch.enter("")
    watch.stop()
    found = {
        "gaps": {name: [1000 * seconds for seconds in gap] for name, gap in watch.gaps.items()},
        "at_work": window.building.run.running and page.run.running,
        "early": early,
        "numba": "numba" in sys.modules,
    }
    sys.stdout.write(json.dumps(found))
    window.building.may_cancel = window.tournaments.may_close = lambda: True
    window.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 500)

"""A guide to the window: opens its screens one by one, and waits until all of each is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from tests import engine_files
from tests.consent import allow
from tests.tournaments import TWO, played, with_players

from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.translator import translator
from millmate.gui.window.main_window import MainWindow
from millmate.players.spec import PlayerSpec
from millmate.settings import Settings

ENDING = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
COMMENTED = (
    '[White "Miller, Anna"]\n[Black "Mate, Bela"]\n[Result "1-0"]\n\n'
    "1. e4 {The king's pawn. [%csl Gd5][%cal Ge4d5]} e5 (1... c5 2. Nf3 {open} d6) 2. Nf3 Nc6 "
    "3. Bb5 a6 $1 4. Ba4 $5 Nf6 {A long remark that runs over more than one line of the list of "
    "moves, so that it must be wrapped.} 5. O-O 1-0\n"
)
_SETTLED = 10  # milliseconds until what words have made higher or wider has its place


@dataclass(frozen=True)
class Screen:
    """A page or dialog: what opens it, and what tells that all of it is there.

    Of a screen with a `part` only that is looked at: the rest is dimmed.
    """

    name: str
    open: Callable[[Guide], object]
    ready: Callable[[Guide], object] = lambda guide: True
    part: Callable[[Guide], QWidget | None] = lambda guide: None


class Guide:
    """Opens screens in a window of its own, and waits for what threads bring to them."""

    def __init__(self, **settings: object) -> None:
        engine = PlayerSpec.of_engine(engine_files.recipe("decent"))
        allow(str(engine))
        remembered = Settings(
            animated=False,
            black="human",
            engines=[str(engine)],
            start_fen=ENDING,
            small_builds=False,
        )
        self.used: set[str] = set()  # commands
        self.seen: set[str] = set()  # classes of windows
        self.window = MainWindow(remembered.changed(**settings), pace=0.0)
        self.window.show()
        self.window.activateWindow()

    def do(self, command: str) -> None:
        """Choose a command of the menus."""
        self.used.add(command)
        self.window.commands[command].trigger()
        self.until(lambda: not getattr(translator, "changing", False) and not _repolishing())

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until `condition` holds, and what follows from it has been shown."""
        for _ in range(12_000):
            QApplication.processEvents()
            if condition():
                return
            rest(10)
        raise TimeoutError

    def visit(self, screen: Screen) -> QWidget:
        """Open `screen` and return the window that it stands in."""
        before = set(map(id, windows()))
        screen.open(self)
        self.until(lambda: screen.ready(self))
        rest(_SETTLED)
        fresh = next((w for w in windows() if id(w) not in before), self.window)
        self.seen.add(type(fresh).__name__)
        return screen.part(self) or fresh

    def leave(self, seen: QWidget) -> None:
        """Close the window that was opened, or what lies over the main one."""
        if shiboken6.isValid(seen) and seen.isWindow() and seen is not self.window:
            seen.close()
        if self.window.helping.tour is not None:
            self.window.helping.tour.end()
        if self.window.searching.popup is not None:
            self.window.searching.popup.close_search()
        if self.window.verdict.terms.popover is not None:
            self.window.verdict.terms.explain()
        if self.window.square_map.on:
            self.do("square_map")
        while self.window.commands["close_tab"].isEnabled():
            self.do("close_tab")
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()


def _repolishing() -> bool:
    """Return whether some widgets still have the colours of the previous palette."""
    slices = QApplication.instance().findChild(IdleTask, "repolish")
    return slices is not None and slices.busy


def windows() -> list[QWidget]:
    """Return the windows and dialogs that are to be seen."""
    tops = (w for w in QApplication.topLevelWidgets() if shiboken6.isValid(w) and w.isVisible())
    return [w for w in tops if w.windowType().name in ("Window", "Dialog")]


def rest(milliseconds: int) -> None:
    """Let the window live for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def furnish(data: Path) -> None:
    """Put a game and a tournament where the window looks for its own."""
    (data / "games").mkdir(parents=True)
    (data / "games" / "commented.pgn").write_text(COMMENTED, encoding="utf-8")
    plan = replace(with_players(TWO, Anna="random", Bela="random"), name="Pairs")
    played(plan, data / "tournaments" / "Pairs", workers=1)

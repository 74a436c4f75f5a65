"""Offers work at the start that was interrupted when the window was last closed or killed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from millmate.errors import MillMateError
from millmate.gui.errors.sentences import told
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class Work:
    """The directory of a tournament being played, and the tables being built; "" for none."""

    tournament: str = ""
    building: str = ""


class InterruptedWork(QObject):
    """Knows what is at work, and offers what was, one strip with one button after the other."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._closing: Work | None = None  # what was at work when the window was closed
        self._offers: deque[tuple[str, str, Callable[[], None]]] = deque()
        window.column.message.closed.connect(self._show_next_soon)

    @property
    def work(self) -> Work:
        """What is at work, or was when the window was closed."""
        return self._closing or self._now

    @property
    def _now(self) -> Work:
        window = self._window
        page, build = window.tournaments.made_page, window.building.run
        playing = page is not None and page.run.running and not page.run.stopping
        building = build.running and not build.stopping
        return Work(
            str(page.run.directory) if page is not None and playing else "",
            " ".join(map(str, build.targets)) if building else "",
        )

    def note_closing(self) -> None:
        """Remember what is at work now: closing the window stops it."""
        self._closing = self._now

    def offer(self, work: Work) -> None:
        """Offer to go on with what was interrupted, as far as it is still there."""
        directory = Path(work.tournament)
        if work.tournament and directory.is_dir():
            said = tr("The tournament {name} was interrupted.", name=directory.name)
            show = tr("Show the tournament")
            self._offers.append((said, show, lambda: self._window.tournaments.load(directory)))
        if work.building:
            said = tr("Building {tables} was interrupted.", tables=work.building)
            self._offers.append((said, tr("Go on building"), lambda: self._build(work.building)))
        if self._window.column.message.isHidden():
            self._show_next()

    @Slot()
    def _show_next_soon(self) -> None:
        if self._offers:
            QTimer.singleShot(0, self, self._show_next)

    @Slot()
    def _show_next(self) -> None:
        if self._offers and self._window.column.message.isHidden():
            self._window.remark(*self._offers.popleft())

    def _build(self, names: str) -> None:
        from millmate.tablebase.names import parse

        run = self._window.building.run
        try:
            targets = [parse(name) for name in names.split()]
        except MillMateError as error:
            self._window.complain(told(error))
            return
        if not run.running:
            run.start(targets)

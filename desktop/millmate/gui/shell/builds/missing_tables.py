"""Says which positions have no table, what the build of theirs takes, and offers it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.widgets import Clicked, hbox, push_button, vbox
from millmate.gui.shell.builds.plan_words import plan_words
from millmate.language import mark, tr

if TYPE_CHECKING:
    from millmate.games.chess.material import Material
    from millmate.tablebase.plan import Plan


class MissingTables(QWidget):
    """A line with buttons; hidden while nothing is missing.

    `build_wanted` carries the names of the tables; the button called `again` (marked) runs
    `repeat`. Where there is little room, the buttons are beneath the words.
    """

    build_wanted = Signal(object)

    def __init__(self, again: str, repeat: Clicked, *, beneath: bool = False) -> None:
        super().__init__()
        self.words = WrappedLabel()
        self.build = push_button(mark("Build them…"), lambda: self.build_wanted.emit(self._names))
        self.again = push_button(again, repeat)
        self._names: tuple[str, ...] = ()
        self._lack: Callable[[], str] = str
        self._planning: Task | None = None
        if beneath:
            vbox(self.words, hbox(self.build, self.again, None), within=self)
        else:
            hbox((self.words, 1), self.build, self.again, within=self)
        self.hide()

    def clear(self) -> None:
        self._names, self._planning = (), None
        self.hide()

    def show_tables(
        self,
        missing: Collection[Material],
        lack: Callable[[], str],
        directory: Path,
        threads: int | None,
    ) -> None:
        """Find out in a thread what a build of tables takes; `lack` says what is missing."""
        self.clear()
        self._names, self._lack = tuple(sorted(map(str, missing))), lack
        self._directory, self._threads = directory, threads
        if missing:
            wanted = tuple(missing)
            self._planning = Task(lambda progress, stopped: _plan_of(wanted, directory)).launch(
                done=self._planned, failed=self._unplanned
            )

    @Slot(object)
    def _planned(self, plan: Plan[object]) -> None:
        if self.sender() is self._planning:
            self.show_plan(plan)

    @Slot(object)
    def _unplanned(self, error: Exception) -> None:
        if self.sender() is self._planning:
            self.show_plan(None)

    def show_plan(self, plan: Plan[object] | None) -> None:
        """Say what a build takes, or only what is missing if there is no plan."""
        if plan is None:
            text = self._lack()
        elif not plan.missing:
            text = tr("The tables that were missing are there now.")
        else:
            text = f"{self._lack()} {plan_words(plan, self._directory, self._threads)}"
        self.words.setText(text)
        self.build.setVisible(plan is not None and bool(plan.missing))
        self.show()


def _plan_of(materials: Collection[Material], directory: Path) -> Plan[Material]:
    """Return what a build of tables takes, of all metrics they need."""
    from millmate.tablebase.plan import Plan, metrics_for, plan_metrics

    metrics = max(map(metrics_for, materials), key=len)
    plans = plan_metrics(sorted(materials), directory, metrics)
    return Plan(tuple(table for _, _, plan in plans for table in plan.tables))

"""Checks a plan's openings in a thread: files and tables may be large."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.errors import InputError
from millmate.gui.tasks import Task
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import OpeningPlan, PlanError, TournamentPlan
from millmate.play.tournament.schedule import openings_needed

_REST_MS = 600  # after the last change
_MOST = 50  # plans with a cached result
_MOST_DRAWN = 200  # table positions; more are not needed


class OpeningsCheck(QObject):
    """Returns the faults of a plan's openings; `found` means that a new result is available."""

    found = Signal()

    def __init__(self, tables: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables = tables
        self._known: dict[Hashable, str] = {}
        self._wanted: TournamentPlan | None = None
        self._task: Task | None = None
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        self._timer.timeout.connect(self._look)

    def fault(self, plan: TournamentPlan) -> str:
        """Return the fault of the openings of `plan`; "" if there is none yet."""
        self._wanted = None
        if plan.openings in (OpeningPlan(), OpeningPlan(chance=plan.openings.chance)):
            return ""
        fault = self._known.get(_key(plan))
        if fault is None:
            self._wanted = plan
            self._timer.start()
        return fault or ""

    def close(self) -> None:
        self._wanted = None
        self._timer.stop()
        if self._task is not None:
            self._task.stop()

    @Slot()
    def _look(self) -> None:
        if self._wanted is None:
            return
        if self._task is not None:  # its end starts the check of this plan
            self._task.stop()
            return
        self._task = Task(_work(self._wanted, self._tables))
        self._task.done.connect(self._answered)
        self._task.failed.connect(self._failed)
        self._task.stopped.connect(self._stopped)
        self._task.launch()

    @Slot(object)
    def _answered(self, answer: tuple[Hashable, str] | None) -> None:
        """Store a result; there is none if the work was stopped."""
        self._task = None
        key = None
        if answer is not None:
            key, fault = answer
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = fault
        if self._wanted is not None and _key(self._wanted) != key:
            self._timer.start()
        elif self._wanted is not None:
            self.found.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        """Ignore the error: it appears when the tournament starts."""
        self._task = None

    @Slot()
    def _stopped(self) -> None:
        self._answered(None)


def _key(plan: TournamentPlan) -> Hashable:
    return plan.game, plan.openings, plan.seed, openings_needed(plan)


def _work(plan: TournamentPlan, tables: Path) -> Callable[..., object]:
    def work(progress: object, stopped: Callable[[], bool]) -> tuple[Hashable, str] | None:
        most = _MOST_DRAWN if plan.openings.tables else None
        try:
            for _ in islice(openings_of(plan, tables), most):
                if stopped():
                    return None
        except PlanError as error:
            return _key(plan), str(error)
        except InputError as error:
            return _key(plan), f"openings: {error}"
        return _key(plan), ""

    return work

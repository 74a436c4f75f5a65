"""Looks at openings before a tournament begins, in a thread: files and tables may be large."""

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
_MOST = 50  # plans whose answer is known
_MOST_DRAWN = 200  # positions of tables: where there are so many, there are more


class OpeningsCheck(QObject):
    """Answers what is wrong with the openings of a plan; `found` says that it knows more now."""

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
        """Return the message about the openings of `plan`, "" if there is none, or none yet."""
        self._wanted = None
        if plan.openings in (OpeningPlan(), OpeningPlan(chance=plan.openings.chance)):
            return ""
        told = self._known.get(_key(plan))
        if told is None:
            self._wanted = plan
            self._timer.start()
        return told or ""

    def close(self) -> None:
        """Look no more."""
        self._wanted = None
        self._timer.stop()
        if self._task is not None:
            self._task.stop()

    @Slot()
    def _look(self) -> None:
        if self._wanted is None:
            return
        if self._task is not None:  # it looks at another plan, and its end begins this one
            self._task.stop()
            return
        self._task = Task(_work(self._wanted, self._tables))
        self._task.done.connect(self._answered)
        self._task.failed.connect(self._failed)
        self._task.stopped.connect(self._stopped)
        self._task.launch()

    @Slot(object)
    def _answered(self, answer: tuple[Hashable, str] | None) -> None:
        """Keep an answer; there is none if the work was stopped."""
        self._task = None
        key = None
        if answer is not None:
            key, told = answer
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = told
        if self._wanted is not None and _key(self._wanted) != key:
            self._timer.start()
        elif self._wanted is not None:
            self.found.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        """What cannot be looked at now is told when the tournament begins."""
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

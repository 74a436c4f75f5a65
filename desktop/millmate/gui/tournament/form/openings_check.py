"""Looks at openings before a tournament begins, in a thread: files and tables may be large."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.errors import InputError
from millmate.gui.tasks import Task
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import OpeningPlan, PlanError, TournamentPlan
from millmate.play.tournament.schedule import openings_needed

_REST_MS = 600  # after the last change
_MOST = 50  # plans whose answer is known


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

    @Slot()
    def _look(self) -> None:
        if self._wanted is None or self._task is not None:
            return
        self._task = Task(_work(self._wanted, self._tables))
        self._task.done.connect(self._answered)
        self._task.failed.connect(self._failed)
        self._task.begin()

    @Slot(object)
    def _answered(self, answer: tuple[Hashable, str]) -> None:
        key, told = answer
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = told
        self._task = None
        if self._wanted is not None and _key(self._wanted) != key:
            self._timer.start()
        elif self._wanted is not None:
            self.found.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        """What cannot be looked at now is told when the tournament begins."""
        self._task = None


def _key(plan: TournamentPlan) -> Hashable:
    return plan.game, plan.openings, plan.seed, openings_needed(plan)


def _work(plan: TournamentPlan, tables: Path) -> Callable[..., object]:
    def work(progress: object, stopped: object) -> tuple[Hashable, str]:
        try:
            openings_of(plan, tables)
        except PlanError as error:
            return _key(plan), str(error)
        except InputError as error:
            return _key(plan), f"openings: {error}"
        return _key(plan), ""

    return work

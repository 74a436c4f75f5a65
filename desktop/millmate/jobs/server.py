"""A child process that answers questions for as long as it is asked."""

import math
import threading
import time
from functools import partial
from typing import Any, Generic

from millmate import log
from millmate.jobs.child import Child
from millmate.jobs.job import Ask, Job, JobStopped, ProcessDiedError, Report, Result, ignore, never


class Server(Generic[Result]):
    """Answers questions by the work of a job, `work(question, control)`; safe from several threads.

    The first question starts the process. It answers abandoned questions too: what it found for one
    serves the next.
    """

    def __init__(self, job: Job[Result], rest: float | None = None, again: bool = True) -> None:
        """Start nothing yet.

        Args:
            job: The work that answers.
            rest: Seconds without a question after which the process ends.
            again: Whether it is started again once for a question that it did not survive.
        """
        self._job, self._rest, self._again = job, rest, again
        self._lock = threading.Lock()
        self._child: Child | None = None

    def ask(
        self,
        question: object,
        unwanted: Ask = never,
        report: Report = ignore,
        seconds: float = math.inf,
    ) -> Result:
        """Return the answer; `report` is called in this thread.

        Raises:
            JobStopped: `unwanted` has become true, or there was no answer in `seconds`.
            MillMateError: The work has raised it, or another error, or the process has died.
        """
        again = self._again
        with self._lock:
            while True:
                try:
                    answer: Result = self._answer(question, unwanted, report, seconds)
                    return answer
                except ProcessDiedError as death:
                    self._end()
                    if not again:
                        log.report(self._job.name, death)
                        raise
                    again = False  # perhaps it had ended after a rest

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _answer(self, question: object, unwanted: Ask, report: Report, seconds: float) -> Any:
        deadline = time.monotonic() + seconds

        def between() -> None:
            if time.monotonic() > deadline or unwanted():
                raise JobStopped

        if self._child is None:
            self._child = Child(self._job, self._rest)
        return self._child.answer(partial(self._job.work, question), report, between)

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

"""Run a job in a child process and wait for it."""

from __future__ import annotations

import time
from typing import Any

from millmate import log
from millmate.jobs.child import FAULT, PAUSE, RESULT, RESUME, STOP, Child
from millmate.jobs.job import Ask, Job, JobStopped, ProcessDiedError, Report, Result, ignore, never

_POLL = 0.05  # seconds between two polls of `stopped` and `paused`


def run(
    job: Job[Result], report: Report = ignore, stopped: Ask = never, paused: Ask = never
) -> Result:
    """Return what the work of a job returns; `report` is called in this thread.

    A child that does not stop within its patience is killed.

    Raises:
        JobStopped: `stopped` has become true.
        MillMateError: The work has raised it, or another error, or the process has died.
    """
    with log.task(job.name):
        child = Child(job)
        try:
            child.call(job.work)
            result: Result = _followed(child, job, report, stopped, paused)
            return result
        finally:
            child.end()


def _followed(child: Child, job: Job[Any], report: Report, stopped: Ask, paused: Ask) -> Any:
    """Pass reports on until the child returns or raises; then return or raise the same."""
    pausing, deadline = False, None
    while True:
        if deadline is None and stopped():
            deadline = time.monotonic() + job.patience
            child.tell(STOP)
        elif deadline is not None and time.monotonic() > deadline:
            child.kill()
            raise JobStopped
        if deadline is None and paused() != pausing:
            pausing = not pausing
            child.tell(PAUSE if pausing else RESUME)
        try:
            message = child.receive(_POLL)
        except ProcessDiedError:
            if deadline is not None:
                raise JobStopped from None
            raise
        if message is None:
            continue
        word, value = message
        if word == RESULT:
            return value
        if word == FAULT:
            raise value
        if deadline is None:
            report(value)

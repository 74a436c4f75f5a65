"""Run a job in a child process and wait for it."""

import math
import time

from millmate.jobs.child import PAUSE, RESUME, STOP, Child
from millmate.jobs.job import Ask, Job, JobStopped, ProcessDiedError, Report, Result, ignore, never


def run(
    job: Job[Result], report: Report = ignore, stopped: Ask = never, paused: Ask = never
) -> Result:
    """Return the result of a job; `report` is called in this thread.

    A child that does not stop within its patience is killed.

    Raises:
        JobStopped: `stopped` has become true.
        MillMateError: The work has raised it, or another error, or the process has died.
    """
    child = Child(job)
    pausing, deadline = False, math.inf

    def between() -> None:
        nonlocal pausing, deadline
        if time.monotonic() > deadline:
            child.kill()
            raise JobStopped
        if deadline < math.inf:
            return
        if stopped():
            deadline = time.monotonic() + job.patience
            child.tell(STOP)
        elif paused() != pausing:
            pausing = not pausing
            child.tell(PAUSE if pausing else RESUME)

    def listen(what: object) -> None:
        if deadline == math.inf:
            report(what)

    try:
        result: Result = child.answer(job.work, listen, between)
        return result
    except ProcessDiedError:
        if deadline < math.inf:
            raise JobStopped from None
        raise
    finally:
        child.end()

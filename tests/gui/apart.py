"""Work that the program gives to a child process, done in the thread that waits for it."""

from typing import Any

import pytest

from millmate.jobs.job import Ask, Control, Job, Report, ignore, never


def done_here(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Start no process in the tests that follow for the jobs that `modules` of the package run."""
    for module in modules:
        monkeypatch.setattr(f"millmate.{module}.run", _run)


def built_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build tables without a process in the tests that follow."""
    done_here(monkeypatch, "tablebase.build_process")


def _run(job: Job[Any], report: Report = ignore, stopped: Ask = never, paused: Ask = never) -> Any:
    return job.work(Control(report, stopped, paused))

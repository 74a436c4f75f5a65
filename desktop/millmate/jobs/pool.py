"""Child processes that answer several questions at once."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from millmate.jobs.child import Child, new_mark
from millmate.jobs.job import Job, JobStopped, ProcessDiedError


@dataclass(frozen=True, slots=True)
class Died:
    """The process of a question died; `mark` is what its work had set last, -1 for nothing."""

    question: Any
    mark: int


Emit = Callable[[Any], object]


class Pool:
    """Answers each question by `work(question, control)` of a job in a separate process.

    An idle process is used again. A pool calls `emit` in its own threads, with the reports of the
    work, then with its result, its error or `Died`.
    """

    def __init__(self, job: Job[Any], emit: Emit) -> None:
        self._job, self._emit = job, emit
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False

    def start(self, question: object) -> None:
        with self._lock:
            worker = self._idle.pop() if self._idle else _Worker(self._job, self._report, self._end)
            self._busy.add(worker)
        worker.questions.put(question)

    def resize(self, most: int) -> None:
        """Release idle processes down to `most` in all."""
        with self._lock:
            keep = max(0, most - len(self._busy))
            spare, self._idle = self._idle[keep:], self._idle[:keep]
        for worker in spare:
            worker.leave()

    def close(self) -> None:
        """Stop all work and end all processes; emit nothing afterwards."""
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._busy]
        for worker in workers:
            worker.leave()
        for worker in workers:
            worker.join()

    def _report(self, report: object) -> None:
        if not self._closed:
            self._emit(report)

    def _end(self, worker: "_Worker", found: object) -> None:
        with self._lock:
            if self._closed:
                return
            self._busy.discard(worker)
            self._idle.append(worker)
        self._emit(found)


class _Worker(threading.Thread):
    """Asks one process, which is started again if it has died."""

    def __init__(
        self, job: Job[Any], report: Emit, end: "Callable[[_Worker, object], object]"
    ) -> None:
        super().__init__(name=job.name, daemon=True)
        self.questions: SimpleQueue[Any] = SimpleQueue()
        self._job, self._report, self._end = job, report, end
        self._leaving = threading.Event()
        self._mark = new_mark()
        self._child: Child | None = None
        self.start()

    def leave(self) -> None:
        """Stop the work, and end the process soon."""
        self._leaving.set()
        self.questions.put(None)

    def run(self) -> None:
        """Answer questions (called by the thread)."""
        question = self.questions.get()
        while not self._leaving.is_set():
            self._end(self, self._found(question))
            question = self.questions.get()
        self._end_child()

    def _found(self, question: object) -> object:
        self._mark.value = -1
        if self._child is not None and not self._child.alive:  # no fault of this question
            self._end_child()
        try:
            self._child = self._child or Child(self._job, mark=self._mark)
            return self._child.answer(partial(self._job.work, question), self._report, self._check)
        except ProcessDiedError:
            self._end_child()
            return Died(question, self._mark.value)
        except Exception as error:
            return error

    def _check(self) -> None:
        if self._leaving.is_set():
            raise JobStopped

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

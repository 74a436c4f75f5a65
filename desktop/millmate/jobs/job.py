"""A job, and what its work can ask for and report while it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from millmate.errors import MillMateError

Result = TypeVar("Result")
Report = Callable[[Any], object]
Ask = Callable[[], bool]


def ignore(report: object) -> None:
    """Ignore a report."""


def never() -> bool:
    return False


def nothing() -> None:
    """Do nothing."""


class JobStopped(MillMateError):  # noqa: N818 - no error: the user asked for it
    """The work was stopped as asked."""


class ProcessDiedError(MillMateError):
    """The process died before it had an answer; `by_memory` if the system killed it for memory."""

    by_memory = False


@dataclass(frozen=True, slots=True)
class Control:
    """The reports and stops of a job, as its work sees them.

    Attributes:
        send: Sends a report, also after a request to stop.
        stopped: Whether to stop.
        paused: Whether to pause.
        on_stop: Takes a function that is called, in another thread, when the work should stop.
        mark: Sets a small number that survives the process, see `pool.Died`.
    """

    send: Callable[[Any], None] = ignore
    stopped: Ask = never
    paused: Ask = never
    on_stop: Callable[[Callable[[], object]], None] = ignore
    mark: Callable[[int], None] = ignore

    def report(self, report: object) -> None:
        """Send a report; raise `JobStopped` once the work should stop."""
        if self.stopped():
            raise JobStopped
        self.send(report)


@dataclass(frozen=True, slots=True)
class Job(Generic[Result]):
    """A piece of work for a child process.

    Attributes:
        name: The name of the process, and of its entry in the log.
        work: A function of a module, or a partial of one with picklable arguments, that is called
            with a `Control`.
        died: The message if the process dies.
        kept: The part that survives a death, added to that message.
        patience: Seconds that the work has to stop by itself.
        gentle: Whether all other processes go first.
        parent: Whether it starts further processes, which end with it.
        last: Called before the process ends without the parent having waited for its work.
    """

    name: str
    work: Callable[..., Result]
    died: str
    kept: str = ""
    patience: float = 0.3
    gentle: bool = False
    parent: bool = False
    last: Callable[[], object] = nothing

"""Work on tables in a child process, which reports, and ends as soon as nobody waits for it."""

import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from millmate import language, log
from millmate.errors import MillMateError
from millmate.language import Language, tr
from millmate.tablebase.child_process import ChildProcess
from millmate.tablebase.progress import BuildStopped, Stopped

_POLL = 0.05  # seconds between two looks at `stopped`
_PATIENCE = 0.3  # seconds that the child has to end by itself

Send = Callable[[object], None]


def reports(
    name: str,
    target: Callable[..., None],
    *arguments: object,
    stopped: Stopped,
    died: str,
    parent: bool = False,
) -> Iterator[Any]:
    """Run `target(pipe, language, *arguments)` in a child process, and yield what it sends.

    The child sends with `send_all`.

    Args:
        name: The name of the process.
        target: What the child runs.
        arguments: What it is given.
        stopped: Whether to stop the child.
        died: The message if the child dies.
        parent: Whether the child starts processes of its own.

    Raises:
        BuildStopped: `stopped` has become true.
        MillMateError: The child has raised it, or another error, which is logged; or it has died.
    """
    child = ChildProcess(name, target, language.current(), *arguments, parent=parent)
    try:
        while not stopped():
            try:
                if not child.pipe.poll(_POLL):
                    continue
                message = child.pipe.recv()
            except (EOFError, OSError):
                raise MillMateError(died) from None
            if message is None:
                return
            if isinstance(message, MillMateError):
                if hasattr(message, "__notes__"):
                    log.report(name, message)
                raise message
            yield message
    finally:
        child.end(_PATIENCE)
    raise BuildStopped


# The child ----------------------------------------------------------------------------------------


def send_all(pipe: Connection, spoken: Language, work: Callable[[Send], object]) -> None:
    """Call `work` with a function that sends a report, then send None or the error of `work`.

    That function raises `BuildStopped` once the parent does not listen any more.
    """
    language.use(spoken)
    stop = threading.Event()
    threading.Thread(target=_listen, args=(pipe, stop), daemon=True).start()

    def send(report: object) -> None:
        if stop.is_set():
            raise BuildStopped
        try:
            pipe.send(report)
        except OSError:  # the other side has just gone
            raise BuildStopped from None

    message: MillMateError | None = None
    try:
        work(send)
    except Exception as error:
        message = sendable(error)
    with suppress(OSError):
        pipe.send(message)


def sendable(error: Exception) -> MillMateError:
    """Return our own errors as they are, others as a `MillMateError`: they may not cross a pipe.

    A note holds the traceback for the log.
    """
    if isinstance(error, MillMateError):
        return error
    sent = MillMateError(
        tr(
            "an unexpected error stopped the work: {name}: {error}",
            name=type(error).__name__,
            error=error,
        )
    )
    sent.add_note("".join(traceback.format_exception(error)))
    return sent


def _listen(pipe: Connection, stop: threading.Event) -> None:
    """Wait until the other side closes the pipe; then end this process soon."""
    with suppress(EOFError, OSError):
        pipe.recv()
    stop.set()
    time.sleep(_PATIENCE)
    os._exit(1)

"""A child process at the other end of a pipe, which ends with the program that started it."""

import multiprocessing
import signal
from collections.abc import Callable
from typing import Any


class ChildProcess:
    """A process that runs `target(pipe, *arguments)`; `pipe` here is the near end.

    The parent's end of the pipe closes when the parent dies: `target` has to watch for that.
    """

    def __init__(
        self, name: str, target: Callable[..., None], *arguments: object, parent: bool = False
    ) -> None:
        """Start the process, in a fresh interpreter.

        One that is to be a `parent` of others has to be ended before this process exits.
        """
        context = multiprocessing.get_context("spawn")
        self.pipe, far_end = context.Pipe()
        self._process = context.Process(
            target=_run, args=(target, far_end, *arguments), name=name, daemon=not parent
        )
        self._process.start()
        far_end.close()  # so that the child's end alone keeps the pipe open

    def exit_code(self, seconds: float) -> int | None:
        """Wait up to so many seconds for the end; return the exit code, None if it still runs."""
        self._process.join(seconds)
        return self._process.exitcode

    def end(self, seconds: float) -> None:
        """Close the pipe, and kill the process if it is still there after so many seconds."""
        self.pipe.close()
        if self.exit_code(seconds) is None:
            self._process.kill()
            self._process.join()
        self._process.close()


def _run(target: Callable[..., None], *arguments: Any) -> None:
    # Ctrl-C reaches every process of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    target(*arguments)

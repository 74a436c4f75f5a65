"""Build tables in a child process, so that nothing it needs or meets stalls or ends the window.

Parent and child talk over a pipe. The child sends progress and finally what `build` returned or
raised; the parent asks it to stop, pause and resume. The pipe closes when the parent dies, and the
child ends.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from millmate import language, log, machine
from millmate.errors import MillMateError
from millmate.language import Language, tr
from millmate.tablebase.child_process import ChildProcess
from millmate.tablebase.child_work import sendable
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import Target
from millmate.tablebase.progress import BuildProgress, BuildStopped, ignore, never
from millmate.tablebase.solve_request import SolveRequest, solve
from millmate.tablebase.table_build import short_of_memory
from millmate.tablebase.targets import Info, build, names_of, remove_leftovers

_POLL = 0.05  # seconds between two polls of `stopped`
_PATIENCE = 2.0  # seconds that the child has to stop when asked
_STOP, _PAUSE, _RESUME = "stop", "pause", "resume"


@dataclass(frozen=True, slots=True)
class _Raised:
    error: Exception


@dataclass(frozen=True, slots=True)
class _Returned:
    value: Any


_Message = BuildProgress | _Raised | _Returned


def build_in_process(
    targets: Iterable[Target],
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
    paused: Callable[[], bool] = never,
    *,
    metrics: Sequence[Metric] = (Metric.DTM,),
    threads: int | None = None,
    memory: int | None = None,
) -> list[Info]:
    """Do what `build` does in a child process; the functions given are called in this process.

    A child that does not stop within two seconds is killed. Its work is kept either way, and it
    does not outlive this process.

    Raises:
        MillMateError: As `build`; also when the child dies.
    """
    wanted = list(targets)
    work = partial(build, wanted, directory, metrics=metrics, threads=threads, memory=memory)
    try:
        with log.task(f"build of {names_of(wanted)} in {directory}"):
            infos: list[Info] = _in_process(work, progress, stopped, paused)
            return infos
    finally:
        if directory.is_dir():
            with suppress(OSError):
                remove_leftovers(directory)


def solve_in_process(
    request: SolveRequest,
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
    paused: Callable[[], bool] = never,
    *,
    threads: int | None = None,
    memory: int | None = None,
) -> str:
    """Do what `solve_request.solve` does in a child process; raises as `build_in_process`."""
    work = partial(solve, request, directory, threads=threads, memory=memory)
    with log.task(f"solution of {request.fen} in {directory}"):
        sentence: str = _in_process(work, progress, stopped, paused)
        return sentence


def _in_process(
    work: Callable[..., Any],
    progress: Callable[[BuildProgress], None],
    stopped: Callable[[], bool],
    paused: Callable[[], bool],
) -> Any:
    """Return what `work(progress, stopped, paused)` returns in a child process."""
    child = ChildProcess("table builder", _run, language.current(), work)
    try:
        return _Conversation(child, progress, stopped, paused).result()
    finally:
        child.end(_PATIENCE / 2)


class _Conversation:
    """The parent's side of the pipe."""

    def __init__(
        self,
        child: ChildProcess,
        progress: Callable[[BuildProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        self._pipe = child.pipe
        self._child = child
        self._progress = progress
        self._stopped = stopped
        self._paused = paused
        self._child_paused = False
        self._deadline: float | None = None
        self._memory_kills = machine.oom_kills()

    def result(self) -> Any:
        """Pass progress on until the child returns or raises; then return or raise the same."""
        while True:
            self._ask_to_stop()
            self._ask_to_pause()
            message = self._receive()
            if isinstance(message, BuildProgress):
                if self._deadline is None:
                    self._progress(message)
            elif isinstance(message, _Raised):
                raise message.error
            elif message is not None:
                return message.value

    def _ask_to_stop(self) -> None:
        if self._deadline is None:
            if self._stopped():
                self._deadline = time.monotonic() + _PATIENCE
                with suppress(OSError):
                    self._pipe.send(_STOP)
        elif time.monotonic() > self._deadline:
            raise BuildStopped

    def _ask_to_pause(self) -> None:
        if self._deadline is None and self._paused() != self._child_paused:
            self._child_paused = not self._child_paused
            with suppress(OSError):
                self._pipe.send(_PAUSE if self._child_paused else _RESUME)

    def _receive(self) -> _Message | None:
        """Return the next message, or None if there is none yet."""
        try:
            if not self._pipe.poll(_POLL):
                return None
            message: _Message = self._pipe.recv()
        except (EOFError, OSError):
            if self._deadline is not None:
                raise BuildStopped from None
            code = self._child.exit_code(_PATIENCE)
            if machine.oom_kills() > self._memory_kills:
                raise short_of_memory() from None
            raise MillMateError(
                tr(
                    "the process that builds tables has died ({cause}); its progress is kept: "
                    "build again to continue",
                    cause=_cause(code),
                )
            ) from None
        return message


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return tr("exit code {code}", code=code)


# The child ----------------------------------------------------------------------------------------


def _run(pipe: Connection, spoken: Language, work: Callable[..., Any]) -> None:
    """Build in this process, and send the result or the error."""
    language.use(spoken)  # so that errors are in the parent's language
    stop, pause = threading.Event(), threading.Event()
    threading.Thread(target=_listen, args=(pipe, stop, pause), daemon=True).start()
    try:
        result = work(progress=pipe.send, stopped=stop.is_set, paused=pause.is_set)
        message: _Message = _Returned(result)
    except BrokenPipeError:
        return
    except Exception as error:
        message = _Raised(sendable(error))
    with suppress(OSError):
        pipe.send(message)


def _listen(pipe: Connection, stop: threading.Event, pause: threading.Event) -> None:
    """Follow the parent until it asks to stop or ends; then end this process soon."""
    with suppress(EOFError, OSError):
        while (word := pipe.recv()) != _STOP:
            if word == _PAUSE:
                pause.set()
            else:
                pause.clear()
    stop.set()
    time.sleep(_PATIENCE)
    os._exit(1)

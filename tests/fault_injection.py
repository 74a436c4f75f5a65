"""Run programs and kill them: at a random moment, or at each system call that changes a file.

The calls are found and hit by strace, which stops a program as it enters the chosen one: what the
calls before have done is there, and nothing else. Instead of being killed, a program can be told by
the system that the disk is full there, or fails.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).parent / "reliability" / "programs.py"
_CALLS = (
    "open,openat,creat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,"
    "unlink,unlinkat,mkdir,mkdirat,rmdir,truncate,ftruncate,fallocate"
)
_LINE = re.compile(r"(\d+) +(\w+)\(")

needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace chooses the instant: apt-get install strace"
)


def program(rounds: int, *names: str) -> list[str]:
    """Return the command that repeats a task; see `reliability/programs.py`."""
    return [sys.executable, str(PROGRAMS), str(rounds), *names]


def millmate(*words: object) -> list[str]:
    """Return a command of the command line."""
    return [sys.executable, "-m", "millmate", *map(str, words)]


@dataclass(frozen=True)
class Ran:
    """The result of a program: the lines it printed, its exit status, its standard error."""

    lines: tuple[str, ...]
    status: int
    complaint: str

    @property
    def killed(self) -> bool:
        return self.status in (-signal.SIGKILL, 128 + signal.SIGKILL)


def run(
    command: Sequence[str],
    log: Path,
    after: float | None = None,
    reached: Callable[[], bool] = lambda: True,
) -> Ran:
    """Run a program in its own process group, and kill the group.

    That is when the program has ended, or a number of seconds after `reached` has become true.
    """
    with log.open("w+") as out, log.with_suffix(".err").open("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
        while not reached() and process.poll() is None:
            time.sleep(0.005)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(after)
        with contextlib.suppress(ProcessLookupError):  # processes that stayed behind, too
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        out.seek(0)
        err.seek(0)
        return Ran(tuple(out.read().split("\n")[:-1]), process.returncode, err.read())


def run_from_its_first_line(command: Sequence[str], log: Path, after: float) -> Ran:
    """Run a program, and kill its group a number of seconds after its first line of output."""
    return run(command, log, after, lambda: log.stat().st_size > 0)


def run_when_working(command: Sequence[str], log: Path, place: Path, after: float) -> Ran:
    """Run a program, and kill its group a number of seconds after its first write to a place."""
    before = _look(place)
    return run(command, log, after, lambda: _look(place) != before)


def _look(place: Path) -> set[tuple[str, int]]:
    """Return the files in a place with their modification times."""
    found = set()
    for path in place.rglob("*"):
        with contextlib.suppress(OSError):  # deleted in the meantime
            found.add((path.name, path.stat().st_mtime_ns))
    return found


@dataclass(frozen=True)
class Call:
    """The nth system call of this name in a thread."""

    name: str
    number: int


def calls_on(place: Path, command: Sequence[str], log: Path) -> list[Call]:
    """Run a program to its end; return the system calls that change files below `place`."""
    trace = log.with_suffix(".trace")
    words = ["strace", "-f", "-qq", "-y", "-s", "256", "--seccomp-bpf", f"-etrace={_CALLS}"]
    ran = run([*words, "-o", str(trace), *command], log)
    assert ran.status == 0, ran.complaint
    counted: Counter[tuple[str, str]] = Counter()
    found: dict[Call, None] = {}
    for line in trace.read_text(errors="replace").splitlines():
        told = _LINE.match(line)
        if told is None:  # for example the end of a call that another thread interrupted
            continue
        counted[told.groups()] += 1
        if str(place) in line and not _reads(told[2], line):
            found[Call(told[2], counted[told.groups()])] = None
    return list(found)


def _reads(name: str, line: str) -> bool:
    return name in ("open", "openat") and "O_WRONLY" not in line and "O_RDWR" not in line


def struck(call: Call, blow: str, command: Sequence[str], log: Path) -> Ran:
    """Run a program and inject `blow` at this call: `signal=KILL` or `error=ENOSPC`."""
    inject = f"-einject={call.name}:{blow}:when={call.number}"
    words = ["strace", "-f", "-qq", f"-etrace={call.name}", inject]
    return run([*words, "-o", os.devnull, *command], log)


def spread(items: Sequence[Any], number: int) -> list[Any]:
    """Return a number of the items, evenly spread; all if there are fewer."""
    if len(items) <= number:
        return list(items)
    return [items[round(at * (len(items) - 1) / (number - 1))] for at in range(number)]


def parts(directory: Path) -> list[Path]:
    """Return the partially written files below a directory."""
    return [
        path
        for path in directory.rglob("*")
        if path.name.endswith(".part") or path.name.startswith((".building-", ".writing-"))
    ]

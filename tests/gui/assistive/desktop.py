"""A desktop for one test: a screen of its own, a session bus, and the program on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil

_SIZE = "1280x800x24"
_NEEDED = {"Xvfb": "xvfb", "dbus-daemon": "dbus-daemon", "openbox": "openbox"}
_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_LONG = 30  # seconds until a process that is asked to end is killed


def lack(*programs: str) -> str:
    """Return which packages of Debian are missing for a desktop with these, "" if none is."""
    needed = _NEEDED | {name: name for name in programs}
    missing = [package for program, package in needed.items() if not shutil.which(program)]
    if not _LAUNCHER.exists():
        missing.append("at-spi2-core")
    return f"needs {', '.join(missing)}" if missing else ""


@contextmanager
def desktop(home: Path) -> Iterator[dict[str, str]]:
    """Start a screen and a session bus; yield the environment of programs on them.

    What they write goes to `home`.
    """
    with ExitStack() as stack:
        # Sockets have short paths.
        runtime = stack.enter_context(tempfile.TemporaryDirectory(prefix="desktop-"))
        env = {name: os.environ[name] for name in os.environ if name not in _OF_OTHER_DESKTOPS}
        env |= {"HOME": str(home), "XDG_RUNTIME_DIR": runtime, "LC_ALL": "C.UTF-8"}
        env |= {
            f"XDG_{name}_HOME": str(home / name.lower()) for name in ("DATA", "CONFIG", "CACHE")
        }
        env["DISPLAY"] = stack.enter_context(_screen())
        stack.enter_context(running(["openbox"], env, stderr=subprocess.DEVNULL))
        env["DBUS_SESSION_BUS_ADDRESS"] = stack.enter_context(_session_bus(env))
        yield env


_OF_OTHER_DESKTOPS = {"AT_SPI_BUS_ADDRESS", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XAUTHORITY"}


@contextmanager
def running(
    command: list[str], env: Mapping[str, str], **options: object
) -> Iterator[subprocess.Popen[str]]:
    """Start a process; in the end, end it and all that it has started."""
    process = subprocess.Popen(command, env=dict(env), text=True, **options)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        with suppress(psutil.NoSuchProcess):  # those first that were started last: each is awaited
            for each in reversed(psutil.Process(process.pid).children(recursive=True)):
                _end(each)
        _end(psutil.Process(process.pid))
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _end(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        process.terminate()
        try:
            process.wait(_LONG)
        except psutil.TimeoutExpired:
            process.kill()


@contextmanager
def _screen() -> Iterator[str]:
    """Start a server of X11 on a free display, and yield its name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", _SIZE, "-nolisten", "tcp"]
    with os.fdopen(read) as told:
        try:
            server = running(
                [*command, "-noreset"], os.environ, pass_fds=[write], stderr=subprocess.DEVNULL
            )
            with server:
                os.close(write)
                yield f":{told.readline().strip()}"
        finally:
            with suppress(OSError):
                os.close(write)


@contextmanager
def _session_bus(env: Mapping[str, str]) -> Iterator[str]:
    """Start a session bus, and yield its address; the accessibility bus comes when it is asked."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with running(command, env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()


@contextmanager
def program(
    env: Mapping[str, str], home: Path, *files: str, **places: Path
) -> Iterator[subprocess.Popen[str]]:
    """Start the program as a person does, with directories of its own, and open `files`."""
    own = {f"MILLMATE_{name}": str(home / name.lower()) for name in ("DATA", "CONFIG", "STATE")}
    own |= {f"MILLMATE_{name.upper()}": str(place) for name, place in places.items()}
    command = [sys.executable, "-m", "millmate", *files]
    with running(command, {**env, **own, "QT_QPA_PLATFORM": "xcb"}) as process:
        yield process

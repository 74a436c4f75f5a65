"""Small disks for tests: full or read-only."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def disk(place: Path, size: str) -> Iterator[Path]:
    """Provide a disk in memory of a number of bytes; skip if the system cannot mount one."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system may be mounted here: be root")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def read_only(place: Path) -> Iterator[None]:
    """Make a directory read-only for everyone, including root."""
    try:
        subprocess.run(["mount", "--bind", place, place], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system may be mounted here: be root")
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", place], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill(place: Path, but: int = 0) -> Path:
    """Fill the disk of `place` up to a number of free bytes; return the file that fills it."""
    path = place / "filler"
    space = os.statvfs(place)
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        file.write(bytes(max(0, space.f_bavail * space.f_frsize - but)))
        while not but:
            file.write(bytes(4096))
    return path

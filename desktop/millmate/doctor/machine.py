"""Checks of the operating system and the machine."""

from __future__ import annotations

import locale
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from millmate import machine
from millmate.doctor.finding import Finding, State
from millmate.formatting import size

_AREA = "machine"
_SMALL_MEMORY = 500_000_000


def hardware() -> Iterator[Finding]:
    """Check the system, the processor and the memory."""
    yield Finding(_AREA, "system", f"{_system()}, {platform.machine()}")
    usable, all_ = machine.processors(), os.cpu_count() or 1
    share = "" if usable == all_ else f" of {all_}, the others are not available to this process"
    yield Finding(_AREA, "processor", f"{processor()}; {usable} usable{share}")
    whole, free = psutil.virtual_memory().total, machine.free_memory()
    short = free < _SMALL_MEMORY
    yield Finding(
        _AREA,
        "memory",
        f"{size(free)} free of {size(whole)}",
        State.NOTE if short else State.GOOD,
        "close other programs before building tables" if short else "",
    )
    yield Finding(_AREA, "texts", f"{sys.getfilesystemencoding()}, locale {_locale()}")


def processor() -> str:
    """Return the manufacturer's name of the processor, if the system knows it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown"


def _system() -> str:
    with suppress(OSError):
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']} ({platform.platform()})"
    return platform.platform()


def _locale() -> str:
    with suppress(ValueError):
        return ".".join(filter(None, locale.getlocale())) or "C"
    return "unknown"

"""Checks of the program, Python, the required libraries, and the machine."""

from __future__ import annotations

import locale
import os
import platform
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path

import psutil

import millmate
from millmate import __version__, machine
from millmate.doctor import Finding, State
from millmate.formatting import size

_SMALL_MEMORY = 500_000_000
PYTHON = (3, 11)
# Versions that tests passed with; `.ci/run` tries each of these Pythons that it finds.
TESTED = {"Python": ("3.11", "3.12", "3.13", "3.14"), "numpy": ("2.1", "2.4", "2.5")}
# The requirements of `pyproject.toml`, which an installation may lack, by distribution.
REQUIRED = {
    "PySide6-Essentials": ">=6.8,<7,!=6.12.0",
    "appdirs": ">=1.4.4,<2",
    "cairosvg": ">=2.7,<3",
    "chess": ">=1.11,<2",
    "filelock": ">=3.13,<4",
    "fsrs": ">=6.1,<7",
    "google-crc32c": ">=1.5,<2",
    "numpy": ">=2.1,<2.6",
    "polib": ">=1.2,<2",
    "psutil": ">=5.9,<8",
    "zstandard": ">=0.23,<1",
}
_MODULES = {"PySide6-Essentials": "PySide6", "google-crc32c": "google_crc32c"}
_OPTIONAL = {"distributed": "builds and tournaments on a cluster"}


def libraries() -> Iterator[Finding]:
    frozen = "one bundle" if getattr(sys, "frozen", False) else str(Path(millmate.__file__).parent)
    yield Finding("Mill & Mate", f"{__version__} in {frozen}")
    yield _python()
    for name, wanted in REQUIRED.items():
        yield _library(name, wanted)
    for name, use in _OPTIONAL.items():
        found = _version(name)
        if found is None:
            mend = "" if getattr(sys, "frozen", False) else "pip install 'millmate[cluster]'"
            yield Finding(name, f"missing; only for {use}", State.NOTE, mend)
        else:
            yield Finding(name, found)


def _python() -> Finding:
    version, least = (".".join(map(str, each)) for each in (sys.version_info[:3], PYTHON))
    found = f"{version} ({sys.implementation.name}"
    if sys.version_info[:2] >= PYTHON:
        return _compared(f"{found}, {least} or later)", "Python", version)
    needed = f"{found}), but {least} or later is needed"
    return Finding("Python", needed, State.MISSING, f"install Python {least} or later")


def _compared(text: str, name: str, version: str) -> Finding:
    """Return a finding about `name` that shows whether this version was tested."""
    series = ".".join(version.split(".")[:2])
    if series in TESTED[name]:
        return Finding(name, f"{text}, tested")
    listed = " and ".join([", ".join(TESTED[name][:-1]), TESTED[name][-1]])
    return Finding(name, f"{text}, not tested", State.NOTE, f"tested with {listed}")


def _library(name: str, wanted: str) -> Finding:
    found, install = _version(name), f"pip install '{name}{wanted}'"
    if found is None:
        return Finding(name, f"missing; {wanted} is needed", State.MISSING, install)
    if not fits(found, wanted):
        text = f"{found}, but {wanted} is needed"
        return Finding(name, text, State.MISSING, install)
    text = f"{found} ({wanted})"
    return _compared(text, name, found) if name in TESTED else Finding(name, text)


def _version(name: str) -> str | None:
    """Return the version of a distribution, otherwise of its module; None if missing."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
    try:
        module = import_module(_MODULES.get(name, name))
    except (ImportError, OSError):  # OSError: a library of the system is missing
        return None
    return str(getattr(module, "__version__", "of unknown version"))


def fits(found: str, wanted: str) -> bool:
    """Return whether the version `found` is within `wanted`, such as `>=2.1,<2.6,!=2.3.0`.

    A version that does not start with a number fits, because it cannot be compared.
    """
    have = _numbers(found)
    if not have:
        return True
    for part in wanted.split(","):
        sign, number = re.fullmatch(r"(>=|<|!=)([\d.]+)", part.strip()).groups()  # type: ignore[union-attr]
        bound = _numbers(number)
        length = max(len(have), len(bound))
        ours, other = (each + (0,) * (length - len(each)) for each in (have, bound))
        if not {">=": ours >= other, "<": ours < other, "!=": ours != other}[sign]:
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


# The machine --------------------------------------------------------------------------------------


def hardware() -> Iterator[Finding]:
    """Check the system, the processor and the memory."""
    yield Finding("system", f"{_system()}, {platform.machine()}")
    usable, all_ = machine.processors(), os.cpu_count() or 1
    share = "" if usable == all_ else f" of {all_}, the others are not available to this process"
    yield Finding("processor", f"{processor()}; {usable} usable{share}")
    whole, free = psutil.virtual_memory().total, machine.free_memory()
    short = free < _SMALL_MEMORY
    yield Finding(
        "memory",
        f"{size(free)} free of {size(whole)}",
        State.NOTE if short else State.GOOD,
        "close other programs before building tables" if short else "",
    )
    yield Finding("texts", f"{sys.getfilesystemencoding()}, locale {_locale()}")


def processor() -> str:
    """Return the manufacturer's name of the processor, if the system provides it."""
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

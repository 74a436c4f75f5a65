"""Checks of the program, the machine and the directories; all results, as text and as data."""

import locale
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from importlib import import_module, metadata
from itertools import groupby
from pathlib import Path
from typing import Any

import psutil

import millmate
from millmate import __version__, language, limits, log, machine, paths, settings
from millmate.decoder import DecodeError, decode_text
from millmate.doctor import Finding, State, artifacts, display
from millmate.files import unwritable_reason
from millmate.formatting import plural, size
from millmate.settings import peek

_SIGNS = {State.GOOD: " ", State.NOTE: "-", State.MISSING: "!"}


def examine(
    stopped: Callable[[], bool] = lambda: False, directory: Path | None = None
) -> tuple[Finding, ...]:
    """Run all checks; this takes a second or two, five more if an engine does not answer.

    Checks change nothing. `directory` is that of the tables, by default the one in the settings.
    """
    with language.in_english():
        return tuple(_examined(stopped, directory))


def _examined(stopped: Callable[[], bool], directory: Path | None) -> Iterator[Finding]:
    settings = peek()
    tables = directory or Path(settings.tables or paths.tables_dir())
    parts: list[tuple[str, Callable[[], Iterable[Finding]]]] = [
        ("program", libraries),
        ("machine", hardware),
        ("directories", lambda: directories(tables)),
        ("window", display.display),
        ("kernels", artifacts.kernels),
        ("tables", lambda: artifacts.tables(tables)),
        ("tables", lambda: artifacts.others(settings)),
        ("engines", lambda: artifacts.engines(settings, stopped)),
    ]
    for area, part in parts:
        if not stopped():
            yield from _guarded(area, part)


def _guarded(area: str, part: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Run some checks; report an exception in them as a finding."""
    try:
        yield from (replace(finding, area=area) for finding in part())
    except Exception as error:
        log.report(f"doctor, {area}", error)
        text = f"the check failed: {log.summary(error)}"
        yield Finding(area, text, State.MISSING, "reinstall the program", area)


def is_well(findings: Iterable[Finding]) -> bool:
    return all(finding.state is not State.MISSING for finding in findings)


def text(findings: Iterable[Finding]) -> str:
    """Return the findings by area, with `!` before missing parts, and a summary at the end."""
    found = list(findings)
    lines = []
    for area, part in groupby(found, key=lambda finding: finding.area):
        lines += ["", area[:1].upper() + area[1:]]
        for finding in part:
            lines.append(f"{_SIGNS[finding.state]} {finding.name}: {finding.text}")
            if finding.mend:
                lines.append(f"    -> {finding.mend}")
    missing = [finding.name for finding in found if finding.state is State.MISSING]
    lines += ["", f"Missing: {', '.join(missing)}" if missing else "All is well."]
    return log.without_home("\n".join(lines).lstrip("\n"))


def data(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return the findings for JSON: `ok`, and `findings` with their state as a word."""
    found = list(findings)
    listed = [{**asdict(finding), "state": finding.state.value} for finding in found]
    return {"ok": is_well(found), "findings": listed}


# Checks of the directories, the settings and the log: existence, permissions, free space.

_LEAST = 20_000_000  # free bytes needed to save games and settings safely
_FEW = 1_000_000_000  # with less than this, large tables cannot be built


def directories(tables: Path) -> Iterator[Finding]:
    """Check every directory; `tables` is the directory of the tables."""
    for name, place in {
        "data": paths.data_dir(),
        "tables": tables,
        "settings": paths.config_dir(),
        "cache": paths.cache_dir(),
        "log": paths.log_dir(),
    }.items():
        yield _place(name, place)
    yield _settings()
    yield _log()


def _place(name: str, place: Path) -> Finding:
    try:
        free, whole = machine.disk_room(place)
    except OSError as error:
        mend = f"mount or create {place}, or choose another directory in the settings"
        return Finding(name, f"{place}: {error.strerror}", State.MISSING, mend)
    why = unwritable_reason(place)
    there = "" if place.is_dir() else ", created when needed"
    text = f"{place}{there}: {size(free)} free of {size(whole)}"
    if why:
        mend = f"give yourself write permission for {place}, or choose another directory"
        return Finding(name, f"{text}; it cannot be written: {why}", State.MISSING, mend)
    if free < _LEAST:
        return Finding(name, text, State.MISSING, "free some space on this disk")
    if name == "tables" and free < _FEW:
        mend = "choose a directory on a larger disk in the settings before you build large tables"
        return Finding(name, text, State.NOTE, mend)
    return Finding(name, text)


def _settings() -> Finding:
    """Check the settings file without changing it."""
    path, name = settings.settings_file(), "settings file"
    damaged = path.with_suffix(".json.damaged")
    try:
        values = decode_text(dict, limits.read(path, limits.LARGEST_SETTINGS))
    except FileNotFoundError:
        values = {}
    except OSError as error:
        mend = f"give yourself read permission for {path}, or delete it"
        return Finding(name, f"{path}: {error.strerror}", State.MISSING, mend)
    except DecodeError:
        mend = f"delete {path}; the program then starts with the default settings"
        return Finding(name, f"{path} is damaged", State.MISSING, mend)
    if damaged.exists():
        text = f"{path.name} is sound; an earlier one was damaged and set aside as {damaged.name}"
        return Finding(name, text, State.NOTE, f"delete {damaged} when you no longer need it")
    if not values:
        return Finding(name, "none yet: default settings")
    usual = asdict(settings.Settings())
    others = [each for each, value in usual.items() if values.get(each, value) != value]
    text = f"{len(others)} of {plural(len(usual), 'setting')} changed from the defaults"
    return Finding(name, f"{path.name}: {text}")


def _log() -> Finding:
    newest = log.newest()
    if newest is None:
        return Finding("log file", "none yet")
    errors = 0
    with suppress(OSError):
        errors = sum(" ERROR " in line for line in log.tail(newest).splitlines())
    text = f"{newest.name}, {plural(errors, 'unexpected error')} near its end"
    state = State.NOTE if errors else State.GOOD
    return Finding("log file", text, state, f"read {newest}" if errors else "")


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
    "pillow": ">=11,<14",
    "polib": ">=1.2,<2",
    "psutil": ">=5.9,<8",
    "zstandard": ">=0.23,<1",
}
_MODULES = {"PySide6-Essentials": "PySide6", "pillow": "PIL", "google-crc32c": "google_crc32c"}
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

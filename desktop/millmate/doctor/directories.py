"""Checks of the directories, the settings and the log: existence, permissions, free space."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from millmate import limits, log, machine, paths, settings
from millmate.decoder import DecodeError, decode_text
from millmate.doctor import Finding, State
from millmate.files import unwritable_reason
from millmate.formatting import plural, size

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

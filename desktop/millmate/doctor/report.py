"""Everything that is looked at, as a text to read and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from millmate import language, log, paths
from millmate.doctor import artifacts, directories, display, libraries
from millmate.doctor import machine as of_machine
from millmate.doctor.finding import Finding, State
from millmate.settings import peek

_SIGNS = {State.GOOD: " ", State.NOTE: "-", State.MISSING: "!"}


def never() -> bool:
    """Return False: nobody asks to stop."""
    return False


def examine(
    stopped: Callable[[], bool] = never, directory: Path | None = None
) -> tuple[Finding, ...]:
    """Look at everything; takes a second or two, five more where an engine does not answer.

    Nothing is changed, made or mended. `directory` is where tables are, None for what the settings
    say.
    """
    with language.in_english():
        return tuple(_examined(stopped, directory))


def _examined(stopped: Callable[[], bool], directory: Path | None) -> Iterator[Finding]:
    settings = peek()
    tables = directory or Path(settings.tables or paths.tables_dir())
    parts: list[tuple[str, Callable[[], Iterable[Finding]]]] = [
        ("program", libraries.libraries),
        ("machine", of_machine.hardware),
        ("directories", lambda: directories.places(tables)),
        ("window", display.screen),
        ("kernels", artifacts.kernels),
        ("tables", lambda: artifacts.tables(tables)),
        ("tables", lambda: artifacts.others(settings)),
        ("engines", lambda: artifacts.engines(settings, stopped)),
    ]
    for area, part in parts:
        if not stopped():
            yield from _whatever_happens(area, part)


def _whatever_happens(area: str, part: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Look at a part; what breaks the look itself is a finding, too."""
    try:
        yield from part()
    except Exception as error:
        log.report(f"doctor, {area}", error)
        said = f"cannot be looked at: {log.summary(error)}"
        yield Finding(area, area, said, State.MISSING, "install the program again")


def is_well(findings: Iterable[Finding]) -> bool:
    """Tell whether nothing is missing."""
    return all(finding.state is not State.MISSING for finding in findings)


def text(findings: Iterable[Finding]) -> str:
    """Return what was found, by area; `!` stands before what is missing, and at the end the sum."""
    found = list(findings)
    lines = []
    for area, part in groupby(found, key=lambda finding: finding.area):
        lines += ["", area[:1].upper() + area[1:]]
        for finding in part:
            lines.append(f"{_SIGNS[finding.state]} {finding.name}: {finding.said}")
            if finding.mend:
                lines.append(f"    -> {finding.mend}")
    missing = [finding.name for finding in found if finding.state is State.MISSING]
    lines += ["", f"Missing: {', '.join(missing)}" if missing else "All is well."]
    return log.without_home("\n".join(lines).lstrip("\n"))


def data(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return what was found as JSON has it: `ok`, and `findings` with their state in a word."""
    found = list(findings)
    listed = [{**asdict(finding), "state": finding.state.value} for finding in found]
    return {"ok": is_well(found), "findings": listed}

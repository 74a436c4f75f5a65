"""The results of all checks, as text and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from millmate import language, log, paths
from millmate.doctor import Finding, State, artifacts, directories, display, program
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
        ("program", program.libraries),
        ("machine", program.hardware),
        ("directories", lambda: directories.directories(tables)),
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

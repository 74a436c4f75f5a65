"""Words of the Tables page about tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from millmate.formatting import plural, size
from millmate.gui.kit.errors import sentence
from millmate.gui.shell.builds.build_run import STATES
from millmate.gui.shell.builds.plans import about
from millmate.language import count, mark, mark_count, tr
from millmate.tablebase.inventory import Ending, State, TableFile, dependents, needs, reads
from millmate.tablebase.metric import Metric
from millmate.tablebase.table import TableInfo

if TYPE_CHECKING:
    from millmate.tablebase.verify_process import Verified

_PAYLOADS = {
    "distances": mark("distances of wins and losses: {size}"),
    "wdl": mark("results: {size}"),
    "losses": mark("distances of losses: {size}"),
}
_METRICS = {
    Metric.DTM: mark("Moves to mate (DTM)"),
    Metric.DTZ: mark("Plies to mate, capture or pawn move (DTZ50)"),
}
# The tables of a choice by their states: one and many.
_TALLIES = {
    State.FULL: mark_count("{n} built", "{n} built"),
    State.COMPACT: mark_count("{n} compact", "{n} compact"),
    State.STARTED: mark_count("{n} started", "{n} started"),
    State.DAMAGED: mark_count("{n} damaged", "{n} damaged"),
    State.ABSENT: mark_count("{n} not built", "{n} not built"),
}


def state_words(ending: Ending, busy: Mapping[str, str]) -> str:
    """Return the state of an ending's tables; `busy` has the work in progress, by their titles."""
    for file in ending.files:
        if file.title in busy:
            return tr(STATES[busy[file.title]])
    main = ending.main
    others = [file.metric.title for file in ending.files[1:] if file.state.exists]
    if not main.state.exists and others:
        return ", ".join(others)
    return " + ".join((_state(main), *others))


def _state(file: TableFile) -> str:
    if not file.state.sound:
        return tr(STATES[file.state.value])
    if file.shipped:
        return tr(STATES["shipped"])
    verified = file.info is None or file.info.verified
    if file.state is State.COMPACT:
        return tr("compact") if verified else tr("compact, not verified")
    return tr("verified") if verified else tr("built, not verified")


def samples(column: int) -> tuple[str, ...]:
    """Return the longest texts of a column of the tree but the first: codes, states, bytes."""
    states = (
        *map(tr, (mark("compact, not verified"), mark("built, not verified"), *STATES.values())),
        _built(299, 299),
    )
    return (
        (),
        ("morris:ply17-9-9",),
        states,
        (tr("about {}").format("888 MB"),),
    )[column]


def group_state(endings: Sequence[Ending]) -> str:
    return _built(sum(bool(ending.present) for ending in endings), len(endings))


def _built(built: int, every: int) -> str:
    return tr("{n} of {all} built", n=built, all=every)


def bytes_words(ending: Ending) -> str:
    """Return the sizes of the tables of an ending, built or planned."""
    present = ending.present
    if not present:
        return tr("about {}").format(size(ending.main.bytes))
    return size(sum(file.bytes for file in present))


def disk_bytes(endings: Iterable[Ending]) -> int:
    """Return the sizes of the tables of `endings`, including unfinished ones."""
    return sum(
        file.bytes for ending in endings for file in ending.files if file.state is not State.ABSENT
    )


def tally(endings: Sequence[Ending]) -> str:
    """Return how many tables are in which state: `12 built, 18 not built; 3.2 MB on disk`."""
    states = Counter(ending.main.state for ending in endings)
    parts = [count(states[state], *words) for state, words in _TALLIES.items() if states[state]]
    zeroing = sum(file.state.exists for ending in endings for file in ending.files[1:])
    if zeroing:
        parts.append(tr("{tables} of DTZ50 besides", tables=plural(zeroing, "table")))
    return tr("{tally}; {size} on disk", tally=", ".join(parts), size=size(disk_bytes(endings)))


# One table --------------------------------------------------------------------------------------


def metric_words(file: TableFile) -> str:
    """Describe the metric of a table."""
    if file.info is not None and not isinstance(file.info, TableInfo):
        return tr("Plies to the end of the game")
    return tr(_METRICS[file.metric])


def file_words(file: TableFile) -> str:
    """Return the state of one table, what it takes and when it was verified, in sentences."""
    if file.state is State.ABSENT:
        return tr("Not built; it would take about {size}.", size=size(file.bytes))
    if file.state is State.STARTED:
        return tr("Started: {size} kept; Build continues from there.", size=size(file.bytes))
    if file.state is State.DAMAGED:
        fault = tr("Damaged: {fault}", fault=file.fault)
        mend = tr("Delete it, then build it again.")
        if file.shipped:
            mend = tr("It is part of the program: reinstall the program.")
        return f"{sentence(fault)} {mend}"
    return " ".join(filter(None, (_disk_words(file), _verified_words(file))))


def _disk_words(file: TableFile) -> str:
    info = file.info
    if info is None:
        return tr("Built.")
    total = size(file.bytes)
    if not isinstance(info, TableInfo):
        if info.compact:
            return tr("Compact, {size} on disk", size=total) + "."
        return tr("Built, {size} on disk.", size=total)
    parts = ", ".join(
        tr(_PAYLOADS[name], size=size(taken))
        for name, taken in info.payloads.items()
        if info.compact and name in _PAYLOADS
    )
    text = tr("Compact, {size} on disk") if info.compact else tr("Built in full, {size} on disk")
    if info.shipped:
        text = tr("Included with the program, compact, {size} on disk")
    return text.format(size=total) + (f" ({parts})." if parts else ".")


def _verified_words(file: TableFile) -> str:
    info = file.info
    if info is None:
        return ""
    if file.check is not None:
        return tr("Verified again on {date}.", date=_date(file.check.at))
    if info.verified:
        return tr("Verified when it was built, on {date}.", date=_date(info.created))
    return tr("Not verified.")


def _date(text: str) -> str:
    """Return the day of a time in a table's metadata, where the user is."""
    try:
        return datetime.fromisoformat(text).astimezone().date().isoformat()
    except ValueError:
        return text


def needs_words(ending: Ending, endings: Mapping[str, Ending]) -> str:
    """Return the tables that an ending needs, and those of them that are missing."""
    needed = needs(ending.table)
    if not needed:
        return tr("Needs no other table.")
    there = [endings.get(str(table)) for table in needed]
    missing = sum(not (each and each.main.state.exists) for each in there)
    if not missing:
        text = tr("Needs {tables}, all of them built.")
    elif missing == len(needed):
        text = tr("Needs {tables}, none of them built.")
    else:
        text = tr("Needs {tables}, {n} of them not built.")
    return text.format(tables=plural(len(needed), "table"), n=missing)


def dependents_words(ending: Ending, endings: Mapping[str, Ending]) -> str:
    """Return which tables depend on that of an ending."""
    found = dependents(ending.table, endings.values())
    if not found:
        return tr("No other table that is listed needs it.")
    built = sum(bool(each.present) for each in found)
    others = plural(len(found), "other")
    text = tr("Needed to build or verify {tables}, none of them built.", tables=others)
    if built:
        text = tr("Needed to build or verify {tables}, {n} of them built.", tables=others, n=built)
    compact = compact_readers([ending], found)
    if compact:
        text += " " + count(
            len(compact),
            "{n} compact table finds the distances of its wins here.",
            "{n} compact tables find the distances of their wins here.",
        )
    return text


def compact_readers(gone: Iterable[Ending], endings: Iterable[Ending]) -> list[Ending]:
    """Return the compact ones of `endings` that read tables in `gone`, those left out."""
    tables = {ending.table for ending in gone}
    return [
        each
        for each in endings
        if each.table not in tables
        and any(file.state is State.COMPACT for file in each.files)
        and tables & reads(each.table)
    ]


# Results of actions -------------------------------------------------------------------------------


def verified_words(verified: Verified) -> str:
    """Return the result of a verification."""
    said = []
    if verified.titles:
        number = len(verified.titles)
        if number == 1:
            said.append(tr("{table} is correct.", table=verified.titles[0]))
        else:
            said.append(tr("{tables} are correct.", tables=plural(number, "table")))
    said += [f"{title}: {sentence(fault)}" for title, fault in verified.faults[:3]]
    if len(verified.faults) > 3:
        said.append(tr("And {n} more.", n=len(verified.faults) - 3))
    return " ".join(said) or tr("Nothing was verified.")


def loss_words(
    files: Sequence[TableFile], endings: Iterable[Ending], seconds: float, drills: int
) -> str:
    """Return the question before `files` are deleted: what that frees, and what would be lost."""
    every = list(endings)
    names = {file.table for file in files}
    gone = [ending for ending in every if ending.table in names]
    what = files[0].title if len(files) == 1 else plural(len(files), "table")
    freed = size(sum(file.bytes for file in files))
    parts = [tr("Delete {what}? This frees {size}.", what=what, size=freed)]
    if any(file.state.exists for file in files):
        parts.append(tr("Rebuilding everything takes {time}.", time=about(seconds)))
    others = {
        each.name for one in gone for each in dependents(one.table, every) if each not in gone
    }
    if others:
        parts.append(
            count(
                len(others),
                "{n} other ending can then be built or verified only once this is built again.",
                "{n} other endings can then be built or verified only once this is built again.",
            )
        )
    compact = compact_readers(gone, every)
    if compact:
        parts.append(
            count(
                len(compact),
                "{n} compact table will no longer show in how many moves it is won.",
                "{n} compact tables will no longer show in how many moves they are won.",
            )
        )
    if drills:
        parts.append(
            count(
                drills,
                "{n} position that you have to repeat needs it.",
                "{n} positions that you have to repeat need it.",
            )
        )
    parts.append(tr("Until then, it is not available for perfect play, drills and the explorer."))
    return " ".join(parts)

"""A plan in words: how many tables, what they take, and whether the fifty-move rule matters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from millmate import machine
from millmate.formatting import plural, size
from millmate.games.chess.material import Material
from millmate.gui.shell.builds.table_models import about
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.tablebase.names import Target
    from millmate.tablebase.plan import Plan


def plan_words(plan: Plan[object], directory: Path, threads: int | None) -> str:
    """Return how many tables are missing, and the disk, memory and time that they take."""
    if not plan.tables:
        return tr("Two bare kings need no table: that is a draw.")
    if not plan.missing:
        return tr("Built and verified.")
    count = plural(len(plan.missing), "table")
    begun = any(table.begun for table in plan.missing)
    text = (
        tr(
            "{tables} to build, begun before: {disk} on disk, {most} while building ({free} "
            "free), {memory} of memory, {time}."
        )
        if begun
        else tr(
            "{tables} to build: {disk} on disk, {most} while building ({free} free), {memory} of "
            "memory, {time}."
        )
    )
    return text.format(
        tables=count,
        disk=size(plan.bytes),
        most=size(plan.disk),
        free=size(machine.free_disk(directory)),
        memory=size(plan.memory),
        time=about(plan.elapsed(threads)),
    )


def rule_words(target: Target | None) -> str:
    """Return why distances to mate suffice for an ending or not, "" for two kings and morris."""
    from millmate.tablebase.plan import MOST_MEN, cursed

    if not isinstance(target, Material) or target.men == 2:
        return ""
    ending = cursed(target)
    if ending == target:
        text = tr(
            "The fifty-move rule draws some of the wins of {table}; the tables DTZ50 say which."
        )
    elif ending is not None:
        text = tr(
            "{table} leads to {ending}, where the fifty-move rule draws some of the wins; the "
            "tables DTZ50 say which."
        )
    elif target.men < MOST_MEN:
        text = tr(
            "Distances to mate suffice: with the clock at zero, the fifty-move rule draws no win "
            "of {table} or of what it leads to."
        )
    else:
        text = tr(
            "Distances to mate: none of the endings of up to five men that {table} leads to has "
            "wins that the fifty-move rule draws."
        )
    return text.format(table=target, ending=ending)

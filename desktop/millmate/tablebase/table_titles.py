"""The names of tables as users say them; tables themselves have short codes (`KRPvKR`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from millmate.errors import InputError
from millmate.games.chess.ending_names import ending_name
from millmate.games.chess.material import Material
from millmate.games.morris.variants import STANDARD
from millmate.language import mark, tr
from millmate.tablebase.morris.names import MorrisTarget, Pair, Subspace
from millmate.tablebase.names import parse

_SETS = {
    "morris:moving": mark("Morris, moving phase"),
    "morris:placing": mark("Morris, placing phase"),
    "morris:all": mark("Morris, all tables"),
}


def table_title(code: str) -> str:
    """Return the title of the table `code`: `Rook and pawn against rook`.

    The metric in a code, as in `KRPvKR (DTZ50)`, stays next to the name. A text that names no table
    is returned as it is.
    """
    name, metric = split_metric(code)
    try:
        target = parse(name)
    except InputError:
        return code
    return f"{_TITLES[type(target)](target)}{metric}"


def title_and_code(code: str) -> str:
    """Return the name of a table with its code: `Rook and pawn against rook (KRPvKR)`.

    The code is left out where the name contains all of it.
    """
    title = table_title(code)
    if title == code or not is_short(code):
        return title
    name, metric = split_metric(code)
    metric = metric.strip(" ()")
    return f"{table_title(name)} ({f'{name}, {metric}' if metric else name})"


def is_short(code: str) -> bool:
    """Return whether a code is shorter than the name: that of a material, not a game's key."""
    return ":" not in code


def split_metric(code: str) -> tuple[str, str]:
    """Return a code without its metric, and the metric as it is written there: ` (DTZ50)` or ""."""
    name, gap, metric = code.partition(" (")
    return name, gap + metric


def _morris(target: MorrisTarget) -> str:
    if target.name in _SETS:
        return tr(_SETS[target.name])
    table = target.tables[0]
    if table.rules != STANDARD.name:
        return _of_variant(target, table)
    if isinstance(table, Pair):
        return tr(
            "Morris, {stones} against {other} stones", stones=table.primary, other=table.other
        )
    return tr(
        "Morris, {placed} placed, {white} against {black} stones",
        placed=table.placed,
        white=table.white,
        black=table.black,
    )


def _of_variant(target: MorrisTarget, table: Subspace) -> str:
    game = tr(table.variant.title)
    if len(target.tables) > 1:
        return tr("{game}: tables", game=game)
    if isinstance(table, Pair):
        own, other = (f"{stones}+{hand}" if hand else f"{stones}" for stones, hand in table.sides)
        return tr("{game}: {stones} against {other} stones", game=game, stones=own, other=other)
    return tr(
        "{game}: {placed} placed, {white} against {black} stones",
        game=game,
        placed=table.placed,
        white=table.white,
        black=table.black,
    )


_TITLES: dict[type, Callable[[Any], str]] = {Material: ending_name, MorrisTarget: _morris}

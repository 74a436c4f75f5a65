"""The tree of all tables: by game, by number of men, by family; and how a table is found in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from millmate.errors import InputError
from millmate.games.chess.ending_names import ending_name
from millmate.games.chess.material import Material
from millmate.games.morris.variants import STANDARD
from millmate.gui.kit.errors import capital, sentence
from millmate.language import mark, tr
from millmate.tablebase.inventory import Ending, Table
from millmate.tablebase.morris.names import Pair, is_morris
from millmate.tablebase.names import Target, parse, tables_of
from millmate.tablebase.plan import MOST_MEN
from millmate.tablebase.table_search import find_tables


@dataclass(frozen=True, slots=True)
class Group:
    """A branch of the tree: its marked title, with a number if it has one."""

    text: str
    n: int | None = None

    @property
    def title(self) -> str:
        return tr(self.text) if self.n is None else tr(self.text, n=self.n)


CHESS, MORRIS = Group(mark("Chess endings")), Group(mark("Nine men's morris"))
MEN = {
    3: Group(mark("Three men")),
    4: Group(mark("Four men")),
    5: Group(mark("Five men")),
    6: Group(mark("Six men")),
}
_MOVING = Group(mark("All stones placed"))
_PLACING = Group(mark("Stones being placed"))
_PAWNS = {
    0: Group(mark("Without pawns")),
    1: Group(mark("One pawn")),
    2: Group(mark("Two pawns")),
    3: Group(mark("Three pawns")),
    4: Group(mark("Four pawns")),
}
_AGAINST_KING = Group(mark("Without pawns, against the king alone"))
_AGAINST_PIECE = Group(mark("Without pawns, against one piece"))
_AGAINST_PIECES = Group(mark("Without pawns, against two pieces"))
_BY_OTHER = {1: _AGAINST_KING, 2: _AGAINST_PIECE, 3: _AGAINST_PIECES}
_SPLIT = 5  # men from which endings without pawns are too many for one group


def path_of(table: Table) -> tuple[Group, ...]:
    """Return the groups that a table belongs to, the largest first."""
    if not isinstance(table, Material) and table.rules != STANDARD.name:
        return (Group(table.variant.title),)
    if isinstance(table, Pair):
        return MORRIS, _MOVING
    if not isinstance(table, Material):
        return MORRIS, _PLACING, Group(mark("After {n} placements"), table.placed)
    if table.men == 3:
        return CHESS, MEN[3]
    pawns = sum(table.pawns)
    own = _BY_OTHER[len(table.black)] if table.men >= _SPLIT and not pawns else _PAWNS[pawns]
    return CHESS, MEN[table.men], own


def name_of(table: Table) -> str:
    """Return the name of a table in words: `Rook against bishop`, `5 stones against 4`."""
    if isinstance(table, Material):
        return ending_name(table)
    if isinstance(table, Pair):
        own, other = (f"{stones}+{hand}" if hand else f"{stones}" for stones, hand in table.sides)
        return tr("{n} stones against {m}", n=own, m=other)
    return tr("{n} white and {m} black stones on the board", n=table.white, m=table.black)


@dataclass(frozen=True, slots=True)
class Found:
    """What a text that was typed finds: the tables, and what is wrong with it or ""."""

    endings: tuple[Ending, ...]
    fault: str = ""


def find(text: str, endings: Iterable[Ending]) -> Found:
    """Return those of `endings` that `text` means: a code, the beginning of one, words of names."""
    every = tuple(endings)
    if not text.strip():
        return Found(every)
    target, fault = _target(text)
    if target is not None:
        named = {str(table) for table in tables_of(target)}
    else:
        named = set(find_tables(text, [each.name for each in every]))
    found = tuple(each for each in every if each.name in named)
    return Found(found, "" if found else fault)


def missing_material(text: str) -> Material | None:
    """Return the material that `text` names, if tables of it can be built."""
    target, fault = _target(text)
    return target if isinstance(target, Material) and not fault else None


def _target(text: str) -> tuple[Target | None, str]:
    """Return what `text` names, None if nothing, and why there is no table of it or ""."""
    try:
        target = parse(text)
    except InputError as error:
        if is_morris(text) or re.fullmatch(r"k\w*v\w*", text.strip().lower()):
            return None, sentence(str(error))
        return None, tr(
            "No table has this code or name. Write for instance KRPvKR, rook pawn, or morris 5-4."
        )
    if isinstance(target, Material) and target.men == 2:
        return target, tr("Two bare kings need no table: that is a draw.")
    if isinstance(target, Material) and target.men > MOST_MEN:
        fault = tr(
            "{material} has {men} men; tables of up to {most} men can be built",
            material=target,
            men=target.men,
            most=MOST_MEN,
        )
        return target, sentence(capital(fault))
    return target, ""

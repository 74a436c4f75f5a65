"""Positions drawn from tables to begin games with: by material, verdict and distance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.board import Board
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.positions import random_position as random_morris_position
from millmate.language import tr
from millmate.play.tournament.plan import OpeningPlan, PlanError, TournamentPlan
from millmate.play.tournament.verdicts import Verdicts
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import MorrisTarget, Pair
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.sets import DecidedSet
from millmate.tablebase.store import Table

_TRIES = 20_000  # positions by chance that may be no draw before there is said to be none
_VALUES = {"draw": {0}, "white wins": {1}, "black wins": {-1}, "decided": {1, -1}}


def drawn_from_tables(
    plan: TournamentPlan, tables: Path, count: int, rng: random.Random
) -> Iterator[str]:
    """Yield `count` positions of the plan's materials in turn, none twice if that can be.

    Either side may be to move. Decided ones are drawn evenly among all that are asked for, others
    among positions with the men anywhere.

    Raises:
        PlanError: A table is not there, or holds no such position.
    """
    sources = [_Source(name, plan, tables, rng) for name in plan.openings.tables]
    found: set[str] = set()
    for number in range(count):
        source = sources[number % len(sources)]
        fen = source.draw()
        for _ in range(20):
            if fen not in found:
                break
            fen = source.draw()
        found.add(fen)
        yield fen


class _Source:
    """A table that positions are drawn of."""

    def __init__(self, name: str, plan: TournamentPlan, tables: Path, rng: random.Random) -> None:
        self._name, self._asked, self._rng = name, plan.openings, rng
        self._rules, self._verdicts = plan.rules, Verdicts(plan.game, tables)
        try:
            opened = _morris(name, tables) if plan.is_morris else _chess(name, tables)
        except PlanError:
            raise
        except (MillMateError, OSError) as error:
            raise PlanError(f"openings.tables: {error}") from None
        self._explorer, self._by_chance = opened
        self._sets = _sets(self._explorer, self._asked)

    def draw(self) -> str:
        """Return a position."""
        if self._asked.distance is not None or self._asked.verdict not in ("draw", "any"):
            return self._decided().fen()
        return self._tried().fen()

    def _decided(self) -> Board:
        if not self._sets:
            raise self._none()
        (chosen,) = self._rng.choices(self._sets, [found.count for found in self._sets])
        board: Board | None = self._explorer.draw(chosen, self._rng)
        if board is None:
            raise self._none()
        return board

    def _tried(self) -> Board:
        """Return a position drawn among all, of the verdict that is asked for."""
        for _ in range(_TRIES):
            board = self._by_chance(self._rng)
            value = self._verdicts.value(board)
            if value is None or (self._asked.verdict == "draw" and value):
                continue
            if self._rules.outcome(board) is None:
                return board
        raise self._none()

    def _none(self) -> PlanError:
        distance = self._asked.distance
        text = (
            tr("openings: {name} has no position with verdict {verdict!r} in {low} to {high} plies")
            if distance
            else tr("openings: {name} has no position with verdict {verdict!r}")
        )
        low, high = distance or (0, 0)
        verdict = self._asked.verdict
        return PlanError(text.format(name=self._name, verdict=verdict, low=low, high=high))


_Opened = tuple[Explorer | MorrisExplorer, Callable[[random.Random], Board]]


def _chess(name: str, tables: Path) -> _Opened:
    material = Material.parse(name)
    if not store.exists(tables, material):
        raise _missing(str(material), tables)

    def by_chance(rng: random.Random) -> Board:
        return random_position(material, rng, rng.random() < 0.5)

    return Explorer(Table(store.table_path(tables, material))), by_chance


def _morris(name: str, tables: Path) -> _Opened:
    target = MorrisTarget.parse(name)
    table = target.tables[0]
    if len(target.tables) > 1 or not isinstance(table, Pair):
        raise PlanError(
            tr(
                "openings.tables: {name!r} is no table of one pair of stones such as morris:5-4",
                name=name,
            )
        )
    if not morris_store.exists(tables, table):
        raise _missing(str(table), tables)
    explorer = MorrisExplorer(MorrisTable(morris_store.table_path(tables, table)))

    def by_chance(rng: random.Random) -> Board:
        return random_morris_position(table.primary, table.other, rng, rng.random() < 0.5)

    return explorer, by_chance


def _sets(explorer: Explorer | MorrisExplorer, asked: OpeningPlan) -> list[DecidedSet]:
    """Return the sets that hold what is asked for; what is over already is left out."""
    low, high = asked.distance or (1, 10_000)
    values = _VALUES.get(asked.verdict, {1, -1})
    return [
        found
        for found in explorer.contents.sets
        if max(low, 1) <= found.plies <= high and (1 if found.winner else -1) in values
    ]


def _missing(name: str, tables: Path) -> PlanError:
    return PlanError(
        tr(
            "openings.tables: no table for {name} in {tables}; make it with: millmate build {name}",
            name=name,
            tables=tables,
        )
    )

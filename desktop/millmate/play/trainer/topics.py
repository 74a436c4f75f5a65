"""The topics to drill with the tables of a directory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from millmate.play.trainer.drill import PLACING, DrillSpec, Goal
from millmate.tablebase import store
from millmate.tablebase.explore import contents
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import contents as morris_contents
from millmate.tablebase.morris.names import Pair, Placing, table_of

_NOTHING = ("KvK", "KBvK", "KNvK")  # always drawn


@dataclass(frozen=True, slots=True)
class Topic:
    """A table, or the placing phase of morris, as a topic.

    `distances` are those of its wins, in moves, ascending; empty if unknown. `wins` and `holds` say
    whether there are positions to win and to hold.
    """

    name: str
    distances: tuple[int, ...]
    wins: bool
    holds: bool

    @property
    def longest(self) -> int | None:
        """The longest win in moves, None if unknown."""
        return self.distances[-1] if self.distances else None

    @property
    def range(self) -> tuple[int, int]:
        """The default range of distances in moves, neither trivial nor the hardest."""
        if not self.distances:
            return 1, 1
        last = len(self.distances) - 1
        return self.distances[3 * last // 10], self.distances[6 * last // 10]

    def spec(self, like: DrillSpec | None = None) -> DrillSpec:
        """Return a possible drill of this topic, as similar as possible to `like`."""
        asked = like or DrillSpec(self.name)
        low, high = self.range
        if like is not None and like.table == self.name:
            low, high = asked.low, asked.high
        goal = asked.goal if (self.holds if asked.goal is Goal.HOLD else self.wins) else None
        goal = goal or (Goal.WIN if self.wins else Goal.HOLD)
        return replace(asked, table=self.name, goal=goal, low=low, high=high)


def names(directory: Path) -> tuple[str, ...]:
    """Return the names of the topics: chess first, smaller tables first."""
    chess = [str(material) for material in store.materials(directory)]
    tables = morris_store.tables(directory)
    placing = [PLACING] if any(isinstance(table, Placing) for table in tables) else []
    pairs = [str(table) for table in tables if isinstance(table, Pair)]
    return (*(name for name in chess if name not in _NOTHING), *pairs, *placing)


def topic(directory: Path, name: str) -> Topic:
    """Return the topic of the table `name`.

    Raises:
        TableError: The table is damaged or missing.
    """
    if name == PLACING:
        return Topic(name, (), True, True)
    if name.startswith("morris"):
        info = morris_store.MorrisTable(morris_store.table_path(directory, table_of(name))).info
        found = morris_contents(info)
        draws = any(counts.draws for counts in info.counts.values())
    else:
        chess_info = store.Table(store.table_path(directory, name)).info
        found = contents(chess_info)
        draws = any(counts.draws for counts in chess_info.counts.values())
    wins = [each for each in found.sets if each.plies % 2]
    distances = {each.moves for each in wins if each.distance is not None}
    return Topic(name, tuple(sorted(distances)), bool(wins), draws and bool(found.sets))

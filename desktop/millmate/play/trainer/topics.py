"""The topics to drill with the tables of a directory, and random positions of them."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.play.by_game import PLACING, of
from millmate.play.trainer.drill import DrillSpec, Goal, NoPositionError
from millmate.play.trainer.exam import Exam, examine
from millmate.players.table import tables_of
from millmate.tablebase import store, targets
from millmate.tablebase.explore import Explorer
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.names import Pair, Placing
from millmate.tablebase.sets import DecidedSet
from millmate.tablebase.table_cache import Tables
from millmate.tablebase.verdict import UnprobeableError

Stopped = Callable[[], bool]

_NOTHING = ("KvK", "KBvK", "KNvK")  # always drawn
_DRAW = 0  # its code in the tables of either game
_FIRST_LOOK = 200  # positions of a chunk to examine before those of the other chunks
_TRIES = 4000  # positions to examine before giving up
_VALUES = 5  # values that share these tries
_PLACINGS = 30  # tables of the placing phase to try
_PATIENCE = 15.0  # seconds to find the value of a position under the fifty-move rule
_EASY = 0.5  # a position to hold is easy if more than this share of its moves hold
_MOST_EASY = 40  # easy positions, of which the hardest is taken if no hard one turns up


@dataclass(frozen=True, slots=True)
class Topic:
    """A table, or the placing phase of morris, as a topic.

    `distances` are those of its wins, in moves, ascending; empty if unknown. `goals` are those for
    which it has positions.
    """

    name: str
    distances: tuple[int, ...]
    goals: tuple[Goal, ...]

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
        goal = asked.goal if asked.goal in self.goals else next(iter(self.goals), Goal.HOLD)
        return replace(asked, table=self.name, goal=goal, low=low, high=high)


def names(directory: Path) -> tuple[str, ...]:
    """Return the names of the topics: chess first, smaller tables first."""
    chess = [str(material) for material in store.materials(directory)]
    tables = morris_store.usual_tables(directory)
    placing = [PLACING] if any(isinstance(table, Placing) for table in tables) else []
    pairs = [str(table) for table in tables if isinstance(table, Pair)]
    return (*(name for name in chess if name not in _NOTHING), *pairs, *placing)


def topic(directory: Path, name: str) -> Topic:
    """Return the topic of the table `name`.

    Raises:
        TableError: The table is damaged or missing.
    """
    if name == PLACING:
        return Topic(name, (), (Goal.WIN, Goal.HOLD))
    explorer = targets.explorer(directory, name)
    sets = explorer.contents.sets
    draws = any(counts.draws for counts in explorer.table.info.counts.values())
    results = {*map(_wdl, sets), *([0] if draws and sets else [])}
    distances = {each.moves for each in sets if _wdl(each) > 0 and each.distance is not None}
    goals = tuple(goal for goal in Goal if goal.aim.wdl in results)
    return Topic(name, tuple(sorted(distances)), goals)


def _wdl(decided: DecidedSet) -> int:
    """Return the result of the positions of a set for the side to move."""
    return 1 if decided.plies % 2 else -1


def sample_position(
    spec: DrillSpec, directory: Path, rng: random.Random, stopped: Stopped = lambda: False
) -> str:
    """Return a position for a drill, the user to move; distances in its range are equally likely.

    Raises:
        NoPositionError: There is no such position, or none was found before `stopped`.
        JobStopped: `stopped` was true while a compact table was read.
        MissingTableError: A table is missing.
        TableError: A table is damaged.
    """
    tables = tables_of(spec.game, directory)
    try:
        for explorer in _explorers(spec, directory, rng, stopped):
            values = _values(spec, explorer, rng)
            for value in values:
                sample = islice(_sample(explorer, value, rng, stopped), _TRIES // len(values))
                found = _find(spec, tables, explorer, sample)
                if found is not None:
                    return str(of(found).image(found, rng).fen())
    finally:
        tables.close()
    raise NoPositionError(f"{spec.table} has no such position")


@dataclass(frozen=True, slots=True)
class _Value:
    """The positions of a table with this code and side to move."""

    turn: bool
    code: int


_Explorer = Explorer | MorrisExplorer


def _explorers(
    spec: DrillSpec, directory: Path, rng: random.Random, stopped: Stopped
) -> Iterator[_Explorer]:
    """Yield the table of a drill, or random ones of the placing phase."""
    names = [spec.table]
    if spec.table == PLACING:
        every = [each for each in morris_store.usual_tables(directory) if isinstance(each, Placing)]
        names = [str(each) for each in rng.sample(every, min(_PLACINGS, len(every)))]
    for name in names:
        yield targets.explorer(directory, name, stopped)


def _values(spec: DrillSpec, explorer: _Explorer, rng: random.Random) -> list[_Value]:
    """Return the values in a table that qualify, in random order."""
    contents = explorer.contents
    if spec.goal.aim.wdl:
        wanted = [each for each in contents.sets if _wanted(spec, each)]
        # Distances are equally likely; of one distance, the side with more positions is likelier.
        chance = {plies: rng.random() for plies in sorted({each.plies for each in wanted})}
        wanted.sort(key=lambda each: (chance[each.plies], -(rng.random() ** (1 / each.count))))
        return [_Value(each.turn, each.code) for each in wanted][:_VALUES]
    # The side to move must have something to lose: the other side can win.
    winners = {each.winner for each in contents.sets}
    turns = sorted({each.turn for each in contents.sets if (not each.turn) in winners})
    rng.shuffle(turns)
    return [_Value(turn, _DRAW) for turn in turns]


def _wanted(spec: DrillSpec, decided: DecidedSet) -> bool:
    """Return whether the side to move has the result within the range of distances."""
    if _wdl(decided) != spec.goal.aim.wdl:
        return False
    return decided.distance is None or spec.low <= decided.moves <= spec.high


def _find(
    spec: DrillSpec, tables: Tables, explorer: _Explorer, sample: Iterable[Board]
) -> Board | None:
    """Return a position for the drill, preferably a hard one, or None."""
    rules, easy = game(spec.game), list[tuple[float, Board]]()
    for board in sample:
        if (
            not of(board).is_position(board, explorer.table.info.material)
            or rules.outcome(board) is not None
        ):
            continue
        try:
            exam = examine(rules, tables, board)
            if exam is not None and exam.open:
                exam = examine(rules, tables, board, _PATIENCE)
        except UnprobeableError:
            continue
        if exam is None or exam.open or not _suits(spec, exam):
            continue
        ease = _ease(spec, exam, board)
        if ease <= _EASY:
            return board
        easy.append((ease, board))
        if len(easy) == _MOST_EASY:
            break
    return min(easy, key=lambda each: each[0])[1] if easy else None


def _sample(
    explorer: _Explorer, value: _Value, rng: random.Random, stopped: Stopped
) -> Iterator[Board]:
    """Yield the boards of a value in random order.

    Chunks are read one after the other, so the first boards come quickly but are similar. Some
    boards are not valid positions, and some come up more than once.
    """
    chunks, size = explorer.grid
    numbers = rng.sample(range(chunks), chunks)
    for part in (slice(0, _FIRST_LOOK), slice(_FIRST_LOOK, None)):
        for number in numbers:
            if stopped():
                return
            offsets = np.flatnonzero(explorer.codes(value.turn, number) == value.code)
            np.random.default_rng(rng.getrandbits(32)).shuffle(offsets)
            for offset in offsets[part].tolist():
                yield explorer.board(value.turn, number * size + offset)


def _suits(spec: DrillSpec, exam: Exam) -> bool:
    """Return whether a position suits the goal and its result can be thrown away."""
    aim = spec.goal.aim
    if exam.wdl != aim.wdl:
        return False
    keeping, options = len(aim.keeping(exam)), len(exam.options)
    return keeping == 1 < options if spec.only_move else aim.wdl > 0 or keeping < options


def _ease(spec: DrillSpec, exam: Exam, board: Board) -> float:
    """Return the ease of a position: above 1 if a move may settle it, else the share that holds."""
    aim = spec.goal.aim
    game = of(board)
    ends = "whole" not in aim.fields or not (spec.whole and game.ends_early)
    share = len(aim.keeping(exam)) / len(exam.options)
    asked = aim.wdl > 0 or spec.only_move
    return (ends and game.settles(exam, board)) + (0.0 if asked else share)

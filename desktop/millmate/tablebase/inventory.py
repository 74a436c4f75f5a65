"""All tables that exist or could, with the state, size, checks and dependencies of each."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import takewhile
from pathlib import Path

from millmate.errors import MillMateError
from millmate.files import describe_error
from millmate.games.chess.material import Material, all_materials, facing_materials
from millmate.language import tr
from millmate.tablebase import check_log, store
from millmate.tablebase.by_game import CHESS, MORRIS, of
from millmate.tablebase.check_log import Check
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
from millmate.tablebase.morris import names as morris_names
from millmate.tablebase.morris.names import Subspace
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import TableInfo
from millmate.tablebase.targets import Info

MOST_MEN = 5  # of the endings that are listed whether there is a table or not

Table = Material | Subspace


class State(Enum):
    """Whether a table exists, and can be read."""

    ABSENT = "absent"
    STARTED = "started"  # by a build that was stopped
    BUILT = "built"
    DAMAGED = "damaged"

    @property
    def exists(self) -> bool:
        return self in (State.BUILT, State.DAMAGED)

    @property
    def sound(self) -> bool:
        return self is State.BUILT


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table of one metric.

    `bytes` is its size on disk, an estimate if it does not exist, 0 until it has been opened.
    `info` is None until then, and unless the table can be read. `fault` describes the damage of a
    damaged one; `check` is its last verification after it was built; `shipped` is true for a table
    included with the program.
    """

    table: Table
    metric: Metric
    state: State
    bytes: int
    info: Info | None = None
    fault: str = ""
    check: Check | None = None
    shipped: bool = False

    @property
    def removable(self) -> bool:
        """Whether there is something that can be deleted."""
        return self.state is not State.ABSENT and not self.shipped

    @property
    def title(self) -> str:
        return self.metric.titled(self.table)


@dataclass(frozen=True, slots=True)
class Ending:
    """A material or a subspace of morris with its tables.

    These are distances to mate and, of chess, to zeroing where such a table exists or is needed.
    `dtm50` is the bytes of the mates under the fifty-move rule, which go with the table.
    """

    table: Table
    files: tuple[TableFile, ...]
    dtm50: int = 0

    @property
    def name(self) -> str:
        return str(self.table)

    @property
    def present(self) -> tuple[TableFile, ...]:
        return tuple(file for file in self.files if file.state.exists)

    @property
    def main(self) -> TableFile:
        """The table of distances to mate; of morris the only one."""
        return self.files[0]


@dataclass(frozen=True, slots=True)
class Inventory:
    """The endings in the order of builds; `complete` once every table has been opened."""

    endings: tuple[Ending, ...] = ()
    complete: bool = False

    def by_name(self) -> dict[str, Ending]:
        return {ending.name: ending for ending in self.endings}

    @property
    def files(self) -> Iterator[TableFile]:
        for ending in self.endings:
            yield from ending.files


def inventory(
    directory: Path,
    progress: Callable[[Inventory], object] = lambda found: None,
    stopped: Stopped = never,
) -> Inventory:
    """Return all tables in `directory`, and those of chess and of morris that could be.

    Of chess these are the endings of up to five men, and those of facing pawns with six.

    `progress` is given the list before the tables have been opened.

    Raises:
        MillMateError: The directory cannot be read.
    """
    _refuse_unreadable(directory)
    endings = tuple(_endings(directory))
    progress(Inventory(endings))
    wanted = takewhile(lambda _: not stopped(), endings)
    opened = tuple(_opened(directory, each) for each in wanted)
    return Inventory(opened, complete=True)


def ending_of(directory: Path, table: Table) -> Ending:
    """Return the tables in `directory` of an ending that need not be listed."""
    return _opened(directory, _ending(directory, table, _begun(directory)))


@cache
def needs(table: Table) -> frozenset[Table]:
    """Return the tables that `table` needs to be built and verified, without itself."""
    return reads(table).union(*map(needs, reads(table)))


@cache
def reads(table: Table) -> frozenset[Table]:
    """Return the tables that a move leads to: the distances of wins are found there."""
    return frozenset(table.needs())


def dependents(table: Table, endings: Iterable[Ending]) -> list[Ending]:
    """Return those of `endings` that need `table` to be built."""
    return [ending for ending in endings if table in needs(ending.table)]


def readers(gone: Iterable[Ending], endings: Iterable[Ending]) -> list[Ending]:
    """Return those of `endings` whose distances of wins are found in tables of `gone`."""
    tables = {ending.table for ending in gone}
    return [
        each
        for each in endings
        if each.table not in tables
        and any(isinstance(f.info, TableInfo) and f.info.compact for f in each.files)
        and tables & reads(each.table)
    ]


def _refuse_unreadable(directory: Path) -> None:
    try:
        if directory.exists():
            next(directory.iterdir(), None)
    except OSError as error:
        raise MillMateError(
            tr(
                "the tables cannot be listed ({why}): fix this, or choose another directory in "
                "the settings",
                why=describe_error(error),
            )
        ) from None


def _endings(directory: Path) -> Iterator[Ending]:
    """Yield all endings, none of their tables opened yet."""
    begun = _begun(directory)
    there = {m for metric in Metric for m in CHESS.tables(metric.directory(directory))}
    chess = {*all_materials(MOST_MEN), *facing_materials(MOST_MEN + 1), *there}
    chess.update(table for table, _ in begun)
    for material in sorted(chess):
        yield _ending(directory, material, begun)
    of_morris: list[Subspace] = [*morris_names.pairs(), *morris_names.placings()]
    others = [each for each in MORRIS.tables(directory) if each not in of_morris]
    for table in [*of_morris, *others]:  # of variants only existing tables
        yield _ending(directory, table, begun)


def _begun(directory: Path) -> set[tuple[Material, Metric]]:
    return {
        (each, metric) for metric in Metric for each in CHESS.begun(metric.directory(directory))
    }


def _ending(directory: Path, table: Table, begun: set[tuple[Material, Metric]]) -> Ending:
    files = (_file(directory, table, metric, begun) for metric in of(table).metrics)
    main, *others = files
    cursed = str(table) in WITH_CURSED_WINS
    return Ending(table, (main, *(f for f in others if cursed or f.state is not State.ABSENT)))


def _file(
    directory: Path, table: Table, metric: Metric, begun: set[tuple[Material, Metric]]
) -> TableFile:
    own, tables = metric.directory(directory), of(table)
    if (place := tables.place(own, table)) is not None:
        return TableFile(table, metric, State.BUILT, 0, shipped=own not in place.parents)
    if (table, metric) in begun:
        return TableFile(table, metric, State.STARTED, _taken(own, table))
    return TableFile(table, metric, State.ABSENT, tables.cost(table, metric).disk)


def _opened(directory: Path, ending: Ending) -> Ending:
    files = tuple(_read(directory, file) for file in ending.files)
    dtm50 = [path for path in of(ending.table).dtm50(directory, ending.table) if path.is_file()]
    return Ending(ending.table, files, sum(map(store.size_of, dtm50)))


def _read(directory: Path, file: TableFile) -> TableFile:
    """Return the file with the table's own metadata, or with its fault."""
    if not file.state.exists:
        return file
    own = file.metric.directory(directory)
    taken = _taken(own, file.table)
    try:
        info = of(file.table).opened(own, file.table).info
    except (MillMateError, OSError) as error:
        fault = error.fault if isinstance(error, TableError) else str(error)
        return replace(file, state=State.DAMAGED, bytes=taken, fault=fault)
    check = check_log.read(own).get(str(file.table))
    if check is not None and check.created != info.created:  # it has been rebuilt
        check = None
    found = replace(file, bytes=taken, info=info, check=check)
    if check is not None and check.fault:
        return replace(found, state=State.DAMAGED, fault=check.fault)
    return found


def _taken(own: Path, table: Table) -> int:
    """Return the bytes of a table, of the codes of all positions, and of an unfinished build."""
    tables = of(table)
    found = {tables.place(own, table), *tables.paths(own, table)}
    found -= {None, *tables.dtm50(own, table)}
    return sum(map(store.size_of, found))

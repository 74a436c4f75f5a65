"""Plan, build, list and verify tables of both games together; chess comes first."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from millmate import log
from millmate.errors import InputError, MillMateError
from millmate.formatting import side_name
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import check_log
from millmate.tablebase import plan as chess_plan
from millmate.tablebase.by_game import GAMES, of
from millmate.tablebase.metric import Metric, parse_table_name
from millmate.tablebase.morris.names import Pair, Subspace, table_of
from millmate.tablebase.morris.store import MorrisInfo
from millmate.tablebase.names import Target, file_name, parse
from millmate.tablebase.plan import Plan
from millmate.tablebase.progress import (
    BuildProgress,
    BuildStopped,
    Progress,
    Stopped,
    as_part,
    ignore,
)
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import TableInfo
from millmate.tablebase.table_build import BuildOptions, remove_unlocked

if TYPE_CHECKING:
    from millmate.tablebase.explore import Explorer
    from millmate.tablebase.morris.explore import MorrisExplorer
    from millmate.tablebase.verify import Verification

Info = TableInfo | MorrisInfo


def plan(
    targets: Iterable[Target], directory: Path, metrics: Sequence[Metric] = (Metric.DTM,)
) -> Plan[Material | Subspace]:
    """Return the plan for `targets` in `directory`, chess first; raises as the games' plans do."""
    return _whole(_parts(targets, directory, metrics))


def build(
    targets: Iterable[Target],
    directory: Path,
    progress: Progress = ignore,
    metrics: Sequence[Metric] = (Metric.DTM,),
    **options: Unpack[BuildOptions],
) -> list[Info]:
    """Build the missing tables of `targets`; return the infos of those asked for, chess first.

    Arguments and exceptions are those of `build.build` and `morris.build.build`. Tables of chess
    are built in each of `metrics`, those of distances to zeroing as far as they can be solved:
    of a material with six men, only the tables that it leads to.

    Raises:
        InputError: A cluster was requested for tables of morris.
        UnsupportedMaterialError: Only distances to zeroing are requested, which cannot be solved.
    """
    wanted = list(targets)
    here = next((each for each in wanted if not of(each).clustered(each)), None)
    if here is not None and options.get("scheduler"):
        raise InputError(
            f"{here} is built on this machine, not by a cluster: leave out --scheduler"
        )
    parts = _parts(wanted, directory, metrics)
    steps = _whole(parts)
    chess_plan.refuse_without_room(
        steps, directory, options.get("memory"), here=not options.get("scheduler")
    )
    infos: list[Info] = []
    done = 0
    with log.task(f"build of {names_of(wanted)} in {directory}"):
        for part in parts:
            own: BuildOptions = {**options, "metric": part.metric}
            report = _report(progress, steps, done, part)
            try:
                infos += part.build(part.targets, part.directory, report, **own)
            except BuildStopped as error:
                finished = [table.title for table in steps.missing[:done]]
                finished += map(part.metric.titled, error.finished)
                kept = ((part.metric.titled(name), slices, of) for name, slices, of in error.kept)
                raise BuildStopped(tuple(finished), tuple(kept)) from None
            done += len(part.plan.missing)
    asked = {str(table) for target in wanted for table in target.tables}
    return [info for info in infos if info.material in asked]


@dataclass(frozen=True, slots=True)
class _Part:
    """The share of a build with the tables of one game and one metric."""

    metric: Metric
    directory: Path
    targets: Sequence[Target]
    plan: Plan[Any]
    build: Callable[..., Sequence[Info]]  # of the game


def _parts(targets: Iterable[Target], directory: Path, metrics: Sequence[Metric]) -> list[_Part]:
    wanted = list(targets)
    return [
        _Part(metric, metric.directory(directory), own, steps, game.build)
        for game in GAMES
        for metric, own, steps in game.parts(
            [each for each in wanted if of(each) is game], directory, metrics
        )
    ]


def _whole(parts: Iterable[_Part]) -> Plan[Any]:
    return Plan(tuple(table for part in parts for table in part.plan.tables))


def names_of(targets: Sequence[Target]) -> str:
    """Return the names of `targets`, or the first few of many, for the log."""
    names = ", ".join(map(str, targets[:4]))
    return f"{names} and {len(targets) - 4} others" if len(targets) > 4 else names


def discard(directory: Path, target: Target, metric: Metric) -> bool:
    """Remove the unfinished tables of `target`; return whether there were any.

    Raises:
        InputError: One is being built.
    """
    tables, own = of(target), metric.directory(directory)
    paths = {each: tables.unfinished_path(own, each) for each in target.tables}
    begun = {table: path for table, path in paths.items() if path.exists()}
    for table, path in begun.items():
        if not remove_unlocked(own, file_name(table), path):
            raise InputError(f"{table} is being built in {own}: stop that first")
    return bool(begun)


def remove_leftovers(directory: Path) -> None:
    """Remove the leftovers in `directory` that no build can resume."""
    for tables, _, own in _kinds(directory):
        tables.remove_leftovers(own)


def _kinds(directory: Path) -> Iterator[tuple[Any, Metric, Path]]:
    """Yield the kinds of tables with their metric and directory, chess first."""
    for tables in GAMES:
        for metric in tables.metrics:
            yield tables, metric, metric.directory(directory)


def survey(directory: Path) -> tuple[list[Info], list[TableError]]:
    """Return the metadata of the sound tables in `directory`, and the errors of the others.

    Those of chess come first, distances to mate before those to zeroing.
    """
    sound: list[Info] = []
    damaged: list[TableError] = []
    for tables, _, own in _kinds(directory):
        for table in tables.tables(own):
            try:
                sound.append(tables.opened(own, table).info)
            except TableError as error:
                damaged.append(error)
    return sound, damaged


def unfinished(directory: Path) -> list[str]:
    """Return the titles of the unfinished tables in `directory`."""
    return [
        metric.titled(table)
        for tables, metric, own in _kinds(directory)
        for table in tables.begun(own)
    ]


def info(directory: Path, name: str) -> Info:
    """Return the metadata of the table with this canonical name.

    Raises:
        TableError: It is damaged or does not exist.
    """
    (table,) = parse(name).tables
    found: Info = of(table).opened(directory, table).info
    return found


def explorer(
    directory: Path, name: str, unwanted: Stopped | None = None
) -> "Explorer | MorrisExplorer":
    """Open the table with this name, as in `explorable`; raises `TableError`.

    Given `unwanted`, a child process loads the kernels that read chunks of compact tables:
    waiting for one raises `JobStopped` once `unwanted` is true.
    """
    named, metric = parse_table_name(name)
    (table,) = parse(named).tables
    opened: Explorer | MorrisExplorer
    opened = of(table).explorer(metric.directory(directory), table, unwanted)
    return opened


def verify(
    directory: Path,
    table: Material | Subspace,
    progress: Callable[[float], None],
    threads: int | None = None,
    metric: Metric = Metric.DTM,
) -> "Verification":
    """Verify an existing table, position by position, and note that; raises as the games' do."""
    from millmate.tablebase.verify import VerificationError  # loads kernels

    try:
        checked: Verification = of(table).verify(directory, table, progress, threads, metric)
    except VerificationError as error:
        _note(directory, table, str(error))
        raise
    except TableError as error:
        if error.table.partition(".")[0] == file_name(table):  # not one that it needs
            _note(directory, table, error.fault)
        raise
    _note(directory, table)
    return checked


def _note(directory: Path, table: Material | Subspace, fault: str = "") -> None:
    """Note when a table was verified, and its fault; not if not even its metadata are readable."""
    with suppress(MillMateError, OSError):
        check_log.record(
            directory, str(table), of(table).opened(directory, table).info.created, fault
        )


def there(directory: Path) -> list[Material | Subspace]:
    """Return the tables in `directory`, sound or not, chess first."""
    return [table for tables in GAMES for table in tables.tables(directory)]


def title(info: Info) -> str:
    """Return the name of a table, with its metric unless that is the distance to mate."""
    zeroing = isinstance(info, TableInfo) and info.metric == Metric.DTZ.title
    return (Metric.DTZ if zeroing else Metric.DTM).titled(info.material)


def explorable(directory: Path) -> list[str]:
    """Return the names of the tables in `directory` with those of the other metric, chess first."""
    found: dict[Any, list[Metric]] = {}  # by table; of each, distances to mate come first
    for tables, metric, own in _kinds(directory):
        for table in tables.tables(own):
            found.setdefault(table, []).append(metric)
    ordered = (table for game in GAMES for table in game.sort(t for t in found if of(t) is game))
    return [metric.titled(table) for table in ordered for metric in found[table]]


def exact_tables(directory: Path, name: str) -> Any:
    """Open the table with this name, as in `explorable`, and those it leads to, for probing."""
    named, metric = parse_table_name(name)
    return of(parse(named)).exact(directory, metric)


def side_names(info: Info) -> dict[str, str]:
    """Return the name of each side to move of a table: `White`, or `5 against 4`."""
    if isinstance(info, TableInfo):
        return {side: side_name(side == "white") for side in ("white", "black")}
    table = table_of(info.material)
    names = {"primary": side_name(True), "other": side_name(False)}
    if isinstance(table, Pair):
        primary, other = (
            f"{stones}+{hand}" if hand else f"{stones}" for stones, hand in table.sides
        )
        names = {
            "primary": tr("{n} against {other}", n=primary, other=other),
            "other": tr("{n} against {other}", n=other, other=primary),
        }
    return {side: names[side] for side in info.counts}


def _report(progress: Progress, whole: Plan[Any], before: int, part: _Part) -> Progress:
    """Return a function that reports the progress of a part as that of the whole build."""
    done = sum(table.seconds for table in whole.missing[:before])
    later = max(0.0, whole.seconds - done - part.plan.seconds)

    def report(now: BuildProgress) -> None:
        progress(
            replace(
                as_part(now, done, part.plan.seconds, later),
                table=before + now.table,
                tables=len(whole.missing),
                under_way=tuple(map(part.metric.titled, now.under_way)),
                finished=before + now.finished,
                metric=part.metric,
            )
        )

    return report

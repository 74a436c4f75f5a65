"""Plan, build, list and verify tables of both games together; chess comes first."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from millmate import log, machine
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import build as chess
from millmate.tablebase import plan as chess_plan
from millmate.tablebase import store as chess_store
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import build as morris
from millmate.tablebase.morris import plan as morris_plan
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import MorrisTarget, Pair, Subspace, table_of
from millmate.tablebase.morris.store import MorrisInfo
from millmate.tablebase.names import Target, parse, tables_of
from millmate.tablebase.plan import Plan
from millmate.tablebase.progress import (
    BuildProgress,
    BuildStopped,
    Progress,
    ignore,
)
from millmate.tablebase.sharded import TableError
from millmate.tablebase.store import TableInfo
from millmate.tablebase.table_build import BuildOptions

if TYPE_CHECKING:
    from millmate.tablebase.explore import Explorer
    from millmate.tablebase.morris.explore import MorrisExplorer
    from millmate.tablebase.verify import Verification

Info = TableInfo | MorrisInfo


def plan(targets: Iterable[Target], directory: Path) -> Plan[Material | Subspace]:
    """Return what `targets` need in `directory`, chess first; raises as the games' plans do."""
    materials, others = _by_game(targets)
    return Plan(
        (
            *chess_plan.plan(materials, directory).tables,
            *morris_plan.plan(others, directory).tables,
        )
    )


def build(
    targets: Iterable[Target],
    directory: Path,
    progress: Progress = ignore,
    **options: Unpack[BuildOptions],
) -> list[Info]:
    """Build what is missing of `targets`; return the infos of what was asked for, chess first.

    Arguments and exceptions are those of `build.build` and `morris.build.build`.

    Raises:
        InputError: Tables of morris are asked of a cluster.
    """
    materials, others = _by_game(targets)
    if others and options.get("scheduler"):
        raise InputError(
            f"{others[0]} is built on this machine, not by a cluster: leave out --scheduler"
        )
    of_chess, of_morris = chess_plan.plan(materials, directory), morris_plan.plan(others, directory)
    steps = Plan((*of_chess.tables, *of_morris.tables))
    chess_plan.refuse_without_room(
        steps, directory, options.get("memory"), here=not options.get("scheduler")
    )
    first = _part(progress, steps, 0, of_chess)
    second = _part(progress, steps, len(of_chess.missing), of_morris)
    infos: list[Info] = []
    with log.task(f"build of {names_of([*materials, *others])} in {directory}"):
        if materials:
            infos += chess.build(materials, directory, first, **options)
        if others:
            try:
                infos += morris.build(others, directory, second, **options)
            except BuildStopped as error:
                done = tuple(str(table.material) for table in of_chess.missing)
                raise BuildStopped((*done, *error.finished), error.kept) from None
    return infos


def names_of(targets: Sequence[Target]) -> str:
    """Return the names of `targets`, or the first few of many, for the log."""
    names = ", ".join(map(str, targets[:4]))
    return f"{names} and {len(targets) - 4} others" if len(targets) > 4 else names


def discard(directory: Path, target: Target) -> None:
    """Remove the unfinished tables of `target`; raises as the games' `discard` does."""
    if isinstance(target, Material):
        chess.discard(directory, target)
    else:
        morris.discard(directory, target)


def remove_leftovers(directory: Path) -> None:
    """Remove the leftovers in `directory` that no build can resume."""
    chess.remove_leftovers(directory)
    morris.remove_leftovers(directory)


def survey(directory: Path) -> tuple[list[Info], list[TableError]]:
    """Return the metadata of the sound tables in `directory`, and the errors of the others."""
    sound, damaged = chess_store.survey(directory)
    more_sound, more_damaged = morris_store.survey(directory)
    return [*sound, *more_sound], [*damaged, *more_damaged]


def info(directory: Path, name: str) -> Info:
    """Return the metadata of the table with this canonical name.

    Raises:
        TableError: It is damaged or does not exist.
    """
    target = parse(name)
    if isinstance(target, Material):
        return chess_store.Table(chess_store.table_path(directory, target)).info
    (table,) = target.tables
    return morris_store.opened(directory, table).info


def explorer(directory: Path, name: str) -> "Explorer | MorrisExplorer":
    """Open the table with this canonical name to explore its sets; raises `TableError`."""
    from millmate.tablebase.explore import Explorer  # loads kernels
    from millmate.tablebase.morris.explore import MorrisExplorer

    (table,) = tables_of(parse(name))
    if isinstance(table, Material):
        return Explorer(chess_store.Table(chess_store.table_path(directory, table)))
    return MorrisExplorer(morris_store.MorrisTable(morris_store.table_path(directory, table)))


def verify(
    directory: Path,
    table: Material | Subspace,
    progress: Callable[[float], None],
    threads: int | None = None,
    metric: Metric = Metric.DTM,
) -> "Verification":
    """Verify an existing table, position by position; raises as the games' `verify` does."""
    from millmate.tablebase import verify as of_chess  # loads kernels

    if isinstance(table, Material):
        return of_chess.verify(directory, table, progress, threads, metric)
    from millmate.tablebase.morris import solver as of_morris

    return of_morris.verify(directory, table, progress, threads or machine.processors())


def there(directory: Path) -> list[Material | Subspace]:
    """Return the tables in `directory`, sound or not, chess first."""
    return [*chess_store.materials(directory), *morris_store.tables(directory)]


def side_names(info: Info) -> dict[str, str]:
    """Return the name of each side to move of a table: `White`, or `5 against 4`."""
    if isinstance(info, TableInfo):
        return {side: side.capitalize() for side in ("white", "black")}
    table = table_of(info.material)
    names = {"primary": "White", "other": "Black"}
    if isinstance(table, Pair):
        primary, other = table
        names = {"primary": f"{primary} against {other}", "other": f"{other} against {primary}"}
    return {side: names[side] for side in info.counts}


def _by_game(targets: Iterable[Target]) -> tuple[list[Material], list[MorrisTarget]]:
    materials, others = [], []
    for target in targets:
        if isinstance(target, Material):
            materials.append(target)
        else:
            others.append(target)
    return materials, others


def _part(progress: Progress, whole: Plan[Any], before: int, own: Plan[Any]) -> Progress:
    """Return what reports progress of one game's tables as that of a build of both games."""
    tables, seconds = len(whole.missing), whole.seconds or 1.0
    done = sum(table.seconds for table in whole.missing[:before]) / seconds

    def report(now: BuildProgress) -> None:
        last = before + now.tables == tables
        progress(
            replace(
                now,
                table=before + now.table,
                tables=tables,
                fraction=done + own.seconds / seconds * now.fraction,
                seconds_left=now.seconds_left if last else None,
                finished=before + now.finished,
            )
        )

    return progress if len(own.missing) == tables else report

"""Tables: where chess and morris differ; `of` returns the functions for a table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from millmate import machine
from millmate.games.catalogue import kind_of
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import build as chess
from millmate.tablebase import estimates
from millmate.tablebase import plan as chess_plan
from millmate.tablebase import store as chess_store
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.chunk_process import TableApart
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.draft import draft_path, drafts
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import build as morris
from millmate.tablebase.morris import plan as morris_plan
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.names import MorrisTarget, Subspace
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.names import Target
from millmate.tablebase.plan import Plan
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.progress import Stopped

if TYPE_CHECKING:
    from millmate.tablebase.explore import Explorer
    from millmate.tablebase.morris.explore import MorrisExplorer
    from millmate.tablebase.verify import Verification

# For some targets, those of one metric, and their plan.
Parts = Sequence[tuple[Metric, Sequence[Any], Plan[Any]]]


class ChessTables:
    """The tables of materials; directories are those of their metric."""

    metrics = tuple(Metric)
    checker = "python-chess"  # the second source of moves of a verification
    build = staticmethod(chess.build)
    unfinished_path = staticmethod(draft_path)
    remove_leftovers = staticmethod(chess.remove_leftovers)
    begun = staticmethod(drafts)
    tables = staticmethod(chess_store.materials)
    sort = staticmethod(sorted)
    opened = staticmethod(chess_store.opened)
    place = staticmethod(chess_store.place)
    cost = staticmethod(estimates.cost)
    metrics_for = staticmethod(chess_plan.metrics_for)
    probed = staticmethod(lambda directory, large: AllTables(directory))
    clustered = staticmethod(lambda target: not target.facing)  # whether a cluster can build it

    @staticmethod
    def refusal(material: Material) -> str:
        """Return why there is no table of a target, or ""."""
        if material.men == 2:
            return tr("Two bare kings need no table: that is a draw.")
        return chess_plan.too_large(material)

    @staticmethod
    def parts(targets: Sequence[Material], directory: Path, metrics: Sequence[Metric]) -> Parts:
        """Return the plans in the directory of distances to mate, by metric."""
        return chess_plan.plan_metrics(targets, directory, metrics)

    @staticmethod
    def paths(directory: Path, table: Material) -> tuple[Path, ...]:
        """Return the places of a table, of the files beside it, and of an unfinished build."""
        own = chess_store
        kinds = own.plane_path, own.table_path, own.zarr_path, own.compact_path
        found = tuple(path(directory, table) for path in kinds)
        return (*found, *ChessTables.dtm50(directory, table), draft_path(directory, table))

    @staticmethod
    def dtm50(directory: Path, table: Material) -> tuple[Path, ...]:
        """Return the places of mates under the fifty-move rule, which go with the table of DTM."""
        own = chess_store
        return own.dtm50_path(directory, table), own.clocks_path(directory, table)

    @staticmethod
    def explorer(directory: Path, table: Material, unwanted: Stopped | None) -> "Explorer":
        from millmate.tablebase.explore import Explorer  # loads kernels

        found = chess_store.opened(directory, table)
        if unwanted is not None and isinstance(found, CompactTable):
            found = TableApart(directory, found, unwanted)
        return Explorer(found)

    @staticmethod
    def exact(directory: Path, metric: Metric) -> Tablebase | ZeroingTables:
        """Open the tables of a metric, with those of distances to mate."""
        return Tablebase(directory) if metric is Metric.DTM else ZeroingTables.beside(directory)

    @staticmethod
    def verify(
        directory: Path,
        table: Material,
        progress: Callable[[float], None],
        threads: int | None,
        metric: Metric,
    ) -> "Verification":
        from millmate.tablebase.verify import verify  # loads kernels

        return verify(directory, table, progress, threads, metric)


class MorrisTables:
    """The tables of subspaces, with the same attributes."""

    metrics = (Metric.DTM,)
    checker = "the rules of the game"
    dtm50: Callable[..., tuple[Path, ...]] = staticmethod(lambda directory, table: ())
    build = staticmethod(morris.build)
    unfinished_path = staticmethod(morris_store.unfinished_path)
    remove_leftovers = staticmethod(morris.remove_leftovers)
    tables = staticmethod(morris_store.tables)
    sort: Callable[..., list[Subspace]] = staticmethod(list)
    opened = staticmethod(morris_store.opened)
    place = staticmethod(morris_store.place)
    paths = staticmethod(morris_store.paths)
    cost = staticmethod(morris_plan.cost)

    # Builds of morris start over.
    begun: Callable[[Path], list[Subspace]] = staticmethod(lambda directory: [])
    metrics_for = staticmethod(lambda target: (Metric.DTM,))
    clustered = staticmethod(lambda target: False)
    refusal = staticmethod(lambda target: "")
    exact = staticmethod(lambda directory, metric: MorrisTablebase(directory))
    probed = staticmethod(MorrisTablebase)

    @staticmethod
    def parts(targets: Sequence[MorrisTarget], directory: Path, metrics: Sequence[Metric]) -> Parts:
        wanted = targets and Metric.DTM in metrics
        return [(Metric.DTM, targets, morris_plan.plan(targets, directory))] if wanted else []

    @staticmethod
    def explorer(directory: Path, table: Subspace, unwanted: object) -> "MorrisExplorer":
        from millmate.tablebase.morris.explore import MorrisExplorer  # loads kernels

        return MorrisExplorer(morris_store.opened(directory, table))

    @staticmethod
    def verify(
        directory: Path,
        table: Subspace,
        progress: Callable[[float], None],
        threads: int | None,
        metric: Metric,
    ) -> "Verification":
        from millmate.tablebase.morris.solver import verify  # loads kernels

        return verify(directory, table, progress, threads or machine.processors())


CHESS, MORRIS = ChessTables(), MorrisTables()
GAMES: tuple[Any, ...] = CHESS, MORRIS
_BY_KIND: dict[str, Any] = {"chess": CHESS, "morris": MORRIS}


def of(table: Target | Subspace) -> Any:
    """Return the `ChessTables` or `MorrisTables` that a table or a target is one of."""
    return _BY_KIND[table.kind]


def tables_of(game: str, directory: Path, large: bool = False) -> Any:
    """Return the tables of a game in `directory`; those of morris answer for its variants, too.

    Those of chess are the whole ones, and where none covers a position, those that were solved.
    `large` is as for `MorrisTablebase`.
    """
    return _BY_KIND[kind_of(game)].probed(directory, large)

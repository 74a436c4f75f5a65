"""Tables open for reading."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from numpy.typing import ArrayLike

from millmate import paths
from millmate.api import many
from millmate.api.layers import Layer, layers_of
from millmate.api.positions import Board, Move, Position, board
from millmate.api.values import (
    Bounds,
    MoveBounds,
    MoveProbe,
    Probe,
    Probe50,
    Values,
    dtm_of,
    dtz_of,
    holds,
    sure_under_rule50,
    wdl_of,
)
from millmate.errors import InputError
from millmate.games.catalogue import rules_of
from millmate.games.chess.material import Material
from millmate.games.value import MoveValue, Value
from millmate.tablebase import plan
from millmate.tablebase.all_tables import AllTables
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.names import parse, target_of
from millmate.tablebase.position_answer import in_words
from millmate.tablebase.probe import ZeroingTables
from millmate.tablebase.sets import SetSearch
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

MetricName = Literal["dtm", "dtz"]
Found = TypeVar("Found")


def open_tables(directory: str | os.PathLike[str] | None = None) -> "Tables":
    """Open the tables in a directory, by default where the program has its own.

    Behind it are the tables of three and four men that came with the program, if any did. Where no
    table covers a position of chess, solved positions in `directory` answer if they decide it;
    see `Probe.tables`. Files are opened as they are needed.

    >>> import millmate
    >>> with millmate.open_tables(directory) as tables:
    ...     tables.probe_dtm("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    11

    Raises:
        InputError: A named directory does not exist; a `ValueError`.
    """
    if directory is None:
        return Tables(paths.tables_dir())
    place = Path(directory)
    if not place.is_dir():
        raise InputError(f"no directory {place}: build tables there with millmate.build")
    return Tables(place)


class Tables:
    """The tables of both games in a directory, open for reading: see `open_tables`.

    A position is a `chess.Board`, a `MorrisBoard`, or the text of one (see `millmate.board`). It is
    not changed. Repetitions are ignored, and so is the halfmove clock, except by `probe50` and
    `moves50`.

    All methods may be called from several threads at once, except `close` and `refresh`, which no
    other call may overlap. Recently read parts of tables are kept, up to 128 MB for each metric and
    game.

    Every method that takes a position raises these, all but the last of which are `ValueError`:

    * `PositionError`: A text is not a position.
    * `UnprobeableError`: Tables hold no such position: it is illegal, has castling rights, or
      belongs to a variant without tables.
    * `InputError`: The tables are closed.
    * `TableError`: A table is damaged.

    Methods named `get...` return None for an `UnprobeableError` or `MissingTableError`.
    """

    def __init__(self, directory: Path) -> None:
        """Open the tables that `directory` has now; `open_tables` is the usual way."""
        self.directory = directory
        self._closed = False
        self._dtm = AllTables(directory)
        self._dtz = ZeroingTables.beside(directory)
        self._morris = MorrisTablebase(directory)
        self._own: dict[str, dict[Metric, Any]] = {
            "chess": {Metric.DTM: self._dtm, Metric.DTZ: self._dtz},
            "morris": {Metric.DTM: self._morris},
        }
        self._has_dtz = bool(self._dtz.available())

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Tables {str(self.directory)!r}{', closed' if self._closed else ''}>"

    def close(self) -> None:
        """Close the tables; every later call but this one raises `InputError`."""
        self._closed = True
        for tables in (self._dtm, self._dtz, self._morris):
            tables.close()

    def refresh(self) -> None:
        """List the directory again: tables built or removed since are seen or forgotten."""
        self._open()
        for tables in (self._dtm, self._dtz, self._morris):
            tables.refresh()
        self._has_dtz = bool(self._dtz.available())

    def names(self, metric: MetricName = "dtm") -> list[str]:
        """Return the names of the tables of a metric, chess before morris.

        >>> tables.names()
        ['KBvK', 'KNvK', 'KQvK', 'KRvK', 'KBNvK']
        """
        self._open()
        if metric_of(metric) is Metric.DTZ:
            return list(map(str, self._dtz.available()))
        return [*map(str, self._dtm.available()), *map(str, self._morris.available())]

    # One position ---------------------------------------------------------------------------------

    def probe(self, position: Position) -> Probe:
        """Return all values of a position in the tables, for the side to move.

        >>> tables.probe("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
        Probe(wdl=2, dtm=11, dtz=None, rule50=True)

        One table is enough, of either metric; values of the other one are None in the answer.

        Raises:
            MissingTableError: No table covers it; the message says how to build one, and
                `error.table` its name.
        """
        return self._probe(self._board(position))

    def get(self, position: Position) -> Probe | None:
        """Return the result of `probe`, or None if no table has the position.

        >>> tables.get("8/8/8/8/3k4/8/8/KRB1q3 w - - 0 1") is None
        True
        """
        return _or_none(self.probe, position)

    def probe_wdl(self, position: Position) -> int:
        """Return 2 for a win, 0 for a draw, -2 for a loss of the side to move.

        With a table of distances to zeroing also 1 for a cursed win and -1 for a blessed loss, as
        `chess.syzygy` does. Without one these count as 2 and -2; `Probe.rule50` is whether that
        may matter. Raises as `probe` does.

        >>> tables.probe_wdl("8/8/8/4k3/8/8/1Q6/K7 b - - 0 1")
        -2
        """
        return self.probe(position).wdl

    def get_wdl(self, position: Position) -> int | None:
        """Return the result of `probe_wdl`, or None if no table has the position."""
        return _or_none(self.probe_wdl, position)

    def probe_dtm(self, position: Position) -> int:
        """Return the plies to mate, negative for a loss of the side to move, as `chess.gaviota`.

        They are 0 in a draw, and if the side to move has already lost: see `probe_wdl`. In
        morris they count to the end of the game.

        >>> tables.probe_dtm("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1")
        -20

        Raises:
            MissingTableError: As `probe`, or only a table that counts no such distance covers it:
                of distances to zeroing, or of morris while stones are placed.
        """
        here = self._board(position)
        verdict = self._verdict(here, Metric.DTM)
        plies = dtm_of(verdict)
        if plies is None:
            raise MissingTableError(
                "while stones are being placed, morris tables show who wins, but not how soon"
            )
        return plies

    def get_dtm(self, position: Position) -> int | None:
        """Return the result of `probe_dtm`, or None if no table has the position."""
        return _or_none(self.probe_dtm, position)

    def probe_dtz(self, position: Position) -> int:
        """Return the plies to mate or the next capture or pawn move, negative for a loss.

        They are exact, unlike Syzygy's, and above 100 the fifty-move rule draws; see `Probe.dtz`.

        Raises:
            MissingTableError: No table of distances to zeroing covers it, as always in morris.
        """
        return dtz_of(self._verdict(self._board(position), Metric.DTZ))

    def get_dtz(self, position: Position) -> int | None:
        """Return the result of `probe_dtz`, or None if no table has the position."""
        return _or_none(self.probe_dtz, position)

    # At a clock -----------------------------------------------------------------------------------

    def probe50(self, position: Position, seconds: float = 180.0) -> Probe50:
        """Return the value of a position under the fifty-move rule, at its halfmove clock.

        >>> tables.probe50("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
        Probe50(wdl=2, dtm50=11, move=None)

        Where tables of both metrics and the clock do not settle it, a child process does, in up to
        `seconds`, a third of them for distances alone: the first position of a pawnless ending of
        five men takes up to a minute.
        Raises as `probe` does.
        """
        return Probe50.of(self._asked50(position, lambda own, on: own.probe_rule50(on, seconds)))

    def moves50(self, position: Position, seconds: float = 180.0) -> list[Probe50]:
        """Return all legal moves with their values under the rule, best first: see `probe50`."""
        ranked: list[MoveValue] = self._asked50(
            position, lambda own, on: own.rule50_moves(on, seconds, every=True)
        )
        return [Probe50.of(each.value, each.move) for each in ranked]

    def _asked50(self, position: Position, ask: Callable[[Any, Any], Found]) -> Found:
        here = self._board(position)
        return self._asked(here, Metric.DTM, lambda own: ask(own, here))

    # Moves ----------------------------------------------------------------------------------------

    def moves(self, position: Position, metric: MetricName = "dtm") -> list[MoveProbe]:
        """Return all legal moves with their values for the side that plays them, best first.

        >>> best, *others = tables.moves("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
        >>> best.move.uci(), best.dtm, len(others)
        ('b1e4', 11, 20)

        Args:
            position: The position.
            metric: The order of moves with equal results: "dtm", the quicker mate or
                later loss; or "dtz", the quicker capture, pawn move or mate, which never misses a
                win for the fifty-move rule.

        Raises:
            MissingTableError: No table of `metric` covers the position, or what a move makes of it.
                Of positions that were solved all moves must be decided: see `bounded_moves`.
        """
        return [probe for _, probe in self._ranked(self._board(position), metric_of(metric))]

    def best_moves(self, position: Position, metric: MetricName = "dtm") -> list[Move]:
        """Return the moves that no other one is better than; [] once the game is over.

        In a draw these are all moves that keep it. Arguments and errors are those of `moves`; where
        solved positions prove the result, other moves may be in doubt.

        >>> [move.uci() for move in tables.best_moves("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")]
        ['b1e4']
        """
        return self._best(self._board(position), metric_of(metric))[1]

    def line(
        self, position: Position, plies: int | None = None, metric: MetricName = "dtm"
    ) -> list[Move]:
        """Return best play by both sides to the end, at most `plies`; [] in a draw.

        Of equally good moves the first one is played. Arguments and errors are those of
        `best_moves`.

        >>> import chess
        >>> board = chess.Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
        >>> board.variation_san(tables.line(board))
        '1. Qg7#'
        """
        here: Any = self._board(position).copy()
        played: list[Move] = []
        while plies is None or len(played) < plies:
            wdl, best = self._best(here, metric_of(metric))
            if not wdl:
                break
            played.append(best[0])
            here.push(played[-1])
        return played

    # Positions that were solved -------------------------------------------------------------------

    def bounds(self, position: Position) -> Bounds | None:
        """Return the bounds of a chess position by solved positions, or None.

        Tables that are for one side prove what this side has at least. So they may have a bound
        where `probe` has no answer. Whole tables are not asked. Positions that were solved with
        fewer promotions than the rules allow are left out: they are about another game.

        >>> tables.bounds("8/8/8/8/8/2k5/8/KQ6 w - - 0 1") is None
        True
        """
        here = self._board(position)
        answer = self._of(here)[Metric.DTM].bound(here)
        return None if answer is None else Bounds(*_bounds(answer, here.turn))

    def bounded_moves(self, position: Position) -> list[MoveBounds]:
        """Return all legal moves with their bounds by solved positions, best first.

        Quick wins come before slow ones, these before sure draws, and those before unknown results.
        The list is empty if `bounds` is None.

        >>> tables.bounded_moves("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
        []
        """
        here = self._board(position)
        found = self._of(here)[Metric.DTM].bounded_moves(here)
        return [MoveBounds(*_bounds(each.value, here.turn), each.move) for each in found]

    # Many positions -------------------------------------------------------------------------------

    def probe_many(self, positions: Iterable[Position]) -> list[Probe]:
        """Return the result of `probe` for each position; raises its first error.

        Boards of chess become arrays, which answers them faster by far than one by one. Positions
        of morris and given as text take nearly as long as with `probe`. For a million positions
        that are arrays already take `probe_array`.
        """
        return self._many(positions, self.probe)

    def get_many(self, positions: Iterable[Position]) -> list[Probe | None]:
        """Return the result of `get` for each position, as fast as `probe_many`."""
        return self._many(positions, self.get)

    def probe_array(
        self, material: str, turns: ArrayLike, squares: ArrayLike, metric: MetricName = "dtm"
    ) -> Values:
        """Return the values of many positions of one material of chess, given as arrays.

        >>> tables.probe_array("KQvK", [True, False], [[0, 1, 18], [0, 1, 18]])
        Values(wdl=array([ 2, -2], dtype=int8), plies=array([ 11, -14], dtype=int16))

        There is no castling and no en passant. Illegal positions are not refused, their values are
        zeros.

        Args:
            material: The men of all positions, White's first, such as `KRPvKN`; the stronger side
                may be Black, as in `KNvKRP`.
            turns: Of each position, whether White is to move: bool[n].
            squares: The squares of the men in the order of the material's letters, pieces of a side
                as K Q R B N P, a1 = 0, h8 = 63: integers[n, men].
            metric: The metric of the distances.

        Raises:
            MissingTableError: There is no table of the material.
            InputError: The material is unknown, or the tables are closed.
            TableError: The table is damaged.
            ValueError: The arrays have wrong shapes or values.
        """
        self._open()
        kind, men = metric_of(metric), _coloured(material)
        tables = self._dtz if kind is Metric.DTZ else self._dtm
        try:
            return many.values(tables, men, turns, squares)
        except MissingTableError as error:
            raise _explained(error, men, kind, self.directory) from None

    # Sets -----------------------------------------------------------------------------------------

    def layers(self, name: str, metric: MetricName = "dtm") -> list[Layer]:
        """Return the sets S_n of a table that are not empty, short distances first.

        S_n are the positions decided in n plies: in S_0 the side to move is mated, with odd n it
        mates, with even n it is mated. Iterate over a `Layer` for its positions.

        >>> longest = tables.layers("KQvK")[-1]
        >>> longest.plies, longest.turn, longest.count
        (20, False, 8)
        >>> tables.probe_dtm(next(iter(longest)))
        -20

        Sizes are read at once, positions as they are iterated over.

        Raises:
            MissingTableError: There is no such table.
            InputError: `name` names no table, or several; or the tables are closed.
            TableError: It is damaged.
        """
        self._open()
        table, *others = parse(name).tables
        if others:
            raise InputError(f"{name} stands for many tables: name one, such as {table}")
        kind = metric_of(metric)
        if str(table) not in self.names(metric):
            error = MissingTableError(f"no table for {kind.titled(table)}")
            raise _explained(error, table, kind, self.directory)
        reopen = partial(_search, self.directory, kind.titled(table))
        return layers_of(reopen(), reopen)

    # ----------------------------------------------------------------------------------------------

    def _open(self) -> None:
        if self._closed:
            raise InputError(f"the tables of {self.directory} are closed: open them again")

    def _board(self, position: Position) -> Board:
        self._open()
        return board(position)

    def _of(self, here: Board) -> dict[Metric, Any]:
        """Return the tables of a position's game by metric."""
        return self._own[rules_of(here).kind]

    def _many(
        self, positions: Iterable[Position], ask: Callable[[Position], Found]
    ) -> list[Probe | Found]:
        """Return the values looked up by arrays, and the results of `ask` for other positions."""
        asked = list(positions)
        boards = [None if self._closed else _readable(each) for each in asked]
        found = many.probed(boards, self._dtm, self._dtz if self._has_dtz else None)
        return [
            ask(each if here is None else here) if probe is None else probe
            for each, here, probe in zip(asked, boards, found, strict=True)
        ]

    def _probe(self, here: Board) -> Probe:
        known, solved = self._sourced(here)
        tables = self._of(here)
        zeroing = tables[Metric.DTZ].get(here) if Metric.DTZ in tables and self._has_dtz else None
        if known is None and zeroing is None:
            known = self._verdict(here, Metric.DTM)  # for its error
        sure = zeroing is None and _SURE[rules_of(here).kind](here)
        return _probe(known, zeroing, solved, sure)

    def _sourced(self, here: Board) -> tuple[Value | None, bool]:
        """Return the value by distances to mate, if any, and whether solved positions gave it."""
        try:
            found: tuple[Value, bool] = self._of(here)[Metric.DTM].sourced(here)
        except (MissingTableError, UnprobeableError):
            return None, False
        return found

    def _verdict(self, here: Board, kind: Metric) -> Value:
        """Return the verdict of a table; a missing one is explained."""
        verdict: Value = self._asked(here, kind, lambda tables: tables.probe(here))
        return verdict

    def _asked(self, here: Board, kind: Metric, ask: Callable[[Any], Found]) -> Found:
        tables = self._of(here).get(kind)
        if tables is None:
            raise MissingTableError("there are no tables of distances to zeroing for morris")
        try:
            return ask(tables)
        except MissingTableError as error:
            explained = _explained(error, parse(target_of(here)), kind, self.directory)
            known = self.bounds(here) if kind is Metric.DTM else None
            if known is not None:
                told = f"{explained}; of the positions that were solved is known: {known.text}"
                explained = MissingTableError(told, explained.table)
            raise explained from None

    def _best(self, here: Board, kind: Metric) -> tuple[int, list[Move]]:
        """Return the result, 0 once the game is over, and the moves that are best."""
        try:
            ranked = self._ranked(here, kind)
        except MissingTableError:
            proved = None if kind is Metric.DTZ else self.bounds(here)
            if proved is None or proved.least != proved.most:
                raise
            known = self.bounded_moves(here)
            first = known[0].dtm
            kept = [each for each in known if (each.least, each.dtm) == (proved.least, first)]
            return proved.least, [each.move for each in kept]
        best = [probe for rank, probe in ranked if rank == ranked[0][0]]
        return best[0].wdl if best else 0, [probe.move for probe in best]

    def _ranked(self, here: Board, kind: Metric) -> list[tuple[object, MoveProbe]]:
        """Return the moves with their ranks and values, best first."""
        judged: list[MoveValue] = self._asked(here, kind, lambda tables: tables.moves(here))
        other, solved = self._others(here, kind), not self._of(here)[Metric.DTM].is_whole(here)
        found: list[tuple[object, MoveProbe]] = []
        for each in judged:
            verdicts = each.value, other.get(each.move)
            known, zeroing = verdicts if kind is Metric.DTM else reversed(verdicts)
            value = _probe(known, zeroing, solved)
            probe = MoveProbe(
                *(value.wdl, value.dtm, value.dtz, value.rule50, each.move),
                tables=value.tables,
                at_most=value.at_most,
            )
            found.append((each.rank, probe))
        return found

    def _others(self, here: Board, kind: Metric) -> dict[Move, Value]:
        """Return the moves' verdicts by the tables of the other metric, {} if some are missing."""
        tables = self._of(here).get(Metric.DTZ if kind is Metric.DTM else Metric.DTM)
        if tables is None or not self._has_dtz:
            return {}
        try:
            return {each.move: each.value for each in tables.moves(here)}
        except MissingTableError:
            return {}


def metric_of(name: str) -> Metric:
    """Return the metric of this name.

    Raises:
        InputError: The name is invalid.
    """
    try:
        return Metric(name)
    except ValueError:
        raise InputError(f"unknown metric {name!r}: choose 'dtm' or 'dtz'") from None


# Whether no win of a position's table is known to be cursed, or may be.
_SURE: dict[str, Callable[[Any], bool]] = {
    "chess": lambda here: sure_under_rule50(Material.of(here)),
    "morris": lambda here: False,
}


def _probe(verdict: Value | None, zeroing: Value | None, solved: bool, sure: bool = False) -> Probe:
    """Return the value by two tables, one of which may be missing."""
    best = zeroing or verdict
    assert best is not None
    return Probe(
        wdl_of(best),
        None if verdict is None else dtm_of(verdict),
        None if zeroing is None else dtz_of(zeroing),
        holds(best, zeroing, sure),
        tables="position" if solved and verdict is not None else "material",
        at_most=verdict is not None and not verdict.exact,
    )


def _bounds(value: Value, turn: bool) -> tuple[int, int, int | None, bool, str]:
    """Return the attributes of `Bounds`."""
    least, most = value.final.least, value.final.most
    dtm = dtm_of(value) if value.decided else None
    return 2 * least, 2 * most, dtm, not value.exact, in_words(value, turn)


def _readable(position: Position) -> Board | None:
    """Return a position as a board, or None if it is invalid."""
    try:
        return board(position)
    except (ValueError, TypeError):  # probing it reports the error
        return None


def _or_none(probe: Callable[[Position], Found], position: Position) -> Found | None:
    try:
        return probe(position)
    except (MissingTableError, UnprobeableError):
        return None


def _explained(
    error: MissingTableError, table: object, kind: Metric, directory: Path
) -> MissingTableError:
    """Return the error with the way to build the table, if there is one."""
    if isinstance(table, Material):
        table = table.canonical()
        if table.men > plan.MOST_MEN:
            return error
        try:
            plan.plan_metrics([table], directory, [kind])
        except plan.UnsupportedMaterialError as why:
            return MissingTableError(f"{error}: {why}")
    metrics = ", metrics=['dtz']" if kind is Metric.DTZ else ""
    call = f"millmate.build({str(table)!r}, {str(directory)!r}{metrics})"
    return MissingTableError(f"{error}; build it with {call}", str(table))


def _coloured(name: str) -> Material:
    """Return a material with the sides as they are named, whichever is the stronger."""
    canonical = Material.parse(name)
    for material in (canonical, canonical.swapped):
        if str(material) == name:
            return material
    raise InputError(f"write {name} as {canonical} or {canonical.swapped}: its men have that order")


def _search(directory: Path, name: str) -> SetSearch:
    from millmate.tablebase.targets import explorer

    return explorer(directory, name)

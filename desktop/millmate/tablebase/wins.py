"""The wins of compact tables: each is one more than the shortest loss that a move leads to.

The kernels are the verifier's, which compare where these write (see `verify`).
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.language import count
from millmate.tablebase import estimates
from millmate.tablebase.crew import Between, Crew, ignore
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.metric import Metric
from millmate.tablebase.sharded import TableError
from millmate.tablebase.slices import Slices
from millmate.tablebase.successors import Successors, read_only, slice_of
from millmate.tablebase.table import NO_WIN, Table, Values, fill_orders
from millmate.tablebase.verify_passes import first_pass


def slice_with_wins(
    table: Table,
    turn: bool,
    number: int,
    others: Callable[[Material], Table],
    out: Values | None = None,
    threads: int = 1,
    between: Between = ignore,
) -> Values:
    """Return a slice as `Table.slice_values` does, its wins found by one ply.

    Args:
        table: The table, which leaves out the distances of wins.
        turn: The side to move.
        number: The slice.
        others: Opens the tables that moves lead to.
        out: The array to fill, uint8[words, 64]; a new one by default.
        threads: The number of threads.
        between: Called now and then with the fraction done.

    Raises:
        TableError: A table is damaged, such as one with a won position without a move that wins.
        MissingTableError: One that moves lead to is missing.
    """
    layout = table.layout
    values = np.empty((layout.words, 64), np.uint8) if out is None else out
    values[:] = table.stored_slice(turn, number, threads, _part(between, 0.0, 0.4))
    if not (values == 1).any():
        return values
    read, read_all = _readers(table, others, threads)
    each = first_pass(Metric.DTZ if table.info.metric == Metric.DTZ.title else Metric.DTM)
    slice_, keys = slice_of(layout, [number]), np.empty_like(values)
    crew = Crew(threads, layout.words, _part(between, 0.8, 1.0))
    after = Successors(layout, [number], turn, read, crew.share, read_all, each.behind)
    other = table.stored_slice(not turn, number, threads, _part(between, 0.4, 0.8))
    moved = read_only(other[None]), 0, each.per_move
    crew.share(partial(chess_verify.make_keys, slice_, *moved, keys[None], turn), layout.words)
    captures, start = after.captures(), after.pawn_moves()[0]
    if each.keys is not None and after.replied:
        start = each.keys[start]
    fill = partial(chess_verify.fill_wins, slice_, captures, values, keys, start, not turn)
    faults = sum(crew.share(fill, layout.words, 1.0))
    if faults:
        raise TableError(table.path, count(faults, *NO_WIN))
    fill_orders(layout, values)
    return values


def _readers(
    table: Table, others: Callable[[Material], Table], threads: int
) -> tuple[Read, Callable[[Material, int, bool], Values]]:
    """Return functions that read slices: as stored, and with the length of wins."""

    def read(of: Material, number: int, turn: bool) -> Values | LargeSlice:
        if of == table.layout.material:
            return table.stored_slice(turn, number, threads)
        below = others(of)
        if estimates.in_parts(of) and isinstance(below, Slices):
            return LargeSlice(below, turn, threads)
        return below.stored_slice(turn, number, threads)

    def read_all(of: Material, number: int, turn: bool) -> Values:
        return others(of).slice_values(turn, number, None, threads)

    return read, read_all


def _part(between: Between, first: float, last: float) -> Between:
    """Return a function that reports a part of the work to `between`, from `first` to `last`."""
    return lambda fraction: between(first + (last - first) * fraction)

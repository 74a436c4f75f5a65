"""Make compact tables of full ones: fewer bytes, the same answers (see `compact_table`)."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import describe_error, open_atomically, sweep
from millmate.formatting import size
from millmate.games.chess.material import Material
from millmate.kernels import chess_compact
from millmate.language import tr
from millmate.tablebase import codec, compact_file, estimates, store
from millmate.tablebase.compact_file import Packed
from millmate.tablebase.compact_table import FORMAT, RESULTS, CompactTable, Stream, images_of
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.layer_file import ROWS
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.sharded import TableError
from millmate.tablebase.spaces import slice_space
from millmate.tablebase.table import TableInfo, Values
from millmate.tablebase.table_build import alone, refuse_while_building
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.zarr.table import ZarrTable

# An order of axes is chosen in rounds: the approximate number of blocks of a side to move packed in
# each order, and the number of orders kept for the next round.
_ROUNDS = ((24, 8), (96, 3), (288, 1))
_SAMPLED = 210_000_000  # places in memory, about, from which these blocks are taken
_QUICK = 6  # the level that they are packed with
_RESULTS_COUNT = 3  # times as much as losses: every probe reads them
_GOLDEN = 40503  # the golden section, of 65,536
_TOGETHER = 64  # blocks, at least, whose slices are in memory together
_REMOVED = ".removed-"

Between = Callable[[float], None]
_Full = FullTable | ZarrTable


def compact(
    directory: Path,
    material: Material,
    between: Between = lambda fraction: None,
    threads: int | None = None,
) -> TableInfo:
    """Put a compact table in place of a full one, and return its metadata.

    A table that is compact already stays as it is. The compact one gets its name once it has been
    read and compared, and then the full one is removed: what a killed call leaves, the next one
    finishes or removes.
    No table is taken from a build that may read it: while one is at work in the directory, nothing
    is compacted.

    Args:
        directory: The tables of one metric.
        material: The canonical material.
        between: Called now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.

    Raises:
        MissingTableError: There is no such table.
        MillMateError: It is not verified, or too large; a table that its moves lead to is missing;
            tables are being built there; the directory cannot be written or is full. The full table
            is intact.
        TableError: The table is damaged.
    """
    if not store.exists(directory, material):
        told = tr("no table for {table} in {directory}; build it first")
        raise MissingTableError(told.format(table=material, directory=directory))
    full = store.full_path(directory, material)
    if full is not None or _left(directory, material):
        try:
            with alone(directory, material, material):
                sweep(directory)
                for path in _left(directory, material):
                    _remove(path)
                if full is not None:
                    _write(
                        store.full_opened(directory, material, full),
                        between,
                        threads or machine.processors(),
                    )
                    refuse_while_building(directory, material, material)
                    removed = full.with_name(_REMOVED + full.name)
                    full.rename(removed)
                    _remove(removed)
        except OSError as error:
            told = tr("{what}; no table is lost: run it again to continue")
            raise MillMateError(told.format(what=describe_error(error))) from error
    return store.opened(directory, material).info


def _left(directory: Path, material: Material) -> list[Path]:
    """Return the full tables that a killed process had not finished removing."""
    full = store.table_path(directory, material)
    return [*full.parent.glob(f"{_REMOVED}{full.stem}.*")]


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _refuse(directory: Path, table: _Full) -> None:
    material = table.layout.material
    if not table.info.verified:
        raise MillMateError(
            tr(
                "{name} is not verified, and only verified tables are compacted: delete {path} "
                "and build it again",
                name=material,
                path=table.path,
            )
        )
    if not estimates.compactable(material):
        told = tr("{name} stays as it is: it is too large to be compacted in memory", name=material)
        raise MillMateError(told)
    needed, free = estimates.compact_memory(material), machine.free_memory()
    if needed > free:
        raise MillMateError(
            tr(
                "compacting {name} needs about {size} of memory, {free} are free: close other "
                "programs, or compact it later",
                name=material,
                size=size(needed),
                free=size(free),
            )
        )
    # The wins that are left out are found from these (see `wins`).
    for smaller in material.successors():
        if smaller.men > 2 and not store.exists(directory, smaller):
            told = tr("{name} needs the table {smaller} to be compacted: build that first")
            raise MillMateError(told.format(name=material, smaller=smaller))


def _write(table: _Full, between: Between, threads: int) -> None:
    """Write the compact table beside the full one, unless it is there and equal."""
    material = table.layout.material
    directory = table.path.parents[material.facing]
    final = store.compact_path(directory, material)
    _refuse(directory, table)
    if final.exists():  # from a call that was killed, or found a build at work
        with suppress(TableError):
            if _equal(table, final, between, threads):
                return
        final.unlink()
    streams = _streams(table, between, threads)
    blocks = _blocks(table, streams, lambda done: between(0.8 * done), threads)
    with open_atomically(final) as file:
        compact_file.write(file, _metadata(table, streams), blocks)
        file.flush()
        part = Path(file.name)
        if not _equal(table, part, lambda done: between(0.8 + 0.2 * done), threads):
            raise TableError(final, tr("it is corrupted"))


def _metadata(table: _Full, streams: Sequence[Stream]) -> dict[str, Any]:
    blocks = sum(stream.blocks for stream in streams)
    orders = [stream.order for stream in streams]
    about = {"format": FORMAT, "blocks": blocks, "orders": orders, "more": table.more_text()}
    return {**table.facts, **about}


# Blocks -------------------------------------------------------------------------------------------


def _blocks(
    table: _Full, streams: Sequence[Stream], between: Between, threads: int
) -> Iterator[Packed]:
    """Yield the blocks, White to move first."""
    for side, stream in enumerate(streams):
        groups = -(-table.layout.slices // stream.group)
        together = max(1, _TOGETHER // stream.group_blocks)
        for first in range(0, groups, together):
            numbers = range(first, min(first + together, groups))
            jobs = list(_parts(table, side == 0, stream, numbers, threads))
            yield from codec.mapped(partial(_pack, stream, jobs), len(jobs), threads)
            between((side + numbers.stop / groups) / 2)


_Job = tuple[Values, NDArray[np.uint64], int, int]


def _parts(
    table: _Full, turn: bool, stream: Stream, groups: Sequence[int], threads: int
) -> Iterator[_Job]:
    """Yield the blocks of some groups: codes, wanted places, the first place, number of places."""
    for group in groups:
        values, wanted = _group(table, turn, stream, group, threads)
        for _, start, places in stream.parts(group):
            yield values, wanted, start, places


def _group(
    table: _Full, turn: bool, stream: Stream, group: int, threads: int
) -> tuple[Values, NDArray[np.uint64]]:
    """Return the codes of slices that are packed together, and which of their places count."""
    layout = table.layout
    first = group * stream.group
    numbers = range(first, min(first + stream.group, layout.slices))
    values = np.empty((len(numbers), layout.words, 64), np.uint8)
    wanted = np.empty((len(numbers), layout.words), np.uint64)
    for at, number in enumerate(numbers):
        table.slice_values(turn, number, values[at], threads)
        wanted[at] = slice_space(layout, number).masks().legal[turn]
        wanted[at][~_ascending(layout)] = 0
        if not any(layout.pawns):
            chess_compact.drop_images(wanted[at], *images_of(layout))
    return values.reshape(-1), wanted.reshape(-1)


def _ascending(layout: Layout) -> NDArray[np.bool_]:
    """Return which words of a slice have the squares of like pieces in ascending order."""
    words = np.arange(layout.words)
    kept = np.ones(layout.words, np.bool_)
    for piece in layout.like:
        low = 6 * (layout.pieces - 1 - piece)
        kept &= (words >> low & 63) < (words >> (low - 6) & 63)
    return kept


def _pack(stream: Stream, jobs: Sequence[_Job], at: int) -> Packed:
    return compact_file.pack(*_taken(stream, *jobs[at]))


def _taken(
    stream: Stream, values: Values, wanted: NDArray[np.uint64], start: int, places: int
) -> tuple[Values, Values]:
    """Return the results of a block and its losses."""
    results, codes, losses = np.zeros(RESULTS, np.uint8), *np.empty((2, places), np.uint8)
    about = stream.sizes, stream.strides, start, stream.digits()
    if not chess_compact.take(values, wanted, *about, codes):
        return results, losses[:0]
    chess_compact.fill_results(codes, _distances(stream), np.empty_like(results), results)
    return results, losses[: chess_compact.take_losses(codes, results, losses)]


@cache
def _distances(stream: Stream) -> NDArray[np.int64]:
    """Return the distances, in bytes of results, at which blocks are likely to repeat themselves.

    At most of these distances one man is on another square.
    """
    found = {1, 2, 3, 4, 8}
    step = 1
    for length in reversed(stream.sizes.tolist()):
        found.update(n * step // 4 for n in range(1, 17) if n * step % 4 == 0)
        step *= length
    return np.array(sorted(distance for distance in found if distance < RESULTS), np.int64)


# The order of axes --------------------------------------------------------------------------------


def _streams(table: _Full, between: Between, threads: int) -> list[Stream]:
    """Return for each side to move the order of axes that some blocks are smallest in.

    All orders are tried on a few blocks, the better ones on more: blocks differ much in size.
    """
    layout = table.layout
    orders = [Stream(layout, order) for order in permutations(range(layout.pieces + 2))]
    groups = -(-layout.slices // orders[0].group)
    most = min(groups, max(2, min(_ROUNDS[0][0], _SAMPLED // layout.slice_size)))
    chosen = np.unique(np.linspace(0, groups - 1, most).astype(int)).tolist()
    found = []
    for turn in (True, False):
        sampled = [(g, *_group(table, turn, orders[0], g, threads)) for g in chosen]
        best = orders
        for samples, kept in _ROUNDS:
            cost = partial(_cost, best, sampled, max(1, samples // len(chosen)))
            costs = []
            for total in codec.mapped(cost, len(best), threads):
                costs.append(total)
                between(0.0)
            best = [best[at] for at in np.argsort(costs, stable=True)[:kept]]
        found += best
    return found


def _cost(
    streams: Sequence[Stream],
    sampled: Sequence[tuple[int, Values, NDArray[np.uint64]]],
    per_group: int,
    at: int,
) -> int:
    """Return the approximate bytes of some blocks of each group in one of the streams."""
    stream, total = streams[at], 0
    for first, (group, values, wanted) in enumerate(sampled):
        parts = stream.parts(group)
        # Multiples of the golden section lie apart from each other, and on all files and ranks.
        spread = range(first * per_group + 1, (first + 1) * per_group + 1)
        for number in {(n * _GOLDEN % 2**16 * len(parts)) >> 16 for n in spread}:
            _, start, places = parts[number]
            results, losses = _taken(stream, values, wanted, start, places)
            total += _RESULTS_COUNT * len(codec.compressed(results, _QUICK))
            total += len(codec.compressed(losses, _QUICK))
    return total


# Checking -----------------------------------------------------------------------------------------


def _equal(table: _Full, path: Path, between: Between, threads: int) -> bool:
    """Return whether the compact table at `path` holds the same; may raise `TableError`."""
    written = CompactTable(path, store.Others(path.parent))
    slices = table.layout.slices
    for number in range(slices):
        for turn in (True, False):
            values = table.slice_values(turn, number, None, threads)
            stored = written.stored_slice(turn, number, threads)
            for first in range(0, len(values), ROWS):  # large slices leave no room for copies
                rows = values[first : first + ROWS]
                right = np.where((rows > 0) & (rows < LOST), np.uint8(1), rows)
                if not np.array_equal(right, stored[first : first + ROWS]):
                    return False
        between((number + 1) / slices)
    return True

"""Check tables: every position by an independent kernel, samples by python-chess."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

import chess
import numpy as np
from numpy.typing import NDArray

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import reserve
from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.kernels.chess_verify_moves import Slice
from millmate.tablebase import estimates, store
from millmate.tablebase.layout import CHUNK, Layout
from millmate.tablebase.lru import LruCache
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.store import Table
from millmate.tablebase.successors import PROMOTIONS, Read, Successors, read_only, slice_of
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify_passes import RARE_KEYS, Pass, passes
from millmate.tablebase.zeroing import ZeroingTables

SAMPLES = 200
_SAMPLES_TOGETHER = 5  # in a chunk, at least
_PART = 16_384  # rows that a thread does before somebody may stop the work
_KEPT_BYTES = 300_000_000
_RAREST = 255

Between = Callable[[float], None]
Promoted = dict[bool, NDArray[np.uint8]]  # keys by the side to move, see `promotions_ahead`
Result = TypeVar("Result")


class VerificationError(MillMateError):
    """A table holds a value that its successors contradict."""


@dataclass(frozen=True, slots=True)
class Verification:
    """How a table was checked: positions by the kernel, samples by the rules library."""

    positions: int
    samples: int


def ignore(fraction: float) -> None:
    """Take no notice of what is done."""


# One slice ----------------------------------------------------------------------------------------


def verify_slice(
    layout: Layout,
    number: int,
    values: NDArray[np.uint8],
    read: Read,
    between: Between = ignore,
    threads: int | None = None,
    promoted: Promoted | None = None,
    metric: Metric = Metric.DTM,
    more: NDArray[np.uint8] | None = None,
) -> int:
    """Check every value of a slice against its successors'; return how many positions are legal.

    Args:
        layout: The layout of the table, which has a canonical material.
        number: Which slice.
        values: Its values, [side to move, words, 64], like pieces in every order.
        read: Gives the slices of tables that moves lead to: `read(material, number, turn)`.
        between: Called in this thread now and then with the fraction done; may raise to stop.
        threads: How many threads share the work, as many as there are processors if None.
        promoted: What `promotions_ahead` returned for this slice.
        metric: That of all values.
        more: What distances exceed 127 by, as `values`; None if none does.

    Raises:
        VerificationError: A value is wrong; the message names the first such position.
    """
    slice_, keys = slice_of(layout, number), np.empty((layout.words, 64), np.uint8)
    positions, faults, first = 0, 0, -1
    with _crew(threads, layout.words, between) as crew:
        for side, white in enumerate((True, False)):
            crew.done, ahead = side / 2, (promoted or {}).get(white)
            for each in passes(metric, values, more):
                reader = each.reader(read)
                after = Successors(layout, number, white, reader, crew.share, each.rare)
                legal, wrong, place = _check_side(crew, slice_, keys, each, side, after, ahead)
                rarest = after.seen_rare or each.codes[1 - side].max() == _RAREST
                if wrong or (metric is Metric.DTM and not rarest):
                    break
                ahead = None
            positions, faults = positions + legal, faults + wrong
            if wrong and first < 0:
                first = (side * layout.slices + number) * layout.slice_size + place
    if faults:
        raise VerificationError(
            f"table {layout.material} is wrong in {faults} of {positions} positions, "
            f"first in {layout.board(first).fen()}"
        )
    return positions


def promotions_ahead(
    layout: Layout,
    numbers: Sequence[int],
    read: Read,
    threads: int | None = None,
    metric: Metric = Metric.DTM,
) -> dict[int, Promoted]:
    """Return, for each slice, what its promotions straight ahead lead to, by the side to move.

    Slices with many placements share the tables that these are read from, large ones: each is read
    once here, and one at a time is held. Where the rarest code comes up, nothing is returned.
    """
    found: dict[int, Promoted] = {number: {} for number in numbers}
    last: dict[tuple[Material, int, bool], NDArray[np.uint8]] = {}
    none = np.empty((2, 0, 64), np.uint8)
    reader = next(passes(metric, none, None)).reader(read)

    def read_once(material: Material, number: int, turn: bool) -> NDArray[np.uint8]:
        if (material, number, turn) not in last:
            last.clear()
            last[material, number, turn] = reader(material, number, turn)
        return last[material, number, turn]

    with _crew(threads, layout.words, ignore) as crew:
        for white in (True, False):
            every = {
                n: Successors(layout, n, white, read_once, crew.share, RARE_KEYS[0])
                for n in numbers
            }
            makers = {number: after for number, after in every.items() if after.promoting}
            best = {number: np.zeros((layout.words, 64), np.uint8) for number in makers}
            for code in PROMOTIONS:
                for number, after in makers.items():
                    after.promote(code, best[number])
            for number, after in makers.items():
                if not after.seen_rare:
                    found[number][white] = best[number]
    return found


def _check_side(
    crew: "_Crew",
    slice_: Slice,
    keys: NDArray[np.uint8],
    each: Pass,
    side: int,
    after: Successors,
    promoted: NDArray[np.uint8] | None,
) -> tuple[int, int, int]:
    """Check one side to move; return the numbers of positions and faults, and the first of these.

    `keys` is room for those of the values with the other side to move.
    """
    black, rows = not after.white, len(keys)
    own, other = read_only(each.codes[side]), each.after_quiet(each.codes[1 - side])
    crew.share(partial(chess_verify.make_keys, slice_, other, keys, not black, after.rare), rows)
    captures, start = after.captures(), after.pawn_moves(promoted)
    if each.keys is not None:
        start = each.keys[start]
    again = each.least > 0 or each.rare != RARE_KEYS[0]
    found = crew.share(
        partial(chess_verify.check, slice_, captures, own, keys, start, black, each.least),
        rows,
        0.0 if again else 0.5,
    )
    first = next((place for _, _, place in found if place >= 0), -1)
    return sum(legal for legal, _, _ in found), sum(wrong for _, wrong, _ in found), first


class _Crew:
    """Threads that share the work on a slice."""

    def __init__(self, pool: ThreadPoolExecutor | None, between: Between) -> None:
        self._pool = pool
        self._between = between
        self.done = 0.0

    def share(
        self, work: Callable[[int, int], Result], number: int, part: float = 0.0
    ) -> list[Result]:
        """Return `work` of parts of `number` rows, which is so large a `part` of the whole."""
        if number <= _PART:
            self.done += part
            result = work(0, number)
            self._between(min(self.done, 1.0))
            return [result]
        starts = range(0, number, _PART)
        stops = [min(start + _PART, number) for start in starts]
        results: Iterator[Result] = (self._pool or _Nobody).map(work, starts, stops)
        found = []
        for result, start, stop in zip(results, starts, stops, strict=True):
            found.append(result)
            self.done += part * (stop - start) / number
            self._between(min(self.done, 1.0))
        return found


class _Nobody:
    """Stands in for a pool where there is little to do: the work is done here."""

    map = map


@contextmanager
def _crew(threads: int | None, rows: int, between: Between) -> Iterator[_Crew]:
    """Give a crew; drop what it has not begun when the caller stops."""
    threads = threads or machine.processors()
    if threads == 1 or rows <= _PART:
        yield _Crew(None, between)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="verify")
    try:
        yield _Crew(pool, between)
    finally:
        pool.shutdown(cancel_futures=True)


# A finished table ---------------------------------------------------------------------------------


def verify(
    directory: Path,
    material: Material,
    between: Between = ignore,
    threads: int | None = None,
    metric: Metric = Metric.DTM,
) -> Verification:
    """Check a finished table of `directory` position by position.

    Raises:
        VerificationError: A value is wrong.
        MissingTableError: There is no such table, or one that its moves lead to is missing.
        TableError: One of them is damaged.
    """
    if material.men == 2:
        return Verification(0, 0)
    slices = _Slices(directory, threads)
    table = slices.table(material)
    for smaller in material.captures():
        if smaller.men > 2:
            slices.table(smaller)
    layout = table.layout
    positions = 0
    with _room(layout, directory) as values:
        for number in range(layout.slices):

            def told(done: float, number: int = number) -> None:
                between((number + done) / layout.slices)

            for side, turn in enumerate((True, False)):
                table.slice_values(turn, number, values[side], slices.threads)
            more = table.more_of_slice(number)
            positions += verify_slice(
                layout, number, values, slices.read, told, threads, metric=metric, more=more
            )
    verify_samples(table, directory, metric)
    return Verification(positions, SAMPLES)


@contextmanager
def _room(layout: Layout, directory: Path) -> Iterator[NDArray[np.uint8]]:
    """Give an array for the values of a slice, in a file of `directory` if it is a large one."""
    shape = 2, layout.words, 64
    if not estimates.large(layout.material):
        yield np.empty(shape, np.uint8)
        return
    with TemporaryFile(dir=directory) as file:
        reserve(file, math.prod(shape))
        yield np.memmap(file, np.uint8, "w+", shape=shape)


class _Slices:
    """The slices of a directory's tables, the most recent ones kept."""

    def __init__(self, directory: Path, threads: int | None) -> None:
        self._directory = directory
        self._tables: dict[Material, Table] = {}
        self._kept = LruCache[tuple[Material, int, bool], NDArray[np.uint8]](
            _KEPT_BYTES, lambda values: values.nbytes
        )
        self.threads = threads or machine.processors()

    def table(self, material: Material) -> Table:
        if material not in self._tables:
            if not store.exists(self._directory, material):
                raise MissingTableError(f"no table for {material} in {self._directory}")
            self._tables[material] = Table(store.table_path(self._directory, material))
        return self._tables[material]

    def read(self, material: Material, number: int, turn: bool) -> NDArray[np.uint8]:
        def load() -> NDArray[np.uint8]:
            return self.table(material).slice_values(turn, number, threads=self.threads)

        return self._kept.get((material, number, turn), load)


# Samples ------------------------------------------------------------------------------------------


def verify_samples(
    table: Table, directory: Path, metric: Metric = Metric.DTM, number: int = SAMPLES
) -> None:
    """Check `number` positions of a written table by python-chess's rules and by probing.

    Raises:
        VerificationError: A value is not one more than the best successor's.
        TableError: A table is missing or damaged.
    """
    of_metric = Tablebase if metric is Metric.DTM else ZeroingTables
    with of_metric(directory) as tables:
        tables.add(table)
        for at in _places(table.layout, number):
            board = table.layout.board(at)
            if number and chess.popcount(board.occupied) == table.layout.material.men:
                if not board.is_valid():
                    continue
                number -= 1
                _check(board, tables)


def _places(layout: Layout, number: int) -> list[int]:
    """Return places of a table, four for each sample wanted: many of them hold nothing legal.

    They lie in a few chunks, so that what their moves lead to does, too: to unpack a chunk takes
    as long as to look up hundreds of its positions.
    """
    rng = np.random.default_rng(layout.words)
    chunks = rng.integers(layout.size, size=max(1, number // _SAMPLES_TOGETHER)) // CHUNK
    places = chunks.repeat(4 * _SAMPLES_TOGETHER) * CHUNK
    found: list[int] = ((places + rng.integers(CHUNK, size=places.size)) % layout.size).tolist()
    return found


def _check(board: chess.Board, tables: Tablebase | ZeroingTables) -> None:
    moves, said = tables.moves(board), tables.probe(board)
    end = type(said)(-1, 0) if board.is_check() else type(said)(0)
    right = moves[0].verdict if moves else end
    if said != right:
        raise VerificationError(f"{board.fen()} is {said} by its table, {right} by its moves")

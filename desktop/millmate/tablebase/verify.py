"""Check tables: every position by an independent kernel, samples by python-chess."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from millmate import machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import Value
from millmate.kernels import chess_verify
from millmate.kernels.chess_verify_moves import Captures, Slice
from millmate.tablebase import estimates, store
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.crew import Between, Crew, ignore
from millmate.tablebase.far import Far, SliceReader, most_moves
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.large_slice import Read
from millmate.tablebase.layer_file import ROWS as PACKED_ROWS
from millmate.tablebase.layout import AS_READ, CHUNK, LOST, MOST_OF_CODE, Layout
from millmate.tablebase.locate import Key, men_on
from millmate.tablebase.lru import latest
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase, ZeroingTables, of_zeroing
from millmate.tablebase.slices import CODES, MORE, Slices
from millmate.tablebase.successors import Successors, slice_of
from millmate.tablebase.table import WON, Table, fill_orders
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify_passes import Pass, passes

SAMPLES = 200
_SAMPLES_TOGETHER = 5  # in a chunk, at least
_KEPT_BYTES = 300_000_000
ROWS = 16_384  # of slices that are checked together: their keys fit the second-level cache
_PACKED = 64**5  # places of a slice from which on it is unpacked block by block

Values = NDArray[np.uint8]


class Block(NamedTuple):
    """The codes of consecutive rows from `first` on, and the excess of their distances over 127.

    Both are uint8[slices, rows, 64].
    """

    first: int
    codes: Values
    more: Values | None = None


class VerificationError(MillMateError):
    """A table holds a value that its successors contradict."""


@dataclass(frozen=True, slots=True)
class Verification:
    """How a table was checked: positions by the kernel, samples by the rules library."""

    positions: int
    samples: int


# One slice ----------------------------------------------------------------------------------------


class ArrayRows:
    """Values in memory, `values[2, slices, words, 64]`, and likewise the excess over 127.

    `above`: the excess of the longest distance over 127; `twins`: whether like pieces are in every
    order, else only where their squares ascend.
    """

    twins = True

    def __init__(self, values: Values, more: Values | None) -> None:
        self.above = 0 if more is None else int(more.max())
        self._values = values
        self._more = more if self.above else None

    def blocks(self, side: int, part: slice, moved: bool) -> Iterator[Block]:
        """Yield the blocks of some of the slices with White (0) or Black (1) to move.

        `moved`: whether they are read as after moves, or as the positions to check.
        """
        more = None if self._more is None else self._more[side, part]
        yield Block(0, self._values[side, part], more)


class PackedRows:
    """Values of one slice of whole chunks as they are stored, unpacked block by block."""

    twins = False

    def __init__(self, slices: Slices, number: int, above: int, threads: int) -> None:
        self.above = above
        self._slices, self._number, self._threads = slices, number, threads

    def blocks(self, side: int, part: slice, moved: bool) -> Iterator[Block]:
        words = self._slices.layout.words
        start, _ = self._slices.layout.block_at(side == 0, self._number)
        for first in range(0, words, PACKED_ROWS):
            found = []
            for stream in (CODES, MORE) if self.above else (CODES,):
                rows = np.empty((1, min(PACKED_ROWS, words - first), 64), np.uint8)
                self._slices.fill(stream, start + first * 64 // BLOCK, rows, self._threads)
                found.append(rows)
            yield Block(first, *found)


Rows = ArrayRows | PackedRows


def verify_slices(
    layout: Layout,
    numbers: Sequence[int],
    rows: Rows,
    read: Read,
    between: Between = ignore,
    threads: int | None = None,
    metric: Metric = Metric.DTM,
    far: Far | None = None,
) -> int:
    """Check every value of slices against its successors'; return the number of legal positions.

    Args:
        layout: The layout of the table, which has a canonical material.
        numbers: Which slices.
        rows: Their values.
        read: Gives the slices of tables that moves lead to: `read(material, number, turn)`.
        between: Called in this thread now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.
        metric: That of all values.
        far: The reader of distances above 127, if `read` meets any.

    Raises:
        VerificationError: A value is wrong; the message names the first such position.
    """
    # In a table for one position, 127 stands for all distances from there on.
    planned = [*passes(metric, MOST_OF_CODE + rows.above)][: None if layout.has_far else 1]
    positions, faults, first = 0, 0, -1
    crew = Crew(threads, len(numbers) * layout.words, between)
    checked = Checker(crew, layout, numbers, rows)
    for side, white in enumerate((True, False)):
        crew.done = side / 2
        for each in planned:
            behind = each.behind if far is None else AS_READ
            reader = latest(read if far is None else far.read(each.off))
            after = partial(
                Successors, layout, white=white, read=reader, share=crew.share, behind=behind
            )
            part = 0.5 / len(planned) if rows.above else 0.0 if each.off else 0.5
            legal, wrong, place, met = checked.check(side, each, after, part)
            if wrong or not (rows.above or met):
                break
        positions, faults = positions + legal, faults + wrong
        if wrong and first < 0:
            at, inside = divmod(place, layout.slice_size)
            first = (side * layout.slices + numbers[at]) * layout.slice_size + inside
    if faults:
        fen = layout.board(first).fen()
        raise VerificationError(
            f"table {layout.material} is wrong in {faults} of {positions} positions, first in {fen}"
        )
    return positions


class Checker:
    """Slices being checked, as many at a time as fit the caches."""

    def __init__(self, crew: Crew, layout: Layout, numbers: Sequence[int], rows: Rows) -> None:
        self._crew, self._layout, self._numbers, self._rows = crew, layout, numbers, rows
        self._slices = slice_of(layout, numbers)
        self._together = max(1, ROWS // layout.words)
        room = min(len(numbers), self._together), layout.words, 64
        self._keys = np.empty(room, np.uint8)

    def check(
        self, side: int, each: Pass, after: Callable[..., Successors], part: float
    ) -> tuple[int, int, int, bool]:
        """Check one side to move, a `part` of the whole work; `after` returns the successors.

        Returns:
            The numbers of positions and of faults, the first of these, and whether there are
            distances that the pass does not tell apart.
        """
        positions, faults, first = 0, 0, -1
        every = after(numbers=self._numbers)
        promoted, met = every.promotions(), every.met_longest
        for start in range(0, len(self._numbers), self._together):
            own = slice(start, start + self._together)
            some = after(numbers=self._numbers[own])
            captures = some.captures()
            moves = some.pawn_moves(None if promoted is None else promoted[own])
            if each.keys is not None and some.replied:
                moves = each.keys[moves]
            met |= self._make_keys(each, 1 - side, own) or some.met_longest
            for legal, wrong, place in self._compare(side, own, captures, moves, each, part):
                positions, faults = positions + legal, faults + wrong
                first = place + start * self._layout.slice_size if first < 0 <= place else first
        return positions, faults, first, met

    def _make_keys(self, each: Pass, side: int, own: slice) -> bool:
        """Write the keys of one side to move; return whether the pass does not tell all apart."""
        met = False
        for block in self._rows.blocks(side, own, moved=True):
            codes = each.read(block.codes, block.more)
            about = self._part(own), codes, block.first, each.per_move, self._keys, side == 1
            make = partial(chess_verify.make_keys, *about)
            met |= any(self._crew.share(make, block.codes.size // 64, first=block.first))
        if not self._rows.twins:
            fill_orders(self._layout, self._keys[0])
        return met

    def _compare(
        self, side: int, own: slice, captures: Captures, moves: Values, each: Pass, part: float
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the numbers of positions and of faults and the first of these, by parts of rows."""
        slices, numbers = self._part(own), len(self._numbers)
        keys = self._keys[: len(slices.pawns)]
        for block in self._rows.blocks(side, own, moved=False):
            codes = each.read(block.codes, block.more)
            about = slices, captures, codes, block.first, self._rows.twins, keys, moves
            count = block.codes.size // 64
            share = part * count / (numbers * self._layout.words)
            check = partial(chess_verify.check, *about, side == 1, each.least)
            yield from self._crew.share(check, count, share, block.first)

    def _part(self, own: slice) -> Slice:
        return self._slices._replace(pawns=self._slices.pawns[own])


# A finished table ---------------------------------------------------------------------------------


def verify(
    directory: Path,
    material: Material,
    between: Between = ignore,
    threads: int | None = None,
    metric: Metric = Metric.DTM,
) -> Verification:
    """Check a finished table of `directory` position by position.

    A compact table leaves the distances of wins out: reading finds them by the ply that is checked
    here. So for its wins this only proves that a move wins; everything else is checked as in a full
    table.

    Raises:
        VerificationError: A value is wrong.
        MissingTableError: There is no such table, or one that its moves lead to is missing.
        TableError: One of them is damaged.
    """
    if material.men == 2:
        return Verification(0, 0)
    tables = cache(partial(_table, directory))
    reader = SliceReader(tables, _KEPT_BYTES, threads or machine.processors())
    table = tables(material)
    for smaller in material.captures():
        if smaller.men > 2:
            tables(smaller)
    layout, far = table.layout, None
    if metric is Metric.DTM and layout.has_far:
        infos = [tables(m).info for m in (*material.successors(), material) if m.men > 2]
        far = reader.far(side.plies for info in infos for side in info.counts.values())
    # Each chunk of a compact table takes the time of its whole slice.
    packed = isinstance(table, FullTable) and (
        estimates.large(material) or layout.slice_size >= _PACKED
    )
    longest = most_moves(side.plies for side in table.info.counts.values())
    above = max(0, longest - MOST_OF_CODE) if table.has_more else 0
    together, positions = 1 if packed else max(1, ROWS // layout.words), 0
    for first in range(0, layout.slices, together):
        numbers = range(first, min(first + together, layout.slices))

        def told(done: float, numbers: range = numbers) -> None:
            between((numbers.start + done * len(numbers)) / layout.slices)

        rows = (
            PackedRows(table, first, above, reader.threads)
            if isinstance(table, FullTable) and packed
            else ArrayRows(*table.read_slices(numbers, reader.threads))
        )
        positions += verify_slices(
            layout, numbers, rows, reader.read, told, reader.threads, metric=metric, far=far
        )
    verify_samples(table, directory, metric)
    return Verification(positions, SAMPLES)


def _table(directory: Path, material: Material) -> Table:
    if not store.exists(directory, material):
        raise MissingTableError(f"no table for {material} in {directory}")
    return store.opened(directory, material)


# Samples ------------------------------------------------------------------------------------------


def verify_samples(table: Table, directory: Path, metric: Metric = Metric.DTM) -> None:
    """Check `SAMPLES` positions of a written table by python-chess's rules and by probing.

    Raises:
        VerificationError: A value is not one more than the best successor's.
        TableError: A table is missing or damaged.
    """
    of_metric = Tablebase if metric is Metric.DTM else ZeroingTables
    with of_metric(directory) as tables:
        tables.add(table)
        for board in islice(_legal_samples(table.layout), SAMPLES):
            _check(board, tables)


def compare_samples(table: Table, packed: CompactTable) -> None:
    """Check that a table and the same one as it is packed agree on `SAMPLES` positions.

    Raises:
        VerificationError: They do not.
        TableError: A block is damaged.
    """
    key, blocks = Key(table.layout, swapped=False), cache(packed.block)
    for board in islice(_legal_samples(table.layout), SAMPLES):
        place = key.place(board.turn, men_on(board))
        block, offset = table.block_of(place)
        code = table.code(table.block(block), offset)
        block, offset = packed.block_of(place)
        if packed.code(blocks(block), offset) != (WON if 0 < code < LOST else code):
            raise VerificationError(f"{board.fen()} was not packed as it is: {code}")


def _legal_samples(layout: Layout) -> Iterator[chess.Board]:
    """Yield the legal positions among four places for each sample wanted.

    They are in a few chunks, and so are the positions that their moves lead to: unpacking a chunk
    takes as long as looking up hundreds of its positions.
    """
    rng = np.random.default_rng(layout.words)
    chunks = rng.integers(layout.size, size=max(1, SAMPLES // _SAMPLES_TOGETHER)) // CHUNK
    places = chunks.repeat(4 * _SAMPLES_TOGETHER) * CHUNK
    places = (places + rng.integers(CHUNK, size=places.size)) % layout.size
    for board in map(layout.board, places.tolist()):
        if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
            yield board


def _check(board: chess.Board, tables: Tablebase | ZeroingTables) -> None:
    moves, said = tables.moves(board), tables.probe(board)
    mate = Value(-1, 0) if isinstance(tables, Tablebase) else of_zeroing(-1, 0)
    right = moves[0].value if moves else mate if board.is_check() else Value(0)
    if said != right and not _both_longest(said, right):
        raise VerificationError(f"{board.fen()} is {said} by its table, {right} by its moves")


def _both_longest(said: Value, right: Value) -> bool:
    """Return whether both stand for 127 moves or more, the same in tables of a position."""
    least = 2 * MOST_OF_CODE - 1
    return said.wdl == right.wdl and min(said.plies or 0, right.plies or 0) >= least

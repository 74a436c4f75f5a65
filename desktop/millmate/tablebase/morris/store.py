"""Tables of morris on disk.

A table is a directory such as `morris-9-8.zarr` (see `sharded` and `layout`); its attributes hold
the fields of `MorrisInfo`. While it is written it is `.writing-morris-9-8`, which is removed if
writing is interrupted. A compact one, without distances, is `morris-9-8.wdl.zarr`; where
both are there the full one counts.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from millmate.errors import InputError
from millmate.games.morris.variants import STANDARD
from millmate.language import tr
from millmate.tablebase import codec, sharded
from millmate.tablebase.codec import Buffer, Frame
from millmate.tablebase.morris.layout import OTHER, OUTCOMES, PRIMARY, Codes, Layout
from millmate.tablebase.morris.names import (
    MorrisTarget,
    Pair,
    Subspace,
    TableNameError,
    closure,
    table_of,
)
from millmate.tablebase.names import file_name
from millmate.tablebase.sharded import KEY, SUFFIX, ShardedArray, TableError, lacking, metadata
from millmate.tablebase.verdict import MissingTableError

FORMAT, COMPACT_FORMAT = 1, 2
COMPACT_LEVEL = 9  # of zstd: 15 takes an eighth off, in six times as long
_COMPACT = ".wdl"
COMPACT_SUFFIX = f"{_COMPACT}{SUFFIX}"
_WRITING = ".writing-"
_OF_SHARDS = "shards", "metadata_checksum", "checksum", "bytes"

Check = Callable[[], object]  # called before each chunk; may raise to stop the work


def _go_on() -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """Positions with one side to move, distinct up to the board's 16 symmetries.

    `raw_wins`, `raw_draws` and `raw_losses` count every placement of the stones instead.
    `plies[n]` is the number of positions decided in exactly n plies, lost for even n, won for odd
    n; it is empty in the placing phase.
    """

    wins: int
    draws: int
    losses: int
    raw_wins: int
    raw_draws: int
    raw_losses: int
    plies: tuple[int, ...]

    @property
    def positions(self) -> int:
        return self.wins + self.draws + self.losses

    def longest(self, won: bool) -> tuple[int, int]:
        """Return the plies of the longest win or loss, and how many there are; -1 and 0 if none."""
        found = [n for n, count in enumerate(self.plies) if count and n % 2 == won]
        return (found[-1], self.plies[found[-1]]) if found else (-1, 0)


@dataclass(frozen=True, slots=True)
class MorrisInfo:
    """The metadata of a morris table.

    Sides are `primary`, the one with more stones in a pair and White while stones are placed, and
    `other`; only sides to move with values occur. `longest` holds the longest win of
    each in *plies*, with the winner to move (0 where that side never wins, and while stones are
    placed); `counts` is keyed by the side to move. Both are those of the full table if this is a
    `compact` one, without distances. `bytes` counts on disk, `cpu_seconds` is the
    building of this table alone, `verified` whether every value was checked. `checksum` is that of
    the values, the same on every machine.
    """

    material: str
    bytes: int
    verified: bool
    longest: dict[str, int]
    counts: dict[str, SideCounts]
    cpu_seconds: float
    format: int
    checksum: str
    created: str
    program: str
    compact: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return this for other programs; its longest wins are plies, as in chess."""
        named = {"longest": "longest_plies"}
        return {named.get(name, name): value for name, value in asdict(self).items()}

    @property
    def distances(self) -> bool:
        """Whether the table holds the length of wins."""
        return not self.compact and isinstance(table_of(self.material), Pair)


def named(name: str) -> Subspace:
    """Return the table with this name in the file system.

    Raises:
        InputError: No table has it.
    """
    (table, *others) = MorrisTarget.parse(name.replace("-", ":", 1)).tables
    if others or file_name(table) != name:
        raise TableNameError(tr("{name!r} is not the name of a morris table", name=name))
    return table


def full_path(directory: Path, table: Subspace) -> Path:
    """Return the path of a table with all that it can hold."""
    return directory / f"{file_name(table)}{SUFFIX}"


def compact_path(directory: Path, table: Subspace) -> Path:
    """Return the path of a pair without distances."""
    return directory / f"{file_name(table)}{COMPACT_SUFFIX}"


def paths(directory: Path, table: Subspace) -> tuple[Path, Path]:
    """Return where a table can be, the full one first."""
    return full_path(directory, table), compact_path(directory, table)


def place(directory: Path, table: Subspace) -> Path | None:
    """Return the path of an existing table, sound or not, the full one first."""
    return next((path for path in paths(directory, table) if path.is_dir()), None)


def table_path(directory: Path, table: Subspace) -> Path:
    """Return the path of an existing table, or that of the full one without any."""
    return place(directory, table) or full_path(directory, table)


def is_compact(directory: Path, table: Subspace) -> bool:
    """Return whether there is a table, but without distances that it could have."""
    return place(directory, table) == compact_path(directory, table)


def exists(directory: Path, table: Subspace) -> bool:
    """Return whether there is a table, sound or not."""
    return place(directory, table) is not None


def tables(directory: Path) -> list[Subspace]:
    """Return the tables in `directory`, sound or not, each after those that it needs."""
    found = directory.glob(f"morris-*{SUFFIX}") if directory.is_dir() else ()
    names = (path.name.removesuffix(SUFFIX) for path in found if path.is_dir())
    return _tables(name.removesuffix(_COMPACT) for name in names)


def usual_tables(directory: Path) -> list[Subspace]:
    """Return the tables of the standard game in `directory`, as `tables` does."""
    return [table for table in tables(directory) if table.rules == STANDARD.name]


def _tables(names: Iterable[str]) -> list[Subspace]:
    """Return the tables with these names in the file system, ignoring other names."""
    found = set()
    for name in names:
        with suppress(InputError):
            found.add(named(name))
    return [table for table in closure(found) if table in found]


def opened(directory: Path, table: Subspace) -> "MorrisTable":
    """Return a table of `directory`, open.

    Raises:
        MissingTableError: It does not exist.
        TableError: It is damaged.
    """
    if not exists(directory, table):
        raise MissingTableError(
            tr(
                "no table for {table} in {directory}; build it first",
                table=table,
                directory=directory,
            )
        )
    return MorrisTable(table_path(directory, table))


def survey(directory: Path) -> tuple[list[MorrisInfo], list[TableError]]:
    """Return the metadata of the sound tables in `directory`, and the errors of the others."""
    return sharded.survey(tables(directory), lambda table: opened(directory, table).info)


class MorrisTable(ShardedArray):
    """A finished table, open for reading; safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the table; check its metadata and its files' sizes, and all of it if it is small.

        Raises:
            TableError: It is damaged or of another format.
        """
        compact = path.name.endswith(f"{_COMPACT}{SUFFIX}")
        document = metadata(path, COMPACT_FORMAT if compact else FORMAT)
        own = document["attributes"][KEY]
        with lacking(path):
            self.layout = Layout(table_of(own["material"]), compact)
        name = file_name(self.layout.table) + (_COMPACT if compact else "")
        super().__init__(path, document, name, self.layout)
        with lacking(path):
            self.info = _info(own, self.bytes)
            self.facts = {key: own[key] for key in own if key not in _OF_SHARDS}

    def values(self, threads: int = 1) -> Codes:
        """Return all codes, `codes[side to move, row, column]`, one a byte.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        layout = self.layout
        codes = np.empty(layout.values_shape, np.uint8)

        def unpack(number: int, packed: Buffer) -> None:
            side, rows = layout.rows_of(number)
            self._unpack(packed, codes[side, rows])

        self._each(0, layout.chunks, unpack, threads)
        return codes

    def holds(self, values: Codes, threads: int = 1, check: Check = _go_on) -> bool:
        """Return whether these are the values, of a compact table those of the full one.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        layout, equal = self.layout, np.ones(self.layout.chunks, bool)

        def compare(number: int, packed: Buffer) -> None:
            check()
            side, rows = layout.rows_of(number)
            told = values[side, rows]
            stored = np.empty_like(told)
            self._unpack(packed, stored)
            equal[number] = (stored == (OUTCOMES[told] if layout.compact else told)).all()

        self._each(0, layout.chunks, compare, threads)
        return bool(equal.all())

    def _unpack(self, packed: Buffer, codes: Codes) -> None:
        """Unpack a frame into the codes of its rows."""
        if codes.size == self.layout.chunk_size:
            codec.unpack(packed, codes)
            return
        stored = np.empty(self.layout.chunk_shape[1:], np.uint8)
        codec.unpack(packed, stored)
        self.layout.unpacked(stored[: len(codes)], codes)


def write(
    directory: Path,
    table: Subspace,
    values: Codes,
    facts: Mapping[str, Any],
    threads: int = 1,
    check: Check = _go_on,
    compact: bool = False,
) -> MorrisTable:
    """Write a table to disk and give it its name.

    Args:
        directory: Where the tables are.
        table: Which one.
        values: Its codes, `codes[side to move, row, column]`.
        facts: The fields of `MorrisInfo` that do not follow from the values and the format.
        threads: The number of threads.
        check: Called before each chunk; may raise to stop writing.
        compact: Whether to write only the winners; only for a pair, which is read and compared.

    Raises:
        OSError: The directory cannot be written or is full; nothing is left behind.
            TableError: The written values differ when read back.
    """
    layout = Layout(table, compact)
    unfinished = unfinished_path(directory, table)
    shutil.rmtree(unfinished, ignore_errors=True)
    place = compact_path if compact else full_path
    path = place(unfinished, table)
    unfinished.mkdir()
    path.mkdir(parents=True, exist_ok=True)
    try:
        own = {**facts, "format": COMPACT_FORMAT if compact else FORMAT, "material": str(table)}
        if compact:
            own["compact"] = True
        sharded.write(
            path, layout, lambda shard: _frames(layout, values, shard, threads, check), own
        )
        if compact and not MorrisTable(path).holds(values, threads, check):
            raise TableError(place(directory, table), tr("it is corrupted"))
        sharded.publish(path, place(directory, table))
        if not compact:
            shutil.rmtree(compact_path(directory, table), ignore_errors=True)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return MorrisTable(place(directory, table))


def unfinished(directory: Path) -> list[Subspace]:
    """Return the tables in `directory` that are being written or that killed builds have left."""
    names = [path.name.removeprefix(_WRITING) for path in directory.glob(f"{_WRITING}morris-*")]
    return _tables(names)


def unfinished_path(directory: Path, table: Subspace) -> Path:
    """Return the path of a table while it is being written."""
    return directory / f"{_WRITING}{file_name(table)}"


def _frames(
    layout: Layout, values: Codes, shard: int, threads: int, check: Check
) -> Iterator[Frame]:
    """Pack the chunks of a shard, the only part of the table that is in memory twice."""
    chunks = layout.chunks_of(shard)

    def pack(number: int) -> Frame:
        check()
        side, rows = layout.rows_of(chunks[number])
        codes = values[side, rows]
        if not layout.compact:
            return codec.pack(layout.packed(codes), layout.chunk_size)
        return codec.pack(layout.packed(OUTCOMES[codes]), layout.chunk_size, COMPACT_LEVEL)

    return codec.mapped(pack, len(chunks), threads)


def _info(own: Mapping[str, Any], size: int) -> MorrisInfo:
    info = sharded.info_of(MorrisInfo, own, size)
    if not {*info.counts, *info.longest} <= {PRIMARY, OTHER}:
        raise ValueError(f"{PRIMARY}, {OTHER}")
    if info.material != str(table_of(info.material)):
        raise ValueError("material")
    return info

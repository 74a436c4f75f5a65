"""Tables of morris on disk.

A table is a file such as `morris-9-8.table` (see `container`); its blocks are the chunks of its
`layout`, its metadata the fields of `MorrisInfo`. While it is written it is in a directory
`.writing-morris-9-8`, which is removed if writing is interrupted. Earlier versions wrote Zarr
arrays, which are read: `morris-9-8.zarr`, and without distances `morris-9-8.wdl.zarr`.
"""

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from millmate import __version__
from millmate.errors import InputError
from millmate.files import sync
from millmate.games.morris.variants import STANDARD
from millmate.language import tr
from millmate.tablebase import codec, sharded
from millmate.tablebase.container import Finished, Frame, Unfinished, streams_at
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
from millmate.tablebase.sharded import KEY, ShardedArray, TableError, lacking, metadata
from millmate.tablebase.verdict import MissingTableError

FORMAT = 3
SUFFIX = ".table"
CODES, RESULTS = "codes", "results"  # streams: with distances, and without
COMPACT_LEVEL = 9  # of zstd: 15 takes an eighth off, in six times as long
ZARR = sharded.SUFFIX, f".wdl{sharded.SUFFIX}"  # of full and of compact tables
ZARR_FORMATS = 1, 2
_WRITING = ".writing-"
_OF_FILE = "shards", "metadata_checksum", "checksum", "bytes"

Check = Callable[[], object]  # called before each chunk; may raise to stop the work


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


def paths(directory: Path, table: Subspace) -> tuple[Path, ...]:
    """Return where a table can be, the one that counts first."""
    return tuple(directory / f"{file_name(table)}{suffix}" for suffix in (SUFFIX, *ZARR))


def place(directory: Path, table: Subspace) -> Path | None:
    """Return the path of an existing table, sound or not."""
    file, *old = paths(directory, table)
    return file if file.is_file() else next((path for path in old if path.is_dir()), None)


def table_path(directory: Path, table: Subspace) -> Path:
    """Return the path of an existing table, or where one would be."""
    return place(directory, table) or paths(directory, table)[0]


def is_compact(directory: Path, table: Subspace) -> bool:
    """Return whether there is a table, but without distances that it could have."""
    path = place(directory, table)
    if path is None or not isinstance(table, Pair):
        return False
    if path.suffix == SUFFIX:
        with suppress(TableError):
            return RESULTS in streams_at(path)
    return path.name.endswith(ZARR[1])


def exists(directory: Path, table: Subspace) -> bool:
    """Return whether there is a table, sound or not."""
    return place(directory, table) is not None


def tables(directory: Path) -> list[Subspace]:
    """Return the tables in `directory`, sound or not, each after those that it needs."""
    names = {path.name.split(".")[0] for path in directory.glob("morris-*")}
    return [table for table in _tables(names) if exists(directory, table)]


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
    path = place(directory, table)
    if path is None:
        raise MissingTableError(
            tr(
                "no table for {table} in {directory}; build it first",
                table=table,
                directory=directory,
            )
        )
    return MorrisTable(path)


class MorrisTable:
    """A finished table, open for reading; safe from several threads."""

    _read: Callable[[int], bytes]

    def __init__(self, path: Path) -> None:
        """Open the table; check all but the blocks.

        Raises:
            TableError: It is damaged or of another format.
        """
        self.path = path
        compact = path.name.endswith(ZARR[1])
        if path.suffix == SUFFIX:
            file = Finished(path)
            own = file.metadata
            compact = own.get("compact") is True
        else:
            document = metadata(path, ZARR_FORMATS[compact])
            own = document["attributes"][KEY]
        with lacking(path):
            self.layout = layout = Layout(table_of(own["material"]), compact)
        name = file_name(layout.table)
        if path.suffix != SUFFIX:
            array = ShardedArray(path, document, f"{name}.wdl" if compact else name, layout)
            self._read, size = array.chunk, array.bytes
        elif path.name != f"{name}{SUFFIX}":
            raise TableError(path, tr("it holds {name}", name=layout.table))
        elif file.streams != {_stream(layout): layout.chunks}:
            raise TableError(path, tr("its shape does not match its material"))
        else:
            size, stream = file.bytes, _stream(layout)
            each = layout.chunk_size
            self._read = lambda number: file.block(stream, number, each, each) or bytes(each)
        with lacking(path):
            self.info = _info(own, size)
            self.facts = {key: own[key] for key in own if key not in _OF_FILE}

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk's rows, as they are stored; raises `TableError`."""
        _, rows = self.layout.rows_of(number)
        return self._read(number)[: (rows.stop - rows.start) * self.layout.shape[2]]

    def values(self, threads: int = 1) -> Codes:
        """Return all codes, `codes[side to move, row, column]`, one a byte.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        codes = np.empty(self.layout.values_shape, np.uint8)

        def unpack(number: int) -> None:
            side, rows = self.layout.rows_of(number)
            codes[side, rows] = self.codes(number)

        codec.do(unpack, self.layout.chunks, threads)
        return codes

    def codes(self, number: int) -> Codes:
        """Return the codes of a chunk's rows, `codes[row, column]`; raises as `values` does."""
        stored = np.frombuffer(self.chunk(number), np.uint8)
        return self.layout.unpacked(stored.reshape(-1, self.layout.shape[2]))

    def holds(self, values: Codes, threads: int = 1, check: Check = lambda: None) -> bool:
        """Return whether these are the values, of a compact table those of the full one.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        layout = self.layout

        def equal(number: int) -> bool:
            check()
            side, rows = layout.rows_of(number)
            told = values[side, rows]
            return np.array_equal(self.codes(number), OUTCOMES[told] if layout.compact else told)

        return all(codec.mapped(equal, layout.chunks, threads))


def write(
    directory: Path,
    table: Subspace,
    values: Codes,
    facts: Mapping[str, Any],
    threads: int = 1,
    check: Check = lambda: None,
    compact: bool = False,
    named: Check = lambda: None,
) -> MorrisTable:
    """Write a table to disk and give it its name.

    Args:
        directory: Where the tables are.
        table: Which one.
        values: Its codes, `codes[side to move, row, column]`.
        facts: The fields of `MorrisInfo` that do not follow from the values and the format.
        threads: The number of threads.
        check: Called before each chunk is packed, and compared; may raise to stop writing.
        compact: Whether to write only the winners; only for a pair.
        named: Called before the table gets its name; may raise.

    Raises:
        OSError: The directory cannot be written or is full; nothing is left behind.
        TableError: The written values differ when read back.
    """
    layout, (final, *old) = Layout(table, compact), paths(directory, table)
    unfinished = unfinished_path(directory, table)
    own = {**facts, "format": FORMAT, "material": str(table), "compact": compact}
    about = {"name": str(table), "game": "morris", "program": f"millmate {__version__}"}
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    try:
        path, checksum = unfinished / final.name, hashlib.sha256()
        file = Unfinished(path, {**about, "streams": {_stream(layout): layout.chunks}})
        file.put(_frames(layout, values, threads, check, checksum.update))
        file.finish(sharded.plain({**own, "checksum": checksum.hexdigest()}))
        if not MorrisTable(path).holds(values, threads, check):
            raise TableError(final, tr("it is corrupted"))
        named()
        path.replace(final)
        sync(directory)
        for path in old:
            shutil.rmtree(path, ignore_errors=True)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return MorrisTable(final)


def unfinished(directory: Path) -> list[Subspace]:
    """Return the tables in `directory` that are being written or that killed builds have left."""
    names = [path.name.removeprefix(_WRITING) for path in directory.glob(f"{_WRITING}morris-*")]
    return _tables(names)


def unfinished_path(directory: Path, table: Subspace) -> Path:
    """Return the path of a table while it is being written."""
    return directory / f"{_WRITING}{file_name(table)}"


def _stream(layout: Layout) -> str:
    """Return the name of the stream of a table."""
    return CODES if layout.distances else RESULTS


def _frames(
    layout: Layout, values: Codes, threads: int, check: Check, digested: Callable[[bytes], None]
) -> Iterator[Frame]:
    """Pack the chunks; call `digested` with the SHA-256 of each one's values, in order."""
    stream, level = _stream(layout), COMPACT_LEVEL if layout.compact else codec.LEVEL

    def pack(number: int) -> codec.Frame:
        check()
        side, rows = layout.rows_of(number)
        codes = values[side, rows]
        stored = layout.packed(OUTCOMES[codes] if layout.compact else codes)
        return codec.pack(stored, layout.chunk_size, level)

    for number, frame in enumerate(codec.mapped(pack, layout.chunks, threads)):
        digested(frame.digest)
        yield Frame(stream, number, bytes(frame.packed))


def _info(own: Mapping[str, Any], size: int) -> MorrisInfo:
    info = sharded.info_of(MorrisInfo, own, size)
    if info.format not in (FORMAT, *ZARR_FORMATS):
        raise ValueError("format")
    if not {*info.counts, *info.longest} <= {PRIMARY, OTHER}:
        raise ValueError(f"{PRIMARY}, {OTHER}")
    if info.material != str(table_of(info.material)):
        raise ValueError("material")
    return info

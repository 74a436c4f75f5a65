"""Tables on disk: a Zarr 3 array a table, with metadata that vouch for every byte of it.

A table is a directory `KBNvK.zarr`: `zarr.json` and shards (see `packing`) that any Zarr reader
opens. The attributes hold what `TableInfo` says, the size and CRC-32C of each shard and of its
index, and a SHA-256 of `zarr.json` itself; each chunk carries the checksum of its values. So
nothing can be missing or altered unnoticed.

Reading is done here, since that is a file and a zstd frame, while importing Zarr takes longer than
a thousand probes, its event loop lives in a thread, and to Zarr a missing shard is one full of
zeros. Writing is `draft`'s.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.chess.material import Material, MaterialError
from millmate.tablebase import packing
from millmate.tablebase.layout import Layout
from millmate.tablebase.orders import fill_orders
from millmate.tablebase.packing import UnsoundError

FORMAT = 2
SUFFIX = ".zarr"
METADATA = "zarr.json"
KEY = "millmate"
# Tables up to this size are read and checked as a whole when they are opened.
_CHECK_AT_ONCE = 4_000_000


class TableError(MillMateError):
    """A table is damaged, truncated, altered or of another format; delete and rebuild it."""

    def __init__(self, path: Path, fault: str) -> None:
        """Say what is wrong with the table at `path` and how to mend it."""
        super().__init__(
            f"table {path.name.removesuffix(SUFFIX)} is damaged ({fault}): "
            f"delete {path} and build it again"
        )
        self.path, self.fault = path, fault

    def __reduce__(self) -> tuple[type["TableError"], tuple[Path, str]]:
        """Cross a process boundary whole."""
        return TableError, (self.path, self.fault)


@dataclass(frozen=True, slots=True)
class SideCounts:
    """Positions with one side to move, distinct up to the board's symmetry.

    Like pieces count in every order (KBBvK has each position twice). `plies[n]` is the number of
    positions decided in exactly n plies: mated in n for even n, won in n for odd n.
    """

    wins: int
    draws: int
    losses: int
    plies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What a table says about itself.

    `longest` holds, for `white` and `black`, the longest win in moves with the winner to move (0
    where that side never wins), `longest_fens` one such position each ("" where there is none);
    `counts` is keyed by the side to move, `white` or `black`. `bytes` counts on disk,
    `cpu_seconds` is the building of this table alone, `verified` whether every value was checked.
    `checksum` is that of the values, the same on every machine: the SHA-256 of the SHA-256 digests
    of the chunks' values, chunk by chunk.
    """

    material: str
    bytes: int
    verified: bool
    longest: dict[str, int]
    longest_fens: dict[str, str]
    counts: dict[str, SideCounts]
    cpu_seconds: float
    format: int
    checksum: str
    created: str
    program: str


def table_path(directory: Path, material: Material | str) -> Path:
    """Return where the table of the canonical `material` lives."""
    return directory / f"{material}{SUFFIX}"


def exists(directory: Path, material: Material | str) -> bool:
    """Tell whether there is a table of `material`, sound or not."""
    return table_path(directory, material).is_dir()


def disk_bytes(path: Path) -> int:
    """Return the size of all files below `path` in bytes."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


# Reading ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard's file as it was written: its bytes, their CRC-32C, and its index's."""

    bytes: int
    crc32c: int
    index_crc32c: int


class Table:
    """A finished table, open for reading; safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the table and check it: its metadata, its files' sizes, all of it if it is small.

        Raises:
            TableError: It is damaged or of another format.
        """
        self.path = path
        document = _metadata(path)
        own = document["attributes"][KEY]
        try:
            self._shards = [Shard(*shard) for shard in own["shards"]]
            self.layout = Layout(Material.parse(own["material"]))
            self.info = _info(path, own, sum(shard.bytes for shard in self._shards))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise TableError(path, f"{METADATA} lacks something: {error}") from None
        self._check_shape(document)
        for number in range(len(self._shards)):
            self._check_shard(number)
        self._indexes: dict[int, NDArray[np.uint64]] = {}
        self._shared = packing.Recent[int]()

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk (see `Layout.chunk_of`), like pieces as they are stored.

        Raises:
            TableError: The chunk is missing, truncated or altered.
        """
        out = np.empty(self.layout.chunk_size, np.uint8)
        self._read(number, 1, out, 1)
        return out.tobytes()

    def slice_values(
        self,
        turn: bool,
        number: int = 0,
        out: NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> NDArray[np.uint8]:
        """Return `values[word, word king]` of a slice, like pieces in every order.

        Args:
            turn: The side to move.
            number: The slice; tables without pawns have but one.
            out: Where to put the values, if not into a new array.
            threads: How many threads share the work.

        Raises:
            TableError: A chunk of it is missing, truncated or altered.
        """
        layout = self.layout
        values = np.empty((layout.words, 64), np.uint8) if out is None else out
        start = (number if turn else number + layout.slices) * layout.slice_size
        first, offset = layout.chunk_of(start)
        if layout.chunk_slices > 1:
            shared = self._shared.get(first, lambda: self.chunk(first))
            values.reshape(-1)[:] = np.frombuffer(shared, np.uint8)[offset:][: layout.slice_size]
            return values
        self._read(first, layout.slice_chunks, values, threads)
        fill_orders(layout, values)
        return values

    def values(self) -> NDArray[np.uint8]:
        """Return the whole table as `values[side to move, index, square]`, slice after slice."""
        layout = self.layout
        all_values = np.empty((2, layout.slices, layout.words, 64), np.uint8)
        for turn in (True, False):
            for number in range(layout.slices):
                self.slice_values(turn, number, all_values[0 if turn else 1, number])
        return all_values.reshape(2, -1, 64)

    def _read(self, first: int, chunks: int, out: NDArray[np.uint8], threads: int) -> None:
        """Unpack chunks that follow each other into `out`."""
        done, parts = 0, out.reshape(chunks, -1)
        while done < chunks:
            shard, inside = self._shard_of(first + done)
            number = min(chunks - done, self.layout.shard_chunks - inside)
            try:
                frames = self._frames(shard, inside, number)
                packing.unpack_all(frames, parts[done : done + number], threads)
            except UnsoundError as error:
                raise TableError(self.path, f"shard {shard}: {error}") from None
            done += number

    def _shard_of(self, chunk: int) -> tuple[int, int]:
        """Return the number of the shard that holds a chunk, and where in it."""
        side, at = divmod(chunk, self.layout.side_chunks)
        shard, inside = divmod(at, self.layout.shard_chunks)
        return side * self.layout.side_shards + shard, inside

    def _frames(self, shard: int, first: int, number: int) -> list[memoryview]:
        """Return the packed bytes of chunks of a shard, which lie one after the other."""
        index = self._index(shard)[first : first + number].tolist()
        start, end = index[0][0], index[-1][0] + index[-1][1]
        packed = memoryview(self._bytes(shard, start, end - start))
        return [packed[at - start : at - start + length] for at, length in index]

    def _index(self, shard: int) -> NDArray[np.uint64]:
        if shard not in self._indexes:
            size = packing.index_size(self.layout.shard_chunks)
            raw = self._bytes(shard, self._shards[shard].bytes - size, size)
            if int.from_bytes(raw[-4:], "little") != self._shards[shard].index_crc32c:
                raise UnsoundError("the index is not what was written")
            self._indexes[shard] = packing.read_index(raw, self.layout.shard_chunks)
        return self._indexes[shard]

    def _bytes(self, shard: int, start: int, length: int) -> bytes:
        try:
            with self._shard_path(shard).open("rb") as file:
                file.seek(start)
                content = file.read(length)
        except OSError as error:
            raise TableError(self.path, f"shard {shard}: {error.strerror}") from None
        if len(content) != length:
            raise TableError(self.path, f"shard {shard} is truncated")
        return content

    def _shard_path(self, number: int) -> Path:
        return self.path / packing.shard_name(self.layout, number)

    def _check_shard(self, number: int) -> None:
        """Read the shard of a small table; of a large one, see that it has its size."""
        shard = self._shards[number]
        try:
            size = self._shard_path(number).stat().st_size
        except OSError as error:
            raise TableError(self.path, f"shard {number}: {error.strerror}") from None
        if size != shard.bytes:
            raise TableError(self.path, f"shard {number} has the wrong length")
        if self.info.bytes > _CHECK_AT_ONCE:
            return
        if google_crc32c.value(self._bytes(number, 0, size)) != shard.crc32c:
            raise TableError(self.path, f"shard {number} is not what was written")

    def _check_shape(self, document: Mapping[str, Any]) -> None:
        if self.path.name != f"{self.layout.material}{SUFFIX}":
            raise TableError(self.path, f"it holds {self.layout.material}")
        if document != packing.document(self.layout, document["attributes"]):
            raise TableError(self.path, "its shape is not that of its material")
        if len(self._shards) != 2 * self.layout.side_shards:
            raise TableError(self.path, "its list of shards is not complete")


def infos(directory: Path) -> list[TableInfo]:
    """Return what the sound tables in `directory` say of themselves, smaller ones first."""
    return survey(directory)[0]


def survey(directory: Path) -> tuple[list[TableInfo], list[TableError]]:
    """Return what the sound tables in `directory` say, and what is wrong with the others."""
    sound: list[TableInfo] = []
    damaged: list[TableError] = []
    for material in materials(directory):
        try:
            sound.append(Table(table_path(directory, material)).info)
        except TableError as error:
            damaged.append(error)
    return sound, damaged


def materials(directory: Path) -> list[Material]:
    """Return the materials with a table in `directory`, sound or not, smaller ones first."""
    found = []
    for path in directory.glob(f"[!.]*{SUFFIX}") if directory.is_dir() else ():
        try:
            material = Material.parse(path.name.removesuffix(SUFFIX))
        except MaterialError:
            continue
        if path.is_dir() and path == table_path(directory, material):
            found.append(material)
    return sorted(found)


def _metadata(path: Path) -> dict[str, Any]:
    """Return the checked content of `zarr.json`."""
    try:
        document: dict[str, Any] = json.loads((path / METADATA).read_bytes())
        own = document["attributes"][KEY]
        if own["format"] != FORMAT:
            raise TableError(
                path, f"its format is {own['format']}, this program reads format {FORMAT}"
            )
        if own["metadata_checksum"] != metadata_checksum(document):
            raise TableError(path, "its metadata are not what was written")
    except OSError as error:
        raise TableError(path, f"{METADATA}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise TableError(path, f"{METADATA} is not that of a table") from None
    return document


def metadata_checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a table's metadata, this checksum in them left out."""
    own = {k: v for k, v in document["attributes"][KEY].items() if k != "metadata_checksum"}
    bare = {**document, "attributes": {**document["attributes"], KEY: own}}
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()


def _info(path: Path, own: Mapping[str, Any], shard_bytes: int) -> TableInfo:
    said = {f.name: own[f.name] for f in fields(TableInfo) if f.name not in ("bytes", "counts")}
    counts = {
        side: SideCounts(**{**counted, "plies": tuple(counted["plies"])})
        for side, counted in own["counts"].items()
    }
    size = shard_bytes + (path / METADATA).stat().st_size
    return TableInfo(bytes=size, counts=counts, **said)


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return `facts` as JSON gives them back, so that a checksum survives the round trip."""
    through: dict[str, Any] = json.loads(json.dumps(facts, default=asdict))
    return through

"""Zarr arrays, which tables of earlier versions are, of both games; and faults of any table.

A directory holds `zarr.json` and shards (see `codec`) that any Zarr 3 reader opens. The attributes
contain the size and CRC-32C of each shard and of its index, and a SHA-256 of `zarr.json` itself;
each chunk carries the checksum of its values.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.decoder import Care, decode
from millmate.errors import MillMateError, quote_error
from millmate.files import sync, write_atomically
from millmate.games.chess.material import FACING
from millmate.language import tr
from millmate.regular_files import open_regular, read_part
from millmate.tablebase import codec
from millmate.tablebase.codec import Frame, Grid, UnsoundError, Values

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Name = TypeVar("Name")
Info = TypeVar("Info", bound="DataclassInstance")

SUFFIX = ".zarr"
METADATA = "zarr.json"
KEY = "millmate"
_LARGEST_METADATA = 16_000_000  # bytes; the largest six-man table has 1 MB


class TableError(MillMateError):
    """A table is damaged, truncated, altered or of another format; delete and rebuild it."""

    def __init__(self, path: Path, fault: str) -> None:
        """Describe the fault of the table at `path` and the remedy."""
        facing = path.parent.name == FACING
        self.table = path.stem.replace("P", "p") if facing else path.stem
        super().__init__(
            tr(
                "table {table} is damaged ({fault}): delete {path} and build it again",
                table=self.table,
                fault=fault,
                path=path,
            )
        )
        self.path, self.fault = path, fault

    def __reduce__(self) -> tuple[type["TableError"], tuple[Path, str]]:
        """Survive pickling with both fields."""
        return TableError, (self.path, self.fault)


def disk_bytes(path: Path) -> int:
    """Return the size of all files below `path` in bytes."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


# Reading ------------------------------------------------------------------------------------------


class ShardedArray:
    """An array on disk, open for reading; safe from several threads."""

    def __init__(self, path: Path, document: Mapping[str, Any], name: str, grid: Grid) -> None:
        """Check the array at `path`: its metadata and its files' sizes.

        Args:
            path: Its directory.
            document: Its metadata, as `metadata` returns them.
            name: The name in the metadata; the directory must have the same.
            grid: Its chunks and shards.

        Raises:
            TableError: It is damaged.
        """
        self.path, self._grid = path, grid
        self._indexes: dict[int, NDArray[np.uint64]] = {}
        with lacking(path):
            shards = document["attributes"][KEY]["shards"]
            self._shards = decode(tuple[tuple[int, int, int], ...], shards)
        self.payload_bytes = sum(size for size, *_ in self._shards)
        self.bytes = self.payload_bytes + (path / METADATA).stat().st_size
        if path.name != f"{name}{SUFFIX}":
            raise TableError(path, tr("it holds {name}", name=name))
        if document != codec.document(grid, document["attributes"]):
            raise TableError(path, tr("its shape does not match its material"))
        if len(self._shards) != grid.sides * grid.side_shards:
            raise TableError(path, tr("its list of shards is not complete"))
        for number, (size, *_) in enumerate(self._shards):
            with self._explained(number):
                if self._shard_path(number).stat().st_size != size:
                    raise UnsoundError(tr("it has the wrong length"))

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk, as they are stored.

        Raises:
            TableError: The chunk is missing, truncated or altered.
        """
        values = np.empty(self._grid.chunk_size, np.uint8)
        self.fill(number, values)
        return values.tobytes()

    def fill(self, first: int, out: Values, threads: int = 1) -> None:
        """Unpack whole consecutive chunks into `out`; raises as `chunk` does."""
        parts = out.reshape(-1, self._grid.chunk_size)

        def unpack(at: int) -> None:
            shard, inside = self._grid.shard_of(first + at)
            with self._explained(shard):
                start, length = self._index(shard)[inside].tolist()
                codec.unpack(self._bytes(shard, start, length), parts[at])

        codec.do(unpack, len(parts), threads)

    def _index(self, shard: int) -> NDArray[np.uint64]:
        if shard not in self._indexes:
            size, *_, crc = self._shards[shard]
            length = 16 * self._grid.shard_chunks
            raw = self._bytes(shard, size - length - 4, length)
            if google_crc32c.value(raw) != crc:
                raise UnsoundError(tr("the index is corrupted"))
            self._indexes[shard] = np.frombuffer(raw, "<u8").reshape(-1, 2)
        return self._indexes[shard]

    def _bytes(self, shard: int, start: int, length: int) -> bytes:
        """Return bytes of a shard; never allocates more than its file holds."""
        found = b""
        if 0 <= start <= start + length <= self._shards[shard][0]:
            found = read_part(self._shard_path(shard), start, length)
        if len(found) != length:
            raise UnsoundError(tr("it is truncated"))
        return found

    @contextmanager
    def _explained(self, shard: int) -> Iterator[None]:
        """Turn errors over a shard's file into a `TableError`."""
        try:
            yield
        except (OSError, UnsoundError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            fault = tr("shard {shard}: {error}", shard=shard, error=why)
            raise TableError(self.path, fault) from None

    def _shard_path(self, number: int) -> Path:
        return self.path / codec.shard_name(self._grid, number)


@contextmanager
def lacking(path: Path) -> Iterator[None]:
    """Turn errors over missing or wrong metadata into a `TableError`."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise TableError(
            path,
            tr(
                "{metadata} is incomplete: {error}",
                metadata=METADATA if path.is_dir() else path.name,
                error=quote_error("Python", error),
            ),
        ) from None


def metadata(path: Path, format_: int) -> dict[str, Any]:
    """Return the checked content of a `zarr.json` of this format.

    Raises:
        TableError: It is damaged or of another format.
    """
    try:
        with open_regular(path / METADATA) as file:
            content = file.read(_LARGEST_METADATA + 1)
        if len(content) > _LARGEST_METADATA:
            raise TableError(path, tr("{metadata} is too large", metadata=METADATA))
        document: dict[str, Any] = json.loads(content)
        own = document["attributes"][KEY]
        if own["format"] != format_:
            raise TableError(
                path,
                tr(
                    "its format is {own}, this program reads format {format}",
                    own=own["format"],
                    format=format_,
                ),
            )
        if own["metadata_checksum"] != metadata_checksum(document):
            raise TableError(path, tr("its metadata are corrupted"))
    except OSError as error:
        raise TableError(path, f"{METADATA}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TableError(
            path, tr("{metadata} does not describe a table", metadata=METADATA)
        ) from None
    return document


def info_of(kind: type[Info], own: Mapping[str, Any], bytes_: int) -> Info:
    """Return a table's attributes `own` as the dataclass `kind`.

    `kind` has at least the fields `longest` and `bytes`.

    Raises:
        KeyError, TypeError, ValueError: Something is missing, of the wrong type or impossible.
    """
    info = decode(kind, {**own, "bytes": bytes_}, Care.KNOWN)
    if any(longest < 0 for longest in own["longest"].values()):
        raise ValueError("longest")
    return info


def metadata_checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a table's metadata without this checksum."""
    own = {k: v for k, v in document["attributes"][KEY].items() if k != "metadata_checksum"}
    bare = {**document, "attributes": {**document["attributes"], KEY: own}}
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return `facts` after a JSON round trip, so that checksums match later."""
    through: dict[str, Any] = json.loads(json.dumps(facts, default=asdict))
    return through


# Writing ------------------------------------------------------------------------------------------


def write(
    path: Path, grid: Grid, frames: Callable[[int], Iterable[Frame]], facts: Mapping[str, Any]
) -> str:
    """Write an array into the directory `path`, flush it to disk and return its checksum.

    `frames` returns those of a shard's chunks. The metadata are `facts`, the shards and the
    checksum of the values: the SHA-256 of the SHA-256 digests of the values, chunk by chunk.

    Raises:
        OSError: The directory cannot be written or is full.
    """
    checksum = hashlib.sha256()
    shards = []
    for number in range(grid.sides * grid.side_shards):
        file = path / codec.shard_name(grid, number)
        path.mkdir(exist_ok=True)  # fails where its folder has gone
        file.parent.mkdir(parents=True, exist_ok=True)
        shards.append(_write_shard(file, grid, frames(number), checksum.update))
    own = plain({**facts, "checksum": checksum.hexdigest(), "shards": shards})
    document = codec.document(grid, {KEY: own})
    own["metadata_checksum"] = metadata_checksum(document)
    write_atomically(path / METADATA, json.dumps(document).encode())
    for place in (*(place for place in path.rglob("*") if place.is_dir()), path):
        sync(place)
    return checksum.hexdigest()


def _write_shard(
    path: Path, grid: Grid, frames: Iterable[Frame], digested: Callable[[bytes], None]
) -> tuple[int, int, int]:
    """Write a shard; call `digested` with the digest of each chunk's values.

    Returns its size in bytes, its CRC-32C and that of its index.
    """
    lengths, crc = [], 0
    with path.open("xb") as file:
        for frame in frames:
            file.write(frame.packed)
            crc = google_crc32c.extend(crc, bytes(frame.packed))
            lengths.append(len(frame.packed))
            digested(frame.digest)
        index = codec.shard_index(lengths, grid.shard_chunks)
        file.write(index)
        file.flush()
        os.fsync(file.fileno())
    size, own = sum(lengths) + len(index), int.from_bytes(index[-4:], "little")
    return size, google_crc32c.extend(crc, index), own

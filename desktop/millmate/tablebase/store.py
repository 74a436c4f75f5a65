"""Tables on disk: a Zarr 3 array a table, with metadata that vouch for every byte of it.

A table is a directory `KBNvK.zarr`: `zarr.json` and one file a chunk, zstd with crc32c, that any
Zarr reader opens. The attributes hold what `TableInfo` says, the size and SHA-256 of each chunk's
file, and a SHA-256 of `zarr.json` itself, so that nothing can be missing or altered unnoticed.

Zarr writes (`write`); reading is done here, since that is a file, a hash and a zstd frame, while
importing Zarr takes longer than a thousand probes, its event loop lives in a thread, and to Zarr a
missing chunk is one full of zeros.
"""

import asyncio
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from millmate.errors import MillMateError
from millmate.games.chess.material import Material, MaterialError
from millmate.tablebase.layout import Layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
SUFFIX = ".zarr"
_METADATA = "zarr.json"
_KEY = "millmate"
_ZSTD_LEVEL = 9
# Tables up to this size are read and checked as a whole when they are opened.
_CHECK_AT_ONCE = 32_000_000


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


class Table:
    """A finished table, open for reading; safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the table and check it: its metadata, and all chunks if it is small.

        Raises:
            TableError: It is damaged or of another format.
        """
        self.path = path
        document = _metadata(path)
        own = document["attributes"][_KEY]
        self._chunks: list[tuple[int, str]]
        try:
            self._chunks = [(size, digest) for size, digest in own["chunks"]]
            self.layout = Layout(Material.parse(own["material"]))
            self.info = _info(path, own, sum(size for size, _ in self._chunks))
            self._check_shape(document)
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(path, f"{_METADATA} lacks something: {error}") from None
        for number in range(len(self._chunks)):
            self._check_chunk(number)

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk, checked against its checksum.

        Raises:
            TableError: The chunk is missing, truncated or altered.
        """
        from numcodecs import zstd

        packed = self._packed(number)
        try:
            values = bytes(zstd.decompress(packed[:-4]))
        except (RuntimeError, ValueError) as error:
            raise TableError(self.path, f"chunk {number}: {error}") from None
        if len(values) != self.layout.chunk_size:
            raise TableError(self.path, f"chunk {number} has the wrong length")
        return values

    def values(self) -> "NDArray[np.uint8]":
        """Return the whole table as `values[side to move, index, square]`."""
        import numpy as np

        flat = bytearray().join(self.chunk(number) for number in range(len(self._chunks)))
        return np.frombuffer(flat, np.uint8).reshape(2, self.layout.words, 64)

    def _packed(self, number: int) -> bytes:
        try:
            packed = _chunk_path(self.path, self.layout, number).read_bytes()
        except OSError as error:
            raise TableError(self.path, f"chunk {number}: {error.strerror}") from None
        if hashlib.sha256(packed).hexdigest() != self._chunks[number][1]:
            raise TableError(self.path, f"chunk {number} is not what was written")
        return packed

    def _check_chunk(self, number: int) -> None:
        """Read the chunk of a small table; of a large one, see that it has its size."""
        if self.info.bytes <= _CHECK_AT_ONCE:
            self._packed(number)
            return
        file = _chunk_path(self.path, self.layout, number)
        if not file.is_file() or file.stat().st_size != self._chunks[number][0]:
            raise TableError(self.path, f"chunk {number} is missing or truncated")

    def _check_shape(self, document: Mapping[str, Any]) -> None:
        layout = self.layout
        if self.path.name != f"{layout.material}{SUFFIX}":
            raise TableError(self.path, f"it holds {layout.material}")
        grid = document["chunk_grid"]["configuration"]["chunk_shape"]
        if tuple(document["shape"]) != layout.shape or tuple(grid) != layout.chunk_shape:
            raise TableError(self.path, "its shape is not that of its material")
        if len(self._chunks) * layout.chunk_size != 2 * layout.words * 64:
            raise TableError(self.path, "its list of chunks is not complete")


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
        document: dict[str, Any] = json.loads((path / _METADATA).read_bytes())
        own = document["attributes"][_KEY]
        if own["format"] != FORMAT:
            raise TableError(
                path, f"its format is {own['format']}, this program reads format {FORMAT}"
            )
        if own["checksum"] != _checksum(document):
            raise TableError(path, "its metadata are not what was written")
    except OSError as error:
        raise TableError(path, f"{_METADATA}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise TableError(path, f"{_METADATA} is not that of a table") from None
    return document


def _checksum(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a table's metadata, the checksum in them left out."""
    own = {k: v for k, v in document["attributes"][_KEY].items() if k != "checksum"}
    bare = {**document, "attributes": {**document["attributes"], _KEY: own}}
    return hashlib.sha256(json.dumps(bare, sort_keys=True).encode()).hexdigest()


def _info(path: Path, own: Mapping[str, Any], chunk_bytes: int) -> TableInfo:
    said = {f.name: own[f.name] for f in fields(TableInfo) if f.name not in ("bytes", "counts")}
    counts = {
        side: SideCounts(**{**counted, "plies": tuple(counted["plies"])})
        for side, counted in own["counts"].items()
    }
    size = chunk_bytes + (path / _METADATA).stat().st_size
    return TableInfo(bytes=size, counts=counts, **said)


def _chunk_path(path: Path, layout: Layout, number: int) -> Path:
    """Return the file of the chunk, `c/` and its place along each axis."""
    axes = [size // chunk for size, chunk in zip(layout.shape, layout.chunk_shape, strict=True)]
    places = []
    for axis in reversed(axes):
        number, place = divmod(number, axis)
        places.append(str(place))
    return path.joinpath("c", *reversed(places))


# Writing ------------------------------------------------------------------------------------------


def write(path: Path, layout: Layout, values: "NDArray[np.uint8]") -> None:
    """Write the values of a new table to `path`; `seal` makes a table of it.

    Raises:
        OSError: The directory cannot be written or is full.
    """
    # Run here and now: Zarr's other way keeps an event loop in a thread of its own for good.
    asyncio.run(_write(path, layout, values.reshape(layout.shape)))


async def _write(path: Path, layout: Layout, values: "NDArray[np.uint8]") -> None:
    from zarr.api.asynchronous import create_array
    from zarr.codecs import Crc32cCodec, ZstdCodec

    array = await create_array(
        store=str(path),
        shape=layout.shape,
        chunks=layout.chunk_shape,
        dtype="uint8",
        fill_value=0,
        compressors=[ZstdCodec(level=_ZSTD_LEVEL), Crc32cCodec()],
        dimension_names=["side to move", "index king", *layout.names, "word king"],
        config={"write_empty_chunks": True},
    )
    await array.setitem(Ellipsis, values)


def seal(path: Path, layout: Layout, facts: Mapping[str, Any]) -> None:
    """Put the metadata of a written table in, and all of it safely on disk.

    `facts` are the fields of `TableInfo` that the table itself does not tell, and whatever else
    is worth keeping.
    """
    document = json.loads((path / _METADATA).read_bytes())
    number_of_chunks = 2 * layout.words * 64 // layout.chunk_size
    chunks = []
    for number in range(number_of_chunks):
        packed = _chunk_path(path, layout, number).read_bytes()
        chunks.append([len(packed), hashlib.sha256(packed).hexdigest()])
    own = {"format": FORMAT, **_plain(facts), "chunks": chunks}
    document["attributes"][_KEY] = own
    own["checksum"] = _checksum(document)
    (path / _METADATA).write_text(json.dumps(document), encoding="utf-8")
    for place in (*path.rglob("*"), path):
        _sync(place)


def publish(path: Path, directory: Path, layout: Layout) -> Path:
    """Give the sealed table at `path` its name in `directory`, unless there is one by now."""
    final = table_path(directory, layout.material)
    try:
        path.rename(final)
    except OSError:
        if not final.is_dir():
            raise
    _sync(directory)
    return final


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return `facts` as JSON gives them back, so that a checksum survives the round trip."""
    plain: dict[str, Any] = json.loads(json.dumps(facts, default=asdict))
    return plain


def _sync(place: Path) -> None:
    """Have the system put a file or directory on disk."""
    if place.is_dir() and os.name == "nt":  # Windows opens no directories
        return
    handle = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

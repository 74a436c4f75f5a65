"""An unfinished table: its finished slices, safe on disk, and how it becomes a table.

A draft is a directory `.building-KRPvKR` beside the tables, shared by all threads that work on the
table. It has two files (see `container`): the table, packed (see `packing`), and its *plane*, the
codes of all positions, which other tables are built from. A table whose slices do not fit in memory
has one file, with codes. Each `put` appends some slices, complete or not at all, so that a build
that was stopped or killed resumes from there. `finish` completes the files and gives them their
names.
"""

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from zstandard import ZstdCompressionParameters

from millmate import __version__
from millmate.errors import MillMateError
from millmate.files import sweep, sync
from millmate.games.chess.material import FACING, Material
from millmate.tablebase import codec, compact_table, estimates, reach_file, store
from millmate.tablebase.blocks import LOSSES, RESULTS
from millmate.tablebase.codec import BLOCK, UnsoundError
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.container import Frame, Put, Unfinished, description_of
from millmate.tablebase.full_table import FORMAT, SUFFIX, FullTable
from millmate.tablebase.layout import Layout
from millmate.tablebase.packing import Packing
from millmate.tablebase.sharded import plain
from millmate.tablebase.slices import CODES, MORE, Slices, streams_of
from millmate.tablebase.table import Table, stored_once

_PREFIX = ".building-"
_PROGRAM = f"millmate {__version__}"
# Level 1 of zstd is the fastest; matches of at least seven bytes save 2 % and cost no time.
_LEVEL = ZstdCompressionParameters.from_level(1, source_size=BLOCK, min_match=7)

Values = NDArray[np.uint8]


def draft_path(directory: Path, material: Material | str) -> Path:
    own = directory / (material if isinstance(material, str) else material.path)
    return own.with_name(f"{_PREFIX}{own.name}")


def _file_in(path: Path, material: Material) -> Path:
    """Return the file in the draft `path`."""
    return path / f"{material.whole}{SUFFIX}"


def drafts(directory: Path) -> list[Material]:
    """Return the materials with a draft in `directory`, smaller ones first."""
    found = []
    for path in (*directory.glob(f"{_PREFIX}*"), *(directory / FACING).glob(f"{_PREFIX}*")):
        material = store.named(path.parent.name == FACING, path.name.removeprefix(_PREFIX))
        if material is not None and _file_in(path, material).is_file():
            found.append(material)
    return sorted(found)


class Assembled(NamedTuple):
    """A completed table: its codes, and how it is packed, if it is."""

    codes: FullTable
    packed: CompactTable | None


class Draft(Slices):
    """A table that is being built; safe from several threads, of one process at a time.

    `discarded` says why an earlier draft had to be discarded, "" if none was.
    """

    def __init__(self, directory: Path, material: Material) -> None:
        """Open the draft of the canonical `material` in `directory`, or create one.

        A draft of another version of the program is discarded.

        Raises:
            OSError: The directory cannot be written or is full.
        """
        self.directory, self.path = directory, draft_path(directory, material)
        self.discarded = ""
        self._about: dict[str, Any] = {}
        layout = reach_file.layout_in(directory, material)
        # From a position, moves lead to places without a table: wins are not found again by a ply.
        packable = layout.reach is None or material.facing
        self._packing = (
            Packing(layout, store.packed_by_other_metric(directory, material))
            if packable and not estimates.large(material)
            else None
        )
        self._file, self._plane = self._opened(layout)
        super().__init__(layout, [self._plane, self._file])

    @property
    def workspace(self) -> Path:
        """The working directory of an out-of-core search."""
        return self.path / "work"

    @property
    def begun(self) -> bool:
        return bool(self.done()) or self.workspace.is_dir()

    def done(self) -> set[int]:
        """Return the stored slices."""
        return _jobs_in(self._file).keys() & _jobs_in(self._plane).keys()

    def facts(self) -> list[dict[str, Any]]:
        """Return the stored facts, in the order of the slices."""
        puts = {put.start: put for put in _jobs_in(self._file).values()}
        ordered = sorted(puts.values(), key=lambda put: put.facts["numbers"])
        return [put.facts["facts"] for put in ordered]

    def put(
        self,
        numbers: Sequence[int],
        values: Values,
        facts: Mapping[str, Any],
        threads: int = 1,
        more: Values | None = None,
    ) -> None:
        """Compress finished slices and store them safely on disk.

        Args:
            numbers: The slices, in any order; all of those that share blocks (see `Layout.group`).
            values: `values[side to move, slice, word, lane king]`, slices as in `numbers`, like
                pieces in every order.
            facts: The facts to store about them, JSON-serializable (see `facts`).
            threads: The number of threads.
            more: The excess of distances over 127, likewise, None without any.

        Raises:
            OSError: The directory cannot be written or is full; earlier slices are intact.
        """
        groups = _groups(self.layout, numbers)
        told = _told(numbers, facts, _digests(values, more, threads))
        codes = self._codes(numbers, groups, {CODES: values, MORE: more}, threads)
        self._store(told, codes, self._results(numbers, groups, values, threads))

    def _store(
        self, told: Mapping[str, Any], codes: Iterable[Frame], results: Iterable[Frame]
    ) -> None:
        """Append the frames of some slices to the plane, and those of the table if it is packed."""
        self._plane.put(codes, told)
        if self._packing is not None:  # digests are not kept with the table for good
            kept = {name: fact for name, fact in told.items() if name != "digests"}
            self._file.put(results, kept)

    def _codes(
        self,
        numbers: Sequence[int],
        groups: Sequence[Sequence[int]],
        planes: Mapping[str, Values | None],
        threads: int,
    ) -> Iterator[Frame]:
        """Yield the frames of the plane."""
        layout = self.layout
        chunks = range(layout.slice_chunks if layout.group == 1 else 1)
        jobs = [
            (stream, plane[side], side == 0, group, chunk)
            for stream, plane in planes.items()
            if plane is not None
            for side in (0, 1)
            for group in groups
            for chunk in chunks
        ]

        def pack(job: int) -> list[Frame]:
            stream, plane, turn, group, chunk = jobs[job]
            first = layout.block_at(turn, numbers[group[0]])[0]
            if layout.group > 1:
                return _packed(stream, first, plane[group])
            part = plane[group[0]].reshape(len(chunks), -1)[chunk]
            block = first + chunk * part.size // BLOCK
            return _packed(stream, block, stored_once(layout, chunk, part))

        return chain.from_iterable(codec.mapped(pack, len(jobs), threads))

    def _results(
        self,
        numbers: Sequence[int],
        groups: Sequence[Sequence[int]],
        values: Values,
        threads: int,
    ) -> Iterator[Frame]:
        """Yield the frames of the table, none if it is not packed."""
        if self._packing is None:
            return
        for group in groups:
            own = [numbers[at] for at in group]
            part = [side[group] if len(group) > 1 else side[group[0]] for side in values]
            yield from self._packing.frames(own, part, threads)

    def put_from(self, table: Table, numbers: Sequence[int], threads: int = 1) -> None:
        """Store slices of a finished table, without facts; raises as `put` and the table do."""
        values, more = table.read_slices(numbers, threads)
        self.put(numbers, values, {}, threads, more)

    def stage(self, planes: Sequence[Iterable[Values]], threads: int = 1) -> list[str]:
        """Compress the only slice, which may still be wrong; `accept` stores it.

        Args:
            planes: The codes with White and with Black to move, and then, if there are distances
                above 127, their excess, likewise; each in parts of whole blocks, like
                pieces where their squares ascend.
            threads: The number of threads.

        Returns:
            The checksums of the slice with either side to move, for `accept`.

        Raises:
            OSError: The directory cannot be written or is full.
        """
        digests = [hashlib.sha256(), hashlib.sha256()]

        def packed() -> Iterator[Frame]:
            for number, plane in enumerate(planes):
                stream, side = (CODES, MORE)[number // 2], number % 2
                block, _ = self.layout.block_at(side == 0, 0)
                for part in plane:
                    digests[side].update(part.data)
                    blocks = list(part.reshape(-1, BLOCK))
                    pack = partial(_packed_block, stream, block, blocks)
                    yield from codec.mapped(pack, len(blocks), threads)
                    block += len(blocks)

        self._file.cut()
        self._file.put(packed(), ends=False)
        return [digest.hexdigest() for digest in digests]

    def accept(self, digests: Sequence[str], facts: Mapping[str, Any]) -> None:
        """Store a staged slice with its facts; raises `OSError` where it cannot be written."""
        self._file.put((), _told([0], facts, [[digest] for digest in digests]))

    def tidy(self) -> None:
        """Remove what killed processes left half-written."""
        sweep(self.path)
        self._file.cut()
        self._plane.cut()

    def discard(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    # On a cluster ---------------------------------------------------------------------------------

    def copy(self, numbers: Sequence[int], source: Table) -> None:
        """Store slices of a finished table, without facts; raises as `put` and `source` do."""
        if isinstance(source, Slices):
            self._store(_told(numbers, {}, []), source.packed(numbers), ())
        else:
            self.put_from(source, numbers)

    def take(self, path: Path) -> None:
        """Store the slices in the file of another draft of this table.

        Raises:
            TableError, UnsoundError: The file is damaged.
            OSError: The directory cannot be written or is full.
        """
        other = Unfinished(path)
        for put in other.puts:
            slices, numbers = Slices(self.layout, [other]), put.facts["numbers"]
            results = slices.packed(numbers, (RESULTS, LOSSES))
            self._store(put.facts, slices.packed(numbers), results)

    def extract(self, numbers: Sequence[int], path: Path) -> None:
        """Write slices into a new file, as `take` reads them; raises as `Slices` and `take` do."""
        self._file.look()
        told = _jobs_in(self._plane)[numbers[0]].facts
        streams = {**self._plane.streams, **self._file.streams}
        file = Unfinished(path, {**self._file.description, "streams": streams})
        file.put(self.packed(numbers, tuple(streams)), told)

    # The table ------------------------------------------------------------------------------------

    def finish(self, facts: Mapping[str, Any]) -> Table:
        """Complete the table, give it its name and remove the draft (see `assemble`)."""
        self.assemble(facts)
        return self.publish()

    def assemble(self, facts: Mapping[str, Any]) -> Assembled:
        """Complete the table, for now within the draft.

        `facts` are the fields of `TableInfo` that do not follow from the values and the format,
        and anything else to store.

        Raises:
            MillMateError: Slices are missing, or were damaged on disk and have been removed.
            OSError: The directory cannot be written or is full; the slices are intact.
        """
        layout = self.layout
        missing = set(range(layout.slices)) - self.done()
        if missing:
            raise MillMateError(
                f"{layout.material} is not complete: {len(missing)} of {layout.slices} "
                f"slices are missing, first {min(missing)}"
            )
        files = {id(file): file for file in (self._plane, self._file)}.values()
        if damaged := [block for file in files for _, block in file.damaged()]:
            undone = {number for block in damaged for number in _slices_in(layout, block)}
            self._file.put((), {"undone": sorted(undone)})
            raise MillMateError(
                f"damaged parts of the unfinished {layout.material} were removed: "
                "build it again; the sound parts are reused"
            )
        own = {"format": FORMAT, "material": str(layout.material), "checksum": self._checksum()}
        self._about = plain({**facts, **own})
        self._plane.finish(self._about)
        plane = FullTable(self._plane.path, layout)
        if self._packing is None:
            return Assembled(plane, None)
        packed = {"format": compact_table.FORMAT, "orders": self._packing.orders}
        self._about |= packed | {"more": plane.more_text()}
        self._file.finish(self._about)
        others = store.Others(self.directory)
        return Assembled(plane, CompactTable(self._file.path, others, layout))

    def publish(self, instead: bool = False, **facts: object) -> Table:
        """Give the completed table its name and remove the draft.

        A table that has the name by now stays, unless this one comes `instead`, without its plane.
        `facts` replace those of the table, such as the CPU seconds it has taken until now.

        Raises:
            OSError: The directory cannot be written.
        """
        material = self.layout.material
        final = store.table_path(self.directory, material)
        if instead or not final.exists():
            if facts:
                self._file.finish(self._about | plain(facts))
            self._file.path.replace(final)
            if not (instead or self._plane is self._file):
                self._plane.path.replace(store.plane_path(self.directory, material))
            sync(self.directory)
        self.discard()
        return store.opened(self.directory, material)

    # Contents -------------------------------------------------------------------------------------

    def _opened(self, layout: Layout) -> tuple[Unfinished, Unfinished]:
        """Return the files of the table and of its plane, the same if there is only one.

        Files of another format are replaced by empty ones.
        """
        path = _file_in(self.path, layout.material)
        about: dict[str, Any] = {
            "name": str(layout.material),
            "game": "chess",
            "program": _PROGRAM,
        }
        wanted = {path: {**about, "streams": streams_of(layout)}}
        if self._packing is not None:
            wanted = {path.with_suffix(store.PLANE): wanted[path]}
            results = dict.fromkeys((RESULTS, LOSSES), 2 * layout.side_blocks)
            orders = [list(order) for order in self._packing.orders]
            wanted[path] = {**about, "streams": results, "orders": orders}
        found = {each: _described(each) for each in wanted if each.exists()}
        others = not found and self.path.is_dir() and any(self.path.iterdir())
        if others or any(found[each] != wanted[each] for each in found):
            program = found.get(path, {}).get("program")
            began = f" by {str(program)[:40]}" if program else ""
            self.discarded = (
                f"the unfinished {layout.material} was begun{began} in another format and "
                "is begun anew"
            )
            shutil.rmtree(self.path)
        if layout.material.facing:
            self.path.parent.mkdir(exist_ok=True)
        self.path.mkdir(exist_ok=True)
        opened = {each: Unfinished(each, description) for each, description in wanted.items()}
        return opened[path], next(iter(opened.values()))

    def _checksum(self) -> str:
        """Return the SHA-256 of the SHA-256 of the slices, by side to move and number."""
        digests: list[dict[int, str]] = [{}, {}]
        for put in self._plane.puts:
            for side, told in enumerate(put.facts.get("digests", ())):
                digests[side].update(zip(put.facts["numbers"], told, strict=True))
        whole = hashlib.sha256()
        for of_side in digests:
            for number in range(self.layout.slices):
                whole.update(bytes.fromhex(of_side.get(number, "")))
        return whole.hexdigest()


def _described(path: Path) -> dict[str, Any]:
    """Return the description of an unfinished file, nothing if it is something else."""
    try:
        return description_of(path)
    except UnsoundError:
        return {}


def _jobs_in(file: Unfinished) -> dict[int, Put]:
    """Return by stored slice the put that ended its job."""
    file.look()
    found: dict[int, Put] = {}
    for put in file.puts:
        if put.ends:
            for number in put.facts.get("undone", ()):
                found.pop(number, None)
            found.update(dict.fromkeys(put.facts.get("numbers", ()), put))
    return found


def _groups(layout: Layout, numbers: Sequence[int]) -> list[list[int]]:
    """Return the slices that share blocks: where in `numbers` they are, in the order of blocks."""
    ranks = layout.ranks // layout.group
    sizes = np.bincount(ranks)
    found: dict[int, list[int]] = {}
    for at in sorted(range(len(numbers)), key=lambda at: int(layout.ranks[numbers[at]])):
        found.setdefault(int(ranks[numbers[at]]), []).append(at)
    if any(len(group) != sizes[rank] for rank, group in found.items()):
        raise ValueError("slices that share a block are put together")
    return list(found.values())


def _slices_in(layout: Layout, block: int) -> list[int]:
    """Return the slices that have places in a block."""
    firsts = layout.ranks.astype(np.int64) * layout.slice_size // BLOCK
    each = max(1, layout.slice_size // BLOCK)
    at = block % layout.side_blocks
    found: list[int] = np.flatnonzero((firsts <= at) & (at < firsts + each)).tolist()
    return found


def _packed(stream: str, first: int, values: Values) -> list[Frame]:
    """Return the frames of consecutive blocks from `first` on."""
    flat = np.ascontiguousarray(values).reshape(-1)
    parts = [flat[start : start + BLOCK] for start in range(0, flat.size, BLOCK)]
    return [_packed_block(stream, first, parts, at) for at in range(len(parts))]


def _packed_block(stream: str, first: int, parts: Sequence[Values], at: int) -> Frame:
    # On zeros, `max` is four times as fast as `any`.
    packed = codec.compressed(parts[at], _LEVEL) if parts[at].max() else b""
    return Frame(stream, first + at, packed)


def _told(
    numbers: Sequence[int], facts: Mapping[str, Any], digests: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """Return the facts of a put; the digests are those of White to move, then of Black."""
    return {
        "numbers": [int(number) for number in numbers],
        "digests": digests,
        "facts": plain(facts),
    }


def _digests(values: Values, more: Values | None, threads: int) -> list[list[str]]:
    """Return the SHA-256 of each slice, with its distances above 127 if it has any."""
    slices = values.shape[1]

    def one(number: int) -> str:
        at = divmod(number, slices)
        found = hashlib.sha256(values[at].data)
        if more is not None and more[at].any():
            found.update(more[at].data)
        return found.hexdigest()

    each = list(codec.mapped(one, 2 * slices, threads))
    return [each[:slices], each[slices:]]

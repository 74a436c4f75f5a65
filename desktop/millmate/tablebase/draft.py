"""An unfinished table: its finished slices, safe on disk, and how a table is assembled from them.

A draft is a directory `.building-KRPvKR` beside the tables, shared by all processes that work on
the table. Each `put` leaves one file of finished frames, complete or not at all, so that a build
that was stopped or killed resumes from there. `finish` copies the frames into shards (see `codec`),
adds the metadata and gives the table its name.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate import __version__, limits
from millmate.decoder import DecodeError, decode_text
from millmate.errors import MillMateError
from millmate.files import sweep, write_atomically
from millmate.games.chess.material import FACING, Material
from millmate.regular_files import NotRegularError
from millmate.tablebase import codec, draft_files, reach_file, sharded, store
from millmate.tablebase.codec import Frame, UnsoundError
from millmate.tablebase.draft_files import Block
from millmate.tablebase.full_table import FORMAT, MORE, FullTable
from millmate.tablebase.layout import Layout
from millmate.tablebase.slice_files import PLANES, SUFFIX, SliceFiles
from millmate.tablebase.table import Table, stored_once

_PREFIX = ".building-"
_IDENTITY = "draft.json"
_LARGEST_IDENTITY = 10_000  # bytes
_STAGED = "staged"

Values = NDArray[np.uint8]


def draft_path(directory: Path, material: Material | str) -> Path:
    own = directory / (material if isinstance(material, str) else material.path)
    return own.with_name(f"{_PREFIX}{own.name}")


def drafts(directory: Path) -> list[Material]:
    """Return the materials with a draft in `directory`, smaller ones first."""
    found = []
    for path in (*directory.glob(f"{_PREFIX}*"), *(directory / FACING).glob(f"{_PREFIX}*")):
        material = store.named(path.parent.name == FACING, path.name.removeprefix(_PREFIX))
        if (path / _IDENTITY).is_file() and material is not None:
            found.append(material)
    return sorted(found)


class Draft(SliceFiles):
    """A table that is being built; safe from several threads and processes.

    `discarded` says why an earlier draft had to be discarded, "" if none was.
    """

    def __init__(self, directory: Path, material: Material) -> None:
        """Open the draft of the canonical `material` in `directory`, or create one.

        A draft of another version of the program is discarded.

        Raises:
            OSError: The directory cannot be written or is full.
        """
        super().__init__(draft_path(directory, material), reach_file.layout_in(directory, material))
        self.directory = directory
        self.discarded = ""
        self._begin()

    @property
    def workspace(self) -> Path:
        """The working directory of an out-of-core search."""
        return self.path / "work"

    @property
    def begun(self) -> bool:
        return bool(self.done()) or self.workspace.is_dir()

    def file_of(self, numbers: Sequence[int]) -> Path:
        """Return the file of these slices; the same slices always have the same file."""
        told = hashlib.sha256(json.dumps([int(number) for number in numbers]).encode()).hexdigest()[
            :8
        ]
        return self.path / f"{min(numbers):06d}-{told}{SUFFIX}"

    def put(
        self,
        numbers: Sequence[int],
        values: Values,
        facts: Mapping[str, Any],
        threads: int = 1,
    ) -> None:
        """Compress finished slices and store them safely on disk.

        Args:
            numbers: The slices, in any order.
            values: `values[side to move, slice, word, lane king]`, slices as in `numbers`, like
                pieces in every order or only where their squares ascend.
            facts: The facts to store about them, JSON-serializable (see `facts`).
            threads: The number of threads.

        Raises:
            OSError: The directory cannot be written or is full; earlier slices are intact.
        """
        layout = self.layout
        flat = values.reshape(2, len(numbers), layout.slice_size)
        pieces = list(_pieces(layout, numbers))
        frames = layout.slice_chunks
        jobs = [(s, *piece, c) for s in (0, 1) for piece in pieces for c in range(frames)]

        def pack(job: int) -> Frame:
            side, at, slices, whole, chunk = jobs[job]
            part = flat[side, at : at + slices].reshape(frames, -1)[chunk]
            size = layout.chunk_size if whole else part.size
            return codec.pack(stored_once(layout, chunk, part), size)

        blocks = [
            (s, int(numbers[at]), slices, whole, frames)
            for s in (0, 1)
            for at, slices, whole in pieces
        ]
        head = _head(numbers, blocks, facts)
        packed = codec.mapped(pack, len(jobs), threads)
        draft_files.write(self.file_of(numbers), head, packed)

    def copy(self, numbers: Sequence[int], table: Table) -> None:
        """Store slices of a finished table; raises as `put` and `Table.chunk` do.

        Their facts are only whether the table has distances above 127.
        """
        layout, facts = self.layout, {"more": table.has_more}
        if layout.chunk_slices > 1:
            shape = 2, len(numbers), layout.words, 64
            values = np.empty(shape, np.uint8)
            for side in (0, 1):
                for at, number in enumerate(numbers):
                    table.slice_values(side == 0, number, values[side, at])
            self.put(numbers, values, facts)
            return
        count = layout.slice_chunks
        chunks = (
            side * layout.side_chunks + number * count + chunk
            for side in (0, 1)
            for number in numbers
            for chunk in range(count)
        )
        frames = (
            codec.pack(np.frombuffer(table.chunk(chunk), np.uint8), layout.chunk_size)
            for chunk in chunks
        )
        blocks = [(side, int(n), 1, True, count) for side in (0, 1) for n in numbers]
        draft_files.write(self.file_of(numbers), _head(numbers, blocks, facts), frames)

    def stage(self, planes: Sequence[Iterable[Values]], threads: int = 1) -> list[Block]:
        """Compress the only slice, which may still be wrong; `accept` stores it.

        Args:
            planes: The codes with White and with Black to move, and then, if there are distances
                above 127, their excess, likewise; each in parts of whole chunks, like
                pieces where their squares ascend.
            threads: The number of threads.

        Raises:
            OSError: The directory cannot be written or is full.
        """
        size = self.layout.chunk_size

        def packed() -> Iterator[Frame]:
            for part in chain.from_iterable(planes):
                chunks = part.reshape(-1, size)
                pack = partial(_pack_one, chunks)
                yield from codec.mapped(pack, len(chunks), threads)

        blocks = [(side, 0, 1, True, self.layout.slice_chunks) for side in range(len(planes))]
        path = self.workspace / _STAGED
        draft_files.write(path, _head([0], blocks, {}), packed())
        return draft_files.blocks(path, draft_files.read_head(path))

    def accept(self, blocks: Sequence[Block], facts: Mapping[str, Any]) -> None:
        """Store a staged slice with its facts; raises `OSError` where it cannot be written."""
        told = [(b.side, b.first, b.slices, b.whole, len(b.lengths)) for b in blocks]
        draft_files.rewrite_head(blocks, _head([0], told, facts), self.file_of([0]))

    def tidy(self) -> None:
        """Remove the half-written files of killed processes."""
        sweep(self.path)

    def discard(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)

    def finish(self, facts: Mapping[str, Any]) -> Table:
        """Assemble the table, give it its name and remove the draft (see `assemble`)."""
        self.assemble(facts)
        return self.publish()

    def assemble(self, facts: Mapping[str, Any]) -> Table:
        """Assemble a table from the slices, for now within the draft.

        `facts` are the fields of `TableInfo` that do not follow from the values and the format,
        and anything else to store.

        Raises:
            MillMateError: Slices are missing, or were damaged on disk and have been removed.
            OSError: The directory cannot be written or is full; the slices are intact.
        """
        missing = set(range(self.layout.slices)) - self.done()
        if missing:
            raise MillMateError(
                f"{self.layout.material} is not complete: {len(missing)} of {self.layout.slices} "
                f"slices are missing, first {min(missing)}"
            )
        path = store.table_path(self.path, self.layout.material)
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        try:
            own = {"format": FORMAT, "material": str(self.layout.material)}
            told = {**own, **facts}
            if (PLANES, 0) in self._blocks:
                more = path / MORE
                more.mkdir()
                told["more_checksum"] = sharded.write(more, self.layout, self._more_frames, own)
            sharded.write(path, self.layout, self._frames, told)
            return FullTable(path, self.layout)
        except BaseException as error:
            shutil.rmtree(path, ignore_errors=True)  # frees space on a full disk
            if not isinstance(error, UnsoundError):
                raise
        self._remove_damaged()
        raise MillMateError(
            f"damaged parts of the unfinished {self.layout.material} were removed: "
            "build it again; the sound parts are reused"
        )

    def publish(self) -> Table:
        """Give the assembled table its name, unless one exists by now, and remove the draft.

        Raises:
            OSError: The directory cannot be written.
        """
        final = store.table_path(self.directory, self.layout.material)
        sharded.publish(store.table_path(self.path, self.layout.material), final)
        self.discard()
        return FullTable(final, self.layout)

    # Contents -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        identity = {
            "format": FORMAT,
            "material": str(self.layout.material),
            "program": f"millmate {__version__}",
        }
        file = self.path / _IDENTITY
        found = _object(file)
        if found != identity and (found is not None or any(self.path.glob(f"*{SUFFIX}"))):
            began = f" by {str(found['program'])[:40]}" if found and "program" in found else ""
            self.discarded = (
                f"the unfinished {self.layout.material} was begun{began} in another format and "
                "is begun anew"
            )
            shutil.rmtree(self.path)
        if self.layout.material.facing:
            self.path.parent.mkdir(exist_ok=True)
        self.path.mkdir(exist_ok=True)
        if not file.is_file():
            write_atomically(file, json.dumps(identity).encode())

    def _remove_damaged(self) -> None:
        """Remove every file with an altered frame."""
        for block in set(self._blocks.values()):
            try:
                for number in range(len(block.lengths)):
                    block.frame(number)
            except UnsoundError:
                block.path.unlink(missing_ok=True)
        self._heads.clear()
        self._blocks.clear()

    # Assembling -----------------------------------------------------------------------------------

    def _more_frames(self, shard: int) -> Iterator[Frame]:
        """Yield the frames of a shard of the excess of distances over codes."""
        for at in self.layout.chunks_of(shard):
            side, chunk = divmod(at, self.layout.side_chunks)
            yield self._block(PLANES + side, 0).frame(chunk)

    def _frames(self, shard: int) -> Iterator[Frame]:
        layout = self.layout
        for at in layout.chunks_of(shard):
            side, chunk = divmod(at, layout.side_chunks)
            number = chunk * layout.chunk_slices // layout.slice_chunks
            block = self._block(side, number)
            if block.whole:
                yield block.frame(chunk % layout.slice_chunks)
            else:
                yield self._gathered(side, number)

    def _gathered(self, side: int, first: int) -> Frame:
        """Return a shared chunk whose slices were stored separately."""
        layout = self.layout
        slices = range(first, min(first + layout.chunk_slices, layout.slices))
        values = np.stack([self.slice_values(side == 0, number) for number in slices])
        return codec.pack(values, layout.chunk_size)


def _pack_one(chunks: Values, number: int) -> Frame:
    return codec.pack(chunks[number], chunks.shape[1])


def _head(
    numbers: Sequence[int],
    blocks: Sequence[tuple[int, int, int, bool, int]],
    facts: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the head of a file of slices."""
    return {
        "numbers": [int(number) for number in numbers],
        "blocks": blocks,
        "facts": sharded.plain(facts),
    }


def _pieces(layout: Layout, numbers: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield the slices that are packed together: the first, the number, whether a whole chunk."""
    at = 0
    while at < len(numbers):
        first = numbers[at]
        chunk = list(range(first, min(first + layout.chunk_slices, layout.slices)))
        whole = first % layout.chunk_slices == 0 and list(numbers[at : at + len(chunk)]) == chunk
        slices = len(chunk) if whole else 1
        yield at, slices, whole
        at += slices


def _object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object in a file, {} if it holds none, None if there is no file."""
    try:
        return decode_text(dict, limits.read(path, _LARGEST_IDENTITY))
    except FileNotFoundError:
        return None
    except (limits.TooLargeError, NotRegularError, DecodeError):
        return {}

"""The finished slices of a table in a directory of files, as drafts and jobs read them."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.tablebase import codec, draft_files
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.draft_files import Block
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import LruCache
from millmate.tablebase.more import More, unpack_more
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import fill_orders, more_of_rows

SUFFIX = ".slices"
PLANES = 2  # of codes, by the side to move; the next ones hold the excess of distances over codes
_HEAD_BYTES = 32_000_000  # of heads kept: every job of a table reads those of all jobs before
_FRAME_BYTES = 300  # of a head in memory, for each frame

Values = NDArray[np.uint8]


class SliceFiles:
    """The slices of a table, those that are there; safe from several threads and processes."""

    def __init__(self, path: Path, layout: Layout) -> None:
        """Read the files in the directory `path`; `layout` is that of the table."""
        self.path = path
        self.layout = layout
        self._lock = threading.RLock()
        self._heads: dict[str, dict[str, Any]] = {}
        self._blocks: dict[tuple[int, int], Block] = {}
        self._shared = LruCache[tuple[int, int], bytes](codec.SHARED_BYTES, len)
        self._more = LruCache[str, More](
            codec.SHARED_BYTES, lambda more: more.places.nbytes + more.above.nbytes
        )

    def done(self) -> set[int]:
        """Return the stored slices, after removing damaged files."""
        with self._lock:
            self._look()
            return {number for head in self._heads.values() for number in head["numbers"]}

    def facts(self) -> list[dict[str, Any]]:
        """Return the stored facts, in the order of the slices."""
        with self._lock:
            self._look()
            heads = sorted(self._heads.values(), key=lambda head: head["numbers"])
            return [head["facts"] for head in heads]

    @property
    def has_more(self) -> bool:
        """Whether there are distances above 127 in the stored slices."""
        with self._lock:
            self._look()
            return (PLANES, 0) in self._blocks or any(facts["more"] for facts in self.facts())

    def slice_values(
        self, turn: bool, number: int = 0, out: Values | None = None, threads: int = 1
    ) -> Values:
        """Return the values of a stored slice, as `Table.slice_values` does.

        Raises:
            MillMateError: The slice is not stored.
            TableError: Its file is damaged; remove the draft.
        """
        layout = self.layout
        values = np.empty((layout.words, 64), np.uint8) if out is None else out
        block = self._block(0 if turn else 1, number)
        try:
            if layout.chunk_slices > 1:
                key = block.side, block.first
                shared = self._shared.get(key, lambda: self._unpacked(block))
                at = (number - block.first) * layout.slice_size
                values.reshape(-1)[:] = np.frombuffer(shared, np.uint8)[at:][: layout.slice_size]
                return values
            codec.unpack_all(block.frames(), values, threads)
        except UnsoundError as error:
            raise TableError(self.path, str(error)) from None
        fill_orders(layout, values)
        return values

    def king_values(self, turn: bool, king: int, threads: int = 1) -> Values:
        """Return the rows of one pivot king of a large table, as `Table.king_values` does.

        Raises:
            MillMateError, TableError: As `slice_values`.
        """
        layout = self.layout
        values = np.empty((64**layout.pieces, 64), np.uint8)
        chunks = values.size // layout.chunk_size
        try:
            frames = self._block(0 if turn else 1, 0).part(king * chunks, chunks)
            codec.unpack_all([frame.packed for frame in frames], values, threads)
        except UnsoundError as error:
            raise TableError(self.path, str(error)) from None
        fill_orders(layout, values)
        return values

    def more_values(self, turn: bool, number: int) -> Values | None:
        """Return the excess of distances of a stored slice over 127, as `Table.more_values` does.

        Returns None if the slices stored together have none.
        """
        name = self._block(0 if turn else 1, number).path.name
        with self._lock:
            told = self._heads[name]["facts"].get("more", "")
        more = self._more.get(name, lambda: unpack_more(told))
        return more_of_rows(self.layout, more, turn, number) if more.places.size else None

    # Contents -------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the heads of new files; remove damaged files."""
        there = sorted(self.path.glob(f"*{SUFFIX}"))
        for path in there:
            if path.name in self._heads:
                continue
            try:
                head, blocks = _content(path)
            except UnsoundError:
                path.unlink(missing_ok=True)
                continue
            self._heads[path.name] = head
            for block in blocks:
                for number in range(block.first, block.first + block.slices):
                    # Prefer a whole chunk to a slice of it.
                    if block.whole or (block.side, number) not in self._blocks:
                        self._blocks[block.side, number] = block

    def _block(self, side: int, number: int) -> Block:
        with self._lock:
            if (side, number) not in self._blocks:
                self._look()
            if (side, number) not in self._blocks:
                raise MillMateError(f"slice {number} of {self.layout.material} is not built yet")
            return self._blocks[side, number]

    def _unpacked(self, block: Block) -> bytes:
        """Return the values of a shared chunk, or of a slice of it."""
        size = self.layout.chunk_size if block.whole else self.layout.slice_size
        out = np.empty(size, np.uint8)
        codec.unpack_all(block.frames(), out)
        return out.tobytes()


def _content(path: Path) -> tuple[dict[str, Any], list[Block]]:
    """Return the head of a file and its blocks, read once a process unless it has been rewritten.

    Raises:
        UnsoundError: The file is damaged.
    """

    def read() -> tuple[dict[str, Any], list[Block]]:
        head = draft_files.read_head(path)
        found = draft_files.blocks(path, head)
        return {name: head[name] for name in ("numbers", "facts")}, found

    try:
        about = path.stat()
    except OSError as error:
        raise UnsoundError(f"{path.name}: {error.strerror}") from None
    return _HEADS.get((path, about.st_ino, about.st_size, about.st_mtime_ns), read)


_HEADS = LruCache[tuple[Path, int, int, int], tuple[dict[str, Any], list[Block]]](
    _HEAD_BYTES, lambda content: _FRAME_BYTES * sum(len(block.lengths) for block in content[1])
)

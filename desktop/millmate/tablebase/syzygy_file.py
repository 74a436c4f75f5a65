"""A Syzygy file for python-chess's decoder, read instead of mapped into memory, its head checked.

A program that downloads the tables again may truncate a file at any time, and the system kills a
process that reads a mapped page beyond the end. Reading a file raises an `IndexError` instead.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import chess.syzygy

from millmate.language import tr
from millmate.regular_files import open_regular

_PAGE = 4096  # bytes per read
_MOST_PAGES = 16  # pages cached per file
_HEAD = 256  # bytes with all lists of pieces


class Content:
    """The bytes of a file, by position; not thread-safe."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises `OSError` if that fails."""
        self._file = open_regular(path)
        self._size = self._file.seek(0, os.SEEK_END)
        self._page = lru_cache(_MOST_PAGES)(self._read)

    def __len__(self) -> int:
        """Return the size of the file when it was opened."""
        return self._size

    def __getitem__(self, place: int | slice) -> int | bytes:
        """Return a byte or, from a slice with an end, bytes; raises as `read` does."""
        if isinstance(place, slice):
            return self.read(place.start or 0, place.stop - (place.start or 0))
        return self.read(place, 1)[0]

    def read(self, place: int, size: int) -> bytes:
        """Return up to a page of bytes from a place on.

        Raises:
            IndexError: The file ends before them.
        """
        page, at = divmod(place, _PAGE)
        found = self._page(page)[at : at + size] if place >= 0 else b""
        if at + size > _PAGE:
            found += self._page(page + 1)[: at + size - _PAGE]
        if len(found) < size:
            raise IndexError(place)
        return found

    def close(self) -> None:
        self._file.close()

    def _read(self, page: int) -> bytes:
        self._file.seek(page * _PAGE)
        return self._file.read(_PAGE)


class Unmapped(chess.syzygy.Table):
    """A table that checks the head of its file, and reads it instead of mapping it."""

    data: Content | None  # type: ignore[assignment]

    def init_mmap(self) -> None:
        """Open the file, once; raises `ValueError` if its head is not one of such a table."""
        if self.data is None:
            content = Content(Path(self.path))
            try:
                _check(self, content)
            except BaseException:
                content.close()
                raise
            self.data = content

    def read_uint64_be(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 8), "big")

    def read_uint32(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 4), "little")

    def read_uint32_be(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 4), "big")

    def read_uint16(self, data_ptr: int) -> int:
        return int.from_bytes(self._bytes(data_ptr, 2), "little")

    def _bytes(self, place: int, size: int) -> bytes:
        assert self.data is not None
        return self.data.read(place, size)


class Wdl(Unmapped, chess.syzygy.WdlTable):
    """A table of results."""


class Dtz(Unmapped, chess.syzygy.DtzTable):
    """A table of distances to zeroing."""


def _check(table: Unmapped, content: Content) -> None:
    """Check that every piece list in the head of a file has the pieces of its name.

    Otherwise the decoder would look forever for a piece that is not on the board.
    """
    name, wdl = table.key, isinstance(table, Wdl)
    head = content.read(0, min(_HEAD, len(content)))
    magic = table.variant.tbw_magic if wdl else table.variant.tbz_magic
    if head[:4] != magic or len(content) % 64 != 16:
        raise ValueError(tr("it is not a Syzygy table, or it is truncated"))
    if bool(head[4] & 2) != ("P" in name):
        raise ValueError(tr("its contents do not match its name"))
    white, black = name.split("v")
    expected = [_listed(white, black), _listed(black, white)]
    for pieces in _lists(head, name, 4 if wdl else 0):
        if sorted(pieces) not in expected:
            raise ValueError(tr("its contents do not match its name"))
        if [piece for piece, _ in groupby(pieces)] != list(dict.fromkeys(pieces)):
            raise ValueError(tr("its pieces are not in order"))


def _lists(head: bytes, name: str, shift: int) -> Iterator[list[int]]:
    """Yield each list of pieces in the head of a file: one, or one for each file of the pawns.

    `shift` is 4 where the upper halves of the bytes list pieces too.
    """
    men, sides = len(name) - 1, [side.count("P") for side in name.split("v")]
    orders = 2 if all(sides) else 1
    for group in range(4 if any(sides) else 1):
        start = 5 + group * (men + orders) + orders
        if start + men > len(head):
            raise ValueError(tr("it is truncated"))
        for half in {0, shift}:
            yield [byte >> half & 15 for byte in head[start : start + men]]


def _listed(*sides: str) -> list[int]:
    """Return the sorted Syzygy numbers of the pieces of White and of Black, whose are 8 more."""
    symbols = ((letter, 8 * black) for black, side in enumerate(sides) for letter in side)
    return sorted(chess.PIECE_SYMBOLS.index(letter.lower()) + more for letter, more in symbols)

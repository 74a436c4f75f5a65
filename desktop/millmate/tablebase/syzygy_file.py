"""A Syzygy file for python-chess's decoder, read instead of mapped into memory.

A program that downloads the tables again may truncate a file at any time, and the system kills a
process that reads a mapped page beyond the end. Reading a file raises an `IndexError` instead.
"""

import os
import struct
from pathlib import Path

import chess.syzygy

from millmate.regular_files import open_regular

_PAGE = 4096  # bytes per read, a power of two
_MOST_PAGES = 16  # pages cached per file
_UINT64_BE, _UINT32, _UINT32_BE = struct.Struct(">Q"), struct.Struct("<I"), struct.Struct(">I")
_UINT16 = struct.Struct("<H")


class Content:
    """The bytes of a file, by position; not thread-safe."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises `OSError` if that fails."""
        self._file = open_regular(path)
        self._size = self._file.seek(0, os.SEEK_END)
        self._pages: dict[int, bytes] = {}  # pages read before, by number

    def __len__(self) -> int:
        """Return the size of the file when it was opened."""
        return self._size

    def __getitem__(self, place: int | slice) -> int | bytes:
        """Return a byte or a range of bytes; raises as `number` does."""
        if isinstance(place, slice):
            return bytes(self._byte(each) for each in range(*place.indices(self._size)))
        return self._byte(place)

    def number(self, form: struct.Struct, place: int) -> int:
        """Return the number in the format `form` at a place.

        Raises:
            IndexError: The file ends before it.
        """
        at = place & _PAGE - 1
        page = self._page(place // _PAGE)
        if at + form.size > len(page):
            page, at = bytes(self._byte(place + each) for each in range(form.size)), 0
        number: int = form.unpack_from(page, at)[0]
        return number

    def close(self) -> None:
        self._file.close()

    def _byte(self, place: int) -> int:
        return self._page(place // _PAGE)[place & _PAGE - 1]

    def _page(self, number: int) -> bytes:
        page = self._pages.get(number)
        if page is None:
            if number < 0:
                raise IndexError(number)
            if len(self._pages) >= _MOST_PAGES:
                self._pages.clear()
            self._file.seek(number * _PAGE)
            page = self._pages[number] = self._file.read(_PAGE)
        return page


class Unmapped(chess.syzygy.Table):
    """A table that reads its file instead of mapping it."""

    data: Content | None  # type: ignore[assignment]

    def init_mmap(self) -> None:
        """Open the file, once."""
        if self.data is None:
            self.data = Content(Path(self.path))

    def read_uint64_be(self, data_ptr: int) -> int:
        return self._number(_UINT64_BE, data_ptr)

    def read_uint32(self, data_ptr: int) -> int:
        return self._number(_UINT32, data_ptr)

    def read_uint32_be(self, data_ptr: int) -> int:
        return self._number(_UINT32_BE, data_ptr)

    def read_uint16(self, data_ptr: int) -> int:
        return self._number(_UINT16, data_ptr)

    def _number(self, form: struct.Struct, place: int) -> int:
        assert self.data is not None
        return self.data.number(form, place)

"""A Syzygy file as python-chess decodes it, read where the library would map it into memory.

A program that fetches the tables anew may make a file shorter at any moment; whoever reads a mapped
page that is gone is killed by the system. What is read so far beyond the end is an `IndexError`.
"""

import os
import struct
from pathlib import Path

import chess.syzygy

from millmate.regular_files import open_regular

_PAGE = 4096  # bytes that are read at once, a power of two
_MOST_PAGES = 16  # of a file that are kept
_UINT64_BE, _UINT32, _UINT32_BE = struct.Struct(">Q"), struct.Struct("<I"), struct.Struct(">I")
_UINT16 = struct.Struct("<H")


class Content:
    """The bytes of a file by their places; not for several threads at once."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises `OSError` where it cannot be."""
        self._file = open_regular(path)
        self._size = self._file.seek(0, os.SEEK_END)
        self._pages: dict[int, bytes] = {}  # read before, by number

    def __len__(self) -> int:
        """Return the size the file had when it was opened."""
        return self._size

    def __getitem__(self, place: int | slice) -> int | bytes:
        """Return a byte, or those from one place to another; raises as `number` does."""
        if isinstance(place, slice):
            return bytes(self._byte(each) for each in range(*place.indices(self._size)))
        return self._byte(place)

    def number(self, form: struct.Struct, place: int) -> int:
        """Return the number of this form at a place.

        Raises:
            IndexError: The file has none there.
        """
        at = place & _PAGE - 1
        page = self._page(place // _PAGE)
        if at + form.size > len(page):
            page, at = bytes(self._byte(place + each) for each in range(form.size)), 0
        number: int = form.unpack_from(page, at)[0]
        return number

    def close(self) -> None:
        """Close the file."""
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
    """Has a table read its file instead of mapping it."""

    data: Content | None  # type: ignore[assignment]

    def init_mmap(self) -> None:
        """Open the file, once."""
        if self.data is None:
            self.data = Content(Path(self.path))

    def read_uint64_be(self, data_ptr: int) -> int:
        """Return the number at a place, as the other methods do."""
        return self._number(_UINT64_BE, data_ptr)

    def read_uint32(self, data_ptr: int) -> int:
        """Return the number at a place."""
        return self._number(_UINT32, data_ptr)

    def read_uint32_be(self, data_ptr: int) -> int:
        """Return the number at a place."""
        return self._number(_UINT32_BE, data_ptr)

    def read_uint16(self, data_ptr: int) -> int:
        """Return the number at a place."""
        return self._number(_UINT16, data_ptr)

    def _number(self, form: struct.Struct, place: int) -> int:
        assert self.data is not None
        return self.data.number(form, place)

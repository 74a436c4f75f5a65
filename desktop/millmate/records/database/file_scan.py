"""Reads the headers of the games in a file piece by piece.

The file is not mapped into memory: another program may shorten it at any moment, and reading a page
that is gone kills the process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import IO

from millmate import limits
from millmate.records.database.headers import (
    NO_TEXT,
    GameHeader,
    headers_in,
    in_lines,
    is_text,
    next_tags,
)

PIECE = 8_000_000  # bytes to read at once


def scan_file(file: IO[bytes]) -> Iterator[GameHeader]:
    """Yield the headers of the games in `file`, in order, like `headers.scan` of its content.

    Memory holds one piece and the game at its end, whatever the size of the file.

    Raises:
        OSError: The file cannot be read.
    """
    part = _Part(file)
    part.grow()
    if not is_text(part.content):
        yield GameHeader(0, file.seek(0, os.SEEK_END), fault=NO_TEXT)
        return
    while True:
        last = None
        for head in headers_in(part.content, part.offset):
            if last is not None:
                yield last
            last = head
        if last is not None and last.length > limits.LARGEST_LISTED_GAME:
            end = _next_game(part)
            yield replace(last, length=end - last.offset)
            continue
        if last is not None:
            part.drop(last.offset - part.offset)  # it may be cut off
        elif len(part.content) > limits.LARGEST_LISTED_GAME:
            part.drop(len(part.content))  # nothing but space
        if not part.grow():
            if last is not None:
                yield last
            return


def _next_game(part: _Part) -> int:
    """Skip to the next tags, or to the end; return the offset."""
    part.drop(len(part.content))
    while part.grow():
        start = next_tags(part.content)
        part.drop(len(part.content) if start is None else start)
        if start is not None:
            break
    return part.offset


class _Part:
    """Complete lines of a file, `content`, from the byte `offset` on."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.offset, self.content = 0, b""
        self._cut_off = b""  # the beginning of the next line

    def grow(self) -> bool:
        """Read another piece; return whether there was one.

        A line longer than a piece is used as it comes: no tag is that long.
        """
        piece = self._file.read(PIECE)
        added = in_lines(self._cut_off + piece)
        end = added.rfind(b"\n") + 1 if piece else 0
        self.content += added[: end or None]
        self._cut_off = added[end:] if end else b""
        return bool(added)

    def drop(self, size: int) -> None:
        """Drop `size` bytes at the beginning."""
        self.offset += size
        self.content = self.content[size:]

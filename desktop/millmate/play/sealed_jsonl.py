"""Sealed JSON Lines: each line is an object that ends with a checksum, as in journals."""

import json
import os
import re
from pathlib import Path
from typing import Any

import google_crc32c

from millmate import limits
from millmate.files import append, directory_lock
from millmate.regular_files import open_regular

_SEALED = re.compile(rb'^(\{.+),"crc32c":"([0-9a-f]{8})"\}$', re.DOTALL)


def seal(content: dict[str, Any], before: int = 0) -> bytes:
    """Return `content` as a line with its checksum, continued from `before`, the previous one."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return b'%s,"crc32c":"%08x"}\n' % (text[:-1], google_crc32c.extend(before, text))


def unseal(line: bytes, before: int = 0) -> dict[str, Any] | None:
    """Return the content of a line, None if it or a line before it was changed."""
    parts = _SEALED.match(line)
    if parts is None or google_crc32c.extend(before, parts[1] + b"}") != int(parts[2], 16):
        return None
    try:
        content: dict[str, Any] = json.loads(parts[1] + b"}")
    except (ValueError, RecursionError):  # a valid checksum does not imply valid JSON
        return None
    return content


def read_lines(path: Path) -> list[dict[str, Any] | None]:
    """Return the contents of a file's lines, None for one that was changed; no file has none.

    Raises:
        OSError: The file is there but cannot be read.
    """
    try:
        content = limits.read(path, limits.LARGEST_JOURNAL)
    except FileNotFoundError:
        return []
    return [unseal(line) for line in content.split(b"\n") if line]


def append_lines(path: Path, *contents: dict[str, Any]) -> None:
    """Append lines, which survive a power cut then; an incomplete one before them stays alone.

    Raises:
        OSError: The directory cannot be written or is full.
    """
    lines = b"".join(map(seal, contents))
    path.parent.mkdir(parents=True, exist_ok=True)
    with directory_lock(path.parent):
        append(path, lines if _ends_a_line(path) else b"\n" + lines)


def _ends_a_line(path: Path) -> bool:
    """Return whether a file is empty, missing, or ends with a complete line."""
    try:
        with open_regular(path) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            return file.read(1) in (b"", b"\n")
    except FileNotFoundError:
        return True


def checksum(line: bytes) -> int:
    parts = _SEALED.match(line.rstrip(b"\n"))
    assert parts is not None
    return int(parts[2], 16)

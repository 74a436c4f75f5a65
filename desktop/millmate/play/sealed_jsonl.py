"""Sealed JSON Lines: each line is an object that ends with a checksum, as in journals."""

from __future__ import annotations

import json
import re
from typing import Any

import google_crc32c

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
    except (ValueError, RecursionError):  # anybody can write a valid checksum
        return None
    return content


def checksum(line: bytes) -> int:
    parts = _SEALED.match(line.rstrip(b"\n"))
    assert parts is not None
    return int(parts[2], 16)

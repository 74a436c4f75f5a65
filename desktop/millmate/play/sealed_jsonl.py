"""Lines of journals: JSON objects that end with the checksum of what was written before it."""

from __future__ import annotations

import json
import re
from typing import Any

import google_crc32c

_SEALED = re.compile(rb'^(\{.+),"crc32c":"([0-9a-f]{8})"\}$', re.DOTALL)


def seal(content: dict[str, Any], before: int = 0) -> bytes:
    """Return `content` as a line with its checksum, which goes on from that of the line before."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return b'%s,"crc32c":"%08x"}\n' % (text[:-1], google_crc32c.extend(before, text))


def unseal(line: bytes, before: int = 0) -> dict[str, Any] | None:
    """Return what a line holds, None if it, or what stood before it, is not as it was written."""
    parts = _SEALED.match(line)
    if parts is None or google_crc32c.extend(before, parts[1] + b"}") != int(parts[2], 16):
        return None
    try:
        content: dict[str, Any] = json.loads(parts[1] + b"}")
    except (ValueError, RecursionError):  # a checksum is no signature: anybody can make one
        return None
    return content


def checksum(line: bytes) -> int:
    """Return the checksum that a sound line ends with."""
    parts = _SEALED.match(line.rstrip(b"\n"))
    assert parts is not None
    return int(parts[2], 16)

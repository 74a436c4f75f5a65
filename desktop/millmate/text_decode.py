"""Decode text of any kind and origin: games, positions, lists. `decode` never fails.

UTF-16 is recognized by its byte order mark, or by its zero bytes. Everything else is read as UTF-8;
invalid bytes are read one by one as windows-1252, which older programs write. Therefore, in a file
joined from several, each game keeps its letters.
"""

import codecs
import re

from millmate.errors import InputError
from millmate.language import tr

_STRANGE = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f]")
_LOOKED_AT, _FEW = 4096, 50  # bytes at the start of a file; one in `_FEW` may be strange
# Controls, soft hyphens, zero-width characters, bidirectional and byte order marks. The joiners
# U+200C and U+200D are kept: Persian and emoji need them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_FALLBACK = "millmate-windows-1252"
# The first bytes of files compressed with gzip, zip, bzip2, xz, zstd and 7z.
_PACKED = b"\x1f\x8b", b"PK\3\4", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf"


def text_of(content: bytes, name: str) -> str:
    """Return the text in `content`, the whole file `name`.

    Raises:
        InputError: It is not text; the message says what it is instead.
    """
    if content.startswith(_PACKED):
        raise InputError(tr("{name} is compressed: unpack it first", name=name))
    if name.lower().endswith(".bin") and b"\0" in content:
        raise InputError(
            tr(
                "{name} is a Polyglot book, which holds no positions: give FEN, EPD or PGN",
                name=name,
            )
        )
    if not is_text(content):
        raise InputError(tr("{name} is not text: give FEN, EPD or PGN", name=name))
    return decode(content)


def decode(content: bytes) -> str:
    """Return the text in `content`, a whole file or a part of one, without invisible characters."""
    encoding = encoding_of(content)
    errors = _FALLBACK if encoding == "utf-8" else "replace"
    return without_invisible(content.decode(encoding, errors))


def encoding_of(content: bytes) -> str:
    """Return `utf-8`, `utf-16-le` or `utf-16-be`, judged by the start of a text."""
    marked = _MARKS.get(content[:2])
    if marked:
        return marked
    even, odd = content[:_LOOKED_AT:2], content[1:_LOOKED_AT:2]
    high, low = even.count(0), odd.count(0)  # an ASCII letter has one zero byte
    if 8 * low > len(odd) and 8 * high < low:
        return "utf-16-le"
    return "utf-16-be" if 8 * high > len(even) and 8 * low < high else "utf-8"


def is_text(content: bytes) -> bool:
    """Return whether a file starting with `content` looks like text."""
    begin = content[:_LOOKED_AT].rstrip(b"\0")  # some programs pad files
    few = (len(_STRANGE.findall(begin)) - 1) * _FEW <= len(begin) and bool(begin or not content)
    return few or encoding_of(content) != "utf-8"


def without_invisible(text: str) -> str:
    """Return `text` without control, zero-width and directional characters."""
    return _INVISIBLE.sub("", text)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes that are invalid in UTF-8; the few invalid in windows-1252 are dropped."""
    assert isinstance(error, UnicodeDecodeError)
    strange = error.object[error.start : error.end]
    return strange.decode("cp1252", "ignore"), error.end


codecs.register_error(_FALLBACK, _as_windows_1252)

"""Reads the headers of the games in a PGN file quickly, without playing the moves.

This reads some twenty thousand games a second, whatever they hold: a game that cannot be read gets
a fault, and the next one begins at the next block of tags.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO

from millmate import limits
from millmate.errors import InputError
from millmate.games.morris.variants import STANDARD
from millmate.language import mark
from millmate.records.morris_text import from_numbers
from millmate.records.pgn_text import is_morris, morris_position, morris_rules
from millmate.text_decode import decode, is_text

NO_TEXT = mark("this is no text, so no PGN either")
_OPEN_COMMENT = mark("a comment '{' that never closes")
_BRACKETS = mark("brackets '(' and ')' that do not match")
_TOO_LARGE = mark("it is too large for one game")
_NO_MOVES = mark("it holds neither moves nor a result")

_TAG = rb'[ \t]*\[\s*[A-Za-z0-9_+#=:-]+[ \t]*"[^\n]*"[ \t]*\][ \t\r]*'
# Not `*+`: in Python 3.11.2 it swallows a last tag behind which there are moves.
_TAGS = re.compile(
    rb"^" + _TAG + rb"(?:\n\s*" + _TAG + rb"$)*(?:\n\s*" + _TAG + rb")?", re.MULTILINE
)
_BETWEEN_TAGS = re.compile(rb'(?<=\])[ \t]*(?=\[\s*[A-Za-z0-9_+#=:-]+[ \t]*")')
_PAIR = re.compile(rb'\[\s*([A-Za-z0-9_+#=:-]+)[ \t]*"([^\n]*)"[ \t]*\][ \t\r]*$', re.MULTILINE)
_COMMENT = re.compile(rb"\{[^}]*+\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_BRACKET = re.compile(rb"[()]")
# Not a removal that stands apart, as in `d7-g7 xf4`.
_MOVE = re.compile(rb"(?<!\sx)(?!x[a-g])[A-Za-z][^\s(){}.]*|\b0-0")
_RESULT = re.compile(rb"1-0|0-1|1/2|\xc2\xbd|\*")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_BYTE_ORDER = b"\xef\xbb\xbf"
_STRANGE = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_ORDER = "KQRBNP"
_SANMILL_STONES = str.maketrans("O@", "WB")
_MOST_MEN = 8  # in a material that is shown
PIECE = 8_000_000  # bytes to read at once


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The header of a game, and its place in its file: `length` bytes from `offset` on.

    `date` is in PGN's format, `kind` the name of the game in `games.catalogue`, `material` that of
    a set-up position (`KRPvKR`, `5-4` in morris), else ""; `fault` is a marked text, "" for none.
    """

    offset: int
    length: int
    white: str = ""
    black: str = ""
    result: str = "*"
    date: str = ""
    event: str = ""
    kind: str = "chess"
    material: str = ""
    plies: int = 0
    fault: str = ""


def scan(content: bytes) -> Iterator[GameHeader]:
    if is_text(content):
        yield from headers_in(in_lines(content))
    else:
        yield GameHeader(0, len(content), fault=NO_TEXT)


def in_lines(content: bytes) -> bytes:
    """Return `content` with normalized line ends and without byte order marks, of equal length.

    Old programs write single carriage returns, and joined files may have a byte order mark at the
    beginning of any line.
    """
    if b"\r" in content and content.count(b"\r") != content.count(b"\r\n"):
        content = _LONE_RETURN.sub(b"\n", content)
    return content.replace(_BYTE_ORDER, b"   ")


def headers_in(content: bytes, at: int = 0) -> Iterator[GameHeader]:
    """Yield the headers of the games in a text that begins `at` bytes into its file, in order."""
    begin, tags = 0, b""
    for block in _TAGS.finditer(content):
        yield from _game(content, at, begin, tags, block.start())
        begin, tags = block.start(), block.group()
    yield from _game(content, at, begin, tags, len(content))


def _game(content: bytes, at: int, begin: int, tags: bytes, end: int) -> Iterator[GameHeader]:
    """Yield the game with `tags` whose text reaches from `begin` to `end`, if any."""
    if end - begin > limits.LARGEST_LISTED_GAME:
        yield GameHeader(at + begin, end - begin, fault=_TOO_LARGE)
        return
    moves = content[begin + len(tags) : end]
    if not tags and not moves.strip():
        return
    pairs = _PAIR.findall(tags)
    if len(pairs) < tags.count(b"["):  # perhaps several on one line
        pairs = _PAIR.findall(_BETWEEN_TAGS.sub(b"\n", tags))
    known = {_text(name): _text(value) for name, value in pairs}
    plain, fault = _main_line(moves)
    ours = "Game" in known or "Position" in known
    if (ours or known.get("Site") == "PlayOK") and (
        turns := from_numbers(decode(plain), of_morris=ours)
    ):
        plain = turns.encode()
        known.setdefault("Game", STANDARD.title)
    plies = len(_MOVE.findall(plain))
    if not (plies or fault or _RESULT.search(plain)):
        fault = _NO_MOVES
    yield _head(at + begin, end - begin, known, plies, fault)


def _main_line(moves: bytes) -> tuple[bytes, str]:
    """Return the movetext without comments and variations, and its fault."""
    if not any(sign in moves for sign in (b"{", b"(", b";", b")", b"%")):
        return moves, NO_TEXT if _STRANGE.search(moves) else ""
    moves = _COMMENT.sub(_blank, moves)
    if b"{" in moves:
        return moves.partition(b"{")[0], _OPEN_COMMENT
    moves, matched = _without_variations(moves)
    if not matched:
        return moves, _BRACKETS
    return moves, NO_TEXT if _STRANGE.search(moves) else ""


def _blank(comment: re.Match[bytes]) -> bytes:
    """Return the replacement of a comment: a space, or the brace of one that never closes."""
    text = comment[0]
    return b"{" if text.startswith(b"{") and not text.endswith(b"}") else b" "


def _without_variations(moves: bytes) -> tuple[bytes, bool]:
    """Return the main line, and whether brackets match, in one pass at any depth."""
    kept, depth, end = [], 0, 0
    for bracket in _BRACKET.finditer(moves):
        if depth == 0:
            kept.append(moves[end : bracket.start()])
        depth += 1 if bracket[0] == b"(" else -1
        if depth < 0:
            return b" ".join(kept), False
        end = bracket.end()
    if depth == 0:
        kept.append(moves[end:])
    return b" ".join(kept), depth == 0


def _head(offset: int, length: int, tags: Mapping[str, str], plies: int, fault: str) -> GameHeader:
    morris = is_morris(tags)
    start = (morris_position(tags) if morris else tags.get("FEN")) or ""
    return GameHeader(
        offset,
        length,
        white=tags.get("White", ""),
        black=tags.get("Black", ""),
        result=tags.get("Result", "*"),
        date=tags.get("Date", "").replace("????.??.??", ""),
        event=tags.get("Event", "").removeprefix("?"),
        kind=_rules_name(tags) if morris else "chess",
        material=_stones(start) if morris else _men(start),
        plies=plies,
        fault=fault,
    )


def _rules_name(tags: Mapping[str, str]) -> str:
    """Return the name of the rules of a game of morris."""
    try:
        return morris_rules(tags).name
    except InputError:  # of a variant that is not played here
        return "morris"


def _men(fen: str) -> str:
    """Return the material of a FEN, such as `KRPvKR`, "" for many men."""
    letters = [c for c in fen.partition(" ")[0] if c.upper() in _ORDER]
    if not letters or len(letters) > _MOST_MEN:
        return ""
    letters.sort(key=lambda c: _ORDER.index(c.upper()))
    white = "".join(c for c in letters if c.isupper())
    return f"{white}v{''.join(c.upper() for c in letters if c.islower())}"


def _stones(position: str) -> str:
    """Return the number of stones of each side on the board, such as `5-4`."""
    stones = position.partition(" ")[0].upper().translate(_SANMILL_STONES)
    return f"{stones.count('W')}-{stones.count('B')}" if stones else ""


def _text(value: bytes) -> str:
    text = decode(value)
    return text.replace('\\"', '"') if "\\" in text else text


# A file piece by piece. It is not mapped into memory: another program may shorten it at any moment,
# and reading a page that is gone kills the process.


def scan_file(file: IO[bytes]) -> Iterator[GameHeader]:
    """Yield the headers of the games in `file`, in order, like `scan` of its content.

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
        block = _TAGS.search(part.content)
        part.drop(len(part.content) if block is None else block.start())
        if block is not None:
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

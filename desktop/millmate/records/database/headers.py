"""Read the headers of the games in a PGN file quickly, without playing the moves.

This reads several thousand games a second.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO

from millmate import limits
from millmate.errors import InputError
from millmate.games.morris.variants import STANDARD
from millmate.language import mark
from millmate.records.morris_text import from_numbers, is_morris, morris_position, morris_rules
from millmate.records.pgn_split import TAGS, Entry, Section, entries, in_lines, result_of, sections
from millmate.records.pgn_text import tags_in
from millmate.text_decode import decode, encoding_of, is_text

NO_TEXT = mark("this is not text, so not PGN either")
TOO_LARGE = mark("it is too large for one game")

# Not a separate removal, as in `d7-g7 xf4`.
_MOVE = re.compile(rb"(?:[A-Za-wyz]|x(?![a-g]))(?<!\sx.)[^\s(){}.]*|0(?<!\w0)-0")
_ORDER = "KQRBNP"
_SANMILL_STONES = str.maketrans("O@", "WB")
_MOST_MEN = 8  # of a material that is shown
_RATING = re.compile(r"[0-9]{3,4}(?![0-9])")
_ECO = re.compile(r"[A-E][0-9]{2}")
PIECE = 8_000_000  # bytes to read at once


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The header of a game, and its place in the file: `length` bytes from `offset` on.

    `date` is in PGN's format, `kind` the name of the game in `games.catalogue`, `material` that of
    a set-up position (`KRPvKR`, `5-4` in morris), else ""; `fault` is a marked text, "" for none.
    Unknown ratings are 0; `eco` is the code of the opening (`C65`), "" if the file has none.
    """

    offset: int
    length: int
    white: str = ""
    black: str = ""
    white_elo: int = 0
    black_elo: int = 0
    result: str = "*"
    date: str = ""
    event: str = ""
    eco: str = ""
    kind: str = "chess"
    material: str = ""
    plies: int = 0
    fault: str = ""


def scan(content: bytes) -> Iterator[GameHeader]:
    """Yield the headers of the games in a text, in order."""
    encoding = encoding_of(content)
    if not is_text(content):
        yield GameHeader(0, len(content), fault=NO_TEXT)
    elif encoding == "utf-8":
        yield from _headers_in(in_lines(content), 0)
    else:
        yield from _of_utf_16(content, encoding)


def _of_utf_16(content: bytes, encoding: str) -> Iterator[GameHeader]:
    """Yield the headers in a text that is not in UTF-8, with their places in it."""
    text = content.decode(encoding, "replace").encode("utf-8", "replace")
    end = place = 0

    def length(part: bytes) -> int:
        return len(part.decode("utf-8", "replace").encode(encoding))

    for head in _headers_in(in_lines(text), 0):
        place += length(text[end : head.offset])
        end = head.offset + head.length
        size = length(text[head.offset : end])
        yield replace(head, offset=place, length=size)
        place += size


def _headers_in(content: bytes, at: int) -> Iterator[GameHeader]:
    """Yield the headers of the games in a text that starts `at` bytes into its file, in order."""
    for section in sections(content):
        yield from _headers_of(content, at, section)


def _headers_of(content: bytes, at: int, section: Section) -> Iterator[GameHeader]:
    for entry in entries(content, section):
        yield _header(content, at, entry)


def _header(content: bytes, at: int, entry: Entry) -> GameHeader:
    offset, length = at + entry.begin, entry.end - entry.begin
    if length > limits.LARGEST_LISTED_GAME:
        return GameHeader(offset, length, fault=TOO_LARGE)
    main, tags = entry.main, tags_in(decode(content[entry.begin : entry.moves]))
    known = {name: value.strip() for name, value in tags.items()}
    ours = "Game" in known or "Position" in known
    if (ours or known.get("Site") == "PlayOK") and (
        turns := from_numbers(decode(main), of_morris=ours)
    ):
        main = turns.encode()
        known.setdefault("Game", STANDARD.title)
    return _head(offset, length, known, len(_MOVE.findall(main)))


def _head(offset: int, length: int, tags: Mapping[str, str], plies: int) -> GameHeader:
    morris = is_morris(tags)
    start = (morris_position(tags) if morris else tags.get("FEN")) or ""
    return GameHeader(
        offset,
        length,
        white=tags.get("White", ""),
        black=tags.get("Black", ""),
        white_elo=_rating(tags.get("WhiteElo", "")),
        black_elo=_rating(tags.get("BlackElo", "")),
        result=result_of(tags.get("Result", "")) or "*",
        date=tags.get("Date", "").replace("????.??.??", ""),
        event=tags.get("Event", "").removeprefix("?"),
        eco=code[0] if (code := _ECO.match(tags.get("ECO", "").upper())) else "",
        kind=_rules_name(tags) if morris else "chess",
        material=_stones(start) if morris else _men(start),
        plies=plies,
    )


def _rating(text: str) -> int:
    """Return a rating, 0 if `text` starts with none: `2100`, `2100 FIDE`, `?`."""
    found = _RATING.match(text)
    return int(found[0]) if found else 0


def _rules_name(tags: Mapping[str, str]) -> str:
    """Return the name of the rules of a game of morris."""
    try:
        return morris_rules(tags).name
    except InputError:  # of a variant that is not supported
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


# Reading a file in pieces. It is not mapped into memory: another program could truncate it at any
# time, and reading a missing page would kill the process.


def scan_file(file: IO[bytes]) -> Iterator[GameHeader]:
    """Yield the headers of the games in `file`, in order, like `scan` of its content.

    Only one piece and the game at its end are in memory; a file not in UTF-8 is read as a whole.

    Raises:
        OSError: The file cannot be read.
    """
    begin = file.read(PIECE)
    if not is_text(begin):
        yield GameHeader(0, file.seek(0, os.SEEK_END), fault=NO_TEXT)
        return
    if encoding_of(begin) != "utf-8":
        yield from _of_utf_16(begin + file.read(limits.LARGEST_COLLECTION), encoding_of(begin))
        return
    file.seek(0)
    part = _Part(file)
    part.grow()
    while True:
        last = None
        for section in sections(part.content, whole=False):
            if last is not None:
                yield from _headers_of(part.content, part.offset, last)
            last = section
        assert last is not None
        if last.end - last.begin > limits.LARGEST_LISTED_GAME:
            begun = part.offset + last.begin
            yield GameHeader(begun, _next_game(part) - begun, fault=TOO_LARGE)
            continue
        part.drop(last.begin)  # it may be incomplete
        if not part.grow():
            yield from _headers_in(part.content, part.offset)
            return


def _next_game(part: "_Part") -> int:
    """Skip to the next tags, or to the end; return the offset."""
    part.drop(len(part.content))
    while part.grow():
        block = TAGS.search(part.content)
        part.drop(len(part.content) if block is None else block.start())
        if block is not None:
            break
    return part.offset


class _Part:
    """The complete lines `content` of a file, starting at the byte `offset`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.offset, self.content = 0, b""
        self._cut_off = b""  # the start of the next line

    def grow(self) -> bool:
        """Read another piece; return whether there was one.

        A line longer than a piece is used in parts: no tag is that long.
        """
        piece = self._file.read(PIECE)
        if piece.endswith(b"\r"):  # maybe half of a line end
            piece += self._file.read(1)
        added = in_lines(self._cut_off + piece)
        end = added.rfind(b"\n") + 1 if piece else 0
        self.content += added[: end or None]
        self._cut_off = added[end:] if end else b""
        return bool(added)

    def drop(self, size: int) -> None:
        """Drop the first `size` bytes."""
        self.offset += size
        self.content = self.content[size:]

"""Split a text or a file into games; used by all readers of games, so that all count the same.

A game starts with a block of tags, with the number `1.` after an empty line, and after a result.
Within a block of tags, it starts after an empty line if the next tags repeat one, or are the first
tags of a header. Unclosed braces and brackets end where the next game starts: a damaged game never
hides another one.

This works on bytes, and overwrites comments and variations with blanks, so that offsets are those
in the file. A hundred megabytes take a few seconds.
"""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from millmate import limits

# Also used for bytes: no classes with non-ASCII letters.
_DASH = r"\s?(?:-|–|—|−|:)\s?"
_OTHER = rf"(?:{_DASH}(?:1/2|½|0?[.,]5|0))?"  # the half of the other side
_ALONE = r"(?<![\w/.-].)"  # looks back from the first character, which makes searches fast
RESULT = (
    rf"(?:1{_ALONE}(?:{_DASH}0|/2{_OTHER})|0{_ALONE}(?:{_DASH}(?:1/2|1|½)|[.,]5{_OTHER})"
    rf"|½{_OTHER}|\.{_ALONE}5{_OTHER}|,{_ALONE}5{_OTHER}"
    rf"|\+{_ALONE}:-|-{_ALONE}:[+-]|={_ALONE}:=|\*)(?![\w/-])"
)
TAG_NAME = "[A-Za-z0-9_+#=:-]+"
_NAME = TAG_NAME.encode()
_TAG = rb"[ \t]*\[[ \t]*" + _NAME + rb'[ \t]*"[^\n]*"[ \t]*\][ \t\r]*'
_DAMAGED = rb"(?!" + _TAG + rb")[ \t]*\[[ \t]*[A-Z][^\n%]*"  # `[White Elo "2000"]`, `[White "A]`
# Not `*+`: in Python 3.11.2 it swallows a last tag that is followed by moves.
TAGS = re.compile(
    rb"^" + _TAG + rb"(?:\n\s*(?:" + _TAG + rb"|" + _DAMAGED + rb")$)*(?:\n\s*" + _TAG + rb")?",
    re.MULTILINE,
)  # fmt: skip
_TAG_NAME = re.compile(rb"^[ \t]*\[[ \t]*(" + _NAME + rb")", re.MULTILINE)
_BEFORE_WHITE = {b"Event", b"Site", b"Date", b"Round"}  # in the roster of the standard
_EMPTY_LINE = re.compile(rb"\n[ \t\r]*\n\s*")
_COMMENT = re.compile(rb"\{[^}]*+\}?|;[^\n]*|^%[^\n]*", re.MULTILINE)
_BLANK = b"\v"  # white space that does not make a line empty
_BRACE = re.compile(rb"[{}]")
_BRACKET = re.compile(rb"[()]")
_FIRST_MOVE = rb"1[ \t]*\.(?![ \t]*\.)"
# Matches all empty lines, to examine each only once; the group marks those before another game.
_NEW_GAME = re.compile(rb"\n[ \t\r]*\n\s*+(?P<one>(?=" + _FIRST_MOVE + rb"))?")
_RESULT = re.compile(RESULT.encode())
_USUAL = (b"1-0", b"0-1", b"1/2-1/2", b"*")
_MOVE = rb"(?:[A-Za-z]?[a-h]?[1-8]?[x:-]?[a-h][1-8]|[O0o]-[O0o])"
_AFTER_RESULT = re.compile(rb"\s*(?=" + _FIRST_MOVE + rb"|" + _MOVE + rb")")
_AFTER_EMPTY_LINE = re.compile(rb"([ \t\r\v]*\n[ \t\r]*\n)\s*\S")
_PLAYED = re.compile(rb"(?<![\w/\"])" + _MOVE + rb"(?![\w/\"])|(?<![\w.])" + _FIRST_MOVE)
_LONE_RETURN = re.compile(rb"\r(?!\0?\n)")  # also in UTF-16
_INVISIBLE = (b"\xef\xbb\xbf", b"\xe2\x80\x8b", b"\xe2\x80\x8e", b"\xe2\x80\x8f", b"\0", b"\x1a")
_WRAPPING = re.compile(
    rb"^[ \t]*>[> \t]*|^[ \t]*```[^\n]*|\[/?pgn\]"
    rb"|^(?:[ \t]*</?[A-Za-z!][^<>\n]*>)+|(?:</?[A-Za-z!][^<>\n]*>[ \t]*)++$",
    re.MULTILINE | re.IGNORECASE,
)
_SIGNS_OF_WRAPPING = (b"\n>", b"</", b"<br", b"```", b"pgn]", b"PGN]")
_QUOTE, _ESCAPED = b"&quot;", re.compile(rb"\[\w+\s+&quot;")
_MEANINGS = {
    "*": "*", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2",
    "+--": "1-0", "--+": "0-1", "+/-": "1-0", "-/+": "0-1", "=-=": "1/2-1/2", "=": "1/2-1/2",
    "0-0": "*", "---": "*", "-/-": "*", "1/2-0": "*", "0-1/2": "*",
    "1": "1-0", "0": "0-1",
}  # fmt: skip
_DOUBT = limits.LONGEST_COMMENT  # bytes within which an open comment must close


class Entry(NamedTuple):
    """A game in a text: its bytes from `begin` to `end`.

    The movetext starts at `moves`; `main` is the movetext with comments and variations blanked out.
    """

    begin: int
    moves: int
    end: int
    main: bytes


class Section(NamedTuple):
    """A block of tags, ending at `moves`, and everything up to the next block."""

    begin: int
    moves: int
    end: int


def in_lines(content: bytes) -> bytes:
    """Return `content` in the same length, with normal line ends and without wrapping of games.

    Old programs write single carriage returns, joined files can have byte order marks at the start
    of any line, and games from forums, mails and web pages have brackets, quote signs and HTML
    elements around them.
    """
    if b"\r" in content and content.count(b"\r") != content.count(b"\r\n"):
        content = _LONE_RETURN.sub(b"\n", content)
    for strange in _INVISIBLE:
        content = content.replace(strange, b" " * len(strange))
    if content[:1] == b">" or any(sign in content for sign in _SIGNS_OF_WRAPPING):
        content = _WRAPPING.sub(_spaces, content)
    return content.replace(_QUOTE, b'"     ') if _ESCAPED.search(content) else content


def result_of(text: str) -> str | None:
    """Return the result `text` in PGN: 1-0, 0-1, 1/2-1/2 or *; None if it is not a result.

    It is `*` if both sides lose or get unequal halves: neither side has won.
    """
    text = "".join(text.split()).lower().removesuffix("ff").rstrip("f")
    for written in ("½", "0.5", "0,5", ".5", ",5"):
        text = text.replace(written, "1/2")
    text = re.sub("[–—−:]", "-", text)
    return _MEANINGS.get(text)


def line_ends(content: bytes, begin: int, end: int) -> int:
    """Return the number of line ends of any kind in a part of a file."""
    ends = content.count(b"\n", begin, end)
    return ends + len(_LONE_RETURN.findall(content, begin, end))


def split(content: bytes) -> Iterator[Entry]:
    """Yield the games in `content`, which was returned by `in_lines`, in order."""
    for section in sections(content):
        yield from entries(content, section)


def sections(content: bytes, whole: bool = True) -> Iterator[Section]:
    """Yield the sections of `content`, in order.

    If it is only the start of a text (not `whole`), the last section may be incomplete.
    """
    begin = moves = inside = 0
    for block in TAGS.finditer(content):
        start = block.start()
        if start < inside:
            continue
        if _in_comment(content, moves, start):
            brace = _BRACE.search(content, start, start + _DOUBT)
            if brace is None and not whole and len(content) < start + _DOUBT:
                break
            if brace is not None and brace[0] == b"}":
                inside = brace.start()
                continue
        yield Section(begin, moves, start)
        for part in _blocks(block):
            begin, moves = part
            if moves < block.end():
                yield Section(begin, moves, moves)
    yield Section(begin, moves, len(content))


def _in_comment(content: bytes, begin: int, end: int) -> bool:
    """Return whether a comment is open at `end` of a movetext."""
    opened = content.rfind(b"{", begin, end)
    return opened >= 0 and content.find(b"}", opened, end) < 0


def _blocks(block: re.Match[bytes]) -> Iterator[tuple[int, int]]:
    """Yield where the tags of each game in a block of tags start and end."""
    tags, start = block[0], block.start()
    cuts = []
    names: set[bytes] = set()
    begin = 0
    for gap in chain(_EMPTY_LINE.finditer(tags), [None]):
        end = len(tags) if gap is None else gap.end()
        found = set(_TAG_NAME.findall(tags, begin, end)) if gap or begin else set()
        again = names & found or _begins_header(found, names)
        if again and (sound := TAGS.search(tags, begin, end)):  # not at a damaged tag
            cuts.append(sound.start())
            names = set()
        names |= found
        begin = end
    for begin, end in pairwise([0, *cuts, len(tags)]):
        yield start + begin, start + end


def _begins_header(found: set[bytes], names: set[bytes]) -> bool:
    """Return whether the tags `found` start another header than that of `names`.

    Texts from web pages may have an empty line after each tag; those of the roster are in order.
    """
    return bool(names) and (b"Event" in found or (b"White" in found and not names <= _BEFORE_WHITE))


def entries(content: bytes, section: Section) -> Iterator[Entry]:
    """Yield the games in a section; text without tags and moves is not a game."""
    begin, moves, end = section
    if end - begin > limits.LARGEST_LISTED_GAME:
        yield Entry(begin, moves, end, b"")
        return
    text = content[moves:end]
    main = _main_line(text)
    cuts = _cuts(main)
    for first, last in pairwise([0, *cuts, len(main)]):
        part = main[first:last]
        tagged = first == 0 and begin < moves
        if tagged or _PLAYED.search(part) or _is_result(text[first:last], part):
            yield Entry(begin if first == 0 else moves + first, moves + first, moves + last, part)


def _is_result(text: bytes, main: bytes) -> bool:
    """Return whether there is only a result, possibly with comments."""
    return _RESULT.search(main) is not None and not _RESULT.sub(b"", main).strip()


def _main_line(moves: bytes) -> bytes:
    """Return the movetext with comments and variations blanked out."""
    if b"{" in moves or b";" in moves or b"%" in moves:
        moves = _COMMENT.sub(_without_comment, moves)
    return _without_variations(moves) if b"(" in moves else moves


def _spaces(match: re.Match[bytes]) -> bytes:
    return b" " * len(match[0])


def _without_comment(comment: re.Match[bytes]) -> bytes:
    text = comment[0]
    if text[:1] != b"{" or text[-1:] == b"}":
        return _BLANK * len(text)
    begins = [each.end() for each in _NEW_GAME.finditer(text) if each["one"] is not None]
    parts = [text[begin:end] for begin, end in pairwise([0, *begins, len(text)])]
    return b"".join(part.partition(b"{")[0].ljust(len(part), _BLANK) for part in parts)


def _without_variations(moves: bytes) -> bytes:
    """Blank out variations; an unclosed one ends where another game starts."""
    kept, depth, end = [], 0, 0
    opened = 0  # the first open bracket
    for bracket in _BRACKET.finditer(moves):
        at = bracket.start()
        if bracket[0] == b"(":
            if depth == 0:
                kept.append(moves[end:at])
                opened = at
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                end = at + 1
                kept.append(_BLANK * (end - opened))
    if depth == 0:
        return b"".join([*kept, moves[end:]])
    others = (each.start() for each in _NEW_GAME.finditer(moves, opened) if each["one"] is not None)
    end = next(others, len(moves))
    return b"".join([*kept, _BLANK * (end - opened), moves[end:]])


def _cuts(main: bytes) -> list[int]:
    """Return where further games start in a main line."""
    found = {each.end() for each in _NEW_GAME.finditer(main) if each["one"] is not None}
    if not found and main.rstrip().endswith(_USUAL) and sum(map(main.count, _USUAL)) == 1:
        return []  # true for nearly all games, and much faster
    for result in _RESULT.finditer(main):
        paragraph = _AFTER_EMPTY_LINE.match(main, result.end())
        sequel = paragraph or _AFTER_RESULT.match(main, result.end())
        if sequel is not None:
            found.add(sequel.end(1) if paragraph else sequel.end())
    cuts = [0]
    for at in sorted(found):
        if _PLAYED.search(main, cuts[-1], at) or _RESULT.search(main, cuts[-1], at):
            cuts.append(at)
    return cuts[1:]

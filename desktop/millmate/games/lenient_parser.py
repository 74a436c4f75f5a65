"""Finds a position of any game in a text, and parses it leniently.

It understands the position itself, an EPD, a PGN tag `[FEN "..."]`, links to Lichess, chess.com and
syzygy-tables.info with a FEN, and a position with words before or after it.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_plus

from millmate import limits
from millmate.errors import InputError
from millmate.games.catalogue import game_of
from millmate.games.chess import lenient_fen
from millmate.games.morris import lenient_text
from millmate.games.parsed_position import ParsedPosition, shorten
from millmate.language import number, tr

LONGEST = limits.LONGEST_LINE
_LINK = re.compile(r"^\s*(?:https?://|www\.|(?:[\w-]+\.)+(?:org|com|info|net)/)\S+\s*$")
_POSITION = re.compile(
    rf"(?<![^\s\"'=:(\[])(?:{lenient_fen.PIECES}|{lenient_text.STONES})(?![^\s\"';,)\]])"
)
_IN_LINK = re.compile(rf"(?<![^/=])(?:{lenient_fen.PIECES}|{lenient_text.STONES})(?!\S)")
_WRAPPER = re.compile(r"(?i)(?:\[\s*)?(?:position\s+)?(?:fen|epd|position)?\s*[:=]?\s*[\"'(]?\s*")


def parse_leniently(text: str) -> ParsedPosition:
    """Return the position in `text`, with remarks on everything that was changed or left out.

    Raises:
        InputError: There is none; the message says why.
    """
    if len(text) > LONGEST:
        raise InputError(
            tr("no position: a line of {n} characters is too long for one", n=number(len(text)))
        )
    if _LINK.match(text):
        return _from_link(text.strip())
    found = _POSITION.search(text)
    if found is None:
        return _read(text)
    before, after = text[: found.start()], _unwrapped(text[: found.start()], text[found.start() :])
    position = _read(after)
    if _WRAPPER.fullmatch(before):
        return position
    left = shorten(before)
    return position.remarked(tr("What precedes the position was left out: {text}", text=left))


def holds_position(text: str) -> bool:
    """Return whether `text` is meant as a position, valid or not, rather than a game or words."""
    words = text.split()
    if not words or len(text) > LONGEST:
        return False
    if _LINK.match(text) or _POSITION.search(text):
        return True
    return words[0].count("/") >= 2 and not words[0].startswith("[")


def _read(text: str) -> ParsedPosition:
    line = " ".join(text.split())
    return (lenient_text.parse if game_of(line) == "morris" else lenient_fen.parse)(line)


def _unwrapped(before: str, text: str) -> str:
    """Return `text` without the closing quote or bracket that was opened `before` it."""
    for opened, closed in (('"', '"'), ("'", "'"), ("(", ")")):
        if before.rstrip().endswith(opened):
            inside, _, outside = text.partition(closed)
            return f"{inside} {outside.strip().removeprefix(']')}"
    return text


def _from_link(link: str) -> ParsedPosition:
    """Return the position in a link: `fen=` in its query, or the end of its path."""
    address, _, query = link.partition("?")
    asked = dict(part.partition("=")[::2] for part in query.partition("#")[0].split("&"))
    text = asked.get("fen") or address.partition("#")[0]
    written = unquote_plus(text).replace("_", " ") if "*" not in text else unquote_plus(text)
    found = _IN_LINK.search(written.replace("://", ":")) if len(written) <= LONGEST else None
    if found is None:
        raise InputError(tr("no position in this link: {link}", link=shorten(link, 60)))
    taken = _read(written.replace("://", ":")[found.start() :])
    return taken.remarked(tr("The position was taken from a link."))

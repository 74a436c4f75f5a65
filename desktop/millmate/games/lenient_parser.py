"""Finds a position of any game in a text and parses it, correcting it where the meaning is clear.

It understands the position itself, an EPD, a PGN tag `[FEN "..."]`, links to Lichess, chess.com and
syzygy-tables.info with a FEN, a list of pieces (`Kc2 Nd3 Bf1 / Ka1`), and a position with words
before or after it.

In chess the fields after the pieces are the side to move, castling, en passant, the two counts
(FEN), then operations such as `bm Qd5+; id "study 7";` (EPD). A missing field is filled in, an
invalid one left out, and rights that the pieces forbid are dropped, each with a remark. In morris
White is to move by default, and there are no stones in hand (all of them if the board is empty).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus

import chess

from millmate import limits
from millmate.errors import InputError
from millmate.games.catalogue import game_of
from millmate.games.chess.piece_list import looks_like_list, no_moves, parse_list
from millmate.games.chess.positions import board_from_fen
from millmate.games.morris.positions import board_from_text, variant_of
from millmate.games.morris.sanmill import is_sanmill
from millmate.games.positions import PositionError
from millmate.language import number, tr

LONGEST = limits.LONGEST_LINE
_PIECES = r"[KQRBNPkqrbnp1-8~]+(?:/[KQRBNPkqrbnp1-8~]+){7}"
_STONES = r"[WBwb.*_Oo@-]{8}(?:/[WBwb.*_Oo@-]{8}){2}"
_LINK = re.compile(r"^\s*(?:https?://|www\.|(?:[\w-]+\.)+(?:org|com|info|net)/)\S+\s*$")
_POSITION = re.compile(rf"(?<![^\s\"'=:(\[])(?:{_PIECES}|{_STONES})(?![^\s\"';,)\]])")
_IN_LINK = re.compile(rf"(?<![^/=])(?:{_PIECES}|{_STONES})(?!\S)")
_WRAPPER = re.compile(r"(?i)(?:\[\s*)?(?:position\s+)?(?:fen|epd|position)?\s*[:=]?\s*[\"'(]?\s*")
_SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
_CASTLING = re.compile(r"-|[KQkqA-Ha-h]{1,4}")
_SQUARE = re.compile(r"-|[a-hA-H][1-8]")
_COUNT = re.compile(r"[0-9]{1,4}")
_COUNT_OF_MORRIS = re.compile(r"[0-9]{1,5}")
_DASHES = str.maketrans("–—−", "---")
_OPERATION = re.compile(r'\s*([A-Za-z][A-Za-z0-9_]*)((?:[^;"]|"[^"]*")*)(?:;|$)')


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """The position `fen` in the standard form of its game, playable or not.

    `remarks` are sentences on what was changed or left out; `name` is the name of the position in
    the text and `best` its best moves, "" if the text has none.
    """

    fen: str
    remarks: tuple[str, ...] = ()
    name: str = ""
    best: str = ""

    def remarked(self, *remarks: str) -> ParsedPosition:
        """Return this with `remarks` before the others; empty ones are left out."""
        return replace(self, remarks=(*filter(None, remarks), *self.remarks))


def parse_leniently(text: str) -> ParsedPosition:
    """Return the position in `text`, with remarks on everything that was changed or left out.

    A standard FEN is returned unchanged, without remarks.

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
        return _read_list(text) if looks_like_list(text) else _read(text)
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
    if looks_like_list(text):
        return no_moves(text)
    return words[0].count("/") >= 2 and not words[0].startswith("[")


def shorten(text: str, longest: int = 40) -> str:
    """Return the beginning of `text` on one line, for use in a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


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


def _read(text: str) -> ParsedPosition:
    """Return the position with which `text` begins."""
    line = " ".join(text.split())
    if game_of(line) != "morris":
        return _read_chess(line)
    if is_sanmill(line):
        remark = tr("The position was read in Sanmill's order of points.")
        return ParsedPosition(board_from_text(line).fen(), (remark,))
    return _read_morris(line)


class _Fields:
    """The words after the pieces, consumed one by one where they fit."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.missing: list[str] = []  # descriptions of assumed fields
        self.spelled = ""  # a remark on the spelling of the side

    def take(self, pattern: re.Pattern[str], assumed: str) -> str:
        """Return the next word if it fits, else `-`, and note what was assumed."""
        if self.words and pattern.fullmatch(self.words[0]):
            return self.words.pop(0)
        self.missing.append(assumed)
        return "-"

    def side(self) -> str:
        word = self.words[0] if self.words else ""
        side = _SIDES.get(word.lower())
        if side is None:
            self.missing.append(tr("White to move"))
            return "w"
        if word != side:
            self.spelled = tr("The side to move, {word}, was read as {side}.", word=word, side=side)
        del self.words[0]
        return side

    def counts(self, pattern: re.Pattern[str], most: int) -> list[str]:
        found: list[str] = []
        while self.words and len(found) < most and pattern.fullmatch(self.words[0]):
            found.append(self.words.pop(0))
        return found

    def filled(self) -> str:
        if not self.missing:
            return ""
        return tr("What was missing was filled in: {fields}.", fields=", ".join(self.missing))


def _left_out(text: str) -> str:
    return tr("What follows the position was left out: {text}", text=shorten(text)) if text else ""


# Morris -------------------------------------------------------------------------------------------


def _read_morris(line: str) -> ParsedPosition:
    stones, *words = line.split() or [""]
    fields = _Fields(words)
    side, counts = fields.side(), fields.counts(_COUNT_OF_MORRIS, 4)
    remarks = [fields.spelled, fields.filled()]
    if not counts:
        remarks.append(tr("No stones in hand were told: what is not on the board is out of play."))
    remarks.append(_left_out(" ".join(fields.words)))
    fen = board_from_text(" ".join([stones, side, *counts]), variant_of(stones)).fen()
    return ParsedPosition(fen).remarked(*remarks)


# Chess --------------------------------------------------------------------------------------------


def _read_chess(line: str) -> ParsedPosition:
    words = line.translate(_DASHES).split()
    if not words:
        raise PositionError(tr("no position: paste a FEN such as 8/8/8/8/8/8/8/KBN4k w - - 0 1"))
    pieces = re.sub(r"[1-8]{2,}", lambda digits: _joined(digits.group()), words[0])
    board = board_from_fen(pieces)
    fields = _Fields(words[1:])
    board.turn = fields.side() == "w"
    remarks = [fields.spelled, _castle(board, fields.take(_CASTLING, tr("no castling")))]
    remarks.append(_pass(board, fields.take(_SQUARE, tr("no en passant")).lower()))
    counts = [int(word) for word in fields.counts(_COUNT, 2)]
    counts += [0, 1][len(counts) :]
    operations, left = _operations(" ".join(fields.words))
    board.halfmove_clock = _counted(operations.get("hmvc"), counts[0])
    board.fullmove_number = max(1, _counted(operations.get("fmvn"), counts[1]))
    parsed = ParsedPosition(
        board.fen(), name=operations.get("id", ""), best=operations.get("bm", "")
    )
    return parsed.remarked(*remarks, fields.filled(), left)


def _read_list(text: str) -> ParsedPosition:
    board, side = parse_list(text)
    fields = _Fields([] if side is None else ["w" if side else "b"])
    board.turn = fields.side() == "w"
    return ParsedPosition(board.fen()).remarked(fields.filled())


def _joined(digits: str) -> str:
    """Return several numbers of free squares as one, unless they are too many."""
    squares = sum(map(int, digits))
    return str(squares) if squares <= 8 else digits


def _castle(board: chess.Board, word: str) -> str:
    """Give `board` the castling rights that its pieces allow; return a remark on the others."""
    try:
        board.set_castling_fen(word)
    except ValueError:  # ambiguous or contradictory letters
        return tr("The castling rights {word} make no sense and were dropped.", word=word)
    wanted = board.castling_rights
    board.castling_rights = board.clean_castling_rights()
    if board.castling_rights == wanted:
        return ""
    return tr("Castling rights without king and rook on their first squares were dropped.")


def _pass(board: chess.Board, word: str) -> str:
    """Set the en passant square `word`; return a remark if it is impossible."""
    if word == "-":
        return ""
    board.ep_square = chess.parse_square(word)
    if not _stepped_over(board, board.ep_square):
        board.ep_square = None
        return tr("En passant on {square} is not possible here and was dropped.", square=word)
    return ""


def _stepped_over(board: chess.Board, square: chess.Square) -> bool:
    """Return whether a pawn of the side not to move may just have passed `square`."""
    step, rank = (8, 5) if board.turn else (-8, 2)
    if chess.square_rank(square) != rank:
        return False
    pawn = chess.Piece(chess.PAWN, not board.turn)
    free = board.piece_at(square) is None and board.piece_at(square + step) is None
    return free and board.piece_at(square - step) == pawn


def _operations(text: str) -> tuple[dict[str, str], str]:
    """Return the operations of an EPD by name, and a remark on anything else."""
    found: dict[str, str] = {}
    position = 0
    while match := _OPERATION.match(text, position):
        found[match[1]] = match[2].strip().strip('"')
        position = match.end()
    ends_as_epd = position >= len(text) and text.rstrip().endswith(";")
    return (found, "") if not text or ends_as_epd else ({}, _left_out(text))


def _counted(word: str | None, otherwise: int) -> int:
    return int(word) if word and _COUNT.fullmatch(word) else otherwise

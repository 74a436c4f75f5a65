"""Reads positions from outside the program, of any game, in any form that is in use.

Every way in (window, files, command line, PGN tags, EPD, studies, openings, UCI, server, API) calls
`parse_leniently`. There are three levels:

- strict: a position in the standard form of its game is returned unchanged, without remarks. The
  same holds for other ways of writing the same: blanks written as `_`, `+`, `%20` or commas, long
  dashes, quotes, `FEN:`, a PGN tag `[FEN "..."]`, EPD operations, `8/44/8/...`;
- lenient: missing, impossible or unrelated parts are filled in, dropped or left out, each with a
  remark. Links (Lichess, chess.com, syzygy-tables.info), lists of pieces (`Kc2 Nd3 Bf1 / Ka1`),
  words around the position, `- -` for the counters, castling rights and en passant squares that
  the pieces forbid, Sanmill's formats;
- refuse: everything else is a `PositionError` that names the fault: no position at all, pieces or
  stones that do not fit the board, a counter that is out of range.

Counters always survive: those of a FEN, and `hmvc` and `fmvn` of an EPD. In morris White is to move
by default, and there are no stones in hand (all of them if the board is empty).
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast
from urllib.parse import unquote

import chess

from millmate import limits
from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import Position, parse, split_game
from millmate.games.chess.piece_list import looks_like_list, no_moves, parse_list
from millmate.games.chess.positions import board_from_fen, is_chess960
from millmate.games.chess.rules import CHESS
from millmate.games.morris.positions import read_text
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.sanmill import is_sanmill
from millmate.games.positions import PositionError
from millmate.language import number, tr

LONGEST = limits.LONGEST_LINE
_PIECES = r"[KQRBNPkqrbnp1-8~]+(?:/[KQRBNPkqrbnp1-8~]+){7}"
_STONES = r"[WBwb.*_Oo@-]{8}(?:/[WBwb.*_Oo@-]{8}){2}"
_OTHER_STONES = r"[WBwb.*]{8}/(?:[WBwb.*]{8}|[WBwb.*])"  # two rings, or one and the centre
_STANDARD = re.compile(rf"{_PIECES} [wb] \S{{1,4}} - \d{{1,4}} \d{{1,4}}", re.ASCII)
_LINK = re.compile(r"^\s*(?:https?://|www\.|(?:[\w-]+\.)+(?:org|com|info|net)/)\S+\s*$")
_AFTER = r"(?![^\s\"';,)\]_+])"
_POSITION = re.compile(rf"(?<![^\s\"'=:(\[])(?:{_PIECES}|{_STONES}|{_OTHER_STONES}){_AFTER}")
_IN_LINK = re.compile(rf"(?<![^/=])(?:{_PIECES}|{_STONES}|{_OTHER_STONES}){_AFTER}")
_MFEN = re.compile(r"MFEN/\d[^\"']*")
_WRITTEN_STONES = re.compile(rf"(?:{_STONES}|{_OTHER_STONES})(?=[\s_+,]|$)|\S+")
_WRAPPER = re.compile(r"(?i)(?:\[\s*)?(?:position\s+)?(?:fen|epd|position)?\s*[:=]?\s*[\"'(]?\s*")
_SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
_SIDE = r"[A-Za-z]+"
_CASTLING = r"[-–—−]|[KQkqA-Ha-h]{1,4}"
_SQUARE = r"[-–—−]|[a-hA-H][1-8]"
_COUNT = r"[-–—−]|[0-9]+"
_MOST_COUNTED = 9_999  # moves
_BETWEEN = r"[\s_+,]*"  # fields: links and programs write other characters for a blank
_NO_SIDE = re.compile(
    rf"\A{_BETWEEN}[-–—−](?=[\s_+,]{_BETWEEN}(?:{_CASTLING})[\s_+,]{_BETWEEN}(?:{_SQUARE})[\s_+,]+[0-9])"
)
_ESCAPES = re.compile("%2[0Ff]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_QUOTES = " \t\r\n`<>“”„«»‘’"
_OPERATION = re.compile(r'[\s;]*([A-Za-z][A-Za-z0-9_]*)((?:[^;"]|"[^"]*")*)(?:;|$)')
_OPCODES = re.compile(
    r"(?:a[cmn]|ac[dns]|bm|c[0-9e]|dm|draw_\w+|eco|fmvn|hmvc|id|nic|noop|p[mv]|rc|resign"
    r"|s[mv]|tc\w\w|v[0-9])\b", re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """A position in the standard form of its game, playable or not.

    `remarks` are sentences about changes and omissions; `operations` are those of an EPD, as
    they are written. In morris, `begun` is the first part of a turn, such as `d6`, that a removal
    has to complete: the position is the one before it. `named` is whether the text names its game.
    """

    position: Position
    remarks: tuple[str, ...] = ()
    operations: Mapping[str, str] = field(default_factory=dict)
    begun: str = ""
    named: bool = False

    @property
    def fen(self) -> str:
        """The text of the position, without its game."""
        return self.position.text

    @property
    def meant(self) -> Position | str:
        """The position, or only its text if the game is a guess."""
        return self.position if self.named else self.fen

    @property
    def name(self) -> str:
        """The name of the position in the text, "" if it has none."""
        return self.operations.get("id", "")

    @property
    def best(self) -> str:
        """The best moves that the text gives, "" for none."""
        return self.operations.get("bm", "")

    def remarked(self, *remarks: str) -> "ParsedPosition":
        """Return this with `remarks` before the others; empty ones are left out."""
        return replace(self, remarks=(*filter(None, remarks), *self.remarks))

    def read(self) -> Board:
        """Return the position, playable or not."""
        return self.position.game.read(self.fen)

    def board(self) -> Board:
        """Return the position, which must be playable; raises `PositionError`."""
        return self.position.game.board(self.fen)


def parse_leniently(
    text: str, rules: Rules | None = None, defaults: tuple[Rules, ...] = ()
) -> ParsedPosition:
    """Return the position in `text`, with remarks on everything that was changed or left out.

    A standard FEN is returned unchanged, without remarks. With `rules`, it is one of their game;
    otherwise `parse` decides, with these `defaults`.

    Raises:
        PositionError: `text` is not a position; the message says why.
    """
    if len(text) > LONGEST:
        raise PositionError(
            tr("not a position: a line of {n} characters is too long", n=number(len(text)))
        )
    if rules in (None, CHESS) and _is_standard(text):
        return ParsedPosition(Position(CHESS, text))
    if _LINK.match(text):
        return _from_link(text.strip(), rules, defaults)
    named, text = split_game(_unescaped(text), rules)
    found = _found(text, named or rules, defaults)
    return found if named is None else replace(found, named=True)


def _found(text: str, rules: Rules | None, defaults: tuple[Rules, ...]) -> ParsedPosition:
    """Return the position in `text`, which contains neither a link nor the name of a game."""
    if mfen := _MFEN.search(text):
        return _read(mfen.group(), rules, defaults)
    found = _POSITION.search(text)
    if found is None:
        listed = rules in (None, CHESS) and looks_like_list(text)
        return _read_list(text) if listed else _read(text, rules, defaults)
    before, after = text[: found.start()], _unwrapped(text[: found.start()], text[found.start() :])
    position = _read(after, rules, defaults)
    if _WRAPPER.fullmatch(before):
        return position
    left = shorten(before)
    return position.remarked(tr("Text before the position was ignored: {text}", text=left))


def holds_position(text: str) -> bool:
    """Return whether `text` is meant as a position, valid or not, rather than a game or words."""
    if not text.strip() or len(text) > LONGEST:
        return False
    text = _unescaped(text)
    with suppress(InputError):
        text = split_game(text)[1]
    if _LINK.match(text) or _MFEN.search(text) or _POSITION.search(text):
        return True
    if looks_like_list(text):
        return no_moves(text)
    word = next(iter(text.split()), "")
    return word.count("/") >= 2 and not word.startswith("[")


def shorten(text: str, longest: int = 40) -> str:
    """Return the start of `text` on one line, for use in a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _is_standard(text: str) -> bool:
    """Return whether `text` is a FEN in standard form, which needs no closer look."""
    with suppress(PositionError):
        return _STANDARD.fullmatch(text) is not None and board_from_fen(text).fen() == text
    return False


def _unescaped(text: str) -> str:
    """Return `text` without the escapes, quotes and invisible characters of other programs."""
    text = _INVISIBLE.sub("", text).strip(_QUOTES)
    return unquote(text) if _ESCAPES.search(text) else text


def _unwrapped(before: str, text: str) -> str:
    """Return `text` without the closing quote or bracket that was opened `before` it."""
    for opened, closed in (('"', '"'), ("'", "'"), ("(", ")")):
        if before.rstrip().endswith(opened):
            inside, _, outside = text.partition(closed)
            return f"{inside} {outside.strip().removeprefix(']')}"
    return text


def _from_link(link: str, rules: Rules | None, defaults: tuple[Rules, ...]) -> ParsedPosition:
    """Return the position in a link: `fen=` in its query, or the end of its path."""
    address, _, query = link.partition("?")
    asked = dict(part.partition("=")[::2] for part in query.partition("#")[0].split("&"))
    written = unquote(asked.get("fen") or address.partition("#")[0])
    found = _IN_LINK.search(written.replace("://", ":"))
    if found is None:
        raise PositionError(tr("no position in this link: {link}", link=shorten(link, 60)))
    taken = _read(written.replace("://", ":")[found.start() :], rules, defaults)
    return taken.remarked(tr("The position was taken from a link."))


def _read(text: str, rules: Rules | None, defaults: tuple[Rules, ...]) -> ParsedPosition:
    """Return the position at the start of `text`."""
    line = " ".join(text.split())
    if rules is None and not re.match(rf"{_PIECES}{_AFTER}", line):
        written = _WRITTEN_STONES.match(line)
        rules = parse(line if written is None else written.group(), *defaults).game
    rules = rules or CHESS
    return _READERS[rules.kind](line, rules)


class _Fields:
    """The fields after the pieces; they are taken from the start of `text` if they fit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.missing: list[str] = []  # descriptions of assumed fields
        self.spelled = ""  # a remark on the spelling of the side

    def next(self, pattern: str) -> str | None:
        """Return the next field if it fits `pattern`, else None."""
        found = re.match(rf"{_BETWEEN}({pattern})(?=[\s_+,;–—−-]|\.?$)", self.text)
        if found is None:
            return None
        self.text = self.text[found.end() :]
        return found[1]

    def take(self, pattern: str, assumed: str) -> str:
        """Return the next field if it fits, else `-`, and note the assumption."""
        word = self.next(pattern)
        if word is None:
            self.missing.append(assumed)
            return "-"
        return "-" if word in "–—−" else word

    def side(self) -> str:
        self.text = _NO_SIDE.sub("", self.text)
        before, word = self.text, self.next(_SIDE)
        side = _SIDES.get((word or "").lower())
        if word is None or side is None:
            self.text = before
            self.missing.append(tr("White to move"))
            return "w"
        if word != side:
            self.spelled = tr("The side to move, {word}, was read as {side}.", word=word, side=side)
        return side

    def counts(self, usual: list[int], most: int) -> tuple[list[int], int]:
        """Return a number for each of `usual`, by default that one, and how many were found.

        Raises:
            PositionError: A number is greater than `most`.
        """
        found: list[int] = []
        while len(found) < len(usual) and (word := self.next(_COUNT)) is not None:
            if not word.isdecimal():
                self.missing.append(tr("the counters"))
                found.append(usual[len(found)])
            elif int(word) > most:
                raise PositionError(
                    tr("{field!r} is not a number of moves", field=shorten(word, 12))
                )
            else:
                found.append(int(word))
        return [*found, *usual[len(found) :]], len(found)

    def left(self) -> str:
        """Return the rest of the text."""
        return re.sub(rf"^{_BETWEEN}\.?", "", self.text).strip()

    def filled(self) -> str:
        if not self.missing:
            return ""
        fields = ", ".join(dict.fromkeys(self.missing))
        return tr("Missing fields were filled in: {fields}.", fields=fields)


def _left_out(text: str) -> str:
    return tr("Text after the position was ignored: {text}", text=shorten(text)) if text else ""


# Morris -------------------------------------------------------------------------------------------


def _read_morris(line: str, rules: Rules) -> ParsedPosition:
    variant = cast(MorrisRules, rules).variant
    if is_sanmill(line):
        remark = tr("The position was read in Sanmill's order of points.")
        if line.startswith("MFEN/"):
            remark = ""
        board, begun = read_text(line, variant)
        due = tr(
            "A stone must still be taken: this is the position before {turn}, which ends with "
            "taking it.", turn=begun,
        ) if begun else ""  # fmt: skip
        return ParsedPosition(Position.of(board), begun=begun).remarked(remark, due)
    stones = _WRITTEN_STONES.match(line)
    written = stones.group() if stones else ""
    fields = _Fields(line[len(written) :])
    side = fields.side()
    counts, told = fields.counts([0, 0, 0, 1], 99_999)
    remarks = [fields.spelled, fields.filled()]
    if not told:
        remarks.append(
            tr("No stones in hand were given: stones that are not on the board are out of play.")
        )
    remarks.append(_left_out(fields.left()))
    if told == 1:  # refused
        written = f"{written} {side} {counts[0]}"
    board = read_text(written, variant)[0]
    board.turn = side == "w"
    if told:
        board.hand[:] = counts[1], counts[0]
        board.quiet, board.number = counts[2], max(1, counts[3])
    return ParsedPosition(Position.of(board)).remarked(*remarks)


# Chess --------------------------------------------------------------------------------------------


def _read_chess(line: str, rules: Rules) -> ParsedPosition:
    written = re.match(r"[^\s_+,;]*", line)
    assert written is not None  # it may be empty
    pieces = re.sub(r"[1-8]{2,}", lambda digits: _joined(digits.group()), written.group())
    board = board_from_fen(pieces)
    fields = _Fields(line[written.end() :])
    board.turn = fields.side() == "w"
    remarks = [fields.spelled, _set_castling(board, fields.take(_CASTLING, tr("no castling")))]
    remarks.append(_set_en_passant(board, fields.take(_SQUARE, tr("no en passant")).lower()))
    counts, _ = fields.counts([0, 1], _MOST_COUNTED)
    operations, left = _operations(fields.left())
    told = (operations.get(name, "") for name in ("hmvc", "fmvn"))
    of_epd = _Fields(" ".join(each if re.fullmatch("[0-9]+", each) else "-" for each in told))
    counts, _ = of_epd.counts(counts, _MOST_COUNTED)
    board.halfmove_clock, board.fullmove_number = counts[0], max(1, counts[1])
    parsed = ParsedPosition(Position.of(board), operations=operations)
    return parsed.remarked(*remarks, fields.filled(), left)


def _read_list(text: str) -> ParsedPosition:
    board, side = parse_list(text)
    fields = _Fields("" if side is None else "w" if side else "b")
    board.turn = fields.side() == "w"
    return ParsedPosition(Position.of(board)).remarked(fields.filled())


def _joined(digits: str) -> str:
    """Return several numbers of free squares as one, unless they are too many."""
    squares = sum(map(int, digits))
    return str(squares) if squares <= 8 else digits


def _set_castling(board: chess.Board, word: str) -> str:
    """Give `board` the castling rights that its pieces allow; return a remark on the others."""
    try:
        board.set_castling_fen(word)
    except ValueError:  # ambiguous or contradictory letters
        return tr("The castling rights {word} make no sense and were dropped.", word=word)
    wanted, board.chess960 = board.castling_rights, is_chess960(board)
    board.castling_rights = board.clean_castling_rights()
    if board.castling_rights == wanted:
        return ""
    return tr("Castling rights without king and rook on their first squares were dropped.")


def _set_en_passant(board: chess.Board, word: str) -> str:
    """Set the en passant square `word`; return a remark if it is impossible."""
    if word == "-":
        return ""
    check = board.status() & chess.STATUS_IMPOSSIBLE_CHECK
    board.ep_square = square = chess.parse_square(word)
    impossible = board.status() & chess.STATUS_IMPOSSIBLE_CHECK & ~check
    if impossible or not _stepped_over(board, square):
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
    """Return the operations of an EPD by name, and a remark on anything else.

    Operands are kept as they are: programs write `bm #11` and `ce +M11`, which are neither
    moves nor numbers.
    """
    found: dict[str, str] = {}
    position = 0
    if not text or not (text.endswith(";") or text.startswith(";") or _OPCODES.match(text)):
        return found, _left_out(text)
    while match := _OPERATION.match(text, position):
        found[match[1]] = match[2].strip().strip('"')
        position = match.end()
    return found, _left_out(text[position:].strip(" ;"))


_READERS: dict[str, Callable[[str, Rules], ParsedPosition]] = {
    "chess": _read_chess,
    "morris": _read_morris,
}

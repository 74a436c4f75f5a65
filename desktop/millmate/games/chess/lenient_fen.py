"""Parses FEN and EPD leniently, correcting them where the meaning is clear.

The fields after the pieces are the side to move, castling, en passant, the two counts (FEN), then
operations such as `bm Qd5+; id "study 7";` (EPD). A missing field is filled in, an invalid one left
out, and rights that the pieces forbid are dropped, each with a remark.
"""

from __future__ import annotations

import re

import chess

from millmate.games.chess.positions import PositionError, board_from_fen
from millmate.games.parsed_position import ParsedPosition, shorten
from millmate.language import tr

PIECES = r"[KQRBNPkqrbnp1-8~]+(?:/[KQRBNPkqrbnp1-8~]+){7}"
_SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
_CASTLING = re.compile(r"-|[KQkqA-Ha-h]{1,4}")
_SQUARE = re.compile(r"-|[a-hA-H][1-8]")
_COUNT = re.compile(r"[0-9]{1,4}")
_DASHES = str.maketrans("–—−", "---")
_OPERATION = re.compile(r'\s*([A-Za-z][A-Za-z0-9_]*)((?:[^;"]|"[^"]*")*)(?:;|$)')


def parse(text: str) -> ParsedPosition:
    """Return the position in `text`, which begins with the pieces; see the module.

    A standard FEN is returned unchanged, without remarks.

    Raises:
        PositionError: The pieces do not fill a board; the message names the rank.
    """
    words = text.translate(_DASHES).split()
    if not words:
        raise PositionError(tr("no position: paste a FEN such as 8/8/8/8/8/8/8/KBN4k w - - 0 1"))
    pieces = re.sub(r"[1-8]{2,}", lambda digits: _joined(digits.group()), words[0])
    board = board_from_fen(pieces)
    fields = _Fields(words[1:])
    side = fields.side()
    board.turn = side == "w"
    remarks = [fields.spelled, _castle(board, fields.take(_CASTLING, tr("no castling")))]
    remarks.append(_pass(board, fields.take(_SQUARE, tr("no en passant")).lower()))
    board.halfmove_clock, board.fullmove_number = fields.counts()
    operations, left = _operations(" ".join(fields.words))
    board.halfmove_clock = _counted(operations.get("hmvc"), board.halfmove_clock)
    board.fullmove_number = max(1, _counted(operations.get("fmvn"), board.fullmove_number))
    remarks += [fields.filled(), left]
    return ParsedPosition(
        board.fen(),
        tuple(filter(None, remarks)),
        operations.get("id", ""),
        operations.get("bm", ""),
    )


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

    def counts(self) -> tuple[int, int]:
        """Return the plies since a capture or pawn move, and the move number, from 1 on."""
        counts = [0, 1]
        for place in range(2):
            if not (self.words and _COUNT.fullmatch(self.words[0])):
                break
            counts[place] = int(self.words.pop(0))
        return counts[0], max(1, counts[1])

    def filled(self) -> str:
        if not self.missing:
            return ""
        return tr("What was missing was filled in: {fields}.", fields=", ".join(self.missing))


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
    if not text or (position >= len(text) and _ends_as_epd(text)):
        return found, ""
    return {}, tr("What follows the position was left out: {text}", text=shorten(text))


def _counted(word: str | None, otherwise: int) -> int:
    return int(word) if word and _COUNT.fullmatch(word) else otherwise


def _ends_as_epd(text: str) -> bool:
    """Return whether `text` ends with a semicolon, as operations do."""
    return text.rstrip().endswith(";")

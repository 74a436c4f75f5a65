"""Positions written as lists of pieces with their squares: `Kc2 Nd3 Bf1 / Ka1`."""

from __future__ import annotations

import re

import chess

from millmate.errors import InputError
from millmate.games.chess.piece_letters import to_english
from millmate.language import tr

_MAN = re.compile(r"([KQRBNPkqrbnp]?)([a-hA-H][1-8])")
_COLOURS = {"w": chess.WHITE, "white": chess.WHITE, "b": chess.BLACK, "black": chess.BLACK}
_BETWEEN = re.compile(r"[/;|\n]|\s[-–]\s|\bv\b|\bvs\b")


class PieceListError(InputError):
    """A text is no list of pieces, or puts two on one square."""


def looks_like_list(text: str) -> bool:
    """Return whether `text` begins as a list of pieces does: at least two men with squares."""
    words = re.split(r"[\s,]+", _BETWEEN.split(text.strip(), maxsplit=1)[0].strip())
    men = [word for word in map(to_english, words) if _MAN.fullmatch(word)]
    return len(men) >= 1 and len(men) == len(words) and bool(men[0][0] in "KQRBNPkqrbnp")


def read_list(text: str) -> str:
    """Return the FEN of a list of White's men, a stroke, and Black's: `Kc2 Nd3 Bf1 / Ka1`.

    A man is its letter, in English or in the language in use, and its square; a pawn may be the
    square alone. The side to move may follow: `Kc2 Pd3 / Ka1, b`. White moves if it does not.

    Raises:
        PieceListError: The text says something else; the message says what.
    """
    parts = [part.strip() for part in _BETWEEN.split(text.strip()) if part.strip()]
    if len(parts) != 2:
        raise PieceListError(
            tr("write White's pieces, a stroke, and Black's, such as Kc2 Nd3 Bf1 / Ka1")
        )
    board, turn = chess.Board(None), chess.WHITE
    for colour, part in zip((chess.WHITE, chess.BLACK), parts, strict=True):
        words = [word for word in re.split(r"[\s,]+", part) if word]
        if colour == chess.BLACK and len(words) > 1 and words[-1].lower() in _COLOURS:
            turn = _COLOURS[words.pop().lower()]
        for word in words:
            _put(board, word, colour)
    board.turn = turn
    return board.fen()


def _put(board: chess.Board, word: str, colour: chess.Color) -> None:
    found = _MAN.fullmatch(word) or _MAN.fullmatch(to_english(word))
    if found is None:
        raise PieceListError(
            tr("“{word}” is no piece with its square, such as Kc2 or Nd3", word=word[:20])
        )
    square = chess.parse_square(found[2].lower())
    if board.piece_at(square) is not None:
        raise PieceListError(tr("two pieces stand on {square}", square=found[2].lower()))
    kind = chess.PIECE_SYMBOLS.index((found[1] or "p").lower())
    board.set_piece_at(square, chess.Piece(kind, colour))

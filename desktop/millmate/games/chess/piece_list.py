"""Positions written as lists of pieces with their squares: `Kc2 Nd3 Bf1 / Ka1`."""

import re

import chess

from millmate.games.chess.piece_letters import to_english
from millmate.games.positions import PositionError
from millmate.language import tr

_MAN = re.compile(r"([KQRBNPkqrbnp]?)([a-hA-H][1-8])")
_COLOURS = {"w": chess.WHITE, "white": chess.WHITE, "b": chess.BLACK, "black": chess.BLACK}
_ENGLISH_KING = re.compile(r"\b[Kk][a-hA-H][1-8]\b")
_LONGEST = 1000  # characters: 64 men with much between them
_BETWEEN = re.compile(r"[/;|]|\s[-–]\s|\bv\b|\bvs\b")


class PieceListError(PositionError):
    """A text is not a list of pieces, or has two on one square."""


def looks_like_list(text: str) -> bool:
    """Return whether `text` is meant as a list, finished or not: it starts with a man and square.

    A FEN can start in the same way (`Kb6/8/...`), but has more strokes.
    """
    if len(text) > _LONGEST:
        return False
    first = next(iter(text.split()), "")
    man = _man(next(iter(_words(_white_part(text))), ""), text)
    return man is not None and man[1] != "" and first.count("/") < 2


def no_moves(text: str) -> bool:
    """Return whether what looks like a list cannot be the moves of a game.

    No game starts with a move of the king; behind another man, king and stroke make it a list.
    """
    men = [_man(word, text) for word in _words(_white_part(text))]
    kings = [man is not None and man[1].lower() == "k" for man in men]
    if any(kings[:1]):
        return True
    return any(kings) and all(men) and len(_parts(text)) > 1


def _white_part(text: str) -> str:
    return next(iter(_parts(text)), "")


def _parts(text: str) -> list[str]:
    """Return the parts of a list between its strokes, or its lines if it has none."""
    parts = _BETWEEN.split(text) if _BETWEEN.search(text) else text.splitlines()
    return [part.strip() for part in parts if part.strip()]


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", text) if word]


def _man(word: str, text: str) -> re.Match[str] | None:
    """Return letter and square of the man `word` of the list `text`.

    Letters are those of the language in use, and English ones; in a list with an English king, a
    letter of both is English.
    """
    english = _MAN.fullmatch(word)
    if english and (not english[1] or _ENGLISH_KING.search(text)):
        return english
    return _MAN.fullmatch(to_english(word[:1].upper() + word[1:])) or english


def read_list(text: str, turn: chess.Color = chess.WHITE) -> str:
    """Return the FEN of a list of White's men, a stroke, and Black's: `Kc2 Nd3 Bf1 / Ka1`.

    A man is its letter, in English or in the language in use, and its square; a pawn may be the
    square alone. The side to move may follow: `Kc2 Pd3 / Ka1, b`. If not, it is `turn`.

    Raises:
        PieceListError: The text says something else; the message says what.
    """
    board, named = parse_list(text)
    board.turn = turn if named is None else named
    return board.fen()


def parse_list(text: str) -> tuple[chess.Board, chess.Color | None]:
    """Return the pieces of a list as `read_list` does, and the side to move if it is named.

    Raises:
        PieceListError: The text says something else; the message says what.
    """
    parts = _parts(text)
    if len(parts) != 2:
        raise PieceListError(
            tr("write White's pieces, a stroke, and Black's, such as Kc2 Nd3 Bf1 / Ka1")
        )
    board, turn = chess.Board(None), None
    for colour, part in zip((chess.WHITE, chess.BLACK), parts, strict=True):
        words = _words(part)
        if colour == chess.BLACK and len(words) > 1 and words[-1].lower() in _sides():
            turn = _sides()[words.pop().lower()]
        for word in words:
            _put(board, word, colour, text)
    return board, turn


def _sides() -> dict[str, chess.Color]:
    """Return the words for the side to move, and their initials, of English and the language."""
    white, black = tr("White").lower(), tr("Black").lower()
    own = {white: chess.WHITE, white[0]: chess.WHITE, black: chess.BLACK, black[0]: chess.BLACK}
    return own | _COLOURS


def _put(board: chess.Board, word: str, colour: chess.Color, text: str) -> None:
    found = _man(word, text)
    if found is None:
        raise PieceListError(
            tr("“{word}” is not a piece and square such as Kc2 or Nd3", word=word[:20])
        )
    square = chess.parse_square(found[2].lower())
    if board.piece_at(square) is not None:
        raise PieceListError(tr("there are two pieces on {square}", square=found[2].lower()))
    kind = chess.PIECE_SYMBOLS.index((found[1] or "p").lower())
    board.set_piece_at(square, chess.Piece(kind, colour))

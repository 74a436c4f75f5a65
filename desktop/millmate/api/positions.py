"""The positions that the API takes: boards of either game, or their text."""

import warnings
from typing import Any, cast

import chess

from millmate.games.lenient_parser import parse_leniently
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.tablebase.verdict import UnprobeableError

Board = chess.Board | MorrisBoard
Move = chess.Move | MorrisMove
Position = Board | str


def board(position: Position) -> Board:
    """Return a position as a board of its game; a board is returned as it is.

    A FEN becomes a `chess.Board`. A position of nine men's morris has three rings of eight points,
    clockwise from the top left corner, the side to move, and the stones in White's and in Black's
    hand; one of six or three men's morris has the parts of its board. Other ways of writing them
    (EPD, links, Sanmill's formats) are read, too; each correction is a `UserWarning`:

    >>> import millmate
    >>> millmate.board("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
    Board('8/8/8/8/8/2k5/8/KQ6 w - - 0 1')
    >>> print(millmate.board("W.W...../B......./B.B...W. w 0 0").fen())
    W.W...../B......./B.B...W. w 0 0 0 1

    Raises:
        PositionError: A text is not a position of either game; a `ValueError`.
        UnprobeableError: The board is of a variant of chess; a `ValueError`.
        TypeError: It is neither a board nor text.
    """
    found: Any = position  # callers need not be type-checked
    if isinstance(found, str):
        parsed = parse_leniently(found)
        for remark in parsed.remarks:
            warnings.warn(remark, stacklevel=2)
        return cast(Board, parsed.read())
    if isinstance(found, chess.Board):
        if found.uci_variant != "chess":
            raise UnprobeableError(f"tables support only standard chess, not {found.uci_variant}")
        return found
    if isinstance(found, MorrisBoard):
        return found
    raise TypeError(f"a position is a chess.Board, a MorrisBoard or text, not {found!r:.60}")

"""Chess positions as text, and the problems that make them unplayable."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess

from millmate import limits
from millmate.errors import InputError, quote_error
from millmate.games.chess.fen_faults import fen_fault
from millmate.games.chess.material import Material
from millmate.language import tr


class PositionError(InputError):
    """A text is not a FEN, or its position cannot be played."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a position cannot be played: a sentence, and the squares to mark."""

    message: str
    squares: tuple[chess.Square, ...] = ()


def problems(board: chess.Board) -> list[Problem]:
    """Return all problems of `board`, the gravest first; [] if it can be played."""
    return list(_problems_of_men(board)) or list(_problems_of_play(board))


def _problems_of_men(board: chess.Board) -> Iterator[Problem]:
    sides = ((chess.WHITE, tr("White")), (chess.BLACK, tr("Black")))
    for colour, name in sides:
        kings = tuple(board.pieces(chess.KING, colour))
        if not kings:
            yield Problem(tr("{name} has no king", name=name))
        elif len(kings) > 1:
            text = tr("{name} has {n} kings; one is right", name=name, n=len(kings))
            yield Problem(text, kings)
    pawns = tuple(chess.SquareSet(board.pawns & chess.BB_BACKRANKS))
    if pawns:
        ranks = sorted({chess.square_rank(square) + 1 for square in pawns})
        yield Problem(tr("pawn on rank {ranks}", ranks=tr(" and ").join(map(str, ranks))), pawns)
    for colour, name in sides:
        pawns = tuple(board.pieces(chess.PAWN, colour))
        if len(pawns) > 8:
            text = tr("{name} has {n} pawns; at most 8 are possible", name=name, n=len(pawns))
            yield Problem(text, pawns)
        if chess.popcount(board.occupied_co[colour]) > 16:
            yield Problem(tr("{name} has more than 16 pieces", name=name))


def _problems_of_play(board: chess.Board) -> Iterator[Problem]:
    """Yield the problems that presuppose one king on each side."""
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white is not None
    assert black is not None
    if chess.square_distance(white, black) <= 1:
        yield Problem(tr("the kings stand side by side"), (white, black))
        return
    status = board.status()
    if status & chess.STATUS_OPPOSITE_CHECK:
        side = tr("White") if board.turn == chess.WHITE else tr("Black")
        waiting = white if board.turn == chess.BLACK else black
        yield Problem(
            tr("the side not to move is in check: {side} could take the king", side=side),
            (waiting, *board.attackers(board.turn, waiting)),
        )
    if status & chess.STATUS_TOO_MANY_CHECKERS:
        yield Problem(tr("more than two pieces give check"), tuple(board.checkers()))
    elif status & chess.STATUS_IMPOSSIBLE_CHECK:
        yield Problem(tr("no last move leads to this check"), tuple(board.checkers()))
    if status & chess.STATUS_BAD_CASTLING_RIGHTS:
        yield Problem(tr("castling needs king and rook on their first squares"))
    if status & chess.STATUS_INVALID_EP_SQUARE and board.ep_square is not None:
        name = chess.square_name(board.ep_square)
        text = tr("en passant on {name} is not possible here", name=name)
        yield Problem(text, (board.ep_square,))


def board_from_fen(text: str) -> chess.Board:
    """Return the position in `text`, playable or not (see `problems`).

    Lenient: the fields after the pieces may be missing (White to move, no castling, no en
    passant), and an en-passant square without a capture is dropped when the FEN is written.

    Raises:
        PositionError: `text` is not a FEN.
    """
    line = " ".join(text.split())
    if not line:
        raise PositionError(tr("no position: paste a FEN such as 8/8/8/8/8/8/8/KBN4k w - - 0 1"))
    if len(line) > limits.LONGEST_FEN:
        raise PositionError(
            tr("a FEN has at most about 90 characters, this text has {n}", n=len(text))
        )
    try:
        board = chess.Board(line)
        board.promoted &= ~board.kings  # the library does not count promoted kings
        return board
    except ValueError as error:
        raise PositionError(
            tr(
                "not a FEN: {line!r} ({why})",
                line=line,
                why=fen_fault(line) or quote_error("python-chess", error),
            )
        ) from None


def playable_board(text: str) -> chess.Board:
    """Return the position of a FEN, which must be playable.

    Raises:
        PositionError: `text` is not a FEN, or its position has `problems`.
    """
    board = board_from_fen(text)
    faults = problems(board)
    if faults:
        raise PositionError(
            tr("impossible position {text!r}: {why}", text=text.strip(), why=faults[0].message)
        )
    return board


def random_position(
    material: Material, rng: random.Random, turn: bool = chess.WHITE
) -> chess.Board:
    """Return a uniformly random playable position of `material`, `turn` to move, not over."""
    while True:
        board = chess.Board(None)
        board.turn = turn
        pieces = [chess.Piece.from_symbol(s) for s in material.white + material.black.lower()]
        for square, piece in zip(rng.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, piece)
        if not problems(board) and any(board.legal_moves):
            return board

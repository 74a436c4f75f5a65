"""Chess positions as text, the faults of other texts, and what makes positions unplayable."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import chess

from millmate import limits
from millmate.errors import quote_error
from millmate.games.chess.material import Material
from millmate.games.positions import PositionError, Problem, refuse_unplayable
from millmate.language import count, mark, tr

# The fields after the pieces, each with its fault.
_FIELDS = (
    (re.compile("[wb]"), mark("the side to move is w or b, not {field!r}")),
    (
        re.compile(r"-|[KQABCDEFGHkqabcdefgh]{1,4}"),
        mark("castling is - or some of KQkq, not {field!r}"),
    ),
    (re.compile(r"-|[a-h][1-8]"), mark("en passant is - or a square such as e6, not {field!r}")),
    *((re.compile(r"\d+"), mark("{field!r} is not a number of moves")),) * 2,
)


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
            text = tr("{name} has {n} kings; it must have one", name=name, n=len(kings))
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
    Castling rights are read as X-FEN and Shredder-FEN; `chess960` is set where they need it.

    Raises:
        PositionError: `text` is not a FEN.
    """
    line = " ".join(text.split())
    if not line:
        raise PositionError(tr("not a position: paste a FEN such as 8/8/8/8/8/8/8/KBN4k w - - 0 1"))
    if len(line) > limits.LONGEST_FEN:
        raise PositionError(
            tr("a FEN has at most about 90 characters, this text has {n}", n=len(text))
        )
    try:
        return _read(line).copy(stack=False)
    except ValueError as error:
        raise PositionError(
            tr(
                "not a FEN: {line!r} ({why})",
                line=line,
                why=fen_fault(line) or quote_error("python-chess", error),
            )
        ) from None


@lru_cache(maxsize=64)  # the parts of a window ask for the same positions again and again
def _read(line: str) -> chess.Board:
    board = chess.Board(line)
    board.promoted &= ~board.kings  # the library does not count promoted kings
    board.chess960 = is_chess960(board)
    return board


def is_chess960(board: chess.Board) -> bool:
    """Return whether all castling rights of a position are possible, and some in Chess960 only."""
    if not board.has_chess960_castling_rights():
        return False
    anywhere = board.copy(stack=False)
    anywhere.chess960 = True
    return anywhere.clean_castling_rights() == board.castling_rights


def fen_fault(text: str) -> str | None:
    """Return the first fault of `text` as a FEN, such as `rank 4 has 9 squares instead of 8`.

    Return None without faults; the fields after the pieces may be missing.
    """
    fields = text.split()
    if not fields:
        return tr("there is no text")
    if len(fields) > 6:
        return tr("a FEN has 6 parts, this has {n}", n=len(fields))
    fault = _fault_of_pieces(fields[0])
    for (pattern, message), field in zip(_FIELDS, fields[1:], strict=False):
        fault = fault or (None if pattern.fullmatch(field) else tr(message, field=field))
    return fault


def _fault_of_pieces(field: str) -> str | None:
    rows = field.split("/")
    if len(rows) != 8:
        return tr("the pieces need 8 ranks with / between them, not {n}", n=len(rows))
    faults = (_fault_of_rank(row, 8 - i) for i, row in enumerate(rows))
    return next((fault for fault in faults if fault), None)


def _fault_of_rank(row: str, rank: int) -> str | None:
    for letter in row:
        if letter not in "KQRBNPkqrbnp12345678~":
            return tr(
                "{letter!r} on rank {rank} is not a piece; use KQRBNP and kqrbnp",
                letter=letter,
                rank=rank,
            )
    if re.search(r"\d\d", row):
        return tr("rank {rank} has two numbers in a row", rank=rank)
    squares = sum(int(c) if c.isdigit() else 1 for c in row if c != "~")
    if squares != 8:
        return count(
            squares,
            "rank {rank} has {n} square instead of 8",
            "rank {rank} has {n} squares instead of 8",
            rank=rank,
        )
    return None


def playable_board(text: str) -> chess.Board:
    """Return the position of a FEN, which must be playable.

    Raises:
        PositionError: `text` is not a FEN, or its position has `problems`.
    """
    return _playable(text).copy(stack=False)


@lru_cache(maxsize=64)
def _playable(text: str) -> chess.Board:
    board = board_from_fen(text)
    refuse_unplayable(text, problems(board))
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

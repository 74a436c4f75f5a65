"""Slow, obvious references for what is fast elsewhere."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import chess

# Where each square goes under the eight symmetries of the board.
_SYMMETRIES = [
    [transform(square) for square in range(64)]
    for transform in (
        lambda s: s,
        lambda s: s ^ 7,
        lambda s: s ^ 56,
        lambda s: s ^ 63,
        lambda s: (s & 7) << 3 | s >> 3,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 7,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 56,
        lambda s: ((s & 7) << 3 | s >> 3) ^ 63,
    )
]

# A position: the squares of White's king, White's piece and Black's king, and the side to move.
Position = tuple[tuple[int, ...], bool]


@cache
def alike(squares: tuple[int, ...]) -> tuple[int, ...]:
    """Return the least of the eight placements that the board's symmetries make of one."""
    return min(tuple(symmetry[s] for s in squares) for symmetry in _SYMMETRIES)


def solve(piece: chess.PieceType) -> dict[Position, int]:
    """Return the value of every legal position of king and `piece` against king.

    Positions are those that `alike` returns, values as in tables: 0 draw, n mates in n moves,
    128 + n is mated in n moves. A capture leaves two kings, which is a draw.
    """
    successors = dict(_positions(piece))
    values = {
        position: 128
        for position, after in successors.items()
        if not after and _board(position, piece).is_check()
    }
    for moves in range(1, 128):
        before = len(values)
        for wanted in (_won_in, _lost_in):
            unknown = [position for position in successors if position not in values]
            found = {p: v for p in unknown if (v := wanted(moves, successors[p], values))}
            values.update(found)
        if len(values) == before:
            break
    return {position: values.get(position, 0) for position in successors}


def _won_in(moves: int, after: list[Position | None], values: dict[Position, int]) -> int:
    mated = 128 + moves - 1
    return moves if any(p is not None and values.get(p) == mated for p in after) else 0


def _lost_in(moves: int, after: list[Position | None], values: dict[Position, int]) -> int:
    won = [p is not None and 0 < values.get(p, 0) < 128 for p in after]
    return 128 + moves if after and all(won) else 0


def _positions(piece: chess.PieceType) -> Iterator[tuple[Position, list[Position | None]]]:
    """Yield every legal position with those that its moves lead to, None for two kings."""
    for squares in permutations(range(64), 3):
        if alike(squares) != squares:
            continue
        for turn in chess.COLORS:
            board = _board((squares, turn), piece)
            if board.is_valid():
                yield (squares, turn), [_after(board, move) for move in board.legal_moves]


def _board(position: Position, piece: chess.PieceType) -> chess.Board:
    (white, square, black), turn = position
    board = chess.Board(None)
    board.turn = turn
    board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
    return board


def _after(board: chess.Board, move: chess.Move) -> Position | None:
    board.push(move)
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    pieces = chess.SquareSet(board.occupied & ~board.kings)
    board.pop()
    if not pieces:
        return None
    assert white is not None
    assert black is not None
    return alike((white, *pieces, black)), not board.turn

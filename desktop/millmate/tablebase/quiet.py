"""The places that quiet moves lead to, found on the digits of a place rather than on a board.

This takes a third of the time of making the moves, on which a probe of a won position spends most
of its time where a table leaves the distances of wins out.
"""

from collections.abc import Iterator

import chess

from millmate.tablebase.layout import Layout


def quiet_places(layout: Layout, place: int, board: chess.Board) -> Iterator[int]:
    """Yield a place of each position after a move of a piece or of a king to an empty square.

    `board` is the position at `place`, without the right to castle.
    """
    turn, number = board.turn, place // layout.slice_size % layout.slices
    side = layout.slices * layout.slice_size
    other = place + side if turn else place - side
    shifts = range(6 * layout.pieces, 0, -6)
    squares = [place >> shift & 63 for shift in shifts]
    kings = chess.msb(board.kings & board.occupied_co[chess.WHITE]), place & 63
    allowed = _allowed(board)
    for man, (shift, square) in enumerate(zip(shifts, squares, strict=True)):
        if layout.white[man] != turn:
            continue
        like = man in layout.like or man - 1 in layout.like
        targets = board.attacks_mask(square) & allowed & board.pin_mask(turn, square)
        for to in chess.scan_forward(targets):
            if like:
                moved = [*squares[:man], to, *squares[man + 1 :]]
                yield layout.place(not turn, *kings, moved, layout.placements[number])
            else:
                yield other ^ (square ^ to) << shift
    for to in _king_squares(board):
        if turn:
            yield layout.place(False, to, kings[1], squares, layout.placements[number])
        else:
            yield other ^ kings[1] ^ to


def _allowed(board: chess.Board) -> chess.Bitboard:
    """Return the empty squares where a piece ends a check, all empty ones without a check."""
    empty = chess.BB_ALL & ~board.occupied
    checkers = board.checkers_mask()
    if not checkers:
        return empty
    king = board.king(board.turn)
    if king is None or checkers & (checkers - 1):
        return chess.BB_EMPTY
    return empty & chess.between(king, chess.lsb(checkers))


def _king_squares(board: chess.Board) -> Iterator[chess.Square]:
    """Yield the empty squares that the king of the side to move can go to."""
    king = board.kings & board.occupied_co[board.turn]
    others = board.occupied ^ king
    for square in chess.scan_forward(chess.BB_KING_ATTACKS[chess.lsb(king)] & ~board.occupied):
        if not board.attackers_mask(not board.turn, square, others):
            yield square

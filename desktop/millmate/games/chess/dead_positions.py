"""Positions in which a side cannot be mated by any series of legal moves, found without tables.

Two proofs, as in Miguel Ambrona's "A practical algorithm for chess unwinnability": behind a wall of
pawns that nothing can break, each man can only ever reach a few squares; and where there are few
moves, a search tries all of them.
"""

from collections import deque
from collections.abc import Iterable
from functools import reduce
from operator import or_

import chess

_MOST_POSITIONS = 2_000  # in a search: about half a second
_COLOURS = (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)


def can_be_mated(board: chess.Board, side: bool, most: int = _MOST_POSITIONS) -> bool | None:
    """Return whether a series of legal moves ends with `side` mated; None if that is not known.

    About `most` positions are searched at most.
    """
    queue, seen = deque([board.copy(stack=False)]), {board.epd()}
    while queue:
        if len(seen) > most:
            return None
        position = queue.popleft()
        if position.is_checkmate() and position.turn is side:
            return True
        if position.has_insufficient_material(not side) or _is_walled_off(position, side):
            continue
        for move in list(position.legal_moves):
            after = position.copy(stack=False)
            after.push(move)
            key = after.epd()
            if key not in seen:
                seen.add(key)
                queue.append(after)
    return False


def is_walled_up(board: chess.Board) -> bool:
    """Return whether pawns that can never move keep both sides from mating: the game is drawn.

    Quick, and never True of a position in which a side can be mated.
    """
    return all(_is_walled_off(board, side) for side in chess.COLORS)


def _is_walled_off(board: chess.Board, side: bool) -> bool:
    """Return whether no man can ever break the wall of pawns, nor `side` be mated behind it.

    `board` itself is not mate.
    """
    reaches = _reaches(board) if _is_blocked(board) else None
    king, helper = board.king(side), board.king(not side)
    if reaches is None or king is None or helper is None:
        return False
    own, other = (
        {at: squares for at, squares in reaches.items() if board.color_at(at) is colour}
        for colour in (side, not side)
    )
    places, helpers = own.pop(king), other.pop(helper)
    if not other:  # pawns that do not move check no king that keeps away from them
        return True
    if any(board.piece_type_at(square) != chess.BISHOP for square in other):
        return False
    checked = _union(other.values())
    colour = next((c for c in _COLOURS if not checked & ~c), None)
    if colour is None:
        return False
    # Bishops mate a king on squares of their colour; pawns, its own men and the other king must
    # take the other squares around it.
    shut = board.pawns | _guarded(board, not side) | _union(own.values()) | colour
    return not any(
        not chess.BB_KING_ATTACKS[at] & ~shut & ~chess.BB_KING_ATTACKS[by]
        for at in chess.scan_forward(places & colour)
        for by in chess.scan_forward(helpers & ~chess.BB_KING_ATTACKS[at] & ~chess.BB_SQUARES[at])
    )


def _is_blocked(board: chess.Board) -> bool:
    """Return whether there are pawns, each blocked by another, and none can capture one."""
    white, black = (board.pieces_mask(chess.PAWN, colour) for colour in chess.COLORS)
    return bool(white) and white << 8 == black and not _guarded(board, chess.WHITE) & black


def _guarded(board: chess.Board, colour: bool) -> int:
    """Return the squares that pawns of a colour attack."""
    pawns = board.pieces(chess.PAWN, colour)
    return _union(chess.BB_PAWN_ATTACKS[colour][square] for square in pawns)


def _reaches(board: chess.Board) -> dict[int, int] | None:
    """Return the squares that each king and piece can ever reach while no blocked pawn moves.

    Return None if a pawn could be captured or capture. Pieces in the way and checks are ignored, so
    the sets are upper bounds.
    """
    reaches = {}
    pieces = board.piece_map(mask=board.occupied & ~board.pawns)
    for start, piece in pieces.items():
        colour, kind = piece.color, piece.piece_type
        guarded = _guarded(board, not colour)
        reach, fresh = 0, chess.BB_SQUARES[start]
        while fresh:
            reach |= fresh
            targets = _union(_attacks(board, kind, at) for at in chess.scan_forward(fresh))
            if kind == chess.KING:
                targets &= ~guarded
            if targets & board.pieces_mask(chess.PAWN, not colour):
                return None
            fresh = targets & ~board.pawns & ~reach
        if kind != chess.KING and reach & guarded:
            return None
        reaches[start] = reach
    return reaches


def _attacks(board: chess.Board, kind: int, at: int) -> int:
    """Return the squares that a piece attacks if only pawns are in its way."""
    if kind == chess.KING:
        return chess.BB_KING_ATTACKS[at]
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[at]
    squares = 0
    if kind != chess.ROOK:
        squares |= chess.BB_DIAG_ATTACKS[at][chess.BB_DIAG_MASKS[at] & board.pawns]
    if kind != chess.BISHOP:
        squares |= chess.BB_RANK_ATTACKS[at][chess.BB_RANK_MASKS[at] & board.pawns]
        squares |= chess.BB_FILE_ATTACKS[at][chess.BB_FILE_MASKS[at] & board.pawns]
    return squares


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)

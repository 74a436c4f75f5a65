"""Fast SAN for all legal moves of a position."""

from collections.abc import Sequence

import chess

from millmate.tablebase.rule50 import Rule50Move
from millmate.tablebase.verdict import MoveVerdict, Verdict


def sans(board: chess.Board, moves: Sequence[MoveVerdict | Rule50Move]) -> list[str]:
    """Return all legal `moves` of `board` in SAN; tables have no castling, so no move castles.

    `chess.Board.san` generates the legal moves again for every one of them, which is too slow for
    a thousand positions a second.
    """
    rivals: dict[tuple[int | None, int], list[int]] = {}
    for move in (judged.move for judged in moves):
        kind = board.piece_type_at(move.from_square)
        rivals.setdefault((kind, move.to_square), []).append(move.from_square)
    return [_san(board, judged, rivals) for judged in moves]


def _san(
    board: chess.Board,
    judged: MoveVerdict | Rule50Move,
    rivals: dict[tuple[int | None, int], list[int]],
) -> str:
    move, target = judged.move, chess.square_name(judged.move.to_square)
    takes = "x" if board.is_capture(move) else ""
    sign = "#" if judged.verdict == _MATES else "+" if board.gives_check(move) else ""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    if kind == chess.PAWN:
        origin = chess.square_name(move.from_square)[0] if takes else ""
        becomes = "" if move.promotion is None else f"={chess.piece_symbol(move.promotion).upper()}"
        return f"{origin}{takes}{target}{becomes}{sign}"
    others = [square for square in rivals[kind, move.to_square] if square != move.from_square]
    origin = _origin(move.from_square, others)
    return f"{chess.piece_symbol(kind).upper()}{origin}{takes}{target}{sign}"


def _origin(start: int, others: list[int]) -> str:
    """Return the part of the square `start` that distinguishes a piece from those on `others`."""
    name = chess.square_name(start)
    if not others:
        return ""
    if all(square & 7 != start & 7 for square in others):
        return name[0]
    if all(square >> 3 != start >> 3 for square in others):
        return name[1]
    return name


_MATES = Verdict(1, 1)

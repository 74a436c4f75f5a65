"""Moves in SAN, quickly."""

import chess

from millmate.tablebase.verdict import MoveVerdict, Verdict


def sans(board: chess.Board, moves: list[MoveVerdict]) -> list[str]:
    """Return all legal `moves` in SAN; there are no pawns and no castling.

    `chess.Board.san` would generate the legal moves anew for every one of them, and a thousand
    positions a second leave no time for that.
    """
    rivals: dict[tuple[int | None, int], list[int]] = {}
    for move in (judged.move for judged in moves):
        kind = board.piece_type_at(move.from_square)
        rivals.setdefault((kind, move.to_square), []).append(move.from_square)
    return [_san(board, judged, rivals) for judged in moves]


def _san(
    board: chess.Board, judged: MoveVerdict, rivals: dict[tuple[int | None, int], list[int]]
) -> str:
    start, end = judged.move.from_square, judged.move.to_square
    kind = board.piece_type_at(start)
    assert kind is not None
    others = [square for square in rivals[kind, end] if square != start]
    origin = ""
    if others:
        name = chess.square_name(start)
        if all(square & 7 != start & 7 for square in others):
            origin = name[0]
        elif all(square >> 3 != start >> 3 for square in others):
            origin = name[1]
        else:
            origin = name
    takes = "x" if board.occupied & chess.BB_SQUARES[end] else ""
    sign = "#" if judged.verdict == _MATES else "+" if board.gives_check(judged.move) else ""
    return f"{chess.piece_symbol(kind).upper()}{origin}{takes}{chess.square_name(end)}{sign}"


_MATES = Verdict(1, 1)

"""Textbook minimax: a slow, obvious reference for the real searches.

Scores are White's throughout and every rule is asked for by its own name, where the searches
negate and use the game's `Rules`.
"""

import chess

from millmate.search.generation import MATE
from millmate.search.simplified_evaluation import evaluate


def best_moves(board: chess.Board, depth: int) -> tuple[int, set[chess.Move]]:
    """Return the score for the side to move, and every move that reaches it."""
    scores = {}
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        scores[move] = score_for_white(after, depth - 1, ply=1)
    best = max(scores.values()) if board.turn == chess.WHITE else min(scores.values())
    moves = {move for move, score in scores.items() if score == best}
    return (best if board.turn == chess.WHITE else -best), moves


def score_for_white(board: chess.Board, depth: int, ply: int) -> int:
    """Return White's score of a position `ply` plies from the root."""
    if board.is_checkmate():
        return ply - MATE if board.turn == chess.WHITE else MATE - ply
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    if board.is_repetition(3) or board.halfmove_clock >= 100:
        return 0
    if depth == 0:
        return evaluate(board) if board.turn == chess.WHITE else -evaluate(board)
    scores = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        scores.append(score_for_white(after, depth - 1, ply + 1))
    return max(scores) if board.turn == chess.WHITE else min(scores)

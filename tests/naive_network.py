"""A slow, obvious evaluation by the network: every man, every number."""

import chess
import numpy as np

INPUTS, HIDDEN, BUCKETS = 768, 256, 8


def random_network(seed):
    """Return weights of about the size that training gives."""
    rng = np.random.default_rng(seed)
    return np.concatenate(
        [
            rng.integers(-60, 61, (INPUTS + 1) * HIDDEN).astype(np.int16),
            np.zeros(HIDDEN, np.int16),
            rng.integers(-126, 127, BUCKETS * 2 * HIDDEN).astype(np.int16),
            rng.integers(-9999, 9999, BUCKETS).astype(np.int64).view(np.int16),
        ]
    )


def parts(weights):
    """Return the weights by purpose."""
    first, bias, _, out, out_bias = np.split(
        weights,
        np.cumsum([INPUTS * HIDDEN, HIDDEN, HIDDEN, BUCKETS * 2 * HIDDEN]),
    )
    return (
        first.astype(int).reshape(INPUTS, HIDDEN),
        bias.astype(int),
        out.astype(int).reshape(BUCKETS, 2 * HIDDEN),
        out_bias.view(np.int64),
    )


def hidden(weights, board, colour):
    """Return the clipped accumulator of a side."""
    first, bias, _, _ = parts(weights)
    total = bias.copy()
    for square, piece in board.piece_map().items():
        if colour == chess.BLACK:
            square = chess.square_mirror(square)
        if chess.square_file(board.king(colour)) < 4:
            square ^= 7
        place = 64 * (piece.piece_type - 1) + square
        total += first[place if piece.color == colour else 384 + place]
    return np.clip(total, 0, 255)


def worth(weights, board):
    """Return the evaluation in hundredths of a pawn for the side to move."""
    _, _, out, out_bias = parts(weights)
    number = min((chess.popcount(board.occupied) - 1) // 4, BUCKETS - 1)
    both = [hidden(weights, board, colour) for colour in (board.turn, not board.turn)]
    total = int(np.sum(np.concatenate(both) ** 2 * out[number])) + 255 * int(out_bias[number])
    total = total * (220 - min(board.halfmove_clock, 100)) * 300 // (255 * 255 * 64 * 220)
    return max(-10_000, min(10_000, total))

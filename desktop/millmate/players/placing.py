"""Which of several winning placements the perfect player of morris prefers.

Tables tell that all of them win, not when; no mistake can be made any more, but a game can be
made longer than it need be.
"""

from collections.abc import Sequence

from millmate.games.morris.board import MorrisBoard, MorrisMove


def strongest(board: MorrisBoard, moves: Sequence[MorrisMove]) -> list[MorrisMove]:
    """Return those of `moves` that take a stone, and then leave the most mills to be closed."""
    worth = {move: (len(move.removed), _threats(board, move)) for move in moves}
    most = max(worth.values())
    return [move for move in moves if worth[move] == most]


def _threats(board: MorrisBoard, move: MorrisMove) -> int:
    """Return how many mills lack one stone, its point free, after a placement."""
    own = board.stones[board.turn] | 1 << move.target
    free = board.free & ~own
    for taken in move.removed:
        free |= 1 << taken
    return sum(
        (mill & own).bit_count() == 2 and mill & ~own & free != 0
        for mill in board.variant.lines.mills
    )

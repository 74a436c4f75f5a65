"""The engine's entry points, and how its buffer is filled."""

import numpy as np

from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine import moves
from millmate.kernels.morris_engine import search_params as P
from millmate.kernels.morris_engine.evaluate import counts, phase, worth
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.moves import can_move, count_sequences
from millmate.kernels.morris_engine.root import search_root
from millmate.kernels.morris_engine.rules import Rules, write_rules
from millmate.kernels.morris_engine.tablebase import look_up

__all__ = ["can_move", "count_sequences", "counts", "list_moves", "look_up", "new_words", "phase"]
__all__ += ["prepare", "search_root", "worth"]


def list_moves(words: Words, position: int) -> list[int]:
    """Return the legal moves of a side that has not lost; the buffer's lists are written to."""
    end = moves.list_moves(words, position)
    return [int(move) for move in words[L.LISTS : end : 2]]


def new_words(rules: Rules, table: int = 0) -> Words:
    """Return the buffer, its constants filled in, with `table` integers for positions."""
    spare = np.zeros(L.TABLE + table + 7, np.int64)
    start = -spare.ctypes.data // 8 % 8  # a bucket of positions is one cache line
    words = spare[start : start + L.TABLE + table]
    write_rules(words, rules)
    prepare(words)
    return words


def prepare(words: Words) -> None:
    """Write the reductions of late moves, and clear the move statistics."""
    logs, most = np.log(np.arange(1, 64)), np.arange(63)[:, np.newaxis]
    plies = P.LMR_BASE + np.outer(logs, logs) / P.LMR_DIVISOR
    reductions = words[L.REDUCTIONS : L.REDUCTIONS + 4096].reshape(64, 64)
    reductions[1:, 1:] = np.minimum(plies.astype(np.int64), most)
    words[L.BUTTERFLY : L.WEIGHTS] = 0

"""Count the leaves of morris trees with the compiled kernels, in several threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.symmetry import canonical
from millmate.games.morris.variants import STANDARD, Variant
from millmate.kernels.morris_engine.entries import count_sequences, new_words
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_moves import perft
from millmate.machine import processors
from millmate.search.morris_encoding import set_rules, to_word

_of_thread = threading.local()
_SPLIT = 2  # plies that are played here before the kernel counts


def count_leaves(board: MorrisBoard, depth: int, threads: int | None = None) -> int:
    """Return the number of legal move sequences of `depth` plies from `board`.

    A position is visited once for each path to it, without a table or symmetries. Moves of the
    last ply are counted, not played. `threads` is None for every processor.
    """
    positions = [board]
    for _ in range(min(_SPLIT, depth)):
        positions = [after for position in positions for after in _successors(position)]
    with ThreadPoolExecutor(threads or processors()) as pool:
        try:
            return sum(pool.map(lambda found: _leaves(found, depth - _SPLIT), positions))
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def count_by_symmetry(board: MorrisBoard, depth: int, merged: int = 4) -> int:
    """Return the same number, but merge positions that are equal by symmetry.

    They are merged after each of the first `merged` plies: fewer visits, and a check of
    `count_leaves`.
    """
    classes = {board.fen(): (board, 1)}
    for _ in range(min(merged, depth)):
        found: dict[str, tuple[MorrisBoard, int]] = {}
        for position, times in classes.values():
            for after in _successors(position):
                image = canonical(after)
                _, before = found.get(image.fen(), (image, 0))
                found[image.fen()] = image, before + times
        classes = found
    return sum(times * _leaves(position, depth - merged) for position, times in classes.values())


def _successors(board: MorrisBoard) -> list[MorrisBoard]:
    """Return the positions after each legal move."""
    found = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        found.append(after)
    return found


def _words(variant: Variant) -> Words:
    """Return this thread's buffer with the rules of `variant`."""
    if not hasattr(_of_thread, "words"):
        _of_thread.words = new_words()
    words: Words = _of_thread.words
    set_rules(words, variant)
    return words


def _leaves(board: MorrisBoard, depth: int) -> int:
    """Return a kernel's count, 1 if no plies are left; for variants, the engine counts."""
    if board.variant != STANDARD:
        return count_sequences(_words(board.variant), to_word(board), max(0, depth))
    turn = board.turn
    stones, hand = board.stones, board.hand
    return int(perft(stones[turn], stones[not turn], hand[turn], hand[not turn], max(0, depth)))

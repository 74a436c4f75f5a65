"""Positions and turns of morris as integers of the compiled engine; counts of leaves with it.

Its buffer is `words`, int64[...], with the layout of `kernels.morris_engine.layout`.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.points import Lines, points_in
from millmate.games.morris.positions import problems
from millmate.games.morris.symmetry import canonical
from millmate.games.morris.variants import Removals, Variant
from millmate.kernels.morris_engine import layout as at
from millmate.kernels.morris_engine.entries import can_move, count_sequences, list_moves, new_words
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.rules import Rules, write_rules
from millmate.kernels.morris_geometry import SYMMETRIES
from millmate.language import tr
from millmate.machine import processors


def refusal(board: MorrisBoard) -> str | None:
    """Return why the engine cannot play `board`, or None if it can."""
    faults = problems(board)
    return (
        tr("impossible position {fen}: {message}", fen=board.fen(), message=faults[0].message)
        if faults
        else None
    )


@cache
def rules_of(variant: Variant) -> Rules:
    """Return the rules of a variant in the engine's numbers."""
    lines = variant.lines
    return Rules(
        stones=variant.stones,
        points=lines.every,
        neighbours=lines.neighbours,
        mills=lines.mills,
        spokes=lines.spokes * 0x010101,
        symmetric=_is_symmetric(lines),
        flying=variant.flying,
        each_mill=variant.removals is Removals.EACH_MILL,
        moves_while_placing=variant.moves_while_placing,
        mill_wins=variant.mill_wins,
    )


def _is_symmetric(lines: Lines) -> bool:
    """Return whether the engine's 16 symmetries preserve neighbours and mills."""
    if lines.points != len(SYMMETRIES[0]):
        return False
    mills = set(lines.mills)
    return all(
        mills == {_image(symmetry, mill) for mill in mills}
        and all(
            _image(symmetry, near) == lines.neighbours[symmetry[point]]
            for point, near in enumerate(lines.neighbours)
        )
        for symmetry in SYMMETRIES.tolist()
    )


def _image(symmetry: list[int], mask: int) -> int:
    return sum(1 << symmetry[point] for point in points_in(mask))


def set_rules(words: at.Words, variant: Variant) -> None:
    """Write a variant's rules to `words`; new rules clear everything learned so far."""
    if write_rules(words, rules_of(variant)):
        words[at.BUTTERFLY : at.WEIGHTS] = 0
        words[at.TABLE :] = 0


def to_word(board: MorrisBoard) -> int:
    """Return a position as the side to move sees it, without its history."""
    own, other = board.turn, not board.turn
    return (
        board.stones[own]
        | board.stones[other] << at.OTHER
        | board.hand[own] << at.HAND
        | board.hand[other] << at.OTHER_HAND
    )


def to_move(code: int) -> MorrisMove:
    """Return the turn with the engine's number `code`."""
    target, origin = code & 31, code >> 5 & 31
    taken = code >> 10 & 31, code >> 15 & 31
    removed = tuple(point for point in taken if point != at.NOWHERE)
    return MorrisMove(None if origin == at.NOWHERE else origin, target, removed)


def moves_of(words: at.Words, board: MorrisBoard) -> dict[MorrisMove, int]:
    """Return the legal turns, each with the engine's number.

    The rules are written to `words`, and so is the list of moves.
    """
    set_rules(words, board.variant)
    word = to_word(board)
    return (
        {to_move(code): code for code in list_moves(words, word)} if can_move(words, word) else {}
    )


def write_game(words: at.Words, board: MorrisBoard) -> None:
    """Write a position, the earlier ones that can recur, and the draw rule to `words`."""
    earlier, before = board.copy(), [to_word(board)]
    while earlier.move_stack and len(before) <= min(board.quiet, at.GAME):
        earlier.pop()
        before.insert(0, to_word(earlier))
    words[at.KEYS : at.KEYS + len(before)] = before
    words[at.KEYS_BEFORE_ROOT] = len(before) - 1
    words[at.CLAIMED_AFTER] = board.variant.claimed_after


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
        _of_thread.words = new_words(rules_of(variant))
    words: Words = _of_thread.words
    set_rules(words, variant)
    return words


def _leaves(board: MorrisBoard, depth: int) -> int:
    """Return a kernel's count, 1 if no plies are left."""
    return count_sequences(_words(board.variant), to_word(board), max(0, depth))

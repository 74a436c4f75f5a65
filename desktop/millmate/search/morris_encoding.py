"""Positions and turns of morris as the integers of the compiled engine.

Its buffer is `words`, int64[...] as `kernels.morris_engine.layout` divides it.
"""

from __future__ import annotations

from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.positions import problems
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_engine import layout as at
from millmate.kernels.morris_engine.entries import list_moves
from millmate.language import tr


def refusal(board: MorrisBoard) -> str | None:
    """Return why the engine cannot play `board`, None if it can."""
    if board.variant != STANDARD:
        return tr(
            "the strong search plays the standard game only, not {title}", title=board.variant.title
        )
    faults = problems(board)
    return (
        tr("impossible position {fen}: {message}", fen=board.fen(), message=faults[0].message)
        if faults
        else None
    )


def to_word(board: MorrisBoard) -> int:
    """Return a position as the side to move sees it; its history is left out."""
    own, other = board.turn, not board.turn
    return (
        board.stones[own]
        | board.stones[other] << at.OTHER
        | board.hand[own] << at.HAND
        | board.hand[other] << at.OTHER_HAND
    )


def to_move(code: int) -> MorrisMove:
    """Return the turn that the engine's number stands for."""
    target, origin, taken = code & 31, code >> 5 & 31, code >> 10 & 31
    removed = () if taken == at.NOWHERE else (taken,)
    return MorrisMove(None if origin == at.NOWHERE else origin, target, removed)


def moves_of(words: at.Words, board: MorrisBoard) -> dict[MorrisMove, int]:
    """Return the legal turns, each with the engine's number; lists in `words` are written to."""
    if board.total(board.turn) < FEWEST:
        return {}
    return {to_move(code): code for code in list_moves(words, to_word(board))}


def write_game(words: at.Words, board: MorrisBoard) -> None:
    """Write a position to `words`, before it those that may be repeated, and the draw rule."""
    earlier, before = board.copy(), [to_word(board)]
    while earlier.move_stack and len(before) <= min(board.quiet, at.GAME):
        earlier.pop()
        before.insert(0, to_word(earlier))
    words[at.KEYS : at.KEYS + len(before)] = before
    words[at.KEYS_BEFORE_ROOT] = len(before) - 1
    words[at.CLAIMED_AFTER] = board.variant.claimed_after

"""Turns as text: leniently read, refused with the rule that forbids them."""

from __future__ import annotations

import re

from millmate.errors import InputError
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove, Phase
from millmate.games.morris.points import POINTS, point
from millmate.games.morris.variants import Removals

_POINT = "[a-g][1-7]"
_TURN = re.compile(rf"(?:({_POINT})[-–—>]*)?({_POINT})((?:[x×:]{_POINT})*)")


class MoveError(InputError):
    """A text names no legal move."""


def read_move(board: MorrisBoard, text: str) -> MorrisMove:
    """Return the legal turn on `board` that `text` names.

    Lenient: capitals, space, a missing or long dash, and stones taken in any order are read.

    Raises:
        MoveError: `text` is no turn, or a rule forbids it; the message says which.
    """
    plain = "".join(text.split()).lower()
    match = _TURN.fullmatch(plain)
    if not match:
        raise MoveError(
            f"{text.strip()[:40]!r} is no move: write d6 to place, d6-d7 to move, and the stone "
            "taken behind an x, as in d6xa1"
        )
    origin, target, taken = match.groups()
    try:
        removed = tuple(sorted(point(name) for name in re.findall(_POINT, taken)))
        move = MorrisMove(None if origin is None else point(origin), point(target), removed)
    except InputError as error:
        raise MoveError(f"{text.strip()!r} is no move: {error}") from None
    fault = refusal(board, move)
    if fault:
        raise MoveError(f"{text.strip()!r} is no legal move: {fault}")
    return move


def refusal(board: MorrisBoard, move: MorrisMove) -> str | None:
    """Return in words why `move` is not legal on `board`, or None if it is."""
    if board.is_legal(move):
        return None
    if board.total(board.turn) < FEWEST:
        return f"{_side(board.turn)} has fewer than three stones and has lost"
    return step_refusal(board, move.origin, move.target) or _removal_refusal(board, move)


def step_refusal(board: MorrisBoard, origin: int | None, target: int) -> str | None:
    """Return why no stone can be placed on `target` or moved there, or None if one can."""
    mover, phase = _side(board.turn), board.phase(board.turn)
    if origin is None:
        if phase is not Phase.PLACING:
            return f"{mover} has no stones in hand; name the stone to move, as in d6-d7"
    else:
        if phase is Phase.PLACING and not board.variant.moves_while_placing:
            left = board.hand[board.turn]
            return f"{mover} still has {left} in hand; stones move when all are placed"
        if not board.stones[board.turn] >> origin & 1:
            whose = "an opposing stone" if _taken_by(board, origin) else "no stone"
            return f"there is {whose} on {POINTS[origin]}"
    if _taken_by(board, target):
        return f"{POINTS[target]} is occupied"
    if origin is not None and not board.targets(origin) >> target & 1:
        return f"{POINTS[origin]} and {POINTS[target]} are not joined" + _about_flying(board)
    return None


def removal_refusal(board: MorrisBoard, taken: int) -> str | None:
    """Return why the stone on `taken` cannot be the first that the side to move takes, or None."""
    theirs = board.stones[not board.turn]
    if board.removable(not board.turn) >> taken & 1:
        return None
    if theirs >> taken & 1:
        return f"{POINTS[taken]} stands in a mill and others do not, so it is protected"
    return f"there is no opposing stone on {POINTS[taken]}"


def _removal_refusal(board: MorrisBoard, move: MorrisMove) -> str:
    """Return why a turn whose step is right takes the wrong stones."""
    mills, step = board.closes_mill(move.origin, move.target), MorrisMove(move.origin, move.target)
    if not mills:
        return f"it closes no mill, so it takes no stone: {step}"
    several = mills > 1 and board.variant.removals is Removals.EACH_MILL
    due = min(2 if several else 1, board.on_board(not board.turn))
    if len(set(move.removed)) != due or len(move.removed) != due:
        example = next(
            m for m in board.legal_moves if (m.origin, m.target) == (move.origin, move.target)
        )
        stones = "two stones" if due == 2 else "one stone"
        return f"it closes a mill and takes {stones}, as in {example}"
    faults = (removal_refusal(board, taken) for taken in move.removed)
    return next((fault for fault in faults if fault), "a stone that it takes is protected")


def _taken_by(board: MorrisBoard, number: int) -> bool:
    return bool((board.stones[0] | board.stones[1]) >> number & 1)


def _about_flying(board: MorrisBoard) -> str:
    if not board.variant.flying:
        return ""
    return f"; {_side(board.turn)} flies with three stones, not with {board.on_board(board.turn)}"


def _side(colour: bool) -> str:
    return "White" if colour else "Black"

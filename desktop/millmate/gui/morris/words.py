"""What the window says beneath a morris board: what to do, and why something cannot be done."""

from __future__ import annotations

from millmate.games.morris.board import MorrisBoard, Phase
from millmate.games.morris.move_text import removal_refusal, step_refusal
from millmate.games.morris.points import POINTS, points_in
from millmate.gui.morris.geometry import BLACK_TRAY, TRAYS, WHITE_TRAY
from millmate.words import plural

_SIDES = {True: "White", False: "Black"}


def phase_words(board: MorrisBoard, side: bool) -> str:
    """Return what `side` may do: `placing, 4 in hand`, `moving`, `flying`."""
    phase = board.phase(side)
    if phase is Phase.PLACING:
        return f"{phase.value}, {board.hand[side]} in hand"
    return str(phase.value)


def prompt(board: MorrisBoard) -> str:
    """Return what the side to move can do, in a sentence."""
    mover = _SIDES[board.turn]
    match board.phase(board.turn):
        case Phase.PLACING:
            left = plural(board.hand[board.turn], "stone")
            return f"{mover} places a stone on a free point; {left} in hand."
        case Phase.FLYING:
            return f"{mover} has three stones left and may fly to any free point."
        case _:
            return f"{mover} moves a stone along a line to the next free point."


def removal_prompt(board: MorrisBoard) -> str:
    """Return what is due after a mill."""
    return f"Mill! Take one of {_SIDES[not board.turn]}'s stones. Esc takes the turn back."


def refused_removal(board: MorrisBoard, place: int) -> str:
    """Return why the side to move, having closed a mill, cannot take what is on `place`."""
    other = _SIDES[not board.turn]
    if place in TRAYS.values():
        return f"Only stones on the board can be taken: choose one of {other}'s that is marked."
    if board.stones[board.turn] >> place & 1:
        return f"That is {_SIDES[board.turn]}'s own stone: take one of {other}'s."
    if board.stones[not board.turn] >> place & 1:
        fault = removal_refusal(board, place) or ""
        return f"That stone stands in a mill: {fault}." if fault else ""
    return f"There is no stone on {POINTS[place]}: take one of {other}'s that is marked."


def refused(board: MorrisBoard, origin: int | None, place: int) -> str:
    """Return why the side to move cannot do that: press `place`, or go there from `origin`."""
    if place in TRAYS.values():
        return _refused_tray(board, place, origin is not None)
    if origin is not None:
        source = None if origin in TRAYS.values() else origin
        return _sentence(step_refusal(board, source, place) or "")
    if board.phase(board.turn) is Phase.PLACING:
        return _refused_placing(board, place)
    return _refused_lifting(board, place)


def _refused_placing(board: MorrisBoard, place: int) -> str:
    own = board.stones[board.turn] >> place & 1
    if own:
        left = board.hand[board.turn]
        return f"Stones move when all are placed: {_SIDES[board.turn]} still has {left} in hand."
    return f"{POINTS[place]} is occupied."


def _refused_lifting(board: MorrisBoard, place: int) -> str:
    mover = _SIDES[board.turn]
    if board.stones[not board.turn] >> place & 1:
        return f"That is {_SIDES[not board.turn]}'s stone, and {mover} is to move."
    if board.stones[board.turn] >> place & 1:
        around = ", ".join(POINTS[p] for p in points_in(board.variant.lines.neighbours[place]))
        return f"That stone cannot move: the points next to it ({around}) are occupied."
    return f"There is no stone on {POINTS[place]}: choose one of {mover}'s first."


def _refused_tray(board: MorrisBoard, tray: int, carrying: bool) -> str:
    if carrying:
        return "Stones do not go back into the hand."
    side = tray == WHITE_TRAY
    assert side or tray == BLACK_TRAY
    if not board.hand[side]:
        return f"{_SIDES[side]} has no stones in hand."
    return f"Those are {_SIDES[side]}'s stones, and {_SIDES[board.turn]} is to move."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""

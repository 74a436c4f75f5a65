"""What the window says beneath a morris board: what to do, and why something cannot be done."""

from __future__ import annotations

from millmate.formatting import plural, side_name
from millmate.games.morris.board import MorrisBoard, Phase
from millmate.games.morris.move_text import removal_refusal, why_step_is_illegal
from millmate.games.morris.points import POINTS, points_in
from millmate.gui.errors.sentences import sentence
from millmate.gui.morris.geometry import BLACK_TRAY, TRAYS, WHITE_TRAY
from millmate.language import tr


def phase_words(board: MorrisBoard, side: bool) -> str:
    """Return what `side` may do: `placing, 4 in hand`, `moving`, `flying`."""
    phase = board.phase(side)
    if phase is Phase.PLACING:
        return tr("{phase}, {n} in hand", phase=tr(phase.value), n=board.hand[side])
    return tr(phase.value)


def prompt(board: MorrisBoard) -> str:
    """Return what the side to move can do, in a sentence."""
    mover = side_name(board.turn)
    match board.phase(board.turn):
        case Phase.PLACING:
            left = plural(board.hand[board.turn], "stone")
            return tr(
                "{mover} places a stone on a free point; {stones} in hand.",
                mover=mover,
                stones=left,
            )
        case Phase.FLYING:
            return tr("{mover} has three stones left and may fly to any free point.", mover=mover)
        case _:
            return tr("{mover} moves a stone along a line to the next free point.", mover=mover)


def removal_prompt(board: MorrisBoard) -> str:
    """Return what is due after a mill."""
    return tr(
        "Mill! Take one of {other}'s stones. Esc takes the turn back.",
        other=side_name(not board.turn),
    )


def refused_removal(board: MorrisBoard, place: int) -> str:
    """Return why the side to move, having closed a mill, cannot take what is on `place`."""
    other = side_name(not board.turn)
    if place in TRAYS.values():
        return tr(
            "Only stones on the board can be taken: choose one of {other}'s that is marked.",
            other=other,
        )
    if board.stones[board.turn] >> place & 1:
        return tr(
            "That is {mover}'s own stone: take one of {other}'s.",
            mover=side_name(board.turn),
            other=other,
        )
    if board.stones[not board.turn] >> place & 1:
        fault = removal_refusal(board, place) or ""
        return tr("That stone stands in a mill: {fault}.", fault=fault) if fault else ""
    return tr(
        "There is no stone on {point}: take one of {other}'s that is marked.",
        point=POINTS[place],
        other=other,
    )


def refused(board: MorrisBoard, origin: int | None, place: int) -> str:
    """Return why the side to move cannot do that: press `place`, or go there from `origin`."""
    if place in TRAYS.values():
        return _refused_tray(board, place, origin is not None)
    if origin is not None:
        source = None if origin in TRAYS.values() else origin
        return sentence(why_step_is_illegal(board, source, place) or "")
    if board.phase(board.turn) is Phase.PLACING:
        return _refused_placing(board, place)
    return _refused_lifting(board, place)


def _refused_placing(board: MorrisBoard, place: int) -> str:
    own = board.stones[board.turn] >> place & 1
    if own:
        left = board.hand[board.turn]
        return tr(
            "Stones move when all are placed: {mover} still has {n} in hand.",
            mover=side_name(board.turn),
            n=left,
        )
    return tr("{point} is occupied.", point=POINTS[place])


def _refused_lifting(board: MorrisBoard, place: int) -> str:
    mover = side_name(board.turn)
    if board.stones[not board.turn] >> place & 1:
        return tr(
            "That is {other}'s stone, and {mover} is to move.",
            other=side_name(not board.turn),
            mover=mover,
        )
    if board.stones[board.turn] >> place & 1:
        around = ", ".join(POINTS[p] for p in points_in(board.variant.lines.neighbours[place]))
        return tr(
            "That stone cannot move: the points next to it ({points}) are occupied.", points=around
        )
    return tr(
        "There is no stone on {point}: choose one of {mover}'s first.",
        point=POINTS[place],
        mover=mover,
    )


def _refused_tray(board: MorrisBoard, tray: int, carrying: bool) -> str:
    if carrying:
        return tr("Stones do not go back into the hand.")
    side = tray == WHITE_TRAY
    assert side or tray == BLACK_TRAY
    if not board.hand[side]:
        return tr("{side} has no stones in hand.", side=side_name(side))
    return tr(
        "Those are {other}'s stones, and {mover} is to move.",
        other=side_name(side),
        mover=side_name(board.turn),
    )

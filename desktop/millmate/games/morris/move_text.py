"""Parses turns leniently, and explains illegal ones by the rule that forbids them."""

import re

from millmate.errors import InputError
from millmate.games.board import MoveError
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove, Phase
from millmate.games.morris.variants import Removals
from millmate.language import tr

_POINT = "[a-g][1-7]"
_TURN = re.compile(rf"(?:({_POINT})[-–—>]*)?({_POINT})((?:[x×:]{_POINT})*)")


def read_move(board: MorrisBoard, text: str) -> MorrisMove:
    """Return the legal turn `text` on `board`.

    It accepts capitals, spaces, a missing or long dash, and stones taken in any order.

    Raises:
        MoveError: `text` is not a turn, or a rule forbids it; the message says which.
    """
    plain = "".join(text.split()).lower()
    match = _TURN.fullmatch(plain)
    if not match:
        raise MoveError(
            tr(
                "{text!r} is not a move: write d6 to place, d6-d7 to move, and the stone taken "
                "after an x, as in d6xa1",
                text=text.strip()[:40],
            )
        )
    origin, target, taken = match.groups()
    try:
        point = board.lines.point
        removed = tuple(sorted(point(name) for name in re.findall(_POINT, taken)))
        move = MorrisMove(None if origin is None else point(origin), point(target), removed)
    except InputError as error:
        raise MoveError(
            tr("{text!r} is not a move: {error}", text=text.strip(), error=error)
        ) from None
    fault = why_illegal(board, move)
    if fault:
        raise MoveError(tr("{text!r} is not a legal move: {fault}", text=text.strip(), fault=fault))
    return move


def why_illegal(board: MorrisBoard, move: MorrisMove) -> str | None:
    """Return why `move` is illegal on `board`, None if it is legal."""
    if board.is_legal(move):
        return None
    if board.has_won(not board.turn):
        return tr("{side} has closed a mill and has won", side=_side(not board.turn))
    if board.total(board.turn) < FEWEST:
        return tr("{side} has fewer than three stones and has lost", side=_side(board.turn))
    return why_step_is_illegal(board, move.origin, move.target) or _why_turn_is_illegal(board, move)


def why_step_is_illegal(board: MorrisBoard, origin: int | None, target: int) -> str | None:
    """Return why no stone can be placed on `target` or moved there, None if one can."""
    mover, phase, names = _side(board.turn), board.phase(board.turn), board.lines.names
    if origin is None:
        if phase is not Phase.PLACING:
            return tr(
                "{mover} has no stones in hand; name the stone to move, as in d6-d7", mover=mover
            )
    else:
        if phase is Phase.PLACING and not board.variant.moves_while_placing:
            left = board.hand[board.turn]
            return tr(
                "{mover} still has {n} in hand; stones move when all are placed",
                mover=mover,
                n=left,
            )
        if not board.stones[board.turn] >> origin & 1:
            if _taken_by(board, origin):
                return tr("there is an opposing stone on {point}", point=names[origin])
            return tr("there is no stone on {point}", point=names[origin])
    if _taken_by(board, target):
        return tr("{point} is occupied", point=names[target])
    if origin is not None and not board.targets(origin) >> target & 1:
        return tr(
            "{point} and {other} are not joined", point=names[origin], other=names[target]
        ) + _about_flying(board)
    return None


def why_removal_is_illegal(board: MorrisBoard, taken: int) -> str | None:
    """Return why the stone on `taken` cannot be the first that the side to move takes, or None."""
    theirs, name = board.stones[not board.turn], board.lines.names[taken]
    if board.removable(not board.turn) >> taken & 1:
        return None
    if theirs >> taken & 1:
        return tr("{point} is in a mill and others are not, so it is protected", point=name)
    return tr("there is no opposing stone on {point}", point=name)


def _why_turn_is_illegal(board: MorrisBoard, move: MorrisMove) -> str:
    """Return why a turn whose step is right takes the wrong stones."""
    mills = board.closes_mill(move.origin, move.target)
    step = board.text(MorrisMove(move.origin, move.target))
    if board.variant.mill_wins:
        return tr("no stones are taken: {step}", step=step)
    if not mills:
        return tr("it closes no mill, so it takes no stone: {step}", step=step)
    several = mills > 1 and board.variant.removals is Removals.EACH_MILL
    due = min(2 if several else 1, board.on_board(not board.turn))
    if len(set(move.removed)) != due or len(move.removed) != due:
        example = board.text(
            next(m for m in board.legal_moves if (m.origin, m.target) == (move.origin, move.target))
        )
        if due == 2:
            return tr("it closes a mill and takes two stones, as in {example}", example=example)
        return tr("it closes a mill and takes one stone, as in {example}", example=example)
    faults = (why_removal_is_illegal(board, taken) for taken in move.removed)
    return next((fault for fault in faults if fault), tr("a stone that it takes is protected"))


def _taken_by(board: MorrisBoard, number: int) -> bool:
    return bool((board.stones[0] | board.stones[1]) >> number & 1)


def _about_flying(board: MorrisBoard) -> str:
    if not board.variant.flying:
        return ""
    return tr(
        "; {side} flies with three stones, not with {n}",
        side=_side(board.turn),
        n=board.on_board(board.turn),
    )


def _side(colour: bool) -> str:
    return tr("White") if colour else tr("Black")

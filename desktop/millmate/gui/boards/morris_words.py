"""Descriptions of the morris board and its moves, and the prompts beneath the board."""

from __future__ import annotations

from millmate.formatting import plural, side_name
from millmate.games.morris.board import MorrisBoard, Phase
from millmate.games.morris.move_text import why_removal_is_illegal, why_step_is_illegal
from millmate.games.morris.points import Lines, points_in
from millmate.gui.boards.chess_board import describe_mapped
from millmate.gui.boards.geometry import BLACK_TRAY, TRAYS, WHITE_TRAY
from millmate.gui.boards.men import stone_name
from millmate.gui.boards.morris_scene import SYMBOLS, MorrisState, placings, takeable
from millmate.gui.boards.state import value_of
from millmate.gui.kit.errors import sentence
from millmate.language import count, mark, tr

_TRAYS = {True: mark("White's stones in hand"), False: mark("Black's stones in hand")}
_STANDING = {True: mark("White: {points}"), False: mark("Black: {points}")}


def place_name(place: int, lines: Lines) -> str:
    if place < 24:
        return lines.names[place]
    return tr(_TRAYS[place == TRAYS[True]])


def describe_place(state: MorrisState, place: int) -> str:
    """Return a point and its contents, or a tray and the number of stones in it."""
    if place >= 24:
        return f"{place_name(place, state.lines)}: {state.hands.get(place, 0)}"
    words = [place_name(place, state.lines), _contents(state, place)]
    return ", ".join([*words, *describe_mapped(state, place)])


def describe_move(turn: str) -> str:
    """Return a move in words, such as `d6 to d7, takes a1`."""
    step, *taken = turn.split("x")
    origin, _, target = step.rpartition("-")
    words = tr("{point} to {target}", point=origin, target=target) if origin else target
    return ", ".join([words, *(tr("takes {point}", point=point) for point in taken)])


def describe_position(state: MorrisState) -> str:
    """Describe the stones that can be taken, or else the whole position."""
    if state.half_move is not None:
        names = ", ".join(place_name(place, state.lines) for place in sorted(takeable(state)))
        point = place_name(state.half_move.target, state.lines)
        return tr("Mill closed on {point}; stones to take: {points}", point=point, points=names)
    return _list_stones(state)


def describe_cursor(state: MorrisState, place: int) -> str:
    """Return a point, its contents, and what can be done there."""
    words = [describe_place(state, place)]
    if place in takeable(state):
        words.append(tr("can be taken"))
        words += _worth(state, takeable(state)[place])
    elif state.selected is not None:
        stone = f"{_contents(state, state.selected)} {place_name(state.selected, state.lines)}"
        words.append(tr("{piece} selected", piece=stone))
        if place in state.destinations.get(state.selected, {}):
            words.append(tr("can go here"))
            words += _worth(state, state.destinations[state.selected][place])
    elif place in placings(state):
        words.append(tr("a stone can be placed here"))
        words += _worth(state, placings(state)[place])
    return ", ".join(words)


def _worth(state: MorrisState, moves: tuple[str, ...]) -> list[str]:
    """Return the value of the best of `moves` in words, if it is known."""
    value = value_of(state, moves)
    return [] if value is None else [value.words]


def _contents(state: MorrisState, place: int) -> str:
    symbol = state.pieces.get(place)
    return tr("empty", "a square") if symbol is None else stone_name(symbol)


def _list_stones(state: MorrisState) -> str:
    sentences = []
    for white, standing in _STANDING.items():
        points = sorted(p for p, s in state.pieces.items() if p < 24 and s == SYMBOLS[white])
        names = ", ".join(place_name(p, state.lines) for p in points) or tr("no stone on the board")
        words = tr(standing, points=names)
        hand = state.hands.get(TRAYS[white], 0)
        in_hand = count(hand, "{n} stone in hand", "{n} stones in hand")
        sentences.append(f"{words}; {in_hand}" if hand else words)
    return ". ".join(sentences)


# --- prompts beneath the board --------------------------------------------------------------------


def describe_phase(board: MorrisBoard, side: bool) -> str:
    """Return the phase of `side`: `placing, 4 in hand`, `moving`, `flying`."""
    phase = board.phase(side)
    if phase is Phase.PLACING:
        return tr("{phase}, {n} in hand", phase=tr(phase.value), n=board.hand[side])
    return tr(phase.value)


def move_prompt(board: MorrisBoard) -> str:
    """Return a sentence about what the side to move can do."""
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
    """Return a sentence about the stone to be taken after a mill."""
    return tr(
        "Mill! Take one of {other}'s stones. Esc takes the move back.",
        other=side_name(not board.turn),
    )


def refused_removal(board: MorrisBoard, place: int) -> str:
    """Return why the side to move cannot take the stone on `place` after a mill."""
    other = side_name(not board.turn)
    if place in TRAYS.values():
        return tr(
            "Only stones on the board can be taken: choose one of {other}'s that is marked.",
            other=other,
        )
    if board.stones[board.turn] >> place & 1:
        return tr(
            "That is {mover}'s own stone. Take one of {other}'s.",
            mover=side_name(board.turn),
            other=other,
        )
    if board.stones[not board.turn] >> place & 1:
        fault = why_removal_is_illegal(board, place) or ""
        return tr("That stone is in a mill: {fault}.", fault=fault) if fault else ""
    return tr(
        "There is no stone on {point}: take one of {other}'s that is marked.",
        point=board.lines.names[place],
        other=other,
    )


def refused(board: MorrisBoard, origin: int | None, place: int) -> str:
    """Return why the side to move cannot press `place`, or move there from `origin`."""
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
    return tr("{point} is occupied.", point=board.lines.names[place])


def _refused_lifting(board: MorrisBoard, place: int) -> str:
    mover = side_name(board.turn)
    if board.stones[not board.turn] >> place & 1:
        return tr(
            "That is {other}'s stone, and {mover} is to move.",
            other=side_name(not board.turn),
            mover=mover,
        )
    if board.stones[board.turn] >> place & 1:
        lines = board.lines
        around = ", ".join(lines.names[p] for p in points_in(lines.neighbours[place]))
        return tr(
            "That stone cannot move: the points next to it ({points}) are occupied.", points=around
        )
    return tr(
        "There is no stone on {point}: choose one of {mover}'s first.",
        point=board.lines.names[place],
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

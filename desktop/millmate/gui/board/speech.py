"""The board in words, for screen readers."""

from millmate.gui.board.geometry import square_name
from millmate.gui.board.pieces import SYMBOLS, kind_name, piece_name
from millmate.gui.board.state import BoardState, ChessState


def description(state: ChessState) -> str:
    """Return what matters now: the choice open, the square pointed at, or the whole position."""
    if state.promotion is not None:
        choices = [kind_name(move[4:]) for move in state.promotion.moves]
        return f"Promote to {', '.join(choices)}; {choices[state.promotion.focus]} is marked"
    if state.cursor is not None:
        return _at_cursor(state, state.cursor)
    return _position(state)


def square_words(state: BoardState, square: int) -> str:
    """Return a square and what stands there, such as `e4, white knight`."""
    return f"{square_name(square)}, {_what_stands(state, square)}"


def _at_cursor(state: BoardState, square: int) -> str:
    words = [square_words(state, square)]
    if state.selected is not None:
        words.append(f"{_what_stands(state, state.selected)} selected")
        if square in state.destinations.get(state.selected, {}):
            words.append("may go here")
    return ", ".join(words)


def _what_stands(state: BoardState, square: int) -> str:
    symbol = state.pieces.get(square)
    return "empty" if symbol is None else piece_name(symbol)


def _position(state: BoardState) -> str:
    if not state.pieces:
        return "Empty board"
    order = sorted(state.pieces.items(), key=lambda item: (SYMBOLS.index(item[1]), item[0]))
    return ", ".join(f"{piece_name(symbol)} {square_name(square)}" for square, symbol in order)

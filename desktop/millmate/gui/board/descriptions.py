"""The board, and moves on it, in words: for screen readers."""

import re

from millmate.gui.board.geometry import square_name
from millmate.gui.board.pieces import SYMBOLS, kind_name, piece_name
from millmate.gui.board.state import BoardState, ChessState
from millmate.language import tr

_SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?")


def description(state: ChessState) -> str:
    """Return what matters now: the choice that is open, or the whole position."""
    if state.promotion is not None:
        choices = [kind_name(move[4:]) for move in state.promotion.moves]
        return tr(
            "Promote to {pieces}; {piece} is marked",
            pieces=", ".join(choices),
            piece=choices[state.promotion.focus],
        )
    return _position(state)


def square_words(state: BoardState, square: int) -> str:
    """Return a square and what stands there, such as `e4, white knight`."""
    return f"{square_name(square)}, {_what_stands(state, square)}"


def san_words(san: str) -> str:
    """Return a move in words, such as `knight takes f3, check`."""
    words = [_step_words(san.rstrip("+#"))]
    if san.endswith("+"):
        words.append(tr("check"))
    elif san.endswith("#"):
        words.append(tr("checkmate"))
    return ", ".join(words)


def _step_words(san: str) -> str:
    if san.startswith("O"):
        return tr("castles long") if san.count("O") == 3 else tr("castles short")
    match = _SAN.fullmatch(san)
    assert match is not None, san
    letter, origin, takes, target, promoted = match.groups()
    mover = " ".join(filter(None, (kind_name(letter) if letter else "", origin)))
    words = tr("{piece} takes {square}", piece=mover, square=target) if takes else ""
    words = words or " ".join(filter(None, (mover, target)))
    if promoted:
        words += ", " + tr("promotes to {piece}", piece=kind_name(promoted))
    return words


def cursor_words(state: BoardState, square: int) -> str:
    """Return a square, what stands there, what is selected, and whether it may go there."""
    words = [square_words(state, square)]
    if state.selected is not None:
        words.append(tr("{piece} selected", piece=_what_stands(state, state.selected)))
        if square in state.destinations.get(state.selected, {}):
            words.append(tr("may go here"))
    return ", ".join(words)


def _what_stands(state: BoardState, square: int) -> str:
    symbol = state.pieces.get(square)
    return tr("empty", "a square") if symbol is None else piece_name(symbol)


def _position(state: BoardState) -> str:
    if not state.pieces:
        return tr("Empty board")
    order = sorted(state.pieces.items(), key=lambda item: (SYMBOLS.index(item[1]), item[0]))
    return ", ".join(f"{piece_name(symbol)} {square_name(square)}" for square, symbol in order)

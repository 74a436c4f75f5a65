"""Descriptions of the chessboard and of moves for screen readers."""

import re

import chess

from millmate.gui.boards.men import SYMBOLS, kind_name, piece_name
from millmate.gui.boards.state import BoardState, ChessState, target_value
from millmate.language import tr

_SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?")


def describe_position(state: ChessState) -> str:
    """Describe the open promotion choice, or else the whole position."""
    if state.promotion is not None:
        choices = list(map(kind_name, state.promotion.letters))
        return tr(
            "Promote to {pieces}; {piece} is marked",
            pieces=", ".join(choices),
            piece=choices[state.promotion.focus],
        )
    return _list_pieces(state)


def describe_square(state: BoardState, square: int) -> str:
    """Return a square and its contents, such as `e4, white knight`."""
    words = [chess.SQUARE_NAMES[square], _contents(state, square)]
    return ", ".join([*words, *describe_mapped(state, square)])


def describe_mapped(state: BoardState, place: int) -> list[str]:
    """Return what the square map says about a place, in words."""
    shown = state.square_map
    if shown is None:
        return []
    value = shown.values.get(place)
    if value is not None:
        return [value.words]
    return [] if place in state.pieces else [tr("not possible")]


def describe_san(san: str) -> str:
    """Return a move in words, such as `knight takes f3, check`."""
    words = [_describe_step(san.rstrip("+#"))]
    if san.endswith("+"):
        words.append(tr("check"))
    elif san.endswith("#"):
        words.append(tr("checkmate"))
    return ", ".join(words)


def _describe_step(san: str) -> str:
    if san.startswith("O"):
        return tr("castles long") if san.count("O") == 3 else tr("castles short")
    if san == "--":
        return tr("null move")
    match = _SAN.fullmatch(san)
    assert match is not None, san
    letter, origin, takes, target, promoted = match.groups()
    mover = " ".join(filter(None, (kind_name(letter) if letter else "", origin)))
    words = tr("{piece} takes {square}", piece=mover, square=target) if takes else ""
    words = words or " ".join(filter(None, (mover, target)))
    if promoted:
        words += ", " + tr("promotes to {piece}", piece=kind_name(promoted))
    return words


def describe_cursor(state: BoardState, square: int) -> str:
    """Return a square, its contents, and whether the selected piece may go there."""
    words = [describe_square(state, square)]
    if state.selected is not None:
        words.append(tr("{piece} selected", piece=_contents(state, state.selected)))
        if square in state.destinations.get(state.selected, {}):
            words.append(tr("may go here"))
            value = target_value(state, square)
            words += [value.words] if value is not None else []
    return ", ".join(words)


def _contents(state: BoardState, square: int) -> str:
    symbol = state.pieces.get(square)
    return tr("empty", "a square") if symbol is None else piece_name(symbol)


def _list_pieces(state: BoardState) -> str:
    if not state.pieces:
        return tr("Empty board")
    order = sorted(state.pieces, key=lambda square: (SYMBOLS.index(state.pieces[square]), square))
    names = chess.SQUARE_NAMES
    return ", ".join(f"{piece_name(state.pieces[square])} {names[square]}" for square in order)

"""The promotion chooser: a column of pieces, starting on the promotion square."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from millmate.gui.board.geometry import ChessGeometry
from millmate.gui.board.overlays import draw_label, label_style
from millmate.gui.board.pieces import draw_piece
from millmate.gui.board.state import ChessState, Promotion
from millmate.gui.board.theme import BoardTheme


def squares(chooser: Promotion) -> list[int]:
    """Return the squares of the choices in a column, the first on the promotion square."""
    down = -8 if chooser.target >> 3 == 7 else 8
    return [chooser.target + down * i for i in range(len(chooser.moves))]


def symbol_of(state: ChessState, move: str) -> str:
    """Return the piece that `move` promotes to, in the colour of the pawn."""
    assert state.promotion is not None
    white = state.pieces[state.promotion.origin].isupper()
    return move[4:].upper() if white else move[4:]


def paint(painter: QPainter, state: ChessState, geometry: ChessGeometry, theme: BoardTheme) -> None:
    """Dim the board and draw the choices of `state.promotion` on it."""
    chooser = state.promotion
    assert chooser is not None
    painter.fillRect(geometry.board, QColor(theme.veil))
    words = [state.labels.get(move, "") for move in chooser.moves]
    style = label_style(painter.font(), words, geometry.side)
    for i, (square, move) in enumerate(zip(squares(chooser), chooser.moves, strict=True)):
        rect = geometry.rect_of(square)
        _card(painter, rect, theme, i == chooser.focus)
        draw_piece(painter, symbol_of(state, move), _room(rect, any(words)))
        if words[i]:
            draw_label(painter, words[i], rect, theme, style)


def _room(rect: QRectF, labelled: bool) -> QRectF:
    """Return the rectangle of the piece on its card: smaller and higher above a label."""
    inset = rect.width() * (0.13 if labelled else 0.07)
    room = rect.adjusted(inset, inset, -inset, -inset)
    return room.translated(0, -rect.width() * 0.09) if labelled else room


def _card(painter: QPainter, rect: QRectF, theme: BoardTheme, focused: bool) -> None:
    painter.setPen(QPen(QColor(theme.accent), 3) if focused else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.card))
    gap = max(1.5, rect.width() / 40)
    painter.drawRoundedRect(rect.adjusted(gap, gap, -gap, -gap), 6, 6)

"""Chess positions being set up: the model without Qt, and its editor."""

from typing import ClassVar

import chess
from PySide6.QtWidgets import QCheckBox, QGridLayout

from millmate.games.catalogue import Position
from millmate.games.chess.ending_names import ending_name
from millmate.games.chess.material import Material
from millmate.games.chess.piece_list import looks_like_list, read_list
from millmate.games.chess.positions import board_from_fen, fen_fault
from millmate.gui.boards.editor.panel import EditorPanel
from millmate.gui.boards.editor.position_model import PositionModel
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import ComboBox
from millmate.language import count, mark, tr

_LONGEST = 200  # maximum length of a FEN
_MOST_NAMED = 8  # men; a longer name would not fit


class ChessModel(PositionModel[chess.Board]):
    """A chess position being set up.

    Castling rights and the en-passant square are dropped as soon as the pieces forbid them, and
    every change resets the halfmove clock.
    """

    arrangements: ClassVar = {
        "clear": lambda board: chess.Board(None),
        "start": lambda board: chess.Board(),
        "flip": lambda board: board.transform(chess.flip_vertical),
        "mirror": lambda board: board.transform(chess.flip_horizontal),
        "swap": lambda board: board.mirror(),
    }

    def __init__(self, fen: str = chess.STARTING_FEN):
        super().__init__(fen)

    def read(self, position: Position | str) -> tuple[chess.Board, list[str]]:
        """Return a position, and a remark for each right that was dropped.

        A list of pieces leaves the side to move as it is, unless it names it.
        """
        text = position if isinstance(position, str) else position.text
        board = board_from_fen(read_list(text, self.turn) if looks_like_list(text) else text)
        return board, _tidy(board)

    def text(self, board: chess.Board) -> str:
        return board.fen(en_passant="fen")

    def fault_in(self, text: str) -> str | None:
        """Return the fault of `text` if it looks like a FEN."""
        if looks_like_list(text):
            return None
        fault = fen_fault(text) if text.split() and len(text) <= _LONGEST else None
        return tr("not a FEN yet: {fault}", fault=fault) if fault else None

    def set_leniently(self, text: str) -> str:
        if looks_like_list(text):  # it keeps the side to move
            return "; ".join(self.set_fen(text))
        return super().set_leniently(text)

    @property
    def title(self) -> str:
        """The name of the ending with its code, or the number of pieces if that is too long."""
        material = self.material
        if material.men > _MOST_NAMED:
            return men_words(material.men)
        if not (material.white and material.black):
            return str(material) if material.men else tr("Empty board")
        return f"{ending_name(material)} ({material})"

    @property
    def material(self) -> Material:
        return Material.of(self._board)

    def castling(self) -> frozenset[str]:
        """Return the castling rights that are set, from `KQkq`."""
        return frozenset(_rooks(self._board, self._board.castling_rights))

    def castling_possible(self) -> frozenset[str]:
        """Return the castling rights whose king and rook are on their squares."""
        return frozenset(_castling_rooks(self._board))

    @property
    def ep_square(self) -> chess.Square | None:
        return self._board.ep_square

    def ep_candidates(self) -> list[chess.Square]:
        """Return the squares where an en-passant capture is possible."""
        return _ep_candidates(self._board)

    def put(self, board: chess.Board, symbol: str, square: int, *, added: bool) -> None:
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))

    def remove(self, board: chess.Board, square: int) -> str | None:
        piece = board.remove_piece_at(square)
        return piece.symbol() if piece else None

    def settle(self, board: chess.Board) -> None:
        """Drop the rights that the pieces forbid."""
        _tidy(board)
        board.halfmove_clock = 0

    def arrange(self, name: str) -> None:
        self.change(self.arrangements[name](self._board))

    def set_castling(self, right: str, allowed: bool) -> None:
        board = self.board
        if allowed:
            board.castling_rights |= _castling_rooks(board).get(right, 0)
        else:
            board.castling_rights &= ~_rooks(board, board.castling_rights).get(right, 0)
        self.change(board)

    def set_ep_square(self, square: chess.Square | None) -> None:
        """Set the en-passant square to one of `ep_candidates`, or to None."""
        board = self.board
        board.ep_square = square
        self.change(board)


def _castling_rooks(board: chess.Board) -> dict[str, chess.Bitboard]:
    """Return the rook of each castling right that is possible: in Chess960, the outermost."""
    anywhere = board.copy(stack=False)
    anywhere.castling_rights = anywhere.rooks
    return _rooks(board, anywhere.clean_castling_rights())


def _rooks(board: chess.Board, rights: chess.Bitboard) -> dict[str, chess.Bitboard]:
    """Return, by their letters of `KQkq`, the rook of each of the castling `rights`."""
    found = {}
    for square in chess.SquareSet(rights):
        white = chess.square_rank(square) == 0
        king = board.king(white)
        if king is not None and chess.square_rank(king) == chess.square_rank(square):
            right = "k" if square > king else "q"
            found[right.upper() if white else right] = chess.BB_SQUARES[square]
    return found


def _ep_candidates(board: chess.Board) -> list[chess.Square]:
    """Return the squares that a pawn may just have passed, and where it can be captured."""
    return [square for square in chess.SquareSet(_passed(board)) if _can_take(board, square)]


def _passed(board: chess.Board) -> int:
    """Return, as a bitboard, the empty squares behind pawns that may just have moved two steps."""
    empty = ~board.occupied
    waiting = board.pawns & board.occupied_co[not board.turn]
    if board.turn == chess.WHITE:
        return (waiting & chess.BB_RANK_5) << 8 & empty & (empty & chess.BB_RANK_7) >> 8
    return (waiting & chess.BB_RANK_4) >> 8 & empty & (empty & chess.BB_RANK_2) << 8


def _can_take(board: chess.Board, square: chess.Square) -> bool:
    """Return whether an en-passant capture is legal and its double step was possible."""
    trial = board.copy(stack=False)
    trial.ep_square = square
    if trial.king(chess.WHITE) is None or trial.king(chess.BLACK) is None:
        return trial.has_pseudo_legal_en_passant()
    return trial.has_legal_en_passant() and not trial.status() & chess.STATUS_IMPOSSIBLE_CHECK


def _tidy(board: chess.Board) -> list[str]:
    """Remove rights that the pieces forbid from `board`; return a remark for each."""
    left_out = []
    fitting = board.clean_castling_rights()
    if board.castling_rights != fitting:
        board.castling_rights = fitting
        left_out.append(tr("castling ignored: king and rook must be on their original squares"))
    if board.ep_square is not None and board.ep_square not in _ep_candidates(board):
        name = chess.square_name(board.ep_square)
        board.ep_square = None
        left_out.append(
            tr("en passant on {name} ignored: no pawn can be captured there", name=name)
        )
    return left_out


def men_words(men: int) -> str:
    return count(men, "{n} piece", "{n} pieces", "with pawns")


_CASTLING = {
    "K": (mark("White short"), mark("White castles with the rook towards the h-file")),
    "Q": (mark("White long"), mark("White castles with the rook towards the a-file")),
    "k": (mark("Black short"), mark("Black castles with the rook towards the h-file")),
    "q": (mark("Black long"), mark("Black castles with the rook towards the a-file")),
}


class ChessEditor(EditorPanel):
    """The controls of a chess position."""

    noun = "FEN"

    model: ChessModel

    def add_rows(self, grid: QGridLayout, foot: QGridLayout) -> None:
        """Add castling rights and the en-passant square."""
        grid.addWidget(bind_text(Label(), text=mark("Castling")), 0, 0)
        self.castling = {right: self._castling_box(right) for right in _CASTLING}
        for i, box in enumerate(self.castling.values()):
            grid.addWidget(box, i % 2, 1 + i // 2)
        self._ep_label = label = bind_text(Label(), text=mark("En passant"))
        self.ep_choice = bind_text(
            ComboBox(), name=mark("Square where a pawn can be captured en passant")
        )
        self.ep_choice.activated.connect(self._ep_chosen)
        label.setBuddy(self.ep_choice)
        foot.addWidget(label, 0, 0)
        foot.addWidget(self.ep_choice, 0, 1, 1, 2)

    def show_position(self) -> None:
        """Show the model's position on the board, and a king in check if it can be played."""
        super().show_position()
        if self.model.problems:
            self.board.change(check=None)

    def show_model(self) -> None:
        super().show_model()
        possible, given = self.model.castling_possible(), self.model.castling()
        for right, box in self.castling.items():
            box.setEnabled(right in possible)
            box.setChecked(right in given)
        self._show_en_passant()

    def _castling_box(self, right: str) -> QCheckBox:
        text, tip = _CASTLING[right]
        box = bind_text(QCheckBox(), text=text, tip=tip)
        box.clicked.connect(lambda on: self.model.set_castling(right, on))
        return box

    def _ep_chosen(self, index: int) -> None:
        self.model.set_ep_square(self.ep_choice.itemData(index))

    def _show_en_passant(self) -> None:
        candidates = self.model.ep_candidates()
        self.ep_choice.clear()
        self.ep_choice.addItem(tr("not now"), None)
        for square in candidates:
            self.ep_choice.addItem(tr("on {square}", square=chess.square_name(square)), square)
        self.ep_choice.setCurrentIndex(max(self.ep_choice.findData(self.model.ep_square), 0))
        for each in (self._ep_label, self.ep_choice):
            each.setVisible(bool(candidates))

"""The editor of chess positions, with castling rights and the en-passant square."""

import chess
from PySide6.QtWidgets import QCheckBox, QGridLayout

from millmate.gui.boards import BoardView
from millmate.gui.boards.editor.chess_model import ChessModel
from millmate.gui.boards.editor.editor_panel import EditorPanel
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import ComboBox
from millmate.language import mark, tr

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
    board: BoardView

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
        """Show the model's position on the board, and a king in check."""
        board = self.model.board
        playable = not self.model.problems
        check = board.king(board.turn) if playable and board.is_check() else None
        self.board.set_position(self.model.fen, check=check)

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

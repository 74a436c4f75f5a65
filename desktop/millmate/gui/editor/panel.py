"""The position editor: the controls beside the board, wired to it while a position is set up."""

import chess
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from millmate.games.chess.positions import board_from_fen
from millmate.gui import theme
from millmate.gui.board import BoardView, Edit, Erase, Move, Place
from millmate.gui.editor.buttons import IconButton
from millmate.gui.editor.fen_field import FenField
from millmate.gui.editor.model import EditorModel
from millmate.gui.editor.palette import PiecePalette
from millmate.gui.editor.problem_list import ProblemList

_CASTLING = {
    "K": ("White short", "White castles with the rook on h1"),
    "Q": ("White long", "White castles with the rook on a1"),
    "k": ("Black short", "Black castles with the rook on h8"),
    "q": ("Black long", "Black castles with the rook on a8"),
}


class PositionEditor(QWidget):
    """Everything about the position that is not a piece on a square, and what is wrong with it.

    Between `begin` and `end` the board's edits go to `model` and the model's position to the board.
    """

    changed = Signal(str)  # the FEN after every change, playable or not
    playable_changed = Signal(bool)

    def __init__(self, model: EditorModel, board: BoardView, parent: QWidget | None = None):
        super().__init__(parent)
        self.model = model
        self.board = board
        self.palette_strip = PiecePalette(board)
        self._active = False
        self._playable: bool | None = None
        self._build()
        model.on_change(self._refresh)
        board.edit_requested.connect(self._apply)
        self._show()

    # --- what the window calls ---------------------------------------------------------------

    def begin(self, fen: str) -> None:
        """Set up a position, starting from `fen`; raises `PositionError` if it is no FEN."""
        board_from_fen(fen)
        self._active = True
        self._playable = None
        self.board.set_editing(True)
        self.model.load(fen)

    def end(self) -> None:
        """Leave the board alone again; the position stays in `model`."""
        self._active = False
        self.board.set_editing(False)

    @property
    def active(self) -> bool:
        """Whether a position is being set up."""
        return self._active

    @property
    def playable(self) -> bool:
        """Whether the position as it stands can be played."""
        return not self.model.problems

    def paste_fen(self) -> None:
        """Take the position from the clipboard, or say beneath the field why not."""
        self.fen_field.take(QGuiApplication.clipboard().text())

    def copy_fen(self) -> None:
        """Put the position's FEN on the clipboard."""
        QGuiApplication.clipboard().setText(self.model.fen)

    # --- the controls ------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * theme.GRID)
        column.addLayout(self._tools())
        column.addLayout(self._rights())
        column.addWidget(theme.rule())
        self.fen_field = FenField(self.model, self)
        self.fen_field.copy.clicked.connect(self.copy_fen)
        self.fen_field.paste.clicked.connect(self.paste_fen)
        column.addWidget(self.fen_field)
        column.addWidget(theme.rule())
        self.material = QLabel()
        theme.headline(self.material)
        self.material.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.verdict = theme.muted()
        self.problem_list = ProblemList()
        summary = QVBoxLayout()
        summary.setSpacing(theme.GRID)
        for widget in (self.material, self.verdict, self.problem_list):
            summary.addWidget(widget)
        column.addLayout(summary)
        column.addStretch(1)

    def _tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(0)
        self.undo_button = IconButton("undo", "Take the last change back", "Undo")
        self.redo_button = IconButton("redo", "Make the change again", "Redo")
        self.clear_button = IconButton("clear", "Take all pieces off", "Clear")
        self.start_button = IconButton("start", "Set up the start of a game", "Start")
        self.flip_button = IconButton("flip-ranks", "Exchange top and bottom", "Flip")
        self.mirror_button = IconButton("mirror", "Exchange left and right", "Mirror")
        self.swap_button = IconButton("swap", "Exchange White and Black, turn included", "Swap")
        for button, change in (
            (self.undo_button, self.model.undo),
            (self.redo_button, self.model.redo),
            (self.clear_button, self.model.clear),
            (self.start_button, self.model.start_position),
            (self.flip_button, self.model.flip_vertical),
            (self.mirror_button, self.model.mirror_horizontal),
            (self.swap_button, self.model.swap_colours),
        ):
            button.clicked.connect(lambda _, change=change: change())
            row.addWidget(button)
        return row

    def _rights(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * theme.GRID)
        grid.setVerticalSpacing(theme.GRID)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        self.white_turn, self.black_turn = QRadioButton("White"), QRadioButton("Black")
        self.white_turn.clicked.connect(lambda: self.model.set_turn(chess.WHITE))
        self.black_turn.clicked.connect(lambda: self.model.set_turn(chess.BLACK))
        grid.addWidget(QLabel("To move"), 0, 0)
        grid.addWidget(self.white_turn, 0, 1)
        grid.addWidget(self.black_turn, 0, 2)
        grid.addWidget(QLabel("Castling"), 1, 0)
        self.castling = {right: self._castling_box(right) for right in _CASTLING}
        for i, box in enumerate(self.castling.values()):
            grid.addWidget(box, 1 + i % 2, 1 + i // 2)
        label = QLabel("En passant")
        self.ep_choice = QComboBox()
        self.ep_choice.setAccessibleName("Square on which a pawn can be taken in passing")
        self.ep_choice.activated.connect(self._ep_chosen)
        label.setBuddy(self.ep_choice)
        grid.addWidget(label, 3, 0)
        grid.addWidget(self.ep_choice, 3, 1, 1, 2)
        return grid

    def _castling_box(self, right: str) -> QCheckBox:
        text, tip = _CASTLING[right]
        box = QCheckBox(text)
        box.setToolTip(tip)
        box.clicked.connect(lambda on: self.model.set_castling(right, on))
        return box

    # --- from the board and the controls to the model ----------------------------------------

    def _apply(self, edit: Edit) -> None:
        if not self._active:
            return
        match edit:
            case Place(symbol, square, continued):
                self.model.place(symbol, square, merge=continued)
            case Move(origin, target):
                self.model.move(origin, target)
            case Erase(square, continued):
                self.model.erase(square, merge=continued)

    def _ep_chosen(self, index: int) -> None:
        self.model.set_ep_square(self.ep_choice.itemData(index))

    # --- from the model to the board and the controls ----------------------------------------

    def _refresh(self) -> None:
        """Show the model's position everywhere, and tell the listeners."""
        self._show()
        if not self._active:
            return
        faults = self.model.problems
        board = self.model.board
        check = board.king(board.turn) if not faults and board.is_check() else None
        self.board.set_position(self.model.fen, check=check)
        self.board.set_faults(square for fault in faults for square in fault.squares)
        self.changed.emit(self.model.fen)
        if (not faults) != self._playable:
            self._playable = not faults
            self.playable_changed.emit(self._playable)

    def _show(self) -> None:
        model = self.model
        self.undo_button.setEnabled(model.can_undo)
        self.redo_button.setEnabled(model.can_redo)
        (self.white_turn if model.turn else self.black_turn).setChecked(True)
        possible, given = model.castling_possible(), model.castling()
        for right, box in self.castling.items():
            box.setEnabled(right in possible)
            box.setChecked(right in given)
        self._show_en_passant()
        self._show_verdict()

    def _show_en_passant(self) -> None:
        candidates = self.model.ep_candidates()
        self.ep_choice.clear()
        self.ep_choice.addItem("not now" if candidates else "none possible", None)
        for square in candidates:
            self.ep_choice.addItem(f"on {chess.square_name(square)}", square)
        self.ep_choice.setCurrentIndex(max(self.ep_choice.findData(self.model.ep_square), 0))
        self.ep_choice.setEnabled(bool(candidates))

    def _show_verdict(self) -> None:
        faults = self.model.problems
        material = self.model.material
        self.material.setText(str(material) if material.men else "Empty board")
        side = "White" if self.model.turn else "Black"
        self.verdict.setText(f"{side} to move: ready to play")
        self.verdict.setVisible(not faults)
        self.problem_list.show_problems(faults)

"""The position editor of any game: its controls, connected to the board."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QWidget,
)

from millmate.formatting import side_name
from millmate.gui.boards.editor.fen_field import FenField
from millmate.gui.boards.editor.palette import PiecePalette
from millmate.gui.boards.editor.position_model import PositionModel
from millmate.gui.boards.editor.widgets import IconButton, ProblemList
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import bind_text, on_retranslate, translator
from millmate.gui.kit.widgets import hbox, vbox
from millmate.language import mark, tr


class EditorPanel(QWidget):
    """The controls of a position apart from its pieces, and its problems.

    Those that must be in sight, however little room there is, stand in a `foot` of their own.
    Between `begin` and `end`, edits of the board go to `model`, and its position to the board.
    """

    changed = Signal(str)  # the position after every change, playable or not
    playable_changed = Signal(bool)

    noun = mark("position")  # the name of the text of a position
    pieces = mark("pieces")

    def __init__(
        self, model: PositionModel[Any], board: BoardWidget, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.model = model
        self.board = board
        self.palette_strip = PiecePalette(board)
        self.active = False  # whether a position is being set up
        self._playable: bool | None = None
        self._lacks = False  # whether the chosen players need something
        self._build()
        on_retranslate(self, self._name)
        translator.changed.connect(self.show_model)
        model.on_change(self._refresh)
        board.place_requested.connect(model.place)
        board.erase_requested.connect(model.erase)
        board.move_requested.connect(model.move)
        self.show_model()

    # --- what a game's editor adds -----------------------------------------------------------

    def add_rows(self, grid: QGridLayout, foot: QGridLayout) -> None:
        """Add controls to `grid`, and those for row 0 of `foot`, above the side to move."""

    def show_position(self) -> None:
        raise NotImplementedError

    def _name(self) -> None:
        off = tr("Remove all {pieces}", pieces=tr(self.pieces))
        self.clear_button.setToolTip(off)
        self.clear_button.setAccessibleName(off)

    # --- what the window calls ---------------------------------------------------------------

    def start(self) -> None:
        """Start setting up from the position of `model`."""
        self.active = True
        self._playable = None
        self.board.set_editing(True)
        self._refresh()

    def end(self) -> None:
        """Stop editing; the position stays in `model`."""
        self.active = False
        self.board.set_editing(False)

    def paste_fen(self) -> None:
        """Set up the position on the clipboard, or show why that is impossible."""
        self.fen_field.paste_text(QGuiApplication.clipboard().text())

    def copy_fen(self) -> None:
        QGuiApplication.clipboard().setText(self.model.fen)

    # --- the controls ------------------------------------------------------------------------

    def _build(self) -> None:
        self.fen_field = FenField(self.model, self.noun, self)
        self.fen_field.copy.clicked.connect(self.copy_fen)
        self.fen_field.paste.clicked.connect(self.paste_fen)
        self.material = WrappedLabel()
        theme.heading(self.material)
        self.material.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.verdict = theme.muted()
        self.problem_list = ProblemList()
        grid, foot = _grid(), _grid()
        self._add_turn(foot)
        self.add_rows(grid, foot)
        summary = vbox(self.material, self.verdict)
        self.foot = QWidget()
        texts = self.fen_field, self.problem_list
        vbox(theme.rule(), self._tools(), foot, *texts, within=self.foot)
        parts = grid, summary, self.foot, None
        vbox(*parts, within=self, spacing=2 * theme.GRID)

    def setVisible(self, visible: bool) -> None:
        """Show or hide the foot as well."""
        super().setVisible(visible)
        self.foot.setVisible(visible)

    def _tools(self) -> QHBoxLayout:
        row = hbox(spacing=0)
        self.undo_button = IconButton("undo", mark("Undo the last change"), mark("Undo"))
        self.redo_button = IconButton("redo", mark("Redo the change"), mark("Redo"))
        self.clear_button = IconButton("clear", "", mark("Clear"))
        self.start_button = IconButton("start", mark("Set up the starting position"), mark("Start"))
        self.flip_button = IconButton(
            "flip-ranks", mark("Mirror the position: swap top and bottom"), mark("Mirror ↕")
        )
        self.mirror_button = IconButton(
            "mirror", mark("Mirror the position: swap left and right"), mark("Mirror ↔")
        )
        self.swap_button = IconButton(
            "swap", mark("Swap White and Black, including the side to move"), mark("Swap")
        )
        for button, change in (
            (self.undo_button, self.model.undo),
            (self.redo_button, self.model.redo),
            (self.clear_button, partial(self.model.arrange, "clear")),
            (self.start_button, partial(self.model.arrange, "start")),
            (self.flip_button, partial(self.model.arrange, "flip")),
            (self.mirror_button, partial(self.model.arrange, "mirror")),
            (self.swap_button, partial(self.model.arrange, "swap")),
        ):
            button.clicked.connect(lambda _, change=change: change())
            row.addWidget(button)
        return row

    def _add_turn(self, grid: QGridLayout) -> None:
        self.white_turn, self.black_turn = (
            bind_text(QRadioButton(), text=text) for text in (mark("White"), mark("Black"))
        )
        self.white_turn.clicked.connect(lambda: self.model.set_turn(True))
        self.black_turn.clicked.connect(lambda: self.model.set_turn(False))
        grid.addWidget(bind_text(Label(), text=mark("To move")), 1, 0)
        grid.addWidget(self.white_turn, 1, 1)
        grid.addWidget(self.black_turn, 1, 2)

    # --- from the model to the board and the controls ----------------------------------------

    def _refresh(self) -> None:
        """Show the model's position, and emit the change."""
        self.show_model()
        if not self.active:
            return
        faults = self.model.problems
        self.show_position()
        self.board.set_faults(self.model.marked())
        self.changed.emit(self.model.fen)
        if (not faults) != self._playable:
            self._playable = not faults
            self.playable_changed.emit(self._playable)

    def show_model(self) -> None:
        model = self.model
        self.undo_button.setEnabled(model.can_undo)
        self.redo_button.setEnabled(model.can_redo)
        (self.white_turn if model.turn else self.black_turn).setChecked(True)
        faults = model.problems
        self.material.setText(model.title)
        self._show_verdict()
        self.verdict.setVisible(not faults)
        self.problem_list.show_problems(faults)

    def show_lack(self, lack: str) -> None:
        """Show that the position is ready to play unless something is missing."""
        if bool(lack) != self._lacks:
            self._lacks = bool(lack)
            self._show_verdict()

    def _show_verdict(self) -> None:
        side = side_name(self.model.turn)
        text = tr("{side} to move") if self._lacks else tr("{side} to move: ready to play")
        self.verdict.setText(text.format(side=side))


def _grid() -> QGridLayout:
    """Return a grid of labels with one or two controls each."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(2 * theme.GRID)
    grid.setVerticalSpacing(theme.GRID)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(2, 1)
    return grid

"""The editor of morris positions, with the stones in hand."""

from PySide6.QtWidgets import QGridLayout, QSpinBox

from millmate.games.morris.variants import STANDARD
from millmate.gui.boards.editor.editor_panel import EditorPanel
from millmate.gui.boards.morris.model import MorrisModel
from millmate.gui.boards.morris.view import MorrisView
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import SpinBox
from millmate.language import mark

_STONES = {True: mark("White's stones in hand"), False: mark("Black's stones in hand")}


class MorrisEditor(EditorPanel):
    """The controls of a morris position."""

    pieces = mark("stones")

    model: MorrisModel
    board: MorrisView

    def add_rows(self, grid: QGridLayout, foot: QGridLayout) -> None:
        """Add the numbers of stones in hand."""
        self.hands = {side: self._hand_box(side) for side in _STONES}
        foot.addWidget(bind_text(Label(), text=mark("In hand")), 0, 0)
        foot.addWidget(self.hands[True], 0, 1)
        foot.addWidget(self.hands[False], 0, 2)

    def show_position(self) -> None:
        variant = self.model.variant
        self.board.set_variant(variant.lines, variant.stones)
        self.board.set_position(self.model.fen)

    def show_model(self) -> None:
        super().show_model()
        for side, box in self.hands.items():
            box.blockSignals(True)
            box.setMaximum(self.model.variant.stones)
            box.setValue(self.model.hand(side))
            box.blockSignals(False)

    def _hand_box(self, side: bool) -> QSpinBox:
        box = bind_text(
            SpinBox(),
            name=_STONES[side],
            tip=mark("Stones still to be placed; you can drag them from the tray onto the board"),
        )
        box.setRange(0, STANDARD.stones)
        box.valueChanged.connect(lambda stones: self.model.set_hand(side, stones))
        return box

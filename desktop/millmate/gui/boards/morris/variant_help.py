"""The `?` beside the rules of morris: what a variant is, with an example in a picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.games.morris.rule_words import Explanation, example_of
from millmate.games.morris.variants import STANDARD, Variant
from millmate.gui.boards.morris.geometry import fit
from millmate.gui.boards.morris.painter import MorrisScene, paint
from millmate.gui.boards.morris.state import MorrisState, parse_position
from millmate.gui.boards.morris.theme import morris_theme
from millmate.gui.boards.overlays import LOSS, Arrow
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.term_button import Explained, TermButton

_HEIGHT = 210  # pixels of the picture at normal text size
_LEAST = 100  # where the window is low


class VariantButton(TermButton):
    """Explains the variant that was shown last, by its rules and an example."""

    def __init__(self) -> None:
        super().__init__(Explanation(STANDARD))

    def show_variant(self, variant: Variant) -> None:
        """Explain this variant from now on."""
        self.show_terms(Explanation(variant))

    def pictures(self, term: Explained) -> Sequence[QWidget]:
        """Return the picture of the example, and what it shows."""
        assert isinstance(term, Explanation)
        caption = theme.mute(WrappedLabel(term.caption))
        return ExamplePicture(term.variant), caption


class ExamplePicture(QWidget):
    """An example of a variant on the window's board; its caption tells what it shows."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        board, turns = example_of(variant)
        arrows: list[Arrow] = []
        for turn in turns:
            arrows.append(Arrow(turn.origin, turn.target, 0.8))
            arrows += [Arrow(None, taken, 0.8, LOSS, crossed=True) for taken in turn.removed]
        pieces, hands = parse_position(board.fen())
        self._state = MorrisState(
            pieces,
            hands=hands,
            lines=board.lines,
            wells=variant.stones,
            arrows=tuple(arrows),
        )
        self.setMinimumHeight(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        side = round(_HEIGHT * theme.text_scale())
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        state = self._state
        room = fit(self.width(), self.height(), wells=state.wells, lines=state.lines)
        with QPainter(self) as painter:
            paint(painter, MorrisScene(state, room, morris_theme()))

"""Controls for the rules of morris: how many quiet moves draw, and what a variant is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from millmate.games.morris.rule_words import Explanation, example_of
from millmate.games.morris.variants import STANDARD, USUAL_LIMIT, Variant, limit_text, read_limit
from millmate.gui.boards.geometry import fit_morris
from millmate.gui.boards.morris_scene import MorrisState, morris_scene, parse_position
from millmate.gui.boards.scene import Look, paint
from millmate.gui.boards.state import LOSS, Arrow
from millmate.gui.boards.theme import morris_theme
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel, wrapped
from millmate.gui.kit.term_button import Explained, TermButton
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox
from millmate.language import mark, tr


class QuietChoice(ComboBox):
    """Offers the usual limit, none, and any other that was shown once."""

    def __init__(self) -> None:
        super().__init__()
        self._overruled = ""
        bind_text(self, name=mark("Quiet moves"))
        for limit in (USUAL_LIMIT, None):
            self.addItem("", limit_text(limit))
        on_retranslate(self, self._name)

    @property
    def limit(self) -> int | None:
        """The chosen limit in moves of each side, None for no limit."""
        return read_limit(self.currentData())

    def show_limit(self, limit: int | None) -> None:
        """Choose a limit."""
        text = limit_text(limit)
        if self.findData(text) < 0:
            self.addItem("", text)
            self._name()
        self.setCurrentIndex(self.findData(text))

    def overrule(self, why: str) -> None:
        """Disable the choice and show why, as a marked text; enable it if that is empty."""
        self._overruled = why
        self.setEnabled(not why)
        self._name()

    def _name(self) -> None:
        tip = mark(
            "Number of moves of each side without a mill or placement until the game is drawn"
        )
        self.setToolTip(wrapped(tr(self._overruled or tip)))
        for index in range(self.count()):
            limit = read_limit(self.itemData(index))
            text = tr("No limit") if limit is None else tr("{n}, then a draw", n=limit)
            self.setItemText(index, text)


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
    """An example of a variant on the window's board; its caption describes it."""

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
        room = fit_morris(self.width(), self.height(), wells=state.wells, lines=state.lines)
        with QPainter(self) as painter:
            paint(painter, morris_scene(state, room, morris_theme(), Look()))

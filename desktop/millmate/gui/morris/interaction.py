"""The hand for play on a morris board: it places at once, and takes stones when a mill closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from millmate.gui.board.interaction import PlayInteraction
from millmate.gui.board.state import Carried
from millmate.gui.morris.geometry import TRAYS
from millmate.gui.morris.state import placings, takeable

if TYPE_CHECKING:
    from millmate.gui.morris.view import MorrisView


class MorrisInteraction(PlayInteraction):
    """Chooses among the moves handed in, in two steps where a stone is to be taken."""

    view: MorrisView

    def press(self, square: int | None, point: QPointF) -> None:
        """Take a stone, place one, or do as on any board."""
        state = self.view.state
        if state.due is not None:
            self._press_on_due(square, point)
        elif square is not None and state.selected is None and square in placings(state):
            self._choose(TRAYS[state.mover], square, dragged=False)
        else:
            super().press(square, point)

    def _press_on_due(self, square: int | None, point: QPointF) -> None:
        if square is None:
            return
        if square in takeable(self.view.state):
            self._pressed, self._pressed_at = square, point
        else:
            self.view.refused.emit(None, square)

    def clicked(self, square: int) -> None:
        """Take the stone that was clicked on; elsewhere, do as on any board."""
        if self.view.state.due is not None:
            self.view.take(square)
        else:
            super().clicked(square)

    def dropped(self, carried: Carried) -> None:
        """Take the stone that was dragged from its point, or do as on any board."""
        if self.view.state.due is None:
            super().dropped(carried)
        elif carried.origin is not None and carried.over != carried.origin:
            self.view.take(carried.origin)

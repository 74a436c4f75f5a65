"""A choice of how many quiet moves draw a game of morris."""

from __future__ import annotations

from millmate.games.morris.variants import USUAL_LIMIT, limit_text, read_limit
from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.style.combo_box import ComboBox
from millmate.language import mark, tr


class QuietChoice(ComboBox):
    """Offers the usual limit, none, and any other that was shown once."""

    def __init__(self) -> None:
        super().__init__()
        tip = mark("How many moves of each side without a mill or placement draw the game")
        bind_text(self, name=mark("Quiet moves"), tip=tip)
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

    def _name(self) -> None:
        for index in range(self.count()):
            limit = read_limit(self.itemData(index))
            text = tr("No limit") if limit is None else tr("{n}, then a draw", n=limit)
            self.setItemText(index, text)

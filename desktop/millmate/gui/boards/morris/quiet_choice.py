"""A choice of how many quiet moves draw a game of morris."""

from __future__ import annotations

from millmate.games.morris.variants import USUAL_LIMIT, limit_text, read_limit
from millmate.gui.kit.label import wrapped
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
        tip = mark("How many moves of each side without a mill or placement draw the game")
        self.setToolTip(wrapped(tr(self._overruled or tip)))
        for index in range(self.count()):
            limit = read_limit(self.itemData(index))
            text = tr("No limit") if limit is None else tr("{n}, then a draw", n=limit)
            self.setItemText(index, text)

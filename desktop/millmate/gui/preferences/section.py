"""The settings of one category, one below the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from millmate.gui import theme
from millmate.gui.language import say
from millmate.gui.preferences.items import Category, Item
from millmate.gui.preferences.row import Row


class Section(QWidget):
    """A heading and the rows of a category; `sample` stands beneath it where there is one."""

    def __init__(
        self, category: Category, make_row: Callable[[Item], Row], sample: QWidget | None = None
    ) -> None:
        super().__init__()
        self.category = category
        self.rows = [make_row(item) for item in category.items]
        self.sample = sample
        heading = say(QLabel(), text=category.title)
        theme.headline(heading)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, theme.GRID, theme.GRID)
        layout.setSpacing(theme.GRID + theme.GRID // 2)
        layout.addWidget(heading)
        if sample is not None:
            layout.addWidget(sample)
        for row in self.rows:
            layout.addWidget(row)

    def search(self, words: list[str]) -> int:
        """Show the rows in which all `words` are found, all rows for none; return how many."""
        found = 0
        for row in self.rows:
            fits = row.matches(words)
            row.setVisible(fits)
            row.search(words[0] if words and fits else "")
            found += fits
        if self.sample is not None:
            self.sample.setVisible(not words)
        return found

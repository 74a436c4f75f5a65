"""A category of the settings; its rows are created one by one, which takes a while."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.preferences.items import Category, Item
from millmate.gui.preferences.row import Row
from millmate.gui.style import theme
from millmate.gui.style.label import Label


class Section(QWidget):
    """A heading and the rows of a category, with a `sample` beneath if there is one."""

    def __init__(
        self, category: Category, make_row: Callable[[Item], Row], sample: QWidget | None = None
    ) -> None:
        super().__init__()
        self.category = category
        self.rows: list[Row] = []
        self.sample = sample
        self._make_row = make_row
        self._words: list[str] = []
        heading = bind_text(Label(), text=category.title)
        theme.headline(heading)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, theme.GRID, theme.GRID)
        self._column.setSpacing(theme.GRID + theme.GRID // 2)
        self._column.addWidget(heading)
        if sample is not None:
            self._column.addWidget(sample)

    @property
    def complete(self) -> bool:
        return len(self.rows) == len(self.category.items)

    def grow(self) -> Row:
        row = self._make_row(self.category.items[len(self.rows)])
        self.rows.append(row)
        self._column.addWidget(row)
        self._fit(row)
        return row

    def search(self, words: list[str]) -> int:
        """Show the rows with all `words`, or all rows without words; return their number."""
        self._words = words
        if self.sample is not None:
            self.sample.setVisible(not words)
        return sum(map(self._fit, self.rows))

    def _fit(self, row: Row) -> bool:
        """Show `row` if it matches the search; return whether it does."""
        fits = row.matches(self._words)
        row.setVisible(fits)
        row.search(self._words[0] if self._words and fits else "")
        return fits

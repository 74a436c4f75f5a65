"""The rows of the settings dialog, and the sections that hold the rows of a category."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from millmate.folding import folded, searchable
from millmate.formatting import size
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, RichLabel
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import tool_button, vbox
from millmate.gui.shell.frame.commands import plain_title
from millmate.gui.shell.preferences.fields import Field, FolderField
from millmate.gui.shell.preferences.items import Category, Item
from millmate.language import tr
from millmate.machine import disk_room

_TITLE = 190  # pixels at normal text size


class Row(QWidget):
    """Shows one setting; `changed` emits its new value."""

    changed = Signal(str, object)
    reset_wanted = Signal(str)

    def __init__(self, item: Item, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item, self.field = item, field
        self.title = _Title(field.main)
        self.note = theme.muted()
        self.reset = tool_button("undo", lambda: self.reset_wanted.emit(item.name))
        self._searched = ""
        self._task: Task | None = None
        self._room = ""  # free disk space in words
        self._lay_out()
        field.changed.connect(partial(self.changed.emit, item.name))
        on_retranslate(self, self.retranslate)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GRID)
        grid.setVerticalSpacing(theme.GRID // 4)
        grid.setColumnStretch(1, 1)
        self.title.setFixedWidth(round(_TITLE * theme.text_scale()))
        self.title.setWordWrap(True)
        grid.addWidget(self.title, 0, 0)
        grid.addWidget(self.field, 0, 1)
        grid.addWidget(self.reset, 0, 2)
        grid.addWidget(self.note, 1, 1)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)

    def retranslate(self) -> None:
        """Update the texts to the current language."""
        title = plain_title(self.item.title)
        self.field.name(title)
        self.reset.setToolTip(tr("Back to the default"))
        self.reset.setAccessibleName(tr("Back to the default: {title}", title=title))
        self.search(self._searched)
        self.explain()

    def show_value(self, value: object, default: object) -> None:
        """Show `value`, and whether it differs from `default`."""
        self.field.show_value(value)
        self.reset.setVisible(value != default)
        self.explain()
        if isinstance(self.field, FolderField):
            self._measure(self.field.folder)

    def explain(self, fault: str = "") -> None:
        """Show the explanation of the setting, or the `fault` of a value that was refused."""
        parts = (self._room, tr(self.item.tip) if self.item.tip else "")
        text = fault or " ".join(filter(None, parts))
        self.note.setText(text)
        self.note.setVisible(bool(text))
        theme.mark_fault(self.note, bool(fault))

    def changeEvent(self, event: QEvent) -> None:
        """Fit the title's width to the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "title"):
            self.title.setFixedWidth(round(_TITLE * theme.text_scale()))

    def matches(self, words: list[str]) -> bool:
        """Return whether all folded `words` occur here."""
        tip = tr(self.item.tip) if self.item.tip else ""
        text = searchable(f"{plain_title(self.item.title)} {tip}")
        return all(word in text for word in words)

    def search(self, word: str) -> None:
        """Highlight `word` in the title."""
        self._searched = word
        title = plain_title(self.item.title)
        same = folded(title)
        at = same.find(word) if word and len(same) == len(title) else -1
        if at < 0:
            self.title.setText(html.escape(title))
            return
        end = at + len(word)
        accent = theme.colours().accent
        parts = (html.escape(part) for part in (title[:at], title[at:end], title[end:]))
        self.title.setText("{}<u style='color:{accent}'>{}</u>{}".format(*parts, accent=accent))

    # --- the room on the disk ----------------------------------------------------------------

    def _measure(self, folder: Path | None) -> None:
        """Measure the free disk space in a thread, since the disk may be slow."""
        self._room = ""
        if folder is None:
            return
        self._task = Task(lambda progress, stopped: (folder, *disk_room(folder)))
        self._task.done.connect(self._measured)
        self._task.failed.connect(self._unmeasured)
        self._task.launch()

    @Slot(object)
    def _measured(self, found: tuple[Path, int, int]) -> None:
        folder, free, total = found
        if isinstance(self.field, FolderField) and folder == self.field.folder:
            self._room = tr("{free} free of {total}.", free=size(free), total=size(total))
            self.explain()

    @Slot(object)
    def _unmeasured(self, error: Exception) -> None:
        self._room = str(error)
        self.explain()


class _Title(RichLabel):
    """The title of a field; a click focuses the field, or toggles a switch."""

    def __init__(self, field: QWidget) -> None:
        super().__init__()
        self._field = field

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._field.setFocus()
        if isinstance(self._field, QCheckBox):
            self._field.toggle()


class Section(QWidget):
    """A heading and the rows of a category, with a `sample` beneath if there is one.

    The rows are created one by one, since all of them take a while.
    """

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
        parts = [heading] if sample is None else [heading, sample]
        margins = 0, 0, theme.GRID, theme.GRID
        self._column = vbox(*parts, within=self, spacing=3 * theme.GRID // 2, margins=margins)

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

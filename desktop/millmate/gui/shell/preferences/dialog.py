"""The settings dialog: categories on the left, and a search over all settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QWidget,
)

from millmate.folding import folded
from millmate.gui.kit import theme
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, push_button, scrolling, vbox
from millmate.gui.shell.preferences import fields, items
from millmate.gui.shell.preferences.row import Row, Section
from millmate.gui.shell.preferences.samples import BOARDS, Sample
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe
from millmate.settings import Settings

_SIZE = QSize(800, 620)
_DEFAULTS = Settings()


class SettingsDialog(QDialog):
    """Shows settings and emits changes; it changes nothing itself.

    `changed` emits the name of a field and its value, `key_changed` a command and its key,
    `restored` a category to reset, `undone` that a reset is undone.
    """

    changed = Signal(str, object)
    key_changed = Signal(str, str)
    restored = Signal(object)
    undone = Signal()
    closed = Signal()

    def __init__(self, engines: Iterable[EngineRecipe], parent: QWidget | None = None) -> None:
        """Offer these `engines` as players."""
        super().__init__(parent)
        self._engines = tuple(engines)
        self._settings = _DEFAULTS
        self._keys: tuple[dict[str, str], dict[str, str]] = {}, {}  # current and default keys
        words = mark("Search the settings")
        self.search = bind_text(QLineEdit(), hint=words, name=words)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.list = bind_text(QListWidget(), name=mark("Categories"))
        self.list.setSpacing(theme.GRID // 4)
        self.nothing = bind_text(theme.muted(), text=mark("No setting matches."))
        self.sample = Sample()
        self.sections = [self._section(category) for category in items.CATEGORIES]
        self.rows: dict[str, Row] = {}  # by settings field
        self.key_rows: dict[str, Row] = {}  # by command
        self._growing = IdleTask(self)
        self.restore = push_button(
            mark("Restore the defaults of this page"),
            lambda: self.restored.emit(self.section.category),
        )
        self.undo = push_button(mark("Undo"), self.undone)
        self.close_button = push_button(mark("Close"), self.close)
        bind_text(self, title=mark("Settings"))
        self._lay_out()
        self._connect()
        on_retranslate(self, self._retranslate)
        self.list.setCurrentRow(0)
        self._growing.start(self._grown())

    def show_all(self, settings: Settings, current: dict[str, str], usual: dict[str, str]) -> None:
        """Show the values of `settings` and the keys of commands.

        `current` are the keys by command, `usual` the default keys.
        """
        self._settings, self._keys = settings, (current, usual)
        self.sample.show_settings(settings)
        for row in (*self.rows.values(), *self.key_rows.values()):
            self._show(row)

    @property
    def growing(self) -> bool:
        """Whether rows are still being created."""
        return self._growing.busy

    def complete(self) -> None:
        """Create all missing rows at once."""
        self._growing.finish()

    def offer_undo(self, offered: bool) -> None:
        """Show or hide the button that undoes a reset."""
        self.undo.setVisible(offered)

    @property
    def section(self) -> Section:
        """The category selected on the left."""
        return self.sections[max(self.list.currentRow(), 0)]

    # --- building ----------------------------------------------------------------------------

    def _grown(self) -> Iterator[None]:
        """Create rows one by one, those of the visible category first."""
        while missing := [s for s in (self.section, *self.sections) if not s.complete]:
            self._grow(missing[0])
            yield

    def _grow(self, section: Section) -> None:
        """Create the next row of `section`."""
        row = section.grow()
        rows = self.key_rows if isinstance(row.item, items.Key) else self.rows
        rows[row.item.name] = row
        self._show(row)
        if self.search.text():
            self._search(self.search.text())

    def _show(self, row: Row) -> None:
        name = row.item.name
        if isinstance(row.item, items.Key):
            current, usual = self._keys
            row.show_value(current.get(name, ""), usual.get(name, ""))
        else:
            row.show_value(getattr(self._settings, name), getattr(_DEFAULTS, name))

    def _section(self, category: items.Category) -> Section:
        of_boards = any(item.name in BOARDS for item in category.items)
        return Section(category, self._row, self.sample if of_boards else None)

    def _row(self, item: items.Item) -> Row:
        row = Row(item, self._field(item))
        if isinstance(item, items.Key):
            row.changed.connect(lambda name, keys: self.key_changed.emit(name, str(keys)))
            row.reset_wanted.connect(
                lambda name: self.key_changed.emit(name, self._keys[1].get(name, ""))
            )
        else:
            row.changed.connect(self.changed)
            row.reset_wanted.connect(lambda name: self.changed.emit(name, getattr(_DEFAULTS, name)))
        return row

    def _field(self, item: items.Item) -> fields.Field:
        if isinstance(item, items.Player):
            return fields.PlayerField(item, self._engines)
        return fields.FIELDS[type(item)](item)

    def _lay_out(self) -> None:
        inner = QWidget()
        vbox(
            self.nothing,
            *self.sections,
            None,
            within=inner,
            spacing=None,
            margins=(theme.GRID, 0, 0, 0),
        )
        self.pane = scrolling(inner)
        body = hbox(self.list, (self.pane, 1))
        buttons = hbox(self.restore, self.undo, None, self.close_button, spacing=None)
        double = 2 * theme.GRID
        vbox(self.search, (body, 1), buttons, within=self, spacing=double, margins=double)
        keep_on_screen(self, _SIZE * theme.text_scale())

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._turn)
        self.list.itemClicked.connect(lambda item: self._turn(self.list.row(item)))
        for button in (self.restore, self.undo, self.close_button):
            button.setAutoDefault(False)
        self.undo.hide()
        self.finished.connect(self.closed)
        QShortcut(QKeySequence("Ctrl+F"), self, self.search.setFocus)

    def _retranslate(self) -> None:
        titles = [tr(section.category.title) for section in self.sections]
        for number, title in enumerate(titles):
            if number < self.list.count():
                self.list.item(number).setText(title)
            else:
                self.list.addItem(title)
        widest = max(map(self.list.fontMetrics().horizontalAdvance, titles))
        self.list.setFixedWidth(widest + 6 * theme.GRID)
        if self.search.text():
            self._search(self.search.text())

    # --- what a person does ------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the search with Escape, or else close."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self.search.setFocus()
        else:
            super().keyPressEvent(event)

    @Slot(int)
    def _turn(self, number: int) -> None:
        if self.search.text():
            self.search.clear()  # also shows the section
        else:
            self._search("")

    @Slot(str)
    def _search(self, text: str) -> None:
        """Show the rows that contain all words of `text`, or else the selected category."""
        words = folded(text).split()
        found = 0
        for section in self.sections:
            count = section.search(words)
            section.setVisible(count > 0 if words else section is self.section)
            found += count
        self.nothing.setVisible(bool(words) and not found)
        if words:
            self.list.clearSelection()  # the results belong to several categories
        elif self.list.currentItem() is not None:
            self.list.currentItem().setSelected(True)
        self.restore.setEnabled(not words)
        self.pane.verticalScrollBar().setValue(0)

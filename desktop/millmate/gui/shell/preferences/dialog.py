"""The settings dialog: categories, a search over all settings, and changes applied at once."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QLineEdit, QListWidget, QWidget

from millmate.folding import folded, searchable
from millmate.formatting import size
from millmate.gui.kit import theme
from millmate.gui.kit.form import Entry, Field, FolderBox
from millmate.gui.kit.label import Label, RichLabel
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import IdleTask, Task
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, keep_place, push_button, scrolling, tool_button, vbox
from millmate.gui.shell.frame.commands import Commands, KeyBindings, plain_title
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.play.engines import Engines
from millmate.gui.shell.play.player_choice import PlayerChoice
from millmate.gui.shell.preferences import items
from millmate.gui.shell.preferences.items import BOARDS, ENTRIES, Category, Key, Sample
from millmate.language import mark, tr
from millmate.machine import disk_room
from millmate.players.engine_recipe import EngineRecipe
from millmate.settings import Settings

_SIZE = QSize(800, 620)
_DEFAULTS = Settings()
_TITLE = 190  # pixels at normal text size


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
        rows = self.key_rows if isinstance(row.entry, items.Key) else self.rows
        rows[row.entry.name] = row
        self._show(row)
        if self.search.text():
            self._search(self.search.text())

    def _show(self, row: Row) -> None:
        name = row.entry.name
        if isinstance(row.entry, items.Key):
            current, usual = self._keys
            row.show_value(current.get(name, ""), usual.get(name, ""))
        else:
            row.show_value(getattr(self._settings, name), getattr(_DEFAULTS, name))

    def _section(self, category: items.Category) -> Section:
        of_boards = any(entry.name in BOARDS for entry in category.entries)
        return Section(category, self._row, self.sample if of_boards else None)

    def _row(self, entry: Entry) -> Row:
        row = Row(entry, entry.make())
        if isinstance(row.field.main, PlayerChoice):
            row.field.main.set_engines(self._engines)
        if isinstance(entry, items.Key):
            row.changed.connect(lambda name, keys: self.key_changed.emit(name, str(keys)))
            row.reset_wanted.connect(
                lambda name: self.key_changed.emit(name, self._keys[1].get(name, ""))
            )
        else:
            row.changed.connect(self.changed)
            row.reset_wanted.connect(lambda name: self.changed.emit(name, getattr(_DEFAULTS, name)))
        return row

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


class Row(QWidget):
    """Shows one setting; `changed` emits its new value."""

    changed = Signal(str, object)
    reset_wanted = Signal(str)

    def __init__(self, entry: Entry, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry, self.field = entry, field
        self.title = _Title(field.main)
        self.note = theme.muted()
        self.reset = tool_button("undo", lambda: self.reset_wanted.emit(entry.name))
        self._searched = ""
        self._task: Task | None = None
        self._room = ""  # free disk space in words
        self._lay_out()
        field.changed.connect(lambda *_: self.changed.emit(entry.name, field.get()))
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
        box = hbox(self.field.widget)
        if not isinstance(self.field.main, QLineEdit | FolderBox | PlayerChoice):
            box.addStretch(1)
        grid.addLayout(box, 0, 1)
        grid.addWidget(self.reset, 0, 2)
        grid.addWidget(self.note, 1, 1)
        keep_place(self.reset)

    def retranslate(self) -> None:
        """Update the texts to the current language."""
        title = plain_title(_title(self.entry))
        self.field.focus.setAccessibleName(title)
        self.reset.setToolTip(tr("Back to the default"))
        self.reset.setAccessibleName(tr("Back to the default: {title}", title=title))
        self.search(self._searched)
        self.explain()

    def show_value(self, value: object, default: object) -> None:
        """Show `value`, and whether it differs from `default`."""
        self.field.show_value(value)
        self.reset.setVisible(value != default)
        self.explain()
        if isinstance(self.field.main, FolderBox):
            self._measure(self.field.main.folder)

    def explain(self, fault: str = "") -> None:
        """Show the explanation of the setting, or the `fault` of a value that was refused."""
        parts = (self._room, tr(self.entry.note) if self.entry.note else "")
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
        note = tr(self.entry.note) if self.entry.note else ""
        text = searchable(f"{plain_title(_title(self.entry))} {note}")
        return all(word in text for word in words)

    def search(self, word: str) -> None:
        """Highlight `word` in the title."""
        self._searched = word
        title = plain_title(_title(self.entry))
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
        if isinstance(self.field.main, FolderBox) and folder == self.field.main.folder:
            self._room = tr("{free} free of {total}.", free=size(free), total=size(total))
            self.explain()

    @Slot(object)
    def _unmeasured(self, error: Exception) -> None:
        self._room = str(error)
        self.explain()


def _title(entry: Entry) -> str:
    assert isinstance(entry.label, str)
    return entry.label


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
        self,
        category: items.Category,
        make_row: Callable[[Entry], Row],
        sample: QWidget | None = None,
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
        return len(self.rows) == len(self.category.entries)

    def grow(self) -> Row:
        row = self._make_row(self.category.entries[len(self.rows)])
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


class PreferencesController(QObject):
    """Opens the dialog, and applies its changes; the settings are saved when it closes."""

    def __init__(
        self,
        settings: SettingsStore,
        keys: KeyBindings,
        engines: Engines,
        commands: Commands,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings, self._keys, self._engines = settings, keys, engines
        self._window = window
        self.dialog: SettingsDialog | None = None
        self._before: Settings | None = None  # the defaults were restored
        commands.bind("settings", self.open)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self._make()
        assert self.dialog is not None
        self._show()
        self.dialog.show()
        self.dialog.activateWindow()
        self.dialog.search.setFocus()

    def show_item(self, name: str) -> None:
        """Open the dialog with nothing but the setting `name`."""
        self.open()
        assert self.dialog is not None
        self.dialog.search.setText(tr(str(ENTRIES[name].label)))

    def _make(self) -> None:
        from millmate.gui.shell.preferences.dialog import SettingsDialog

        self.dialog = dialog = SettingsDialog(self._engines.recipes, self._window)
        dialog.changed.connect(lambda name, value: self._set({name: value}))
        dialog.key_changed.connect(self._change_key)
        dialog.restored.connect(self._restore)
        dialog.undone.connect(self._undo)
        dialog.closed.connect(self._settings.save_or_report)
        self._settings.changed.connect(self._show)

    @Slot()
    def _show(self) -> None:
        dialog, keys = self.dialog, self._keys
        if dialog is not None:
            dialog.show_all(self._settings.current, keys.all_current(), keys.all_usual())

    @Slot(str, str)
    def _change_key(self, name: str, key: str) -> None:
        """Assign a key to a command, or show which command has it already."""
        keys, dialog = self._keys, self.dialog
        assert dialog is not None
        conflict = keys.conflict(name, key)
        if conflict:
            dialog.key_rows[name].field.show_value(keys.current(name))
            dialog.key_rows[name].explain(conflict)
            return
        self._set({"keys": keys.with_key(name, key)})

    @Slot(object)
    def _restore(self, category: Category) -> None:
        """Reset all settings of `category` to their defaults."""
        names = [entry.name for entry in category.entries if not isinstance(entry, Key)] or ["keys"]
        before = self._settings.current
        self._set({name: getattr(Settings(), name) for name in names})
        assert self.dialog is not None
        self._before = before
        self.dialog.offer_undo(True)

    @Slot()
    def _undo(self) -> None:
        if self._before is not None:
            before = self._before
            self._set({name: getattr(before, name) for name in (*ENTRIES, "keys")})

    def _set(self, fields: dict[str, object]) -> None:
        self._before = None
        self._settings.set(**fields)
        if self.dialog is not None:
            self.dialog.offer_undo(False)
        self._show()

"""Applies changes in the settings dialog to the window at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.shell.frame.commands import Commands, KeyBindings
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.play.engines import Engines
from millmate.gui.shell.preferences.items import ENTRIES, Category, Key
from millmate.language import tr
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.shell.preferences.dialog import SettingsDialog


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

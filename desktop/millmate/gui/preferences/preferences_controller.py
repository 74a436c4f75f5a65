"""Settings changed in the dialog count at once: what each of them means to the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate import paths
from millmate.gui.preferences.items import Category, Key, all_items
from millmate.gui.style import appearance
from millmate.gui.verdicts.external_tables import ExternalDirectories
from millmate.gui.window import window_state
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.preferences.dialog import SettingsDialog
    from millmate.gui.window.main_window import MainWindow

Take = Callable[["MainWindow", Settings], object]


class PreferencesController(QObject):
    """Opens the dialog, and has the window take what is changed there."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: SettingsDialog | None = None
        self._before: Settings | None = None  # the defaults were restored

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entry does."""
        return {"settings": self.open}

    @Slot()
    def open(self) -> None:
        """Show the dialog."""
        if self.dialog is None:
            self._make()
        assert self.dialog is not None
        self._show()
        self.dialog.show()
        self.dialog.activateWindow()
        self.dialog.search.setFocus()

    def _make(self) -> None:
        from millmate.gui.preferences.dialog import SettingsDialog

        window = self._window
        self.dialog = dialog = SettingsDialog(window.engines.recipes, window)
        dialog.changed.connect(self._change)
        dialog.key_changed.connect(self._change_key)
        dialog.restored.connect(self._restore)
        dialog.undone.connect(self._undo)
        dialog.closed.connect(self._closed)
        window.appearance.changed.connect(self._show)
        window.keys.changed.connect(self._show)

    @Slot()
    def _show(self) -> None:
        """Show all values as they are now."""
        dialog, keys = self.dialog, self._window.keys
        if dialog is None:
            return
        dialog.show_all(window_state.remember(self._window), keys.all_current(), keys.all_usual())

    @Slot(str, object)
    def _change(self, name: str, value: object) -> None:
        self._take(window_state.remember(self._window).changed(**{name: value}), [name])

    @Slot(str, str)
    def _change_key(self, name: str, key: str) -> None:
        """Give a command another key, or say which one has it already."""
        keys, dialog = self._window.keys, self.dialog
        assert dialog is not None
        conflict = keys.conflict(name, key)
        if conflict:
            dialog.key_rows[name].field.show_value(keys.current(name))
            dialog.key_rows[name].tell(conflict)
            return
        settings = window_state.remember(self._window)
        self._take(settings.changed(keys=keys.with_key(name, key)), ["keys"])

    @Slot(object)
    def _restore(self, category: Category) -> None:
        """Set everything in `category` to its default."""
        names = [item.name for item in category.items if not isinstance(item, Key)] or ["keys"]
        before = window_state.remember(self._window)
        defaults = {name: getattr(Settings(), name) for name in names}
        self._take(before.changed(**defaults), names)
        assert self.dialog is not None
        self._before = before
        self.dialog.offer_undo(True)

    @Slot()
    def _undo(self) -> None:
        """Set everything as it was before defaults were restored."""
        if self._before is not None:
            self._take(self._before, [*all_items(), "keys"])

    def _take(self, settings: Settings, names: list[str]) -> None:
        """Have the window take the fields `names` of `settings`."""
        self._before = None
        self._window.settings = settings
        for take in dict.fromkeys(_TAKERS[name] for name in names if name in _TAKERS):
            take(self._window, settings)
        if self.dialog is not None:
            self.dialog.offer_undo(False)
        self._show()

    @Slot()
    def _closed(self) -> None:
        window_state.save(self._window)


def _apply_appearance(window: MainWindow, settings: Settings) -> None:
    window.appearance.take(settings)


def _take_players(window: MainWindow, settings: Settings) -> None:
    window.setup.players[True].choose(settings.white)
    window.setup.players[False].choose(settings.black)


def _take_analysis(window: MainWindow, settings: Settings) -> None:
    window.analysis.recall(settings)
    window.analysis.follow()


def _take_others(window: MainWindow, settings: Settings) -> None:
    window.others.take(ExternalDirectories(settings.syzygy, settings.gaviota))


def _take_games(window: MainWindow, settings: Settings) -> None:
    window.games.choose(Path(settings.games_folder) if settings.games_folder else paths.games_dir())


def _take_limits(window: MainWindow, settings: Settings) -> None:
    window.building.take(settings)


def _take_memory(window: MainWindow, settings: Settings) -> None:
    window.analysis.restart()


def _take_language(window: MainWindow, settings: Settings) -> None:
    window.languages.choose(settings.language)


def _take_keys(window: MainWindow, settings: Settings) -> None:
    window.keys.take(settings.keys)


_TAKERS: dict[str, Take] = {
    **dict.fromkeys(appearance.FIELDS, _apply_appearance),
    **dict.fromkeys(("white", "black"), _take_players),
    **dict.fromkeys(("analysis_lines", "arrows"), _take_analysis),
    **dict.fromkeys(("syzygy", "gaviota"), _take_others),
    **dict.fromkeys(("build_threads", "build_memory"), _take_limits),
    "analysis_hash": _take_memory,
    "language": _take_language,
    "games_folder": _take_games,
    "keys": _take_keys,
}

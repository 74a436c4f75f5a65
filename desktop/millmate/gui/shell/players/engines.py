"""The engines that the window offers as players."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.players.engines_dialog import EnginesDialog
from millmate.players import consent
from millmate.players.engine_finder import listed, with_installed, with_listed
from millmate.players.engine_recipe import EngineRecipe
from millmate.settings import Settings


class Engines(QObject):
    """Holds the list and opens the dialog that edits it."""

    changed = Signal(object)  # list[EngineRecipe]

    def __init__(self, settings: SettingsStore, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._settings = with_installed(settings.current)
        self.recipes: list[EngineRecipe] = listed(self._settings)
        self.dialog: EnginesDialog | None = None
        self._kept_allowed: set[EngineRecipe] = set()
        settings.provide(self._provide)
        commands.bind("engines", self.open)

    @Slot()
    def open(self) -> None:
        if self.dialog is None:
            self.dialog = EnginesDialog(self.recipes, self._window)
            self.dialog.changed.connect(self._apply)
        self.dialog.show()
        self.dialog.activateWindow()

    def _provide(self, settings: Settings) -> Settings:
        """Return `settings` with the list; allowed engines stay allowed."""
        self._keep_allowed()
        found = self._settings.engines_found
        return with_listed(settings, self.recipes).changed(engines_found=found)

    def _keep_allowed(self) -> None:
        """Write down, once each, which engines of the list are allowed."""
        fresh = [recipe for recipe in self.recipes if recipe not in self._kept_allowed]
        lacking = set(consent.lacking(fresh))
        launches = {recipe: consent.launch_of(recipe) for recipe in fresh}
        allowed = {recipe: each for recipe, each in launches.items() if each not in lacking}
        if allowed:
            with suppress(OSError):
                consent.give(filter(None, allowed.values()))
                self._kept_allowed.update(allowed)

    @Slot()
    def _apply(self) -> None:
        assert self.dialog is not None
        self.recipes = list(self.dialog.recipes)
        self.changed.emit(self.recipes)

"""The choice of the window's language in the menu and in the settings."""

from __future__ import annotations

from functools import partial

from millmate.gui.commands import Commands
from millmate.gui.languages.translations import LANGUAGES
from millmate.gui.languages.translator import translator
from millmate.gui.settings_store import SettingsStore
from millmate.settings import Settings

_COMMANDS = {code: f"speak_{code or 'system'}" for code in ("", *LANGUAGES)}  # "": the desktop's


class LanguageSelector:
    """Switches the window to another language when the menu or the settings choose it."""

    def __init__(self, settings: SettingsStore, commands: Commands) -> None:
        self._settings, self._commands = settings, commands
        for code, command in _COMMANDS.items():
            commands.bind(
                command, partial(self.choose, code), checked=partial(self._is_chosen, code)
            )
        settings.bind(self._apply, "language")

    def choose(self, code: str) -> None:
        """Switch to the language `code`, or the desktop's for ""."""
        self._settings.set(language=code)

    def _apply(self, settings: Settings) -> None:
        translator.set_language_gradually(settings.language)
        self._commands.refresh(*_COMMANDS.values())

    def _is_chosen(self, code: str) -> bool:
        return self._settings.last_set.language == code

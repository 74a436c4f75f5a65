"""The choice of the window's language in the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction

from millmate.gui.languages.translations import LANGUAGES
from millmate.gui.languages.translator import translator
from millmate.settings import Settings

_CODES = ("", *LANGUAGES)  # "" for the desktop's


class LanguageSelector:
    """Holds the chosen language and checks its entry in the menu."""

    def __init__(self, settings: Settings) -> None:
        self.code = settings.language
        self._actions: Mapping[str, QAction] = {}
        translator.set_language(self.code)

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return the handlers of the menu's entries."""
        return {f"speak_{code or 'system'}": partial(self.choose, code) for code in _CODES}

    def recall(self, actions: Mapping[str, QAction]) -> None:
        """Show the choice in the menu's `actions` from now on."""
        self._actions = actions
        self._show()

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with the choice."""
        return settings.changed(language=self.code)

    def choose(self, code: str, checked: bool = True) -> None:
        """Switch to the language `code`, or the desktop's for ""."""
        self.code = code
        translator.set_language_gradually(code)
        self._show()

    def _show(self) -> None:
        for code in _CODES:
            self._actions[f"speak_{code or 'system'}"].setChecked(code == self.code)

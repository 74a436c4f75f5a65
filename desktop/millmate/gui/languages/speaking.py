"""Which language the window speaks: a person's choice in the menu, remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtGui import QAction

from millmate.gui.languages.language import LANGUAGE
from millmate.gui.languages.translations import LANGUAGES
from millmate.settings import Settings

_CODES = ("", *LANGUAGES)  # "" for the desktop's


class Speaking:
    """Holds the choice; the window speaks the language from the start."""

    def __init__(self, remembered: Settings) -> None:
        self.code = remembered.language
        self._actions: Mapping[str, QAction] = {}
        LANGUAGE.speak(self.code)

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {f"speak_{code or 'system'}": partial(self.choose, code) for code in _CODES}

    def recall(self, actions: Mapping[str, QAction]) -> None:
        """Show the choice in the menu's `actions` from now on."""
        self._actions = actions
        self._show()

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with the choice."""
        return settings.changed(language=self.code)

    def choose(self, code: str, checked: bool = True) -> None:
        """Speak the language `code` from now on, "" for that of the desktop."""
        self.code = code
        LANGUAGE.change(code)
        self._show()

    def _show(self) -> None:
        for code in _CODES:
            self._actions[f"speak_{code or 'system'}"].setChecked(code == self.code)

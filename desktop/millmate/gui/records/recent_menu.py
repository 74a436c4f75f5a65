"""The games used last, in the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu

from millmate.language import tr
from millmate.records.recent_games import recent_games

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class RecentMenu(QObject):
    """Fills the menu each time it is opened, for other windows add to the same list."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        menu = window.findChild(QMenu, "recent_games")
        assert menu is not None
        self._menu, self._window = menu, window
        menu.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        """List the games."""
        self._menu.clear()
        for game in recent_games():
            action = self._menu.addAction(
                f"{game.title} · {game.place.path.name}".replace("&", "&&")
            )
            action.setToolTip(str(game.place.path))
            action.triggered.connect(
                lambda _=False, game=game: self._window.files.open_recent(game)
            )
        if self._menu.isEmpty():
            self._menu.addAction(tr("No game yet")).setEnabled(False)

"""The menu of recent games."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu

from millmate.gui.records.files import GameFiles
from millmate.language import tr
from millmate.records.recent_games import recent_games


class RecentMenu(QObject):
    """Fills the menu each time it opens, because other windows add to the same list."""

    def __init__(self, menu: QMenu, files: GameFiles) -> None:
        super().__init__(menu)
        self._menu, self._files = menu, files
        menu.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        self._menu.clear()
        for game in recent_games():
            action = self._menu.addAction(
                f"{game.title} · {game.place.path.name}".replace("&", "&&")
            )
            action.setToolTip(str(game.place.path))
            action.triggered.connect(lambda _=False, game=game: self._files.open_recent(game))
        if self._menu.isEmpty():
            self._menu.addAction(tr("No game yet")).setEnabled(False)

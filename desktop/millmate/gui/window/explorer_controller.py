"""Opens the explorer window; creates it on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.services import Services
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.explorer import ExplorerWindow

_SHARED = ("take_back", "redo", "flip", "quit")  # window commands that work in the explorer too


class ExplorerController(QObject):
    """Opens the explorer, and sets up the positions chosen there on the board."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self.explorer: ExplorerWindow | None = None
        services.build.ended.connect(self._refresh)
        services.settings.provide(self._fields)
        services.commands.bind("explore", self.open)

    @Slot()
    def open(self) -> None:
        """Show the explorer with the table of the position shown, if it exists."""
        explorer = self._made()
        explorer.show_board(self._material())
        explorer.refresh()
        explorer.show_board(self._material(), follow=True)
        explorer.show()
        explorer.activateWindow()

    @Slot()
    def follow(self) -> None:
        """Show the table of the position now on the board."""
        if self.explorer is not None:
            self.explorer.show_board(self._material())

    def _fields(self, settings: Settings) -> Settings:
        return settings if self.explorer is None else self.explorer.save_state(settings)

    def close(self) -> None:
        if self.explorer is not None:
            self.explorer.search.close()
            self.explorer.close()
            self.explorer.deleteLater()
            self.explorer = None

    def _made(self) -> ExplorerWindow:
        if self.explorer is None:
            from millmate.gui.explorer import ExplorerWindow

            services, current = self._services, self._services.settings.current
            self.explorer = ExplorerWindow(services.tables_dir, services.views.orientation_of)
            self.explorer.restore_state(current)
            self.explorer.position_chosen.connect(services.workspace.set_up)
            self.explorer.build_wanted.connect(services.commands["build"].trigger)
            for name in _SHARED:
                self.explorer.addAction(services.commands[name])
        return self.explorer

    def _material(self) -> str:
        return self._services.views.current.table_of(self._services.workspace.fen)

    @Slot()
    def _refresh(self) -> None:
        if self.explorer is not None:
            self.explorer.refresh()

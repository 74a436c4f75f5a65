"""Opens the explorer from the window: it is made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.explorer import ExplorerWindow
    from millmate.gui.window.main_window import MainWindow

_SHARED = ("take_back", "redo", "flip", "quit")  # commands of the window that go from here, too


class ExplorerController(QObject):
    """Opens the explorer, and sets the positions that are chosen there up on the board."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.explorer: ExplorerWindow | None = None
        window.building.run.ended.connect(self._refresh)

    @Slot()
    def open(self) -> None:
        """Show the explorer, with the table of the position on the board if there is one."""
        explorer = self._made()
        explorer.show_board(self._material())
        explorer.refresh()
        explorer.show_board(self._material(), follow=True)
        explorer.show()
        explorer.activateWindow()

    def follow(self) -> None:
        """Know that another position is on the board."""
        if self.explorer is not None:
            self.explorer.show_board(self._material())

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with what the explorer shall know next time."""
        return settings if self.explorer is None else self.explorer.remember(settings)

    def close(self) -> None:
        """Close the explorer for good."""
        if self.explorer is not None:
            self.explorer.search.close()
            self.explorer.close()
            self.explorer.deleteLater()
            self.explorer = None

    def _made(self) -> ExplorerWindow:
        if self.explorer is None:
            from millmate.gui.explorer import ExplorerWindow

            self.explorer = ExplorerWindow(self._window.tables_dir, self._window.orientation_of)
            self.explorer.recall(self._window.settings)
            self.explorer.position_chosen.connect(self._window.set_up)
            self.explorer.build_wanted.connect(self._window.building.open)
            for name in _SHARED:
                self.explorer.addAction(self._window.actions_[name])
        return self.explorer

    def _material(self) -> str:
        return self._window.desk.table_of(self._window.shown_fen)

    @Slot()
    def _refresh(self) -> None:
        if self.explorer is not None:
            self.explorer.refresh()

"""The page of the explorer, created step by step when first shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QTabBar, QTableView, QWidget

from millmate.games.catalogue import rules_of_table
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards.small_boards import Pointed, ShownPosition
from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.translator import bind_tabs
from millmate.gui.kit.widgets import scrolling, vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import mark
from millmate.settings import Settings
from millmate.tablebase.morris.boards import has_tables

if TYPE_CHECKING:
    from millmate.gui.features.explore.openings_panel import OpeningsPanel
    from millmate.gui.features.explore.page import ExplorerPage

_SETS, _OPENINGS = range(2)  # the tabs


class ExplorerController(QObject):
    """Shows the explorer beside the board, and sets up the positions chosen there.

    Beside morris, where there can be tables, it has a second tab, the openings; `drill_wanted`
    carries a position from there.
    """

    drill_wanted = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self.place = QWidget()  # the container of the page
        self._explorer: ExplorerPage | None = None
        self._openings: OpeningsPanel | None = None
        # Not a tab widget: with its bar hidden the Tab key would not get past it.
        self._tabs, self._pages = QTabBar(), QStackedWidget()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.hide()
        vbox(self._tabs, (self._pages, 1), within=self.place)
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self._tabs.currentChanged.connect(self.follow)
        self._making = IdleTask(self)
        services.build.ended.connect(self.refresh)
        services.settings.provide(self._fields)
        services.commands.bind("explore", self.open)

    @property
    def explorer(self) -> ExplorerPage | None:
        """The completed page, or None if it was never requested."""
        self._making.finish()
        return self._explorer

    @property
    def openings(self) -> OpeningsPanel | None:
        """The openings, None if the page was never requested."""
        return self._openings

    @property
    def making(self) -> bool:
        """Whether the page is being created."""
        return self._making.busy

    @Slot()
    def open(self) -> None:
        """Show the explorer with the table of the position shown, if it exists."""
        self._services.navigation.show(Page.EXPLORE)

    def show_table(self, code: str) -> None:
        """Show the explorer with the table `code`."""
        self.open()
        self._tabs.setCurrentIndex(_SETS)
        self._made().tables.choose(code)

    def show_openings(self) -> None:
        """Show the explorer with the openings, if morris is on the board."""
        self.open()
        self._made()
        self._tabs.setCurrentIndex(_OPENINGS)
        self.follow()

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Open the table of the position shown, if it exists, when the page is shown."""
        if page is Page.EXPLORE and not self._making.busy:
            if self._explorer is None:
                self._making.start(self._make())
            else:
                self._show(self._explorer)

    @Slot(str, str, str)
    def open_table(self, title: str, side: str = "", fen: str = "") -> None:
        """Show the table `title`: its longest wins of `side`, and `fen` on the board, if given."""
        if fen:
            self._services.tabs.set_up(fen)
        self.open()
        self._tabs.setCurrentIndex(_SETS)
        winner = side in ("white", "primary") if side else None
        self._made().show_table(title, winner)

    @Slot()
    def follow(self) -> None:
        """Offer the table of the position now on the board, and show its opening."""
        if self._explorer is None or self._openings is None:
            return
        self._explorer.show_board(self._material())
        workspace = self._services.workspace
        rules = workspace.rules  # with any limit of quiet moves: tables know none
        if isinstance(rules, MorrisRules) and has_tables(rules.variant):
            self._tabs.show()
            if self._tabs.currentIndex() == _OPENINGS:
                self._openings.show_board(rules, workspace.fen)
        else:
            self._tabs.hide()
            self._tabs.setCurrentIndex(_SETS)

    def _fields(self, settings: Settings) -> Settings:
        return settings if self._explorer is None else self._explorer.save_state(settings)

    def close(self) -> None:
        self._making.stop()
        if self._explorer is not None:
            self._explorer.search.close()
        if self._openings is not None:
            self._openings.close_tables()

    def _made(self) -> ExplorerPage:
        explorer = self.explorer
        assert explorer is not None
        return explorer

    def _make(self) -> Iterator[None]:
        """Create the page and fill it, step by step."""
        from millmate.gui.features.explore.openings_panel import OpeningsPanel
        from millmate.gui.features.explore.page import ExplorerPage

        services = self._services
        explorer = ExplorerPage(services.tables_dir, services.views.orientation_of)
        explorer.hide()
        explorer.setParent(self.place)  # it goes with the window, should that be closed now
        yield
        explorer.restore_state(services.settings.current)
        self._explorer = explorer
        explorer.position_chosen.connect(self._put)
        explorer.build_wanted.connect(services.commands["build"].trigger)
        self._hover_over(explorer.positions.view)
        self._openings = openings = OpeningsPanel(services.tables_dir)
        openings.position_chosen.connect(self._go_on)
        openings.drill_wanted.connect(self.drill_wanted)
        openings.build_wanted.connect(services.commands["build"].trigger)
        for page in (scrolling(explorer), openings):
            self._pages.addWidget(page)
            self._tabs.addTab("")
        bind_tabs(self._tabs, mark("Sets"), mark("Openings"))
        explorer.show()
        yield
        self._show(explorer)

    def _show(self, explorer: ExplorerPage) -> None:
        explorer.show_board(self._material())
        explorer.refresh()
        explorer.show_board(self._material(), follow=True)
        self.follow()

    @Slot(str)
    def _put(self, fen: str) -> None:
        """Put a position on the board, or in a new tab if that is asked for."""
        self._services.hovering.dismiss()
        self._services.tabs.new_if_asked()
        self._services.tabs.set_up(fen)

    @Slot(str)
    def _go_on(self, fen: str) -> None:
        """Put the next position of a line in place of the one set up; it can be taken back."""
        if not self._services.workspace.editing:
            self._put(fen)
        else:
            self._services.hovering.dismiss()
            self._services.tabs.new_if_asked()
            self._services.workspace.set_up(fen)

    def _hover_over(self, view: QTableView) -> None:
        """Show the position of the row under the mouse, or that the keys have come to."""
        hovering, rows = self._services.hovering, view.viewport()

        def pointed(index: QModelIndex) -> Pointed | None:
            if not index.isValid() or self._explorer is None:
                return None
            positions, area = self._explorer.positions, view.visualRect(index)
            fen, game = positions.model.rows[index.row()], rules_of_table(positions.table).name
            return Pointed(fen, rows, area, lambda: ShownPosition(game, fen, 0))

        def follow_keys(index: QModelIndex) -> None:
            clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
            if view.hasFocus() and not clicked:
                hovering.point(rows, pointed(index), by_key=True)

        hovering.watch(rows, lambda point: pointed(view.indexAt(point)))
        view.selectionModel().currentChanged.connect(follow_keys)

    def _material(self) -> str:
        return self._services.views.table

    @Slot()
    def refresh(self) -> None:
        """List the tables that there are now."""
        if self._explorer is not None:
            self._explorer.refresh()
        if self._openings is not None:
            self._openings.refresh()

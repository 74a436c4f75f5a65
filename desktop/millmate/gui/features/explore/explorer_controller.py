"""The page of the explorer, created step by step when first shown."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from millmate.games.catalogue import Position, rules_of_table, without_limit
from millmate.games.morris.rules import MorrisRules
from millmate.gui.boards.small_boards import Pointed, ShownPosition
from millmate.gui.features.explore.search import Search
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.settings import Settings
from millmate.tablebase.morris.names import has_tables

if TYPE_CHECKING:
    from millmate.gui.features.explore.page import ExplorerPage, ExplorerTabs


class ExplorerController(PageFeature["ExplorerTabs"]):
    """Shows the explorer beside the board, and sets up the positions chosen there.

    Beside morris, where there can be tables, it has a second tab, the openings.
    """

    shows = Page.EXPLORE

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.build.ended.connect(self.refresh)
        services.probe.found.connect(self.follow)
        services.settings.provide(self._fields)
        services.links.explore_table.connect(self.open_table)
        services.links.tables_changed.connect(self.refresh)

    @property
    def explorer(self) -> ExplorerPage:
        """The page of the sets."""
        return self.page.sets

    def show_table(self, code: str) -> None:
        """Show the explorer with the table `code`."""
        self.show()
        self.page.choose(self.explorer)
        self.explorer.tables.choose(code)

    def show_openings(self) -> None:
        """Show the explorer with the openings, if morris is on the board."""
        self.show()
        self.page.choose(self.page.openings)
        self.follow()

    @Slot(str, str, str)
    def open_table(self, title: str, side: str = "", fen: str = "") -> None:
        """Show the table `title`: its longest wins of `side`, and `fen` on the board, if given."""
        if fen:
            self.services.tabs.set_up(self._by_limit_shown(Position(rules_of_table(title), fen)))
        self.show()
        self.page.choose(self.explorer)
        self.explorer.show_table(title, side in ("white", "primary") if side else None)

    @Slot()
    def follow(self) -> None:
        """Offer the table of the position now on the board, and show its opening."""
        if not self.made:
            return
        self.explorer.show_board(self.services.views.table)
        workspace = self.services.workspace
        rules = workspace.rules  # with any limit of quiet moves: tables have none
        if rules.variant is not None and has_tables(rules.variant):
            self.page.offer_openings(True)
            if self.page.shown is self.page.openings:
                self.page.openings.show_board(cast(MorrisRules, rules), workspace.fen)
        else:
            self.page.offer_openings(False)

    def _fields(self, settings: Settings) -> Settings:
        return self.explorer.save_state(settings) if self.made else settings

    def close(self) -> None:
        super().close()
        for search in self.place.findChildren(Search):
            search.close()
        if self.made:
            self.page.openings.close_tables()

    def make(self) -> Generator[None, None, ExplorerTabs]:
        from millmate.gui.features.explore.openings_panel import OpeningsPanel
        from millmate.gui.features.explore.page import ExplorerPage, ExplorerTabs

        services = self.services
        explorer = ExplorerPage(services.tables_dir, services.views.orientation_of)
        explorer.hide()
        explorer.setParent(self.place)  # it goes with the window, should that be closed now
        yield
        explorer.restore_state(services.settings.current)
        explorer.position_chosen.connect(self._put)
        self._hover_over(explorer, explorer.positions.view)
        openings = OpeningsPanel(services.tables_dir)
        openings.position_chosen.connect(self._go_on)
        openings.drill_wanted.connect(services.links.hold)
        for page in (explorer, openings):
            page.build_wanted.connect(services.links.build_position)
        tabs = ExplorerTabs(explorer, openings)
        tabs.changed.connect(self.follow)
        yield
        return tabs

    @Slot()
    def show(self) -> None:
        """Show the page, and move the keyboard to the plot."""
        self.services.navigation.show(self.shows)
        self._wanted.append(lambda page: page.sets.plot.setFocus())
        if self.made:
            self._do_wanted()

    def shown(self) -> None:
        """Open the table of the position shown, if it exists."""
        table = self.services.views.table
        self.explorer.show_board(table)
        self.explorer.refresh()
        self.explorer.show_board(table, follow=True)
        self.follow()

    @Slot(object)
    def _put(self, position: Position) -> None:
        """Put a position on the board, or in a new tab if that is asked for."""
        self.services.hovering.dismiss()
        self.services.tabs.new_if_asked()
        self.services.tabs.set_up(self._by_limit_shown(position))

    def _by_limit_shown(self, position: Position) -> Position:
        """Return `position` with the limit of quiet moves that is shown: tables have none."""
        shown = self.services.workspace.rules
        same = without_limit(shown.name) == position.game.name
        return Position(shown, position.text) if same else position

    @Slot(object)
    def _go_on(self, position: Position) -> None:
        """Put the next position of a line in place of the one set up; it can be taken back."""
        if not self.services.workspace.editing:
            self._put(position)
        else:
            self.services.hovering.dismiss()
            self.services.tabs.new_if_asked()
            self.services.workspace.set_up(position)

    def _hover_over(self, explorer: ExplorerPage, view: QTableView) -> None:
        """Show the position of the row under the mouse, or that the keys have come to."""
        hovering, rows = self.services.hovering, view.viewport()

        def pointed(index: QModelIndex) -> Pointed | None:
            if not index.isValid():
                return None
            positions, area = explorer.positions, view.visualRect(index)
            there = positions.position(positions.model.rows[index.row()])
            shown = ShownPosition(there, 0)
            return Pointed(there, rows, area, lambda: shown)

        def follow_keys(index: QModelIndex) -> None:
            clicked = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
            if view.hasFocus() and not clicked:
                hovering.point(rows, pointed(index), by_key=True)

        hovering.watch(rows, lambda point: pointed(view.indexAt(point)))
        view.selectionModel().currentChanged.connect(follow_keys)

    @Slot()
    def refresh(self) -> None:
        """List the present tables."""
        if self.made:
            self.explorer.refresh()
            self.page.openings.refresh()

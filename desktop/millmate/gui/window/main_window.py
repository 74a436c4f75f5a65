"""The main window: its layout and how it closes."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMenu, QWidget

from millmate.gui.kit import tasks, theme
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.menus import build_menus
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.window import window_layout
from millmate.gui.shell.window.rail import Rail
from millmate.gui.shell.window.window_layout import WindowGeometry, save_games, save_settings
from millmate.gui.window.connections import connect_parts
from millmate.gui.window.controlled_window import ControlledWindow
from millmate.gui.window.window_commands import bind_board_commands, bind_window_commands
from millmate.language import mark
from millmate.settings import Settings


class MainWindow(ControlledWindow):
    """Two modes on one board: position setup, and a game, in progress or under review."""

    def __init__(self, settings: Settings | None = None, *, pace: float = 0.35) -> None:
        """Open with `settings`, or those of the file; `pace` is the least engine time in s."""
        super().__init__(settings, pace)
        self.setWindowTitle("Mill & Mate")
        bind_board_commands(self.services)
        bind_window_commands(self)
        self._make_menus()
        self._lay_out()
        theme.dress(self)
        connect_parts(self)
        self._geometry = WindowGeometry(self, self.splitter, self.parts, self.store)
        self.workspace.show_set_up(self.setup.kind)
        self.views.board.setFocus()  # where the keys act as the menus show

    def _make_menus(self) -> None:
        build_menus(self, self.commands)
        self.menuBar().setCornerWidget(self.searching.button)
        self.appearance.bind_commands(self.commands)
        recent = self.findChild(QMenu, "recent_games")
        assert recent is not None
        self.files.offer_recent(recent)

    def _lay_out(self) -> None:
        rule = theme.rule()  # between game setup and position setup
        scrolled = window_layout.scrolled([self.setup, rule, *(view.editor for view in self.views)])
        scrolled.setMinimumHeight(4 * theme.GRID)  # where letters are large
        feet = (view.editor.foot for view in self.views)  # in sight however far it is scrolled
        setting_up = QWidget()
        vbox((scrolled, 1), *feet, within=setting_up)
        self._moves_place = moves = window_layout.MovesPlace(self.moves)
        self.workspace.mode_changed.connect(lambda: rule.setVisible(self.workspace.editing))
        self.tabs = window_layout.tabs(
            {
                mark("Set up"): setting_up,
                mark("Moves"): moves.tab,
            },
            self.commands["analyse"],
        )
        panels = window_layout.one_of(
            {self.tabs: (Page.BOARD,), self.training.panel: (Page.TRAIN,)}, self.navigation
        )
        others = window_layout.stacked(self.analysis.panel, below=panels)
        self.parts = window_layout.Parts(self.table, others)
        self.parts.left.connect(self.table.settle)
        judged = window_layout.stacked(self.verdict, below=self.parts)
        side = window_layout.one_of(
            {
                judged: (Page.BOARD, Page.TRAIN),
                self.exploring.place: (Page.EXPLORE,),
                self.studies.place: (Page.STUDY,),
            },
            self.navigation,
        )
        self.splitter = window_layout.BoardArea(self.column, side, moves.column)
        self.splitter.roomy_changed.connect(moves.give_column)
        self.splitter.roomy_changed.connect(self._show_panel)
        self.tabs.currentChanged.connect(self._choose_panel)
        self.navigation.panel_changed.connect(self._show_panel)
        self.navigation.page_changed.connect(self.splitter.show_page)
        window_layout.leave_keyboard(self.splitter)
        self.pages = window_layout.Pages(
            dict.fromkeys((page for page in Page if page.entry.at_board), self.splitter)
            | {
                Page.TABLES: self.tables.place,
                Page.HOME: self.homing.place,
                Page.GAMES: self.games.place,
                Page.REVIEW: self.reviewing_endings.place,
                Page.TOURNAMENTS: self.tournaments.place,
            },
            self.navigation,
        )
        self.rail = Rail(self.navigation, self.commands)
        self.setCentralWidget(window_layout.framed(self.rail, self.pages))
        self.setStatusBar(self.status)
        keep_on_screen(self, QSize(1180, 820), least=QSize(880, 600))

    @Slot()
    def _show_panel(self) -> None:
        """Show the panel chosen; moves that have a column of their own need no tab."""
        roomy, moves = self.splitter.roomy, Panel.MOVES.value
        with QSignalBlocker(self.tabs):
            self.tabs.setTabVisible(moves, not roomy)
            self.tabs.setCurrentIndex(0 if roomy else self.navigation.panel.value)

    @Slot(int)
    def _choose_panel(self, number: int) -> None:
        self.navigation.choose(Panel(number))

    def tour_part(self, name: str) -> QWidget:
        parts = {
            "home": self.rail.pages[Page.HOME],
            "board": self.views.board,
            "verdict": self.verdict,
            "table": self.table if self.table.isVisible() else self.verdict,
            "panels": self.tabs,
            "pages": self.rail,
            "train": self.training.panel,
            "menu": self.menuBar(),
        }
        return parts[name]

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close cleanly: save the game, and ask before losing data or stopping work."""
        if not all(feature.may_close() for feature in self.services.features) or not save_settings(
            self.store, self
        ):
            event.ignore()
            return
        self.reviewing.close()
        self.game.leave()
        self.services.tabs.leave()
        if not save_games(self.autosave, self):
            event.ignore()
            return
        self.interrupted.note_closing()
        self.probe.close()
        for feature in self.services.features:
            feature.close()
        tasks.join_all()
        event.accept()

"""The window: the board, the panels beside it, and what connects them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from millmate import paths
from millmate.gui import tasks
from millmate.gui.analysis.analysis_controller import AnalysisController
from millmate.gui.board.widget import BoardWidget
from millmate.gui.builder.build_controller import BuildController
from millmate.gui.database.games_controller import GamesController
from millmate.gui.editor.editor_panel import EditorPanel
from millmate.gui.game_view import GameView
from millmate.gui.graph.graph_controller import GraphController
from millmate.gui.help.onboarding import Onboarding
from millmate.gui.languages.language_selector import LanguageSelector
from millmate.gui.languages.translator import translator
from millmate.gui.menus import build_menus
from millmate.gui.navigation import Panel
from millmate.gui.play.announcer import MoveAnnouncer
from millmate.gui.play.game_starter import GameStarter
from millmate.gui.play.move_entry import MoveEntry
from millmate.gui.play.moves_panel import MovesPanel
from millmate.gui.play.setup_panel import SetupPanel, kind_of
from millmate.gui.preferences.preferences_controller import PreferencesController
from millmate.gui.records.autosave import Autosave
from millmate.gui.records.diagram_export import DiagramExporter
from millmate.gui.records.drop_target import DropTarget
from millmate.gui.records.files import GameFiles
from millmate.gui.records.game_opener import GameOpener
from millmate.gui.records.recent_menu import RecentMenu
from millmate.gui.score.annotation_controller import AnnotationController
from millmate.gui.services import make_services
from millmate.gui.settings_store import SettingsStore
from millmate.gui.style import theme
from millmate.gui.style.appearance import Appearance
from millmate.gui.style.screen_fit import keep_on_screen
from millmate.gui.tournament.tournament_controller import TournamentController
from millmate.gui.trainer.drill_controller import DrillController
from millmate.gui.trainer.trainer_controller import TrainerController
from millmate.gui.trainer.trainer_worker import TrainerWorker
from millmate.gui.verdicts.external_tables_dialog import ExternalTablesController
from millmate.gui.verdicts.probe_controller import ProbeController
from millmate.gui.verdicts.table_panel import TablePanel
from millmate.gui.verdicts.verdict_bar import VerdictBar
from millmate.gui.window import window_layout, window_state
from millmate.gui.window.board_column import BoardColumn
from millmate.gui.window.board_commands import bind_board_commands
from millmate.gui.window.board_controller import BoardController
from millmate.gui.window.deeds import deeds_of
from millmate.gui.window.explorer_controller import ExplorerController
from millmate.gui.window.interrupted_work import InterruptedWork
from millmate.gui.window.pages import Pages
from millmate.gui.window.status import Status
from millmate.language import mark
from millmate.pictures.diagrams import Orientation
from millmate.settings import Settings


class MainWindow(QMainWindow):
    """Two modes on one board: setting a position up, and a game, being played or looked at."""

    def __init__(self, remembered: Settings | None = None, *, pace: float = 0.35) -> None:
        super().__init__()
        self.setWindowTitle("Mill & Mate")
        self.store = SettingsStore(remembered, self)
        translator.set_language(self.store.current.language)  # before there are widgets
        self.appearance = Appearance(self.store, self)
        self.services = services = make_services(self, self.store, pace)
        self.tables_dir, self.keys = services.tables_dir, services.keys
        self.commands = self.actions_ = services.commands
        self.game, self.requests = services.game, services.requests
        self.workspace, self.views, self.oracle = services.workspace, services.views, services.probe
        self.desks = {view.kind: view for view in services.views}
        self.notifications, self.navigation = services.notifications, services.navigation
        self.engines = services.engines
        self.setup, self.verdict = SetupPanel(), VerdictBar()
        self.table, self.status = TablePanel(), Status(self.tables_dir)
        self.building = BuildController(
            services.build,
            self.workspace,
            self.views,
            self.store,
            self.notifications,
            self.commands,
            self.tables_dir,
            self,
        )
        self.tournaments = TournamentController(
            self.store, self.navigation, self.commands, self.engines, self.tables_dir
        )
        self.probing = ProbeController(
            self.oracle, self.workspace, self.views, self.store, self.notifications, self.commands
        )
        self.starting = GameStarter(
            self.setup,
            self.workspace,
            self.views,
            self.requests,
            self.navigation,
            self.notifications,
            self.commands,
        )
        self.training = self._make_training()
        self.autosave = Autosave(self.game, self.notifications, self.commands)
        self.opening = GameOpener(
            self.workspace, self.autosave, self.requests, self.navigation, self.notifications
        )
        self.files = GameFiles(
            self.workspace, self.opening, self.requests, self.notifications, self.commands, self
        )
        self.games = GamesController(self.store, self.navigation, self.commands, self.requests)
        self.picturing = DiagramExporter(
            self, self.orientation_of, self.notifications.status, self.notifications.warn
        )
        self.dropping = DropTarget(self, self.files, self.notifications)
        self.helping = Onboarding(
            self.workspace,
            self.views,
            self.navigation,
            self.store,
            self.commands,
            self._tour_part,
            self,
        )
        self.languages = LanguageSelector(self.store, self.commands)
        self.preferences = PreferencesController(
            self.store, self.keys, self.engines, self.commands, self
        )
        self.score = AnnotationController(self.workspace, self.commands)
        self.analysis = AnalysisController(
            self.workspace,
            self.views,
            self.oracle,
            self.engines,
            self.store,
            self.notifications,
            self.commands,
            self.score.insert,
            self.tables_dir,
            self,
        )
        self.typing = MoveEntry(self.workspace, self.views, self.navigation, self.commands, self)
        self.column = BoardColumn(self.analysis.bar, self.typing.field)
        self.charting = GraphController(self.game, self.tables_dir, self)
        self.exploring = ExplorerController(services)
        self.others = ExternalTablesController(self.oracle, self.store, self.commands, self)
        self.interrupted = InterruptedWork(self.tournaments, services.build, self.notifications)
        build_menus(self, self.commands)
        self.appearance.bind_commands(self.commands)
        for name, deed in deeds_of(self).items():
            self.commands.bind(name, deed)
        recent = self.findChild(QMenu, "recent_games")
        assert recent is not None
        RecentMenu(recent, self.files)
        self.moves = MovesPanel(self.game, self.commands, self.score, self.charting.graph)
        self.players = BoardController(self.workspace, self.views, self.column, self.setup)
        self._lay_out()
        theme.dress(self)
        self._connect()
        window_state.recall(self)
        self._bind_settings()
        self._shape = window_state.Shape(self)
        self.workspace.show_set_up(kind_of(self.store.current.game))
        self.board.setFocus()  # where keys do what the menus say

    # --- building the window -----------------------------------------------------------------

    def _make_training(self) -> TrainerController:
        services = self.services
        drilling = DrillController(
            TrainerWorker(services.tables_dir, paths.training_dir(), self),
            self.starting,
            self.probing,
            services.workspace,
            services.views,
            services.notifications,
        )
        return TrainerController(
            drilling,
            services.build,
            services.workspace,
            services.views,
            services.settings,
            services.requests,
            services.navigation,
            services.notifications,
            services.commands,
        )

    def _lay_out(self) -> None:
        self._rule = theme.rule()  # between the game's set-up and the position's
        parts: list[QWidget] = [self.setup, self._rule]
        for desk in self.desks.values():
            self.column.add(desk)
            parts.append(desk.editor)
        setting_up = window_layout.scrolled(parts)
        self.tabs = window_layout.tabs(
            {
                mark("Set up"): setting_up,
                mark("Moves"): self.moves,
                mark("Train"): self.training.panel,
            },
            self.actions_["analyse"],
        )
        others = window_layout.stacked(self.analysis.panel, below=self.tabs)
        self.parts = window_layout.shared(self.table, others)
        side = window_layout.stacked(self.verdict, below=self.parts)
        self.splitter = window_layout.split(self.column, side)
        window_layout.leave_keyboard(self.splitter)
        self.pages = Pages(
            {
                mark("Board"): self.splitter,
                mark("Tournaments"): self.tournaments.place,
                mark("Games"): self.games.place,
            },
            self.navigation,
        )
        self.setCentralWidget(window_layout.framed(self.pages))
        self.setStatusBar(self.status)
        keep_on_screen(self, QSize(1180, 820), least=QSize(880, 600))

    def _connect(self) -> None:
        self._connect_services()
        self._connect_panels()
        self._connect_pages()
        bind_board_commands(self.commands, self.workspace, self.views, self.notifications)
        self.oracle.answered.connect(self.charting.note_answer)
        self.analysis.analyst.told.connect(self.charting.add_findings)
        self.engines.changed.connect(self.setup.set_engines)
        self.analysis.inserted.connect(lambda: self.navigation.show(Panel.MOVES))
        self.analysis.help_wanted.connect(self.training.drilling.unveil)
        self.appearance.changed.connect(self._show_appearance)
        translator.changed.connect(self._retranslate)
        QShortcut(QKeySequence("Esc"), self, self._dismiss)
        self.status.tournament_told.connect(self.interrupted.note)
        self.typing.opened.connect(self.column.show_field)
        MoveAnnouncer(self.workspace, self.views, self)

    def _connect_services(self) -> None:
        notifications, navigation, workspace = self.notifications, self.navigation, self.workspace
        notifications.status_shown.connect(self.status.say)
        notifications.offered.connect(self.status.offer)
        notifications.message_shown.connect(self.column.message.say)
        notifications.dismissed.connect(self.column.message.hide)
        self.column.message.closed.connect(notifications.dismiss)
        navigation.panel_changed.connect(lambda panel: self.tabs.setCurrentIndex(panel.value))
        self.tabs.currentChanged.connect(lambda number: navigation.choose(Panel(number)))
        self.game.said.connect(notifications.status)
        self.store.not_saved.connect(notifications.status)
        self.probing.found.connect(self.setup.show_answer)
        self.probing.shown.connect(self.verdict.show_answer)
        self.probing.shown.connect(self.table.show_answer)
        self.probing.found.connect(self.exploring.follow)
        self.probing.found.connect(self.analysis.follow)
        self.files.list_wanted.connect(self.games.list_file)
        self.dropping.folder_dropped.connect(self._list_folder)
        workspace.set_up_shown.connect(lambda: navigation.show(Panel.SET_UP))
        workspace.set_up_shown.connect(notifications.dismiss)
        workspace.mode_changed.connect(self.table.release)
        workspace.mode_changed.connect(lambda: self._rule.setVisible(workspace.editing))

    def _connect_pages(self) -> None:
        tournaments, games, status = self.tournaments, self.games, self.status
        for controller in (tournaments, games):
            self.navigation.page_changed.connect(controller.show_page)
            controller.game_wanted.connect(self.opening.open)
            controller.said.connect(self.notifications.status)
        games.saved.connect(self.files.saved)
        tournaments.position_wanted.connect(lambda: tournaments.add_position(self.workspace.fen))
        tournaments.progressed.connect(status.show_tournament)
        tournaments.ended.connect(status.end_tournament)
        status.tournament_wanted.connect(tournaments.show)

    def _connect_panels(self) -> None:
        for view in self.views:
            self.score.draw_on(view.board, view.kind)
            for name in ("best", "variation_up", "variation_down"):
                view.board.addAction(self.commands[name])
        self.setup.edit_wanted.connect(self.commands["edit"].trigger)
        self.moves.go_on.connect(self.game.resume)
        self.moves.play_on.connect(self.starting.play_on)
        self.score.view.chosen.connect(self._leave_set_up)
        self.table.move_chosen.connect(self.workspace.play_move)
        self.table.worth_wanted.connect(self.commands["worth"].trigger)
        self.table.explore_wanted.connect(self.exploring.open)
        self.table.pointed.connect(self.analysis.point)
        self.helping.strip_made.connect(self.column.add_strip)
        build = self.services.build
        build.advanced.connect(self.status.show_progress)
        build.rested.connect(self.status.show_pause)
        build.ended.connect(self.status.show_end)
        build.ended.connect(lambda _: self.oracle.refresh())
        build.ended.connect(lambda _: self.analysis.renew())
        self.building.progress_changed.connect(self.verdict.set_building)
        self.verdict.build_wanted.connect(self.building.open)
        self.verdict.build_now_wanted.connect(self.building.start)
        self.status.builder_wanted.connect(self.building.open)

    def _bind_settings(self) -> None:
        """Have what is set elsewhere taken over by controllers that do not bind it themselves."""
        store = self.store
        store.provide(lambda settings: window_state.remember(self, settings))
        store.bind(self.setup.choose_players, "white", "black")
        store.bind(self._take_threads, "build_threads")

    def _take_threads(self, settings: Settings) -> None:
        self.verdict.threads = settings.build_threads or None

    def _tour_part(self, name: str) -> QWidget:
        """Return the part of the window that the tour calls `name`."""
        parts = {
            "board": self.board,
            "verdict": self.verdict,
            "table": self.table if self.table.isVisible() else self.verdict,
            "panels": self.tabs,
            "pages": self.pages.bar,
            "menu": self.menuBar(),
        }
        return parts[name]

    @Slot(object)
    def _list_folder(self, folder: Path) -> None:
        self.games.show()
        self.games.choose(folder)

    @Slot()
    def _leave_set_up(self) -> None:
        """A move was chosen in the list of moves: show the game, should a position be set up."""
        if self.workspace.editing:
            self.workspace.leave_set_up()

    # --- for controllers that still take the window ------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings."""
        return self.store.current

    @property
    def desk(self) -> GameView:
        """The view of the game that is shown."""
        return self.views.current

    @property
    def editor(self) -> EditorPanel:
        """The editor of the game that is shown."""
        return self.desk.editor

    @property
    def board(self) -> BoardWidget:
        """The board that is shown."""
        return self.views.board

    @property
    def editing(self) -> bool:
        """Whether a position is being set up."""
        return self.workspace.editing

    @property
    def shown_fen(self) -> str:
        """The position on the board."""
        return self.workspace.fen

    def orientation_of(self, fen: str) -> Orientation:
        """Return how the board of a position's game lies."""
        return self.views.orientation_of(fen)

    def set_up(self, fen: str) -> None:
        """Set a position up."""
        self.workspace.set_up(fen)

    def play_move(self, text: str) -> None:
        """Play a move."""
        self.workspace.play_move(text)

    def show_moves(self) -> None:
        """Show the game with its moves, in place of what was set up."""
        self.notifications.dismiss()
        self.workspace.leave_set_up()
        self.navigation.show(Panel.MOVES)

    def complain(self, text: str, label: str = "", then: Callable[[], None] | None = None) -> None:
        """Warn."""
        self.notifications.warn(text, label, then)

    def remark(self, text: str, label: str = "", then: Callable[[], None] | None = None) -> None:
        """Remark."""
        self.notifications.remark(text, label, then)

    # --- what concerns several panels --------------------------------------------------------

    @Slot()
    def _show_appearance(self) -> None:
        for view in self.views:
            view.board.set_animated(self.appearance.moving, self.appearance.speed)
        self.analysis.bar.animated = self.appearance.moving
        self.table.show_worth(self.appearance.worth)
        self.probing.show_again()

    @Slot()
    def _retranslate(self) -> None:
        """Show in the language there is now what depends on more than the language."""
        self.oracle.forget()
        self.commands.refresh()
        self.players.show_players()
        self.table.release()
        self.oracle.ask(self.workspace.fen)

    @Slot()
    def _dismiss(self) -> None:
        """Take the messages away, on either page."""
        self.notifications.dismiss()
        self.tournaments.dismiss()

    # --- remembering and closing -------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close cleanly: the game is saved; what would be lost or stopped is asked about first."""
        if (
            (self.building.run.running and not self.building.may_cancel())
            or (self.tournaments.running and not self.tournaments.may_stop())
            or not window_state.may_close(self)
        ):
            event.ignore()
            return
        self.game.leave()
        if not window_state.games_saved(self):
            event.ignore()
            return
        self.interrupted.note_closing()
        self.tournaments.close()
        self.training.close()
        self.building.run.cancel()
        self.analysis.close()
        self.charting.close()
        self.oracle.close()
        self.games.close()
        self.exploring.close()
        tasks.join_all()
        event.accept()

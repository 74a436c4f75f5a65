"""A window with its services, panels and controllers, before it is laid out."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtWidgets import QMainWindow, QWidget

from millmate.gui.features.analyse.analysis_controller import AnalysisController
from millmate.gui.features.analyse.annotation_controller import AnnotationController
from millmate.gui.features.analyse.evaluation_graph import GraphController
from millmate.gui.features.analyse.moves_panel import MovesPanel
from millmate.gui.features.analyse.review_controller import ReviewController
from millmate.gui.features.explore.explorer_controller import ExplorerController
from millmate.gui.features.findings.endings import EndingsFeature
from millmate.gui.features.findings.studies import StudiesFeature
from millmate.gui.features.games.games_controller import GamesController
from millmate.gui.features.home.home_controller import HomeController
from millmate.gui.features.play.board_controller import (
    BoardController,
    ClockController,
    MoveAnnouncer,
)
from millmate.gui.features.play.move_entry import MoveEntry
from millmate.gui.features.play.setup_panel import NewGame, SetupPanel
from millmate.gui.features.rush.rush import RushController
from millmate.gui.features.tables.build_controller import BuildController
from millmate.gui.features.tables.tables_controller import TablesController
from millmate.gui.features.tournaments.tournament_controller import TournamentController
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.features.train.hints import HintController, VerdictVeil
from millmate.gui.features.train.trainer_controller import TrainerController
from millmate.gui.features.verdicts.external_tables_dialog import ExternalTablesController
from millmate.gui.features.verdicts.square_map_controller import SquareMapController
from millmate.gui.features.verdicts.verdict_controller import VerdictController
from millmate.gui.kit.translator import translator
from millmate.gui.shell.appearance import Appearance
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.files.diagram_export import DiagramExporter
from millmate.gui.shell.files.drop_target import DropTarget
from millmate.gui.shell.files.files import GameFiles
from millmate.gui.shell.files.interrupted_work import InterruptedWork
from millmate.gui.shell.files.opening import GameOpener
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.help.tour import Onboarding
from millmate.gui.shell.preferences.preferences_controller import PreferencesController
from millmate.gui.shell.search.search_controller import SearchController, WindowOpeners
from millmate.gui.shell.services import make_services
from millmate.gui.shell.window.board_column import BoardColumn
from millmate.gui.shell.window.status import Status
from millmate.gui.shell.window.tab_bar import TabRow
from millmate.settings import Settings


class ControlledWindow(QMainWindow):
    """Creates the services and hands each controller the few it needs."""

    def __init__(self, settings: Settings | None, pace: float) -> None:
        super().__init__()
        self.store = SettingsStore(settings, self)
        translator.set_language(self.store.current.language)  # before any widget exists
        self.appearance = Appearance(self.store, self)
        self.services = services = make_services(self, self.store, pace)
        self.tables_dir, self.keys = services.tables_dir, services.keys
        self.commands, self.engines = services.commands, services.engines
        self.game, self.requests = services.game, services.requests
        self.workspace, self.views, self.probe = services.workspace, services.views, services.probe
        self.notifications, self.navigation = services.notifications, services.navigation
        self.small_builds = services.small_builds
        self._make_panels()
        self._make_files()  # a drill's move is noted as not to be saved before it ends the drill
        self._make_play()
        self._make_tools()

    @abstractmethod
    def tour_part(self, name: str) -> QWidget:
        """Return the part of the window named `name` in the tour."""

    def _busy(self) -> bool:
        """Return whether anything is at work that compaction should not slow down."""
        return (
            self.services.build.running
            or any(feature.running for feature in self.services.features)
            or self.game.live
        )

    def _make_panels(self) -> None:
        self.setup, self.verdicts = SetupPanel(), VerdictController(self.services)
        self.verdict, self.table = self.verdicts.bar, self.verdicts.table
        self.status = Status(self.tables_dir, self.services.folder.trouble)
        self.status.attach(self.services)
        self.typing = MoveEntry(self.services)
        self.score = AnnotationController(self.services)
        self.analysis = AnalysisController(self.services, self.score.insert)
        self.column = BoardColumn(self.analysis.bar, self.typing.field)
        self.tab_row = TabRow(self.services.tabs, self.commands["new_tab"])
        self.column.put_above(self.tab_row)
        self.charting = GraphController(self.services, self.analysis.analyst)
        self.reviewing = ReviewController(self.services, self.charting)
        self.moves = MovesPanel(
            self.game, self.commands, self.score, self.charting.graph, self.reviewing.panel
        )
        self.players = BoardController(self.services, self.column, self.setup)
        ClockController(self.services, self.column)

    def _make_play(self) -> None:
        services = self.services
        self.building = BuildController(services)
        self.starting = GameStarter(services)
        self.new_game = NewGame(services, self.setup, self.starting)
        MoveAnnouncer(services)  # a move is read out before its grade
        drilling = DrillController(services, self.starting)
        self.training = TrainerController(drilling, services)
        self.rushing = RushController(services)
        self.veil = VerdictVeil(services, drilling, self.training.course)
        self.hints = HintController(services, drilling)
        self.square_map = SquareMapController(services)

    def _make_files(self) -> None:
        services = self.services
        self.autosave = Autosave(services)
        services.tabs.ended.connect(self.autosave.save_aside)
        self.opening = GameOpener(services, self.autosave)
        self.files = GameFiles(services, self.opening)
        self.games = GamesController(services)
        self.reviewing_endings = EndingsFeature(services, self.games.listed)
        self.studies = StudiesFeature(services)
        self.pictures = DiagramExporter(
            self, self.views.orientation_of, self.notifications.status, self.notifications.warn
        )
        self.dropping = DropTarget(services, self.files)

    def _make_tools(self) -> None:
        services = self.services
        self.tournaments = TournamentController(services)
        self.interrupted = InterruptedWork(services, self.tournaments.playing)
        self.exploring = ExplorerController(services)
        self.homing = HomeController(services, self.starting, self.interrupted)
        self.tables = TablesController(services, self._busy)
        self.others = ExternalTablesController(services)
        self.helping = Onboarding(services, lambda name: self.tour_part(name))
        self.preferences = PreferencesController(
            self.store, self.keys, self.engines, self.commands, self
        )
        openers = WindowOpeners(
            self.exploring.show_table,
            self.building.open_for,
            self.files.open_text,
            self.preferences.show_item,
            self.files.open_recent,
            self.tournaments.load,
        )
        self.searching = SearchController(services, openers, self)

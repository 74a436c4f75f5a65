"""The main window: its features, their layout, and how it closes."""

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QMoveEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from millmate.games.catalogue import Position
from millmate.gui.boards.truth_bar import TruthBar
from millmate.gui.features.analyse.analysis_controller import AnalysisController
from millmate.gui.features.analyse.annotation_controller import AnnotationController
from millmate.gui.features.analyse.graph_controller import GraphController
from millmate.gui.features.analyse.moves_panel import EndController, MovesPanel
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
    MoveEntry,
)
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
from millmate.gui.kit import tasks, theme
from millmate.gui.kit.dialogs import Texts
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.term_button import ManualPages
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import Segments, hbox, push_button, vbox
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.files.diagram_export import DiagramExporter
from millmate.gui.shell.files.files import DropTarget, GameFiles
from millmate.gui.shell.files.opening import GameOpener
from millmate.gui.shell.files.session_store import InterruptedWork
from millmate.gui.shell.frame.commands import build_menus
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.help.sheets import AboutDialog, ShortcutSheet
from millmate.gui.shell.help.tour import Onboarding
from millmate.gui.shell.preferences.dialog import PreferencesController
from millmate.gui.shell.search.search_controller import SearchController, WindowOpeners
from millmate.gui.shell.services import make_services
from millmate.gui.shell.sounds import Sounds
from millmate.gui.shell.window import window_layout
from millmate.gui.shell.window.rail import MenuBar, Rail, TabRow
from millmate.gui.shell.window.stage import Stage
from millmate.gui.shell.window.status import Status
from millmate.gui.shell.window.window_layout import WindowGeometry, save_games, save_settings
from millmate.gui.window.board_commands import bind_board_commands
from millmate.language import mark, tr
from millmate.pictures.landscape import Landscape
from millmate.records.notes import Shape
from millmate.settings import Settings


class MainWindow(QMainWindow):
    """Two modes on one board: position setup, and a game, in progress or under review.

    It makes the features, lays them out and closes them. A feature that is a page is added to the
    window's pages as its `Page` says.
    """

    def __init__(self, settings: Settings | None = None, *, pace: float = 0.35) -> None:
        """Open with `settings`, or those of the file; `pace` is the least engine time in s."""
        super().__init__()
        self.setWindowTitle("Mill & Mate")
        self.store = SettingsStore(settings, self)
        translator.set_language(self.store.current.language)  # before any widget exists
        self.services = services = make_services(self, self.store, pace)
        self.appearance, self.keys = services.appearance, services.keys
        self.tables_dir = services.tables_dir
        self.commands, self.engines = services.commands, services.engines
        self.game, self.requests = services.game, services.requests
        self.workspace, self.views, self.probe = services.workspace, services.views, services.probe
        self.notifications, self.navigation = services.notifications, services.navigation
        self.small_builds = services.small_builds
        self._make_panels()
        self._make_files()  # a drill's move is noted as not to be saved before it ends the drill
        self._make_play()
        self._make_tools()
        bind_board_commands(services)
        self._bind_commands()
        self._make_menus()
        self._lay_out()
        theme.dress(self)
        self.workspace.set_up_shown.connect(self._show_set_up)
        QShortcut(QKeySequence("Esc"), self, self._dismiss)
        self.appearance.show()
        self._geometry = WindowGeometry(self, self.store)
        self.workspace.show_set_up(self.setup.kind)
        self.views.board.setFocus()  # where the keys act as the menus show

    # --- features ----------------------------------------------------------------------------

    def _busy(self) -> bool:
        """Return whether anything is at work that idle work should not slow down."""
        return (
            self.services.build.running
            or any(feature.running for feature in self.services.features)
            or self.game.live
        )

    def _make_panels(self) -> None:
        truth = TruthBar()
        self.setup, self.verdicts = SetupPanel(), VerdictController(self.services, truth)
        self.verdict, self.table = self.verdicts.bar, self.verdicts.table
        self.status = Status(self.tables_dir, self.services.folder.trouble)
        self.status.attach(self.services)
        self.typing = MoveEntry(self.services)
        self.score = AnnotationController(self.services)
        self.analysis = AnalysisController(self.services, truth, self.score.insert)
        self.stage = Stage(truth, self.typing.field)
        self.tab_row = TabRow(self.services.tabs, self.commands["new_tab"])
        self.typing.opened.connect(self.stage.show_field)
        self.charting = GraphController(self.services, self.analysis.analyst)
        self.reviewing = ReviewController(self.services, self.charting)
        self.moves = MovesPanel(
            self.game, self.commands, self.score, self.charting.panel, self.reviewing.panel
        )
        self.players = BoardController(self.services, self.stage, self.setup)
        ClockController(self.services, self.stage)

    def _make_play(self) -> None:
        services = self.services
        self.building = BuildController(services)
        self.starting = GameStarter(services)
        self.new_game = NewGame(services, self.setup, self.starting)
        MoveAnnouncer(services)  # a move is read out before its grade
        Sounds(services)
        self.moves.put_end(EndController(services, self.charting, self.starting).panel)
        drilling = DrillController(services, self.starting)
        self.training = TrainerController(drilling, services)
        self.training.panel.drill.put_graph(self.charting.add_panel())
        self.rushing = RushController(services)
        self.veil = VerdictVeil(services, drilling, self.training.course)
        self.hints = HintController(services, drilling)
        self.square_map = SquareMapController(services)
        self.stage.add_strip(self.square_map.strip)

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
        self.helping = Onboarding(services, self.tour_part)
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

    # --- commands ----------------------------------------------------------------------------

    def _bind_commands(self) -> None:
        commands, navigation = self.commands, self.navigation
        texts, pages = Texts(self), ManualPages(self.notifications)
        pages.started.connect(self.notifications.status)
        pages.failed.connect(self.notifications.warn)
        commands.bind("quit", self.close)
        commands.bind("minimise", self.showMinimized)
        commands.bind("full_screen", self._toggle_full_screen)
        commands.bind("show_board", self._show_board)
        commands.bind("show_setup", lambda: navigation.show(Panel.PLAY))
        commands.bind("show_moves", lambda: self._choose_mode(Panel.MOVES))
        commands.bind("show_table", self._show_table)
        commands.bind("best", self.play_best)
        commands.bind("copy_diagram", lambda: self.pictures.copy(*self._diagram()))
        commands.bind("save_diagram", lambda: self.pictures.ask_save(*self._diagram()))
        commands.bind("shortcuts", lambda: ShortcutSheet(self.keys, self))
        commands.bind("manual", lambda: pages.open(navigation.page.entry.manual))
        commands.bind("log", texts.show_log)
        commands.bind("report", texts.show_report)
        commands.bind("about", lambda: AboutDialog(self).show())

    def play_best(self) -> None:
        """Play the best move by the tables or else by the analysis; in a drill, give a hint."""
        drilling, workspace = self.training.drilling, self.workspace
        if drilling.veiling:
            drilling.hint()
            return
        move = self.probe.best_move(workspace.fen) or self.analysis.best
        answer = self.probe.last
        if move:
            workspace.play_move(move)
        elif answer is None or answer.fen != workspace.fen:
            self.notifications.status(tr("Looking up the position"))
        elif answer.over:
            self.notifications.status(answer.remark)
        elif answer.plan is not None:
            self.notifications.status(
                tr(
                    "No best move is known here: build the table (Ctrl+B) or let an engine "
                    "analyse (A)."
                )
            )
        else:
            self.notifications.status(tr("No best move is known here: let an engine analyse (A)."))

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _show_board(self) -> None:
        self.navigation.show(Page.BOARD)
        self.views.board.setFocus()  # where letters are commands

    def _show_table(self) -> None:
        drilling = self.navigation.page is Page.TRAIN and not self.training.panel.choose.isVisible()
        if not drilling:  # where it is next to the board as well
            self.navigation.show(Page.BOARD)
        self.table.view.setFocus()

    def _diagram(self) -> tuple[Position, tuple[Shape, ...], Landscape | None]:
        """Return the contents of the board: position, shapes, square map."""
        workspace, mapped = self.workspace, self.square_map
        shapes = () if workspace.editing else workspace.game.line.node.notes.shapes
        return Position(workspace.rules, mapped.fen), shapes, mapped.landscape

    # --- layout ------------------------------------------------------------------------------

    def _make_menus(self) -> None:
        self._menu_bar = MenuBar(self)
        build_menus(self._menu_bar, self.commands)
        self.appearance.bind_commands(self.commands)
        recent = self.findChild(QMenu, "recent_games")
        assert recent is not None
        self.files.offer_recent(recent)

    def menuBar(self) -> QMenuBar:
        """Return the menu bar, which lies over the window while it is used."""
        return self._menu_bar

    def _lay_out(self) -> None:
        pages = [each for each in self.services.features if isinstance(each, PageFeature)]
        self._make_panels_of_board()
        beside = window_layout.one_of(
            {self.panels: (Page.BOARD,), self.training.panel: (Page.TRAIN,)}, self.navigation
        )
        below = QWidget()
        vbox(self.analysis.panel, (beside, 1), within=below)
        dock = window_layout.Dock(self._head, self.verdict, table=self.table, below=below)
        dock.left.connect(self.table.settle)
        side = window_layout.one_of(
            {dock: (Page.BOARD, Page.TRAIN)}
            | {each.place: (each.shows,) for each in pages if each.shows.entry.at_board},
            self.navigation,
        )
        self.stage.set_dock(side, self._moves_place.column)
        self.navigation.page_changed.connect(self.stage.show_page)
        self.navigation.page_changed.connect(lambda page: self._head.setVisible(page is Page.BOARD))
        self.pages = window_layout.Pages(
            dict.fromkeys((page for page in Page if page.entry.at_board), self.stage)
            | {each.shows: each.place for each in pages if not each.shows.entry.at_board},
            self.navigation,
        )
        self.rail = Rail(self.navigation, self.commands, self._menu_bar)
        bar = QWidget()
        parts = (self.tab_row, 100), None, self.status.work, self.searching.button
        hbox(*parts, within=bar, margins=(3 * theme.GRID, 0, 3 * theme.GRID, 0))
        self.setCentralWidget(
            window_layout.Frame(self.rail, bar, self.pages, self.stage, self.status)
        )
        keep_on_screen(self, QSize(1280, 800), least=QSize(880, 600))

    def _make_panels_of_board(self) -> None:
        """Make the panels beside the board, and the switch between them."""
        editors = window_layout.scrolled([view.editor for view in self.views])
        editors.setMinimumHeight(4 * theme.GRID)  # where letters are large
        feet = (view.editor.foot for view in self.views)  # in sight however far it is scrolled
        self.play_edited = push_button(mark("Play"), self.setup.play_wanted)
        theme.primary(self.play_edited)
        setting_up = QWidget()
        vbox((editors, 1), *feet, hbox(None, self.play_edited), within=setting_up)
        self._moves_place = moves = window_layout.MovesPlace(self.moves)
        self.panels = QStackedWidget()
        self._panels = {
            Panel.SET_UP: setting_up, Panel.MOVES: moves.panel, Panel.PLAY: self.setup
        }  # fmt: skip
        for panel in self._panels.values():
            self.panels.addWidget(panel)
        self.modes = Segments(
            {
                Panel.MOVES: mark("Study"),
                Panel.PLAY: mark("Play"),
                Panel.SET_UP: mark("Edit"),
            },
            mark("Mode of the board"),
            by_arrows=False,  # to pass by Edit would interrupt a game
        )
        tools = {name: QToolButton() for name in ("square_map", "analyse")}
        for name, button in tools.items():
            button.setDefaultAction(self.commands[name])
            button.setAutoRaise(True)
        self._head = window_layout.Head(self.modes, tools["square_map"], tools["analyse"])
        self.modes.chosen.connect(self._choose_mode)
        self.stage.roomy_changed.connect(moves.give_column)
        changes = self.workspace.mode_changed, self.game.ended, self.game.replaced
        pages = self.navigation.panel_changed, self.navigation.page_changed
        for change in (*changes, self.stage.roomy_changed, *pages):
            change.connect(self._show_panel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.fit()
        self._geometry.save_soon()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._geometry.save_soon()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._geometry.save_soon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button with the focus, as Space does everywhere."""
        button = QApplication.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if enter and isinstance(button, QPushButton | QToolButton):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(
                    button, QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier)
                )
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dropping.welcome(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.dropping.welcome(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.dropping.end()

    def dropEvent(self, event: QDropEvent) -> None:
        self.dropping.drop(event)

    @Slot()
    def _show_panel(self) -> None:
        """Show the panel chosen, or the one that the board's mode allows in its place."""
        panel, editing = self.navigation.panel, self.workspace.editing
        if panel is Panel.SET_UP and not editing:
            panel = Panel.MOVES
        followed = panel is Panel.MOVES and self.game.live and not editing
        self.modes.choose(Panel.PLAY if followed else panel)
        if panel is Panel.MOVES and self.stage.roomy:  # they have a column of their own
            panel = Panel.SET_UP if editing else Panel.PLAY
        self.panels.setCurrentWidget(self._panels[panel])
        sheet = panel is Panel.PLAY and self.navigation.page is Page.BOARD and not self.stage.roomy
        self.table.give_way(sheet, "setup")

    @Slot(object)
    def _choose_mode(self, panel: Panel) -> None:
        """Bring the board into the mode of `panel`, and show that; in a game, Play shows it."""
        workspace, shown = self.workspace, self.navigation.panel
        if panel is Panel.SET_UP and not workspace.editing:
            self.commands["edit"].trigger()
        elif panel is Panel.MOVES and workspace.editing:
            if not self.game.started:
                self.commands["study"].trigger()
            workspace.show_game()
        elif panel is Panel.PLAY and shown is panel and self.game.live:
            panel = Panel.MOVES
        self.navigation.show(panel)
        self._show_panel()

    def tour_part(self, name: str) -> QWidget:
        parts = {
            "home": self.rail.pages[Page.HOME],
            "board": self.views.board,
            "verdict": self.verdict,
            "table": self.table if self.table.isVisible() else self.verdict,
            "panels": self.panels,
            "pages": self.rail,
            "train": self.training.panel,
            "menu": self.rail.menu,
        }
        return parts[name]

    @Slot()
    def _show_set_up(self) -> None:
        """Show the panel that sets up; explorer and course stay beside positions they send."""
        self.notifications.dismiss()
        self.navigation.choose(Panel.SET_UP)
        if self.navigation.page is not Page.EXPLORE and not self.training.course.sending:
            self.navigation.show(Page.BOARD)

    @Slot()
    def _dismiss(self) -> None:
        """Hide messages, and the position that is pointed at."""
        self.services.hovering.dismiss()
        self.notifications.dismiss()
        for feature in self.services.features:
            feature.dismiss()

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

"""The window: the board, the panels beside it, and what connects them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QWidget

from millmate import paths, settings
from millmate.games.catalogue import game_of
from millmate.gui import tasks
from millmate.gui.analysis.analysis_controller import AnalysisController
from millmate.gui.board.widget import BoardWidget
from millmate.gui.builder.build_controller import BuildController
from millmate.gui.database.games_controller import GamesController
from millmate.gui.editor.editor_panel import EditorPanel
from millmate.gui.errors.sentences import capital
from millmate.gui.game_view import GameView
from millmate.gui.graph.graph_controller import GraphController
from millmate.gui.help.onboarding import Onboarding
from millmate.gui.languages.language_selector import LanguageSelector
from millmate.gui.languages.translator import translator
from millmate.gui.play.announcer import MoveAnnouncer
from millmate.gui.play.game import GameController
from millmate.gui.play.game_starter import GameStarter
from millmate.gui.play.move_entry import MoveEntry
from millmate.gui.play.moves_panel import MovesPanel
from millmate.gui.play.setup_panel import SetupPanel, kind_of
from millmate.gui.play.sides import sides_of
from millmate.gui.players.consent_dialog import GAME, may_start
from millmate.gui.players.engines import Engines
from millmate.gui.preferences.preferences_controller import PreferencesController
from millmate.gui.records.autosave import Autosave
from millmate.gui.records.diagram_export import DiagramExporter
from millmate.gui.records.drop_target import DropTarget
from millmate.gui.records.files import GameFiles
from millmate.gui.records.game_opener import GameOpener
from millmate.gui.records.recent_menu import RecentMenu
from millmate.gui.requests import Requests
from millmate.gui.score.annotation_controller import AnnotationController
from millmate.gui.style import theme
from millmate.gui.style.appearance import Appearance
from millmate.gui.style.screen_fit import keep_on_screen
from millmate.gui.tournament.tournament_controller import TournamentController
from millmate.gui.trainer.trainer_controller import TrainerController
from millmate.gui.verdicts.external_tables import ExternalDirectories
from millmate.gui.verdicts.external_tables_dialog import ExternalTablesController
from millmate.gui.verdicts.probe_controller import ProbeController
from millmate.gui.verdicts.probe_service import ProbeService
from millmate.gui.verdicts.table_panel import TablePanel
from millmate.gui.verdicts.verdict_bar import VerdictBar
from millmate.gui.window import window_layout, window_state
from millmate.gui.window.actions import build_menus
from millmate.gui.window.availability import show_availability
from millmate.gui.window.board_column import BoardColumn
from millmate.gui.window.deeds import deeds_of
from millmate.gui.window.explorer_controller import ExplorerController
from millmate.gui.window.interrupted_work import InterruptedWork
from millmate.gui.window.keys import Keys
from millmate.gui.window.pages import Pages
from millmate.gui.window.status import Status
from millmate.language import mark, tr
from millmate.pictures.diagrams import Orientation


class MainWindow(QMainWindow):
    """Two modes on one board: setting a position up, and a game, being played or looked at."""

    def __init__(self, remembered: settings.Settings | None = None, *, pace: float = 0.35) -> None:
        super().__init__()
        self.setWindowTitle("Mill & Mate")
        self.loaded = settings.load() if remembered is None else None  # None: of no file
        self.settings = self.loaded or remembered or settings.Settings()
        self.appearance = Appearance(self.settings, self)
        self.tables_dir = Path(self.settings.tables or paths.tables_dir())
        self.game = GameController(self.tables_dir, pace, self)
        self.game.may_start = lambda specs: may_start(self, specs, GAME)
        self.requests = Requests(self)
        elsewhere = ExternalDirectories(self.settings.syzygy, self.settings.gaviota)
        self.oracle = ProbeService(self.tables_dir, self, elsewhere)
        self.others = ExternalTablesController(elsewhere, self)
        self.engines = Engines(self.settings, self)
        self.building = BuildController(self)
        self.exploring = ExplorerController(self)
        self.tournaments = TournamentController(self)
        self.training = TrainerController(self)
        self.probing = ProbeController(self)
        self.starting = GameStarter(self)
        self.opening = GameOpener(self)
        self.files = GameFiles(self)
        self.autosave = Autosave(self)
        self.games = GamesController(self)
        self.picturing = DiagramExporter(
            self, self.orientation_of, lambda text: self.status.say(text), self.complain
        )
        self.dropping = DropTarget(self)
        self.helping = Onboarding(self)
        self.languages = LanguageSelector(self.settings)
        self.preferences = PreferencesController(self)
        self.analysis = AnalysisController(self)
        self.typing = MoveEntry(self)
        self.column = BoardColumn(self.analysis.bar, self.typing.field)
        self.desks = window_state.desks(self.settings, self.game, self)
        self.desk = self.desks["chess"]
        self.score = AnnotationController(self.game, self)
        self.charting = GraphController(self.game, self.tables_dir, self)
        self.actions_ = build_menus(self, deeds_of(self))
        RecentMenu(self)
        self.keys = Keys(self.actions_, self)
        self.verdict = VerdictBar()
        self.setup = SetupPanel()
        self.moves = MovesPanel(self.game, self.actions_, self.score, self.charting.graph)
        self.table = TablePanel()
        self.status = Status(self.tables_dir)
        self._editing = False
        self._lay_out()
        theme.dress(self)
        self._connect()
        window_state.recall(self)
        self._shape = window_state.Shape(self)
        self._set_up(self.desks[kind_of(self.settings.game)].editor.model.fen)
        self.board.setFocus()  # where keys do what the menus say

    # --- building the window -----------------------------------------------------------------

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
            }
        )
        self.setCentralWidget(window_layout.framed(self.pages))
        self.setStatusBar(self.status)
        keep_on_screen(self, QSize(1180, 820), least=QSize(880, 600))

    def _connect(self) -> None:
        for desk in self.desks.values():
            self._connect_desk(desk)
        self._connect_panels()
        self.game.changed.connect(self.show_game)
        self.game.said.connect(self.status.say)
        self.game.acted.connect(self.requests.begin)
        self.probing.follow()
        self.oracle.answered.connect(self.charting.heed)
        self.analysis.analyst.told.connect(self.charting.take)
        self.engines.changed.connect(self.setup.set_engines)
        self.engines.changed.connect(self.analysis.set_engines)
        self.others.chosen.connect(self.oracle.look_elsewhere)
        self.appearance.changed.connect(self._show_appearance)
        translator.changed.connect(self._retranslate)
        QShortcut(QKeySequence("Esc"), self, self._dismiss)
        self.interrupted = InterruptedWork(self)
        self.starting.follow()
        self.tournaments.follow()
        self.pages.changed.connect(self.games.turned)
        self.typing.follow()
        MoveAnnouncer(self).follow()

    def _connect_desk(self, desk: GameView) -> None:
        desk.board.move_chosen.connect(self.game.play)
        desk.board.flipped_changed.connect(self._show_players)
        desk.board.flipped_changed.connect(self.analysis.follow)
        desk.board.choosing_changed.connect(self._show_actions)
        desk.editor.changed.connect(self._edited)
        self.score.draw_on(desk.board, desk.kind)
        for name in ("best", "variation_up", "variation_down"):
            desk.board.addAction(self.actions_[name])

    def _connect_panels(self) -> None:
        self.setup.game_chosen.connect(self._game_chosen)
        self.setup.edit_wanted.connect(self._edit_shown)
        self.setup.changed.connect(self._show_players)
        self.setup.changed.connect(self._show_lack)
        self.moves.go_on.connect(self.game.resume)
        self.score.view.chosen.connect(self._move_chosen)
        self.table.move_chosen.connect(self.play_move)
        self.table.worth_wanted.connect(self.actions_["worth"].trigger)
        self.table.explore_wanted.connect(self.exploring.open)
        self.table.pointed.connect(self.analysis.point)
        self.verdict.build_wanted.connect(self.building.open)
        self.verdict.build_now_wanted.connect(self.building.start)
        self.status.builder_wanted.connect(self.building.open)

    # --- the two modes -----------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """Whether a position is being set up."""
        return self._editing

    @property
    def board(self) -> BoardWidget:
        """The board that is shown."""
        return self.desk.board

    @property
    def editor(self) -> EditorPanel:
        """The editor of the game that is shown."""
        return self.desk.editor

    def orientation_of(self, fen: str) -> Orientation:
        """Return how the board of a position's game lies."""
        return self.desks[game_of(fen)].board.orientation

    @property
    def shown_fen(self) -> str:
        """The position on the board."""
        return str(self.editor.model.fen) if self._editing else self.game.line.fen

    def set_up(self, fen: str) -> None:
        """Set a position of any game up that is meant to be played; see `_set_up`."""
        self._set_up(fen)
        if fen != self.desk.rules.start_fen:
            self.setup.leave_initial()

    def _set_up(self, fen: str) -> None:
        """Set a position of any game up, beginning with `fen`; a game being played is saved."""
        self.requests.begin()
        kind = game_of(fen)
        if self._editing and self.desk.kind == kind:
            self.editor.model.set_fen(fen)
        else:
            self._stop_editing()
            self.game.leave()
            self._editing = True
            self._change_desk(kind)
            self.board.allow({})
            self.editor.begin(fen)
        self.pages.turn_to(self.splitter)
        self.column.message.hide()
        self.tabs.setCurrentIndex(0)
        self._show_mode()
        self._edited(self.editor.model.fen)

    def leave_set_up(self) -> None:
        """Go back to the game."""
        self._stop_editing()
        self._change_desk(kind_of(self.game.rules.name))
        self._show_mode()

    @Slot()
    def _move_chosen(self) -> None:
        """A move was chosen in the list of moves: show the game, should a position be set up."""
        if self._editing:
            self.leave_set_up()
            self.show_game()

    def _stop_editing(self) -> None:
        if self._editing:
            self._editing = False
            self.editor.end()

    def _change_desk(self, kind: str) -> None:
        """Bring the board of another game to the window, and choose that game in the panel."""
        self.desk = self.desks[kind]
        self.setup.choose_game(kind)

    @Slot(str)
    def _game_chosen(self, kind: str) -> None:
        """Another game was chosen in the panel: set its position up, the one there was last."""
        if kind != self.desk.kind:
            self._set_up(self.desks[kind].editor.model.fen)

    def _show_mode(self) -> None:
        for desk in self.desks.values():
            shown = self._editing and desk is self.desk
            desk.editor.palette_strip.setVisible(shown)
            desk.editor.setVisible(shown)
        self.column.show_desk(self.desk)
        if self._editing:
            self.typing.put_away()
        self._rule.setVisible(self._editing)
        self.setup.set_editing(self._editing)
        self.table.let_go()
        self.training.drilling.follow()
        self._show_actions()
        self._show_players()

    def show_moves(self) -> None:
        """Show the game with its moves, in place of what was set up."""
        self.pages.turn_to(self.splitter)
        self.column.message.hide()
        self.leave_set_up()
        self.tabs.setCurrentWidget(self.moves)
        self.show_game()

    # --- showing -----------------------------------------------------------------------------

    @Slot()
    def show_game(self) -> None:
        """Show the game as it stands."""
        kind = kind_of(self.game.rules.name)
        if not self._editing and self.desk.kind != kind:
            self._change_desk(kind)
            self._show_mode()
        self._show_actions()
        self._show_players()
        if self._editing:
            return
        self.desk.show_game()
        self.board.set_move_labels({})
        self.setup.set_fault("")
        self.probing.look_up(self.game.line.fen)

    @Slot(str)
    def _edited(self, fen: str) -> None:
        if not self._editing:
            return
        if self.editor.model.can_undo:
            self.requests.begin()
            self.setup.leave_initial()  # what is set up by hand is meant to be played
        faults = self.editor.model.problems
        self.setup.set_fault(capital(faults[0].message) if faults else "")
        self._show_actions()
        self._show_players()
        self.probing.look_up(fen)

    @Slot()
    def _show_players(self) -> None:
        sides = sides_of(self.desk, self.setup.specs, self._editing, self.shown_fen)
        self.column.show_players(sides.names, sides.doing, sides.turn, self.board.flipped)

    @Slot()
    def _show_lack(self) -> None:
        """No position is called ready beside the reason why it cannot be played."""
        for desk in self.desks.values():
            desk.editor.show_lack(self.setup.lack)

    def _show_actions(self) -> None:
        show_availability(self.actions_, self.desk, self._editing, self.score)

    @Slot()
    def _show_appearance(self) -> None:
        for desk in self.desks.values():
            desk.board.set_animated(self.appearance.moving, self.appearance.speed)
        self.analysis.bar.animated = self.appearance.moving
        self.table.show_worth(self.appearance.worth)
        self.probing.show_again()

    @Slot()
    def _retranslate(self) -> None:
        """Say all that changes in the language there is now."""
        self.oracle.forget()
        self._show_mode()
        self.oracle.ask(self.shown_fen)

    # --- deeds -------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Take back the last change of the editor, a choice begun on the board, or a move."""
        if self._editing:
            self.editor.model.undo()
        elif self.board.choosing:
            self.board.cancel_choice()
        else:
            self.game.take_back()

    def redo(self) -> None:
        """Make again what was taken back."""
        self.editor.model.redo() if self._editing else self.game.redo()

    def toggle_editing(self) -> None:
        """Set the position shown up, or go back to the game."""
        if not self._editing:
            self._edit_shown()
        elif self.game.begun:
            self.leave_set_up()
            self.show_game()
        else:
            self._show_actions()
            self.status.say(tr("Press Play to begin a game from this position."))

    def _edit_shown(self) -> None:
        self.set_up(self.game.line.fen)

    def play_move(self, text: str) -> None:
        """Play a move in the game shown, or make it in the position that is being set up."""
        if not self._editing:
            self.game.play(text)
            return
        board = self.desk.rules.board(self.shown_fen)
        board.push(self.desk.rules.parse_move(board, text))
        self.editor.model.set_fen(board.fen())

    # --- telling -----------------------------------------------------------------------------

    def complain(self, text: str, label: str = "", then: Callable[[], None] | None = None) -> None:
        """Say in a line beneath the board what is wrong; the button `label` does `then`.

        What went well before is no longer said beside it.
        """
        self.status.clearMessage()
        self.column.message.say(text, label, then)

    def remark(self, text: str, label: str = "", then: Callable[[], None] | None = None) -> None:
        """Say in a line beneath the board what is worth knowing; the button `label` does `then`."""
        self.column.message.say(text, label, then, "info")

    @Slot()
    def _dismiss(self) -> None:
        """Take the messages away, on either page."""
        self.column.message.hide()
        self.tournaments.dismiss()

    # --- remembering and closing -------------------------------------------------------------

    def remember(self) -> settings.Settings:
        """Return what the next window shall know."""
        return window_state.remember(self)

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

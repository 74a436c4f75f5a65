"""The window: the board, the panels beside it, and what connects them."""

from __future__ import annotations

import random
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QMessageBox,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from millmate import paths, settings
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, random_position
from millmate.gui import about, tasks, theme
from millmate.gui.actions import build_menus, dress
from millmate.gui.board_column import BoardColumn
from millmate.gui.build_run import BuildRun
from millmate.gui.builder_dialog import BuilderDialog
from millmate.gui.editor import EditorModel, PositionEditor
from millmate.gui.files import GameFiles
from millmate.gui.game import GameController
from millmate.gui.moves_panel import MovesPanel
from millmate.gui.oracle import Answer, Oracle
from millmate.gui.setup_panel import BOARD, INITIAL, RANDOM, SetupPanel
from millmate.gui.status import Status
from millmate.gui.table_panel import TablePanel
from millmate.gui.verdict_bar import VerdictBar
from millmate.players.spec import describe

if TYPE_CHECKING:
    from millmate.tablebase.build import BuildProgress

_APPEARANCES = ("light", "dark", "system")


class MainWindow(QMainWindow):
    """Two modes on one board: setting a position up, and a game, being played or looked at."""

    def __init__(self, remembered: settings.Settings | None = None, *, pace: float = 0.35) -> None:
        super().__init__()
        self.setWindowTitle("Mill & Mate")
        self._settings = settings.load() if remembered is None else remembered
        self.tables_dir = Path(self._settings.tables or paths.tables_dir())
        self.game = GameController(self.tables_dir, pace, self)
        self.oracle = Oracle(self.tables_dir, self)
        self.run = BuildRun(self.tables_dir, self)
        self.files = GameFiles(self)
        self.column = BoardColumn()
        self.board = self.column.view
        self.editor = PositionEditor(EditorModel(self._start_fen()), self.board)
        self.builder: BuilderDialog | None = None
        self.actions_ = build_menus(self, self._deeds())
        self.verdict = VerdictBar()
        self.setup = SetupPanel()
        self.moves = MovesPanel(self.game, self.actions_)
        self.table = TablePanel()
        self.status = Status(self.tables_dir)
        self._editing = False
        self._failure = ""  # of a player, in the game shown
        self._lay_out()
        self._connect()
        self._recall()
        self.set_up(self._start_fen())

    # --- building the window -----------------------------------------------------------------

    def _lay_out(self) -> None:
        self.column.put_beneath(self.editor.palette_strip)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self._setup_tab(), "Set up")
        self.tabs.addTab(self.moves, "Moves")
        self.tabs.addTab(self.table, "Table")
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.verdict)
        column.addWidget(self.tabs, 1)
        side.setMinimumWidth(336)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(2 * theme.GRID)
        self.splitter.addWidget(self.column)
        self.splitter.addWidget(side)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setSizes([720, 400])
        middle = QWidget()
        margins = QVBoxLayout(middle)
        margins.setContentsMargins(*(2 * theme.GRID, theme.GRID) * 2)
        margins.addWidget(self.splitter)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)
        self.setMinimumSize(880, 600)
        self.resize(1180, 820)

    def _setup_tab(self) -> QWidget:
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, theme.GRID, 0)
        layout.setSpacing(2 * theme.GRID)
        layout.addWidget(self.setup)
        self._rule = theme.rule()
        layout.addWidget(self._rule)
        layout.addWidget(self.editor)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        return scroll

    def _connect(self) -> None:
        self.board.move_chosen.connect(self.game.play)
        self.board.flipped_changed.connect(self._show_players)
        self.editor.changed.connect(self._edited)
        self.game.changed.connect(self._show_game)
        self.game.said.connect(self.status.say)
        self.game.failed.connect(self._trouble)
        self.game.saved.connect(self.files.saved)
        self.oracle.answered.connect(self._answered)
        self.setup.play_wanted.connect(self.play)
        self.setup.edit_wanted.connect(self._edit_shown)
        self.setup.changed.connect(self._show_players)
        self.moves.play_on.connect(self.play_on)
        self.moves.go_on.connect(self.game.resume)
        self.table.move_chosen.connect(self._table_move)
        self.table.worth_wanted.connect(self.actions_["worth"].trigger)
        self.verdict.build_wanted.connect(self.open_builder)
        self.status.builder_wanted.connect(self.open_builder)
        self.run.advanced.connect(self._build_advanced)
        self.run.ended.connect(self._build_ended)
        QShortcut(QKeySequence("Esc"), self, self.column.message.hide)
        QApplication.styleHints().colorSchemeChanged.connect(self._dress)

    def _deeds(self) -> dict[str, Callable[[], object]]:
        game, files = self.game, self.files
        return {
            "new_game": self.play,
            "open": files.ask_open,
            "save": files.ask_save,
            "offer_draw": game.offer_draw,
            "claim_draw": game.claim_draw,
            "resign": game.resign,
            "quit": self.close,
            "take_back": self._take_back,
            "redo": self._redo,
            "copy_pgn": files.copy_pgn,
            "copy_fen": files.copy_fen,
            "paste": files.paste,
            "first": lambda: game.go(0),
            "previous": lambda: game.go(game.line.cursor - 1),
            "next": lambda: game.go(game.line.cursor + 1),
            "last": lambda: game.go(len(game.line.plies)),
            "flip": lambda: self.board.set_flipped(not self.board.flipped),
            "worth": self._toggle_worth,
            "animated": self._toggle_animated,
            **{name: partial(self._set_appearance, name) for name in _APPEARANCES},
            "full_screen": self._toggle_full_screen,
            "edit": self._toggle_editing,
            "play_here": self.play_on,
            "build": self.open_builder,
            "builder": self._open_empty_builder,
            "shortcuts": lambda: about.show_shortcuts(self),
            "about": lambda: about.show_about(self),
        }

    # --- the two modes -----------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """Whether a position is being set up."""
        return self._editing

    @property
    def shown_fen(self) -> str:
        """The position on the board."""
        return str(self.editor.model.fen) if self._editing else self.game.shown.fen

    def set_up(self, fen: str) -> None:
        """Set a position up, beginning with `fen`; a game being played is saved and left."""
        if self._editing:
            self.editor.model.set_fen(fen)
        else:
            self.game.leave()
            self._editing = True
            self.board.set_destinations(())
            self.editor.begin(fen)
        self.column.message.hide()
        self.tabs.setCurrentIndex(0)
        self._show_mode()
        self._edited(self.editor.model.fen)

    def leave_set_up(self) -> None:
        """Go back to the game."""
        if self._editing:
            self._editing = False
            self.editor.end()
        self._show_mode()

    def _show_mode(self) -> None:
        self.editor.palette_strip.setVisible(self._editing)
        self.editor.setVisible(self._editing)
        self._rule.setVisible(self._editing)
        self.setup.set_editing(self._editing)
        self._show_actions()
        self._show_players()

    @Slot()
    def play(self) -> None:
        """Begin the chosen game."""
        if self._startable(self.setup.lack):
            self._begin(self._chosen_fen())

    @Slot()
    def play_on(self) -> None:
        """Begin a game, with the chosen players, from exactly the position shown."""
        if self._startable(self.setup.lack_from(BOARD)):
            self._begin(self.shown_fen)

    def _begin(self, fen: str) -> None:
        try:
            self.game.start(fen, self.setup.specs)
        except MillMateError as error:
            self.complain(str(error))
        else:
            self._begun()

    def _startable(self, lack: str) -> bool:
        """Say what is lacking, and how to get it, where the game cannot begin."""
        if lack and self.setup.can_build:
            self.complain(lack, "Build…", self.open_builder)
        elif lack:
            self.complain(lack)
        return not lack

    def _chosen_fen(self) -> str:
        start = self.setup.chosen_start
        if start == INITIAL:
            return chess.STARTING_FEN
        board = board_from_fen(self.shown_fen)
        if start == RANDOM:
            return random_position(Material.of(board), random.Random(), board.turn).fen()
        return self.shown_fen if self._editing else self.game.line.start_fen

    def _begun(self) -> None:
        self._failure = ""
        self.column.message.hide()
        self.leave_set_up()
        people = [side for side, spec in self.setup.specs.items() if spec.kind == "human"]
        if len(people) == 1:
            self.board.set_flipped(people[0] is chess.BLACK)
        self.tabs.setCurrentWidget(self.moves)
        self.board.setFocus()
        self._show_game()

    def show_record(self, record: object) -> None:
        """Show a recorded game."""
        self.game.open(record)  # type: ignore[arg-type]
        self.column.message.hide()
        self.leave_set_up()
        self.tabs.setCurrentWidget(self.moves)
        self._show_game()

    # --- showing -----------------------------------------------------------------------------

    @Slot()
    def _show_game(self) -> None:
        self._show_actions()
        self._show_players()
        if self._editing:
            return
        shown = self.game.shown
        move = chess.Move.from_uci(shown.last_move) if shown.last_move else None
        squares = (move.from_square, move.to_square) if move else None
        self.board.set_move_labels({})
        self.board.set_position(shown.fen, last_move=squares, check=shown.check)
        self.board.set_destinations(self.game.destinations())
        self.setup.set_fault("")
        self._ask(shown.fen)

    @Slot(str)
    def _edited(self, fen: str) -> None:
        if not self._editing:
            return
        faults = self.editor.model.problems
        self.setup.set_fault(
            faults[0].message[:1].upper() + faults[0].message[1:] if faults else ""
        )
        self._show_actions()
        self._show_players()
        self._ask(fen)

    def _ask(self, fen: str) -> None:
        known = self.oracle.last
        if known is not None and known.fen == fen:
            self._answered(known)
        else:
            self.oracle.ask(fen)

    @Slot(object)
    def _answered(self, answer: Answer) -> None:
        self.verdict.show_answer(answer)
        self.setup.show_answer(answer)
        self.table.show_answer(answer)
        if self._failure and answer.plan is not None:
            self.complain(self._failure, "Build…", self.open_builder)
            self._failure = ""
        labels = self._settings.worth and answer.covered and not self._editing
        self.board.set_move_labels({m.text: m.words for m in answer.moves} if labels else {})

    @Slot()
    def _show_players(self) -> None:
        if self._editing:
            names = {side: describe(spec) for side, spec in self.setup.specs.items()}
            turn: bool | None = self.editor.model.turn
            doing = {side: "to move" if side is turn else "" for side in names}
        else:
            names, turn = self.game.names, self.game.turn
            doing = {side: self._doing(side) for side in names}
        self.column.show_players(names, doing, turn)

    def _doing(self, side: bool) -> str:
        game = self.game
        if game.outcome is not None and game.outcome.result != "*":
            if game.outcome.winner is None:
                return "draw"
            return "won" if game.outcome.winner is side else "lost"
        if game.turn is not side:
            return ""
        return "to move" if game.awaits_person else "thinking…"

    def _show_actions(self) -> None:
        """Enable what can be done now."""
        game, line, editing = self.game, self.game.line, self._editing
        model = self.editor.model
        enabled = {
            "take_back": model.can_undo if editing else game.can_take_back,
            "redo": model.can_redo if editing else game.can_redo,
            "resign": game.can_resign,
            "offer_draw": game.can_resign and game.offer in (None, not game.person),
            "claim_draw": game.can_claim,
            "first": not editing and line.cursor > 0,
            "previous": not editing and line.cursor > 0,
            "next": not editing and not line.at_end,
            "last": not editing and not line.at_end,
            "save": bool(line.plies),
            "copy_pgn": game.begun,
        }
        for name, able in enabled.items():
            self.actions_[name].setEnabled(able)
        self.actions_["take_back"].setText("&Undo" if editing else "&Take back")
        accept = game.offer is not None and game.offer is not game.person
        self.actions_["offer_draw"].setText("Accept the &draw" if accept else "Offer a &draw")
        self.actions_["edit"].setChecked(editing)

    # --- deeds -------------------------------------------------------------------------------

    def _take_back(self) -> None:
        self.editor.model.undo() if self._editing else self.game.take_back()

    def _redo(self) -> None:
        self.editor.model.redo() if self._editing else self.game.redo()

    def _toggle_editing(self) -> None:
        if not self._editing:
            self._edit_shown()
        elif self.game.begun:
            self.leave_set_up()
            self._show_game()
        else:
            self._show_actions()
            self.status.say("Press Play to begin a game from this position.")

    def _edit_shown(self) -> None:
        self.set_up(self.game.shown.fen)

    def _table_move(self, text: str) -> None:
        if self._editing:
            self.status.say("Press Play to begin a game from this position.")
        else:
            self.game.play(text)

    def _toggle_worth(self) -> None:
        self._settings = self._settings.changed(worth=not self._settings.worth)
        self._show_worth()

    def _show_worth(self) -> None:
        self.actions_["worth"].setChecked(self._settings.worth)
        self.table.show_worth(self._settings.worth)
        if self.oracle.last is not None:
            self._answered(self.oracle.last)

    def _toggle_animated(self) -> None:
        self._settings = self._settings.changed(animated=not self._settings.animated)
        self._show_animated()

    def _show_animated(self) -> None:
        self.actions_["animated"].setChecked(self._settings.animated)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.board.set_animated(self._settings.animated and theme.wants_motion(app))

    def _set_appearance(self, appearance: str, checked: bool = True) -> None:
        self._settings = self._settings.changed(appearance=appearance)
        self._dress()

    @Slot()
    def _dress(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, theme.wants_dark(app, self._settings.appearance))
        dress(self.actions_)
        for name in _APPEARANCES:
            self.actions_[name].setChecked(name == self._settings.appearance)

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # --- building ----------------------------------------------------------------------------

    @Slot()
    def open_builder(self) -> None:
        """Show the builder, with what the position on the board needs."""
        self._show_builder()
        self._propose()

    def _open_empty_builder(self) -> None:
        self._show_builder()
        assert self.builder is not None
        self.builder.field.name.setFocus()
        self.builder.field.name.selectAll()

    def _show_builder(self) -> None:
        if self.builder is None:
            self.builder = BuilderDialog(self.run, self.tables_dir, self)
            self.builder.board_wanted.connect(self._propose)
            self._propose()
        self.builder.show()
        self.builder.activateWindow()

    @Slot()
    def _propose(self) -> None:
        assert self.builder is not None
        board = board_from_fen(self.shown_fen)
        self.builder.propose(str(Material.of(board).canonical()))

    @Slot(object)
    def _build_advanced(self, progress: BuildProgress) -> None:
        self.status.show_progress(progress)
        self.verdict.set_building(f"Building {progress.material}, {progress.fraction * 100:.0f} %")

    @Slot(str)
    def _build_ended(self, sentence: str) -> None:
        self.verdict.set_building("")
        self.status.show_end(sentence)
        if self.run.succeeded:
            self.column.message.hide()
        elif not self.run.stopped and not (self.builder and self.builder.isVisible()):
            self.complain(sentence, "Open the builder", self.open_builder)
        self.oracle.refresh()

    # --- telling -----------------------------------------------------------------------------

    def complain(self, text: str, label: str = "", then: Callable[[], None] | None = None) -> None:
        """Say in a line beneath the board what is wrong; the button `label` does `then`."""
        self.column.message.say(text, label, then)

    def tell_unexpected(self, text: str) -> None:
        """Say that something went wrong that nobody foresaw; the window goes on."""
        self.complain(f"Something went wrong: {text}. The game goes on; please report this.")

    @Slot(str)
    def _trouble(self, text: str) -> None:
        """A player could not go on: say why, and offer the table if that is what it lacks."""
        self._failure = text
        self.complain(text)
        if self.oracle.last is not None:
            self._answered(self.oracle.last)

    # --- remembering and closing -------------------------------------------------------------

    def _start_fen(self) -> str:
        try:
            return board_from_fen(self._settings.start_fen).fen()
        except MillMateError:
            return settings.Settings().start_fen

    def _recall(self) -> None:
        remembered = self._settings
        self.setup.recall(remembered)
        self.board.set_flipped(remembered.flipped)
        self.restoreGeometry(QByteArray(b64decode(remembered.window)))
        self.splitter.restoreState(QByteArray(b64decode(remembered.layout)))
        self._show_worth()
        self._show_animated()
        self._dress()

    def remember(self) -> settings.Settings:
        """Return what the next window shall know."""
        start = self.editor.model.fen if self._editing else self.game.line.start_fen
        return self.setup.remember(self._settings).changed(
            start_fen=start,
            flipped=self.board.flipped,
            window=b64encode(self.saveGeometry().data()).decode(),
            layout=b64encode(self.splitter.saveState().data()).decode(),
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close cleanly: the game is saved, a build is cancelled once that is confirmed."""
        if self.run.running and not self._may_cancel_build():
            event.ignore()
            return
        self.game.leave()
        self.run.cancel()
        self.oracle.close()
        try:
            settings.save(self.remember())
        except OSError as error:
            self.status.say(f"The settings could not be saved: {error.strerror}")
        tasks.join_all()
        event.accept()

    def _may_cancel_build(self) -> bool:
        """Ask; work would be lost."""
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "Mill & Mate",
            "A table is being built. Quitting cancels the build.",
            parent=self,
        )
        leave = box.addButton("Cancel the build and quit", QMessageBox.ButtonRole.AcceptRole)
        stay = box.addButton("Keep building", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.exec()
        return box.clickedButton() is leave

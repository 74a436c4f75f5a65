"""The end of a person's game against a program: how it went by the tables, and what comes next."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import Position
from millmate.gui.features.analyse.graph_controller import GraphController
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.language import mark
from millmate.play.game_summary import GameSummary, of_game
from millmate.records.tree import GameTree


class EndPanel(QWidget):
    """The summary of a game, and buttons for what comes next."""

    def __init__(self) -> None:
        super().__init__()
        self.words = WrappedLabel()
        tip = mark("Go on from the move that cost most")
        self.slip = push_button(mark("From the slip"), tip=tip)
        self.again = push_button(mark("Again"), tip=mark("Start again from the same position"))
        tip = mark("Draw another position of this ending, as a drill")
        self.next = push_button(mark("Next ending"), tip=tip)
        buttons = hbox((self.slip, 1), (self.again, 1), (self.next, 1))
        vbox(self.words, buttons, within=self, spacing=theme.GRID // 2)
        self.hide()

    def show_summary(self, summary: GameSummary | None) -> None:
        """Show the summary of a game, or nothing."""
        self.setVisible(summary is not None)
        if summary is not None:
            self.words.setText(summary.words)
            self.slip.setEnabled(summary.slip is not None)


class EndController(Feature):
    """Summarises a game that a person played here against a program, once tables judged it.

    Drills, which are not saved as games, have their own page.
    """

    def __init__(
        self, services: Services, charting: GraphController, starting: GameStarter
    ) -> None:
        super().__init__(services)
        self._game, self._charting, self._starting = services.game, charting, starting
        self.panel = EndPanel()
        self._known: tuple[GameTree, GameSummary] | None = None
        self.panel.slip.clicked.connect(self._from_slip)
        self.panel.again.clicked.connect(lambda: self._start(0))
        self.panel.next.clicked.connect(lambda: services.links.train_like.emit(self._position(0)))
        charting.judged.connect(self._summarise)
        self._game.replaced.connect(self._show)
        self._game.ended.connect(self._show)
        translator.changed.connect(self._show)

    @property
    def summary(self) -> GameSummary | None:
        """The summary of the game on the board, if known."""
        if self._known is None or self._known[0] is not self._game.line.tree or self._game.live:
            return None
        return self._known[1]

    @Slot()
    def _summarise(self) -> None:
        """Judge a game that has just ended; moves that are tried afterwards change nothing."""
        game, over = self._game, self._game.outcome
        people = [side for side, spec in game.specs.items() if is_human(spec)]
        here = len(people) == 1 and game.studied and game.autosaved and not game.opened
        if here and over is not None and over.result != "*" and self.summary is None:
            won = 0 if over.winner is None else 1
            self._judge(people[0], won if over.winner is people[0] else -won)
        self._show()

    def _judge(self, side: bool, result: int) -> None:
        line = self._game.line
        tree, plies, known = line.tree, line.played, self._charting.stations
        fens = (line.start_fen, *(ply.fen for ply in plies))
        if all(fen in known for fen in fens):
            first = tree.rules.board(line.start_fen).ply()
            summary = of_game(plies, [known[fen] for fen in fens], side, result, first)
            self._known = None if summary is None else (tree, summary)

    @Slot()
    def _show(self) -> None:
        if self._game.live:
            self._known = None
        self.panel.show_summary(self.summary)

    def _position(self, ply: int) -> Position:
        line = self._game.line
        return Position(line.rules, line.played[ply - 1].fen if ply else line.start_fen)

    @Slot()
    def _from_slip(self) -> None:
        if self.summary is not None and self.summary.slip is not None:
            self._start(self.summary.slip.ply)

    def _start(self, ply: int) -> None:
        """Play a new game with the same players from the position after `ply` plies."""
        game = self._game
        self._starting.start(self._position(ply), dict(game.specs), control=game.control)

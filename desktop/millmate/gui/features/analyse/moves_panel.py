"""The moves of the game, the actions on it, and the summary of a game that is over."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QToolButton, QWidget

from millmate.formatting import side_name
from millmate.games.catalogue import Position
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.analyse.annotation_controller import AnnotationController
from millmate.gui.features.analyse.engine_worker import figures, line_words, score_words
from millmate.gui.features.analyse.graph_controller import GraphController
from millmate.gui.features.analyse.review_panel import ReviewPanel
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import bind_text, on_retranslate, translator
from millmate.gui.kit.widgets import action_button, hbox, keep_place, push_button, vbox
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.play.events import Thinking
from millmate.play.game_summary import GameSummary, of_game
from millmate.records.tree import GameTree

_EVERY = 200  # milliseconds between updates; faster changes cannot be read
_LINES = 5  # lines of text: one for the score, two each for figures and moves


class ThoughtsPanel(QWidget):
    """Score, figures and line of the search of the side to move; empty after its move.

    The height is constant, so that nothing beside the panel moves.
    """

    def __init__(self, game: GameController) -> None:
        super().__init__()
        self._game = game
        self._shown: Thinking | None = None
        self.score, self.figures, self.line = Label(), theme.muted(), theme.muted()
        bind_text(
            self.score, tip=mark("As the side to move sees it; the figure is positive for White")
        )
        labels = (self.score, self.figures, self.line)
        layout = vbox(*labels, None, within=self, spacing=theme.GRID // 2)
        line_height = self.figures.fontMetrics().lineSpacing()
        self.setFixedHeight(_LINES * line_height + 2 * layout.spacing())
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self._poll)
        game.connect_all(self.refresh, game.moved)  # a turn follows, or the end
        translator.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Follow the game: watch the side that is thinking."""
        game = self._game
        self.setVisible(any(game.thinkers.values()))
        if game.thinking:
            if not self._timer.isActive():
                self._timer.start()
            return
        self._timer.stop()
        self._shown = None
        self._show_texts("", self._hint() if game.awaits_person else "", "")

    @Slot()
    def _poll(self) -> None:
        """Show the latest search report."""
        if not self._game.thinking:
            self.refresh()
            return
        thought = self._game.thought
        if thought is None:
            self._shown = None
            self._show_texts(*self._waiting(self._game.remark))
        elif thought is not self._shown:
            self._shown = thought
            words = score_words(thought, self._game.rules.kind)
            self._show_texts(words, figures(thought.info), line_words(thought.line))
            self.line.setToolTip(localize(" ".join(thought.line)))

    def _waiting(self, remark: str) -> tuple[str, str, str]:
        """Return the text shown before the first report: the reason, if the engine gave one."""
        if not remark:
            return tr("Nothing found yet"), "", ""
        first, _, rest = remark.partition(";")
        return f"{capital(first)} …", rest.strip(), ""

    def _hint(self) -> str:
        side = next((side for side, thinks in self._game.thinkers.items() if thinks), None)
        return (
            ""
            if side is None
            else tr("The search of {side} is shown here during its turn.", side=side_name(side))
        )

    def _show_texts(self, score: str, counts: str, line: str) -> None:
        self.score.setText(score)
        self.figures.setText(counts)
        self.line.setText(line)
        self.line.setToolTip("")


_ROOMY = 340  # a height with room for the report and the graph, in pixels
_NONE = mark(
    "The moves of a game are listed here.\n\nChoose Play above to start one, or open a saved "
    "game with Ctrl+O."
)
_YET = mark("No move has been played yet.")
_TO_TRY = mark("Make a move on the board to try it; no opponent will reply.")


def state_of(game: GameController) -> str:
    if not game.started:
        return tr("No game yet. Set a position up and press Play.")
    if game.outcome is not None:
        return str(game.outcome) if game.outcome.result != "*" else tr("Not finished")
    if game.offer is not None and game.offer != game.person:
        if game.offer:
            return tr("White offers a draw: accept it, or move to decline.")
        return tr("Black offers a draw: accept it, or move to decline.")
    if game.offer is not None:
        return tr("Draw offered. Your opponent will answer with the next move.")
    if game.turn is None:
        return tr("The game starts.")
    if game.paused:
        return tr("Paused until you move")
    return tr("White to move") if game.turn else tr("Black to move")


class MovesPanel(QWidget):
    """The score, navigation, the result with its reason, and the game's actions."""

    def __init__(
        self,
        game: GameController,
        actions: Mapping[str, QAction],
        score: AnnotationController,
        graph: QWidget,
        review: ReviewPanel,
    ) -> None:
        super().__init__()
        self._game, self._review = game, review
        self.score = score
        self.view = score.view
        self.view.addActions([actions["variation_up"], actions["variation_down"]])
        self.empty = theme.muted()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.state = WrappedLabel()
        theme.heading(self.state)
        tip = mark("Start a new game from the position shown")
        self.play_here = push_button(mark("Play from here"), actions["play_here"].trigger, tip=tip)
        self.resume = push_button(mark("Continue the game"), game.resume)
        self.thoughts = ThoughtsPanel(game)
        self._buttons = _GameButtons(actions, self.resume)
        self.claim, self.hurry = self._buttons.claim, self._buttons.hurry
        self.pause = self._buttons.pause
        review.listing_changed.connect(self.refresh)
        self._lay_out(actions, graph)
        game.connect_all(self.refresh, game.moved)  # a turn follows, or the end
        on_retranslate(self, self.refresh)

    def _lay_out(self, actions: Mapping[str, QAction], graph: QWidget) -> None:
        review = self._review
        # Containers: widgets in them are hidden and shown by others, too.
        self._end, self._comment, self._graph = QWidget(), QWidget(), QWidget()
        vbox(graph, within=self._graph)
        self._end_parts = vbox(within=self._end)
        vbox(self.score.field, within=self._comment)
        vbox(
            *((self.view, 1), (self.empty, 1), (review.page, 1), self._graph, review),
            *(hbox((self.state, 1), self.play_here), self._end, self.thoughts, self._buttons),
            *(self._comment, self._navigation(actions)),  # the widgets above can change
            within=self,
        ).setContentsMargins(0, theme.GRID, 0, 0)

    def put_end(self, panel: QWidget) -> None:
        """Put the summary of a game that is over below its result."""
        self._end_parts.addWidget(panel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the graph beside the report where there is room for both."""
        super().resizeEvent(event)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show the current state of the game."""
        game = self._game
        root = game.line.tree.root
        has_moves = bool(root.children or root.notes.comment)
        listing = game.studied and self._review.listing
        self.view.setVisible(has_moves and not listing)
        self._review.page.setVisible(listing)
        for each in (self.state, self._end, self._comment):  # the report needs room
            each.setVisible(not listing)
        self.empty.setVisible(not has_moves)
        self.empty.setText(tr((_TO_TRY if game.studied else _YET) if game.started else _NONE))
        self.state.setText(state_of(game))
        self._graph.setVisible(not listing or self.height() >= _ROOMY)
        self.play_here.setVisible(game.studied and not listing)
        self._buttons.show_game(game)

    def _navigation(self, actions: Mapping[str, QAction]) -> QHBoxLayout:
        names = "first", "previous", "next", "last", "take_back", "redo"
        review = self._review.button
        keep_place(review)  # so that nothing moves when a game ends
        tools = ((_tool(actions[name]), 1) for name in names)
        return hbox(*tools, review, spacing=theme.GRID // 2)


class _GameButtons(QWidget):
    """The buttons for the actions on the game."""

    def __init__(self, actions: Mapping[str, QAction], resume: QPushButton) -> None:
        super().__init__()
        self.claim = action_button(actions["claim_draw"])
        self.hurry = action_button(actions["move_now"])
        self.pause = action_button(actions["pause"])
        self._resume = resume
        self._live = [action_button(actions[name]) for name in ("resign", "offer_draw")]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.GRID)
        for row, each in enumerate((self.hurry, self.pause, self.claim, resume)):
            grid.addWidget(each, row, 0, 1, 2)
        for place, each in enumerate(self._live):
            row, column = divmod(place, 2)
            grid.addWidget(each, 4 + row, column)

    def show_game(self, game: GameController) -> None:
        """Show the actions available in `game`."""
        self.hurry.setVisible(any(game.thinkers.values()))
        self.pause.setVisible(game.clocks is not None and not game.among_people)
        self.claim.setVisible(game.can_claim)
        self._resume.setVisible(game.can_resume)
        for each in self._live:
            each.setVisible(not game.studied)
        self.setVisible(not game.studied or game.can_resume)


def _tool(action: QAction) -> QToolButton:
    """Return a flat button with the icon of `action`, as wide as the row allows."""
    tool = QToolButton()
    tool.setDefaultAction(action)
    tool.setAutoRaise(True)
    policy = tool.sizePolicy()
    tool.setSizePolicy(policy.Policy.Expanding, policy.verticalPolicy())
    return tool


class EndPanel(QWidget):
    """The summary of a game, and buttons to play on, to start again or to try another position."""

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

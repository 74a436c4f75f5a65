"""Analyses the game under review in a thread, and writes the result into it."""

import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from weakref import WeakKeyDictionary, WeakSet

from PySide6.QtCore import QTimer, Slot

from millmate.gui.features.analyse.graph_controller import GraphController
from millmate.gui.features.analyse.review_panel import ReviewPanel, brief, progress_words
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import translator
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.play.evaluation import Evaluation
from millmate.play.move_review import AnalysisNews, AnalysisOrder, GameReview, ReviewedMove, analyse
from millmate.play.review_notes import annotate, review_of
from millmate.players.spec import PlayerSpec, describe
from millmate.records.tree import GameTree

SECONDS = {"quick": 0.5, "thorough": 3.0}  # of search for a move
_HUMAN = describe(PlayerSpec.parse("human"))


@dataclass(slots=True)
class _Analysis:
    """The analysis of a game, as far as it has come.

    `known` are the evaluations of one that was stopped, with the time for a move called `budget`.
    """

    budget: str
    review: GameReview = GameReview(())  # noqa: RUF009
    known: dict[str, Evaluation] = field(default_factory=dict)


class ReviewController(Feature):
    """Runs one analysis at a time.

    The findings of an analysis that is stopped stay in the game; the next analysis of this game
    continues from there. The findings of an earlier session are read back when a game is opened.
    """

    def __init__(self, services: Services, charting: GraphController) -> None:
        super().__init__(services)
        self._charting = charting
        self._game, self._notify = services.game, services.notifications.status
        self.panel = ReviewPanel(services.commands["analyse_game"])
        self._task = Latest()
        self._analyses: WeakKeyDictionary[GameTree, _Analysis] = WeakKeyDictionary()
        self._read: WeakSet[GameTree] = WeakSet()  # in whose notes a review has been looked for
        self._unwritten: WeakSet[GameTree] = WeakSet()  # whose analysis ended in another tab
        self._line = self._game.line  # of the analysis under way
        self._tree = self._line.tree  # that is on the board, or analysed in another tab
        self._version = self._tree.version  # when its moves were last looked at
        self._started = 0.0
        self._skipped = 0  # positions that an earlier analysis evaluated
        self._connect()
        self._follow()
        self._show_all()

    def _connect(self) -> None:
        services, panel, button = self.services, self.panel, self.panel.button
        services.commands.bind("analyse_game", self.toggle, enabled=self._able, text=self._text)
        panel.mistake_chosen.connect(self._show_move)
        panel.training_wanted.connect(
            lambda failures: services.links.train.emit(failures, self._tree.rules)
        )
        panel.budget_chosen.connect(lambda chosen: services.settings.set(game_analysis=chosen))
        button.choose(services.settings.current.game_analysis)
        services.settings.bind(
            lambda settings: button.choose(settings.game_analysis), "game_analysis"
        )
        self._game.connect_all(self._follow, self._game.moved, self._game.turn_changed)
        services.tabs.changed.connect(self._follow)
        translator.changed.connect(self._show_progress)

    @property
    def running(self) -> bool:
        return self._task.running

    @property
    def review(self) -> GameReview | None:
        """The review of the game on the board, as far as it has come."""
        known = self._analyses.get(self._tree)
        return known.review if known is not None and known.review.plies else None

    def _able(self) -> bool:
        game = self._game
        has_moves = game.studied and game.line.tree.root.next is not None
        return self.running or (has_moves and not self.services.workspace.editing)

    def _text(self) -> str:
        if self.running:
            return tr("Sto&p the analysis")
        begun = self._tree in self._analyses and self._analyses[self._tree].known
        return tr("&Continue the analysis") if begun else tr("Analyse the &game")

    @Slot()
    def toggle(self) -> None:
        if self.running:
            self._task.stop()
        else:
            self.start()

    def start(self) -> None:
        """Analyse the main line; continue an earlier analysis of this game that was stopped."""
        services, tree = self.services, self._tree
        budget = services.settings.current.game_analysis
        found = self._analyses.get(tree)
        if found is None or found.budget != budget:
            found = self._analyses[tree] = _Analysis(budget)
        found.review = GameReview(tuple(tree.main_line()))
        self._line = self._game.line
        self._started, self._skipped = time.monotonic(), len(found.known)
        order = AnalysisOrder(
            tree.rules, tree.root.fen, found.review.plies, services.tables_dir, SECONDS[budget],
            dict(found.known),
        )  # fmt: skip
        self._task.start(
            partial(analyse, order),
            progress=self._heard,
            done=self._ended,
            failed=self._ended,
            stopped=self._ended,
        )
        self._show_all()

    @Slot(object)
    def _heard(self, news: AnalysisNews) -> None:
        found = self._analyses[self._tree]
        review = found.review
        evaluations = (*review.evaluations, *news.evaluations)
        found.review = GameReview(review.plies, evaluations, (*review.moves, *news.moves))
        fresh = {each.fen: each for each in news.evaluations if each is not None}
        found.known.update(fresh)
        self._charting.add_scores(
            {fen: each.white for fen, each in fresh.items() if each.exam is None}
        )
        self._show_progress(news.remark)

    @Slot()
    @Slot(object)
    def _ended(self, trouble: str | Exception = "") -> None:
        """Write the findings into the game, and report the end."""
        found = self._analyses[self._tree]
        if found.review.complete:
            found.known.clear()
        self._write()
        self._show_all()
        self._notify(
            _end(found.review, reason(trouble) if isinstance(trouble, Exception) else trouble)
        )
        self._follow()

    @Slot()
    def _write(self) -> None:
        """Write the signs, evaluations and better lines, once the game is on the board."""
        game, review = self._game, self.review
        if game.line.tree is not self._tree:
            self._unwritten.add(self._tree)
            return
        self._unwritten.discard(self._tree)
        if review is not None and review.moves and not game.live:
            shown = game.line.node
            game.edit(lambda tree: annotate(tree, review, shown))

    def _leave(self, sentence: str) -> None:
        """Stop an analysis of moves that are not on the board any more."""
        if self.running:
            self._task.drop()
            self._notify(sentence)

    def close(self) -> None:
        """Stop, and keep the findings."""
        if self.running:
            self._task.drop()
            self._write()

    @Slot()
    def _follow(self) -> None:
        """Forget a review of other moves than those of the game; stop one that is under way."""
        game = self._game
        tree = game.line.tree
        self.panel.button.setVisible(game.studied)
        before = self.review
        if tree is not self._tree and self.running and self.services.tabs.holds(self._line):
            return  # the analysis continues while its game is in another tab
        if tree is not self._tree:
            self._leave(tr("The analysis has stopped: another game is on the board."))
        elif tree.version == self._version and not (self.running and game.live):
            return
        self._tree, self._version = tree, tree.version
        if tree in self._unwritten:
            QTimer.singleShot(0, self._write)
        self._read_back()
        review = self.review
        if review is not None and (game.live or review.plies != tuple(tree.main_line())):
            self._leave(tr("The game was changed: its analysis has stopped."))
            self._analyses[tree].review = GameReview(())
        if before is not None or review is not None:
            self._show_all()

    def _read_back(self) -> None:
        """Take the review from the notes of a game that was opened, once."""
        tree, game = self._tree, self._game
        if tree in self._read or game.live or not game.studied:
            return
        self._read.add(tree)
        review = None if tree in self._analyses else review_of(tree)
        if review is not None:
            self._analyses[tree] = _Analysis("", review)

    @Slot(object)
    def _show_move(self, move: ReviewedMove) -> None:
        """Show the position after a move of the main line."""
        self._game.show(list(self._tree.root.line())[move.number])

    def _show_all(self) -> None:
        self.panel.show_running(self.running)
        review = None if self.running else self.review
        first = self._tree.rules.board(self._tree.root.fen).ply()
        signs = Counter(
            (node.ply.mover, nag)
            for node in self._tree.root.line()
            if node.ply is not None
            for nag in node.notes.nags
        )
        self.panel.show_review(review, first, self._own_sides(), signs)
        self._show_progress()
        self.services.commands.refresh("analyse_game")

    def _own_sides(self) -> tuple[bool, ...]:
        """Return the side that a person played against a program, or else both."""
        game, both = self._game, (True, False)
        if game.opened:
            own = tuple(side for side in both if game.names[side] == _HUMAN)
        else:
            own = tuple(side for side in both if is_human(game.specs[side]))
        return own if len(own) == 1 else both

    @Slot()
    def _show_progress(self, remark: str = "") -> None:
        review = self.review
        if review is None or not self.running:
            return
        done, positions = len(review.evaluations), len(review.plies) + 1
        text = progress_words(done, positions, self._seconds_left(done, positions))
        if remark:
            text = tr("Starting the engine: {remark}.", remark=remark)
        self.panel.show_progress(done, positions, text)

    def _seconds_left(self, done: int, positions: int) -> float | None:
        """Return the time left, by that of the positions so far; None until there are some."""
        fresh = done - self._skipped
        if fresh < 2:
            return None
        return (time.monotonic() - self._started) / fresh * (positions - done)


def _end(review: GameReview, trouble: str) -> str:
    """Return how an analysis ended."""
    if trouble:
        return tr(
            "The engine has stopped: {error}. The findings so far are in the game.",
            error=trouble.rstrip("."),
        )
    if not review.complete:
        return tr("The analysis was stopped. The findings so far are in the game.")
    if not review.moves:
        return tr("There is no information about this game.")
    return tr("The game is analysed. {summary}.", summary=brief(review))

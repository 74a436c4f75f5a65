"""Help while a person plays: hints, and the veil over table results."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence

from millmate.games.board import Board
from millmate.games.catalogue import Position
from millmate.gui.features.train.course import CoursePage
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.features.train.drill_page import best_move, point, which_man
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Latest
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.players.build import build_player
from millmate.players.player import Play
from millmate.players.spec import PlayerSpec
from millmate.records.line import Line

_SEARCH = PlayerSpec.parse("strong:seconds=1")


class HintController(QObject):
    """The first hint names the man to move, the second one the move.

    A search runs in a thread; its result is dropped if the game has continued meanwhile.
    """

    def __init__(self, services: Services, drilling: DrillController) -> None:
        super().__init__(services.window)
        self._game, self._views, self._tables = services.game, services.views, services.tables_dir
        self._notify, self._probe = services.notifications, services.probe
        self._links, self._drilling = services.links, drilling
        self._awaited = False  # whether a hint is to be given once the tables have answered
        self._fen, self._move, self._steps = "", "", 0  # of the last hint
        self._search = Latest()
        services.commands.bind("hint", self.give, enabled=lambda: self._game.awaits_person)
        services.probe.answered.connect(self._answered)
        for signal in (self._game.moved, self._game.replaced, self._game.ended):
            signal.connect(self._forget)

    @Slot()
    def give(self) -> None:
        """Give the next hint for the position in which the person is to move."""
        if self._drilling.veiling:
            self._drilling.hint()
            return
        line = self._game.line
        if not line.at_last:
            self._game.go(len(line.played))
        if self._search.running:
            return
        self._fen, known = line.last_fen, self._probe.last
        if known is None or known.fen != self._fen:
            self._awaited = True
            return
        self._move = self._move or self._probe.best_move(self._fen)
        if self._move:
            self._show()
        else:
            self._look()

    @Slot()
    def _answered(self) -> None:
        if self._awaited:
            self._awaited = False
            self.give()

    def _show(self) -> None:
        self._steps += 1
        rules, board = self._game.rules, self._game.shown_board()
        whole = self._steps > 1
        point(self._views.current, self._move, board.turn, whole=whole)
        if whole:
            move = rules.parse_move(board, self._move)
            self._say(best_move(rules.notation(board, move)))
        else:
            self._say(which_man(Position(rules, self._fen), self._move))

    def _say(self, words: str) -> None:
        self._links.hint.emit(words)
        self._notify.status(words)
        self._views.board.announce(words)

    def _look(self) -> None:
        self._say(tr("Looking for a hint…"))
        work = partial(_search, self._game.rules.name, self._game.line.board(), self._tables)
        self._search.start(work, done=self._found, failed=self._failed)

    @Slot(object)
    def _found(self, move: str) -> None:
        self._move = move
        self._show()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._links.hint.emit("")
        self._notify.warn(error_sentence(error))

    @Slot()
    def _forget(self) -> None:
        """Drop the hint of a position that is no longer the one to move in."""
        if self._steps:
            self._views.board.set_arrows(())
        if self._steps or self._search.running:
            self._links.hint.emit("")
        self._search.drop()
        self._move, self._steps, self._awaited = "", 0, False


def _search(
    game: str,
    board: Board,
    tables: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> str:
    """Return the best move that our own search finds in a second (in a thread)."""
    from millmate.games import catalogue

    player = build_player(_SEARCH, game=game, tables=tables)
    try:
        action = player.choose(board, stopped)
    finally:
        player.close()
    assert isinstance(action, Play)
    return catalogue.game(game).text(action.move)


class VerdictVeil(QObject):
    """Hides verdicts in a game that a person plays, unless they are wanted there or always.

    Drills and the course hide them by their own rules.
    """

    def __init__(self, services: Services, drilling: DrillController, course: CoursePage) -> None:
        super().__init__(services.window)
        self._game, self._workspace = services.game, services.workspace
        self._settings, self._notify = services.settings, services.notifications
        self._commands, self._probe, self._drilling = services.commands, services.probe, drilling
        self._course = course
        # A game, and whether verdicts are shown in it, as the user chose while playing it.
        self._wish: tuple[Line | None, bool] = None, False
        services.probe.veil, services.probe.hiding = self._veiled, lambda: self.hiding
        services.links.reveal.connect(self.lift)
        self._commands.bind("verdicts", self.toggle, checked=lambda: self.shown)
        services.settings.bind(lambda _: self._choose(None, False), "verdicts_in_play")
        for signal in (self._game.replaced, self._game.ended):
            signal.connect(services.probe.show_again)

    @property
    def shown(self) -> bool:
        """Whether verdicts are shown while playing: in this game, or else in every one."""
        line, shown = self._wish
        return shown if line is self._game.line else self._settings.kept.verdicts_in_play

    @property
    def hiding(self) -> bool:
        """Whether verdicts are hidden now because a person plays or a drill is running."""
        # Also just before the game of a drill starts.
        if self._drilling.veiling or self._course.covered:
            return True
        if self._drilling.drill is not None and self._drilling.on_board:
            return False
        game = self._game
        plays = game.live and any(is_human(spec) for spec in game.specs.values())
        return plays and not self._workspace.editing and not self.shown

    @Slot()
    def toggle(self) -> None:
        """Show or hide verdicts in this game, and offer to do so in every game."""
        shown = not self.shown
        self._choose(self._game.line, shown)
        if shown is not self._settings.kept.verdicts_in_play:
            text = tr("Verdicts are shown in this game.")
            if not shown:
                text = tr("Verdicts are hidden in this game.")
            self._notify.offer(
                text, tr("In every game"), lambda: self._settings.set(verdicts_in_play=shown)
            )

    @Slot()
    def lift(self) -> None:
        """Show verdicts because the user asked for help that includes them."""
        if self._drilling.veiling:
            self._drilling.unveil()
        elif self._course.covered:
            self._course.uncover()
        elif self.hiding:
            self.toggle()

    def _choose(self, line: Line | None, shown: bool) -> None:
        self._wish = line, shown
        self._commands.refresh("verdicts")
        self._probe.show_again()

    def _veiled(self, answer: Answer) -> Answer:
        """Return `answer`, or a placeholder where it would reveal who wins."""
        if self._drilling.veiling:
            hidden = tr("Hidden during the drill")
            way = tr("“Show the verdict” beside the board reveals it, but counts as help.")
            return Answer(answer.fen, answer.material, hidden, way)
        tells = answer.covered or bool(answer.kinds or answer.others or answer.bound)
        if answer.over or not tells or not self.hiding:
            return answer
        if self._course.covered:
            return Answer(answer.fen, answer.material, tr("Hidden in the course"), "", hidden=True)
        hidden = tr("Hidden while you play")
        key = self._commands["hint"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        remark = tr("{key} gives a hint.", key=key) if key else ""
        return Answer(answer.fen, answer.material, hidden, remark, hidden=True)

"""Gives hints while a person plays: from a table if one knows, else from a search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from millmate.games.board import Board
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.features.train.hint_words import best_move, point, which_man
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.probe_controller import ProbeController
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.players.build import build_player
from millmate.players.player import Play
from millmate.players.spec import PlayerSpec

_SEARCH = PlayerSpec.parse("strong:seconds=1")


class HintController(QObject):
    """The first hint names the man to move, the second one the move.

    A search runs in a thread; what it finds is dropped if the game has gone on meanwhile. `said`
    carries the words of a hint, "" once it no longer holds.
    """

    said = Signal(str)

    def __init__(
        self, services: Services, probing: ProbeController, drilling: DrillController
    ) -> None:
        super().__init__(services.window)
        self._game, self._views, self._tables = services.game, services.views, services.tables_dir
        self._notify, self._probe = services.notifications, services.probe
        self._probing, self._drilling = probing, drilling
        self._awaited = False  # whether a hint is to be given once the tables have answered
        self._fen, self._move, self._steps = "", "", 0  # of the last hint
        self._search: Task | None = None
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
        if self._search is not None:
            return
        self._fen, known = line.last_fen, self._probe.last
        if known is None or known.fen != self._fen:
            self._awaited = True
            return
        self._move = self._move or self._probing.best_move
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
            self._say(which_man(rules, self._fen, self._move))

    def _say(self, words: str) -> None:
        self.said.emit(words)
        self._notify.status(words)
        self._views.board.announce(words)

    def _look(self) -> None:
        self._say(tr("Looking for a hint…"))
        work = partial(_search, self._game.rules.name, self._game.line.board(), self._tables)
        self._search = Task(work).launch(done=self._found, failed=self._failed)

    @Slot(object)
    def _found(self, move: str) -> None:
        if self.sender() is self._search:
            self._search, self._move = None, move
            self._show()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is self._search:
            self._search = None
            self.said.emit("")
            self._notify.warn(error_sentence(error))

    @Slot()
    def _forget(self) -> None:
        """Drop the hint of a position that is no longer the one to move in."""
        if self._search is not None:
            self._search.stop()
        if self._steps:
            self._views.board.set_arrows(())
        self._search, self._move, self._steps, self._awaited = None, "", 0, False
        self.said.emit("")


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

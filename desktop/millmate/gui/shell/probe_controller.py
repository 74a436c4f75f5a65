"""Shows the table verdict on the position shown, in the panels and on the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.pictures.value_marks import PlaceValue
from millmate.settings import Settings


def move_values(answer: Answer) -> dict[str, PlaceValue]:
    """Return what the moves of a covered position are worth, the best first."""
    return {
        move.text: PlaceValue(move.wdl, None if move.at_most else move.moves, move.words)
        for move in answer.moves
        if move.wdl is not None
    }


class ProbeController(QObject):
    """Looks up every position shown on the board.

    `found` carries the answer, `shown` the visible part of it: during a drill, `veil` hides the
    parts that give moves away.
    """

    found = Signal(object)
    shown = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__(services.probe)
        self._probe, self._workspace = services.probe, services.workspace
        self._views, self._notify = services.views, services.notifications
        self._worth = services.settings.current.worth
        services.settings.bind(self._show_worth, "worth")
        self._build, self._small = services.commands["build"], services.small_builds
        self._game = services.game
        self.veil: Callable[[Answer], Answer] = lambda answer: answer
        self._failure = ""  # the error of a player in the game shown
        self._probe.answered.connect(self._show)
        self._workspace.position_changed.connect(self._look_up)
        services.game.failed.connect(self._failed)
        services.game.replaced.connect(self._forget_failure)

    @Slot()
    def show_again(self) -> None:
        """Show the answer again after a change of what may be shown."""
        if self._probe.last is not None:
            self._show(self._probe.last)

    @property
    def best_move(self) -> str:
        """The best move of the position shown according to the tables, or "" if unknown."""
        answer = self._probe.last
        known = answer is not None and answer.fen == self._workspace.fen and answer.covered
        return answer.moves[0].text if answer is not None and known and answer.moves else ""

    def _show_worth(self, settings: Settings) -> None:
        self._worth = settings.worth
        self.show_again()

    @Slot(str)
    def _look_up(self, fen: str) -> None:
        game = self._workspace.rules.name
        if self._probe.knows(fen, game):
            self.show_again()
        else:
            self._probe.ask(fen, game)

    @Slot(object)
    def _show(self, answer: Answer) -> None:
        self.found.emit(answer)
        answer = self.veil(answer)
        self.shown.emit(answer)
        if self._failure and answer.plan is not None:
            self._offer_table()
        told = answer.covered or answer.bound is not None
        known = self._worth and told and not self._workspace.editing
        self._views.board.set_move_values(move_values(answer) if known else {})

    @Slot(str)
    def _failed(self, text: str) -> None:
        """Show why a player could not continue, and offer the table if that is missing."""
        self._failure = text
        self._notify.warn(text)
        self.show_again()

    def _offer_table(self) -> None:
        """Offer the table that a player lacks; what is small is built, and the game goes on."""
        perfect = any(spec.kind == "table" for spec in self._game.specs.values())
        if perfect and self._small.provide(self._go_on):
            self._notify.dismiss()
            self._notify.status(tr("The game goes on once the table is built."))
        else:
            self._notify.warn(self._failure, tr("Build…"), self._build.trigger)
        self._failure = ""

    def _go_on(self) -> None:
        """Let the same players go on from where one of them failed."""
        game = self._game
        if game.started and not game.live:
            game.take_up(len(game.line.played), game.specs)

    @Slot()
    def _forget_failure(self) -> None:
        self._failure = ""

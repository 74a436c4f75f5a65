"""What tables say of the position on the board: looked up, and shown wherever it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.verdicts.answer import Answer
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class ProbeController(QObject):
    """Asks the window's oracle, and hands its answers to the panels, the board and the explorer."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._failure = ""  # of a player, in the game shown

    def follow(self) -> None:
        """Show what is answered from now on."""
        self._window.oracle.answered.connect(self._show)
        self._window.game.failed.connect(self._failed)

    def look_up(self, fen: str) -> None:
        """Show what is known of the position `fen`, now or when the tables have been asked."""
        known = self._window.oracle.last
        if known is not None and known.fen == fen:
            self._show(known)
        else:
            self._window.oracle.ask(fen)
        self._window.analysis.follow()

    def show_again(self) -> None:
        """Show what is known of the position, or nothing any more that shall be hidden."""
        if self._window.oracle.last is not None:
            self._show(self._window.oracle.last)

    def forget_failure(self) -> None:
        """Offer nothing any more to a player that could not go on: another game has begun."""
        self._failure = ""

    @Slot(object)
    def _show(self, answer: Answer) -> None:
        window = self._window
        window.setup.show_answer(answer)
        answer = window.training.drilling.veiled(answer)
        window.verdict.show_answer(answer)
        window.table.show_answer(answer)
        window.exploring.follow()
        window.analysis.follow()
        if self._failure and answer.plan is not None:
            window.complain(self._failure, tr("Build…"), window.building.open)
            self._failure = ""
        labels = window.appearance.worth and answer.covered and not window.editing
        window.board.set_move_labels({m.text: m.words for m in answer.moves} if labels else {})

    @Slot(str)
    def _failed(self, text: str) -> None:
        """A player could not go on: say why, and offer the table if that is what it lacks."""
        self._failure = text
        self._window.complain(text)
        self.show_again()

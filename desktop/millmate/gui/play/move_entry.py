"""Moves typed by keyboard: the line beneath the board, and the moves that the board offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.games.chess.piece_letters import localize
from millmate.gui.play.move_field import MoveField
from millmate.gui.play.typed_move import read
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class MoveEntry(QObject):
    """Opens the line when it is asked for, and plays what is typed there on the board shown.

    The line stays open from move to move; Esc closes it, and so does setting a position up.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.field = MoveField()
        self.field.typed.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.close)
        self._offers: dict[str, str] = {}  # texts of moves with how people write them

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {"type_move": self.open}

    def follow(self) -> None:
        """Follow the moves that the boards offer from now on."""
        for desk in self._window.desks.values():
            desk.board.offered_changed.connect(self._renew)

    @Slot()
    def open(self) -> None:
        """Show the line and go there."""
        window = self._window
        window.pages.turn_to(window.splitter)
        window.column.show_field(True)
        self._renew()
        self.field.setFocus()
        self.field.line.selectAll()

    @Slot()
    def close(self) -> None:
        """Go back to the board."""
        self.field.clear()
        self._window.column.show_field(False)
        self._window.board.setFocus()

    def put_away(self) -> None:
        """Close the line if it is open: no moves are played while a position is set up."""
        if not self.field.isHidden():
            self.close()

    @Slot()
    def _renew(self) -> None:
        """Take in what can be played now."""
        if self.field.isHidden():
            return
        desk = self._window.desk
        self._offers = desk.offers(desk.board.position, desk.board.offered)
        self._typed(self.field.line.text())

    @Slot(str)
    def _typed(self, text: str) -> None:
        """List what `text` may become; say it at once where nothing begins so."""
        reading = read(text, self._offers)
        if reading.found or not text.strip():
            labels = self._window.board.state.labels
            self.field.list_moves(reading.found, labels.get(reading.chosen, ""))
        elif self._offers:
            self.field.refuse(tr("No move begins so."))
        else:
            self.field.refuse(self._hindrance)

    @Slot(str)
    def _enter(self, text: str) -> None:
        """Play the move that is meant, or say why there is none."""
        reading, desk = read(text, self._offers), self._window.desk
        if reading.chosen:
            self.field.clear()
            desk.board.play_text(reading.chosen)
            return
        if not self._offers:
            reason = self._hindrance
        elif not text.strip():
            example = next(iter(self._offers.values()))
            reason = tr("Type a move first, such as {move}.", move=localize(example))
        elif len(reading.found) > 1:
            reason = tr("Which one? {moves}", moves=localize("  ".join(reading.found)))
        else:
            reason = desk.refusal(desk.board.position, text)
        self.field.refuse(reason)
        desk.board.announce(reason)

    @property
    def _hindrance(self) -> str:
        """Why no move can be made on the board now."""
        return self._window.game.hindrance or tr("No move can be made here now.")

"""Move entry by keyboard: connects the input field to the board shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from millmate.games.chess.piece_letters import localize
from millmate.gui.commands import Commands
from millmate.gui.game_view import GameViews
from millmate.gui.navigation import Navigation, Page
from millmate.gui.play.move_field import MoveField
from millmate.gui.play.typed_move import read
from millmate.gui.workspace import Workspace
from millmate.language import tr


class MoveEntry(QObject):
    """Opens the input field on request and plays the typed moves on the board shown.

    The field stays open between moves; Esc and position setup close it.
    """

    opened = Signal(bool)  # the field opened or closed

    def __init__(
        self,
        workspace: Workspace,
        views: GameViews,
        navigation: Navigation,
        commands: Commands,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._views, self._navigation = workspace, views, navigation
        self.field = MoveField()
        self.field.typed.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.close)
        self._offers: dict[str, str] = {}  # moves in engine notation and as displayed
        for view in views:
            view.board.offered_changed.connect(self._renew)
        workspace.mode_changed.connect(self._follow_mode)
        commands.bind("type_move", self.open, enabled=lambda: not workspace.editing)

    @Slot()
    def open(self) -> None:
        """Show the input field and focus it."""
        self._navigation.show(Page.BOARD)
        self.opened.emit(True)
        self._renew()
        self.field.setFocus()
        self.field.line.selectAll()

    @Slot()
    def close(self) -> None:
        self.field.clear()
        self.opened.emit(False)
        self._views.board.setFocus()

    @Slot()
    def _follow_mode(self) -> None:
        """Close the field while a position is set up: no moves are played then."""
        if self._workspace.editing and not self.field.isHidden():
            self.close()

    @Slot()
    def _renew(self) -> None:
        """Update the moves that can be played."""
        if self.field.isHidden():
            return
        view = self._views.current
        self._offers = view.offers(view.board.position, view.board.offered)
        self._typed(self.field.line.text())

    @Slot(str)
    def _typed(self, text: str) -> None:
        """List the moves `text` could complete to; report at once if there are none."""
        reading = read(text, self._offers)
        if reading.found or not text.strip():
            labels = self._views.board.state.labels
            self.field.list_moves(reading.found, labels.get(reading.chosen, ""))
        elif self._offers:
            self.field.refuse(tr("No move begins so."))
        else:
            self.field.refuse(self._hindrance)

    @Slot(str)
    def _enter(self, text: str) -> None:
        """Play the intended move, or report why there is none."""
        reading, view = read(text, self._offers), self._views.current
        if reading.chosen:
            self.field.clear()
            view.board.play_text(reading.chosen)
            return
        if not self._offers:
            reason = self._hindrance
        elif not text.strip():
            example = next(iter(self._offers.values()))
            reason = tr("Type a move first, such as {move}.", move=localize(example))
        elif len(reading.found) > 1:
            reason = tr("Which one? {moves}", moves=localize("  ".join(reading.found)))
        else:
            reason = view.refusal(view.board.position, text)
        self.field.refuse(reason)
        view.board.announce(reason)

    @property
    def _hindrance(self) -> str:
        """Why no move can be made on the board now."""
        return self._workspace.game.hindrance or tr("No move can be made here now.")

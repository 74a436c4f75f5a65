"""The game that the window shows, as it stands: asked about here, changed by `game.py` alone."""

from __future__ import annotations

from PySide6.QtCore import QObject

from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination
from millmate.gui.play.line import Line
from millmate.gui.play.session import Session, is_human, is_thinker
from millmate.language import tr
from millmate.play.events import Thinking
from millmate.players.spec import PlayerSpec
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree


class GameState(QObject):
    """What was played by whom, whose turn it is, and what can be done now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self.line = Line(CHESS.start_fen)
        self.specs = {side: PlayerSpec.parse("human") for side in (True, False)}
        self.names = dict.fromkeys((True, False), "Human")
        self.outcome: Outcome | None = None
        self.record: GameRecord | None = None
        self.turn: bool | None = None  # the side that the match waits for
        self.offer: bool | None = None  # the side whose offer of a draw stands
        self.begun = False  # a game was started or opened
        self._kept = True  # the game is saved when it ends
        self._opened = False  # it is a record, and was not played here
        self._started = ""  # local time as ISO 8601
        self._source: GameRecord | None = None  # what was opened, also where it is played on
        self._claim: tuple[tuple[GameTree, int] | None, bool] = (None, False)
        self._hurried = False  # the side to move has been told not to think on

    # --- what stands -------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        """Whether a match is being played."""
        return self._session is not None

    @property
    def kept(self) -> bool:
        """Whether the game is saved when it ends."""
        return self._kept

    @property
    def opened(self) -> bool:
        """Whether the game is a record from elsewhere, and was not played here."""
        return self._opened

    @property
    def rules(self) -> Rules:
        """The rules of the game that is shown."""
        return self.line.rules

    def shown_board(self) -> Board:
        """Return the position shown, without its history."""
        return self.rules.board(self.line.fen)

    @property
    def person(self) -> bool | None:
        """The side a person acts for now: the only person's, or of two the one to move."""
        people = [side for side, spec in self.specs.items() if is_human(spec)]
        if len(people) == 1:
            return people[0]
        return self.turn if people else None

    @property
    def awaits_person(self) -> bool:
        """Whether a person is to move in the last position."""
        return self.live and self.turn is not None and is_human(self.specs[self.turn])

    @property
    def thinkers(self) -> dict[bool, bool]:
        """Which sides of the game being played tell what they think."""
        return {side: self.live and is_thinker(spec) for side, spec in self.specs.items()}

    @property
    def thinking(self) -> bool:
        """Whether it is the turn of a side that tells what it thinks."""
        return self.turn is not None and self.thinkers[self.turn]

    @property
    def thought(self) -> Thinking | None:
        """The latest of what the side to move thinks, None before it has found anything."""
        thought = None if self._session is None else self._session.thought
        return thought if thought is not None and thought.mover is self.turn else None

    @property
    def remark(self) -> str:
        """What the side to move waits for before it thinks, in words; "" if it does not wait."""
        return "" if self._session is None else self._session.remark

    @property
    def studied(self) -> bool:
        """Whether a game that is not being played is looked at: moves make variations then."""
        return self.begun and not self.live

    # --- what can be done --------------------------------------------------------------------

    def destinations(self) -> list[str]:
        """Return the moves, as programs write them, that a person can make as the board stands."""
        if self.live and not (self.awaits_person and self.line.at_last):
            return []
        if not self.live and (not self.begun or self._ended_here):
            return []
        return [self.rules.text(move) for move in self.shown_board().legal_moves]

    @property
    def can_take_back(self) -> bool:
        """Whether there is a person's move to take back, an agreed end, or a change of the game."""
        return self.can_undo_edit or self.can_undo_end or self._plies_to_undo() > 0

    @property
    def can_undo_end(self) -> bool:
        """Whether the game has ended by what a person did without a move, and can go on."""
        if self.live or self._opened or self.outcome is None:
            return False
        winner = self.outcome.winner
        if self.outcome.termination is Termination.RESIGNATION and winner is not None:
            return is_human(self.specs[not winner])
        return self.outcome.termination is Termination.AGREEMENT

    @property
    def can_undo_edit(self) -> bool:
        """Whether there is a change of the game looked at to take back."""
        return not self.live and self.line.tree.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether anything taken back can be played, or changed, again."""
        return self.begun and (bool(self.line.undone) or self._can_redo_edit)

    @property
    def _can_redo_edit(self) -> bool:
        return not self.live and self.line.tree.can_redo

    @property
    def can_resign(self) -> bool:
        """Whether a person can resign or offer a draw."""
        return self.live and self.turn is not None and self.person is not None

    @property
    def can_hurry(self) -> bool:
        """Whether somebody thinks who can be told to move now, and has not been told yet."""
        match = None if self._session is None else self._session.match
        if match is None or self.turn is None or self._hurried:
            return False
        return match.can_hurry(self.turn)

    @property
    def can_claim(self) -> bool:
        """Whether a person to move may claim a draw."""
        if not self.awaits_person:
            return False
        played = self.line.tree, self.line.tree.version
        if self._claim[0] != played:  # the game is played through from its start for it
            self._claim = played, self.rules.claim(self.line.board()) is not None
        return self._claim[1]

    @property
    def can_resume(self) -> bool:
        """Whether an unfinished game can be taken up again."""
        if self.live or not self.begun or not self.line.played:
            return False
        unfinished = self.outcome is not None and self.outcome.result == "*"
        last = self.rules.board(self.line.last_fen)  # without its history: quick in a long game
        return unfinished and self.rules.outcome(last) is None

    @property
    def hindrance(self) -> str:
        """Why nobody at the board can make a move now, in a sentence; "" if somebody can."""
        if not self.live:
            return self._no_study
        if not self.line.at_last:
            return tr("This is an earlier position: press End to return to the game.")
        return "" if self.awaits_person else tr("It is not your turn.")

    @property
    def _no_study(self) -> str:
        """Why no move can be tried in a game that is looked at."""
        if not self.begun:
            return tr("Press Play to begin a game from this position.")
        return tr("The game has ended here.") if self._ended_here else ""

    @property
    def _ended_here(self) -> bool:
        return self.rules.outcome(self.shown_board()) is not None

    def _plies_to_undo(self) -> int:
        """Count the plies back to the last turn of a person; 0 if there is none.

        A game that was opened is looked at: nothing in it was played here.
        """
        if (
            self._opened
            or not self.begun
            or (not self.live and self.record is None and self.outcome is None)
        ):
            return 0
        for count, ply in enumerate(reversed(self.line.played), start=1):
            if is_human(self.specs[ply.mover]):
                return count
        return 0

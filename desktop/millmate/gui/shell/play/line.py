"""The game on the board as data: its line of moves, and the state of the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QObject

from millmate.games.board import Board, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import Outcome, Termination
from millmate.gui.shell.play.session import Session, is_human, is_thinker
from millmate.language import Language, current, tr
from millmate.play.clocks import GameClocks, TimeControl, left_at
from millmate.play.events import Thinking
from millmate.players.spec import PlayerSpec, describe, untimed
from millmate.records.notes import NONE, Notes
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node, Ply

__all__ = ["Line", "Ply"]


class Line:
    """A line of the game tree, from the first position to the end of the current variation.

    `cursor` is the number of plies shown, 0 for the start position. `undone` holds the moves taken
    back; the last one is the next to be redone.
    """

    def __init__(
        self, start_fen: str, rules: Rules = CHESS, *, tree: GameTree | None = None
    ) -> None:
        self.tree = GameTree(start_fen, rules) if tree is None else tree
        self._shown = self.tree.root
        self._way: list[Node] = []  # the nodes of this line after the first position
        self._cursor = 0
        self._version = -1  # the tree's version when `_way` was computed
        self._taken: list[tuple[Node, ...]] = []
        self._replayed: tuple[list[str], Board | None] = [], None  # moves, and the board after them

    @property
    def rules(self) -> Rules:
        return self.tree.rules

    @property
    def start_fen(self) -> str:
        return self.tree.root.fen

    # --- the position shown ------------------------------------------------------------------

    @property
    def node(self) -> Node:
        return self._shown

    @property
    def way(self) -> list[Node]:
        """The nodes of this line after the first position."""
        if self._version != self.tree.version:
            self._version = self.tree.version
            before = self._shown.path()
            self._cursor, self._way = len(before), [*before, *self._shown.line()]
        return self._way

    @property
    def plies(self) -> list[Ply]:
        return [node.ply for node in self.way if node.ply is not None]

    @property
    def cursor(self) -> int:
        """The number of plies from the start to the position shown."""
        assert self.way is not None
        return self._cursor

    @property
    def fen(self) -> str:
        return self._shown.fen

    @property
    def at_end(self) -> bool:
        """Whether the last position of this line is shown."""
        return self._shown.next is None

    @property
    def shown_move(self) -> str | None:
        return None if self._shown.ply is None else self._shown.ply.text

    def go(self, cursor: int) -> None:
        """Show the position after `cursor` plies, or the nearest one."""
        way = self.way
        self._cursor = max(0, min(cursor, len(way)))
        self._shown = way[self._cursor - 1] if self._cursor else self.tree.root

    def show(self, node: Node) -> None:
        """Show any node of the tree; the line becomes the one through it."""
        at = len(node.path())
        known = self._version == self.tree.version and at <= len(self._way)
        on_way = known and (at == 0 or self._way[at - 1] is node)
        self._shown, self._cursor = node, at
        if not on_way:
            self._version = -1

    # --- the main line -----------------------------------------------------------------------

    @property
    def last(self) -> Node:
        node = self.tree.root
        for node in self.tree.root.line():  # noqa: B007 (the last one is wanted)
            pass
        return node

    @property
    def played(self) -> list[Ply]:
        return self.tree.main_line()

    @property
    def last_fen(self) -> str:
        """The position after the last move of the main line."""
        return self.last.fen

    @property
    def at_last(self) -> bool:
        """Whether the last position of the main line is shown."""
        return self.at_end and self._shown.in_main_line

    @property
    def undone(self) -> list[Ply]:
        """The moves taken back."""
        return [children[0].ply for children in self._taken if children[0].ply is not None]

    def append(self, ply: Ply, notes: Notes = NONE) -> None:
        """Append a move to the main line; if its last position was shown, show the new one."""
        watched, last = self.at_last, self.last
        node = self.tree.append(last, ply, notes)
        if watched:
            self.show(node)
        self._taken.clear()

    def take_back(self, count: int) -> None:
        """Take back `count` plies of the main line and show its end."""
        for _ in range(count):
            parent = self.last.parent
            if parent is None:
                raise IndexError("no ply to take back")
            self._taken.append(self.tree.cut(parent))
        self.show(self.last)

    def put_back(self, count: int) -> None:
        """Redo `count` plies and show the end of the main line."""
        for _ in range(count):
            self.tree.graft(self.last, self._taken.pop())
        self.show(self.last)

    def board(self) -> Board:
        """Return the last position of the main line with its history."""
        moves = [ply.text for ply in self.played]
        known, board = self._replayed
        if board is None or moves[: len(known)] != known:
            known, board = [], self.rules.board(self.start_fen)
        for move in moves[len(known) :]:
            board.push(self.rules.parse_move(board, move))
        self._replayed = moves, board
        return board.copy()


@dataclass(slots=True)
class GameStand:
    """A game that was put aside; one that was `live` continues when it is resumed.

    `written` is the game as it is saved, or None.
    """

    line: Line
    specs: dict[bool, PlayerSpec]
    names: dict[bool, str]
    outcome: Outcome | None = None
    record: GameRecord | None = None
    source: GameRecord | None = None
    written: GameRecord | None = None
    began: str = ""
    started: bool = False
    autosaved: bool = True
    opened: bool = False
    live: bool = False
    control: TimeControl | None = None
    left: dict[bool, float] = field(default_factory=dict)  # on the clocks, if they ran


class GameState(QObject):
    """The moves, the players, the side to move, and the available actions."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self.line = Line(CHESS.start_fen)
        self.specs = {side: PlayerSpec.parse("human") for side in (True, False)}
        self.names = dict.fromkeys((True, False), "Human")
        self.outcome: Outcome | None = None
        self.record: GameRecord | None = None
        self.turn: bool | None = None  # the side the match waits for
        self.offer: bool | None = None  # the side whose draw offer is open
        self.started = False  # a game was started or opened
        self.autosaved = True  # the game is saved when it ends
        self.control: TimeControl | None = None  # of a game with clocks
        self.opened = False  # the game is a record and was not played here
        self._started = ""  # local time as ISO 8601
        self._source: GameRecord | None = None  # the opened record, also when play continues
        self._claim: tuple[tuple[GameTree, int] | None, bool] = (None, False)
        self._hurried = False  # the side to move has been asked to move now

    # --- state -------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self._session is not None

    @property
    def rules(self) -> Rules:
        return self.line.rules

    def player_name(self, side: bool) -> str:
        """Return the name of a player; names in foreign records stay unchanged."""
        return shown_name(self.names[side], self.playing(side))

    def shown_board(self) -> Board:
        """Return the position shown, without its history."""
        return self.rules.board(self.line.fen)

    @property
    def person(self) -> bool | None:
        """The side the user plays: of two human players, the side to move."""
        people = [side for side, spec in self.specs.items() if is_human(spec)]
        if len(people) == 1:
            return people[0]
        return self.turn if people else None

    @property
    def among_people(self) -> bool:
        """Whether people play both sides."""
        return all(is_human(spec) for spec in self.specs.values())

    @property
    def awaits_person(self) -> bool:
        """Whether a human player is to move in the last position."""
        return self.live and self.turn is not None and is_human(self.specs[self.turn])

    @property
    def thinkers(self) -> dict[bool, bool]:
        """Which sides of the game in progress report their search."""
        return {side: self.live and is_thinker(spec) for side, spec in self.specs.items()}

    @property
    def thinking(self) -> bool:
        """Whether the side to move reports its search."""
        return self.turn is not None and self.thinkers[self.turn]

    @property
    def thought(self) -> Thinking | None:
        """The latest search report of the side to move, or None before the first."""
        thought = None if self._session is None else self._session.thought
        return thought if thought is not None and thought.mover is self.turn else None

    @property
    def remark(self) -> str:
        """Why the side to move has not started to think, as text, or ""."""
        return "" if self._session is None else self._session.remark

    @property
    def clocks(self) -> GameClocks | None:
        """The clocks of the game in progress, if it has any."""
        return None if self._session is None else self._session.clocks

    def time_left(self) -> dict[bool, float]:
        """Return the seconds on the clocks: now, or in a game that is over, at the move shown."""
        clocks = self.clocks
        if clocks is not None:
            return {side: clocks.left(side) for side in (True, False)}
        if self.live or not self.started:
            return {}
        left = left_at(self.line.node, self.control)
        fallen = self.outcome is not None and self.outcome.on_time
        if fallen and left and self.line.at_last:
            left[self.shown_board().turn] = 0.0
        return left

    def playing(self, side: bool) -> PlayerSpec:
        """Return the player of `side` as it plays: with clocks, without a limit per move."""
        spec = self.specs[side]
        return spec if self.control is None else untimed(spec)

    @property
    def can_pause(self) -> bool:
        """Whether the clock of a person who plays against an engine runs, or is paused."""
        return self.clocks is not None and self.awaits_person and not self.among_people

    @property
    def paused(self) -> bool:
        """Whether the person has stopped the clocks."""
        return self.clocks is not None and self.clocks.paused

    @property
    def studied(self) -> bool:
        """Whether the game is under review: moves then create variations."""
        return self.started and not self.live

    # --- available actions -------------------------------------------------------------------

    def destinations(self) -> list[str]:
        """Return the moves, in engine notation, that the user can make in the position shown."""
        if self.live and not (self.awaits_person and self.line.at_last):
            return []
        if not self.live and (not self.started or self._ended_here):
            return []
        return [self.rules.text(move) for move in self.shown_board().legal_moves]

    @property
    def can_take_back(self) -> bool:
        """Whether a move of the user, an agreed result, or an edit can be taken back."""
        return self.can_undo_edit or self.can_undo_end or self._plies_to_undo() > 0

    @property
    def can_undo_end(self) -> bool:
        """Whether the game ended by a user action other than a move and can continue."""
        if self.live or self.opened or self.outcome is None:
            return False
        winner = self.outcome.winner
        if self.outcome.termination is Termination.RESIGNATION and winner is not None:
            return is_human(self.specs[not winner])
        return self.outcome.termination is Termination.AGREEMENT

    @property
    def can_undo_edit(self) -> bool:
        """Whether an edit of the game under review can be undone."""
        return not self.live and self.line.tree.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether a move or an edit can be redone."""
        return self.started and (bool(self.line.undone) or self._can_redo_edit)

    @property
    def _can_redo_edit(self) -> bool:
        return not self.live and self.line.tree.can_redo

    @property
    def can_resign(self) -> bool:
        """Whether the user can resign or offer a draw."""
        return self.live and self.turn is not None and self.person is not None

    @property
    def can_hurry(self) -> bool:
        """Whether an engine is thinking and has not been asked to move now."""
        match = None if self._session is None else self._session.match
        if match is None or self.turn is None or self._hurried:
            return False
        return match.can_hurry(self.turn)

    @property
    def can_claim(self) -> bool:
        """Whether the user to move can claim a draw."""
        if not self.awaits_person:
            return False
        played = self.line.tree, self.line.tree.version
        if self._claim[0] != played:  # this looks for earlier positions that are the same
            self._claim = played, self.rules.claim(self.line.board()) is not None
        return self._claim[1]

    @property
    def can_resume(self) -> bool:
        if self.live or not self.started or not self.line.played:
            return False
        unfinished = self.outcome is not None and self.outcome.result == "*"
        last = self.rules.board(self.line.last_fen)  # without its history: fast in a long game
        return unfinished and self.rules.outcome(last) is None

    @property
    def hindrance(self) -> str:
        """Why the user cannot move now, as a sentence, or ""."""
        if not self.live:
            return self._no_study
        if not self.line.at_last:
            return tr("This is an earlier position: press End to return to the game.")
        return "" if self.awaits_person else tr("It is not your turn.")

    @property
    def _no_study(self) -> str:
        """Why no move can be tried in the game under review."""
        if not self.started:
            return tr("Press Play to begin a game from this position.")
        return tr("The game has ended here.") if self._ended_here else ""

    @property
    def _ended_here(self) -> bool:
        return self.rules.outcome(self.shown_board()) is not None

    def _plies_to_undo(self) -> int:
        """Count the plies back to the user's last turn, 0 without one.

        An opened game is under review: none of its moves were played here.
        """
        if (
            self.opened
            or not self.started
            or (not self.live and self.record is None and self.outcome is None)
        ):
            return 0
        for count, ply in enumerate(reversed(self.line.played), start=1):
            if is_human(self.specs[ply.mover]):
                return count
        return 0


def shown_name(name: str, spec: PlayerSpec) -> str:
    """Return a player's name in the current language."""
    return _shown_name(name, spec, current())


@lru_cache(maxsize=100)
def _shown_name(name: str, spec: PlayerSpec, language: Language) -> str:
    return describe(spec, tr) if describe(spec) == name else tr(name)


def numbered(notation: Iterable[str], ply: int) -> str:
    """Return moves with move numbers, the first after `ply` plies: `1… e5 2. Nf3`."""
    words = []
    for at, move in enumerate(notation, start=ply):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        elif at == ply:
            words.append(f"{at // 2 + 1}…")
        words.append(move)
    return " ".join(words)

"""Players: their protocol, the actions they choose from, human and random players."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from millmate.errors import MillMateError
from millmate.games.board import Board, Move
from millmate.language import tr
from millmate.search.limits import Clocks, SearchInfo

_POLL_SECONDS = 0.03


class PlayerError(MillMateError):
    """A player cannot continue: no table, no engine, nothing to choose from."""


class PlayerFailedError(PlayerError):
    """A player failed during a game through its own fault, and loses the game."""


class Stopped(Exception):  # noqa: N818 - not an error: the match asked for it
    """A player was stopped before it had chosen."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play this move, with a draw offer if `offer_draw`; `reason` says why, if known."""

    move: Move
    offer_draw: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign the game."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Claim a draw by threefold repetition or fifty moves."""


Action = Play | Resign | ClaimDraw


def ignore(what: object) -> None:
    """Ignore a player's report."""


class Player(ABC):
    """Chooses moves for one side of one game at a time.

    It calls `on_info` with its thinking and `on_remark` with what it waits for ("" for nothing),
    both in the thread of its `choose`.
    """

    name: str
    is_human: bool = False  # whether a person at the window chooses: draws are claimed, not imposed
    can_hurry: bool = False  # whether it can be made to move now
    on_info: Callable[[SearchInfo], None] = staticmethod(ignore)
    on_remark: Callable[[str], None] = staticmethod(ignore)

    @abstractmethod
    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return the action on `board`, a private copy with its history.

        This blocks; it calls `stopped` at least every 50 ms, and only from the calling thread,
        because the match handles requests of people there.

        Raises:
            Stopped: `stopped` returned True before a choice.
            PlayerError: The player cannot choose; the message says why.
        """

    def accepts_draw(self, board: Board) -> bool:
        """Return whether this player, to move on `board`, accepts a draw.

        A person declines here and answers through the match (`Match.offer_draw`).
        """
        return False

    def prepare(self, stopped: Callable[[], bool]) -> None:  # noqa: B027
        """Wait until the player can start thinking at once; this does not use its clock.

        Raises:
            Stopped: `stopped` returned True first.
            PlayerError: It cannot play; the message says why.
        """

    def see_clocks(self, clocks: Clocks) -> None:  # noqa: B027
        """Note the times on the clocks of a game; called before each `choose`, in its thread."""

    def move_now(self) -> None:  # noqa: B027
        """Make `choose` return the best move so far, if possible; callable from any thread."""

    def close(self) -> None:  # noqa: B027
        """Release processes and files, if any; the player must not be used again."""


class HumanPlayer(Player):
    """Waits for the actions that a person submits from another thread."""

    is_human = True

    def __init__(self, name: str = "Human") -> None:
        self.name = name
        self._submitted: SimpleQueue[Action] = SimpleQueue()

    def submit(self, action: Action) -> None:
        """Submit the person's choice; thread-safe.

        A move that is illegal by then (a second click on a piece that has already moved) is
        ignored.
        """
        self._submitted.put(action)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Wait for the next submitted action that `board` allows; see `Player.choose`.

        Raises:
            Stopped: `stopped` returned True first.
        """
        while not stopped():
            try:
                action = self._submitted.get(timeout=_POLL_SECONDS)
            except Empty:
                continue
            if not isinstance(action, Play) or board.is_legal(action.move):
                return action
        self._forget()
        raise Stopped

    def close(self) -> None:
        """Drop all submitted actions."""
        self._forget()

    def _forget(self) -> None:
        while not self._submitted.empty():
            self._submitted.get()


class RandomPlayer(Player):
    """Plays any legal move with equal probability; with the same seed, the same game."""

    def __init__(self, name: str = "Random", seed: int | None = None) -> None:
        self.name = name
        self._rng = random.Random(seed)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return a random move; see `Player.choose`.

        Raises:
            PlayerError: There is no legal move.
        """
        moves = list(board.legal_moves)
        if not moves:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        return Play(self._rng.choice(moves))

    def accepts_draw(self, board: Board) -> bool:
        return self._rng.random() < 0.5

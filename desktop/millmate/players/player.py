"""What a player is, and what it may do when it is its turn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from millmate.errors import MillMateError
from millmate.games.board import Board, Move
from millmate.search.clock import Clocks
from millmate.search.limits import SearchInfo


class PlayerError(MillMateError):
    """A player cannot go on: no table, no engine, nothing to choose from."""


class PlayerFailedError(PlayerError):
    """A player has failed in the middle of a game, through its own fault: it loses the game."""


class Stopped(Exception):  # noqa: N818 - not an error: the match asked for it
    """A player was told to stop before it had chosen."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play this move; with `offer_draw` the opponent is asked for a draw along with it."""

    move: Move
    offer_draw: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Claim the draw by threefold repetition or fifty moves that stands on the board."""


Action = Play | Resign | ClaimDraw


class Player(Protocol):
    """Someone who chooses moves for one side of one game at a time."""

    name: str

    @property
    def is_human(self) -> bool:
        """Whether a person at the window chooses: draws are then claimed, not imposed."""

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return what to do on `board`, a private copy with its history.

        Blocks until chosen; looks at `stopped` at least every 50 ms, and only from the thread
        that called: the match attends to people's requests in it.

        Raises:
            Stopped: `stopped` turned true first.
            PlayerError: The player cannot choose; the message says why.
        """

    def accepts_draw(self, board: Board) -> bool:
        """Tell whether this player, about to move on `board`, takes the draw it was offered."""

    def close(self) -> None:
        """Let go of processes and files; the player is not used again."""


@runtime_checkable
class Thinker(Protocol):
    """A player that tells what it thinks: calls `on_info`, in the thread of its `choose`."""

    on_info: Callable[[SearchInfo], None]


@runtime_checkable
class Remarker(Protocol):
    """A player that says in words what it waits for, in the thread of its `choose`; "": nothing."""

    on_remark: Callable[[str], None]


@runtime_checkable
class Hurriable(Protocol):
    """A player that can be told not to think on."""

    def move_now(self) -> None:
        """Let `choose` return the best move known so far; callable from any thread."""


@runtime_checkable
class Clocked(Protocol):
    """A player that minds the clocks of a game, in place of a time for each move."""

    def see_clocks(self, clocks: Clocks) -> None:
        """Take note of what the clocks show now; called before each `choose`, in its thread."""


@runtime_checkable
class Preparable(Protocol):
    """A player that needs time before its first move, which is not to be taken from its clock."""

    def prepare(self, stopped: Callable[[], bool]) -> None:
        """Wait until it can think as soon as it is asked.

        Raises:
            Stopped: `stopped` turned true first.
            PlayerError: It cannot play; the message says why.
        """

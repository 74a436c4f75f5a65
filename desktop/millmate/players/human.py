"""A person who plays through a window."""

from collections.abc import Callable
from queue import Empty, SimpleQueue

from millmate.games.board import Board
from millmate.players.player import Action, Play, Player, Stopped

_POLL_SECONDS = 0.03


class HumanPlayer(Player):
    """Waits for the actions that a person submits from another thread."""

    is_human = True

    def __init__(self, name: str = "Human") -> None:
        self.name = name
        self._submitted: SimpleQueue[Action] = SimpleQueue()

    def submit(self, action: Action) -> None:
        """Submit the person's choice; safe from any thread.

        A move that is illegal when the turn comes (a second click on a piece that has moved) is
        ignored.
        """
        self._submitted.put(action)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Wait for the next submitted action that `board` allows; see `Player.choose`.

        Raises:
            Stopped: `stopped` turned true first.
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
        """Drop what was submitted."""
        self._forget()

    def _forget(self) -> None:
        while not self._submitted.empty():
            self._submitted.get()

"""A player that follows a script, for matches that must take a certain course."""

import threading
from collections.abc import Callable, Iterable

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.players.player import Action, Play, Player, Stopped

Step = str | Action | Exception | None


class ScriptedPlayer(Player):
    """Executes one step of `script` per turn.

    A step is a move in SAN, an action, an exception to raise, or None to wait until stopped.
    """

    def __init__(
        self,
        *script: Step,
        name: str = "Scripted",
        is_human: bool = False,
        accepts: Iterable[bool] = (),
    ) -> None:
        self.name = name
        self.is_human = is_human
        self.thinking = threading.Event()
        self._script = iter(script)
        self._accepts = iter(accepts)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        step = next(self._script, AssertionError("the script is over"))
        if isinstance(step, Exception):
            raise step
        if isinstance(step, str):
            return Play(CHESS.parse_move(board, step))
        if step is not None:
            return step
        self.thinking.set()
        pause = threading.Event()
        while not stopped():
            pause.wait(0.01)
        raise Stopped

    def accepts_draw(self, board: Board) -> bool:
        return next(self._accepts, False)

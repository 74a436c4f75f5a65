"""The perfect player: it plays by exact tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.board import Board, Move
from millmate.games.morris.board import MorrisBoard
from millmate.language import tr
from millmate.players import placing
from millmate.players.player import Action, Play, PlayerError, Stopped
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import Rule50Move
from millmate.tablebase.table_cache import MissingTableError
from millmate.tablebase.verdict import MoveVerdict

# Seconds that the player waits for the distances to zeroing of its position. They take a second or
# so with four men or fewer, or with pawns, and up to five with five pieces; later moves of the same
# ending have them at once.
_PATIENCE = 15.0
_Moves = TypeVar("_Moves")


class Tables(Protocol):
    """The tables of a game; boards are that game's."""

    def moves(self, board: Any) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first."""

    def rule50_moves(
        self, board: Any, seconds: float, stopped: Callable[[], bool], every: bool = False
    ) -> list[Rule50Move]:
        """Return every legal move with its value under the fifty-move rule, best first."""

    def mend(self, board: Any) -> str:
        """Return what can be done about the missing table of `board`."""

    def refresh(self) -> None:
        """Look again which tables are there."""

    def close(self) -> None:
        """Let go of files."""


class TablePlayer:
    """Wins fastest, defends longest, and in a draw sets the opponent the hardest task.

    It minds the fifty-move rule, as far as the tables' `rule50_moves` know what it makes of the
    moves: where the quickest win would come too late it forces the next capture or pawn move
    (a mill in morris) in time, and where it would lose but for the rule it plays for time. Where
    that is not known it plays as if its opponent might err.

    The hardest task has the fewest replies that hold the draw. Where tables tell who wins but not
    when, as while morris stones are placed, it wins by taking stones and making mills, and
    defends by leaving the fewest replies that win; placing ends in any case.

    Tables that are built while the player lives are found: the directory is looked at again
    whenever a table is missing.
    """

    is_human = False

    def __init__(
        self, name: str, tables: Path, seed: int | None = None, game: str = "chess"
    ) -> None:
        """Play `game` by the tables in the directory `tables`."""
        self.name = name
        self._rules = catalogue.game(game)
        self._tables = tables_of(game, tables)
        self._rng = random.Random(seed)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return a best move by the tables, drawn among equals; see `Player.choose`.

        Raises:
            Stopped: `stopped` turned true while replies were counted.
            PlayerError: There is no legal move, or a table is missing or damaged.
        """
        moves = self._asked(board, lambda: self._tables.rule50_moves(board, _PATIENCE, stopped))
        if not moves:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        verdict = moves[0].verdict
        best = [choice.move for choice in moves if choice.rank == moves[0].rank]
        if verdict.plies is None:
            if verdict.wdl > 0:
                best = placing.strongest(cast(MorrisBoard, board), best)
            else:
                best = self._hardest(board, best, -verdict.wdl, stopped)
        return Play(self._rng.choice(best))

    def accepts_draw(self, board: Board) -> bool:
        """Accept whenever the position is not won.

        Raises:
            PlayerError: A table is missing or damaged.
        """
        moves = self._moves(board)
        return not moves or moves[0].verdict.wdl <= 0

    def close(self) -> None:
        """Close the tables."""
        self._tables.close()

    def _moves(self, board: Board) -> list[MoveVerdict]:
        """Return the legal moves with their verdicts, best first; raises `PlayerError`."""
        return self._asked(board, lambda: self._tables.moves(board))

    def _asked(self, board: Board, ask: Callable[[], _Moves]) -> _Moves:
        """Return what tables say of `board` when they are asked; raises `PlayerError`."""
        try:
            try:
                return ask()
            except MissingTableError:
                self._tables.refresh()
                return ask()
        except MissingTableError as error:
            raise PlayerError(f"{error}: {self._tables.mend(board)}") from None
        except (MillMateError, OSError) as error:
            raise PlayerError(str(error)) from error

    def _hardest(
        self, board: Board, moves: list[Move], wdl: int, stopped: Callable[[], bool]
    ) -> list[Move]:
        """Return those of `moves` that leave the fewest replies worth `wdl` to who makes them."""
        counts = {}
        for move in moves:
            if stopped():
                raise Stopped
            counts[move] = self._replies(board, move, wdl)
        fewest = min(counts.values())
        return [move for move in moves if counts[move] == fewest]

    def _replies(self, board: Board, move: Move, wdl: int) -> float:
        """Count the replies to `move` that are worth `wdl`; infinite if `move` ends the game.

        A move into stalemate or bare kings leaves no reply at all, but no chance either.
        """
        after = board.copy()
        after.push(move)
        if self._rules.outcome(after):
            return float("inf")
        return sum(reply.verdict.wdl == wdl for reply in self._moves(after))


def tables_of(game: str, directory: Path) -> Tables:
    """Return the tables of a game in `directory`; variants of morris share those of morris."""
    if catalogue.kind_of(game) == "morris":
        from millmate.tablebase.morris.probe import MorrisTablebase

        return MorrisTablebase(directory)
    return Tablebase(directory)

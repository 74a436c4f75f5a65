"""The perfect player, which plays by exact tables."""

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.board import Board, Move
from millmate.games.catalogue import parse
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.value import MoveValue, Result
from millmate.language import tr
from millmate.players.player import Action, Play, Player, PlayerError, Stopped
from millmate.players.spec import PROBLEMS, THEORY
from millmate.regular_files import open_regular
from millmate.resources import resource
from millmate.tablebase import by_game
from millmate.tablebase.holding import Draws
from millmate.tablebase.progress import never
from millmate.tablebase.table_cache import Tables
from millmate.tablebase.verdict import MissingTableError

# Seconds to wait for the distances to zeroing of a position. They take about a second with up to
# four men or with pawns, and up to five seconds with five pieces; for later moves of the same
# ending they are available at once.
_PATIENCE = 15.0
_SEEN = 4  # plies until a mate that people see: two moves
_Moves = TypeVar("_Moves")


class _UncoveredError(PlayerError):
    """No table covers a position."""


class TablePlayer(Player):
    """Wins fastest, defends longest, and in a draw sets the opponent the hardest task.

    It respects the fifty-move rule as far as the tables' `rule50_moves` have values: if the
    quickest win would be too late, it forces the next capture or pawn move (a mill in morris) in
    time, and if only the rule saves it, it plays for time. Otherwise it plays as if its opponent
    might err. Without `rule50` it plays only by the distance to the end.

    The hardest task leaves the fewest replies that hold the draw. With the style `problems` a lost
    position is not defended as long as possible, but so that the fewest replies win; mates in two,
    which people see, are delayed. With `theory` it plays the moves of the endgame course if one of
    its lines contains the position and the move keeps the result; the course's plans are only
    words, so elsewhere it plays as usual.

    If tables have the winner but no distance, as in the placing phase of morris, it wins by taking
    stones and making mills, and defends by leaving the fewest winning replies; the placing phase
    always ends.

    For solved chess positions it may have only bounds. Then it plays by proved results: the
    quickest sure win, else a sure draw; it needs a table if nothing at all is known.

    When a table is missing, it reads the directory again, and so finds new tables.
    """

    def __init__(
        self,
        name: str,
        tables: Path,
        seed: int | None = None,
        game: str = "chess",
        *,
        rule50: bool = True,
        style: str = "",
    ) -> None:
        """Play `game` by the tables in the directory `tables`, with the fifty-move rule or not.

        `style` is "", `PROBLEMS` or `THEORY`.
        """
        self.name, self._rule50, self._style = name, rule50, style
        self._rules = catalogue.game(game)
        self._tables = tables_of(game, tables)
        self._rng = random.Random(seed)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return a random best move by the tables; see `Player.choose`.

        Raises:
            Stopped: `stopped` returned True while replies were counted.
            PlayerError: There is no legal move, or a table is missing or damaged.
        """
        try:
            moves = self._ranked(board, _PATIENCE, stopped)
        except _UncoveredError:
            if not (proved := self._proved(board)):
                raise
            return Play(self._rng.choice(proved))
        if not moves:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        verdict = moves[0].value
        best = [choice.move for choice in moves if choice.rank == moves[0].rank]
        if taught := self._taught(board, moves):
            best = taught
        elif verdict.plies is None:
            if verdict.wdl > 0:
                best = _strongest(cast(MorrisBoard, board), best)
            else:
                best = self._hardest(board, best, -verdict.wdl, stopped)
        elif self._style == PROBLEMS and moves[0].value.assumed < 0:
            late = [choice.move for choice in moves if (choice.value.plies or 0) > _SEEN]
            best = self._hardest(board, late or best, 1, stopped)[:1]
        chosen = self._rng.choice(best)
        return Play(chosen, reason="" if verdict.wdl else self._hardness(board, chosen))

    def accepts_draw(self, board: Board) -> bool:
        """Accept whenever the position is not won, or not known to be.

        Raises:
            PlayerError: A table is missing or damaged.
        """
        try:
            moves = self._moves(board)
        except _UncoveredError:
            if not (known := self._bounded(board)):
                raise
            return known[0].value.final.least <= 0
        return not moves or moves[0].value.wdl <= 0

    def close(self) -> None:
        self._tables.close()

    def _moves(self, board: Board) -> list[MoveValue]:
        """Return the legal moves with their verdicts, best first; raises `PlayerError`."""
        return self._asked(board, lambda: self._tables.moves(board))

    def _ranked(
        self, board: Board, seconds: float, stopped: Callable[[], bool], every: bool = False
    ) -> Sequence[MoveValue]:
        """Return the legal moves in this player's order, best first; raises `PlayerError`."""
        if not self._rule50:
            return self._moves(board)
        return self._asked(board, lambda: self._tables.rule50_moves(board, seconds, stopped, every))

    def _asked(self, board: Board, ask: Callable[[], _Moves]) -> _Moves:
        """Return the result of `ask` about `board`; raises `PlayerError`."""
        try:
            try:
                return ask()
            except MissingTableError:
                self._tables.refresh()
                return ask()
        except MissingTableError as error:
            raise _UncoveredError(f"{error}: {self._tables.mend(board)}") from None
        except (MillMateError, OSError) as error:
            raise PlayerError(str(error)) from error

    def _bounded(self, board: Board) -> Sequence[MoveValue]:
        """Return the moves with bounds from solved positions; raises `PlayerError`."""
        return self._asked(board, lambda: self._tables.bounded_moves(board))

    def _proved(self, board: Board) -> list[Move]:
        """Return the moves with the best results proved by solved positions, if any."""
        known = self._bounded(board)
        if all(found.value.final is Result.UNKNOWN for found in known):
            return []
        return [found.move for found in known if found.rank == known[0].rank]

    def _taught(self, board: Board, moves: Sequence[MoveValue]) -> list[Move]:
        """Return the moves of the course's lines that keep the result, [] without theory."""
        if self._style != THEORY:
            return []
        lines = told(board)
        kept = (each for each in moves if each.value.assumed == moves[0].value.assumed)
        return [each.move for each in kept if self._rules.text(each.move) in lines]

    def _hardest(
        self, board: Board, moves: list[Move], wdl: int, stopped: Callable[[], bool]
    ) -> list[Move]:
        """Return those of `moves` that leave the fewest replies with the value `wdl`."""
        counts = {}
        for move in moves:
            if stopped():
                raise Stopped
            counts[move] = self._replies(board, move, wdl)
        fewest = min(counts.values())
        return [move for move in moves if counts[move] == fewest]

    def _hardness(self, board: Board, move: Move) -> str:
        """Return in words how many replies to a drawing move hold, "" if it ends the game."""
        try:
            held = Draws(self._tables).of(board, move)
        except (MillMateError, OSError):  # there may be only bounds
            return ""
        return "" if held is None else held.text

    def _replies(self, board: Board, move: Move, wdl: int) -> float:
        """Count the replies to `move` with the value `wdl`; infinite if `move` ends the game.

        A move into stalemate or bare kings leaves no replies, but no chances either.
        """
        after = board.copy()
        after.push(move)
        if self._rules.outcome(after):
            return float("inf")
        try:
            replies = self._ranked(after, 0.0, never, every=True)
        except _UncoveredError:
            known = (each.value.final for each in self._bounded(after))
            return sum(each.least <= wdl <= each.most for each in known)
        return sum(reply.value.assumed == wdl for reply in replies)


def tables_of(game: str, directory: Path) -> Tables:
    """Return the tables of `by_game.tables_of`, including large compact ones of morris."""
    tables: Tables = by_game.tables_of(game, directory, large=True)
    return tables


def _strongest(board: MorrisBoard, moves: Sequence[MorrisMove]) -> list[MorrisMove]:
    """Return those winning moves that take a stone, then those that threaten the most mills.

    Tables show that all of them win, but not how fast; those that do not repeat a position come
    first, because moving in circles does not win.
    """
    worth = {
        move: (not _repeats(board, move), len(move.removed), _threats(board, move))
        for move in moves
    }
    most = max(worth.values())
    return [move for move in moves if worth[move] == most]


def _repeats(board: MorrisBoard, move: MorrisMove) -> bool:
    after = board.copy()
    after.push(move)
    return after.is_repetition(2)


def _threats(board: MorrisBoard, move: MorrisMove) -> int:
    """Return the number of mills that lack one stone, on a free point, after a placement."""
    own = board.stones[board.turn] | 1 << move.target
    free = board.free & ~own
    for taken in move.removed:
        free |= 1 << taken
    return sum(
        (mill & own).bit_count() == 2 and mill & ~own & free != 0
        for mill in board.variant.lines.mills
    )


def told(board: Board) -> frozenset[str]:
    """Return the moves of the course's lines on `board`, in notation for programs."""
    return _moves().get(_position(board), frozenset())


@cache
def _moves() -> Mapping[str, frozenset[str]]:
    """Return the moves of all lines; the first call reads the course."""
    found: dict[str, set[str]] = {}
    for file in sorted(resource("course").glob("*/*.toml")):
        with open_regular(file) as opened:
            content = tomllib.load(opened)
        for lesson in content.get("position", ()):
            for position, move in _line(lesson):
                found.setdefault(position, set()).add(move)
    return {position: frozenset(moves) for position, moves in found.items()}


def _line(lesson: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the positions and moves of a lesson's line, or of its only move."""
    position = parse(lesson["fen"])
    rules, board = position.game, position.board()
    for notation in (lesson.get("line") or lesson.get("only", "")).split():
        move = next(m for m in board.legal_moves if rules.notation(board, m) == notation)
        yield _position(board), rules.text(move)
        board.push(move)


def _position(board: Board) -> str:
    """Return a position without its counters."""
    return " ".join(board.fen().split()[:4])

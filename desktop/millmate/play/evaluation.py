"""Evaluate the positions of a game: by tables, or else by our own strong search.

The share of the point and the accuracy of a move follow https://lichess.org/page/accuracy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.outcome import Outcome
from millmate.play.trainer.exam import Exam, examine
from millmate.players.uci import own_command
from millmate.records.tree import Ply, play
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.uci.client import UciEngine

if TYPE_CHECKING:
    from millmate.tablebase.table_cache import Tables


_STEEPNESS = 0.00368208  # per hundredth of a pawn
_SURE = 10_000  # hundredths of a pawn; more changes nothing


def expected_share(score: Score) -> float:
    """Return the share of the point that the side to move can expect, from 0 to 1."""
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    worth = max(-_SURE, min(score.centipawns or 0, _SURE))
    return 1 / (1 + exp(-_STEEPNESS * worth))


def accuracy_of_move(before: float, after: float) -> float:
    """Return the accuracy of a move, from 0 to 100, by its side's shares of the point."""
    lost = 100 * (before - after)
    if lost <= 0:
        return 100.0
    return max(0.0, 103.1668 * exp(-0.04354 * lost) - 3.1669)


LINES = 2  # to search: the second shows whether the first is the only good one
_TABLE_PATIENCE = 5.0  # seconds for the fifty-move rule's effect on a position
_ENGINE_PATIENCE = 300.0  # seconds for the engine's first start on a slow machine
_HASH_MB = 64
_LONGEST = 8  # plies of a line

Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class SearchedLine:
    """A line found by a search: its score for the side to move, and its moves.

    `notation` is its first move in notation for people.
    """

    score: Score
    moves: tuple[str, ...]
    notation: str

    @property
    def share(self) -> float:
        """The share of the point that the side to move can expect."""
        return expected_share(self.score)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation of a position for its side to move.

    It has an `outcome` if the game is over, an `exam` if a table covers the position, or else the
    best `lines` of a search.
    """

    fen: str
    turn: bool
    outcome: Outcome | None = None
    exam: Exam | None = None
    lines: tuple[SearchedLine, ...] = ()

    @property
    def share(self) -> float:
        """The share of the point that the side to move has, or can expect by the search."""
        if self.outcome is not None:
            winner = self.outcome.winner
            return 0.5 if winner is None else float(winner is self.turn)
        if self.exam is not None:
            return 0.5 + (0.25 if self.exam.open else 0.5) * self.exam.wdl
        return self.lines[0].share

    @property
    def white(self) -> float:
        """White's share of the point."""
        return self.share if self.turn else 1 - self.share

    @property
    def best(self) -> str:
        """The best move in notation for programs, "" if the game is over."""
        if self.exam is not None:
            return self.exam.options[0].text
        return self.lines[0].moves[0] if self.lines else ""


class Evaluator:
    """Evaluates positions in a thread; the engine starts with the first one that needs it."""

    def __init__(
        self,
        rules: Rules,
        directory: Path,
        seconds: float,
        on_remark: Callable[[str], None] = lambda remark: None,
    ) -> None:
        """Use the tables in `directory`, or else `seconds` of search.

        `on_remark` gets remarks of the engine while it starts.
        """
        from millmate.players.table import tables_of

        self._rules, self._directory, self._seconds = rules, directory, seconds
        self._on_remark = on_remark
        self._tables: Tables = tables_of(rules.name, directory)
        self._engine: UciEngine | None = None

    def __enter__(self) -> "Evaluator":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._tables.close()
        if self._engine is not None:
            self._engine.close()

    def evaluate(self, board: Board, stopped: Stopped) -> Evaluation | None:
        """Return the evaluation of `board`, with its history; None if it is unknown.

        Raises:
            Interrupted: `stopped` returned True during a search.
            EngineError: The engine cannot be started, or has failed.
        """
        fen, turn = board.fen(), board.turn
        outcome = self._rules.outcome(board)
        if outcome is not None:
            return Evaluation(fen, turn, outcome)
        exam = self._examine(fen, stopped)
        if exam is not None:
            return Evaluation(fen, turn, exam=exam)
        lines = self._search(board, stopped)
        return Evaluation(fen, turn, lines=lines) if lines else None

    def best_line(self, found: Evaluation, stopped: Stopped) -> tuple[Ply, ...]:
        """Return the line of best play: by tables to the end of a win, as far as necessary.

        If a table has a draw, the line is only the move that holds it.
        """
        board = self._rules.board(found.fen)
        if found.exam is None:
            return tuple(play(self._rules, board, text) for text in found.lines[0].moves)
        exam: Exam | None = found.exam
        plies: list[Ply] = []
        while exam is not None and len(plies) < _LONGEST:
            plies.append(play(self._rules, board, exam.options[0].text))
            if not exam.wdl or self._rules.outcome(board) is not None:
                break
            exam = self._examine(board.fen(), stopped)
        return tuple(plies)

    def _examine(self, fen: str, stopped: Stopped) -> Exam | None:
        try:
            board = self._rules.board(fen)
            return examine(self._rules, self._tables, board, _TABLE_PATIENCE, stopped)
        except (MillMateError, OSError):  # no table, or a damaged one: search instead
            return None

    def _search(self, board: Board, stopped: Stopped) -> tuple[SearchedLine, ...]:
        found: dict[int, SearchInfo] = {}

        def note(info: SearchInfo) -> None:
            if info.moves:
                found[info.line] = info

        limits = SearchLimits(seconds=self._seconds)
        self._started(stopped).play(board, limits, note, stopped)
        return self._lines(board, [found[number] for number in sorted(found)])

    def _lines(self, board: Board, infos: Sequence[SearchInfo]) -> tuple[SearchedLine, ...]:
        """Return the lines found; one that has risen may still be in its old place too."""
        rules, seen = self._rules, dict[str, SearchedLine]()
        for info in infos:
            moves = tuple(rules.text(move) for move in info.moves[:_LONGEST])
            notation = rules.notation(board, info.moves[0])
            seen.setdefault(moves[0], SearchedLine(info.score, moves, notation))
        return tuple(seen.values())

    def _started(self, stopped: Stopped) -> UciEngine:
        if self._engine is None:
            self._engine = UciEngine(own_command(self._rules.name), _ENGINE_PATIENCE)
            self._engine.on_remark = self._on_remark
            options = {"Tables": self._directory, "Hash": _HASH_MB, "MultiPV": LINES}
            self._engine.start({name: str(value) for name, value in options.items()}, stopped)
        return self._engine

"""The verdicts of tables on a game: its positions, and the moves played in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import chess

from millmate.errors import MillMateError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import kind_of
from millmate.games.outcome import BLACK, WHITE
from millmate.play.tournament.game import GameJudgement, SideJudgement, Slip
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import never
from millmate.tablebase.rule50 import PATIENCE, Rule50Verdict, compare
from millmate.tablebase.verdict import Verdict


class Verdicts:
    """The tables of a game in a directory; a position that none covers, or that fails, gives None.

    The fifty-move rule counts, a tournament's own limits of morris do not.
    """

    def __init__(self, game: str, directory: Path) -> None:
        self._tables: Any
        self._most: int | None  # men on a board of chess that tables know
        if kind_of(game) == "morris":
            from millmate.tablebase.morris.probe import MorrisTablebase

            self._tables = MorrisTablebase(directory)
            self.any, self._most = bool(self._tables.available()), None
        else:
            self._tables = Tablebase(directory)
            self._most = max((each.men for each in self._tables.available()), default=0)
            self.any = self._most > 0

    def get(self, board: Board) -> Verdict | None:
        """Return the verdict for the side to move, without the fifty-move rule."""
        found = self.ruled(board)
        return None if found is None else found.verdict

    def ruled(
        self, board: Board, seconds: float = 0.0, stopped: Callable[[], bool] = never
    ) -> Rule50Verdict | None:
        """Return what the position is worth to the side to move under the fifty-move rule.

        Where tables and clock leave that open, up to so many `seconds` are spent on finding out.
        """
        if not self.any or (self._most and _men(board) > self._most):  # most positions by far
            return None
        try:
            found: Rule50Verdict = self._tables.probe_rule50(board, seconds, stopped)
        except (MillMateError, OSError):
            return None
        return found

    def value(self, board: Board) -> int | None:
        """Return 1, 0 or -1: White wins, draws or loses with best play by both.

        None where the fifty-move rule may draw before the tables' line ends.
        """
        found = self.ruled(board)
        return None if found is None else _of_white(found, board.turn)

    def close(self) -> None:
        self._tables.close()


def judge(
    rules: Rules, start_fen: str, moves: tuple[str, ...], verdicts: Verdicts
) -> GameJudgement | None:
    """Return how a game was played by the tables, None if they cover none of its positions.

    A position is worth as much as its best move, so no other move is looked up. A position that
    the fifty-move rule leaves open counts as unknown.
    """
    if not verdicts.any:
        return None
    board = rules.board(start_fen)
    turns, known = [board.turn], [_known(verdicts, board)]
    for text in moves:
        board.push(rules.parse_move(board, text))
        turns.append(board.turn)
        known.append(_known(verdicts, board))
    entry = next((ply for ply in range(len(moves)) if known[ply] is not None), None)
    if entry is None:
        return None
    first = known[entry]
    assert first is not None
    sides = {WHITE: _SideReview(), BLACK: _SideReview()}
    for ply in range(entry, len(moves)):
        sides[turns[ply]].add(ply, moves[ply], known[ply], known[ply + 1])
    value = _of_white(first, turns[entry])
    assert value is not None
    return GameJudgement(entry, value, sides[WHITE].judged(), sides[BLACK].judged())


def _men(board: Board) -> int:
    return cast(chess.Board, board).occupied.bit_count()


def _known(verdicts: Verdicts, board: Board) -> Rule50Verdict | None:
    """Return the verdict on a position, None unless its value is known."""
    found = verdicts.ruled(board, PATIENCE)
    return None if found is None or found.category.wdl is None else found


def _of_white(found: Rule50Verdict, turn: bool) -> int | None:
    value = found.category.wdl
    return None if value is None else value * (1 if turn else -1)


class _SideReview:
    """Adds up one side's moves by the tables."""

    def __init__(self) -> None:
        self._moves = self._timed = self._lost = 0
        self._slips: list[Slip] = []

    def add(
        self, ply: int, text: str, best: Rule50Verdict | None, after: Rule50Verdict | None
    ) -> None:
        """Add a move, given the verdicts before and after it."""
        compared = None if best is None or after is None else compare(best, after)
        if compared is None:
            return
        before, played, lost = compared
        self._moves += 1
        if played < before:
            self._slips.append(Slip(ply, text, before, played))
        elif lost is not None:
            self._timed += 1
            self._lost += lost

    def judged(self) -> SideJudgement:
        return SideJudgement(self._moves, self._timed, self._lost, tuple(self._slips))

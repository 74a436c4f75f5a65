"""What endgame tables tell a search about its root."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Protocol

from millmate.errors import MillMateError
from millmate.games.board import Board, Move
from millmate.search.limits import Score, SearchInfo, SearchLimits

_LONGEST = 24  # plies of a line that is shown


class Verdict(Protocol):
    """The value of a position: `wdl` is 1, 0 or -1; `plies` count to the end of the game.

    They are None in a draw, and where nobody knows how long a win takes.
    """

    @property
    def wdl(self) -> int:
        """Who wins: 1 the side to move, 0 nobody."""

    @property
    def plies(self) -> int | None:
        """The distance to mate, or to the end of a game of morris."""


class JudgedMove(Protocol):
    """A move and its verdict for the side that makes it."""

    @property
    def move(self) -> Move:
        """The move."""

    @property
    def verdict(self) -> Verdict:
        """What it leads to, the move itself counted."""


class Tables(Protocol):
    """Exact tables of one game, such as `tablebase.probe.Tablebase`."""

    def covers(self, board: Any) -> bool:
        """Tell whether `moves` has an answer."""

    def moves(self, board: Any) -> Sequence[JudgedMove]:
        """Return the legal moves with their verdicts, best first; raises `MillMateError`."""


def judged_moves(tables: Tables, board: Board) -> Sequence[JudgedMove]:
    """Return the legal moves with their verdicts, best first; none where tables know too little."""
    try:
        return tables.moves(board) if tables.covers(board) else ()
    except MillMateError:  # a move leads to a table that is not there, or damaged
        return ()


def drawing_moves(tables: Tables, board: Board) -> list[Move] | None:
    """Return the moves that hold the draw, None if the position is no draw or not known."""
    judged = judged_moves(tables, board)
    if not judged or judged[0].verdict.wdl:
        return None
    return [found.move for found in judged if found.verdict.wdl == 0]


def keeping_moves(tables: Tables, board: Board) -> tuple[int, list[Move]] | None:
    """Return the value of a position, 1, 0 or -1, and the moves that keep it; None if not known."""
    judged = judged_moves(tables, board)
    if not judged:
        return None
    value = judged[0].verdict.wdl
    return value, [found.move for found in judged if found.verdict.wdl == value]


def decided_lines(tables: Tables, board: Board, limits: SearchLimits) -> tuple[SearchInfo, ...]:
    """Return the best lines of a position that is won or lost, and how soon; none if not known."""
    began = time.perf_counter()
    judged = judged_moves(tables, board)
    if not judged or any(found.verdict.wdl and found.verdict.plies is None for found in judged):
        return ()
    if not judged[0].verdict.wdl:
        return ()
    wanted = [found for found in judged if not limits.moves or found.move in limits.moves]
    return tuple(
        _line(tables, board, found, number, len(judged), began)
        for number, found in enumerate(wanted[: limits.lines], 1)
    )


def _line(
    tables: Tables, board: Board, first: JudgedMove, number: int, hits: int, began: float
) -> SearchInfo:
    """Return what tables say of a move and what follows with best play."""
    after, moves = board.copy(), [first.move]
    after.push(first.move)
    while len(moves) < _LONGEST and (judged := judged_moves(tables, after)):
        hits += len(judged)
        moves.append(judged[0].move)
        after.push(judged[0].move)
    return SearchInfo(
        line=number,
        depth=len(moves),
        selective_depth=len(moves),
        score=_score(first.verdict),
        nodes=0,
        seconds=time.perf_counter() - began,
        table_full=0,
        table_hits=hits,
        moves=tuple(moves),
    )


def _score(verdict: Verdict) -> Score:
    if verdict.wdl == 0 or verdict.plies is None:
        return Score(centipawns=0)
    return Score(mate=verdict.wdl * ((verdict.plies + (verdict.wdl > 0)) // 2))

"""A real search, small and slow, behind the interface of the strong one; for tests alone."""

from __future__ import annotations

import time
from collections.abc import Callable

import chess

from millmate.search.limits import Score, SearchInfo, SearchLimits, SearchOutcome
from millmate.uci.service import EngineSettings

VALUES = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 0}
MATE = 100_000


class StoppedError(Exception):
    pass


class PlainSearcher:
    """Counts material, deeper and deeper; keeps every limit but the table's size."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self.games = 0

    def forget(self) -> None:
        self.games += 1

    def search(
        self,
        board: chess.Board,
        limits: SearchLimits,
        on_info: Callable[[SearchInfo], None],
        stopped: Callable[[], bool],
    ) -> SearchOutcome:
        began, self.nodes = time.monotonic(), 0
        board = board.copy()

        def halt() -> bool:
            spent = time.monotonic() - began
            late = limits.seconds is not None and spent >= limits.seconds
            full = limits.nodes is not None and self.nodes >= limits.nodes
            return late or full or stopped()

        lines: list[SearchInfo] = []
        for depth in range(1, (limits.depth or 100) + 1):
            try:
                scores = {
                    move: -self.after(board, move, depth - 1, halt)
                    for move in limits.moves or list(board.legal_moves)
                }
            except StoppedError:
                break
            best = sorted(scores, key=lambda move: -scores[move])[: limits.lines]
            lines = [
                SearchInfo(
                    number, depth, depth, score_of(scores[move]), self.nodes,
                    time.monotonic() - began, 0, 0, (move,),
                )
                for number, move in enumerate(best, start=1)
            ]  # fmt: skip
            for line in lines:
                on_info(line)
            mate = lines[0].score.mate
            if limits.mate and mate and 0 < mate <= limits.mate:
                break
        return SearchOutcome(lines[0].moves[0], None, tuple(lines))

    def after(self, board: chess.Board, move: chess.Move, depth: int, halt: Callable) -> int:
        self.nodes += 1
        if depth and halt():
            raise StoppedError
        board.push(move)
        try:
            moves = list(board.legal_moves)
            if not moves:
                return len(board.move_stack) - MATE if board.is_check() else 0
            if depth == 0:
                own, others = (
                    sum(VALUES[kind] * len(board.pieces(kind, side)) for kind in VALUES)
                    for side in (board.turn, not board.turn)
                )
                return own - others
            return max(-self.after(board, reply, depth - 1, halt) for reply in moves)
        finally:
            board.pop()


def score_of(value: int) -> Score:
    if value > MATE - 1000:
        return Score(mate=(MATE - value + 1) // 2)
    return Score(mate=-((MATE + value) // 2)) if value < 1000 - MATE else Score(value)

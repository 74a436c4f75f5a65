"""The openings of morris: moves that are alike by symmetry, with their values.

Positions that the board's symmetry turns into each other count as one, so that nine men's morris
has four first moves: a cross point, a T point, a corner, a corner of the middle ring.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.openings import kind_of
from millmate.games.morris.points import Lines
from millmate.games.morris.symmetry import canonical
from millmate.games.value import Value
from millmate.tablebase.holding import Draws, Holding
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.progress import never

_HARD = 1 / 3  # the share of replies that hold, from which down a position is a drill
_WALK = 9  # moves at most from a position to a drill
_CHOICE = 3  # the number of the hardest draws to choose from on the way


class OpeningMove(NamedTuple):
    """Moves that lead to the same position by symmetry.

    `move` is the first of `alike` moves in the order of `MorrisBoard.legal_moves`; `value` is the
    mover's; `holding` is how hard a draw is, None where it was not requested or is not a draw.
    `lines` are the board's.
    """

    move: MorrisMove
    alike: int
    value: Value
    lines: Lines
    holding: Holding | None = None

    @property
    def text(self) -> str:
        """The move as text, such as `d6`."""
        return self.move.text(self.lines.names)

    @property
    def point(self) -> str:
        """The kind of point the stone is put on, such as `cross point`."""
        return kind_of(self.move.target, self.lines)

    @property
    def rank(self) -> tuple[int, int, tuple[float, ...], str]:
        """Sort key: wins from the shortest on, draws from the hardest on, losses from the longest.

        Wins and losses of unknown length keep the order of their texts.
        """
        hard = () if self.holding is None else self.holding.rank
        wdl = self.value.wdl
        return -wdl, wdl * (self.value.plies or 0), hard, self.text


def key_of(board: MorrisBoard) -> object:
    """Return a key that all positions alike by symmetry have in common."""
    least = canonical(board)
    return (*least.stones, *least.hand, least.turn)


class Openings:
    """Evaluates moves of the placing phase, and how hard the draws are."""

    def __init__(self, tables: MorrisTablebase, stopped: Callable[[], bool] = never) -> None:
        """Use `tables`; once `stopped` is true everything raises `holding.Stopped`."""
        self._tables = tables
        self.draws = Draws(tables, key_of, stopped)

    def moves(self, board: MorrisBoard) -> list[OpeningMove]:
        """Return the moves, those alike by symmetry as one: wins, draws, losses.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `MorrisTablebase.moves` does.
        """
        verdicts = {each.move: each.value for each in self._tables.moves(board)}
        classes: dict[object, list[MorrisMove]] = {}
        for move in board.legal_moves:
            board.push(move)
            classes.setdefault(key_of(board), []).append(move)
            board.pop()
        found = (
            OpeningMove(first, 1 + len(rest), verdicts[first], board.lines)
            for first, *rest in classes.values()
        )
        return sorted(found, key=lambda each: each.rank)

    def judged(
        self, board: MorrisBoard, moves: Sequence[OpeningMove], *, twice: bool = False
    ) -> list[OpeningMove]:
        """Return `moves` with how hard each draw is, the hardest first; see `Holding.twice`.

        Raises:
            Stopped: The caller no longer wants it.
            MissingTableError, TableError: See `Draws`.
        """
        hard = self.draws.twice if twice else self.draws.of
        found = [
            each if each.value.wdl else each._replace(holding=hard(board, each.move))
            for each in moves
        ]
        return sorted(found, key=lambda each: each.rank)

    def walk(
        self, board: MorrisBoard, plies: int, *, twice: bool = False
    ) -> Iterator[tuple[int, MorrisBoard, OpeningMove]]:
        """Yield the tree below a position: depth from 1 on, the position before, and the move.

        A position seen before, or its image, is not expanded again. With `twice` draws are
        judged over two moves.
        """
        seen = set[object]()

        def below(board: MorrisBoard, depth: int) -> Iterator[tuple[int, MorrisBoard, OpeningMove]]:
            for each in self.judged(board, self.moves(board), twice=twice):
                yield depth, board, each
                after = board.copy()
                after.push(each.move)
                key = key_of(after)
                if key not in seen:
                    seen.add(key)
                    if depth < plies:
                        yield from below(after, depth + 1)

        yield from below(board, 1)

    def drill(self, board: MorrisBoard, rng: random.Random) -> MorrisBoard | None:
        """Return a drawn position below `board` that is hard to hold, None if none was found.

        Both sides keep the draw, one of them by its hardest draws; the position is for the other
        side. It is the first in which at most a third of the moves hold, or else the hardest one
        that was found. Raises as `judged` does.
        """
        board, hardest, least = board.copy(), None, 1.0
        for _ in range(_WALK):
            moves = [each for each in self.moves(board) if each.value.wdl == 0]
            if not moves or not any(board.hand):
                break
            chosen = rng.choice(self.judged(board, moves)[:_CHOICE])
            board.push(chosen.move)
            if chosen.holding is None:
                break
            if (share := chosen.holding.holding / chosen.holding.replies) < least:
                hardest, least = board.copy(), share
            if least <= _HARD:
                break
            replies = [each.move for each in self._tables.moves(board) if each.value.wdl == 0]
            board.push(rng.choice(replies))
        return hardest

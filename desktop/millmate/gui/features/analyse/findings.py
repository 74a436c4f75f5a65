"""Requests and results of an analysis: frozen values that pass between threads."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from millmate.games.board import Board, Move, Rules
from millmate.games.outcome import Outcome
from millmate.search.limits import SearchInfo

LONGEST = 16  # plies of a line
_EVERY = 0.1  # seconds between two findings, so that they can be read


@dataclass(frozen=True, slots=True)
class Position:
    """The position `fen`, reached from `start` by `moves` in UCI notation."""

    rules: Rules
    fen: str
    start: str
    moves: tuple[str, ...] = ()

    def board(self) -> Board:
        """Return the position with its history; raises `InputError` if it cannot be played."""
        board = self.rules.board(self.start)
        for text in self.moves:
            board.push(self.rules.parse_move(board, text))
        return board


@dataclass(frozen=True, slots=True)
class Order:
    """A position to search for its best `lines`."""

    position: Position
    lines: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine `name` is running and supports up to `most_lines`."""

    name: str
    most_lines: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The position cannot be searched for this reason."""

    position: Position
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over in this position."""

    position: Position
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line: its score for the side to move, its moves in UCI notation and for people."""

    info: SearchInfo
    texts: tuple[str, ...]
    notation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The lines found so far, best first; `mover` is to move, after `ply` plies.

    A line with a smaller depth than those before it has not been searched again yet.
    """

    position: Position
    mover: bool
    ply: int
    lines: tuple[FoundLine, ...]


class Gathering:
    """Collects what an engine reports about a position into findings."""

    def __init__(self, order: Order, board: Board) -> None:
        """Start without lines for the position `board` of the order."""
        self._order = order
        self._base = order.position.rules.board(board.fen())  # without history, so quick to copy
        self._ply = board.ply()
        self._infos: dict[int, SearchInfo] = {}
        self._changed = False
        self._reported = 0.0

    def add(self, info: SearchInfo) -> None:
        """Add what the engine reports about one of its lines.

        A move that rises in the order also stands in its old place: the line it displaces goes
        there.
        """
        if info.line > self._order.lines or not info.moves:
            return
        first, before = info.moves[0], self._infos.get(info.line)
        for line, other in self._infos.items():
            if line != info.line and other.moves[0] == first:
                if before is None or before.moves[0] == first:
                    del self._infos[line]
                else:
                    self._infos[line] = replace(before, line=line)
                break
        self._infos[info.line] = info
        self._changed = True

    def news(self) -> Findings | None:
        """Return the findings if they have changed and the last ones are old enough."""
        now = time.monotonic()
        if not self._changed or now - self._reported < _EVERY:
            return None
        self._changed, self._reported = False, now
        lines = tuple(self._found(self._infos[number]) for number in sorted(self._infos))
        return Findings(self._order.position, self._base.turn, self._ply, lines)

    def _found(self, info: SearchInfo) -> FoundLine:
        rules, board = self._order.position.rules, self._base.copy()
        moves: tuple[Move, ...] = info.moves[:LONGEST]
        notation = []
        for move in moves:
            notation.append(rules.notation(board, move))
            board.push(move)
        return FoundLine(info, tuple(rules.text(move) for move in moves), tuple(notation))

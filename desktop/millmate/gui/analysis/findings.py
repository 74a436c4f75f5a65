"""What is asked of an analysis, and what comes back: frozen values that pass between threads."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from millmate.games.board import Board, Move, Rules
from millmate.games.outcome import Outcome
from millmate.search.limits import SearchInfo

LONGEST = 16  # plies of a line that are told
_EVERY = 0.1  # seconds between two findings: what changes faster cannot be read


@dataclass(frozen=True, slots=True)
class Position:
    """The position `fen`, reached from `start` by `moves` as programs write them."""

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
    """A position to be searched for its best `lines`."""

    position: Position
    lines: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What the engine says while it gets ready."""

    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine `name` runs, and can look for so many lines at once."""

    name: str
    most_lines: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The position cannot be searched, and why, in a sentence."""

    position: Position
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """In this position the game is over."""

    position: Position
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line of play: its score for the side to move, its moves for programs and for people."""

    info: SearchInfo
    texts: tuple[str, ...]
    notation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is found of a position so far, best line first; `mover` is to move, after `ply` plies.

    A line of a smaller depth than those before it has not been looked at again yet.
    """

    position: Position
    mover: bool
    ply: int
    lines: tuple[FoundLine, ...]


class Gathering:
    """Gathers what an engine tells of a position, line by line, into findings."""

    def __init__(self, order: Order, board: Board) -> None:
        """Begin with nothing; `board` is the order's position."""
        self._order = order
        self._base = order.position.rules.board(board.fen())  # without history: quick to copy
        self._ply = board.ply()
        self._infos: dict[int, SearchInfo] = {}
        self._changed = False
        self._told = 0.0

    def take(self, info: SearchInfo) -> None:
        """Take in what the engine says of one of its lines.

        A move that has risen in the order was told of at its old place as well: what stood at the
        new one takes that.
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
        """Return the findings if they have changed, and it is time to tell of them again."""
        now = time.monotonic()
        if not self._changed or now - self._told < _EVERY:
            return None
        self._changed, self._told = False, now
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

"""The moves of one game, and the place in it that is shown."""

from dataclasses import dataclass, field

from millmate.games.board import Board, Rules
from millmate.games.catalogue import game
from millmate.games.chess.rules import CHESS
from millmate.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played: for programs, for people, and the position after it."""

    mover: bool
    text: str
    notation: str
    fen: str


@dataclass(slots=True)
class Line:
    """The line from `start_fen`; `cursor` counts the plies shown, 0 for the start position.

    `undone` holds what was taken back, the next one to put back last.
    """

    start_fen: str
    plies: list[Ply] = field(default_factory=list)
    cursor: int = 0
    undone: list[Ply] = field(default_factory=list)
    rules: Rules = CHESS

    @classmethod
    def of(cls, record: GameRecord) -> "Line":
        """Return the line of a recorded game, its last position shown."""
        rules = game(record.game)
        line = cls(record.start_fen, rules=rules)
        board = rules.board(record.start_fen)
        for text in record.moves:
            move = rules.parse_move(board, text)
            mover, notation = board.turn, rules.notation(board, move)
            board.push(move)
            line.append(Ply(mover, text, notation, board.fen()))
        return line

    @property
    def fen(self) -> str:
        """The position shown."""
        return self.plies[self.cursor - 1].fen if self.cursor else self.start_fen

    @property
    def last_fen(self) -> str:
        """The position after the last move."""
        return self.plies[-1].fen if self.plies else self.start_fen

    @property
    def at_end(self) -> bool:
        """Whether the last position is the one shown."""
        return self.cursor == len(self.plies)

    @property
    def shown_move(self) -> str | None:
        """The move that led to the position shown."""
        return self.plies[self.cursor - 1].text if self.cursor else None

    def go(self, cursor: int) -> None:
        """Show the position after `cursor` plies, or the nearest there is."""
        self.cursor = max(0, min(cursor, len(self.plies)))

    def append(self, ply: Ply) -> None:
        """Add a move; whoever watches the end goes on watching it."""
        if self.at_end:
            self.cursor += 1
        self.plies.append(ply)
        self.undone.clear()

    def take_back(self, count: int) -> None:
        """Take `count` plies back and show the end."""
        for _ in range(count):
            self.undone.append(self.plies.pop())
        self.cursor = len(self.plies)

    def put_back(self, count: int) -> None:
        """Play `count` of the plies taken back again and show the end."""
        for _ in range(count):
            self.plies.append(self.undone.pop())
        self.cursor = len(self.plies)

    def board(self) -> Board:
        """Return the last position with its history."""
        board = self.rules.board(self.start_fen)
        for ply in self.plies:
            board.push(self.rules.parse_move(board, ply.text))
        return board

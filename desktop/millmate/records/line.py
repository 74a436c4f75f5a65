"""A line of a game's tree, which is shown and to which moves are added."""

from collections.abc import Iterable

from millmate.games.board import Board, Rules
from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS
from millmate.records.notes import NONE, Notes
from millmate.records.tree import GameTree, Node, Ply


class Line:
    """A line of the game tree, from the first position to the end of the current variation.

    `cursor` is the number of plies shown, 0 for the start position. `undone` contains the moves
    taken back; the last one is the next to be redone.
    """

    def __init__(
        self, start_fen: str, rules: Rules = CHESS, *, tree: GameTree | None = None
    ) -> None:
        self.tree = GameTree(start_fen, rules) if tree is None else tree
        self._shown = self.tree.root
        self._way: list[Node] = []  # the nodes of this line after the first position
        self._cursor = 0
        self._version = -1  # the tree's version when `_way` was computed
        self._taken: list[tuple[Node, ...]] = []
        self._replayed: tuple[list[str], Board | None] = [], None  # moves, and the board after them

    @property
    def rules(self) -> Rules:
        return self.tree.rules

    @property
    def start_fen(self) -> str:
        return self.tree.root.fen

    @property
    def node(self) -> Node:
        return self._shown

    @property
    def way(self) -> list[Node]:
        """The nodes of this line after the first position."""
        if self._version != self.tree.version:
            self._version = self.tree.version
            before = self._shown.path()
            self._cursor, self._way = len(before), [*before, *self._shown.line()]
        return self._way

    @property
    def plies(self) -> list[Ply]:
        return [node.ply for node in self.way if node.ply is not None]

    @property
    def cursor(self) -> int:
        """The number of plies from the start to the position shown."""
        assert self.way is not None
        return self._cursor

    @property
    def fen(self) -> str:
        return self._shown.fen

    @property
    def position(self) -> Position:
        """The position shown, with its game."""
        return Position(self.rules, self._shown.fen)

    @property
    def at_end(self) -> bool:
        """Whether the last position of this line is shown."""
        return self._shown.next is None

    @property
    def shown_move(self) -> str | None:
        return None if self._shown.ply is None else self._shown.ply.text

    def go(self, cursor: int) -> None:
        """Show the position after `cursor` plies, or the nearest one."""
        way = self.way
        self._cursor = max(0, min(cursor, len(way)))
        self._shown = way[self._cursor - 1] if self._cursor else self.tree.root

    def show(self, node: Node) -> None:
        """Show any node of the tree; the line becomes the one through it."""
        at = len(node.path())
        known = self._version == self.tree.version and at <= len(self._way)
        on_way = known and (at == 0 or self._way[at - 1] is node)
        self._shown, self._cursor = node, at
        if not on_way:
            self._version = -1

    @property
    def last(self) -> Node:
        node = self.tree.root
        for node in self.tree.root.line():  # noqa: B007 (only the last one is needed)
            pass
        return node

    @property
    def played(self) -> list[Ply]:
        return self.tree.main_line()

    @property
    def last_fen(self) -> str:
        """The position after the last move of the main line."""
        return self.last.fen

    @property
    def at_last(self) -> bool:
        """Whether the last position of the main line is shown."""
        return self.at_end and self._shown.in_main_line

    @property
    def undone(self) -> list[Ply]:
        """The moves taken back."""
        return [children[0].ply for children in self._taken if children[0].ply is not None]

    def append(self, ply: Ply, notes: Notes = NONE) -> None:
        """Append a move to the main line; if its last position was shown, show the new one."""
        watched, last = self.at_last, self.last
        node = self.tree.append(last, ply, notes)
        if watched:
            self.show(node)
        self._taken.clear()

    def take_back(self, count: int) -> None:
        """Take back `count` plies of the main line and show its end."""
        for _ in range(count):
            parent = self.last.parent
            if parent is None:
                raise IndexError("no ply to take back")
            self._taken.append(self.tree.cut(parent))
        self.show(self.last)

    def put_back(self, count: int) -> None:
        """Redo `count` plies and show the end of the main line."""
        for _ in range(count):
            self.tree.graft(self.last, self._taken.pop())
        self.show(self.last)

    def board(self) -> Board:
        """Return the last position of the main line with its history."""
        moves = [ply.text for ply in self.played]
        known, board = self._replayed
        if board is None or moves[: len(known)] != known:
            known, board = [], self.rules.board(self.start_fen)
        for move in moves[len(known) :]:
            board.push(self.rules.parse_move(board, move))
        self._replayed = moves, board
        return board.copy()


def numbered(notation: Iterable[str], ply: int) -> str:
    """Return moves with move numbers, the first after `ply` plies: `1… e5 2. Nf3`."""
    words = []
    for at, move in enumerate(notation, start=ply):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        elif at == ply:
            words.append(f"{at // 2 + 1}…")
        words.append(move)
    return " ".join(words)

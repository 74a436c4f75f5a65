"""The tree of a game: its moves, variations and annotations, with undo and redo.

This is independent of windows and of the grammar of PGN: a tree is made from a record, and the
movetext of a record from a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import game
from millmate.games.chess.rules import CHESS
from millmate.records.movetext import Movetext, MovetextMove, as_comment
from millmate.records.notes import NONE, Notes, both
from millmate.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Ply:
    """A move: its notation for programs and for people, and the position after it."""

    mover: bool
    text: str
    notation: str
    fen: str


def play(rules: Rules, board: Board, text: str) -> Ply:
    """Play a move, written by programs or people, on `board`, and return it.

    Raises:
        InputError: The move is not legal.
    """
    move = rules.parse_move(board, text)
    mover, notation = board.turn, rules.notation(board, move)
    board.push(move)
    return Ply(mover, rules.text(move), notation, board.fen())


class Node:
    """A position of the game, with the move that led to it; the first position has none.

    `children` are the next moves, starting with the main one.
    """

    __slots__ = ("children", "fen", "notes", "parent", "ply")

    def __init__(self, fen: str, ply: Ply | None = None, parent: Node | None = None) -> None:
        self.fen, self.ply, self.parent = fen, ply, parent
        self.notes: Notes = NONE
        self.children: tuple[Node, ...] = ()

    @property
    def next(self) -> Node | None:
        return self.children[0] if self.children else None

    @property
    def siblings(self) -> tuple[Node, ...]:
        return (self,) if self.parent is None else self.parent.children

    @property
    def start(self) -> Node:
        """The first move of this variation; the root of the tree in the main line."""
        node = self
        while node.parent is not None and node.parent.children[0] is node:
            node = node.parent
        return node

    @property
    def in_main_line(self) -> bool:
        return self.start.parent is None

    def path(self) -> list[Node]:
        """Return the moves from the first to this one."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        node = self.next
        while node is not None:
            yield node
            node = node.next


_Value = Notes | tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """A node's notes or children (`what`), before and after."""

    node: Node
    what: str
    before: _Value
    after: _Value


@dataclass(frozen=True, slots=True)
class _Edit:
    """One edit of the user: its changes, and the nodes to show before and after it."""

    label: str
    changes: tuple[_Change, ...]
    before: Node
    after: Node


class GameTree:
    """All lines of a game from `root`.

    `version` grows with every change; `noted` is the node if the last change only replaced the
    notes of one node, else None. `unread` is the number of variations in a record with illegal
    moves, which become comments.
    """

    def __init__(self, start_fen: str, rules: Rules = CHESS) -> None:
        self.rules = rules
        self.root = Node(start_fen)
        self.version = 0
        self.noted: Node | None = None
        self.unread = 0
        self._unread: dict[Node, list[str]] = {}  # as comments, while a record is read
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []

    @classmethod
    def of(cls, record: GameRecord) -> GameTree:
        tree = cls(record.start_fen, game(record.game))
        movetext = record.movetext or Movetext(moves=tuple(map(MovetextMove, record.moves)))
        tree.root.notes = movetext.notes
        board = tree.rules.board(record.start_fen)
        tree.root.children = tuple(tree._read(tree.root, board, movetext.moves))
        tree._keep_unread()
        return tree

    # --- contents ----------------------------------------------------------------------------

    def main_line(self) -> list[Ply]:
        return [node.ply for node in self.root.line() if node.ply is not None]

    def movetext(self) -> Movetext | None:
        """Return the annotated movetext, None if there is only the main line."""
        movetext = Movetext(self.root.notes, _moves(self.root, main=True))
        return movetext if movetext.annotated else None

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, each after its parent."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def find(self, steps: Iterable[int]) -> Node:
        """Return the node at the end of a path of child indexes; see `steps_to`."""
        node = self.root
        for step in steps:
            if not 0 <= step < len(node.children):
                break
            node = node.children[step]
        return node

    # --- moves -------------------------------------------------------------------------------

    def append(self, node: Node, ply: Ply, notes: Notes = NONE) -> Node:
        """Add a played move after `node` as its main line; this cannot be undone."""
        child = Node(ply.fen, ply, node)
        child.notes = notes
        node.children = (child, *node.children)
        self._changed()
        return child

    def cut(self, node: Node) -> tuple[Node, ...]:
        """Remove everything after `node` permanently, and return it; see `graft`."""
        children, node.children = node.children, ()
        self.forget()
        self._changed()
        return children

    def graft(self, node: Node, children: tuple[Node, ...]) -> None:
        """Restore the nodes that were cut after `node`."""
        node.children = children
        self.forget()
        self._changed()

    def add(self, node: Node, text: str) -> Node:
        """Return the node of the move `text` (for programs) after `node`; add it if it is new.

        Raises:
            InputError: The move is not legal.
        """
        return self.add_line(node, (text,))

    def add_line(self, node: Node, texts: Iterable[str]) -> Node:
        """Add a line of moves in notation for programs after `node`, and return its last node.

        Raises:
            InputError: One of them is illegal; then nothing is added.
        """
        at, rest = node, list(texts)
        while rest and (known := _child(at, rest[0])) is not None:
            at, rest = known, rest[1:]
        if not rest:
            return at
        first = last = self._made(at, self.rules.board(at.fen), rest[0])
        for other in at.children:  # castling can be written in two ways (e1g1, e1h1)
            if other.fen == first.fen:
                return self.add_line(other, rest[1:])
        board = self.rules.board(last.fen)
        for text in rest[1:]:
            last.children = (self._made(last, board, text),)
            last = last.children[0]
        self._apply("move", [_order(at, (*at.children, first))], node, last)
        return last

    def delete(self, node: Node) -> Node:
        """Remove `node` and everything after it; return the node before it."""
        parent = node.parent
        assert parent is not None
        left = tuple(child for child in parent.children if child is not node)
        self._apply("delete", self._ordered(parent, left), node, parent)
        return parent

    def promote(self, node: Node) -> None:
        """Move the variation of `node` up by one."""
        start = node.start
        if start.parent is not None:
            self._apply("promote", self._moved(start, -1), node, node)

    def demote(self, node: Node) -> None:
        """Move `node`, or its variation, down by one."""
        lowered = self._lowered(node)
        if lowered is not None:
            self._apply("demote", self._moved(lowered, 1), node, node)

    def can_demote(self, node: Node) -> bool:
        return self._lowered(node) is not None

    def make_main(self, node: Node) -> None:
        """Make the line to `node` the main line of the game."""
        changes: list[_Change] = []
        for step in node.path():
            parent = step.parent
            assert parent is not None
            if parent.children[0] is not step:
                rest = tuple(child for child in parent.children if child is not step)
                changes += self._ordered(parent, (step, *rest))
        if changes:
            self._apply("main line", changes, node, node)

    # --- notes -------------------------------------------------------------------------------

    def annotate(self, node: Node, notes: Notes, label: str = "notes") -> None:
        """Set the notes of `node`; with the `label` "comment", typing merges into one edit."""
        if node.parent is None:  # PGN allows signs only after moves
            notes = replace(notes, nags=(), before="")
        if notes == node.notes:
            return
        change = _Change(node, "notes", node.notes, notes)
        last = self._done[-1] if self._done else None
        if label == "comment" and last is not None and last.label == label and last.after is node:
            change = _Change(node, "notes", last.changes[0].before, notes)
            self._done.pop()
        self._apply(label, [change], node, node)
        self.noted = node

    def revise(
        self,
        label: str,
        notes: Mapping[Node, Notes],
        children: Mapping[Node, tuple[Node, ...]],
        before: Node,
        after: Node,
    ) -> None:
        """Set notes and children of many nodes in one edit; show `before` and `after` with it."""
        changes = [
            _Change(node, "notes", node.notes, new)
            for node, new in notes.items()
            if new != node.notes
        ]
        for node, lines in children.items():
            if lines != node.children:
                changes.append(_order(node, lines))
        if changes:
            self._apply(label, changes, before, after)

    def strip(self, node: Node) -> None:
        """Remove all annotations and variations from `node` on."""
        changes: list[_Change] = []
        for each in (node, *node.line()):
            if each.notes:
                changes.append(_Change(each, "notes", each.notes, NONE))
            if len(each.children) > 1:
                changes.append(_order(each, each.children[:1]))
        if changes:
            self._apply("strip", changes, node, node)

    # --- undo and redo -----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> Node:
        edit = self._done.pop()
        for change in reversed(edit.changes):
            setattr(change.node, change.what, change.before)
        self._undone.append(edit)
        self._changed()
        return edit.before

    def redo(self) -> Node:
        """Redo the last undone edit and return the node to show."""
        edit = self._undone.pop()
        for change in edit.changes:
            setattr(change.node, change.what, change.after)
        self._done.append(edit)
        self._changed()
        return edit.after

    def forget(self) -> None:
        """Clear the history: no edit can be undone."""
        self._done.clear()
        self._undone.clear()

    # --- internals ---------------------------------------------------------------------------

    def _apply(self, label: str, changes: list[_Change], before: Node, after: Node) -> None:
        for change in changes:
            setattr(change.node, change.what, change.after)
        self._done.append(_Edit(label, tuple(changes), before, after))
        self._undone.clear()
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self.noted = None

    def _lowered(self, node: Node) -> Node | None:
        """Return the first move of the line that `demote` moves."""
        for candidate in (node, node.start):
            if candidate.siblings[-1] is not candidate:
                return candidate
        return None

    def _moved(self, node: Node, by: int) -> list[_Change]:
        parent = node.parent
        assert parent is not None
        order = list(parent.children)
        at = order.index(node)
        order[at], order[at + by] = order[at + by], order[at]
        return self._ordered(parent, tuple(order))

    def _ordered(self, parent: Node, children: tuple[Node, ...]) -> list[_Change]:
        """Return the changes that give `parent` these children.

        A comment before the first move is moved after it, because in a main line PGN would treat
        it as the comment of the previous move.
        """
        changes = [_order(parent, children)]
        if children and children[0].notes.before:
            first = children[0]
            changes.append(_Change(first, "notes", first.notes, first.notes.joined()))
        return changes

    def _made(self, parent: Node, board: Board, text: str) -> Node:
        """Play the move `text` on `board`, and return its node."""
        ply = play(self.rules, board, text)
        return Node(ply.fen, ply, parent)

    def _read(self, node: Node, board: Board, moves: tuple[MovetextMove, ...]) -> list[Node]:
        """Return the children of `node` for a line of `moves`, with everything after them.

        `board` has the position of `node` and is not changed. Lists of children are built once,
        as a move can have as many variations as a game has moves.
        """
        first: list[Node] = []
        played = 0
        for at, written in enumerate(moves):
            try:
                child = self._made(node, board, written.text)
            except InputError:
                self._unread.setdefault(node, []).append(as_comment(moves[at:]))
                break
            child.notes = written.notes
            children = [child]
            if written.variations:
                move = board.pop()
                for variation in written.variations:
                    children += self._read(node, board, variation)
                board.push(move)
            if played:
                node.children = tuple(children)
            else:
                first = children
            played += 1
            node = child
        for _ in range(played):
            board.pop()
        return first

    def _keep_unread(self) -> None:
        """Add illegal variations to comments."""
        for node, texts in self._unread.items():
            self.unread += len(texts)
            node.notes = node.notes.commented(both(node.notes.comment, " ".join(texts)))
        self._unread.clear()


def text_of_line(start: Node) -> str:
    """Return the line starting at `start`, with its annotations and variations, as text."""
    return as_comment((_move(start), *_moves(start, main=False)))


def steps_to(node: Node) -> tuple[int, ...]:
    """Return the path to `node` as child indexes: all 0 in the main line."""
    return tuple(step.siblings.index(step) for step in node.path())


def _order(parent: Node, children: tuple[Node, ...]) -> _Change:
    return _Change(parent, "children", parent.children, children)


def _child(node: Node, text: str) -> Node | None:
    return next((c for c in node.children if c.ply is not None and c.ply.text == text), None)


def _moves(node: Node, *, main: bool) -> tuple[MovetextMove, ...]:
    """Return the rest of the line after `node`, the main line in notation for programs."""
    moves = []
    while node.children:
        first, *others = node.children
        variations = tuple((_move(other), *_moves(other, main=False)) for other in others)
        moves.append(_move(first, variations, main=main))
        node = first
    return tuple(moves)


def _move(
    node: Node, variations: tuple[tuple[MovetextMove, ...], ...] = (), *, main: bool = False
) -> MovetextMove:
    assert node.ply is not None
    return MovetextMove(node.ply.text if main else node.ply.notation, node.notes, variations)

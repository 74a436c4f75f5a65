"""The tree of a game: the moves played, those that might have been, and what is said about them.

Every change of a tree can be taken back and made again. Nothing here knows a window or PGN's
grammar; a tree is made of a record, and a record's movetext of a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import game
from millmate.games.chess.rules import CHESS
from millmate.records.movetext import Movetext, MovetextMove, as_comment
from millmate.records.notes import NONE, Notes, both
from millmate.records.pgn import plain
from millmate.records.record import GameRecord


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played: for programs, for people, and the position after it."""

    mover: bool
    text: str
    notation: str
    fen: str


class Node:
    """A position of the game, with the move that led to it; the first one has no move.

    `children` are the moves that follow, that of the main line (of this variation) first.
    """

    __slots__ = ("children", "fen", "notes", "parent", "ply")

    def __init__(self, fen: str, ply: Ply | None = None, parent: Node | None = None) -> None:
        self.fen, self.ply, self.parent = fen, ply, parent
        self.notes: Notes = NONE
        self.children: tuple[Node, ...] = ()

    @property
    def next(self) -> Node | None:
        """The move that follows in this line."""
        return self.children[0] if self.children else None

    @property
    def siblings(self) -> tuple[Node, ...]:
        """The moves that were or might have been played here, this one included."""
        return (self,) if self.parent is None else self.parent.children

    @property
    def start(self) -> Node:
        """The first move of the variation that this one is in; the tree's root in the main line."""
        node = self
        while node.parent is not None and node.parent.children[0] is node:
            node = node.parent
        return node

    @property
    def in_main_line(self) -> bool:
        """Whether this is in no variation."""
        return self.start.parent is None

    def path(self) -> list[Node]:
        """Return the moves from the first one to this one."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """Yield the moves that follow in this line."""
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
    """What one deed of a person changed, and what is to be looked at before and after it."""

    label: str
    changes: tuple[_Change, ...]
    before: Node
    after: Node


class GameTree:
    """All lines of a game from `root`.

    `version` grows with every change; `noted` is the node of which the last one said something
    else, None if it changed more than that. `unread` counts the variations of a record that hold
    moves which are not legal: these are kept as a comment.
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
        """Return the tree of a recorded game."""
        tree = cls(record.start_fen, game(record.game))
        movetext = record.movetext or Movetext(moves=tuple(map(MovetextMove, record.moves)))
        tree.root.notes = movetext.notes
        board = tree.rules.board(record.start_fen)
        tree.root.children = tuple(tree._read(tree.root, board, movetext.moves))
        tree._keep_unread()
        return tree

    # --- what there is -----------------------------------------------------------------------

    def main_line(self) -> list[Ply]:
        """Return the moves of the main line."""
        return [node.ply for node in self.root.line() if node.ply is not None]

    def movetext(self) -> Movetext | None:
        """Return what a record keeps of the tree besides its main line; None for nothing."""
        movetext = Movetext(self.root.notes, _moves(self.root, main=True))
        return movetext if movetext.annotated else None

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, the first position first, every node after its parent."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def find(self, steps: Iterable[int]) -> Node:
        """Return the node at the end of a path of places among children; see `steps_to`."""
        node = self.root
        for step in steps:
            if not 0 <= step < len(node.children):
                break
            node = node.children[step]
        return node

    # --- moves -------------------------------------------------------------------------------

    def append(self, node: Node, ply: Ply) -> Node:
        """Add a move that has been played after `node`, as its main line; not to be taken back."""
        child = Node(ply.fen, ply, node)
        node.children = (child, *node.children)
        self._changed()
        return child

    def cut(self, node: Node) -> tuple[Node, ...]:
        """Take away all that follows `node`, for good, and return it; see `graft`."""
        children, node.children = node.children, ()
        self.forget()
        self._changed()
        return children

    def graft(self, node: Node, children: tuple[Node, ...]) -> None:
        """Put back after `node` what was cut there."""
        node.children = children
        self.forget()
        self._changed()

    def add(self, node: Node, text: str) -> Node:
        """Return the move `text`, as programs write it, after `node`; a new one is the last there.

        Raises:
            InputError: The move is not legal.
        """
        return self.add_line(node, (text,))

    def add_line(self, node: Node, texts: Iterable[str]) -> Node:
        """Add a line of moves, as programs write them, after `node`, and return its last move.

        Raises:
            InputError: One of them is not legal; nothing is added then.
        """
        at, rest = node, list(texts)
        while rest and (known := _child(at, rest[0])) is not None:
            at, rest = known, rest[1:]
        if not rest:
            return at
        first = last = self._made(at, self.rules.board(at.fen), rest[0])
        board = self.rules.board(last.fen)
        for text in rest[1:]:
            last.children = (self._made(last, board, text),)
            last = last.children[0]
        self._apply("move", [_order(at, (*at.children, first))], node, last)
        return last

    def delete(self, node: Node) -> Node:
        """Take `node` away with all that follows; return the position before it."""
        parent = node.parent
        assert parent is not None
        left = tuple(child for child in parent.children if child is not node)
        self._apply("delete", self._ordered(parent, left), node, parent)
        return parent

    def promote(self, node: Node) -> None:
        """Put the variation that `node` is in one place further up."""
        start = node.start
        if start.parent is not None:
            self._apply("promote", self._moved(start, -1), node, node)

    def demote(self, node: Node) -> None:
        """Put `node`, or the variation that it is in, one place further down."""
        lowered = self._lowered(node)
        if lowered is not None:
            self._apply("demote", self._moved(lowered, 1), node, node)

    def can_demote(self, node: Node) -> bool:
        """Tell whether there is a variation beneath."""
        return self._lowered(node) is not None

    def make_main(self, node: Node) -> None:
        """Make the line that leads to `node` the main line of the game."""
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
        """Say this about `node`; what is typed (`label` "comment") is one change as it grows."""
        if node.parent is None:  # PGN has a sign only behind a move
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

    def strip(self, node: Node) -> None:
        """Take all comments, signs, drawings and variations away that come after `node`."""
        changes: list[_Change] = []
        for each in (node, *node.line()):
            if each.notes:
                changes.append(_Change(each, "notes", each.notes, NONE))
            if len(each.children) > 1:
                changes.append(_order(each, each.children[:1]))
        if changes:
            self._apply("strip", changes, node, node)

    # --- back and forth ----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to make again."""
        return bool(self._undone)

    def undo(self) -> Node:
        """Take the last change back and return the node to be looked at."""
        edit = self._done.pop()
        for change in reversed(edit.changes):
            setattr(change.node, change.what, change.before)
        self._undone.append(edit)
        self._changed()
        return edit.before

    def redo(self) -> Node:
        """Make the change again that was taken back last; return the node to be looked at."""
        edit = self._undone.pop()
        for change in edit.changes:
            setattr(change.node, change.what, change.after)
        self._done.append(edit)
        self._changed()
        return edit.after

    def forget(self) -> None:
        """Let all changes stand: they cannot be taken back any more."""
        self._done.clear()
        self._undone.clear()

    # --- within ------------------------------------------------------------------------------

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
        """Return the first move of what would be put down."""
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

        What stands in front of a variation's first move stands behind it in the main line, where
        PGN would read it as the comment of the move before.
        """
        changes = [_order(parent, children)]
        if children and children[0].notes.before:
            first = children[0]
            changes.append(_Change(first, "notes", first.notes, first.notes.joined()))
        return changes

    def _made(self, parent: Node, board: Board, text: str) -> Node:
        """Return a new node for the move `text` on `board`, on which it is played."""
        move = self.rules.parse_move(board, text)
        mover, notation = board.turn, self.rules.notation(board, move)
        board.push(move)
        fen = board.fen()
        return Node(fen, Ply(mover, self.rules.text(move), notation, fen), parent)

    def _read(self, node: Node, board: Board, moves: tuple[MovetextMove, ...]) -> list[Node]:
        """Return the children that a line of `moves` gives to `node`; all that follows is in them.

        The position of `node` is on `board`, which is left as it was. Nothing is put in front of or
        behind what is already there: a move may have as many variations as a game has moves.
        """
        first: list[Node] = []
        played = 0
        for at, written in enumerate(moves):
            try:
                child = self._made(node, board, plain(self.rules, written.text))
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
        """Keep what cannot be played as part of comments."""
        for node, texts in self._unread.items():
            self.unread += len(texts)
            node.notes = node.notes.commented(both(node.notes.comment, " ".join(texts)))
        self._unread.clear()


def steps_to(node: Node) -> tuple[int, ...]:
    """Return the path to `node` as places among children: all 0 in the main line."""
    return tuple(step.siblings.index(step) for step in node.path())


def _order(parent: Node, children: tuple[Node, ...]) -> _Change:
    return _Change(parent, "children", parent.children, children)


def _child(node: Node, text: str) -> Node | None:
    return next((c for c in node.children if c.ply is not None and c.ply.text == text), None)


def _moves(node: Node, *, main: bool) -> tuple[MovetextMove, ...]:
    """Return what follows `node` in its line, the main line as programs write it."""
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

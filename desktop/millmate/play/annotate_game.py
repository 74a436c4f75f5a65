"""Writes the review of a game into its tree: signs, evaluations and better lines.

A later review replaces what an earlier one wrote, and nothing else. What is ours is marked by a
command in the comment: after a sign `[%review 4]` with its number, on the first move of a line
`[%review 1a2b3c4d]` with a checksum, by which a line is known that the user has changed since. The
evaluations are the usual `[%eval 0.35]` in pawns and `[%eval #-3]` in moves to mate.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

from millmate.language import tr
from millmate.play.evaluation import Evaluation
from millmate.play.move_review import GameReview, ReviewedMove, Sign
from millmate.records.notes import Notes
from millmate.records.tree import GameTree, Node, Ply, text_of_line

_OURS, _EVAL = "review", "eval"
_OF_MOVES = range(1, 10)  # the signs of which a move has one


def annotate(tree: GameTree, found: GameReview, shown: Node) -> Node:
    """Write `found` into `tree` as one edit; return the node to show if `shown` was.

    Nothing is written if the game has other moves now.
    """
    main = list(tree.root.line())
    if [node.ply for node in main] != list(found.plies):
        return shown
    notes, children = _without_ours(tree)
    for node, reached in zip(main, found.evaluations[1:], strict=False):
        notes[node] = _evaluated(notes.get(node, node.notes), reached)
    for move in found.moves:
        node = main[move.number]
        notes[node] = _signed(notes[node], move.sign)
        parent = node.parent
        assert parent is not None
        others = children.get(parent, parent.children)
        if move.best and not _has(others, move.best[0]):
            children[parent] = (*others, _line(parent, move))
    left = shown
    for node in shown.path():
        parent = node.parent
        if parent is not None and node not in children.get(parent, parent.children):
            left = parent
            break
    tree.revise("review", notes, children, shown, left)
    return left


def _without_ours(tree: GameTree) -> tuple[dict[Node, Notes], dict[Node, tuple[Node, ...]]]:
    """Return the notes and children of nodes without what earlier reviews wrote."""
    notes: dict[Node, Notes] = {}
    children: dict[Node, tuple[Node, ...]] = {}
    for node in tree.nodes():
        command = node.notes.command(_OURS)
        if command is None:
            continue
        if command.isdecimal() and len(command) < 3:
            nags = tuple(nag for nag in node.notes.nags if nag != int(command))
            notes[node] = replace(_without(node.notes, _OURS), nags=nags)
        elif (
            node.parent is not None
            and node.siblings[0] is not node
            and (command == _checksum(node))
        ):
            left = children.get(node.parent, node.parent.children)
            children[node.parent] = tuple(child for child in left if child is not node)
    return notes, children


def _without(notes: Notes, name: str) -> Notes:
    return replace(notes, commands=tuple(each for each in notes.commands if each[0] != name))


def _evaluated(notes: Notes, found: Evaluation | None) -> Notes:
    """Return `notes` with what the position is worth, if that is known."""
    text = "" if found is None else _eval(found)
    if not text:
        return notes
    rest = _without(notes, _EVAL)
    return replace(rest, commands=((_EVAL, text), *rest.commands))


def _eval(found: Evaluation) -> str:
    """Return what a position is worth to White, "" where no number says it."""
    own = 1 if found.turn else -1
    if found.exam is not None:
        if not found.exam.wdl and not found.exam.open:
            return "0.00"
        plies = found.exam.plies
        return "" if plies is None else f"#{own * found.exam.wdl * ((plies + 1) // 2)}"
    if not found.lines:
        return ""
    score = found.lines[0].score
    if score.mate is not None:
        return f"#{own * score.mate}"
    return f"{own * (score.centipawns or 0) / 100:.2f}"


def _signed(notes: Notes, sign: Sign) -> Notes:
    """Return `notes` with a sign, unless the user has given the move one."""
    if not sign or any(nag in _OF_MOVES for nag in notes.nags):
        return notes
    own = (_OURS, str(int(sign)))
    return replace(notes, nags=(int(sign), *notes.nags), commands=(*notes.commands, own))


def _line(parent: Node, move: ReviewedMove) -> Node:
    """Return the first move of a better line after `parent`."""
    start = _nodes(parent, move.best)
    words = move.words
    before = tr("{effect}. Better:", effect=words[:1].upper() + words[1:])
    start.notes = Notes(before=before)
    start.notes = Notes(before=before, commands=((_OURS, _checksum(start)),))
    return start


def _nodes(parent: Node, plies: Sequence[Ply]) -> Node:
    nodes: list[Node] = []
    for ply in plies:
        node = Node(ply.fen, ply, nodes[-1] if nodes else parent)
        if nodes:
            nodes[-1].children = (node,)
        nodes.append(node)
    return nodes[0]


def _has(children: Sequence[Node], ply: Ply) -> bool:
    return any(child.ply is not None and child.ply.text == ply.text for child in children)


def _checksum(start: Node) -> str:
    """Return a checksum of a line and its annotations, but for the command that holds it.

    Signs and drawings do not count: a comment, a move or a variation is what makes it the user's.
    """
    return f"{zlib.crc32(text_of_line(start).encode()):08x}"

"""Write the review of a game into its tree, and read it back: signs, evaluations, better lines.

A later review replaces the notes of an earlier one, and nothing else. Our notes are marked by a
command in the comment: after a sign `[%review 2]` with its number, or `[%review 4 1 0 0]` with the
table's grade: the values of the best move and of this one, and the plies lost. `[%review 0]` marks
a move that was the best as far as the search saw, regardless of later findings. The first move of
a line has `[%review 1a2b3c4d]` with a checksum, by which changes of the line by the user are
detected. The evaluations are the usual `[%eval 0.35]` in pawns and `[%eval #-3]` in moves to mate,
or 200 pawns if a table has a win of unknown length.

Signs and evaluations of other programs are read as well; if there are only evaluations, mistakes
are found by these. A table's grade of a bad move is only read from our own files.
"""

import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from millmate.language import tr
from millmate.play.evaluation import Evaluation, accuracy_of_move, expected_share
from millmate.play.move_review import GameReview, ReviewedMove, Sign, sign_of_loss
from millmate.play.trainer.exam import Grade, Mark, Option
from millmate.records.notes import Notes
from millmate.records.tree import GameTree, Node, Ply, text_of_line
from millmate.search.limits import Score

EVAL = "eval"
_OURS = "review"
_SURE = 200  # pawns: a win of unknown length, as in chess engines
_SIGN = re.compile(r"([0-9]{1,2})(?: (-?1|0) (-?1|0) ([0-9]{1,4}))?")
_OF_MOVES = range(1, 10)  # signs that exclude each other


def annotate(tree: GameTree, found: GameReview, shown: Node) -> Node:
    """Write `found` into `tree` as one edit; return the node to show if `shown` was.

    Nothing is written if the game now has other moves.
    """
    main = list(tree.root.line())
    if [node.ply for node in main] != list(found.plies):
        return shown
    notes, children = _without_ours(tree)
    for node, reached in zip([tree.root, *main], found.evaluations, strict=False):
        notes[node] = _evaluated(notes.get(node, node.notes), reached)
    for move in found.moves:
        node = main[move.number]
        notes[node] = _signed(notes[node], move, found.evaluations[move.number + 1])
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
    """Return the notes and children of nodes without those of earlier reviews."""
    notes: dict[Node, Notes] = {}
    children: dict[Node, tuple[Node, ...]] = {}
    for node in tree.nodes():
        command, ours = node.notes.command(_OURS), sign_command(node.notes)
        if ours is not None:
            nags = tuple(nag for nag in node.notes.nags if nag != ours[0])
            notes[node] = replace(_without(node.notes, _OURS), nags=nags)
        elif (
            command is not None
            and node.parent is not None
            and node.siblings[0] is not node
            and (command == _checksum(node))
        ):
            left = children.get(node.parent, node.parent.children)
            children[node.parent] = tuple(child for child in left if child is not node)
    return notes, children


def _without(notes: Notes, name: str) -> Notes:
    return replace(notes, commands=tuple(each for each in notes.commands if each[0] != name))


def _evaluated(notes: Notes, found: Evaluation | None) -> Notes:
    """Return `notes` with the evaluation of the position, if known."""
    text = "" if found is None else _eval(found)
    if not text:
        return notes
    rest = _without(notes, EVAL)
    return replace(rest, commands=((EVAL, text), *rest.commands))


def _eval(found: Evaluation) -> str:
    """Return the evaluation of a position for White, "" if no number describes it."""
    own = 1 if found.turn else -1
    if found.exam is not None:
        if found.exam.open:
            return ""
        if not found.exam.wdl:
            return "0.00"
        plies, winner = found.exam.plies, own * found.exam.wdl
        return f"{winner * _SURE}.00" if plies is None else f"#{winner * ((plies + 1) // 2)}"
    if not found.lines:
        return ""
    score = found.lines[0].score
    if score.mate is not None:
        return f"#{own * score.mate}"
    return f"{own * (score.centipawns or 0) / 100:.2f}"


def sign_command(notes: Notes) -> tuple[int, ...] | None:
    """Return the numbers of our command after a sign, or None."""
    read = _SIGN.fullmatch(notes.command(_OURS) or "")
    return None if read is None else tuple(int(each) for each in read.groups() if each is not None)


def _signed(notes: Notes, move: ReviewedMove, reached: Evaluation | None) -> Notes:
    """Return `notes` with the sign of a move to a position, unless the user has set one."""
    sign, grade = move.sign, move.grade
    if any(nag in _OF_MOVES for nag in notes.nags) or not (sign or _seen_later(move, reached)):
        return notes
    numbers: tuple[int, ...] = (sign,)
    if sign.bad and grade is not None:
        numbers = sign, grade.best.wdl, grade.played.wdl, grade.lost
    own = _OURS, " ".join(str(int(number)) for number in numbers)
    nags = (int(sign), *notes.nags) if sign else notes.nags
    return replace(notes, nags=nags, commands=(*notes.commands, own))


def _seen_later(move: ReviewedMove, reached: Evaluation | None) -> bool:
    """Return whether the search rated its best move lower once it was played."""
    if move.grade is not None or move.accuracy is None or reached is None:
        return False
    kept = reached.white if move.ply.mover else 1 - reached.white
    return kept < move.after


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
    """Return a checksum of a line and its annotations, except for the command that contains it.

    Signs and drawings do not count: comments, moves and variations make a line the user's.
    """
    return f"{zlib.crc32(text_of_line(start).encode()):08x}"


_MOST = 50.0  # pawns; more changes nothing
_SIGNS = {int(sign): sign for sign in Sign}


def review_of(tree: GameTree) -> GameReview | None:
    """Return the review stored in the notes of the main line, or None.

    Its `evaluations` are None for all positions up to the last evaluated one.
    """
    main = [tree.root, *tree.root.line()]
    shares = [white_share(node.notes) for node in main]
    known = max((at + 1 for at, share in enumerate(shares) if share is not None), default=0)
    if not known and all(sign_command(node.notes) is None for node in main):
        return None
    if known == len(main) - 1:
        shares[-1] = _share_at_end(tree, main[-1])
        known += shares[-1] is not None
    moves = [
        _reviewed(number, node, shares[number], shares[number + 1])
        for number, node in enumerate(main[1:])
    ]
    if not any(move.sign for move in moves):
        moves = [replace(move, sign=sign_of_loss(move.before - move.after)) for move in moves]
    told = tuple(move for move in moves if move.sign or move.accuracy is not None)
    return GameReview(tuple(tree.main_line()), (None,) * known, told)


def white_share(notes: Notes) -> float | None:
    """Return White's share by the evaluation in a PGN comment, in pawns or as `#3`."""
    text = (notes.command(EVAL) or "").partition(",")[0].strip()
    if text.startswith("#"):
        return 0.0 if text.startswith("#-") else 1.0
    try:
        pawns = float(text)
    except ValueError:
        return None
    return expected_share(Score(round(100 * max(-_MOST, min(pawns, _MOST)))))


def _share_at_end(tree: GameTree, node: Node) -> float | None:
    """Return White's share if the game is over, which needs no evaluation."""
    outcome = tree.rules.outcome(tree.rules.board(node.fen))
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner)


def _reviewed(number: int, node: Node, before: float | None, after: float | None) -> ReviewedMove:
    """Return the move that led to `node` between two positions with these shares for White."""
    assert node.ply is not None
    assert node.parent is not None
    ours = sign_command(node.notes)
    sign = next((_SIGNS[nag] for nag in node.notes.nags if nag in _SIGNS), Sign.NONE)
    found = ReviewedMove(number, node.ply, node.parent.fen, 0.5, 0.5, None, sign)
    if before is not None and after is not None:
        if not node.ply.mover:
            before, after = 1 - before, 1 - after
        if ours == (0,):
            after = before
        accuracy = accuracy_of_move(before, after)
        found = replace(found, before=before, after=after, accuracy=accuracy)
    if ours is None or len(ours) != 4:
        return found
    return replace(found, grade=_grade(*ours[1:]))


def _grade(best: int, played: int, lost: int) -> Grade:
    """Return a table's grade of a move: the values of the best move and of this, plies lost."""
    mark = Mark.THROWN if played < best else Mark.SLOWER
    first, second = (Option("", "", wdl, None) for wdl in (best, played))
    return Grade(mark, lost, only=False, played=second, best=first)

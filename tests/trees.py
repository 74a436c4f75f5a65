"""Games with variations, comments, signs and drawings for property tests."""

import random

from hypothesis import strategies as st
from tests.morris_strategies import morris_records
from tests.strategies import records

from millmate.records.notes import Notes, Shape
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node

squares = st.builds("{}{}".format, st.sampled_from("abcdefg"), st.integers(1, 7))
shapes = st.builds(Shape, st.sampled_from("GRYB"), squares, st.one_of(st.just(""), squares))
# Anything at all may be typed: braces, brackets, percent signs at a line's start, other alphabets.
texts = st.one_of(
    st.just(""),
    st.text(max_size=25),
    st.text("ab {}()[]%;$\n\\\"'1.*-", max_size=25),
    st.sampled_from(["[%clk 0:01:02]", "[%eval -0.35,20] so", "x [%zz any thing] y", "% no"]),
    st.just("A sentence that is long enough for a line to be broken behind or within it. " * 2),
)


@st.composite
def notes(draw: st.DrawFn) -> Notes:
    """Draw any annotation of a move."""
    made = Notes(nags=tuple(draw(st.lists(st.integers(0, 150), max_size=3, unique=True))))
    made = made.commented(draw(texts))
    for shape in draw(st.lists(shapes.filter(lambda s: s.origin != s.target), max_size=3)):
        made = made.toggled(shape)
    return made


def recorded() -> st.SearchStrategy[GameRecord]:
    """Draw the record of a game of either kind, with moves only."""
    return st.one_of(records(), morris_records())


@st.composite
def trees(draw: st.DrawFn, of: st.SearchStrategy[GameRecord] | None = None) -> GameTree:
    """Draw an edited game: moves tried anywhere, lines promoted and demoted."""
    tree = GameTree.of(draw(recorded() if of is None else of))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, 8))):
        change(tree, rng, draw(notes()), draw(texts))
    return tree


def change(tree: GameTree, rng: random.Random, said: Notes, before: str) -> None:
    """Edit a game at random."""
    node = rng.choice(list(tree.nodes()))
    doings = [lambda: tree.annotate(node, said), lambda: _try(tree, node, rng)]
    if node.parent is not None:
        doings += [
            lambda: tree.promote(node),
            lambda: tree.demote(node),
            lambda: tree.make_main(node),
            lambda: tree.delete(node),
        ]
        if node.siblings[0] is not node:
            doings.append(lambda: tree.annotate(node, node.notes.preceded(before)))
    rng.choice(doings)()


def _try(tree: GameTree, node: Node, rng: random.Random) -> None:
    """Play a few random moves after `node`."""
    board, line = tree.rules.board(node.fen), []
    for _ in range(rng.randint(1, 5)):
        legal = list(board.legal_moves)
        if not legal or tree.rules.outcome(board) is not None:
            break
        move = rng.choice(legal)
        line.append(tree.rules.text(move))
        board.push(move)
    if line:
        tree.add_line(node, line)


def drawn_up(tree: GameTree) -> list[object]:
    """Return the contents of a tree as comparable values."""
    return [(len(node.path()), node.ply, node.notes, node.fen) for node in tree.nodes()]


def record_of(tree: GameTree, like: GameRecord) -> GameRecord:
    """Return the record of `tree`, with the names and the outcome of `like`."""
    return GameRecord(
        game=tree.rules.name,
        start_fen=tree.root.fen,
        white=like.white,
        black=like.black,
        moves=tuple(ply.text for ply in tree.main_line()),
        outcome=like.outcome,
        started=like.started,
        movetext=tree.movetext(),
    )

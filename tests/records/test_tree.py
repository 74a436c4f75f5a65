"""The tree of a game: what is tried, said and moved about in it, and taken back again."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.records.test_pgn import FOOLS_MATE
from tests.tiers import examples
from tests.trees import change, drawn_up, notes, recorded, texts, trees

from millmate.errors import InputError
from millmate.games.chess.rules import CHESS
from millmate.records import tree as tree_module
from millmate.records.notes import NONE, Notes, Shape
from millmate.records.pgn import from_pgn
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node, steps_to


def played(*sans: str) -> GameTree:
    """Return a game of chess with these moves."""
    board, tree = chess.Board(), GameTree(chess.STARTING_FEN)
    node = tree.root
    for san in sans:
        node = tree.add(node, board.push_san(san).uci())
    return tree


def at(tree: GameTree, *steps: int) -> Node:
    return tree.find(steps)


def line(node: Node) -> str:
    return " ".join(each.ply.notation for each in node.line() if each.ply)


def test_a_record_becomes_a_tree_of_one_line() -> None:
    tree = GameTree.of(FOOLS_MATE)
    assert line(tree.root) == "f3 e5 g4 Qh4#"
    assert tree.movetext() is None
    assert [ply.text for ply in tree.main_line()] == list(FOOLS_MATE.moves)
    assert not tree.can_undo


def test_a_move_played_in_the_middle_is_a_variation() -> None:
    tree = played("e4", "e5", "Nf3")
    c5 = tree.add(at(tree, 0), "c7c5")
    assert steps_to(c5) == (0, 1)
    assert line(tree.root) == "e4 e5 Nf3"
    assert not c5.in_main_line
    assert c5.start is c5


def test_a_move_that_is_there_is_gone_to_and_not_added() -> None:
    tree = played("e4", "e5")
    before = tree.version
    assert tree.add(tree.root, "e2e4") is at(tree, 0)
    assert tree.version == before


class CountingNode(Node):
    """Counts how many children are written into nodes, however often."""

    written = 0

    @property
    def children(self) -> tuple[Node, ...]:  # type: ignore[override]
        return self._children

    @children.setter
    def children(self, value: tuple[Node, ...]) -> None:
        CountingNode.written += len(value)
        self._children = value


@pytest.mark.parametrize(
    "variation", ["(1. d4) ", "(1. d4 (1. c4)) ", "(1. d4 (1. Ke3)) ", "(1. Ke3) "]
)
def test_the_work_of_reading_grows_with_the_number_of_variations_and_no_faster(
    monkeypatch: pytest.MonkeyPatch, variation: str
) -> None:
    joined: list[int] = []
    original = Notes.commented

    def commented(notes: Notes, text: str) -> Notes:
        joined.append(len(text))
        return original(notes, text)

    monkeypatch.setattr(tree_module, "Node", CountingNode)
    monkeypatch.setattr(Notes, "commented", commented)
    number = 300
    (record,) = from_pgn("1. e4 " + variation * number + "e5 *")
    CountingNode.written, joined[:] = 0, []
    GameTree.of(record)
    assert CountingNode.written <= 5 * number
    assert sum(joined) <= 20 * number


def test_an_illegal_move_changes_nothing() -> None:
    tree = played("e4")
    before = drawn_up(tree)
    with pytest.raises(InputError):
        tree.add_line(at(tree, 0), ["e7e5", "e4e5"])
    assert drawn_up(tree) == before


def test_a_line_goes_along_moves_that_are_there_and_is_taken_back_as_one() -> None:
    tree = played("e4", "e5", "Nf3")
    before = drawn_up(tree)
    last = tree.add_line(tree.root, ["e2e4", "e7e5", "f1c4", "g8f6"])
    assert steps_to(last) == (0, 0, 1, 0)
    assert tree.undo() is tree.root
    assert drawn_up(tree) == before
    assert tree.redo() is last


def test_variations_go_up_and_down() -> None:
    tree = played("e4", "e5")
    for reply in ("c7c5", "e7e6"):
        tree.add(at(tree, 0), reply)
    french = at(tree, 0, 2)
    tree.promote(french)
    assert [c.ply.notation for c in at(tree, 0).children if c.ply] == ["e5", "e6", "c5"]
    tree.promote(french)
    assert line(tree.root) == "e4 e6"
    assert french.in_main_line
    tree.promote(french)
    assert line(tree.root) == "e4 e6"
    tree.demote(french)
    assert line(tree.root) == "e4 e5"
    assert not tree.can_demote(at(tree, 0, 2))


def test_a_variation_in_a_variation_becomes_the_main_line() -> None:
    tree = played("e4", "e5", "Nf3")
    deep = tree.add_line(at(tree, 0), ["c7c5", "g1f3"])
    deeper = tree.add(at(tree, 0, 1), "b1c3")
    assert deeper.siblings == (deep, deeper)
    tree.make_main(deeper)
    assert line(tree.root) == "e4 c5 Nc3"
    tree.undo()
    assert line(tree.root) == "e4 e5 Nf3"


def test_what_stood_before_a_variation_stands_behind_its_move_in_the_main_line() -> None:
    tree = played("e4")
    d4 = tree.add(tree.root, "d2d4")
    tree.annotate(d4, Notes(comment="solid", before="Also:"))
    tree.promote(d4)
    assert d4.notes == Notes(comment="Also: solid")
    tree.undo()
    assert d4.notes == Notes(comment="solid", before="Also:")


def test_deleting_takes_all_that_follows_and_shows_the_position_before() -> None:
    tree = played("e4", "e5", "Nf3")
    tree.add(at(tree, 0), "c7c5")
    assert tree.delete(at(tree, 0, 0)) is at(tree, 0)
    assert line(tree.root) == "e4 c5"
    assert at(tree, 0, 0).in_main_line
    tree.undo()
    assert line(tree.root) == "e4 e5 Nf3"


def test_what_is_typed_is_taken_back_as_one_but_not_across_moves() -> None:
    tree = played("e4", "e5")
    for node in (at(tree, 0), at(tree, 0, 0)):
        for text in ("g", "go", "good"):
            tree.annotate(node, NONE.commented(text), "comment")
    tree.undo()
    assert (at(tree, 0).notes.comment, at(tree, 0, 0).notes.comment) == ("good", "")
    tree.undo()
    assert at(tree, 0).notes == NONE


def test_only_the_moves_stay_where_a_line_is_stripped() -> None:
    tree = played("e4", "e5", "Nf3")
    tree.add(tree.root, "d2d4")
    tree.annotate(at(tree, 0, 0), Notes("loose", nags=(6,), shapes=(Shape("G", "e4"),)))
    before = drawn_up(tree)
    tree.strip(tree.root)
    assert tree.movetext() is None
    assert line(tree.root) == "e4 e5 Nf3"
    tree.undo()
    assert drawn_up(tree) == before


def test_a_way_into_the_tree_ends_where_the_tree_ends() -> None:
    tree = played("e4", "e5")
    assert tree.find((0, 0, 0, 3)) is at(tree, 0, 0)
    assert tree.find((7,)) is tree.root


@examples(30)
@given(recorded(), st.integers(0, 2**32 - 1), st.lists(st.tuples(notes(), texts), max_size=8))
def test_every_change_can_be_taken_back_and_made_again(
    record: GameRecord, seed: int, said: list[tuple[Notes, str]]
) -> None:
    tree, rng = GameTree.of(record), random.Random(seed)
    states = [drawn_up(tree)]
    for each, before in said:
        version = tree.version
        change(tree, rng, each, before)
        if tree.version != version:
            states.append(drawn_up(tree))
    for state in reversed(states[:-1]):
        tree.undo()
        assert drawn_up(tree) == state
    for state in states[1:]:
        tree.redo()
        assert drawn_up(tree) == state
    assert not tree.can_redo


@examples(30)
@given(trees())
def test_a_tree_holds_together(tree: GameTree) -> None:
    for node in tree.nodes():
        assert all(child.parent is node for child in node.children)
        assert tree.find(steps_to(node)) is node
        if node.parent is None:
            continue
        assert node.ply is not None
        board = tree.rules.board(node.parent.fen)
        move = tree.rules.parse_move(board, node.ply.text)
        assert (board.turn, tree.rules.notation(board, move)) == (node.ply.mover, node.ply.notation)
        board.push(move)
        assert board.fen() == node.fen == node.ply.fen
        assert node.siblings[0] is not node or not node.notes.before


def test_a_move_that_was_played_comes_before_what_was_tried() -> None:
    tree = GameTree(CHESS.start_fen)
    d4 = tree.add(tree.root, "d2d4")
    e4 = tree.add(tree.root, "e2e4")
    assert e4.ply is not None
    played_later = tree.append(d4, e4.ply)
    assert d4.next is played_later


def test_commands_in_front_of_a_variation_stay_commands_in_the_main_line() -> None:
    assert Notes(before="so [%clk 1:00]").joined() == Notes("so", commands=(("clk", "1:00"),))


def test_castling_written_in_the_other_way_is_the_same_move() -> None:
    tree = GameTree("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castled = tree.add(tree.root, "e1g1")
    assert tree.add_line(tree.root, ("e1h1", "e8e7")).parent is castled
    assert tree.root.children == (castled,)

"""The way through a game's tree, and the place on it that is shown."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples
from tests.trees import trees

from millmate.records.line import Line
from millmate.records.tree import GameTree, Ply


def line(*ucis: str) -> Line:
    tree = GameTree(chess.STARTING_FEN)
    tree.add_line(tree.root, ucis)
    made = Line(tree.root.fen, tree=tree)
    made.go(len(ucis))
    return made


def ply(line: Line, uci: str) -> Ply:
    board = chess.Board(line.last_fen)
    san, mover = board.san(chess.Move.from_uci(uci)), board.turn
    board.push_uci(uci)
    return Ply(mover, uci, san, board.fen())


def moves(line: Line) -> list[str]:
    return [each.notation for each in line.plies]


def test_showing_a_variation_changes_the_line_but_not_what_was_played():
    shown = line("e2e4", "e7e5", "g1f3")
    sicilian = shown.tree.add_line(shown.tree.find((0,)), ["c7c5", "b1c3"])
    shown.show(sicilian)
    assert moves(shown) == ["e4", "c5", "Nc3"]
    assert shown.cursor == 3
    assert [each.notation for each in shown.played] == ["e4", "e5", "Nf3"]
    assert shown.at_end
    assert not shown.at_last
    shown.go(1)
    assert moves(shown) == ["e4", "c5", "Nc3"]  # on the way back, the way ahead stays
    shown.show(shown.tree.find((0, 0)))
    assert moves(shown) == ["e4", "e5", "Nf3"]
    assert shown.cursor == 2


def test_a_move_that_is_played_follows_the_main_line_wherever_one_looks():
    shown = line("e2e4")
    shown.tree.add(shown.tree.root, "d2d4")
    shown.show(shown.tree.find((1,)))
    shown.append(ply(shown, "e7e5"))
    assert shown.node is shown.tree.find((1,))
    shown.go(-5)
    assert (shown.cursor, shown.shown_move, shown.at_end) == (0, None, False)
    shown.show(shown.last)
    shown.append(ply(shown, "g1f3"))
    assert shown.fen == shown.last_fen
    assert moves(shown) == ["e4", "e5", "Nf3"]


def test_what_is_taken_back_keeps_its_variations_and_comments():
    shown = line("e2e4", "e7e5")
    e5 = shown.last
    shown.tree.add(shown.tree.find((0,)), "c7c5")
    shown.tree.annotate(e5, e5.notes.commented("open"))
    shown.take_back(1)
    assert moves(shown) == ["e4"]
    assert [each.notation for each in shown.undone] == ["e5"]
    shown.put_back(1)
    assert shown.last.notes.comment == "open"
    assert len(shown.last.siblings) == 2
    with pytest.raises(IndexError):
        shown.put_back(1)


@examples(40)
@given(trees(), st.integers(0, 2**16))
def test_every_place_can_be_shown_and_lies_on_its_line(tree: GameTree, number: int):
    nodes = list(tree.nodes())
    shown = Line(tree.root.fen, tree=tree)
    for node in (nodes[number % len(nodes)], nodes[-1], nodes[0], nodes[number % 7 % len(nodes)]):
        shown.show(node)
        assert shown.node is node
        assert shown.fen == node.fen
        assert shown.cursor == len(node.path())
        assert len(shown.plies) == len(shown.way) >= shown.cursor
        shown.go(shown.cursor)
        assert shown.node is node
    shown.go(len(shown.way))
    assert shown.at_end

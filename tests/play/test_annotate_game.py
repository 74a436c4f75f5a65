"""What an analysis writes into a game: as one edit, and never over what the user wrote."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.play.test_move_review import QUEEN, reviewed

from millmate.play.annotate_game import annotate
from millmate.play.move_review import GameReview
from millmate.records.notes import Notes
from millmate.records.pgn import from_pgn, to_pgn
from millmate.records.tree import GameTree, Node

SANS = ("Qb8", "Kd4", "Qe5+", "Kxe5")
PGN = f'[FEN "{QUEEN}"]\n\n1. Qb8 {{mine}} Kd4 2. Qe5+ (2. Qb4+ {{mine too}}) Kxe5 *'


@pytest.fixture
def review(tables: Path) -> GameReview:
    return reviewed(tables, QUEEN, SANS)[0]


@pytest.fixture
def tree() -> GameTree:
    return GameTree.of(from_pgn(PGN)[0])


def text(tree: GameTree) -> str:
    """Return the movetext of `tree` as PGN has it."""
    record = from_pgn(PGN)[0]
    moves = tuple(ply.text for ply in tree.main_line())
    return to_pgn(replace(record, moves=moves, movetext=tree.movetext())).partition("\n\n")[2]


def thrown(tree: GameTree) -> Node:
    return tree.find((0, 0, 0))


def test_signs_evaluations_and_a_better_line_are_one_edit(
    tree: GameTree, review: GameReview
) -> None:
    before = text(tree)
    annotate(tree, review, tree.root)
    bad = thrown(tree)
    assert bad.notes.nags == (4,)
    assert bad.notes.command("eval") == "0.00"
    assert tree.find((0,)).notes.command("eval") == "#9"
    assert tree.find((0,)).notes.comment == "mine"
    user, ours = bad.siblings[1:]
    assert user.notes.comment == "mine too"
    assert ours.notes.before == "Threw the win away: draw. Better:"
    assert len(list(ours.line())) == 7
    tree.undo()
    assert text(tree) == before
    assert not tree.can_undo


def test_a_second_analysis_replaces_the_first_also_after_saving(
    tree: GameTree, review: GameReview
) -> None:
    annotate(tree, review, tree.root)
    once = text(tree)
    annotate(tree, review, tree.root)
    assert text(tree) == once
    again = GameTree.of(from_pgn(f'[FEN "{QUEEN}"]\n\n{once}')[0])
    annotate(again, review, again.root)
    assert text(again) == once


def test_what_the_user_has_changed_since_is_the_users(tree: GameTree, review: GameReview) -> None:
    annotate(tree, review, tree.root)
    bad = thrown(tree)
    ours = bad.siblings[-1]
    tree.annotate(ours, ours.notes.commented("I should have seen this"))
    tree.annotate(bad, replace(bad.notes, nags=(6,)))
    annotate(tree, GameReview(review.plies), tree.root)
    assert thrown(tree).siblings[-1] is ours
    assert thrown(tree).notes.nags == (6,)
    annotate(tree, review, tree.root)
    assert thrown(tree).notes.nags == (6,)
    assert len(thrown(tree).siblings) == 3  # the same move is not written twice


def test_who_looks_at_a_line_that_goes_is_shown_where_it_began(
    tree: GameTree, review: GameReview
) -> None:
    annotate(tree, review, tree.root)
    inside = thrown(tree).siblings[-1].children[0]
    nothing = GameReview(review.plies)
    assert annotate(tree, nothing, inside) is tree.find((0, 0))
    assert thrown(tree).notes == Notes(commands=(("eval", "0.00"),))
    assert tree.undo() is inside


def test_a_line_that_was_made_the_game_stays(tree: GameTree, review: GameReview) -> None:
    annotate(tree, review, tree.root)
    ours = thrown(tree).siblings[-1]
    tree.make_main(ours)
    plies = tuple(tree.main_line())
    annotate(tree, GameReview(plies), tree.root)
    assert tuple(tree.main_line()) == plies


def test_a_game_with_other_moves_is_left_alone(tree: GameTree, review: GameReview) -> None:
    tree.delete(tree.find((0, 0, 0, 0)))
    before = text(tree)
    annotate(tree, review, tree.root)
    assert text(tree) == before

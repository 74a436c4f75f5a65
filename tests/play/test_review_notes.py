"""The review of a game in its notes: one edit, never over the user's own, read back from files."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from tests import engine_files
from tests.play.test_move_review import FOOLISH, QUEEN, reviewed

from millmate.play import evaluation
from millmate.play.move_review import GameReview, Sign
from millmate.play.review_notes import annotate, review_of
from millmate.play.trainer.drill import Goal
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


def reread(fen: str, review: GameReview) -> GameReview | None:
    """Return the review of a file into which `review` was written."""
    sans = " ".join(ply.notation for ply in review.plies)
    record = from_pgn(f'[FEN "{fen}"]\n[SetUp "1"]\n\n{sans} *')[0]
    tree = GameTree.of(record)
    annotate(tree, review, tree.root)
    saved = to_pgn(replace(record, movetext=tree.movetext()))
    return review_of(GameTree.of(from_pgn(saved)[0]))


def told(review: GameReview) -> list[tuple[object, ...]]:
    """Return what the window shows of a review."""
    moves = [
        (move.number, move.sign, move.words, move.fen, move.half_points)
        for move in review.bad_moves
    ]
    return [*moves, *((review.accuracy(side), review.half_points(side)) for side in (True, False))]


def test_what_tables_said_comes_back(tables: Path) -> None:
    review, _ = reviewed(tables, QUEEN, ("Qb8", "Kd4", "Qe5+", "Kxe5"))
    again = reread(QUEEN, review)
    assert again is not None
    assert again.complete
    assert told(again) == told(review)
    (thrown,) = again.bad_moves
    assert thrown.failure.goal is Goal.WIN


def test_what_a_search_said_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = engine_files.command("counts_men")
    monkeypatch.setattr(evaluation, "own_command", lambda game: command)
    review, _ = reviewed(tmp_path, chess.STARTING_FEN, FOOLISH)
    again = reread(chess.STARTING_FEN, review)
    assert again is not None
    assert again.complete
    assert told(again) == told(review)
    assert not again.bad_moves[0].trainable


def review_in(moves: str) -> GameReview | None:
    return review_of(GameTree.of(from_pgn(f"{moves} *")[0]))


def test_a_game_that_was_not_analysed_has_no_review() -> None:
    assert review_in("1. e4?? {a bad move} e5 $10") is None


def test_half_an_analysis_is_told_as_far_as_it_came() -> None:
    review = review_in(
        "{[%eval 0.2]} 1. e4 {[%eval 0.3]} e5?? {[%eval 5.0] [%review 4]} 2. Nf3 Nc6"
    )
    assert review is not None
    assert not review.complete
    assert [len(review.evaluations), len(review.moves)] == [3, 2]
    assert review.accuracy(True) == 100.0
    assert review.bad_moves[0].words == "chances fell from 47 % to 14 %"


def test_signs_alone_are_listed_without_an_accuracy() -> None:
    review = review_in("1. e4 e5? {[%review 2]} 2. Nf3")
    assert review is not None
    (bad,) = review.bad_moves
    assert (bad.sign, bad.words, bad.accuracy) == (Sign.MISTAKE, "", None)
    assert review.accuracy(False) is None


def test_evaluations_of_another_program_tell_the_mistakes() -> None:
    review = review_in("{[%eval 0.2]} 1. e4 {[%eval 0.2]} f6 {[%eval 0.9]} 2. Qh5+ {[%eval #-3]}")
    assert review is not None
    assert [move.sign for move in review.bad_moves] == [Sign.DUBIOUS, Sign.BLUNDER]


@pytest.mark.parametrize("command", ["99 1", "4 5 0 0", "4 1 0 99999", "-4", "x", ""])
def test_a_command_that_is_none_of_ours_says_nothing(command: str) -> None:
    assert review_in(f"1. e4 {{[%review {command}]}}") is None

"""Comments, signs, drawings and variations in PGN: all that is written is read again."""

import io

import chess.pgn
import pytest
from hypothesis import given
from tests.records.test_pgn import FOOLS_MATE, SHORT
from tests.strategies import records
from tests.tiers import examples
from tests.trees import drawn_up, record_of, trees

from millmate.records.notes import NONE, Notes, Shape, cleaned, format_comment, parse_comment
from millmate.records.pgn import from_pgn, to_pgn
from millmate.records.tree import GameTree

ANNOTATED = """\
[White "A"]
[Black "B"]

{Before all} 1. e4 $1 {[%eval 0.3,20] [%clk 0:01:02] [%csl Ge4,Rd5] [%cal Ge4e5] best}
(1. d4 d5 (1... Nf6 {Indian} 2. c4) 2. c4) ({or} 1. c4 $5) 1... e5
2. Nf3 $10 $36 {[%zz foreign] kept} Nc6 3. Bb5 *
"""


def tree_of(text: str) -> GameTree:
    (record,) = from_pgn(text)
    return GameTree.of(record)


def movetext(text: str) -> str:
    """Return the movetext that comes back, in one line."""
    (record,) = from_pgn(text)
    again = to_pgn(record_of(GameTree.of(record), record))
    return " ".join(again.partition("\n\n")[2].split())


def test_all_that_is_said_about_a_game_is_read() -> None:
    tree = tree_of(ANNOTATED)
    e4 = tree.find((0,))
    assert tree.root.notes == Notes("Before all")
    assert e4.notes.comment == "best"
    assert e4.notes.nags == (1,)
    assert e4.notes.shapes == (Shape("G", "e4"), Shape("R", "d5"), Shape("G", "e4", "e5"))
    assert e4.notes.commands == (("eval", "0.3,20"), ("clk", "0:01:02"))
    assert e4.notes.command("clk") == "0:01:02"
    assert tree.find((1, 1)).notes.comment == "Indian"
    assert tree.find((2,)).notes == Notes(before="or", nags=(5,))
    assert tree.find((0, 0, 0)).notes.commands == (("zz", "foreign"),)
    assert len(list(tree.nodes())) == 12


def test_it_is_written_as_it_was_read() -> None:
    assert movetext(ANNOTATED) == (
        "{Before all} 1. e4 $1 {[%eval 0.3,20] [%clk 0:01:02] [%csl Ge4,Rd5] [%cal Ge4e5] best} "
        "(1. d4 d5 (1... Nf6 {Indian} 2. c4) 2. c4) ({or} 1. c4 $5) 1... e5 "
        "2. Nf3 $10 $36 {[%zz foreign] kept} 2... Nc6 3. Bb5 *"
    )


@examples(80)
@given(trees())
def test_a_round_trip_changes_nothing(tree: GameTree) -> None:
    record = record_of(tree, SHORT if tree.rules.name.startswith("morris") else FOOLS_MATE)
    text = to_pgn(record)
    (read,) = from_pgn(text)
    assert read.moves == record.moves
    assert read.movetext == record.movetext
    assert drawn_up(GameTree.of(read)) == drawn_up(tree)
    assert to_pgn(read) == text


@examples(30)
@given(trees(records()))
def test_python_chess_reads_the_same_tree(tree: GameTree) -> None:
    game = chess.pgn.read_game(io.StringIO(to_pgn(record_of(tree, FOOLS_MATE))))
    assert game is not None
    assert game.errors == []
    assert game.board().fen() == tree.root.fen
    assert game.headers["Result"] == FOOLS_MATE.outcome.result
    assert list(game.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    waiting = [(tree.root, game)]
    while waiting:
        ours, theirs = waiting.pop()
        assert theirs.nags == set(ours.notes.nags)
        assert [c.ply.text for c in ours.children if c.ply] == [
            v.move.uci() for v in theirs.variations
        ]
        waiting += zip(ours.children, theirs.variations, strict=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. e4 {a} {b} e5 *", "1. e4 {a b} 1... e5 *"),
        ("1. e4 ; to the end\ne5 *", "1. e4 {to the end} 1... e5 *"),
        ("1. e4! e5?! 2. Nf3± *", "1. e4 $1 e5 $6 2. Nf3 $16 *"),
        ("1. e4 += e5 N (1... c5 -/+) *", "1. e4 $14 e5 $146 (1... c5 $17) *"),
        ("1. e4 (1. d4) {and now} e5 *", "1. e4 {and now} (1. d4) 1... e5 *"),
        ("1. e4 () ({only this}) e5 *", "1. e4 {only this} 1... e5 *"),
        ("1. e4 {a ( b } e5 *", "1. e4 {a ( b} 1... e5 *"),
        ("1. e4 {[%cal Ge2e4,nonsense]} *", "1. e4 {[%cal Ge2e4,nonsense]} *"),
        ("1. e4 (1. d4 1-0) *", "1. e4 (1. d4) *"),
        ("{only what is said\nof the start} *", "{only what is said of the start} *"),
        ('[FEN "8/8/8/8/8/k7/7q/K7 b - - 0 30"]\n\n30... Qg2 {x} *', "30... Qg2 {x} *"),
    ],
)
def test_what_others_write_is_taken_over(text: str, expected: str) -> None:
    assert movetext(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. e4 (1. Ke2 d5 {sic}) *", "{(Ke2 d5 sic)} 1. e4 *"),
        ("1. e4 (1. d4 Ke7 2. c4) e5 *", "1. e4 (1. d4 {(Ke7 c4)}) 1... e5 *"),
    ],
)
def test_a_variation_that_cannot_be_played_is_kept_in_words(text: str, expected: str) -> None:
    assert movetext(text) == expected
    assert tree_of(text).unread == 1


def test_variations_may_be_a_hundred_deep() -> None:
    deep = "1. e4 " + "(1. d4 " * 100 + ")" * 100
    assert len(list(tree_of(deep).nodes())) == 102


def test_a_comment_keeps_its_lines() -> None:
    text = "first\n% second\n\n  third"
    tree = GameTree.of(FOOLS_MATE)
    tree.annotate(tree.root, NONE.commented(text))
    (read,) = from_pgn(to_pgn(record_of(tree, FOOLS_MATE)))
    assert GameTree.of(read).root.notes.comment == text


@pytest.mark.parametrize("text", ["", "a } b", "[%csl Ga1] x", "[%x ]y", "\x00 [%eval 1"])
def test_what_a_comment_says_is_what_it_said(text: str) -> None:
    read = parse_comment(text)
    assert parse_comment(format_comment(read)) == read
    assert cleaned(cleaned(text)) == cleaned(text)


def test_a_shape_drawn_again_is_taken_away_and_another_colour_takes_its_place() -> None:
    green, red = Shape("G", "e2", "e4"), Shape("R", "e2", "e4")
    drawn = NONE.toggled(green).toggled(Shape("B", "e4"))
    assert drawn.shapes == (Shape("B", "e4"), green)
    assert drawn.toggled(red).shapes == (Shape("B", "e4"), red)
    assert drawn.toggled(green).shapes == (Shape("B", "e4"),)

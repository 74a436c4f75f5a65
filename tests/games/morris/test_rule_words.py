"""The rules of each variant in words, and the examples that show them."""

import pytest

from millmate.games.morris.positions import problems
from millmate.games.morris.rule_words import EXAMPLES, Explanation, example_of, rule_words
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import LASKER, SIX, THREE, TWELVE, VARIANTS, Variant

every = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())


def test_every_variant_has_an_example() -> None:
    assert EXAMPLES.keys() == VARIANTS.keys()


@every
def test_examples_can_be_played(variant: Variant) -> None:
    board, turns = example_of(variant)
    assert problems(board) == []
    assert MorrisRules(variant).outcome(board) is None
    assert turns
    assert all(board.is_legal(turn) for turn in turns)


@every
def test_words_say_how_many_stones_there_are_and_whether_they_fly(variant: Variant) -> None:
    told = Explanation(variant).text
    assert f"Each side has {variant.stones} stones" in told
    assert ("flies: it moves to any free point" in told) == variant.flying
    assert told == " ".join(rule_words(variant))


def test_what_is_peculiar_is_told() -> None:
    assert "or moves one along a line" in Explanation(LASKER).text
    assert "the game is drawn" in Explanation(TWELVE).text
    assert "the game is drawn" not in Explanation(SIX).text
    assert "their eight sides are the mills" in Explanation(SIX).text
    assert "Whoever closes a mill has won." in rule_words(THREE)


def test_the_example_of_three_men_s_morris_wins() -> None:
    board, (turn,) = example_of(THREE)
    board.push(turn)
    assert MorrisRules(THREE).outcome(board) is not None

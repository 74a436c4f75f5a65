"""The levels of an engine come from what it says of itself."""

import pytest

from millmate.players.engine_recipe import EngineRecipe, at_level, level_text, levels_of
from millmate.uci.options import parse_option

LIMIT = "option name UCI_LimitStrength type check default false"
SKILL = "option name Skill Level type spin default 20 min 0 max 20"


def elo(low: int, high: int) -> str:
    return f"option name UCI_Elo type spin default {low} min {low} max {high}"


def levels(*lines: str) -> dict[str, str]:
    return levels_of(option for line in lines if (option := parse_option(line)) is not None)


def test_its_elo_decides_which_levels_it_has() -> None:
    assert levels(LIMIT, elo(1350, 2400), SKILL) == {
        "elo=1350": "Weakest",
        "elo=1500": "Club player",
        "elo=1800": "Strong player",
        "elo=2060": "Expert",
        "elo=2300": "Master",
    }
    assert list(levels(LIMIT, elo(410, 2060)))[-1] == "elo=2060"
    assert next(iter(levels(LIMIT, elo(600, 900)).items())) == ("elo=600", "Beginner")


def test_skill_stands_in_for_an_elo() -> None:
    assert levels(SKILL) == {
        "option.Skill Level=0": "Beginner",
        "option.Skill Level=4": "Casual player",
        "option.Skill Level=8": "Club player",
        "option.Skill Level=12": "Strong player",
        "option.Skill Level=16": "Expert",
    }
    assert levels(elo(1350, 2400), SKILL) == levels(SKILL)  # an Elo that nothing limits


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (LIMIT,),
        (elo(1350, 2400),),
        (LIMIT, elo(1500, 1500)),
        ("option name Skill Level type spin default 0 min 0 max 0",),
        ("option name Skill Level type string default high",),
    ],
)
def test_others_have_none(lines: tuple[str, ...]) -> None:
    assert levels(*lines) == {}


def test_a_range_without_a_lower_end_has_no_weakest() -> None:
    open_ended = levels(LIMIT, "option name UCI_Elo type spin default 1500 max 3000")
    assert next(iter(open_ended)) == "elo=600"


def test_a_chosen_level_replaces_that_of_the_recipe() -> None:
    engine = EngineRecipe.parse("x,nodes=9,option.Hash=4,option.Skill Level=3")
    assert at_level(engine, "") == engine
    assert str(at_level(engine, "elo=1500")) == "x,elo=1500,nodes=9,option.Hash=4"
    assert at_level(engine, "option.Skill Level=8").options[-1] == ("Skill Level", "8")


def test_a_level_has_a_name_and_a_number() -> None:
    assert level_text("elo=1500", "Club player", str, rated=True) == "Club player (about 1500)"
    assert level_text("elo=1500", "Club player", str, rated=False) == "Club player"
    assert level_text("elo=1234", "", str, rated=True) == "about 1234"
    assert level_text("option.Skill Level=8", "Club player", str, rated=True) == (
        "Club player (Skill Level 8)"
    )

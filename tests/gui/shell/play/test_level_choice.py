"""An engine's levels are asked of it and offered by name; one without any says so."""

import pytest
from pytestqt.qtbot import QtBot
from tests.consent import allow
from tests.engine_files import recipe

from millmate.gui.shell.play import engines
from millmate.gui.shell.play.player_choice import PlayerChoice
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec
from millmate.search.levels import MORRIS_NAMES, NAMES


@pytest.fixture(autouse=True)
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_said", {})


def offering(what: str) -> EngineRecipe:
    """Return the recipe of an engine that offers `elo` or `skill`."""
    engine = recipe("levels")
    return EngineRecipe(engine.path, "Fish", f"{engine.arguments} {what}")


@pytest.fixture
def choice(qtbot: QtBot) -> PlayerChoice:
    widget = PlayerChoice(True)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def choose(choice: PlayerChoice, engine: EngineRecipe, more: str = "") -> None:
    """List an allowed engine and choose it, with `more` of a recipe."""
    allow(engine)
    choice.set_engines([engine])
    choice.choose(f"uci:{engine}{more}")


def texts(choice: PlayerChoice) -> list[str]:
    return [choice.level.itemText(index) for index in range(choice.level.count())]


def pick(choice: PlayerChoice, text: str) -> None:
    choice.level.setCurrentIndex(choice.level.findText(text))


def test_levels_of_our_own_search_are_those_of_the_game(choice: PlayerChoice) -> None:
    choice.choose("strong")
    assert texts(choice)[:2] == ["Full strength", "Expert (about 2060)"]
    assert len(texts(choice)) == 1 + len(NAMES)
    choice.offer("morris")
    names = ["Newcomer", "Beginner", "Casual player", "Regular player"]
    names += ["Club player", "Strong player", "Expert", "Master"]
    assert texts(choice) == ["Full strength", *reversed(names)]
    for name, elo in zip(names, MORRIS_NAMES, strict=True):
        pick(choice, name)
        assert str(choice.spec) == f"strong:elo={elo}"


def test_in_another_game_the_nearest_level_is_chosen(choice: PlayerChoice) -> None:
    choice.choose("strong:elo=1000")
    choice.offer("morris")
    assert str(choice.spec) in {f"strong:elo={elo}" for elo in MORRIS_NAMES}
    choice.offer("chess")
    assert choice.level.currentText() == "Casual player (about 1000)"


def test_levels_within_its_elo_are_offered_by_name(qtbot: QtBot, choice: PlayerChoice) -> None:
    choose(choice, offering("both"))
    qtbot.waitUntil(choice.level.isEnabled)
    assert texts(choice) == [
        "Full strength",
        "Master (about 2300)",
        "Expert (about 2060)",
        "Strong player (about 1800)",
        "Club player (about 1500)",
        "Weakest (about 1400)",
    ]
    assert choice.level.note.isHidden()
    assert choice.spec.engine is not None
    assert choice.spec.engine.elo is None
    with qtbot.waitSignal(choice.changed):
        pick(choice, "Club player (about 1500)")
    assert choice.spec.engine.elo == 1500
    pick(choice, "Full strength")
    assert choice.spec.engine.elo is None


def test_skill_levels_have_the_same_names(qtbot: QtBot, choice: PlayerChoice) -> None:
    choose(choice, offering("skill"))
    qtbot.waitUntil(choice.level.isEnabled)
    pick(choice, "Club player (Skill Level 8)")
    assert choice.spec.engine is not None
    assert choice.spec.engine.options == (("Skill Level", "8"),)


def test_a_level_is_remembered_before_the_engine_has_answered(
    qtbot: QtBot, choice: PlayerChoice
) -> None:
    engine = offering("elo")
    choose(choice, engine, ",elo=1500")
    said = choice.level.currentText()
    assert said == "about 1500"
    qtbot.waitUntil(lambda: choice.level.currentText() == "Club player (about 1500)")
    assert str(choice.spec) == f"{PlayerSpec.of_engine(engine)},elo=1500,seconds=1"
    choice.choose("human")
    assert not choice.level.isVisible()
    choice.choose(f"uci:{engine}")
    assert choice.level.currentText() == "Full strength"


def test_one_that_cannot_be_made_weaker_says_so_where_it_is_chosen(
    qtbot: QtBot, choice: PlayerChoice
) -> None:
    choose(choice, recipe("decent"), ",elo=1500")
    qtbot.waitUntil(lambda: bool(choice.level.note.text()))
    note = choice.level.note
    assert note.text() == (
        "decent cannot be made weaker: it offers neither UCI_Elo nor Skill Level."
    )
    assert note.property("fault")  # since a level is chosen
    choice.level.setCurrentIndex(0)
    assert not note.property("fault")
    choice.choose("random")
    assert note.isHidden()


def test_one_that_is_no_engine_says_so_too(qtbot: QtBot, choice: PlayerChoice) -> None:
    choose(choice, recipe("no_engine"))
    qtbot.waitUntil(lambda: "This engine cannot play: it ended" in choice.level.note.text())


def test_one_that_nobody_has_allowed_is_not_started(
    qtbot: QtBot, choice: PlayerChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[EngineRecipe] = []
    monkeypatch.setattr("millmate.gui.shell.play.player_options.introduce", started.append)
    answered: list[object] = []
    monkeypatch.setattr(choice.level, "_fill", answered.append)
    choice.set_engines([offering("elo")])
    choice.choose(f"uci:{offering('elo')}")
    qtbot.waitUntil(lambda: len(answered) > 1)
    assert started == []


def test_a_level_set_among_the_options_is_not_called_full_strength(
    qtbot: QtBot, choice: PlayerChoice
) -> None:
    engine = offering("skill")
    weak = EngineRecipe(engine.path, "Fish", engine.arguments, options=(("Skill Level", "4"),))
    choose(choice, weak)
    qtbot.waitUntil(choice.level.isEnabled)
    assert choice.level.currentText() == "Casual player (Skill Level 4)"
    assert choice.spec.engine is not None
    assert choice.spec.engine.options == (("Skill Level", "4"),)

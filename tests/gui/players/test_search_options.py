"""A player that searches is chosen and set in the window."""

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.windows import visit

from millmate.gui.players.player_choice import PlayerChoice
from millmate.players.search_kinds import SEARCH_KINDS


@pytest.fixture
def choice(qtbot: QtBot) -> PlayerChoice:
    widget = PlayerChoice(True)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def pick(choice: PlayerChoice, kind: str) -> None:
    """Choose a kind from the list, as a person does."""
    choice.kind.setCurrentIndex(choice.kind.findData(kind))


@pytest.mark.parametrize("kind", SEARCH_KINDS)
def test_each_generation_can_be_chosen(choice, kind):
    pick(choice, kind)
    assert choice.spec.kind == kind
    assert choice.search.isVisible()
    limit, value = SEARCH_KINDS[kind].limit
    assert dict(choice.spec.options)[limit] == value
    visible = [name for name, field in choice.search.fields.items() if field.isVisible()]
    assert visible == [limit]


@pytest.mark.parametrize(
    "text",
    [
        "minimax:depth=2",
        "incremental:seconds=0.25",
        "memo:nodes=5000",
        "alphabeta:depth=12,memo=no",
        "alphabeta:depth=5,memo=yes,choice=first,weights=1/1/4/2",
        "iterative:depth=7,seconds=2",
    ],
)
def test_what_is_chosen_is_what_is_played(choice, text):
    choice.choose(text)
    assert str(choice.spec) == text


def test_the_limit_is_changed_beside_the_name(choice):
    pick(choice, "iterative")
    choice.search.seconds.setValue(2.5)
    assert str(choice.spec) == "iterative:seconds=2.5"
    choice.search.limits["depth"].trigger()
    choice.search.plies.setValue(6)
    assert str(choice.spec) == "iterative:depth=6"
    assert choice.search.plies.isVisible()
    assert not choice.search.seconds.isVisible()
    choice.search.limits["nodes"].trigger()
    choice.search.nodes.setValue(777)
    assert str(choice.spec) == "iterative:nodes=777"


def test_a_depth_goes_as_far_as_the_kind_s(choice):
    pick(choice, "alphabeta")
    choice.search.plies.setValue(9)
    pick(choice, "minimax")
    assert choice.search.plies.maximum() == 6
    assert str(choice.spec) == "minimax:depth=3"
    pick(choice, "alphabeta")
    assert str(choice.spec) == "alphabeta:depth=9,memo=yes"  # as it was left


def test_the_rest_is_in_a_menu(choice, qtbot):
    pick(choice, "minimax")
    assert not choice.search.memo.isVisible()
    pick(choice, "alphabeta")
    assert choice.search.memo.isVisible()
    with qtbot.waitSignal(choice.changed):
        choice.search.memo.trigger()
    choice.search.first.trigger()
    choice.search.weights.setText("3/3/2")
    assert choice.search.weights.property("fault")
    assert str(choice.spec) == "alphabeta:depth=4,memo=no,choice=first"
    choice.search.weights.setText("3/3/2/1")
    assert not choice.search.weights.property("fault")
    assert str(choice.spec) == "alphabeta:depth=4,memo=no,choice=first,weights=3/3/2/1"
    choice.search.weights.clear()
    choice.search.first.trigger()
    assert str(choice.spec) == "alphabeta:depth=4,memo=no"


def test_others_have_nothing_to_set(choice):
    for kind in ("human", "random", "table"):
        pick(choice, kind)
        assert not choice.search.isVisible()


def test_a_game_between_generations_is_played_in_the_window(qtbot):
    white, black = "iterative:nodes=300", "alphabeta:depth=1,memo=yes"
    with visit(qtbot, game="morris", start="initial", white=white, black=black) as v:
        v.press_play()
        v.wait(lambda: len(v.game.line.plies) > 3, timeout=10_000)
        assert v.game.names[True] == "Iterative deepening, 300 nodes"

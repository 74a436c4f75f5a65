"""Players are chosen and set on the set-up panel: only those that can play the chosen game."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.features.play.setup_panel import BOARD, INITIAL, SetupPanel
from millmate.gui.shell.play.player_choice import PlayerChoice
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import PlayerSpec
from millmate.search.levels import MORRIS_NAMES
from millmate.settings import Settings

FISH = EngineRecipe("/games/fish", "Fish", seconds=1.0)


def offered(choice: PlayerChoice) -> list[str]:
    """Return the kinds of players that a person sees in the list and can choose."""
    box = choice.kind
    rows = [row for row in range(box.count()) if not box.view().isRowHidden(row)]
    assert all(box.model().item(row).isEnabled() for row in rows)
    return [PlayerSpec.parse(box.itemData(row)).kind for row in rows]


@pytest.fixture
def panel(qtbot: QtBot) -> SetupPanel:
    panel = SetupPanel()
    qtbot.addWidget(panel)
    panel.set_engines([FISH])
    panel.restore_state(Settings())
    return panel


def select(panel: SetupPanel, game: str, start: str | None = None) -> None:
    panel.game.setCurrentIndex(panel.game.findData(game))
    if start is not None:
        panel.start.setCurrentIndex(panel.start.findData(start))


def test_engines_of_others_are_offered_in_chess_alone(panel: SetupPanel) -> None:
    for game, there in (("ending", True), ("morris", False), ("chess", True)):
        select(panel, game)
        assert ("uci" in offered(panel.players[True])) is there


def test_perfect_play_is_offered_where_there_can_be_a_table(panel: SetupPanel) -> None:
    for game, start, there in (
        ("ending", BOARD, True),
        ("chess", INITIAL, False),
        ("chess", BOARD, True),
        ("morris", INITIAL, True),
    ):
        select(panel, game, start)
        assert ("table" in offered(panel.players[False])) is there


@pytest.mark.parametrize(
    ("player", "game", "start"),
    [("table", "chess", INITIAL), (str(PlayerSpec.of_engine(FISH)), "morris", None)],
)
def test_who_cannot_play_a_game_gives_way_and_comes_back(
    panel: SetupPanel, player: str, game: str, start: str | None
) -> None:
    black = panel.players[False]
    black.choose(player)
    select(panel, game, start)
    assert black.spec.kind == "strong"
    assert panel.lack == ""
    select(panel, "ending")
    assert str(black.spec) == str(PlayerSpec.parse(player))


def test_who_was_chosen_meanwhile_stays(panel: SetupPanel) -> None:
    black = panel.players[False]
    select(panel, "chess", INITIAL)
    black.kind.setCurrentIndex(black.kind.findData("random"))
    black.kind.activated.emit(black.kind.currentIndex())
    select(panel, "ending")
    assert black.spec.kind == "random"


def test_keys_skip_who_is_not_offered(panel: SetupPanel) -> None:
    select(panel, "chess", INITIAL)
    box = panel.players[True].kind
    box.setCurrentIndex(box.findData("strong"))
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert PlayerSpec.parse(box.currentData()).kind == "uci"  # "table" stands between them


def test_settings_keep_perfect_play_where_the_game_can_have_a_table(panel: SetupPanel) -> None:
    for start, kind in (("initial", "strong"), ("board", "table")):
        panel.restore_state(Settings(game="chess", start=start, black="table"))
        assert panel.specs[False].kind == kind
        assert panel.lack == ""


def test_the_strong_search_has_a_time_or_a_level(panel: SetupPanel) -> None:
    player = panel.players[True]

    def shown() -> tuple[str, bool, bool]:
        return (
            str(player.spec),
            player.level.isVisibleTo(player),
            player.seconds.isVisibleTo(player),
        )

    player.choose("strong:seconds=2.5")
    assert shown() == ("strong:seconds=2.5", True, True)
    # 1234 is written by hand, and not in the list
    for elo, name in ((1234, "about 1234"), (1500, "Club player (about 1500)")):
        player.choose(f"strong:elo={elo}")
        assert player.level.currentText() == name
        assert shown() == (f"strong:elo={elo}", True, False)
    panel.choose_game("morris")  # where the scale is another, and the nearest level is taken
    (elo,) = (each for each, name in MORRIS_NAMES.items() if name == player.level.currentText())
    assert abs(elo - 1500) < 150
    assert shown() == (f"strong:elo={elo}", True, False)
    assert player.level.count() == 1 + len(MORRIS_NAMES) == 9
    assert panel.lack == ""
    panel.choose_game("chess")
    assert player.level.currentText() == "Club player (about 1500)"
    player.level.setCurrentIndex(0)
    assert player.level.currentText() == "Full strength"
    assert shown() == ("strong:seconds=1", True, True)
    player.choose("random")
    assert shown() == ("random", False, False)


@pytest.fixture
def choice(qtbot: QtBot) -> PlayerChoice:
    widget = PlayerChoice(True)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def pick(choice: PlayerChoice, kind: str) -> None:
    """Choose a kind from the list, as a person does."""
    choice.kind.setCurrentIndex(choice.kind.findData(kind))


def test_perfect_play_minds_the_fifty_move_rule_unless_told_otherwise(choice):
    pick(choice, "random")
    assert not choice.rule50.isVisible()
    pick(choice, "table")
    assert choice.rule50.isVisible()
    assert str(choice.spec) == "table"
    choice.rule50.click()
    assert str(choice.spec) == "table:rule50=off"
    choice.choose("table")
    assert choice.rule50.isChecked()
    choice.choose("table:rule50=off")
    assert str(choice.spec) == "table:rule50=off"


@pytest.mark.parametrize("kind", SEARCH_KINDS)
def test_each_generation_can_be_chosen(choice, kind):
    pick(choice, kind)
    assert choice.spec.kind == kind
    assert choice.search.isVisible()
    limit, value = SEARCH_KINDS[kind].limit
    assert dict(choice.spec.options)[limit] == value
    visible = [name for name in choice.search if choice.search[name].isVisible()]
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
    choice.search["seconds"].setValue(2.5)
    assert str(choice.spec) == "iterative:seconds=2.5"
    choice.search.limits["depth"].trigger()
    choice.search["depth"].setValue(6)
    assert str(choice.spec) == "iterative:depth=6"
    assert choice.search["depth"].isVisible()
    assert not choice.search["seconds"].isVisible()
    choice.search.limits["nodes"].trigger()
    choice.search["nodes"].setValue(777)
    assert str(choice.spec) == "iterative:nodes=777"


def test_a_depth_goes_as_far_as_the_kind_s(choice):
    pick(choice, "alphabeta")
    choice.search["depth"].setValue(9)
    pick(choice, "minimax")
    assert choice.search["depth"].maximum() == 6
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

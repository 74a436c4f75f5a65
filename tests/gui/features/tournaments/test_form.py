"""The form of a tournament: what it makes of a plan, and what it says is wrong with it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.counting import calls
from tests.gui.features.tournaments.places import plan_form
from tests.tournaments import MORRIS, THREE, TWO, engine, plan_of, played

from millmate.gui.features.tournaments.plan_form import (
    OpeningsCheck,
    free_place,
    plan_words,
    sample,
    slug,
)
from millmate.gui.features.tournaments.players_part import Entry, PlayersModel
from millmate.gui.kit.tiles import inner
from millmate.play.tournament import openings, plan_file
from millmate.play.tournament.plan import (
    MOST_GAMES,
    Adjudication,
    Format,
    Limits,
    OpeningPlan,
    Participant,
    Sprt,
)
from millmate.play.tournament.plan_file import EXAMPLE
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec

FULL = f"""
name = "All there is"
format = "pairs"
games = 4
seed = 9223372036854775807
[openings]
file = "/openings/some.pgn"
plies = 11
order = "random"
count = 7
[limits]
nodes = 123456789
depth = 7
seconds = 0.015
[adjudication]
tables = true
max_moves = 1234567
resign_score = 700
resign_moves = 4
draw_score = 0
draw_moves = 9
draw_after = 41
[sprt]
elo0 = -3.25
elo1 = 4.125
alpha = 0.0005
[[players]]
player = 'strong:elo=1500,option.Hash=32'
[[players]]
name = "An engine"
player = '''{engine("decent")}'''
"""


@pytest.fixture
def form(qtbot, tmp_path):
    form = plan_form(tmp_path)
    qtbot.addWidget(form)
    form.resize(800, 700)
    form.show()
    yield form
    form.close_work()


@pytest.mark.parametrize("text", [EXAMPLE, THREE, TWO, MORRIS, FULL])
def test_a_plan_that_is_shown_comes_back_to_the_last_figure(form, text):
    plan = plan_file.parse(text, checked=False)
    form.show_plan(plan)
    assert form.plan == plan
    assert form.plan.digest() == plan.digest()


def test_what_is_changed_is_in_the_plan_and_nothing_else(form):
    plan = plan_of(THREE)
    form.show_plan(plan)
    form.meeting["name"].setText("Other")
    form.meeting["games"].setValue(5)
    assert form.plan == replace(plan, name="Other", games=5)
    form.limits["by_nodes"].setChecked(False)
    form.limits["by_depth"].setChecked(True)
    form.limits["depth"].setValue(2)
    made = form.plan
    assert made.limits == Limits(depth=2)
    assert [each.name for each in made.participants] == [
        "Minimax, depth 2", "Iterative deepening, depth 2", "Random",
    ]  # fmt: skip
    form.ends["by_moves"].setChecked(False)
    form.ends["tables"].setChecked(True)
    assert form.plan.adjudication == Adjudication(tables=True)


@pytest.mark.parametrize("spec", ["minimax:depth=3", "strong:seconds=1"])
def test_a_players_own_limit_cannot_be_changed_while_a_common_one_replaces_it(form, spec):
    players = tuple(Participant(name, PlayerSpec.parse(spec)) for name in "AB")
    form.show_plan(replace(sample(), participants=players))
    choice = form.players.choice
    own = [*(choice.search[name] for name in choice.search), choice.seconds]
    assert not any(each.isEnabledTo(choice) for each in own)
    assert not any(each.isEnabled() for each in choice.search.limits.values())
    form.limits["by_nodes"].click()
    form.check()
    assert all(each.isEnabledTo(choice) for each in own)
    assert all(each.isEnabled() for each in choice.search.limits.values())


def test_openings_from_every_source(form):
    form.show_plan(plan_of(TWO))
    part = form.openings

    def chosen(source: str) -> OpeningPlan:
        part["source"].setCurrentIndex(part["source"].findData(source))
        return form.plan.openings

    assert chosen("start") == OpeningPlan()
    assert chosen("chance") == OpeningPlan(chance=6)
    assert chosen("tables") == OpeningPlan()
    assert part.lack.startswith("Enter the material")
    part["tables"].setText("KRPvKR, KQvKR")
    part["by_distance"].setChecked(True)
    part["verdict"].setCurrentIndex(part["verdict"].findData("decided"))
    wanted = OpeningPlan(tables=("KRPvKR", "KQvKR"), verdict="decided", distance=(10, 40))
    assert form.plan.openings == wanted
    chosen("positions")
    part.add_position("8/8/8/8/3k4/8/8/KBN5 w - - 0 1")
    part.add_position("8/8/8/8/3k4/8/8/KBN5 b - - 0 1")
    assert len(form.plan.openings.positions) == 2
    chosen("file")
    part["file"].setText("/some/book.epd")
    assert form.plan.openings == OpeningPlan(file="/some/book.epd")


def test_faults_stand_beside_their_fields(form, tmp_path):
    def fault(part, plan) -> str:
        form.show_plan(plan)
        assert not form.check()
        assert [each for each in form.parts if not each.fault.isHidden()] == [part]
        assert form.summary.text() == part.fault.text()
        return part.fault.text()

    two = plan_of(TWO)
    assert "3 is odd" in fault(form.meeting, replace(two, games=3))
    same = tuple(replace(each, name="Same") for each in two.participants)
    told = fault(form.players, replace(two, participants=same))
    assert "called 'Same'" in told
    assert "2 to 200 of them" in fault(form.players, replace(two, participants=same[:1]))
    test = replace(two, sprt=Sprt(5, 5))
    assert "is not above elo0" in fault(form.test, test)
    distant = replace(two.openings, tables=("KQvK",), distance=(9, 3))
    assert "is not a range" in fault(form.openings, replace(two, openings=distant))
    gone = PlayerSpec.parse("uci:/nowhere/engine")
    first = replace(two.participants[0], player=gone)
    told = fault(form.players, replace(two, participants=(first, two.participants[1])))
    assert "there is no program '/nowhere/engine'" in told
    played(plan_of(THREE), tmp_path / "taken")
    form.show_plan(two)
    form.place["path"].setText(str(tmp_path / "taken"))
    assert not form.check()
    assert "holds another tournament" in form.place.fault.text()
    form.show_plan(two)
    assert form.check()
    assert form.summary.text() == "1 pairing of 4 games: 4 games."


@pytest.mark.parametrize("format_", list(Format))
def test_checking_a_plan_takes_the_same_work_however_many_games_it_has(form, format_):
    """It is done at every change, in the window's thread."""
    small = replace(plan_of(THREE), format=format_, games=1000)
    form.show_plan(small)
    usual = calls(form.check)
    form.show_plan(replace(small, games=MOST_GAMES))
    assert calls(form.check) <= 1.5 * usual
    assert "100,000 games" in form.summary.text()


def test_openings_are_looked_at_before_the_tournament_begins(form, qtbot, tmp_path):
    path = tmp_path / "openings.epd"
    path.write_text("8/8/8/8/3k4/8/8/KBN5 w - -\n8/8/8/8\n")
    part = form.openings
    form.show_plan(replace(plan_of(TWO), openings=OpeningPlan(file=str(path))))
    assert form.check()  # nobody has looked yet
    qtbot.waitUntil(lambda: not part.fault.isHidden())
    assert "openings.epd, line 2: not a FEN" in part.fault.text()
    assert not form.check()
    part["file"].setText(str(tmp_path / "nowhere.epd"))
    qtbot.waitUntil(lambda: "nowhere.epd: No such file" in part.fault.text())
    part["source"].setCurrentIndex(part["source"].findData("tables"))
    part["tables"].setText("KQvK")
    qtbot.waitUntil(lambda: "no table for KQvK" in part.fault.text())
    part["source"].setCurrentIndex(part["source"].findData("start"))
    assert form.check()


def test_of_a_hundred_thousand_openings_some_are_tried(qtbot, tables, monkeypatch):
    """Drawing all of them would keep a thread busy for minutes, at every change of the plan."""
    tried = []
    draw = openings._Source.draw
    monkeypatch.setattr(
        openings._Source, "draw", lambda source: tried.append(draw(source)) or tried[-1]
    )
    asked = OpeningPlan(tables=("KQvK",), verdict="white wins")
    check = OpeningsCheck(tables)
    with qtbot.waitSignal(check.found):
        assert check.fault(replace(plan_of(TWO), games=MOST_GAMES, openings=asked)) == ""
    assert 100 <= len(tried) <= 500
    check.close()


def test_openings_of_a_plan_that_has_changed_are_not_looked_at_to_the_end(
    qtbot, monkeypatch, tmp_path
):
    looked = []

    def endless(plan, tables):
        looked.append(plan)
        if len(looked) > 1:
            return
        while True:
            yield None

    monkeypatch.setattr(openings, "openings_of", endless)
    check = OpeningsCheck(tmp_path)
    one, other = (
        replace(plan_of(TWO), openings=OpeningPlan(file=name)) for name in ("one.epd", "other.epd")
    )
    check.fault(one)
    qtbot.waitUntil(lambda: looked == [one])
    with qtbot.waitSignal(check.found):
        check.fault(other)
    assert looked == [one, other]
    check.close()


def test_a_player_is_written_chosen_named_moved_and_removed(form):
    form.show_plan(plan_of(THREE))
    players = form.players
    assert players.row == 0
    assert players.written.isHidden()  # until somebody asks for it
    players.as_text.click()
    assert not players.written.isHidden()
    players.written.setText("alphabeta:depth=2,memo=no")
    players.written.textEdited.emit(players.written.text())
    assert players.choice.kind.currentData() == "alphabeta"
    assert str(form.plan.participants[0].player) == "alphabeta:depth=2,memo=no"
    players.written.setText("alphabeta:deep=2")
    players.written.textEdited.emit(players.written.text())
    assert not form.check()
    assert "has no option 'deep=2'" in players.fault.text()
    players.written.setText("random")
    players.written.textEdited.emit("random")
    assert form.check()
    names = [each.name for each in form.plan.participants]
    assert names == ["Random", "Iterative deepening, 40 nodes", "Random (2)"]
    players.name.setText("Luck")
    players.name.textEdited.emit("Luck")
    players.down.click()
    assert [each.name for each in form.plan.participants] == [
        "Iterative deepening, 40 nodes", "Luck", "Random",
    ]  # fmt: skip
    players.remove.click()
    assert len(form.plan.participants) == 2
    players.add.click()
    assert form.plan.participants[-1].player.kind == "minimax"
    players.all.click()
    kinds = [each.player.kind for each in form.plan.participants]
    assert sorted(kinds) == sorted(
        ["iterative", "random", "minimax", "incremental", "memo", "alphabeta", "alphabeta"]
    )


def test_players_are_cards_with_a_cross_and_a_place_to_add_one(form, qtbot):
    form.show_plan(plan_of(THREE))
    players, cards = form.players, form.players.list
    first, second = (cards.visualRect(players.model.index(row, 0)) for row in (0, 1))
    assert (first.top(), first.right() < second.left() + 1) == (second.top(), True)
    ground = inner(first)
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=ground.center())
    assert players.row == 0
    gone = players.model.called(0)
    cross = ground.topRight() + QPoint(-12, 12)
    QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=cross)
    assert gone not in [each.name for each in form.plan.participants]
    last = cards.visualRect(players.model.index(1, 0))
    assert not players.add.geometry().intersects(inner(last))
    QTest.mouseClick(players.add, Qt.MouseButton.LeftButton)
    assert len(form.plan.participants) == 3
    for _ in range(40):
        players.add.click()
    bar = cards.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert cards.viewport().rect().contains(players.add.geometry())
    index = players.model.index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith(f"{index.data()}, ")


def test_arrows_go_from_card_to_card(form):
    form.show_plan(sample())
    cards = form.players.list
    for key, row in (("Right", 1), ("Down", 1 + cards.columns), ("Up", 1), ("End", 5), ("Home", 0)):
        QTest.keyClick(cards, getattr(Qt.Key, f"Key_{key}"))
        assert form.players.row == row, key


def test_who_cannot_play_the_game_is_not_offered_but_stays_where_a_plan_has_it(form):
    players, box = form.players, form.players.choice.kind
    players.set_engines([EngineRecipe("/usr/bin/some", name="Some engine")])
    offered = [box.itemText(n) for n in range(box.count())]
    assert "Some engine" in offered
    assert "Human" not in offered

    def is_offered(kind):
        specs = [PlayerSpec.parse(box.itemData(n)) for n in range(box.count())]
        (row,) = [n for n, spec in enumerate(specs) if spec.kind == kind]
        return not box.view().isRowHidden(row)

    ending = replace(plan_of(THREE), openings=OpeningPlan(tables=("KQvK",)))
    for plan, engines, tables in (
        (plan_of(THREE), True, False),  # from the start, some plies by chance
        (ending, True, True),
        (plan_of(MORRIS), False, True),
    ):
        form.show_plan(plan)
        assert (is_offered("uci"), is_offered("table")) == (engines, tables)
    engine = "uci:/usr/bin/some,nodes=10"
    text = TWO.replace('player = "random"', f'player = "{engine}"', 1)
    form.show_plan(replace(plan_file.parse(text, checked=False), game="morris"))
    assert not form.check()
    assert "those play chess only" in players.fault.text()
    assert str(form.plan.participants[0].player) == engine
    form.show_plan(plan_of(THREE))
    for _ in range(9):
        players.add.click()
    assert "table" not in {each.player.kind for each in form.plan.participants}
    assert form.check()


def test_parts_that_a_plan_has_no_use_for_are_hidden(form):
    form.show_plan(plan_of(THREE))
    assert not form.morris.isVisible()
    assert not form.test.isVisible()
    form.show_plan(plan_of(MORRIS))
    assert form.morris.isVisible()
    assert form.morris["max_turns"].value() == 30
    form.show_plan(plan_of(TWO))
    assert form.test.isVisible()
    form.test["wanted"].setChecked(True)
    assert form.plan.sprt == Sprt()
    form.players.add.click()
    assert form.plan.sprt is None  # three players are no two


@pytest.mark.parametrize("game", ["morris:quiet=none", "morris:twelve,quiet=100"])
def test_a_limit_of_quiet_moves_stays_in_the_form(form, game):
    form.show_plan(replace(plan_of(MORRIS), game=game))
    assert form.plan.game == game
    assert plan_file.parse(plan_file.dump(form.plan), checked=False).game == game
    form.meeting["seed"].setText("7")
    assert (form.plan.seed, form.plan.game) == (7, game)


def test_the_limit_of_quiet_moves_can_be_chosen_where_it_holds(form):
    form.show_plan(plan_of(MORRIS))
    form.morris["max_moves_without_mill"].setValue(
        30
    )  # turns without a mill: their draw comes instead
    assert not form.morris["quiet"].isEnabled()
    assert "Set that to 0" in form.morris["quiet"].toolTip()
    form.morris["max_moves_without_mill"].setValue(0)
    assert form.morris["quiet"].isEnabled()
    form.morris["quiet"].show_limit(None)
    assert form.plan.game == "morris:quiet=none"
    form.meeting["game"].setCurrentIndex(form.meeting["game"].findData("morris:twelve"))
    assert form.plan.game == "morris:twelve,quiet=none"
    form.meeting["game"].setCurrentIndex(form.meeting["game"].findData("chess"))
    assert form.plan.game == "chess"


def test_the_sample_can_be_played_and_repeated():
    plan = sample()
    assert plan_file.parse(plan_file.dump(plan)) == plan
    assert len(plan.participants) == 6
    assert plan.limits.nodes
    assert plan_words(plan) == "30 pairings of 2 games: 60 games."
    knockout = replace(plan, format=Format.KNOCKOUT)
    assert plan_words(knockout) == "5 matches of 2 games: 10 games, not counting tie-breaks."


def test_a_tournaments_directory_is_called_as_it_is():
    assert slug("Six generations!") == "six-generations"
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("Türme, 3–3") == "türme-3-3"
    assert slug("…") == "tournament"
    assert free_place(sample()).name == "six-generations"


def named(*names: str) -> PlayersModel:
    """Return random players with these names."""
    model = PlayersModel()
    people = tuple(Participant(name, PlayerSpec.parse("random")) for name in names)
    model.show_plan(replace(plan_of(TWO), participants=people))
    return model


def test_a_made_name_follows_the_kind_of_the_player_also_if_it_was_numbered_a_given_one_stays():
    minimax = PlayerSpec.parse("minimax:depth=1")
    model = named("Random", "Random (1)")
    model.put(1, replace(model.entries[1], spec=minimax))
    assert model.called(0) == "Random"
    assert "Random" not in model.called(1)
    model = named("Random walker", "Random walker")
    model.put(0, replace(model.entries[0], spec=minimax))
    assert model.called(0) == "Random walker"


def test_a_participant_follows_the_name_of_its_engine(form):
    players = form.players
    players.set_engines([EngineRecipe("/usr/bin/some", name="Some engine")])
    players.model.add(
        Entry("", PlayerSpec.of_engine(EngineRecipe("/usr/bin/some", "Old", elo=1800)))
    )
    players.set_engines([EngineRecipe("/usr/bin/some", name="Fresh")])
    spec = players.model.entries[-1].spec
    assert (spec.engine.name, spec.engine.elo) == ("Fresh", 1800)
    assert "Fresh" in players.model.called(len(players.model.rows) - 1)

"""What the participants of a tournament are called in its form."""

from dataclasses import replace

from tests.tournaments import TWO, plan_of

from millmate.gui.tournament.form.players_model import Entry, PlayersModel
from millmate.play.tournament.plan import Participant
from millmate.players.spec import PlayerSpec

RANDOM, MINIMAX = PlayerSpec.parse("random"), PlayerSpec.parse("minimax:depth=1")


def test_a_made_name_follows_the_kind_of_the_player_also_if_it_was_numbered():
    participants = (Participant("Random", RANDOM), Participant("Random (1)", RANDOM))
    model = PlayersModel()
    model.show_plan(replace(plan_of(TWO), participants=participants))
    model.put(1, replace(model.entries[1], spec=MINIMAX))
    assert model.called(0) == "Random"
    assert "Random" not in model.called(1)


def test_a_given_name_stays():
    model = PlayersModel()
    model.show_plan(replace(plan_of(TWO), participants=(Participant("Random walker", RANDOM),) * 2))
    model.put(0, Entry(model.entries[0].name, MINIMAX))
    assert model.called(0) == "Random walker"

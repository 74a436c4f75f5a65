"""Games and moves of a tournament in words."""

from dataclasses import replace

import pytest
from tests.gui.features.tournaments.played import (
    BLUNDER,
    MATE,
    ROOK_ENDING,
    blundered,
    over,
    plan,
    specs,
)

from millmate.games.catalogue import game
from millmate.games.outcome import Termination
from millmate.gui.features.tournaments import games
from millmate.play.tournament.game import notation, numbered

START = game("chess").start_fen
MORRIS = game("morris").start_fen


@pytest.mark.parametrize(
    ("start", "moves", "ply", "text"),
    [
        (START, MATE, 0, "1. f3"),
        (START, MATE, 1, "1… e5"),
        (START, MATE, 3, "2… Qh4#"),
        (MORRIS, ("a1", "d6"), 1, "1… d6"),
        (START, ("e2e4", "e2e4", "e7e5"), 2, "2. e7e5"),  # as they are, if they cannot be played
        (START, ("nonsense",), 0, "1. nonsense"),
    ],
)
def test_moves_are_written_and_numbered_as_people_do(start, moves, ply, text):
    assert notation("morris" if start == MORRIS else "chess", start, moves, ply) == text


def test_a_game_that_black_begins_counts_on_from_its_position():
    fen = ROOK_ENDING.replace(" w ", " b ")
    assert [numbered("chess", fen, ply) for ply in (0, 1)] == ["16…", "17."]
    assert numbered("chess", ROOK_ENDING, 0) == "16."


def test_an_opening_names_the_ending_that_it_is():
    asked, morris = plan(), plan(kind="morris")
    assert games.opening(replace(specs(asked, ROOK_ENDING)[0], opening=2)) == "3 · KRPvK"
    assert games.opening(replace(specs(asked)[0], opening=2)) == "3"
    assert games.opening(specs(morris)[0]) == "1"


def test_a_failure_is_told_by_what_happened_and_other_ends_by_their_reason():
    spec = specs(plan())[0]
    crashed = over(spec, 0.0, how=Termination.FAILURE, failed=True, trouble="Anna\nhas  died")
    assert games.ending(crashed) == "Anna has died"
    assert games.ending(over(spec, 0.5, how=Termination.STALEMATE)) == "stalemate"


def test_slips_are_told_with_what_they_gave_away():
    (found,) = games.slips_of(blundered(specs(plan(), ROOK_ENDING)[0]))
    white, slip = found
    assert white
    assert slip.move == BLUNDER[2]
    assert games.thrown(slip) == "a win, for a draw"

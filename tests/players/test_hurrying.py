"""Players who are told not to think on, and those who cannot be."""

from pathlib import Path
from threading import Timer

import chess
import pytest

from millmate.games.catalogue import game
from millmate.games.outcome import BLACK, WHITE
from millmate.play.events import Event, MovePlayed
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Play, Player
from millmate.players.spec import PlayerSpec


def built(text: str) -> Player:
    return build_player(PlayerSpec.parse(text), tables=Path("none"))


def between(white: str, black: str, events: list[Event]) -> Match:
    players = {WHITE: built(white), BLACK: built(black)}
    return Match(game("chess"), chess.Board(), players, events.append)


def test_a_search_that_is_hurried_before_it_has_a_result_moves_and_declines_a_draw():
    machine, board = built("minimax:depth=6"), chess.Board()
    hurry = Timer(0.2, machine.move_now)
    hurry.start()
    action = machine.choose(board, lambda: False)
    hurry.join()
    assert isinstance(action, Play)
    assert board.is_legal(action.move)
    assert machine.accepts_draw(board) is False


def test_a_match_hurries_the_side_that_thinks_and_an_offer_of_a_draw_does_no_harm():
    events: list[Event] = []
    match = between("minimax:depth=6", "random", events)
    match.offer_draw(BLACK)
    hurry = Timer(0.2, match.move_now, [WHITE])
    hurry.start()

    def watch(event: Event) -> None:
        events.append(event)
        if isinstance(event, MovePlayed) and event.mover is BLACK:
            match.stop()

    match._emit = watch
    match.run()
    hurry.join()
    assert [event.mover for event in events if isinstance(event, MovePlayed)][:1] == [WHITE]
    assert events[-1].trouble is None


@pytest.mark.parametrize("kind", ["random", "table"])
def test_who_does_not_search_cannot_be_hurried(kind):
    match = between(kind, "iterative", [])
    assert not match.can_hurry(WHITE)
    assert match.can_hurry(BLACK)
    match.move_now(WHITE)  # is heard by nobody

"""What players think is passed on by the match as events."""

import pickle
from pathlib import Path

import chess
import pytest

from millmate.games.catalogue import game
from millmate.games.outcome import BLACK, WHITE
from millmate.play.events import Event, MovePlayed, Thinking, TurnBegan
from millmate.play.match import Match, line_notation
from millmate.players.build import build_player
from millmate.players.spec import PlayerSpec


def watched(name: str, white: str, black: str, plies: int) -> list[Event]:
    """Return the events of the first plies of a game."""
    rules = game(name)
    players = {
        side: build_player(PlayerSpec.parse(text), game=name, tables=Path("none"), seed=1)
        for side, text in ((WHITE, white), (BLACK, black))
    }
    events: list[Event] = []

    def watch(event: Event) -> None:
        events.append(event)
        if sum(isinstance(e, MovePlayed) for e in events) == plies:
            match.stop()

    match = Match(rules, rules.board(), players, watch)
    match.run()
    return events


@pytest.mark.parametrize("name", ["chess", "morris"])
def test_every_depth_of_either_side_is_told_between_turn_and_move(name: str) -> None:
    events = watched(name, "iterative:depth=2", "minimax:depth=1", 2)
    kinds = [(type(event), getattr(event, "mover", None)) for event in events[:-1]]
    assert kinds == [
        (TurnBegan, None),
        (Thinking, WHITE),
        (Thinking, WHITE),
        (MovePlayed, WHITE),
        (TurnBegan, None),
        (Thinking, BLACK),
        (MovePlayed, BLACK),
    ]
    thoughts = [event for event in events if isinstance(event, Thinking)]
    assert [thought.info.depth for thought in thoughts] == [1, 2, 1]
    for thought in thoughts:
        assert len(thought.line) == thought.info.depth
        assert pickle.loads(pickle.dumps(thought)) == thought
    began = [event.fen for event in events if isinstance(event, TurnBegan)]
    assert [thought.fen for thought in thoughts] == [began[0], began[0], began[1]]


def test_players_who_do_not_search_tell_nothing() -> None:
    events = watched("chess", "random", "random", 4)
    assert not any(isinstance(event, Thinking) for event in events)


def test_a_line_is_written_as_far_as_it_is_legal() -> None:
    moves = [chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "e4e5", "d7d5")]
    assert line_notation(game("chess"), chess.Board(), tuple(moves)) == ("e4", "e5")

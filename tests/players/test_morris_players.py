"""Players of morris: every kind that needs no tables plays whole games of every variant."""

from pathlib import Path

import pytest

from millmate.games.catalogue import game
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import BLACK, WHITE, Termination
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.spec import PlayerSpec
from millmate.records.record import GameRecord


def played(name: str, white: str, black: str, seed: int = 1) -> GameRecord:
    """Return the record of a game between two players."""
    rules = game(name)
    players = {
        side: build_player(PlayerSpec.parse(text), game=name, tables=Path("none"), seed=seed + side)
        for side, text in ((WHITE, white), (BLACK, black))
    }
    return Match(rules, rules.board(), players).run()


@pytest.mark.parametrize("name", ["morris", *(f"morris:{name}" for name in VARIANTS)])
def test_games_are_played_to_an_end_on_the_board(name: str) -> None:
    record = played(name, "minimax:depth=1", "random")
    assert record.game == game(name).name
    assert record.outcome.termination in {
        Termination.FEW_STONES,
        Termination.NO_MOVES,
        Termination.THREEFOLD_REPETITION,
        Termination.FIFTY_QUIET_MOVES,
    }


def test_who_looks_ahead_beats_chance() -> None:
    """Not always: two plies are too few to catch every stone that flies."""
    records = [played("morris", "random", "minimax:depth=2", seed) for seed in range(0, 16, 2)]
    winners = [record.outcome.winner for record in records]
    assert winners.count(BLACK) >= 6

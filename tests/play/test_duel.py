"""Matches of generations: fair openings, colours exchanged, the same from the same seed."""

import itertools
from collections.abc import Callable

import chess
import pytest

from millmate.games.catalogue import game
from millmate.games.chess.material import Material
from millmate.play.duel import DuelGame, pairs, play
from millmate.players.search_player import game_for

games = pytest.mark.parametrize("name", ["chess", "morris"])


@games
def test_each_opening_is_played_with_either_colour(name: str) -> None:
    duels = list(pairs(name, "memo", "random", 10, seed=3))
    assert duels == list(pairs(name, "memo", "random", 10, seed=3))
    assert len({duel.fen for duel in duels}) == 5
    for one, other in zip(duels[::2], duels[1::2], strict=True):
        assert one.fen == other.fen
        assert (one.white, one.black) == (other.black, other.white) == ("memo", "random")
    assert len({duel.seed for duel in duels}) == 10


@games
def test_openings_are_about_even_and_undecided(name: str) -> None:
    for duel in pairs(name, "memo", "random", 20, seed=1):
        board = game(name).board(duel.fen)
        assert game(name).outcome(board) is None
        assert abs(game_for(name).evaluate(board)) <= 100


def test_chess_can_begin_with_endings_of_pawns() -> None:
    fens = [duel.fen for duel in pairs("chess", "memo", "random", 8, seed=1, endings=True)]
    boards = [chess.Board(fen) for fen in fens[::2]]
    materials = [str(Material.of(board)) for board in boards]
    assert materials == ["KPPPvKPPP", "KPPPPvKPPPP"] * 2
    for board in boards:
        assert board.is_valid()
        board.apply_mirror()
        board.turn = chess.WHITE
        assert board.fen() in fens  # alike on both sides


def ticking() -> Callable[[], float]:
    """Return a clock that goes on a millisecond whenever it is read."""
    ticks = itertools.count()
    return lambda: next(ticks) / 1000


def test_a_game_is_the_same_from_the_same_seed() -> None:
    (duel, _) = pairs("morris", "memo:seconds=0.01", "random", 2, seed=4)
    results = [play(duel, ticking()) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].points == 1
    assert results[0].depths[True] > 0 == results[0].depths[False]


def test_a_game_without_end_is_a_draw() -> None:
    fen = "k7/2p5/2P5/8/8/2p5/2P5/K7 w - - 0 1"
    result = play(DuelGame("chess", fen, "minimax:depth=2", "random", 1))
    assert result.points == 0.5
    assert result.plies <= 240

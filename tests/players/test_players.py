"""People, chance and searches as players."""

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import chess
import pytest

from millmate.games.catalogue import game
from millmate.games.chess.rules import CHESS
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.match import Match
from millmate.players import player as player_module
from millmate.players.build import build_player
from millmate.players.player import (
    ClaimDraw,
    HumanPlayer,
    Play,
    Player,
    PlayerError,
    RandomPlayer,
    Resign,
    Stopped,
)
from millmate.players.spec import PlayerSpec
from millmate.records.record import GameRecord

STALEMATE = chess.Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1")


def never() -> bool:
    return False


def built(text: str, seed: int | None = None, game: str = "chess") -> Player:
    return build_player(PlayerSpec.parse(text), game=game, tables=Path("none"), seed=seed)


def played(name: str, white: str, black: str) -> GameRecord:
    """Return the record of a game between two players."""
    players = {WHITE: built(white, 2, name), BLACK: built(black, 1, name)}
    return Match(game(name), game(name).board(), players).run()


def first_moves(text: str, board: chess.Board) -> Counter[str]:
    """Return what the player `text` plays on `board`, asked with forty seeds."""
    moves: Counter[str] = Counter()
    for seed in range(40):
        action = built(text, seed).choose(board.copy(), never)
        assert isinstance(action, Play)
        moves[board.san(action.move)] += 1
    return moves


class TestHuman:
    @pytest.mark.parametrize("action", [Play(chess.Move.from_uci("e2e4")), Resign(), ClaimDraw()])
    def test_what_is_submitted_is_chosen(self, action: Play | Resign | ClaimDraw) -> None:
        player = HumanPlayer("Anna")
        threading.Timer(0.05, player.submit, [action]).start()
        assert player.choose(chess.Board(), never) == action

    def test_a_move_that_is_not_legal_now_is_dropped(self) -> None:
        player = HumanPlayer()
        player.submit(Play(chess.Move.from_uci("e2e5")))
        player.submit(Resign())
        assert player.choose(chess.Board(), never) == Resign()

    def test_it_looks_every_50_ms_whether_it_is_stopped(self) -> None:
        answers = iter([False] * 5 + [True])
        with pytest.raises(Stopped):
            HumanPlayer().choose(chess.Board(), lambda: next(answers))
        assert player_module._POLL_SECONDS <= 0.05

    def test_what_was_submitted_before_a_stop_is_forgotten(self) -> None:
        player = HumanPlayer()
        player.submit(Resign())
        with pytest.raises(Stopped):
            player.choose(chess.Board(), lambda: True)
        player.submit(ClaimDraw())
        assert player.choose(chess.Board(), never) == ClaimDraw()


class TestRandom:
    def test_every_legal_move_is_played(self) -> None:
        board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
        assert set(first_moves("random", board)) == {"Ka2", "Kb1", "Kb2"}

    def test_the_same_seed_plays_the_same_game(self) -> None:
        def moves(seed: int) -> tuple[str, ...]:
            players = {side: RandomPlayer(seed=seed + side) for side in chess.COLORS}
            return Match(CHESS, chess.Board(), players).run().moves

        assert moves(5) == moves(5) != moves(7)

    def test_it_takes_some_draws_and_leaves_others(self) -> None:
        player = RandomPlayer(seed=3)
        assert {player.accepts_draw(chess.Board()) for _ in range(40)} == {True, False}


class TestMinimax:
    def test_it_mates_in_one(self) -> None:
        board = chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
        assert set(first_moves("minimax:depth=1", board)) == {"Ra8#"}

    def test_it_chooses_among_all_that_are_equally_good(self) -> None:
        board = chess.Board("7k/5K2/8/8/8/8/8/Q7 w - - 0 1")
        mates = {san for san in map(board.san, board.legal_moves) if san.endswith("#")}
        assert len(mates) > 1
        assert set(first_moves("minimax:depth=1", board)) == mates

    @pytest.mark.parametrize(
        ("fen", "accepts"),
        [
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", False),
            ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", True),
            ("4k3/8/8/8/8/8/8/4K2B w - - 0 1", True),
        ],
    )
    def test_it_takes_a_draw_unless_it_stands_better(self, fen: str, accepts: bool) -> None:
        assert built("minimax:depth=2").accepts_draw(chess.Board(fen)) == accepts

    def test_after_choosing_the_answer_to_an_offer_costs_nothing(self) -> None:
        player = built("minimax:depth=3")
        board = chess.Board()
        player.choose(board, never)
        with patch.object(player._search, "search", side_effect=AssertionError("searched")):
            player.accepts_draw(board)

    def test_it_stops_when_told(self) -> None:
        asked: list[bool] = []

        def stopped() -> bool:
            asked.append(len(asked) >= 20)
            return asked[-1]

        with pytest.raises(Stopped):
            built("minimax:depth=6").choose(chess.Board(), stopped)
        assert sum(asked) <= 2  # the search hears it once, and so does the player

    @pytest.mark.parametrize("name", ["chess", "morris"])
    def test_it_beats_chance(self, name: str) -> None:
        record = played(name, "minimax:depth=2", "random")
        assert record.outcome.winner is WHITE


@pytest.mark.parametrize("name", ["morris", *(f"morris:{name}" for name in VARIANTS)])
def test_games_of_every_variant_are_played_to_an_end_on_the_board(name: str) -> None:
    record = played(name, "minimax:depth=1", "random")
    assert record.game == game(name).name
    assert record.outcome.termination in {
        Termination.FEW_STONES,
        Termination.MILL,
        Termination.NO_MOVES,
        Termination.THREEFOLD_REPETITION,
        Termination.FIFTY_QUIET_MOVES,
    }


@pytest.mark.parametrize("text", ["random", "minimax:depth=1"])
def test_without_a_legal_move_there_is_nothing_to_choose(text: str) -> None:
    with pytest.raises(PlayerError, match="no legal move"):
        built(text).choose(STALEMATE, never)


def test_a_stopped_match_of_searches_ends() -> None:
    players = {side: built("minimax:depth=6") for side in chess.COLORS}
    match = Match(CHESS, chess.Board(), players)
    with ThreadPoolExecutor(1) as pool:
        end = pool.submit(match.run)
        time.sleep(0.2)
        match.stop()
        assert end.result(30).outcome == Outcome(Termination.ABANDONED)

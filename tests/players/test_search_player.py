"""The generations as players: what their options do."""

from collections.abc import Callable
from pathlib import Path
from threading import Timer

import chess
import pytest

from millmate.games.board import Board
from millmate.games.catalogue import game
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import BLACK, WHITE
from millmate.play.events import Event, MovePlayed
from millmate.play.match import Match
from millmate.players.build import build_player
from millmate.players.player import Play, RandomPlayer
from millmate.players.search_kinds import DEEPEST, SEARCH_KINDS, WeightsError
from millmate.players.search_player import (
    SearchPlayer,
    game_for,
    limits_of,
    search_of,
)
from millmate.players.spec import PlayerSpec
from millmate.search import limits
from millmate.search.generation import MATES, SearchResult
from millmate.search.limits import SearchInfo, SearchLimits

kinds = pytest.mark.parametrize("kind", SEARCH_KINDS)
games = pytest.mark.parametrize("name", ["chess", "morris", "morris:lasker"])


def never() -> bool:
    return False


def built(text: str, name: str = "chess", seed: int | None = None) -> SearchPlayer:
    player = build_player(PlayerSpec.parse(text), game=name, tables=Path("none"), seed=seed)
    assert isinstance(player, SearchPlayer)
    return player


def moves(player: SearchPlayer, board: Board, times: int) -> set[str]:
    """Return what `player` plays on `board`, asked so many times."""
    found = set()
    for _ in range(times):
        action = player.choose(board.copy(), never)
        assert isinstance(action, Play)
        found.add(str(action.move))
    return found


@kinds
@games
def test_each_plays_each_game(kind: str, name: str) -> None:
    rules = game(name)
    board = rules.board()
    for limit in ("depth=1", "nodes=50", "seconds=0.01"):
        action = built(f"{kind}:{limit}", name).choose(board.copy(), never)
        assert isinstance(action, Play)
        assert board.is_legal(action.move)


@kinds
def test_all_generations_play_the_same_game_from_the_same_seed(kind: str) -> None:
    def game_of(kind: str) -> tuple[str, ...]:
        players = {
            WHITE: built(f"{kind}:depth=2", "morris", seed=5),
            BLACK: build_player(
                PlayerSpec.parse("random"), game="morris", tables=Path("none"), seed=6
            ),
        }
        return Match(game("morris"), game("morris").board(), players).run().moves

    assert game_of(kind) == game_of("minimax")


def test_among_equals_the_first_or_one_drawn() -> None:
    board = chess.Board("7k/8/6K1/8/8/R7/8/1R6 w - - 0 1")
    assert moves(built("alphabeta:depth=1"), board, 30) == {"a3a8", "b1b8"}
    first = next(move for move in map(str, board.legal_moves) if move in {"a3a8", "b1b8"})
    assert moves(built("alphabeta:depth=1,choice=first"), board, 10) == {first}


def test_weights_change_what_is_played() -> None:
    """A knight for a pawn is a bad bargain, unless pawns are dear."""
    board = chess.Board("7k/8/4p3/3p4/8/2N5/8/7K w - - 0 1")
    assert "c3d5" not in moves(built("memo:depth=2"), board, 5)
    assert moves(built("memo:depth=2,weights=999/320/330/500/900"), board, 5) == {"c3d5"}
    morris = game("morris").board("WW....../BB....../W.....B. w 6 6 0 4")
    assert moves(built("memo:depth=1,weights=0/0/1/0", "morris"), morris, 5) <= {
        f"g7x{point}" for point in ("b6", "d6", "c3")
    }


@pytest.mark.parametrize(
    ("name", "weights", "valid"),
    [("chess", "3/3/2/1", "give five"), ("morris", "100/320/330/500/900", "give four")],
)
def test_weights_of_the_other_game_are_refused(name: str, weights: str, valid: str) -> None:
    with pytest.raises(WeightsError, match=valid):
        built(f"iterative:weights={weights}", name)


def test_limits_are_read_from_options() -> None:
    assert limits_of({"depth": "5"}) == SearchLimits(depth=5)
    assert limits_of({"seconds": "0.5", "nodes": "10"}) == SearchLimits(seconds=0.5, nodes=10)
    assert DEEPEST == limits.DEEPEST


class TestThinking:
    def test_each_finished_depth_is_told(self) -> None:
        player = built("iterative:depth=3")
        told: list[SearchInfo] = []
        player.on_info = told.append
        player.choose(chess.Board(), never)
        assert [info.depth for info in told] == [1, 2, 3]
        assert [len(info.moves) for info in told] == [1, 2, 3]
        assert told[0].nodes == 20 < told[1].nodes < told[2].nodes

    def test_told_to_move_now_it_plays_the_best_known(self) -> None:
        player = built("iterative:depth=100")
        depths: list[int] = []

        def hurry(info: SearchInfo) -> None:
            depths.append(info.depth)
            if info.depth == 2:
                player.move_now()

        player.on_info = hurry
        board = chess.Board("6k1/5ppp/8/8/8/8/q7/RR5K w - - 0 1")
        assert isinstance(player.choose(board, never), Play)
        assert depths in ([1, 2], [1])  # a mate ends a search at once

    def test_even_one_of_a_fixed_depth_moves(self) -> None:
        player = built("minimax:depth=6")
        timer = Timer(0.1, player.move_now)
        timer.start()
        action = player.choose(chess.Board(), never)
        timer.join()
        assert isinstance(action, Play)
        assert chess.Board().is_legal(action.move)
        assert player.accepts_draw(chess.Board()) is False  # it has no score yet

    def test_a_match_hurries_the_side_that_thinks_and_an_offer_of_a_draw_does_no_harm(self) -> None:
        events: list[Event] = []

        def watch(event: Event) -> None:
            events.append(event)
            if isinstance(event, MovePlayed) and event.mover is BLACK:
                match.stop()

        players = {WHITE: built("minimax:depth=6"), BLACK: RandomPlayer()}
        match = Match(game("chess"), chess.Board(), players, watch)
        assert (match.can_hurry(WHITE), match.can_hurry(BLACK)) == (True, False)
        match.offer_draw(BLACK)
        hurry = Timer(0.2, match.move_now, [WHITE])
        hurry.start()
        match.run()
        hurry.join()
        assert [event.mover for event in events if isinstance(event, MovePlayed)][:1] == [WHITE]
        assert events[-1].trouble is None

    def test_the_same_position_with_another_history_is_searched_again(self) -> None:
        class Counting:
            searches = 0

            def search(
                self,
                board: Board,
                stopped: Callable[[], bool],
                on_info: Callable[[SearchInfo], None],
            ) -> SearchResult:
                self.searches += 1
                return search_of("minimax", {"depth": "1"}, "chess").search(board)

        search = Counting()
        player = SearchPlayer("One", search, seed=1)
        for _ in range(2):
            player.choose(chess.Board(), never)
            player.accepts_draw(chess.Board())
        assert search.searches == 2


def test_the_largest_weights_are_no_mates() -> None:
    """A board full of the dearest pieces is still not taken for a won game."""
    queens = chess.Board("QQQQQQQQ/QRRBBNN1/8/8/8/8/7k/K7 b - - 0 1")
    assert abs(game_for("chess", "9999/9999/9999/9999/9999").evaluate(queens)) < MATES
    stones = board_from_text("WWWWWWWW/WWWW..../........ b 0 12 0 13", VARIANTS["twelve"])
    assert abs(game_for("morris:twelve", "99/0/99/99").evaluate(stones)) < MATES

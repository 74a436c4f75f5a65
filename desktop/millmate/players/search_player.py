"""A player that searches, and the searches described by its options."""

import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event as Flag
from typing import Any

import chess

from millmate.games import catalogue
from millmate.games.board import Board
from millmate.language import tr
from millmate.players.player import Action, Play, Player, PlayerError, Stopped
from millmate.players.search_kinds import check_weights
from millmate.search import morris_game, simplified_evaluation
from millmate.search.alphabeta import AlphaBeta, AlphaBetaMemo
from millmate.search.chess_game import ChessSearchGame
from millmate.search.game import SearchGame
from millmate.search.generation import Generation, SearchResult
from millmate.search.generation_search import GenerationSearch
from millmate.search.iterative import IterativeDeepening
from millmate.search.limits import Clocks, Interrupted, SearchLimits
from millmate.search.minimax import IncrementalMinimax, MemoMinimax, Minimax
from millmate.search.morris_game import MorrisSearchGame

FIRST, RANDOM = "first", "random"


class SearchPlayer(Player):
    """Plays one of the best moves of a search, a random one or the first."""

    can_hurry = True

    def __init__(
        self, name: str, search: GenerationSearch, seed: int | None = None, choice: str = RANDOM
    ) -> None:
        self.name = name
        self._search = search
        self._choice = choice
        self._rng = random.Random(seed)
        self._found: tuple[str, SearchResult] | None = None
        self._hurry = Flag()
        self._clocks: Clocks | None = None

    def see_clocks(self, clocks: Clocks) -> None:
        """Think as long as the clocks allow; limits of depth and nodes still apply."""
        self._clocks = clocks

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Search `board` and return one of its best moves; see `Player.choose`.

        Raises:
            Stopped: `stopped` returned True first.
            PlayerError: There is no legal move.
        """
        self._hurry.clear()
        self._found = None  # the same position may now have another history
        if self._clocks is not None:
            self._search.limit_time(self._clocks.limits(board.turn).seconds_wanted or 0.0)
        result = None
        with suppress(Interrupted):
            result = self._result(board, stopped)
        if stopped():
            raise Stopped
        best = list(board.legal_moves) if result is None else result.best
        if not best:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        return Play(best[0] if self._choice == FIRST else self._rng.choice(best))

    def move_now(self) -> None:
        """Make `choose` return the best move so far; callable from any thread.

        A search with a fixed depth has none before its end; then any legal move is played.
        """
        self._hurry.set()

    def accepts_draw(self, board: Board) -> bool:
        """Accept unless the search finds an advantage; this is free right after `choose`.

        A player that was hurried before it had a score declines.
        """
        with suppress(Interrupted):
            return self._result(board, lambda: False).score <= 0
        return False

    def _result(self, board: Board, stopped: Callable[[], bool]) -> SearchResult:
        """Search `board`, or return the last result if it is for this position."""
        fen = board.fen()
        if self._found is None or self._found[0] != fen:

            def halted() -> bool:
                return self._hurry.is_set() or stopped()

            self._found = fen, self._search.search(board, halted, self.on_info)
        return self._found[1]


def search_of(
    kind: str, options: Mapping[str, str], game: str, clock: Callable[[], float] = time.monotonic
) -> GenerationSearch:
    """Return the search of a player of `kind` with `options`, for the game called `game`.

    Raises:
        WeightsError: The weights do not fit the game's evaluation.
    """
    known = game_for(game, options.get("weights", ""))
    generation = _made(kind, options, known)
    return GenerationSearch(generation, limits_of(options), clock)


def limits_of(options: Mapping[str, str]) -> SearchLimits:
    depth, seconds, nodes = (options.get(name) for name in ("depth", "seconds", "nodes"))
    return SearchLimits(
        depth=int(depth) if depth else None,
        seconds=float(seconds) if seconds else None,
        nodes=int(nodes) if nodes else None,
    )


def game_for(name: str, weights: str = "") -> SearchGame:
    """Return the game for searches, evaluated with `weights` or the default ones.

    Raises:
        WeightsError: The weights do not fit the game's evaluation.
    """
    rules = catalogue.game(name)
    check_weights(weights, name)
    numbers = [int(number) for number in weights.split("/")] if weights else []
    return _GAMES[rules.kind](rules, numbers)


def _chess(rules: Any, numbers: list[int]) -> SearchGame:
    if not numbers:
        return ChessSearchGame(simplified_evaluation.evaluate)
    values = dict(zip(range(chess.PAWN, chess.KING), numbers, strict=True))
    return ChessSearchGame(simplified_evaluation.SimplifiedEvaluation(values))


def _morris(rules: Any, numbers: list[int]) -> SearchGame:
    if not numbers:
        return MorrisSearchGame(rules, morris_game.evaluate)
    weights = morris_game.Weights(*numbers)
    return MorrisSearchGame(rules, morris_game.MorrisEvaluation(weights))


_GAMES = {"chess": _chess, "morris": _morris}


def _made(kind: str, options: Mapping[str, str], game: SearchGame) -> Generation:
    if kind == "alphabeta" and options.get("memo") == "yes":
        return AlphaBetaMemo(game)
    return _GENERATIONS[kind](game)


_GENERATIONS: dict[str, Callable[[SearchGame], Generation]] = {
    "minimax": Minimax,
    "incremental": IncrementalMinimax,
    "memo": MemoMinimax,
    "alphabeta": AlphaBeta,
    "iterative": IterativeDeepening,
}

"""The searches of players that search, built from their options."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import chess

from millmate.errors import InputError
from millmate.games import catalogue
from millmate.games.morris.rules import MorrisRules
from millmate.language import mark, tr
from millmate.search import morris_evaluation, simplified_evaluation
from millmate.search.alphabeta import AlphaBeta
from millmate.search.alphabeta_memo import AlphaBetaMemo
from millmate.search.chess_game import ChessSearchGame
from millmate.search.game import SearchGame
from millmate.search.generation import Generation
from millmate.search.generation_search import GenerationSearch
from millmate.search.iterative import IterativeDeepening
from millmate.search.limits import SearchLimits
from millmate.search.memo import MemoMinimax
from millmate.search.minimax import IncrementalMinimax, Minimax
from millmate.search.morris_game import MorrisSearchGame


class WeightsError(InputError):
    """Weights of one game were given to a player of the other."""


def search_of(
    kind: str,
    options: Mapping[str, str],
    game: str,
    clock: Callable[[], float] = time.monotonic,
) -> GenerationSearch:
    """Return the search of a player of `kind` with `options`, for the game called `game`.

    Raises:
        WeightsError: The weights are not those of the game's evaluation.
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
        WeightsError: The weights are not those of the game's evaluation.
    """
    rules = catalogue.game(name)
    numbers = [int(number) for number in weights.split("/")] if weights else []
    if isinstance(rules, MorrisRules):
        return MorrisSearchGame(rules, _morris_evaluation(numbers))
    return ChessSearchGame(_chess_evaluation(numbers))


def _morris_evaluation(numbers: list[int]) -> morris_evaluation.MorrisEvaluation:
    if not numbers:
        return morris_evaluation.evaluate
    _check_count(
        numbers,
        4,
        mark(
            "weights {weights} are no weights for morris: give four, of a stone, a stone "
            "in hand, a mill and a chance of one, such as weights=3/3/2/1"
        ),
    )
    return morris_evaluation.MorrisEvaluation(morris_evaluation.Weights(*numbers))


def _chess_evaluation(numbers: list[int]) -> simplified_evaluation.SimplifiedEvaluation:
    if not numbers:
        return simplified_evaluation.evaluate
    _check_count(
        numbers,
        5,
        mark(
            "weights {weights} are no weights for chess: give five, of a pawn, knight, "
            "bishop, rook and queen, such as weights=100/320/330/500/900"
        ),
    )
    pieces = range(chess.PAWN, chess.KING)
    return simplified_evaluation.SimplifiedEvaluation(dict(zip(pieces, numbers, strict=True)))


def _check_count(numbers: list[int], count: int, message: str) -> None:
    if len(numbers) != count:
        raise WeightsError(tr(message, weights="/".join(map(str, numbers))))


def _made(kind: str, options: Mapping[str, str], game: SearchGame) -> Generation:
    if kind == "minimax":
        return Minimax(game.rules, game.evaluate)
    if kind == "alphabeta" and options.get("memo") == "yes":
        return AlphaBetaMemo(game)
    return _LATER[kind](game)


_LATER: dict[str, Callable[[SearchGame], Generation]] = {
    "incremental": IncrementalMinimax,
    "memo": MemoMinimax,
    "alphabeta": AlphaBeta,
    "iterative": IterativeDeepening,
}

"""Matches that measure whether each generation of searches beats the one before."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from millmate.cli.arguments import whole_number
from millmate.play.duel import DuelGame, DuelResult, pairs, play
from millmate.play.elo import PairedTally, format_elo
from millmate.players.search_kinds import MOVE_SECONDS

# Each should beat the one before; `{}` stands for the limit of the search.
LADDER = (
    ("random", "random"),
    ("minimax", "minimax:{}"),
    ("incremental", "incremental:{}"),
    ("memo", "memo:{}"),
    ("alpha-beta", "alphabeta:{},memo=no"),
    ("alpha-beta with memo", "alphabeta:{},memo=yes"),
    ("iterative deepening", "iterative:{}"),
)
# Seconds per move in each match. A faster search plays no better until it completes another ply:
# each match has the time at which that happens most often while games stay short.
_SECONDS = {
    "chess": ("0.02", "0.03", "0.06", "0.02", "0.06", "0.01"),
    "morris": ("0.02", "0.05", "0.06", "0.01", "0.08", "0.01"),
}
_GAMES = tuple(_SECONDS)
_COUNT = whole_number(1, 10_000)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "generations", "matches of each search against the one before"
    )
    group.add_argument(
        "--game",
        choices=_GAMES,
        help="only this game; also the game of search (default there: chess)",
    )
    group.add_argument(
        "--games", type=_COUNT, default=100, metavar="N", help="games per match (100)"
    )
    group.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help="CPU time per move, the same for both (default: depends on the match, "
        f"{_range(_SECONDS)}, so that the faster search most often gains a ply)",
    )
    group.add_argument(
        "--endings", action="store_true", help="start chess games from symmetrical pawn endings"
    )
    group.add_argument(
        "--rungs",
        nargs="+",
        type=whole_number(1, len(LADDER) - 1),
        default=range(1, len(LADDER)),
        metavar="N",
        help="; ".join(f"{n} {LADDER[n][0]}" for n in range(1, len(LADDER))),
    )
    group.add_argument(
        "--workers", type=_COUNT, default=1, metavar="N", help="number of processes (1)"
    )
    group.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="seed of the openings and of random choices (1)",
    )


def _range(seconds: Mapping[str, tuple[str, ...]]) -> str:
    times = [float(text) for each in seconds.values() for text in each]
    return f"{min(times):g} to {max(times):g}"


def seconds(text: str) -> str:
    """Return the seconds for a move in `text`; raises `argparse.ArgumentTypeError`."""
    read = MOVE_SECONDS.read(text)
    if read is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time for a move: {MOVE_SECONDS.wanted}"
        )
    return read


def bench_generations(args: argparse.Namespace) -> int:
    """Play the matches; print a line for each as it ends."""
    figures = []
    if not args.json:
        print(f"{args.games} games per match, equal CPU time per move; 95 % intervals by pairs:")
    with _players(args.workers) as player:
        for game in [args.game] if args.game else _GAMES:
            for rung in args.rungs:
                match = _Match(game, rung, args)
                match.play(player)
                figures.append(match.figures())
                if not args.json:
                    print(match.line(), flush=True)
    if args.json:
        print(json.dumps({"matches": figures}, indent=2))
    return 0


_Player = Callable[[Iterable[DuelGame]], Iterator[DuelResult]]


@contextmanager
def _players(workers: int) -> Iterator[_Player]:
    """Yield a function that plays games, in this process or in worker processes."""
    if workers == 1:
        yield lambda games: map(play, games)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield lambda games: pool.map(play, games)


class _Match:
    """One generation against the one before."""

    def __init__(self, game: str, rung: int, args: argparse.Namespace) -> None:
        self._seconds = args.seconds or _SECONDS[game][rung - 1]
        limit = f"seconds={self._seconds}"
        (self._older, older), (self._newer, newer) = LADDER[rung - 1 : rung + 1]
        self._game = game
        self._specs = newer.format(limit), older.format(limit)
        self._games, self._seed = args.games, args.seed
        self._endings = args.endings and game == "chess"
        self._tally = PairedTally()
        self._depths = [0.0, 0.0]  # of the newer, of the older

    def play(self, player: _Player) -> None:
        """Play all games and count the results."""
        duels = list(
            pairs(self._game, *self._specs, self._games, self._seed, endings=self._endings)
        )
        for duel, result in zip(duels, player(duels), strict=True):
            newer_is_white = duel.white == self._specs[0]
            self._tally = self._tally.plus(result.points if newer_is_white else 1 - result.points)
            self._depths[0] += result.depths[newer_is_white] / self._games
            self._depths[1] += result.depths[not newer_is_white] / self._games
            if sys.stderr.isatty():
                print(self.line(), end="\r", file=sys.stderr, flush=True)

    def line(self) -> str:
        tally = self._tally
        counts = f"+{tally.won} ={tally.drawn} −{tally.lost}"
        newer, older = self._depths
        return (
            f"{self._game:7}{f'{self._newer} – {self._older}':43}"
            f"{self._seconds + ' s':8}{counts:15}"
            f"{tally.score:6.1%} ± {tally.error:.1%}  Elo {format_elo(tally):24}"
            f" depth {newer:.1f} – {older:.1f}"
        )

    def figures(self) -> dict[str, Any]:
        tally = self._tally
        return {
            "game": self._game,
            "newer": self._newer,
            "older": self._older,
            "seconds": float(self._seconds),
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "score": round(tally.score, 4),
            "error": round(tally.error, 4),
            "wins": tally.wins,
            "depths": [round(depth, 2) for depth in self._depths],
        }

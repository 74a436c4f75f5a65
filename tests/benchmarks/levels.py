"""Measure the levels of strength, against Stockfish at its UCI_Elo and against each other.

Usage: python tests/benchmarks/levels.py match FIRST SECOND GAMES
       python tests/benchmarks/levels.py ladder GAMES FILE
       python tests/benchmarks/levels.py fit FILE

A player is `sf=1500` (Stockfish, UCI_LimitStrength, that UCI_Elo), `elo=1500` (our level),
`rung=3` (a rung of our ladder) or `level=NODES/LINES/SPREAD/SLIPS/SLIP_SPREAD`. `ladder` plays each
rung against its neighbours and against the values of UCI_Elo near it, GAMES a pair, and adds a line
a match to FILE; `fit` finds the Elo of all players in FILE that makes the results likeliest, those
of Stockfish held fast.

Games begin with random moves from which neither side has an advantage, each opening played with
both colours, to mate or draw, or to an adjudication after 300 plies. Our levels are limited by
nodes; Stockfish by the depth at which, at its level, it picks its move: so a match does not depend
on the machine's load.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import astuple
from pathlib import Path

import chess
import numpy as np

from millmate.games.board import Move
from millmate.play.elo import elo
from millmate.search import levels
from millmate.search.levels import Level, LevelSearch
from millmate.search.limits import DEEPEST, SearchInfo, SearchLimits, SearchOutcome, never
from millmate.search.network import BY_HAND
from millmate.search.strong import ChessRoot, StrongSearch
from millmate.uci.client import UciEngine

STOCKFISH = "/usr/games/stockfish"
ANCHORS = (1350, 1500, 1650, 1800, 1950, 2100, 2250, 2400, 2550, 2700, 2850)
OPENING_PLIES = 8
FAIR = 80  # centipawns that an opening may favour a side by
CHAINED = 1500  # Elo below which rungs are measured against each other too
LONGEST = 300  # plies, then the position is judged
DECIDED = 400  # centipawns that decide it then

Mover = Callable[[chess.Board], Move]


def openings(seed: int) -> Iterator[chess.Board]:
    """Yield positions after random moves, about equal."""
    source, judge = random.Random(seed), Direct(1, network=BY_HAND)
    while True:
        board = chess.Board()
        while len(board.move_stack) < OPENING_PLIES and not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
        if not board.is_game_over() and abs(judged(judge, board)) <= FAIR:
            yield board


def judged(judge: StrongSearch, board: chess.Board) -> int:
    """Return the worth of a position to the side to move, in centipawns."""
    judge.forget()
    score = judge.search(board, SearchLimits(nodes=20_000)).lines[0].score
    return 10_000 * (1 if score.mate > 0 else -1) if score.mate else score.centipawns or 0


def play(
    first: Mover, second: Mover, opening: chess.Board, white: bool, judge: StrongSearch
) -> float:
    """Return what a game brought the first player, who has White or not: 1, a half or 0."""
    board = opening.copy()
    while (outcome := board.outcome()) is None:
        if board.halfmove_clock >= 100 or (board.halfmove_clock >= 8 and board.is_repetition()):
            return 0.5
        if len(board.move_stack) >= LONGEST:
            worth = judged(judge, board) * (1 if board.turn == white else -1)
            return 0.5 if abs(worth) < DECIDED else float(worth > 0)
        board.push((first if board.turn == white else second)(board))
    return 0.5 if outcome.winner is None else float(outcome.winner == white)


def level_of(text: str) -> Level | None:
    """Return the level that a player's text writes, None for Stockfish."""
    kind, _, value = text.partition("=")
    if kind == "elo":
        return levels.level_of(int(value))
    if kind == "rung":
        return levels.LADDER[int(value)].level
    if kind == "level":
        nodes, lines, *rest = value.split("/")
        return Level(int(nodes), int(lines), *map(float, rest))
    return None


class Stockfish(UciEngine):
    """Stockfish at a value of UCI_Elo; it picks its move at a depth that goes with its level."""

    def __init__(self, elo: int) -> None:
        super().__init__([STOCKFISH])
        self.start({"UCI_LimitStrength": "true", "UCI_Elo": str(elo), "Hash": "16"})
        depth = 1 + int(min(19.9, max(0.0, (elo - 1346.6) / 143.4) ** (1 / 0.806)))
        self._limits = SearchLimits(depth=depth)

    def __call__(self, board: chess.Board) -> Move:
        """Return the move it plays."""
        return self.play(board, self._limits).move


class Direct(StrongSearch):
    """The same search in the caller's thread: on a busy machine a thread a move takes longer."""

    def search(
        self,
        board: chess.Board,
        limits: SearchLimits | None = None,
        on_info: Callable[[SearchInfo], None] = lambda info: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> SearchOutcome:
        """See `StrongSearch.search`; only limits of nodes and depth are kept."""
        limits = limits or SearchLimits()
        root, lines = ChessRoot(self, board, limits, never), tuple[SearchInfo, ...]()
        number = min(limits.lines, root.number)
        root.hashfull = lambda: 0  # type: ignore[method-assign]
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            if not root.iterate(depth, number):
                break
            lines = tuple(root.line(place, depth, 0.0) for place in range(number))
        return SearchOutcome(root.best(), None, lines)


def mover(text: str, seed: int) -> Mover:
    """Return how a player moves."""
    level = level_of(text)
    if level is None:
        return Stockfish(int(text.partition("=")[2]))
    search = LevelSearch(Direct(levels.hash_megabytes(level), network=BY_HAND), level, seed)

    def move(board: chess.Board) -> Move:
        best = search.search(board).best
        assert best is not None
        return best

    return move


def match(first: str, second: str, games: int, seed: int = 1) -> list[float]:
    """Return the points of the first player, game by game."""
    judge, points = Direct(1, network=BY_HAND), list[float]()
    movers = mover(first, 2 * seed), mover(second, 2 * seed + 1)
    for opening in openings(seed):
        for white in (True, False):
            points.append(play(*movers, opening, white, judge))
        if len(points) >= games:
            break
    for player in movers:
        if isinstance(player, Stockfish):
            player.close()
    return points


def told(first: str, second: str, points: list[float]) -> str:
    """Return a match in words, with its difference in Elo and the 95 % error."""
    share = sum(points) / len(points)
    spread = math.sqrt(sum((p - share) ** 2 for p in points)) / len(points)
    error = (elo(share + 1.96 * spread) - elo(share - 1.96 * spread)) / 2
    return f"{first} - {second}: {share:.1%} of {len(points)}, {elo(share):+.0f} ± {error:.0f} Elo"


def rungs() -> list[str]:
    """Return the rungs of our ladder as players, weakest first."""
    return ["level=" + "/".join(f"{value:g}" for value in astuple(r.level)) for r in levels.LADDER]


def pairs() -> Iterator[tuple[str, str]]:
    """Yield each rung with the two values of UCI_Elo near it, the lower ones with the next rung."""
    names = rungs()
    for number, (name, rung) in enumerate(zip(names, levels.LADDER, strict=True)):
        for anchor in sorted(ANCHORS, key=lambda elo: abs(elo - rung.elo))[:2]:
            if abs(anchor - rung.elo) <= 300:
                yield name, f"sf={anchor}"
        if number and rung.elo < CHAINED:
            yield name, names[number - 1]


def play_ladder(games: int, file: Path) -> None:
    """Play all pairs that `file` does not hold yet, and add them to it."""
    for first, second in pairs():
        done = {tuple(found["players"]) for found in read(file)}
        if (first, second) not in done:
            points = match(first, second, games)
            print(told(first, second, points), flush=True)
            with file.open("a") as out:
                out.write(json.dumps({"players": [first, second], "points": points}) + "\n")


def read(file: Path) -> list[dict[str, list]]:
    """Return the matches in a file, none if there is no file."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def fitted(matches: list[dict[str, list]]) -> dict[str, tuple[float, float]]:
    """Return the likeliest Elo of each player that is not Stockfish, and its 95 % error.

    The share of the points that a player is to get is logistic in the difference, a draw is half
    a win; Newton's method, with the information of the maximum for the errors.
    """
    names = sorted({name for found in matches for name in found["players"]} - _anchors(matches))
    place = {name: number for number, name in enumerate(names)}
    ratings = np.full(len(names), 1400.0)
    scale = math.log(10) / 400
    for _ in range(60):
        slope, curve = np.zeros(len(names)), np.eye(len(names)) * 1e-9
        for found in matches:
            signs = [
                (place[name], sign)
                for name, sign in zip(found["players"], (1, -1), strict=True)
                if name in place
            ]
            known = sum(
                sign * _anchor(name)
                for name, sign in zip(found["players"], (1, -1), strict=True)
                if name not in place
            )
            gap = known + sum(sign * ratings[at] for at, sign in signs)
            expected, number = 1 / (1 + 10 ** (-gap / 400)), len(found["points"])
            for at, sign in signs:
                slope[at] += scale * sign * (sum(found["points"]) - number * expected)
                for other, its in signs:
                    curve[at, other] += scale**2 * sign * its * number * expected * (1 - expected)
        step = np.linalg.solve(curve, slope)
        ratings += np.clip(step, -200, 200)
    errors = 1.96 * np.sqrt(np.diag(np.linalg.inv(curve)))
    return {name: (ratings[at], errors[at]) for name, at in place.items()}


def _anchors(matches: list[dict[str, list]]) -> set[str]:
    return {name for found in matches for name in found["players"] if name.startswith("sf=")}


def _anchor(name: str) -> int:
    return int(name.partition("=")[2])


def main() -> None:
    """Do what the command line says."""
    what, *rest = sys.argv[1:]
    if what == "match":
        points = match(rest[0], rest[1], int(rest[2]))
        print(told(rest[0], rest[1], points), flush=True)
    elif what == "ladder":
        play_ladder(int(rest[0]), Path(rest[1]))
    elif what == "fit":
        matches = read(Path(rest[0]))
        for found in matches:
            print(told(*found["players"], found["points"]))
        for name, (rating, error) in sorted(fitted(matches).items(), key=lambda item: item[1]):
            print(f"{name}: {rating:.0f} ± {error:.0f}")


if __name__ == "__main__":
    main()

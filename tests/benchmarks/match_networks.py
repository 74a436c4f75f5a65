"""Play two evaluations of positions against each other, at equal CPU time.

Usage: python tests/benchmarks/match_networks.py ONE OTHER NODES GAMES SEED

ONE and OTHER are networks (`chess` or an .npz) or `hand`. Games begin with random moves; from each
beginning two are played, colours exchanged. OTHER searches NODES nodes a move, ONE as many as take
it the same computing time, which is measured all the time. Prints points, Elo and its 95 % error.
"""

import math
import random
import sys
import time

import chess

from millmate.play.elo import elo
from millmate.search.limits import SearchLimits
from millmate.search.network import BY_HAND
from millmate.search.strong import StrongSearch

_EVEN = 150  # the largest score of an opening
_RESIGNED, _PLIES = 1000, 6  # both see this score for this number of plies
_LONGEST = 300


class Side:
    """One of the two players."""

    def __init__(self, name: str) -> None:
        self.search = StrongSearch(8, network=BY_HAND if name == "hand" else name)
        self.nodes, self.seconds = 0, 0.0

    def move(self, board: chess.Board, nodes: int) -> tuple[chess.Move, int]:
        """Return the move and White's score in hundredths of a pawn."""
        began = time.process_time()
        outcome = self.search.search(board, SearchLimits(nodes=nodes))
        self.seconds += time.process_time() - began
        assert outcome.best is not None
        line = outcome.lines[0]
        self.nodes += line.nodes
        mate = line.score.mate
        score = line.score.centipawns or 0
        if mate is not None:
            score = 30_000 if mate > 0 else -30_000
        return outcome.best, score if board.turn else -score


def opening(rng: random.Random, judge: Side) -> chess.Board:
    """Return a balanced position after 6 to 9 random moves."""
    while True:
        board = chess.Board()
        for _ in range(rng.randint(6, 9)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over() and abs(judge.move(board, 20_000)[1]) < _EVEN:
            return chess.Board(board.fen())


def play(white: tuple[Side, int], black: tuple[Side, int], board: chess.Board) -> float:
    """Return White's points."""
    high = 0
    for side, _ in (white, black):
        side.search.forget()
    for _ in range(_LONGEST):
        if board.is_game_over(claim_draw=True):
            break
        side, nodes = white if board.turn else black
        move, score = side.move(board, nodes)
        sign = (score >= _RESIGNED) - (score <= -_RESIGNED)
        high = high + sign if sign * high >= 0 else sign
        high = high if sign else 0
        if abs(high) >= _PLIES:
            return float(high > 0)
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner)


def main() -> None:
    """Play the match."""
    name, other_name, nodes_text, games, seed = sys.argv[1:]
    one, other, judge = Side(name), Side(other_name), Side("hand")
    rng, nodes, pairs, ratio = random.Random(int(seed)), int(nodes_text), [], 1.0
    for pair in range(int(games) // 2):
        board = opening(rng, judge)
        sides = (one, round(nodes * ratio)), (other, nodes)
        points = play(*sides, board.copy()) + 1 - play(*sides[::-1], board.copy())
        pairs.append(points / 2)
        ratio = (one.nodes / one.seconds) / (other.nodes / other.seconds)
        if pair % 5 == 4 or pair == int(games) // 2 - 1:
            share = sum(pairs) / len(pairs)
            error = 1.96 * math.sqrt(sum((p - share) ** 2 for p in pairs)) / len(pairs)
            half = (elo(share + error) - elo(share - error)) / 2
            rates = [side.nodes / side.seconds / 1e6 for side in (one, other)]
            print(
                f"{2 * len(pairs)} games: {share:.1%} ± {error:.1%}, {elo(share):+.0f} ±"
                f" {half:.0f} Elo; {one.seconds:.0f} and {other.seconds:.0f} s, {rates[0]:.2f} and"
                f" {rates[1]:.2f} million nodes/s; pairs {pairs_text(pairs)}",
                flush=True,
            )


def pairs_text(pairs: list[float]) -> str:
    """Return how many pairs brought 0, 1/2, 1, 3/2 and 2 points."""
    return " ".join(str(pairs.count(points)) for points in (0, 0.25, 0.5, 0.75, 1))


if __name__ == "__main__":
    main()

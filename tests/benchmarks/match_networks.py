"""Play two evaluations of positions against each other, at equal CPU time.

Usage: python -m tests.benchmarks.match_networks ONE OTHER NODES GAMES SEED

ONE and OTHER are networks (`chess` or an .npz) or `hand`. Games begin with random moves; from each
beginning two are played, colours exchanged. OTHER searches NODES nodes a move, ONE as many as take
it the same computing time, which is measured all the time. Prints points by pairs of games, Elo and
its 95 % error.
"""

import sys
import time

import chess
from tests.benchmarks.levels import Direct, openings, play, told

from millmate.search.limits import SearchLimits
from millmate.search.network import BY_HAND
from millmate.search.strong import StrongSearch


class Side:
    """One of the two players; `limit` is the number of nodes that it searches for a move."""

    def __init__(self, name: str) -> None:
        self.search = StrongSearch(8, network=BY_HAND if name == "hand" else name)
        self.limit, self.nodes, self.seconds = 0, 0, 0.0

    def __call__(self, board: chess.Board) -> chess.Move:
        """Return its move."""
        began = time.process_time()
        outcome = self.search.search(board, SearchLimits(nodes=self.limit))
        self.seconds += time.process_time() - began
        self.nodes += outcome.lines[0].nodes
        assert outcome.best is not None
        return outcome.best


def main() -> None:
    """Play the match."""
    name, other_name, nodes, games, seed = sys.argv[1:]
    one, other, judge = Side(name), Side(other_name), Direct(1, network=BY_HAND)
    one.limit = other.limit = int(nodes)
    pairs = []
    for board in openings(int(seed)):
        points = 0.0
        for white in (True, False):
            one.search.forget()
            other.search.forget()
            points += play(one, other, board, white, judge)
        pairs.append(points / 2)
        rates = [side.nodes / side.seconds for side in (one, other)]
        one.limit = round(other.limit * rates[0] / rates[1])
        if len(pairs) % 5 == 0 or 2 * len(pairs) >= int(games):
            print(
                f"{told(name, other_name, pairs)}; {one.seconds:.0f} and {other.seconds:.0f} s,"
                f" {rates[0] / 1e6:.2f} and {rates[1] / 1e6:.2f} million nodes/s; pairs of 0, 1/2,"
                f" 1, 3/2, 2 points: {[pairs.count(share) for share in (0, 0.25, 0.5, 0.75, 1)]}",
                flush=True,
            )
        if 2 * len(pairs) >= int(games):
            break


if __name__ == "__main__":
    main()

"""Measure the levels of morris against each other.

Usage: python tests/benchmarks/levels_morris.py GAMES FIRST SECOND

FIRST and SECOND are levels by the number that names them, such as 1500 and 1000. Games begin with
four random plies from which neither side has an advantage, each opening played with both colours,
so that GAMES is even; a draw that can be claimed is one, and so is a game of 200 plies.
"""

import argparse
import random

from millmate.games.morris.rules import MORRIS
from millmate.play.duel import drawn_opening
from millmate.search.levels import LevelSearch, limited

LONGEST = 200  # plies


def play(white: LevelSearch, black: LevelSearch, fen: str) -> float:
    """Return White's points."""
    board = MORRIS.board(fen)
    while len(board.move_stack) < LONGEST:
        outcome = MORRIS.outcome(board) or MORRIS.claim(board)
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner)
        board.push((white if board.turn else black).search(board).best)
    return 0.5


def match(games: int, first: int, second: int) -> list[float]:
    """Return the points of `first`, game by game."""
    one, other = limited(first, 2, "morris"), limited(second, 3, "morris")
    openings, points = random.Random(1), list[float]()
    for _ in range(games // 2):
        fen = drawn_opening("morris", openings)
        points += [play(one, other, fen), 1 - play(other, one, fen)]
    return points


def main() -> None:
    """Play the games and tell the share of the points that FIRST made."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("games", "first", "second"):
        parser.add_argument(name, type=int, metavar=name.upper())
    wanted = parser.parse_args()
    if wanted.games < 2 or wanted.games % 2:
        parser.error(f"GAMES is an even number from 2 on, not {wanted.games}")
    found = match(wanted.games, wanted.first, wanted.second)
    print(f"{wanted.first} - {wanted.second}: {sum(found) / len(found):.1%} of {len(found)}")


if __name__ == "__main__":
    main()

"""Measure the levels of morris against each other.

Usage: python tests/benchmarks/levels_morris.py match GAMES FIRST SECOND
       python tests/benchmarks/levels_morris.py ladder GAMES

A player is a level by its number, such as 900, `child` or `random`, or
`level=NODES/LINES/SPREAD/SLIPS/SLIP_SPREAD/GLANCES/MILLS`. The child closes a mill if it can, else
takes the third point of an open mill of the other side, else moves at random; what it takes is
random, too. `ladder` plays every level against the next, the lowest against the child and the child
against the one that moves at random, and adds the differences up.

Games begin with four random plies from which neither side has an advantage, each opening played
with both colours, so that GAMES is even; a draw that can be claimed is one, and so is a game of 200
plies. Levels are limited by nodes, so that a match does not depend on the machine's load. Errors
are those of 95 %, from the pairs of games.
"""

import argparse
import itertools
import math
import random
from typing import Protocol, cast

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.rules import MORRIS
from millmate.play.duel import drawn_opening
from millmate.play.elo import PairedTally, elo, format_elo
from millmate.search.levels import MORRIS_LADDER, Level, LevelSearch, hash_megabytes, limited
from millmate.search.strong_morris import StrongMorrisSearch

LONGEST = 200  # plies


class Player(Protocol):
    """Whoever chooses a turn."""

    def turn(self, board: MorrisBoard) -> MorrisMove:
        """Return the turn to play; there is one."""


class AtLevel:
    """A level of the strong search."""

    def __init__(self, search: LevelSearch) -> None:
        self._search = search

    def turn(self, board: MorrisBoard) -> MorrisMove:
        return cast(MorrisMove, self._search.search(board).best)


class Chance:
    """Moves at random."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)

    def turn(self, board: MorrisBoard) -> MorrisMove:
        return self._source.choice(board.legal_moves)


class Child(Chance):
    """Knows the rules, and one thing more: three in a line are to be made, and to be prevented."""

    def turn(self, board: MorrisBoard) -> MorrisMove:
        turns = board.legal_moves
        closing = [turn for turn in turns if turn.removed]
        feared = self._feared(board)
        blocking = [turn for turn in turns if feared >> turn.target & 1]
        return self._source.choice(closing or blocking or turns)

    def _feared(self, board: MorrisBoard) -> int:
        """Return the mask of the points on which the other side could close a mill next."""
        passed = MorrisBoard(board.variant)
        passed.turn, passed.stones, passed.hand = not board.turn, board.stones, board.hand
        targets = {turn.target for turn in passed.legal_moves if turn.removed}
        return sum(1 << point for point in targets)


def player(text: str, seed: int) -> Player:
    """Return the player that `text` names."""
    if text == "random":
        return Chance(seed)
    if text == "child":
        return Child(seed)
    if text.startswith("level="):
        nodes, lines, *rest = text.removeprefix("level=").split("/")
        level = Level(int(nodes), int(lines), *map(float, rest))
        return AtLevel(LevelSearch(StrongMorrisSearch(hash_megabytes(level)), level, seed))
    return AtLevel(limited(int(text), seed, "morris"))


def play(white: Player, black: Player, fen: str) -> float:
    """Return White's points."""
    board = MORRIS.board(fen)
    while len(board.move_stack) < LONGEST:
        outcome = MORRIS.outcome(board) or MORRIS.claim(board)
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner)
        board.push((white if board.turn else black).turn(board))
    return 0.5


def match(games: int, first: str, second: str) -> PairedTally:
    """Return the result of `first`."""
    one, other = player(first, 2), player(second, 3)
    openings, tally = random.Random(1), PairedTally()
    for _ in range(games // 2):
        fen = drawn_opening("morris", openings)
        for points in (play(one, other, fen), 1 - play(other, one, fen)):
            tally = tally.plus(points)
    return tally


def told(first: str, second: str, tally: PairedTally) -> str:
    """Return a result in a line."""
    share = f"{tally.score:.1%} ± {tally.error:.1%}"
    counts = f"+{tally.won} ={tally.drawn} -{tally.lost}"
    return f"{first} - {second}: {share} of {tally.games} ({counts}), {format_elo(tally)} Elo"


def ladder(games: int) -> None:
    """Play every level against the next; print the results and how far each is above the first.

    The error of a sum is the root of the squares' sum.
    """
    levels = [str(rung.elo) for rung in MORRIS_LADDER]
    for first, second in (("child", "random"), (levels[0], "random"), ("child", levels[0])):
        print(told(first, second, match(games, first, second)), flush=True)
    above, variance = 0.0, 0.0
    for second, first in itertools.pairwise(levels):
        tally = match(games, first, second)
        print(told(first, second, tally), flush=True)
        above += elo(tally.score)
        slope = 400 / math.log(10) / (tally.score * (1 - tally.score))
        variance += (slope * tally.error) ** 2
        print(f"{first}: {above:.0f} ± {math.sqrt(variance):.0f} above {levels[0]}", flush=True)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="what", required=True)
    for what in ("match", "ladder"):
        command = commands.add_parser(what)
        command.add_argument("games", type=int, metavar="GAMES")
        for name in ("first", "second") if what == "match" else ():
            command.add_argument(name, metavar=name.upper())
    wanted = parser.parse_args()
    if wanted.games < 2 or wanted.games % 2:
        parser.error(f"GAMES is an even number from 2 on, not {wanted.games}")
    if wanted.what == "ladder":
        ladder(wanted.games)
    else:
        first, second = wanted.first, wanted.second
        print(told(first, second, match(wanted.games, first, second)))


if __name__ == "__main__":
    main()

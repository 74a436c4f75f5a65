"""Levels of strength: how far a weaker player searches, and how it errs.

A level searches few positions, scores many moves and draws one of them: usually with a small
spread, so that good moves differ from game to game, but sometimes (a slip) with a wide one, as if
it had overlooked something. It hardly ever overlooks a mate on the board. Against a bare king, a
share of its moves, its technique, is searched with all nodes spent on one line.

The strength of a level is that of Stockfish 15.1 with the same value of `UCI_Elo`, against which
it was measured (limited to the depth at which it picks its move); human ratings use other scales.
Below 1350, the lowest value of Stockfish, levels were measured against each other, so that errors
add up. 100 games a match: rungs from 1200 up against the two nearest of 1350, 1500, 1650 and 1800,
those below 1500 against the next rung. Errors are 95 % confidence intervals. Between the rungs,
levels are interpolated; run `tests/benchmarks/levels.py` to repeat the measurements.

    nodes   lines  spread  slips (spread)   Elo
      600    40     120     40 % (500)      410 ± 170
      600    40      70     28 % (400)      760 ± 130
      600    40      50     20 % (350)     1040 ±  90
      600    40      35     12 % (300)     1220 ±  50
     1500    40      25      7 % (250)     1420 ±  45
     4000    30      18      4 % (200)     1640 ±  50
    12000    16      12      2 % (200)     1740 ±  50
    40000       8       8      1 % (200)     2060 ± 115  (40 games, against 1950)

Morris has its own ladder of eight rungs, each measured against the next in 100 games (starting
with four random plies, each opening played with both colours, 200 plies at most). Its scale only
has differences: 400 points are odds of ten to one, and the lowest rung is set to 550. Errors (95 %)
are those of the difference from it, and add up. Beginners look at their own stones only, in a
share of turns called glances: so they close most of their mills, but overlook that the opponent
closes one next. A player that closes a mill if possible, else blocks an open one, else moves at
random scores 85.0 ± 7.0 % against the lowest level, which scores 94.0 ± 4.5 % against random moves.
Run `tests/benchmarks/levels_morris.py ladder 100` to repeat the measurements.

    nodes   lines  spread  slips (spread)    glances   Elo            against the one below
       60    60     120     30 %  (400)      85 %       550
      140    60      57     19 %  (335)      24 %       780 ±  90     79.0 ± 8.4 %
      500    60      42     13 %  (300)      12 %       960 ± 110     73.5 ± 8.0 %
     1500    45      30      8 %  (270)       5 %      1180 ± 140     78.5 ± 8.2 %
     3500    33      22.5    5.5 % (250)      2.5 %    1430 ± 160     81.0 ± 7.1 %
     7500    23      17      3.7 % (230)      1.4 %    1720 ± 180     83.5 ± 6.5 %
    17000    14      12.5    2.2 % (210)      0.7 %    1880 ± 190     72.0 ± 7.2 %
    40000     8       8      1 %  (200)       0.3 %    2040 ± 200     72.0 ± 7.2 %
"""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import chess

from millmate.games.board import Board
from millmate.games.catalogue import kind_of
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.language import mark
from millmate.search.by_game import strong_search
from millmate.search.limits import (
    OnInfo,
    Score,
    SearchInfo,
    SearchLimits,
    SearchOutcome,
    ignore,
    never,
)

if TYPE_CHECKING:
    from millmate.search.strong import StrongSearch
    from millmate.search.strong_morris import StrongMorrisSearch

_DECIDED = 1200.0  # centipawns; larger differences matter less and less to a human player
_BEYOND = 800.0  # the most that can be added to that, without a mate
_MATE_IN_ONE = 4000.0
_FAR_MATES = 800.0  # added to both, divided by the number of moves until the mate


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of limited strength searches and errs.

    It searches `nodes` for a move, but at least one ply, and scores the best `lines` moves. The
    move is drawn with weights that fall by a factor of e for every `spread` centipawns it loses,
    or, in a share `slips` of the moves, for every `slip_spread`.

    In morris a share `glances` of the turns is played by looking at the own stones only; then a
    share `mills` of the possible mills is seen (see `glance`).

    In chess a share `technique` of the moves against a bare king is played without errors.
    """

    nodes: int
    lines: int
    spread: float
    slips: float
    slip_spread: float
    glances: float = 0.0
    mills: float = 1.0
    technique: float = 1.0


@dataclass(frozen=True, slots=True)
class Rung:
    """A level with measured strength."""

    elo: int
    level: Level


LADDER = (
    Rung(410, Level(600, 40, 120.0, 0.40, 500.0, technique=0.2)),
    Rung(760, Level(600, 40, 70.0, 0.28, 400.0, technique=0.5)),
    Rung(1040, Level(600, 40, 50.0, 0.20, 350.0, technique=0.9)),
    Rung(1220, Level(600, 40, 35.0, 0.12, 300.0)),
    Rung(1420, Level(1500, 40, 25.0, 0.07, 250.0)),
    Rung(1640, Level(4000, 30, 18.0, 0.04, 200.0)),
    Rung(1740, Level(12000, 16, 12.0, 0.02, 200.0)),
    Rung(2060, Level(40000, 8, 8.0, 0.01, 200.0)),
)
LEAST_ELO, MOST_ELO = LADDER[0].elo, LADDER[-1].elo
# The levels offered to users, weakest first.
NAMES = {
    600: mark("Beginner"),
    1000: mark("Casual player"),
    1500: mark("Club player"),
    1800: mark("Strong player"),
    2060: mark("Expert"),
}
MORRIS_LADDER = (
    Rung(550, Level(60, 60, 120.0, 0.30, 400.0, 0.85, 0.85)),
    Rung(780, Level(140, 60, 57.0, 0.19, 335.0, 0.24, 0.94)),
    Rung(960, Level(500, 60, 42.0, 0.13, 300.0, 0.12, 0.96)),
    Rung(1180, Level(1500, 45, 30.0, 0.08, 270.0, 0.05, 0.985)),
    Rung(1430, Level(3500, 33, 22.5, 0.055, 250.0, 0.025, 0.99)),
    Rung(1720, Level(7500, 23, 17.0, 0.037, 230.0, 0.0135, 1.0)),
    Rung(1880, Level(17000, 14, 12.5, 0.022, 210.0, 0.007, 1.0)),
    Rung(2040, Level(40000, 8, 8.0, 0.01, 200.0, 0.003, 1.0)),
)
_MORRIS_NAMES = (
    mark("Newcomer"),
    mark("Beginner"),
    mark("Casual player"),
    mark("Regular player"),
    mark("Club player"),
    mark("Strong player"),
    mark("Expert"),
    mark("Master"),
)
MORRIS_NAMES = {rung.elo: name for rung, name in zip(MORRIS_LADDER, _MORRIS_NAMES, strict=True)}
_LADDERS = {"chess": (LADDER, NAMES), "morris": (MORRIS_LADDER, MORRIS_NAMES)}


def names_of(game: str) -> dict[int, str]:
    """Return the marked names of the levels offered for `game`, by Elo, weakest first."""
    return _LADDERS[kind_of(game)][1]


def level_of(elo: int, game: str = "chess") -> Level:
    """Return the level with the strength `elo`, interpolated between the two nearest rungs.

    Beyond the ends of the game's ladder it is the level at the end.

    Raises:
        ValueError: `elo` is not between `LEAST_ELO` and `MOST_ELO`.
    """
    if not LEAST_ELO <= elo <= MOST_ELO:
        raise ValueError(f"levels go from {LEAST_ELO} to {MOST_ELO} Elo, not {elo}")
    ladder = _LADDERS[kind_of(game)][0]
    elo = max(ladder[0].elo, min(ladder[-1].elo, elo))
    low, high = next(
        (low, high) for low, high in itertools.pairwise(ladder) if low.elo <= elo <= high.elo
    )
    share = (elo - low.elo) / (high.elo - low.elo)
    a, b = low.level, high.level

    def evenly(first: float, last: float) -> float:
        return first + share * (last - first)

    return Level(
        round(a.nodes * (b.nodes / a.nodes) ** share),
        round(a.lines * (b.lines / a.lines) ** share),
        evenly(a.spread, b.spread),
        evenly(a.slips, b.slips),
        evenly(a.slip_spread, b.slip_spread),
        evenly(a.glances, b.glances),
        evenly(a.mills, b.mills),
        evenly(a.technique, b.technique),
    )


class LevelSearch:
    """Plays chess or morris at a level.

    With the same seed, the same moves are played in the same game; None is random.
    """

    def __init__(
        self, search: "StrongSearch | StrongMorrisSearch", level: Level, seed: int | None = None
    ) -> None:
        self._search, self._level, self._seed = search, level, seed

    def forget(self) -> None:
        """Do nothing: every move is searched from scratch."""

    def search(
        self,
        board: Board,
        limits: SearchLimits | None = None,
        on_info: OnInfo = ignore,
        stopped: Callable[[], bool] = never,
    ) -> SearchOutcome:
        """Search until a limit, or the level's own, is reached; return the move that it plays.

        The first line of the outcome is the one that is played. `on_info` gets the lines once,
        after the search.
        """
        limits, source = limits or SearchLimits(), self._random(board)
        errs = not _faces_bare_king(board) or source.random() >= self._level.technique
        outcome = self._look(board, limits, self._level.lines if errs else 1, stopped)
        if outcome.lines:
            place = self._place(board, outcome.lines, source) if errs else 0
            chosen = outcome.lines[place]
            lines = [chosen, *(info for info in outcome.lines if info is not chosen)]
            outcome = SearchOutcome.of(lines[: max(1, limits.lines)])
        for info in outcome.lines:
            on_info(info)
        return outcome

    def _look(
        self, board: Board, limits: SearchLimits, lines: int, stopped: Callable[[], bool]
    ) -> SearchOutcome:
        """Return the lines that the level sees, at least one ply deep."""
        nodes = min(self._level.nodes, limits.nodes or self._level.nodes)
        limits = replace(limits, nodes=nodes, lines=max(lines, limits.lines))
        self._search.forget()
        return self._search.search(board, limits, ignore, stopped)

    def _place(self, board: Board, lines: Sequence[SearchInfo], source: random.Random) -> int:
        """Return the index of the line to play."""
        level = self._level
        if level.glances and source.random() < level.glances:  # never in chess
            turns = [info.moves[0] for info in lines]
            return glance(cast(MorrisBoard, board), turns, level.mills, level.spread, source)
        return draw(lines, level, source)

    def _random(self, board: Board) -> random.Random:
        if self._seed is None:
            return random.Random()
        return random.Random(f"{self._seed} {len(board.move_stack)} {board.fen()}")


def _faces_bare_king(board: Board) -> bool:
    return isinstance(board, chess.Board) and board.occupied_co[not board.turn].bit_count() == 1


def draw(lines: Sequence[SearchInfo], level: Level, source: random.Random) -> int:
    """Draw the line to play; return its index."""
    spread = level.slip_spread if source.random() < level.slips else level.spread
    worths = [worth(info.score) for info in lines]
    best = max(worths)
    weights = [math.exp((value - best) / spread) for value in worths]
    return source.choices(range(len(lines)), weights)[0]


def worth(score: Score) -> float:
    """Return how good a score looks to a human player, in centipawns.

    Mates in one stand out; longer ones are only somewhat better than a won position.
    """
    if score.mate is None:
        size, sign = abs(score.centipawns or 0), math.copysign(1.0, score.centipawns or 0)
        over = max(0.0, size - _DECIDED)
        return sign * (min(size, _DECIDED) + _BEYOND * (1 - math.exp(-over / _BEYOND)))
    moves = abs(score.mate)
    value = _MATE_IN_ONE if moves <= 1 else _DECIDED + _BEYOND + _FAR_MATES / moves
    return value if score.mate > 0 else -value


def limited(elo: int, seed: int | None = None, game: str = "chess") -> LevelSearch:
    """Return a player of this strength; raises `ValueError` if there is no such level.

    It does not use tables, since it should err in endings too. In chess it uses the hand-made
    evaluation, so that its measured strength does not change with the network.
    """
    from millmate.search.network import BY_HAND

    level = level_of(elo, game)
    search = strong_search(game, hash_megabytes(level), network=BY_HAND)
    return LevelSearch(search, level, seed)


def hash_megabytes(level: Level) -> int:
    """Return the table size that the level needs: the table is emptied before every move."""
    return 1 if level.nodes <= 40_000 else 16


_TWO = 30.0  # hundredths of a stone: the value of two stones whose mill lacks a free point


def glance(
    board: MorrisBoard,
    turns: Sequence[MorrisMove],
    mills: float,
    spread: float,
    source: random.Random,
) -> int:
    """Return the index of the turn played by a beginner who does not look ahead.

    If a mill can be closed, a random closing turn is played with probability `mills`,
    regardless of the stone captured. Otherwise turns are drawn with weights that grow by a factor
    of e for every `spread` of the value of the side's own open lines.
    """
    closing = [at for at, turn in enumerate(turns) if board.closes_mill(turn.origin, turn.target)]
    if closing and source.random() < mills:
        return source.choice(closing)
    worths = [_TWO * open_twos(board, turn) for turn in turns]
    best = max(worths)
    weights = [math.exp((worth - best) / spread) for worth in worths]
    return source.choices(range(len(turns)), weights)[0]


def open_twos(board: MorrisBoard, turn: MorrisMove) -> int:
    """Return in how many lines the mover has two stones and a free point after `turn`."""
    own, other = board.stones[board.turn], board.stones[not board.turn]
    own |= 1 << turn.target
    if turn.origin is not None:
        own &= ~(1 << turn.origin)
    for taken in turn.removed:
        other &= ~(1 << taken)
    lines = board.variant.lines.mills
    return sum((line & own).bit_count() == 2 and not line & other for line in lines)

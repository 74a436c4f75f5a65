"""Fit the weights of the morris evaluation to what exact tables say of positions.

Usage: python resources/morris/fit_weights.py FOLDER POSITIONS SEED

FOLDER holds the tables of the whole game (`millmate build morris:all`). Positions come up when the
strong search plays itself, `NODES` nodes a move and now and then a move by chance; half of the
games begin with an empty board, half with stones placed by chance, since few games come to flying
otherwise. One position in `OF_GAME` is kept and counts as a win, half a win or a loss.

The evaluation is the logarithm of the odds of winning, a sum of counts (see
`kernels/morris_engine/evaluate.py`) times weights. They are the most likely ones, where each is
beforehand near `expected`, the more so the fewer positions tell of it. Printed as `weights.py` has
them, behind the errors of both on positions held out: the mean logarithm of what was thought of
the result.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import PositionError, random_position
from millmate.games.morris.rules import MORRIS
from millmate.kernels.morris_engine.entries import counts, new_words
from millmate.kernels.morris_engine.evaluate import BALANCE, FEATURES, PHASES, phase_of
from millmate.kernels.morris_engine.layout import SCRATCH
from millmate.kernels.morris_engine.weights import numbers
from millmate.search.limits import SearchLimits
from millmate.search.morris_words import to_word
from millmate.search.strong_morris import StrongMorrisSearch
from millmate.tablebase.morris.probe import MorrisTablebase

NODES = 1000
BY_CHANCE = 0.15  # of all moves
OF_GAME = 4
STONE = 0.8  # what a stone more is worth, as far as no position tells
SURE = 1.0  # how many positions, about, it takes to believe in another weight
TOLD = 30  # how often a count has to come up for its weight to be compared
ONE = 100  # of the evaluation, for odds of e to 1
HELD_OUT = 10
_WEIGHTS = BALANCE + 200
_STEPS = 20
_LONGEST = 100  # plies of a game

Floats = NDArray[np.float64]


def expected() -> Floats:
    """Return the weights before any position is seen: stones count, and nothing else."""
    weights = np.zeros(_WEIGHTS)
    own, other = np.mgrid[:10, :10]
    weights[BALANCE:] = np.tile(STONE * (own - other).ravel(), 2)
    return weights


def positions(rng: random.Random) -> Iterator[MorrisBoard]:
    """Yield positions that have not ended, some of each of many games."""
    search = StrongMorrisSearch(1)
    while True:
        board = beginning(rng)
        search.forget()
        while not MORRIS.outcome(board) and len(board.move_stack) < _LONGEST:
            if rng.randrange(OF_GAME) == 0:
                yield board
            moves = list(board.legal_moves)
            best = search.search(board, SearchLimits(nodes=NODES)).best
            board.push(rng.choice(moves) if rng.random() < BY_CHANCE else best)


def beginning(rng: random.Random) -> MorrisBoard:
    """Return an empty board, or stones by chance and none in hand."""
    if rng.random() < 0.5:
        return MORRIS.board()
    try:
        return random_position(rng.randint(3, 9), rng.randint(3, 9), rng)
    except PositionError:  # no free point to move to was found
        return MORRIS.board()


def row_of(words: NDArray[np.int64], board: MorrisBoard) -> Floats:
    """Return what each weight is multiplied by in the evaluation of a position."""
    row, position = np.zeros(_WEIGHTS), to_word(board)
    counts(words, SCRATCH, position)
    at = 2 * FEATURES * phase_of(position)
    row[at : at + 2 * FEATURES] = words[SCRATCH : SCRATCH + 2 * FEATURES]
    placed = 0 if any(board.hand) else 1
    own, other = board.total(board.turn), board.total(not board.turn)
    row[BALANCE + 100 * placed + 10 * own + other] = 1
    return row


def sample(tables: MorrisTablebase, number: int, seed: int) -> tuple[Floats, Floats]:
    """Return the rows of so many positions, and what the side to move gets: 1, a half or 0."""
    words, rows, points = new_words(), np.zeros((number, _WEIGHTS)), np.zeros(number)
    for at, board in zip(range(number), positions(random.Random(seed)), strict=False):
        rows[at] = row_of(words, board)
        points[at] = (tables.probe(board).wdl + 1) / 2
        if at % 1000 == 999:
            print(f"{at + 1:,} positions", file=sys.stderr, flush=True)
    return rows, points


def fit(rows: Floats, points: Floats) -> Floats:
    """Return the most likely weights, found by Newton's method in steps that get nearer."""
    weights = before = expected()
    for _ in range(_STEPS):
        chances = np.exp(-np.logaddexp(0, -rows @ weights))
        slope = rows.T @ (chances - points) + SURE * (weights - before)
        curve = (rows * (chances * (1 - chances))[:, None]).T @ rows
        step = np.linalg.solve(curve + SURE * np.eye(_WEIGHTS), slope)
        now = unlikeliness(rows, points, weights)
        while unlikeliness(rows, points, weights - step) > now:
            step /= 2
        weights = weights - step
    return weights


def unlikeliness(rows: Floats, points: Floats, weights: Floats) -> float:
    """Return how unlikely weights are: those that fit, the most likely ones, have the least."""
    doubt = SURE / 2 * np.sum((weights - expected()) ** 2)
    return len(rows) * error(rows, points, weights) + float(doubt)


def error(rows: Floats, points: Floats, weights: Floats) -> float:
    """Return the mean logarithm, negated, of what was thought of the result: 0 is perfect."""
    worth = rows @ weights
    return float(np.mean(np.logaddexp(0, worth) - points * worth))


def text_of(weights: Floats) -> str:
    """Return weights as `weights.py` has them: counts by phase, then the balance of stones."""
    whole = np.round(ONE * weights).astype(int)
    by_phase = whole[:BALANCE].reshape(PHASES, 2, FEATURES).tolist()
    lines = [str(tuple(side)) for phase in by_phase for side in phase]
    lines += [str(tuple(row)) for row in whole[BALANCE:].reshape(20, 10).tolist()]
    return "\n".join(lines)


def main() -> None:
    """Sample, fit and print."""
    folder, number, seed = sys.argv[1:]
    with MorrisTablebase(Path(folder)) as tables:
        rows, points = sample(tables, int(number), int(seed))
    held = np.arange(len(rows)) // 100 % HELD_OUT == 0
    weights, used = fit(rows[~held], points[~held]), numbers() / ONE
    for name, those in (("fitted", weights), ("in use", used), ("stones alone", expected())):
        print(
            f"{name}: error {error(rows[held], points[held], those):.4f} of {held.sum()} held out"
        )
    seen = np.abs(rows).sum(axis=0) > TOLD
    alike = np.corrcoef(weights[seen], used[seen])[0, 1]
    print(f"{seen.sum()} weights were told of; correlation with those in use {alike:.2f}")
    print(text_of(weights))


if __name__ == "__main__":
    main()

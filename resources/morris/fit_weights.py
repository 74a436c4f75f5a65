"""Fit the weights of the morris evaluation to exact tables.

Usage: python resources/morris/fit_weights.py FOLDER POSITIONS SEED

FOLDER holds the tables of the whole game (`millmate build morris:all`). The positions come from
games of the strong search against itself at `NODES` nodes a move with occasional random moves. Half
of the games start from an empty board, half from random placements, because few games reach the
flying phase otherwise. One position in `SAMPLE_EVERY` is sampled; its target is 1, 1/2 or 0.

The model is a logistic regression: the evaluation, a weighted sum of feature counts (see
`kernels/morris_engine/evaluate.py`), is the log odds of winning. A Gaussian prior pulls each weight
towards `expected`. The script prints the mean negative log-likelihood on held-out positions and
then the weights in the format of `weights.py`.
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
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_engine.entries import counts, new_words, phase
from millmate.kernels.morris_engine.evaluate import BALANCE, FEATURES, PHASES
from millmate.kernels.morris_engine.layout import SCRATCH
from millmate.kernels.morris_engine.weights import numbers
from millmate.search.limits import SearchLimits
from millmate.search.morris_encoding import rules_of, to_word
from millmate.search.strong_morris import StrongMorrisSearch
from millmate.tablebase.morris.probe import MorrisTablebase

NODES = 1000
RANDOM_MOVES = 0.15  # of all moves
SAMPLE_EVERY = 4
STONE_VALUE = 0.8  # prior mean of the value of an extra stone
PRIOR_PRECISION = 1.0  # precision of the prior, in positions
MIN_OCCURRENCES = 30  # how often a feature must occur for its weight to be compared
SCALE = 100  # evaluation units for odds of e to 1
HELD_OUT = 10
_WEIGHTS = BALANCE + 200
_STEPS = 20
_MAX_PLIES = 100

Floats = NDArray[np.float64]


def expected() -> Floats:
    """Return the prior mean of the weights: only stones count."""
    weights = np.zeros(_WEIGHTS)
    own, other = np.mgrid[:10, :10]
    weights[BALANCE:] = np.tile(STONE_VALUE * (own - other).ravel(), 2)
    return weights


def positions(rng: random.Random) -> Iterator[MorrisBoard]:
    """Yield positions from self-play games in which the game is not over."""
    search = StrongMorrisSearch(1)
    while True:
        board = start_position(rng)
        search.forget()
        while not MORRIS.outcome(board) and len(board.move_stack) < _MAX_PLIES:
            if rng.randrange(SAMPLE_EVERY) == 0:
                yield board
            moves = list(board.legal_moves)
            best = search.search(board, SearchLimits(nodes=NODES)).best
            board.push(rng.choice(moves) if rng.random() < RANDOM_MOVES else best)


def start_position(rng: random.Random) -> MorrisBoard:
    """Return an empty board, or a random placement with no stones in hand."""
    if rng.random() < 0.5:
        return MORRIS.board()
    try:
        return random_position(rng.randint(3, 9), rng.randint(3, 9), rng)
    except PositionError:  # it found no position with a legal move
        return MORRIS.board()


def features_of(words: NDArray[np.int64], board: MorrisBoard) -> Floats:
    """Return the feature vector of a position."""
    row, position = np.zeros(_WEIGHTS), to_word(board)
    counts(words, SCRATCH, position)
    at = 2 * FEATURES * phase(words, position)
    row[at : at + 2 * FEATURES] = words[SCRATCH : SCRATCH + 2 * FEATURES]
    placed = 0 if any(board.hand) else 1
    own, other = board.total(board.turn), board.total(not board.turn)
    row[BALANCE + 100 * placed + 10 * own + other] = 1
    return row


def sample(tables: MorrisTablebase, number: int, seed: int) -> tuple[Floats, Floats]:
    """Return `number` feature vectors, and the results for the side to move: 1, 1/2 or 0."""
    words = new_words(rules_of(STANDARD))
    rows, points = np.zeros((number, _WEIGHTS)), np.zeros(number)
    for at, board in zip(range(number), positions(random.Random(seed)), strict=False):
        rows[at] = features_of(words, board)
        points[at] = (tables.probe(board).wdl + 1) / 2
        if at % 1000 == 999:
            print(f"{at + 1:,} positions", file=sys.stderr, flush=True)
    return rows, points


def fit(rows: Floats, points: Floats) -> Floats:
    """Return the maximum a posteriori weights (Newton's method with step halving)."""
    weights = before = expected()
    for _ in range(_STEPS):
        chances = np.exp(-np.logaddexp(0, -rows @ weights))
        slope = rows.T @ (chances - points) + PRIOR_PRECISION * (weights - before)
        curve = (rows * (chances * (1 - chances))[:, None]).T @ rows
        step = np.linalg.solve(curve + PRIOR_PRECISION * np.eye(_WEIGHTS), slope)
        now = negative_log_posterior(rows, points, weights)
        while negative_log_posterior(rows, points, weights - step) > now:
            step /= 2
        weights = weights - step
    return weights


def negative_log_posterior(rows: Floats, points: Floats, weights: Floats) -> float:
    """Return the negative log posterior of weights, up to a constant."""
    prior = PRIOR_PRECISION / 2 * np.sum((weights - expected()) ** 2)
    return len(rows) * error(rows, points, weights) + float(prior)


def error(rows: Floats, points: Floats, weights: Floats) -> float:
    """Return the mean negative log-likelihood of the results; 0 is perfect."""
    worth = rows @ weights
    return float(np.mean(np.logaddexp(0, worth) - points * worth))


def format_weights(weights: Floats) -> str:
    """Format weights as in `weights.py`: features by phase, then the balance of stones."""
    whole = np.round(SCALE * weights).astype(int)
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
    weights, used = fit(rows[~held], points[~held]), numbers() / SCALE
    for name, those in (("fitted", weights), ("in use", used), ("stones alone", expected())):
        print(
            f"{name}: error {error(rows[held], points[held], those):.4f} of {held.sum()} held out"
        )
    seen = np.abs(rows).sum(axis=0) > MIN_OCCURRENCES
    alike = np.corrcoef(weights[seen], used[seen])[0, 1]
    print(f"{seen.sum()} weights occur in the sample; correlation with those in use {alike:.2f}")
    print(format_weights(weights))


if __name__ == "__main__":
    main()

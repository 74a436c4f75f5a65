"""Train the network that judges chess positions, on what make_data.py wrote.

Usage: python resources/networks/train.py NETWORK EPOCHS SEED FILE...

Writes NETWORK (an .npz, see `millmate/search/network.py`) after every epoch. Every man is an input
twice, as each side sees the board: own men or the other's, from its own side, with left and right
exchanged if its king is on the files a to d. A side's inputs add up to `HIDDEN` numbers, which are
clipped to 0 to 1 and squared; those of the side to move and of the other are weighed by one of
eight sets of weights, by the number of men. What comes out is fitted, as a share of the points, to
a mixture of the search's score and the game's result, with Adam on the mean squared error. It is
float32 here, and rounded to 16 bits at the end: plain loops in Numba, which for a network this
small are faster on a processor than a library of tensors.
"""

import math
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.engine.bits import pointer
from millmate.kernels.engine.layout import INPUTS, MEN_GROUPS
from millmate.kernels.engine.layout import WIDTH as HIDDEN
from millmate.kernels.engine.network import ONE
from millmate.kernels.engine.vectors import TOP
from millmate.kernels.integers import first_bit
from millmate.kernels.making.group import use_numba
from millmate.search.network import write_network

# Where the parts stand in the flat array of weights.
BIAS = INPUTS * HIDDEN
OUT = BIAS + HIDDEN
OUT_BIAS = OUT + 2 * HIDDEN * MEN_GROUPS
WEIGHTS = OUT_BIAS + MEN_GROUPS

BATCH = 16_384
RATE, LAST_RATE = 1e-3, 1e-5
SCALE = 230  # hundredths of a pawn that make the odds e to 1 in games of the terms by hand
RESULT = 0.2  # how much of the target is the game's result, if the record is of a game
HELD_OUT = 50  # one record in so many, in runs of a thousand, is not trained on
_MOST_OUT = 1.98  # of a weight behind the hidden layer: the product must fit 16 bits

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
use_numba(["engine"], sys.modules[__name__])
compiled: Any = njit(nogil=True, error_model="numpy", fastmath=True)


@compiled
def _inputs(record: Bytes, own: Any, other: Any) -> int:
    """Write the inputs of the side to move and of the other; return how many each has."""
    occupied = np.uint64(0)
    for byte in range(8):
        occupied |= np.uint64(record[byte]) << np.uint64(8 * byte)
    black = record[27] & 1
    kings = np.zeros(2, np.int64)
    men, left = 0, occupied
    while left != np.uint64(0):
        square = first_bit(left)
        left &= left - np.uint64(1)
        man = (record[8 + men // 2] >> (4 * (men & 1))) & 15
        if man & 7 == 5:
            kings[man >> 3] = square
        own[men] = man << 6 | square
        men += 1
    flip, other_flip = 56 * black, 56 * (1 - black)
    if kings[black] & 7 < 4:
        flip ^= 7
    if kings[1 - black] & 7 < 4:
        other_flip ^= 7
    for number in range(men):
        man, square = own[number] >> 6, own[number] & 63
        side, kind = man >> 3, man & 7
        own[number] = 384 * (side ^ black) + 64 * kind + (square ^ flip)
        other[number] = 384 * (side ^ black ^ 1) + 64 * kind + (square ^ other_flip)
    return men


@compiled
def _target(record: Bytes, share: float) -> float:
    """Return what the side to move can expect, from 0 to 1."""
    score = np.int64(record[24]) | np.int64(np.int8(record[25])) << 8
    result = np.float32(np.int8(record[26]))
    if record[30] == 3:
        share = np.float64(0)
    if record[27] & 1:
        score, result = -score, -result
    points = 1 / (1 + np.exp(-score / np.float32(SCALE)))
    return (1 - share) * points + share * (result + 1) / 2


@compiled
def sweep(
    weights: Floats, slope: Any, records: Any, chosen: Any, share: float, learn: bool
) -> float:
    """Return the sum of squared errors of chosen records; add their gradient to `slope[0]`.

    The rest of `slope` is scratch: pointers do not keep an array alive that is made here.
    """
    w, g, sums, slopes = pointer(weights), pointer(slope[0]), pointer(slope[1]), pointer(slope[2])
    own, other = np.zeros(32, np.int64), np.zeros(32, np.int64)
    total = 0.0
    for at in range(len(chosen)):
        record = records[chosen[at]]
        men = _inputs(record, own, other)
        for k in range(HIDDEN):
            sums[k] = sums[HIDDEN + k] = w[BIAS + k]
        for number in range(men):
            here, there = own[number] * HIDDEN, other[number] * HIDDEN
            for k in range(HIDDEN):
                sums[k] += w[here + k]
            for k in range(HIDDEN):
                sums[HIDDEN + k] += w[there + k]
        group = min((men - 1) // 4, MEN_GROUPS - 1)
        out = OUT + 2 * HIDDEN * group
        value = np.float32(0)
        for k in range(2 * HIDDEN):
            clipped = min(max(sums[k], np.float32(0)), np.float32(1))
            value += clipped * clipped * w[out + k]
        value += w[OUT_BIAS + group]
        points = 1 / (1 + np.exp(-value))
        error = points - _target(record, share)
        total += error * error
        if not learn:
            continue
        push = np.float32(2 * error * points * (1 - points))
        g[OUT_BIAS + group] += push
        for k in range(2 * HIDDEN):
            clipped = min(max(sums[k], np.float32(0)), np.float32(1))
            g[out + k] += push * clipped * clipped
            inside = np.float32(1) if np.float32(0) < sums[k] < np.float32(1) else np.float32(0)
            slopes[k] = inside * np.float32(2) * clipped * push * w[out + k]
        for k in range(HIDDEN):
            g[BIAS + k] += slopes[k] + slopes[HIDDEN + k]
        for number in range(men):
            here, there = own[number] * HIDDEN, other[number] * HIDDEN
            for k in range(HIDDEN):
                g[here + k] += slopes[k]
            for k in range(HIDDEN):
                g[there + k] += slopes[HIDDEN + k]
    return total


@compiled
def adam(w: Floats, parts: Any, mean: Floats, square: Floats, rate: float, step: int) -> None:
    """Take a step against the gradient, the sum of `parts`, which are emptied."""
    fast, slow = np.float32(0.9), np.float32(0.999)
    one = np.float32(1)
    rate32 = np.float32(rate * math.sqrt(1 - 0.999**step) / (1 - 0.9**step))
    for k in range(WEIGHTS):
        slope = np.float32(0)
        for part in range(parts.shape[0]):
            slope += parts[part, 0, k]
            parts[part, 0, k] = np.float32(0)
        slope /= np.float32(BATCH)
        mean[k] = fast * mean[k] + (one - fast) * slope
        square[k] = slow * square[k] + (one - slow) * slope * slope
        w[k] -= rate32 * mean[k] / (np.sqrt(square[k]) + np.float32(1e-8))
    for k in range(OUT, OUT_BIAS):
        w[k] = min(max(w[k], np.float32(-_MOST_OUT)), np.float32(_MOST_OUT))


class Trainer:
    """The weights, and what Adam remembers of them."""

    def __init__(self, records: Bytes, seed: int, threads: int) -> None:
        self.records, self.rng = records, np.random.default_rng(seed)
        self.pool, self.threads = ThreadPoolExecutor(threads), threads
        self.weights = np.zeros(WEIGHTS, np.float32)
        self.weights[:BIAS] = self.rng.uniform(-0.07, 0.07, BIAS)
        self.weights[OUT:OUT_BIAS] = self.rng.uniform(-0.07, 0.07, OUT_BIAS - OUT)
        self.parts = np.zeros((threads, 3, WEIGHTS), np.float32)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.step = 0
        held = np.arange(len(records)) // 1000 % HELD_OUT == 0
        self.trained, self.held = np.flatnonzero(~held), np.flatnonzero(held)

    def _sweep(self, chosen: NDArray[np.int64], learn: bool) -> float:
        parts = np.array_split(chosen, self.threads)
        jobs = [
            self.pool.submit(sweep, self.weights, slope, self.records, part, RESULT, learn)
            for slope, part in zip(self.parts, parts, strict=True)
        ]
        return sum(job.result() for job in jobs)

    def epoch(self, number: int, epochs: int) -> float:
        """See every record that is trained on once; return the mean squared error."""
        order, total = self.rng.permutation(self.trained), 0.0
        batches = max(1, len(order) // BATCH)
        for batch in range(batches):
            self.step += 1
            done = (number + batch / batches) / epochs
            rate = LAST_RATE + (RATE - LAST_RATE) * (1 + math.cos(math.pi * done)) / 2
            rate *= min(1, self.step / 100)
            total += self._sweep(order[batch * BATCH : (batch + 1) * BATCH], True)
            adam(self.weights, self.parts, self.mean, self.square, rate, self.step)
        return total / min(len(order), batches * BATCH)

    def error(self) -> float:
        """Return the mean squared error of what is held out."""
        return self._sweep(self.held, False) / max(1, len(self.held))


def rounded(weights: Floats) -> NDArray[np.int16]:
    """Return the weights as the kernel reads them; raises `OverflowError` if 16 bits are few."""
    rows = np.abs(weights[:BIAS].reshape(INPUTS, HIDDEN)) * TOP
    most = np.sort(rows, axis=0)[-32:].sum(axis=0) + np.abs(weights[BIAS:OUT]) * TOP
    if most.max() > np.iinfo(np.int16).max:
        raise OverflowError("32 men might add up to more than 16 bits hold: train anew")
    parts = [
        np.round(weights[:OUT] * TOP).astype(np.int16),
        np.zeros(HIDDEN, np.int16),
        np.round(weights[OUT:OUT_BIAS] * ONE).astype(np.int16),
        np.round(weights[OUT_BIAS:] * TOP * ONE).astype(np.int64).view(np.int16),
    ]
    return np.concatenate(parts)


def main() -> None:
    """Train."""
    target, epochs, seed, *files = sys.argv[1:]
    records = np.concatenate([np.fromfile(name, np.uint8) for name in files]).reshape(-1, 32)
    trainer = Trainer(records, int(seed), os.cpu_count() or 1)
    print(f"{len(records):,} positions, {len(trainer.held):,} held out", flush=True)
    began = time.monotonic()
    for number in range(int(epochs)):
        error, held = trainer.epoch(number, int(epochs)), trainer.error()
        spent = time.monotonic() - began
        print(f"epoch {number + 1}: {error:.6f}, held out {held:.6f}, {spent:.0f} s", flush=True)
        recipe = f"{len(records)} positions, {number + 1} of {epochs} epochs, seed {seed}"
        recipe += f", result {RESULT}, error held out {held:.6f}"
        write_network(Path(target), rounded(trainer.weights), recipe)


if __name__ == "__main__":
    main()

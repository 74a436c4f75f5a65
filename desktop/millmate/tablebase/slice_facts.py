"""Statistics of solved slices: counts and longest wins, of a batch and of all slices of a job."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_layers import CHECKED, DENSE, SPARSE, STATE
from millmate.tablebase.layer_search import MOST_PLIES
from millmate.tablebase.layout import Layout
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.spaces import Values
from millmate.tablebase.table import SideCounts

SIDES = (True, False)
Plies = NDArray[np.int64]  # numbers of positions by n, in rows: the loser and the winner to move
_SCANNED = 1 << 22  # places searched together for the longest win


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of slices, by side.

    `legal` and `twice`: twice the number of legal positions with a side to move, and of those in
    each S_n that it wins; `longest`: its longest win in units, and a place of the flat table with
    such a win; `cursed`: likewise among those that the fifty-move rule draws; `work`: the numbers
    of words in dense passes, taken back one by one, and checked for escapes.
    """

    legal: dict[bool, int]
    twice: dict[bool, Plies]
    longest: dict[bool, tuple[int, int]]
    cursed: dict[bool, tuple[int, int]]
    work: tuple[int, int, int]


def statistics(
    layout: Layout,
    numbers: Sequence[int],
    legal: dict[bool, int],
    found: dict[bool, tuple[Plies, NDArray[np.int64]]],
    place: Callable[[bool, int], int],
    metric: Metric,
) -> Statistics:
    """Return the statistics of slices from the layers of the sides that can win in them.

    `found` holds twice their sizes, and the search's final `state`; `place` returns the first place
    with a win of a side in a number of units, the slices end to end.
    """
    twice = {side: np.zeros((2, MOST_PLIES + 1), np.int64) for side in SIDES}
    twice |= {side: sizes for side, (sizes, _) in found.items()}
    work = sum((state for _, state in found.values()), np.zeros(STATE, np.int64))
    longest, cursed = _longest(layout, numbers, twice, place, metric)
    words = int(work[DENSE]) * len(numbers) * layout.words, int(work[SPARSE]), int(work[CHECKED])
    return Statistics(legal, twice, longest, cursed, words)


def merged(
    layout: Layout, parts: Sequence[Statistics], numbers: Sequence[int], metric: Metric
) -> dict[str, Any]:
    """Return the statistics of slices as one, as a table stores them.

    Of the longest wins it is that in the first of the slices `numbers`.
    """
    rank = {number: -at for at, number in enumerate(numbers)}

    def longer(win: tuple[int, int]) -> tuple[int, int]:
        units, place = win
        return units, rank[place // layout.slice_size % layout.slices]

    # Like men count in every order: like pieces have a place for each, like pawns do not.
    orders = math.prod(math.factorial(pawns) for pawns in layout.pawns)
    twice = {side: np.sum([part.twice[side] for part in parts], axis=0) for side in SIDES}
    wins = {"longest": [part.longest for part in parts]}
    if metric is Metric.DTZ:
        wins["longest_cursed"] = [part.cursed for part in parts]
    kinds = ["counts", *(f"{kind}{fens}" for kind in wins for fens in ("", "_fens"))]
    facts: dict[str, Any] = {kind: {} for kind in kinds}
    for name, side in (("white", True), ("black", False)):
        for kind, found in wins.items():
            units, place = max((each[side] for each in found), key=longer)
            facts[kind][name] = units
            facts[f"{kind}_fens"][name] = layout.board(place).fen() if units else ""
        won, lost = orders * twice[side][1] // 2, orders * twice[not side][0] // 2
        legal = orders * sum(part.legal[side] for part in parts) // 2
        facts["counts"][name] = _counts(legal, won, lost, metric)
    facts["work"] = [sum(column) for column in zip(*(part.work for part in parts), strict=True)]
    return facts


def _counts(legal: int, won: Plies, lost: Plies, metric: Metric) -> SideCounts:
    """Return the counts of one side to move from its positions won and lost in n plies."""
    wins, losses = int(won.sum()), int(lost.sum())
    draws = legal - wins - losses
    if metric is Metric.DTM:
        plies = np.trim_zeros(won + lost, "b")  # wins are odd, losses even
        return SideCounts(wins, draws, losses, tuple(plies.tolist()))
    cursed, blessed = int(won[CURSED:].sum()), int(lost[CURSED:].sum())
    won_in, lost_in = (tuple(np.trim_zeros(each, "b").tolist()) for each in (won, lost))
    return SideCounts(wins - cursed, draws, losses - blessed, won_in, lost_in, cursed, blessed)


def _longest(
    layout: Layout,
    numbers: Sequence[int],
    twice: dict[bool, Plies],
    place: Callable[[bool, int], int],
    metric: Metric,
) -> tuple[dict[bool, tuple[int, int]], dict[bool, tuple[int, int]]]:
    """Return the longest wins of both sides and the longest cursed ones, the winner to move.

    Each is a distance in units, 0 without a win, and a place with it.
    """
    longest: dict[bool, tuple[int, int]] = {}
    cursed: dict[bool, tuple[int, int]] = {}
    last = CURSED if metric is Metric.DTZ else MOST_PLIES + 1
    for side in SIDES:
        wins, at = twice[side][1], 0 if side else 1
        for found, first, plies in ((longest, 0, wins[:last]), (cursed, last, wins[last:])):
            reached = np.flatnonzero(plies)
            units = -(-(first + int(reached[-1])) // metric.unit) if reached.size else 0
            batch, inside = divmod(place(side, units) if units else 0, layout.slice_size)
            number = numbers[batch] + at * layout.slices
            found[side] = units, number * layout.slice_size + inside
    return longest, cursed


def first_place(values: Values, more: Values | None, units: int, most: int) -> int:
    """Return the first place of slices won in `units` units, uint8[words, 64] each."""
    code, above = min(units, most), max(0, units - most)
    flat, rest = values.reshape(-1), None if more is None else more.reshape(-1)
    for start in range(0, flat.size, _SCANNED):
        hits = flat[start : start + _SCANNED] == code
        if above and rest is not None:
            hits &= rest[start : start + _SCANNED] == above
        if hits.any():
            return start + int(hits.argmax())
    raise AssertionError(f"no place is won in {units} units")

"""Statistics of solved slices: counts and longest wins, as the slices of a job store them."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_layers import CHECKED, DENSE, SPARSE
from millmate.tablebase.layer_search import MOST_PLIES
from millmate.tablebase.layout import Layout
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.spaces import Values
from millmate.tablebase.table import SideCounts

SIDES = (True, False)
Plies = NDArray[np.int64]  # numbers of positions by n, in rows: the loser and the winner to move
_SCANNED = 1 << 22  # places searched together for the longest win


class Tally(NamedTuple):
    """Numbers of positions and words of some slices, which add up.

    `legal`: int64[2], twice the number of legal positions with White and with Black to move;
    `twice`: int64[2, 2, plies], by winner, White first, that of the positions in each S_n; `work`:
    int64[3], the words in dense passes, taken back one by one, and checked for escapes.
    """

    legal: NDArray[np.int64]
    twice: NDArray[np.int64]
    work: NDArray[np.int64]


def tally(
    legal: Mapping[bool, int], found: Mapping[bool, tuple[Plies, NDArray[np.int64]]], words: int
) -> Tally:
    """Return the numbers of slices of `words` words.

    `found` holds, for the sides that can win, twice the sizes of the layers, and the search's final
    `state`.
    """
    twice, work = np.zeros((2, 2, MOST_PLIES + 1), np.int64), np.zeros(3, np.int64)
    for side, (sizes, state) in found.items():
        twice[SIDES.index(side)] = sizes
        work += state[[DENSE, SPARSE, CHECKED]] * (words, 1, 1)
    return Tally(np.array([legal[side] for side in SIDES], np.int64), twice, work)


def facts_of(
    layout: Layout, parts: Sequence[Tally], metric: Metric, place: Callable[[bool, int], int]
) -> dict[str, Any]:
    """Return the statistics of slices as a job stores them.

    `place` returns a place of the flat table won by a side in a number of units.
    """
    legal, twice, work = (np.sum(each, axis=0) for each in zip(*parts, strict=True))
    # Like men count in every order: like pieces have a place for each, like pawns do not.
    orders = math.prod(math.factorial(pawns) for pawns in layout.pawns)
    kinds = ["longest"] if metric is Metric.DTM else ["longest", "longest_cursed"]
    facts: dict[str, Any] = {"counts": {}, "work": work.tolist()}
    facts |= {f"{kind}{fens}": {} for kind in kinds for fens in ("", "_fens")}
    for at, (name, side) in enumerate(zip(("white", "black"), SIDES, strict=True)):
        won, lost = orders * twice[at, 1] // 2, orders * twice[1 - at, 0] // 2
        facts["counts"][name] = _counts(orders * int(legal[at]) // 2, won, lost, metric)
        plies = np.flatnonzero(twice[at, 1])
        last = CURSED if kinds[1:] else MOST_PLIES + 1
        for kind, own in zip(kinds, (plies[plies < last], plies[plies >= last]), strict=False):
            units = -(-int(own.max(initial=0)) // metric.unit)
            facts[kind][name] = units
            facts[f"{kind}_fens"][name] = layout.board(place(side, units)).fen() if units else ""
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

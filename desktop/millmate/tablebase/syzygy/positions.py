"""Values of tables in the order of Syzygy files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.kernels.declare import Bytes2D
from millmate.kernels.syzygy_pairs import fill_free, gather
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Man
from millmate.tablebase.syzygy.order import BLACK_KING, WHITE_KING, Order, orders_of

Values = NDArray[np.uint8]
Squares = NDArray[np.int64]
Read = Callable[[int], Values]  # returns the values of a slice, as `Table.slice_values` orders them

_SAMPLE = 1 << 18  # positions by which orders are compared
_JUDGED = 1 << 24  # positions of orders that are compared by all of them
_MOST_JUDGED = 6  # orders


@dataclass(frozen=True)
class Part:
    """The values of a part of a file with one side to move.

    `most` has by the value the greatest that may stand for it, itself if none other may.
    """

    layout: Layout
    number: int
    read: Read
    most: Values

    def in_best_order(self) -> tuple[Order, Values]:
        """Return the values in the order in which they change least often.

        Most orders are judged by a sample.
        """
        orders = sorted(orders_of(self.layout), key=lambda order: _changes(self._sample(order)))
        size = len(orders[0].placements(self.number)) * orders[0].ranks().shape[1]
        judged = orders[: max(1, min(_MOST_JUDGED, _JUDGED // size))]
        found = ((order, self._all(order)) for order in judged)
        return min(found, key=lambda each: _changes(each[1]))

    def _all(self, order: Order) -> Values:
        return self._values(order, order.placements(self.number), order.ranks())

    def _sample(self, order: Order) -> Values:
        """Return runs of values."""
        rng = np.random.default_rng(0)
        placements, ranks, together = order.placements(self.number), order.ranks(), order.together
        if together > 1:
            placements = _some(rng, placements, max(1, _SAMPLE // together))
        men, count = ranks.shape
        slower = ranks.reshape(men, count // together, together).transpose(1, 0, 2)
        slower = _some(rng, slower, max(1, _SAMPLE // together // len(placements)))
        ranks = slower.transpose(1, 0, 2).reshape(men, len(slower) * together)
        return self._values(order, placements, np.ascontiguousarray(ranks))

    def _values(self, order: Order, placements: Bytes2D, ranks: Bytes2D) -> Values:
        """Return the values with some placements of the fixed men and of the movable ones."""
        weights, king = _weights(self.layout, order.men), order.men.index(WHITE_KING)
        out = np.empty(
            (ranks.shape[1] // order.together, len(placements), order.together), np.uint8
        )
        runs = self._runs(order, placements)
        for first, end, number, kings, turns in runs:
            values, rows = self.read(number).reshape(-1), slice(first, end)
            men = weights, king, kings, turns, TRANSFORMED
            gather(values, placements[rows], ranks, *men, np.empty(64, np.int64), first, out)
        values = out.reshape(-1)
        fill_free(values, self.most, np.bincount(values, minlength=256))
        return values

    def _runs(
        self, order: Order, placements: Bytes2D
    ) -> Iterator[tuple[int, int, int, Squares, Squares]]:
        """Yield placements from one to another that are in the same slice, and its number.

        By the square of White's king follow the index of the pivot king and the symmetry.
        """
        if not order.has_pawns:
            yield 0, len(placements), 0, KING_INDEX, TO_TRIANGLE
            return
        for at, squares in enumerate(placements.tolist()):
            pawns = [
                tuple(sorted(s for man, s in zip(order.fixed, squares, strict=True) if man[1] == c))
                for c in (True, False)
            ]
            number, mirrored = self.layout.slice_of((pawns[0], pawns[1]))
            yield at, at + 1, number, TRANSFORMED[int(mirrored)], np.full(64, int(mirrored))


def _changes(values: Values) -> float:
    """Return the fraction of values that differ from those before them."""
    return float(np.count_nonzero(values[1:] != values[:-1])) / values.size


def _some(rng: np.random.Generator, items: Bytes2D, number: int) -> Bytes2D:
    """Return at most `number` of the items, in their order."""
    if len(items) <= number:
        return items
    chosen: Bytes2D = items[np.unique(rng.integers(0, len(items), number))]
    return chosen


def _weights(layout: Layout, men: tuple[Man, ...]) -> Squares:
    """Return the factor of each man's square in the place in a slice, 0 for pawns."""
    pieces = list(zip(layout.kinds, layout.white, strict=True))
    left = {
        man: [64 ** (layout.pieces - piece) for piece, each in enumerate(pieces) if each == man]
        for man in men
    }
    left |= {WHITE_KING: [64 ** (layout.pieces + 1)], BLACK_KING: [1]}
    return np.array([left[man].pop(0) if man[0] != chess.PAWN else 0 for man in men], np.int64)

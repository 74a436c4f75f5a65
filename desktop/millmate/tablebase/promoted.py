"""Keys after promotions, by the pawn that promotes straight ahead."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar

from millmate.kernels.chess_conversions import improve_all
from millmate.tablebase.conversions import promoted_space, promotions
from millmate.tablebase.layout import Layout
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.spaces import Keys, Space, Values, slice_space

Promoted = dict[int, list[Values]]  # the keys after promotions of the pawn on a square

P = ParamSpec("P")
R = TypeVar("R")


def about_to_promote(space: Space) -> Iterator[tuple[int, bool, int]]:
    """Yield the pawns that can promote straight ahead: square, colour, target."""
    taken = {square for _, square in space.fixed}
    for (_, white), square in space.fixed:
        target = square + (8 if white else -8)
        if not 8 <= target < 56 and target not in taken:
            yield square, white, target


def promoted_keys(space: Space, keys: Keys) -> Promoted:
    """Return the keys after promotions straight ahead of each pawn (see `promotions`)."""
    return {
        square: promotions(space, white, square, target, space.pieces, keys)
        for square, white, target in about_to_promote(space)
    }


def promoted_ahead(layout: Layout, numbers: Sequence[int], keys: Keys) -> dict[int, Promoted]:
    """Return `promoted_keys` of several slices with pieces, asking for each table's keys in a row.

    `keys` need only keep the table that it has read last.
    """
    result: dict[int, Promoted] = {number: {} for number in numbers}
    for kind in promotions_in(layout.reach):
        for number in numbers:
            space = slice_space(layout, number)
            for square, white, target in about_to_promote(space):
                after = promoted_space(space, white, square, target, kind, space.pieces)
                found = keys(after, not white)
                if square in result[number]:
                    improve_all(result[number][square][0], found)
                else:
                    result[number][square] = [found]
    return result


def latest(read: Callable[P, R]) -> Callable[P, R]:
    """Return a function that does the same as `read` and keeps the last result."""
    last: dict[tuple[Any, ...], R] = {}

    def read_once(*about: P.args, **named: P.kwargs) -> R:
        if about not in last:
            last.clear()
            last[about] = read(*about, **named)
        return last[about]

    return read_once

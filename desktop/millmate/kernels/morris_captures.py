"""What turns that take a stone are worth, by the `worth` of the codes that they lead to.

The primary side's turns are judged a step at a time, for a whole row: `best[column]` is what the
best turn so far is worth. The other side's are judged one by one.
"""

from millmate.kernels.integers import int64
from millmate.kernels.jit import Byte, inlined, kernel
from millmate.kernels.morris_labels import Lines, Maps, mapped, tabulate_step
from millmate.kernels.morris_rows import (
    After,
    Codes,
    Ints,
    Masks,
    ReadCodes,
    Steps,
    rank,
    removable,
)

# Of the primary side ------------------------------------------------------------------------------


@kernel
def find_targets(masks: Masks, mills: int, lines: Lines, targets: Ints) -> None:
    """Find the stones that can be taken in each column; so many of the row's mills are free."""
    for column in range(masks.size):
        targets[column] = removable(int64(masks[column]), lines.mills[:mills])


@kernel
def mark_wins(masks: Masks, arriving: int, wins: Byte, best: Codes) -> None:
    """Record a winning step to the label `arriving`, a mask, wherever that is free."""
    for column in range(masks.size):
        if int64(masks[column]) & arriving == 0:
            best[column] = wins


@kernel
def try_captures(
    masks: Masks,
    arriving: int,
    targets: Ints,
    maps: Maps,
    to: int,
    after: After,
    worth: ReadCodes,
    wins: Byte,
    best: Codes,
) -> None:
    """Try in each column which stone to take after a step that closes a mill.

    Args:
        masks: The other side's stones.
        arriving: The label that the step leads to, as a mask.
        targets: See `find_targets`.
        maps: Of the step.
        to: The row it leads to.
        after: What is led to.
        worth: See above.
        wins: The most that anything can be worth.
        best: Of the row.
    """
    there = after.codes[to]
    for column in range(masks.size):
        stones, value = int64(masks[column]), best[column]
        if stones & arriving or value == wins:
            continue
        moved, left = mapped(stones, maps, 0), mapped(targets[column], maps, 0)
        while left and value != wins:
            stone = left & -left
            left ^= stone
            value = max(value, worth[there[rank(moved ^ stone, after.columns)]])
        best[column] = value


# Of the other side --------------------------------------------------------------------------------


@kernel
def tabulate_losses(losses: Steps, row: int, maps: Maps) -> None:
    """Tabulate where labels go in each of a row's losses."""
    for step in range(losses.number[row]):
        tabulate_step(losses, row, step, maps, step)


@inlined
def best_capture(
    stones: int, losses: Steps, row: int, maps: Maps, after: After, worth: ReadCodes
) -> int:
    """Return what the best stone to take is worth to the other side, with these stones then."""
    best = 0
    for step in range(losses.number[row]):
        column = rank(mapped(stones, maps, step), after.columns)
        best = max(best, int64(worth[after.codes[losses.row[row, step], column]]))
    return best

"""The axes of plots: where a count and a number of plies lie, and which ticks stand there."""

import math
from dataclasses import dataclass

_HALF = math.log10(0.5)  # where a logarithmic axis begins, so that one position can be seen


@dataclass(frozen=True, slots=True)
class Scale:
    """The axis of counts from none up to `most`, linear or logarithmic."""

    most: int
    logarithmic: bool

    def height(self, count: int) -> float:
        """Return how high `count` stands, 0 to 1 as a share of the axis; none stands at 0."""
        if count <= 0 or self.most <= 0:
            return 0.0
        if self.logarithmic:
            return (math.log10(count) - _HALF) / (math.log10(self.most) - _HALF)
        return count / self.most

    def ticks(self, room: int) -> list[int]:
        """Return up to `room` round counts above none, ascending."""
        if self.most <= 0 or room < 1:
            return []
        if self.logarithmic:
            decades = int(math.log10(self.most)) + 1
            step = math.ceil(decades / room)
            return [10**power for power in range(0, decades, step)]
        step = round_step(self.most / max(2, room))
        return list(range(step, self.most + 1, step))


def round_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... that is not below `least`."""
    if least <= 1:
        return 1
    power = int(10 ** math.floor(math.log10(least)))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least)


def short(count: int) -> str:
    """Return a round count in few characters: `200`, `50k`, `2M`."""
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= unit:
            return f"{count / unit:g}{letter}"
    return str(count)

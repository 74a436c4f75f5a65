"""Where things lie in the plot of the ratings; knows no Qt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from millmate.gui.style.scales import round_step
from millmate.gui.tournament.results.rating_samples import Sample

_EARLY = 0.15  # of the games, in which ratings jump about: they do not decide the axis
_LEAST = 100.0  # Elo points that the axis spans
_WIDEST_BAR = 400.0  # Elo points of an error bar that the axis makes room for
_AIR = 0.06  # of the span, above and beneath


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis from `low` to `high`, drawn from `start` to `end`, in pixels."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value lies, outside of the axis too."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def held(self, value: float) -> float:
        """Return where a value lies, at the axis' end if it is beyond."""
        return self.place(min(max(value, self.low), self.high))

    def ticks(self, room: float) -> list[int]:
        """Return round values along the axis, no closer than `room` pixels."""
        pixels = abs(self.end - self.start)
        step = round_step((self.high - self.low) * room / max(pixels, 1.0))
        first = math.ceil(self.low / step)
        return [step * n for n in range(first, math.floor(self.high / step) + 1)]


def elo_range(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the lowest and the highest rating that the plot shows, of samples in order."""
    if not samples:
        return -_LEAST / 2, _LEAST / 2
    last = samples[-1]
    seen = []
    for value, error in zip(last.values, last.errors, strict=True):
        if value is not None and error is not None:
            bar = min(error, _WIDEST_BAR)
            seen += [value - bar, value + bar]
    settled = [each for each in samples if each.games >= _EARLY * last.games]
    seen += [value for each in settled for value in each.values if value is not None]
    low, high = min(seen, default=0.0), max(seen, default=0.0)
    short = max(0.0, _LEAST - (high - low)) / 2
    air = _AIR * (high - low)
    return low - short - air, high + short + air


def spread(wanted: Mapping[int, float], height: float, top: float, end: float) -> dict[int, float]:
    """Return where labels lie so that none covers another, near to where they are `wanted`.

    Places are the middles of labels of `height`, kept between `top` and `end`; there must be room
    for all of them.
    """
    order = sorted(wanted, key=lambda number: (wanted[number], number))
    blocks: list[list[float]] = []  # the sum of wanted tops, and how many labels
    for place, number in enumerate(order):
        blocks.append([wanted[number] - place * height, 1])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    least, most = top + height / 2, end - height / 2 - (len(order) - 1) * height
    places = [min(max(_mean(block), least), most) for block in blocks for _ in range(int(block[1]))]
    return {number: places[n] + n * height for n, number in enumerate(order)}


def _mean(block: list[float]) -> float:
    return block[0] / block[1]

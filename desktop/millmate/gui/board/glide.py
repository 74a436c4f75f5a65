"""Pieces on their way: which went where between two positions, and where they are meanwhile."""

from collections.abc import Mapping

from millmate.gui.board.geometry import place_of

# Square reached -> column and row (fractions allowed) on the screen where the piece set out.
Glides = Mapping[int, tuple[float, float]]

DURATIONS = {"fast": 70, "normal": 130, "slow": 400}  # milliseconds, as in `settings.SPEEDS`


def glides(before: Mapping[int, str], after: Mapping[int, str], flipped: bool) -> Glides:
    """Return the pieces of `after` that have come from elsewhere, each from the nearest like it."""
    gone = [square for square, symbol in before.items() if after.get(square) != symbol]
    found: dict[int, tuple[float, float]] = {}
    for square, symbol in after.items():
        if before.get(square) == symbol:
            continue
        alike = [origin for origin in gone if before[origin] == symbol]
        if alike:
            origin = min(alike, key=lambda candidate: _distance(candidate, square))
            gone.remove(origin)
            found[square] = place_of(origin, flipped)
    return found


def between(
    start: tuple[float, float], square: int, done: float, flipped: bool
) -> tuple[float, float]:
    """Return column and row after the part `done` (0 to 1) of the way from `start` to `square`."""
    column, row = place_of(square, flipped)
    return start[0] + (column - start[0]) * done, start[1] + (row - start[1]) * done


def _distance(one: int, other: int) -> int:
    return abs((one & 7) - (other & 7)) ** 2 + abs((one >> 3) - (other >> 3)) ** 2

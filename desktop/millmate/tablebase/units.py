"""The units of work that a table consists of, and the graph in which they need each other.

Without pawns a table is one unit. With pawns a slice (one placement of the pawns) needs those
that pawns' moves lead to, which are more advanced: a unit is one slice, or a few small ones that
are equally advanced and therefore do not need each other.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from millmate.games.chess.material import Material
from millmate.tablebase import costs
from millmate.tablebase.layout import Layout, Pawns


@dataclass(frozen=True, slots=True)
class Unit:
    """The slices `numbers` of a table, solved, verified and written together."""

    material: Material
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        """The table, and how many of its slices: for messages."""
        return f"{self.material} ({len(self.numbers)} slices from number {self.numbers[0]})"


def units(layout: Layout) -> dict[Unit, set[Unit]]:
    """Return every unit of a table with those of the same table that it needs."""
    if costs.together(layout.material) >= layout.slices:
        return {Unit(layout.material, tuple(range(layout.slices))): set()}
    found = [unit for level in _levels(layout) for unit in _split(layout, level)]
    owner = {number: unit for unit in found for number in unit.numbers}
    return {
        unit: {owner[number] for own in unit.numbers for number in advanced(layout, own)}
        for unit in found
    }


def advanced(layout: Layout, number: int) -> set[int]:
    """Return the slices that moves of the pawns lead to from slice `number`."""
    return {layout.slice_of(pawns)[0] for pawns in _pushes(layout.placements[number])}


def advancement(pawns: Pawns) -> int:
    """Return the number of ranks that all pawns together have moved."""
    white, black = pawns
    return sum(square // 8 - 1 for square in white) + sum(6 - square // 8 for square in black)


def _levels(layout: Layout) -> list[list[int]]:
    """Return the slices by the advancement of their pawns, the most advanced ones first."""
    levels = defaultdict(list)
    for number, pawns in enumerate(layout.placements):
        levels[advancement(pawns)].append(number)
    return [levels[level] for level in sorted(levels, reverse=True)]


def _split(layout: Layout, numbers: list[int]) -> Iterator[Unit]:
    together = costs.together(layout.material)
    for start in range(0, len(numbers), together):
        yield Unit(layout.material, tuple(numbers[start : start + together]))


def _pushes(pawns: Pawns) -> Iterator[Pawns]:
    """Yield the pawns after each of their moves straight ahead that is no promotion."""
    white, black = pawns
    taken = {*white, *black}
    for square in white:
        for target in _targets(square, 8, square < 16, taken):
            yield _moved(white, square, target), black
    for square in black:
        for target in _targets(square, -8, square >= 48, taken):
            yield white, _moved(black, square, target)


def _targets(square: int, step: int, home: bool, taken: set[int]) -> Iterator[int]:
    for target in (square + step, square + 2 * step)[: 2 if home else 1]:
        if target in taken or not 8 <= target < 56:
            return
        yield target


def _moved(squares: tuple[int, ...], source: int, target: int) -> tuple[int, ...]:
    return tuple(sorted({*squares} - {source} | {target}))

"""Builds tables of DTM50 (see `late_mates`) from those of DTM and DTZ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from millmate.games.chess.material import Material
from millmate.tablebase import late_mates, store
from millmate.tablebase.clocks import Places, Values, solve_clocks
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.dtm50 import AtZero
from millmate.tablebase.layout import LOST, MOST_OF_CODE, layout_of, levels
from millmate.tablebase.metric import Metric
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify import VerificationError


def missing(wanted: Iterable[Material], directory: Path) -> list[Material]:
    """Return the tables to build for `wanted`, smaller ones first; the rest need no file.

    Raises:
        TableError: A table of DTM is missing or damaged.
    """
    closure = {each for material in wanted for each in material.closure() if each.men > 2}
    return [
        material
        for material in sorted(closure)
        if not store.dtm50_path(directory, material).exists()
        and late_mates.has_late(store.opened(directory, material))
    ]


def build(
    directory: Path, material: Material, between: Between = ignore, threads: int | None = None
) -> int:
    """Build a table, and return the number of its places; see `solve` for the rest."""
    found = _found(directory, material, between, threads)
    late_mates.write(directory, material, found)
    return sum(len(each.places) for each in found.values())


def verify(
    directory: Path, material: Material, between: Between = ignore, threads: int | None = None
) -> int:
    """Solve a table again, compare its file, and return the number of its places.

    Raises:
        VerificationError: The file differs.
        MissingTableError, TableError: As `solve`.
    """
    found = _found(directory, material, between, threads)
    kept = late_mates.read(directory, material)
    if kept is None:
        raise MissingTableError(f"there is no table of {material} (DTM50)")
    for turn, each in found.items():
        if not all(map(np.array_equal, each, kept[turn])):
            raise VerificationError(f"{material} (DTM50) is wrong: build it again")
    return sum(len(each.places) for each in found.values())


def _found(
    directory: Path, material: Material, between: Between, threads: int | None
) -> dict[bool, Places]:
    """Return all places that `solve` yields, by the side to move, ascending."""
    sides: dict[bool, list[Places]] = {True: [], False: []}
    size = layout_of(material).slice_size
    found = sorted(solve(directory, material, between, threads), key=lambda each: each[0])
    for number, turn, (places, codes) in found:
        sides[turn].append(Places(places.astype(np.uint64) + np.uint64(number * size), codes))
    return {
        turn: Places(*map(np.concatenate, zip(*parts, strict=True)))
        for turn, parts in sides.items()
    }


def solve(
    directory: Path, material: Material, between: Between = ignore, threads: int | None = None
) -> Iterator[tuple[int, bool, Places]]:
    """Yield the late mates of slices that are not as in DTM; `between` may raise to stop.

    Every result at clock 0 is checked against DTZ.

    Raises:
        MissingTableError: A table of DTM50 that it leads to is missing, or one of DTZ.
        VerificationError: A result is not that of DTZ.
        TableError: A table is missing or damaged.
    """
    layout, read = layout_of(material), AtZero(directory)
    numbers = [number for level in levels(layout, range(layout.slices)) for number in level]
    for count, number in enumerate(numbers):
        codes = np.zeros((2, layout.words, 64), np.uint8)

        def told(done: float, count: int = count) -> None:
            between((count + done) / len(numbers))

        solved = solve_clocks(layout, number, read, False, codes, told, threads)
        if read.inexact:
            raise MissingTableError(f"{material} needs the tables of DTM50 that it leads to")
        for side, turn in enumerate((True, False)):
            _check(directory, material, number, turn, codes[side])
            mates = store.opened(directory, material).slice_values(turn, number).reshape(-1)
            late = read.own[material, number, turn] = solved.late[side]
            other = late.codes != mates[late.places]
            yield number, turn, Places(late.places[other], late.codes[other])


def _check(directory: Path, material: Material, number: int, turn: bool, codes: Values) -> None:
    zeroing = store.opened(Metric.DTZ.directory(directory), material).slice_values(turn, number)
    ruled = np.where(zeroing & MOST_OF_CODE <= LONGEST, zeroing, np.uint8(0))
    wrong = np.count_nonzero(((ruled > 0) != (codes > 0)) | (ruled ^ codes >= LOST))
    if wrong:
        raise VerificationError(f"{wrong} results of {material} at clock 0 are not as in DTZ50")

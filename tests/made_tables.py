"""Tables with invented values, to test storing and reading; only their shape is that of chess."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.tablebase.draft import Draft
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.table import Table, fill_orders

Values = NDArray[np.uint8]

_SIDE = {"wins": 0, "draws": 0, "losses": 0, "plies": []}
FACTS = {
    "verified": False,
    "longest": {"white": 0, "black": 0},
    "longest_fens": {"white": "", "black": ""},
    "counts": {"white": _SIDE, "black": _SIDE},
    "cpu_seconds": 0.0,
    "created": "2026-01-01T00:00:00+00:00",
    "program": "a test",
}


def values_by_chance(name: str, seed: int = 0) -> Values:
    """Return `values[side to move, slice, word, lane king]`, like pieces in every order."""
    layout = Layout(Material.parse(name))
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 9, (2, layout.slices, layout.words, 64), np.uint8)
    values[..., ::7, :] += np.uint8(LOST)
    for side in values:
        for part in side:
            fill_orders(layout, part)
    return values


def table_by_chance(directory: Path, name: str) -> Table:
    """Make a table of invented values."""
    values = values_by_chance(name, seed=len(name))
    directory.mkdir(parents=True, exist_ok=True)
    draft = Draft(directory, Material.parse(name))
    draft.put(range(values.shape[1]), values, {})
    return draft.finish(FACTS)


def values_of(table: Table) -> Values:
    """Return a whole table as uint8[side to move, slices * words, lane king], White first."""
    numbers = range(table.layout.slices)
    return np.stack(
        [
            np.concatenate([table.slice_values(turn, number) for number in numbers])
            for turn in (True, False)
        ]
    )


def table_with(directory: Path, name: str, codes: dict[int, int]) -> Table:
    """Make a table of draws, except for the `codes` at some places."""
    layout = Layout(Material.parse(name))
    directory.mkdir(parents=True, exist_ok=True)
    draft = Draft(directory, layout.material)
    for first in range(0, layout.slices, 64):
        numbers = range(first, min(first + 64, layout.slices))
        values = np.zeros((2, len(numbers), layout.slice_size), np.uint8)
        for place, code in codes.items():
            side, at = divmod(place, layout.slices * layout.slice_size)
            number, at = divmod(at, layout.slice_size)
            if number in numbers:
                values[side, number - first, at] = code
        draft.put(numbers, values, {})
    return draft.finish(FACTS)


def spoil(path: Path) -> None:
    """Truncate a file: this is noticed when it is opened."""
    path.write_bytes(path.read_bytes()[:-9])


def alter(path: Path) -> None:
    """Change bytes in the middle of a table's file: this is noticed when they are read."""
    content = bytearray(path.read_bytes())
    for at in range(len(content) // 8, 3 * len(content) // 4, 50):
        content[at] ^= 1
    path.write_bytes(content)

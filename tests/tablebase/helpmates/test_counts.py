"""How many positions are dead, in all materials of up to five men.

The numbers are our own (`millmate helpmates --all 5`), every set verified; nobody is known to have
published any.
"""

import csv
import os
from pathlib import Path

import pytest

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase.helpmates import files
from millmate.tablebase.helpmates.build import build

_DATA = Path(__file__).parents[2] / "data" / "helpmates.csv"
NUMBERS = {
    (row["material"], row["mated"]): row for row in csv.DictReader(_DATA.read_text().splitlines())
}


def check(directory: Path, name: str) -> None:
    counts = files.opened(directory, Material.parse(name)).info.counts
    for mated, by_turn in counts.items():
        row = NUMBERS[name, mated]
        for turn, count in by_turn.items():
            assert count.dead == int(row[f"dead_{turn}_to_move"]), (name, mated, turn)
            assert count.positions == int(row[f"{turn}_to_move"]), (name, mated, turn)


def check_all(directory: Path, least: int) -> None:
    there = [str(m) for m in all_materials(4) if files.exist(directory, m)]
    assert len(there) >= least
    for name in there:
        check(directory, name)


def test_the_numbers_of_small_materials(helpmates: Path) -> None:
    check_all(helpmates, 8)


@pytest.mark.thorough
def test_the_numbers_of_what_two_pawns_become(tmp_path: Path) -> None:
    build(tmp_path, [Material.parse("KPvKP")])
    check_all(tmp_path, 20)


@pytest.mark.slow
def test_the_numbers_of_all_materials(tmp_path: Path) -> None:
    """Check those in the directory MILLMATE_HELPMATES, or find them all anew."""
    directory = Path(os.environ.get("MILLMATE_HELPMATES", tmp_path))
    build(directory, all_materials(5))
    assert len(NUMBERS) == 2 * len(all_materials(5))
    for material in all_materials(5):
        check(directory, str(material))

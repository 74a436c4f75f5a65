"""Distances of many positions together are those of one after the other."""

import random
import shutil
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.compact import compact
from millmate.tablebase.distances import UNKNOWN, distances
from millmate.tablebase.moves_many import boards_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.zeroing import ZeroingTables

NAMES = ("KvK", "KRvK", "KRPvK", "KRvKP", "KvKP", "KBvK", "KBNvK")  # the last one is missing


def positions() -> list[chess.Board]:
    source = random.Random(3)
    materials = [Material.parse(name) for name in NAMES]
    materials += [each.swapped for each in materials]
    return [
        random_position(material, source, turn)
        for material in materials
        for turn in (True, False) * 20
    ]


def one_by_one(tables: ChessTables, board: chess.Board) -> int:
    found = tables.get(board)
    return UNKNOWN if found is None else found.wdl * (found.plies or 0)


@pytest.fixture(scope="module")
def compact_tables(rule50_tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of `rule50_tables` in which all tables are compact."""
    directory = tmp_path_factory.mktemp("compact") / "tables"
    shutil.copytree(rule50_tables, directory)
    for tables in (Tablebase(directory), ZeroingTables.beside(directory)):
        for material in tables.available():
            compact(tables.directory, material, threads=1)
    return directory


@pytest.mark.parametrize("which", ["rule50_tables", "compact_tables"])
@pytest.mark.parametrize("kind", [Tablebase, ZeroingTables.beside])
def test_distances_are_those_of_one_position_after_the_other(which, kind, request):
    tables: ChessTables = kind(request.getfixturevalue(which))
    boards = positions()
    found = distances(tables, boards_of(boards)).tolist()
    assert found == [one_by_one(tables, board) for board in boards]
    assert {UNKNOWN, 0} < set(found)
    assert distances(tables, boards_of([])).tolist() == []


def test_long_distances_are_told(monkeypatch, rule50_tables):
    monkeypatch.setattr("millmate.tablebase.distances.MOST_OF_CODE", 10)
    tables, boards = Tablebase(rule50_tables), positions()
    found = distances(tables, boards_of(boards)).tolist()
    assert found == [one_by_one(tables, board) for board in boards]

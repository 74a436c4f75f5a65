"""Distances of many positions together are those of one after the other."""

import random

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.distances import UNKNOWN, distances
from millmate.tablebase.metric import Metric
from millmate.tablebase.moves_many import boards_of
from millmate.tablebase.probe import Tablebase, ZeroingTables

NAMES = ("KvK", "KRvK", "KBBvK", "KvKP", "KBvK", "KRPvK", "KBNvK")  # the last two are missing


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
    return UNKNOWN if found is None else found.wdl * (found.plies or found.zeroing or 0)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("metric", Metric)
def test_distances_are_those_of_one_position_after_the_other(metric, compact, few_tables):
    kind = {Metric.DTM: Tablebase, Metric.DTZ: ZeroingTables}[metric]
    tables: ChessTables = kind(few_tables[metric, compact])
    boards = positions()
    found = distances(tables, boards_of(boards)).tolist()
    assert found == [one_by_one(tables, board) for board in boards]
    assert {UNKNOWN, 0} < set(found)
    assert distances(tables, boards_of([])).tolist() == []


def test_long_distances_are_told(monkeypatch, few_tables):
    monkeypatch.setattr("millmate.tablebase.distances.MOST_OF_CODE", 10)
    tables, boards = Tablebase(few_tables[Metric.DTM, False]), positions()
    found = distances(tables, boards_of(boards)).tolist()
    assert found == [one_by_one(tables, board) for board in boards]

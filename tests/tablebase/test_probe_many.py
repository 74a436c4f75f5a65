"""Many positions at once: the codes that probing finds one by one."""

from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tablebase.conftest import FEW, FewTables
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.tablebase.chess_tables import ChessTables
from millmate.tablebase.layout import LOST
from millmate.tablebase.locate import fault_of, locate
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.probe import Tablebase, ZeroingTables
from millmate.tablebase.probe_many import places_of
from millmate.tablebase.verdict import MissingTableError

READERS = {Metric.DTM: Tablebase, Metric.DTZ: ZeroingTables}


def by_chance(material: Material, number: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return arguments of `probe_many` by chance, illegal positions among them."""
    rng = np.random.default_rng(number)
    return rng.random(number) < 0.5, rng.integers(0, 64, (number, material.men))


def board_of(material: Material, turn: bool, squares: NDArray[np.int64]) -> chess.Board | None:
    """Return a position, None if it is illegal."""
    board = chess.Board(None)
    board.turn = bool(turn)
    letters = material.white + material.black.lower()
    for square, letter in zip(squares.tolist(), letters, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    legal = chess.popcount(board.occupied) == material.men and not fault_of(board)
    return board if legal else None


def code_of(tables: ChessTables, board: chess.Board | None) -> int:
    """Return the code of the verdict that probing finds, 0 for illegal positions."""
    if board is None:
        return 0
    verdict = tables.probe(board)
    plies = verdict.plies or verdict.zeroing or 0
    units = plies if tables.metric is Metric.DTZ else (plies + 1) // 2
    assert units < CURSED
    return LOST + units if verdict.wdl < 0 else units


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("number", first(2, [40, 300, 1000]))
@pytest.mark.parametrize("is_compact", [False, True])
@pytest.mark.parametrize("metric", Metric)
def test_each_code_is_that_of_its_position(
    few_tables: FewTables,
    metric: Metric,
    is_compact: bool,
    number: int,
    name: str,
) -> None:
    canonical = Material.parse(name)
    with READERS[metric](few_tables[metric, is_compact]) as tables:
        for material in (canonical, canonical.swapped):
            turns, squares = by_chance(material, number)
            found = tables.probe_many(material, turns, squares)
            boards = [board_of(material, *each) for each in zip(turns, squares, strict=True)]
            assert found.tolist() == [code_of(tables, board) for board in boards]


@pytest.mark.parametrize("name", ["KQvKR", "KRRvKR", "KNNNvK", "KPvKP", "KBPPvKN", "KPPvKP"])
def test_each_place_is_that_of_its_position(name: str) -> None:
    canonical = Material.parse(name)
    for material in (canonical, canonical.swapped):
        turns, squares = by_chance(material, 2000)
        layout, found = places_of(material, turns, squares)
        for place, turn, row in zip(found.tolist(), turns, squares, strict=True):
            if (board := board_of(material, turn, row)) is not None:
                assert layout.board(place) == layout.board(locate(board)[2])


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    material = Material.parse("KRvK")
    with Tablebase(tmp_path) as tables:
        with pytest.raises(MissingTableError):
            tables.probe_many(material, [True], [[0, 1, 20]])
        for turns, squares in (
            ([True], [[0, 1]]),
            ([True, False], [[0, 1, 20]]),
            ([True], [[0, 1, 64]]),
            ([True], [[-1, 1, 20]]),
        ):
            with pytest.raises(ValueError, match="square"):
                tables.probe_many(material, turns, squares)
        with pytest.raises(MissingTableError):
            tables.probe_many(material, [], np.empty((0, 3), np.int64))

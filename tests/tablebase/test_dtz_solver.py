"""Distances to zeroing: against a search ply by ply, and against what is published."""

import random
from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests import naive
from tests.random_tables import keeps
from tests.tiers import only

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.build import build
from millmate.tablebase.dtz_solver import (
    Bound,
    Distances,
    DtzSolver,
    Task,
    solve_distances,
)
from millmate.tablebase.layout import Layout, Pawns
from millmate.tablebase.locate import locate
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import Distance
from millmate.tablebase.store import opened

SLICES: list[tuple[str, Pawns]] = [
    ("KPvK", ((chess.D4,), ())),
    ("KPvKP", ((chess.D4,), (chess.D5,))),  # blocked: kings alone move
    ("KPvKP", ((chess.A2,), (chess.H7,))),
    ("KPvKP", ((chess.D2,), (chess.E4,))),  # a double push that may be taken en passant
    ("KPvKP", ((chess.B7,), (chess.G2,))),  # both about to promote
]


def solved(tables: Path, name: str, pawns: Pawns, winner: bool) -> Distances:
    layout = Layout(Material.parse(name))
    number, mirror = layout.slice_of(pawns)
    assert not mirror

    def read(material: Material, number: int, turn: bool) -> NDArray[np.uint8]:
        return opened(tables, material).slice_values(turn, number)

    return solve_distances(Task(layout.material, number, winner), read, Bound.PROVEN)


@pytest.mark.parametrize(
    ("name", "pawns", "winner"),
    only(
        [(*each, winner) for each in SLICES for winner in chess.COLORS],
        (*SLICES[3], chess.BLACK),
    ),
)
def test_every_position_is_as_far_from_zeroing_as_a_search_ply_by_ply_says(
    more_tables: Path, name: str, pawns: Pawns, winner: bool
) -> None:
    layout = Layout(Material.parse(name))
    men = layout.material.white + layout.material.black.lower(), pawns[0] + pawns[1]
    with Tablebase(more_tables) as base:
        expected = naive.plies_to_zeroing(*men, winner, lambda board: keeps(base, winner, board))
    found, compared = solved(more_tables, name, pawns, winner), 0
    for here, board in naive.boards(*men):
        place = locate(board)[2] % layout.slice_size
        plies = expected.get(here)
        assert found.plies(board.turn, place) == plies, board.fen()
        compared += plies is not None
    assert compared or (winner == chess.BLACK and not pawns[1])


def test_without_pawns_and_captures_the_winner_zeroes_by_mating(tables: Path) -> None:
    layout, rng = Layout(Material.parse("KRvK")), random.Random("zeroing")
    found = solved(tables, "KRvK", ((), ()), True)
    with Tablebase(tables) as base:
        for place in rng.sample(range(layout.size), 2000):
            board = layout.board(place)
            if not board.is_valid():
                continue
            plies = base.probe(board).plies
            assert found.plies(board.turn, place % layout.slice_size) == plies


def test_a_slice_that_takes_too_long_is_refused(tables: Path) -> None:
    task = Task(Material.parse("KRBNvKR"), 0, True)
    with pytest.raises(MillMateError, match="KRBNvKR is too large"):
        solve_distances(task, lambda *about: pytest.fail("nothing is read"), Bound.PROVEN)


def test_without_the_tables_behind_nothing_is_known(tables: Path) -> None:
    pawn, mate = "8/8/8/3k4/8/8/P7/K7 w - - 0 1", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"
    assert DtzSolver(tables).distances([pawn, mate], True) == [None, Distance(1, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("B7/8/8/8/8/8/8/nKBk4 b - - 0 1", 100),  # the longest win under the rule
        ("8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1", None),  # the longest without: 132 plies
    ],
)
def test_bishops_against_knight_are_as_syzygy_has_them(
    fen: str, plies: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Source: syzygy-tables.info, regular statistics of KBBvKN.
    directory = tmp_path_factory.mktemp("bishops")
    build([Material.parse("KBBvKN")], directory)
    assert DtzSolver(directory).distances([fen], True) == [Distance(plies, plies)]

"""Moves made by kernels on the places of tables are those of python-chess."""

import random

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.kernels.chess_probe import TABLE_BIT
from millmate.tablebase.compact_table import PLACES, Stream
from millmate.tablebase.layout import Layout, layout_of
from millmate.tablebase.locate import fault_of, locate
from millmate.tablebase.one_ply import one_ply

Successor = tuple[str, bool, int]

# Pins, checks, like pieces of either side, tables with the colours exchanged; pawns on both sides.
NAMES = (
    "KQvK", "KQvKR", "KRBvKR", "KBBvK", "KRvKNN", "KQQvKQ", "KPvK", "KRPvKB", "KPvKP", "KPPvKP",
    "KBPvKN", "KPPPvK", "KNNNvKN", "KRPvKRP",
)  # fmt: skip


def by_python_chess(board: chess.Board) -> tuple[list[Successor], bool]:
    """Return where moves lead, and whether a pawn could be captured en passant after one."""
    found, passing = [], False
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if after.ep_square is not None and any(after.generate_pseudo_legal_ep()):
            passing = True
        elif chess.popcount(after.occupied) > 2:
            after.ep_square = None
            layout, _, place = locate(after)
            found.append((str(layout.material), board.is_zeroing(move), place))
    return sorted(found), passing


def by_kernels(layout: Layout, boards: list[chess.Board]) -> list[tuple[list[Successor], bool]]:
    places = np.array([locate(board)[2] for board in boards])
    ply = one_ply(layout)
    heads, found, passing = ply.successors(places, ply.rows, streams_of(layout, []))
    successors: list[list[Successor]] = [[] for _ in boards]
    for head, place in zip(heads.tolist(), found.tolist(), strict=True):
        name = str(one_ply(layout).layouts[place >> TABLE_BIT].material)
        successors[head >> 1].append((name, head & 1 == 1, place & (1 << TABLE_BIT) - 1))
    return [(sorted(own), bool(passes)) for own, passes in zip(successors, passing, strict=True)]


def streams_of(layout: Layout, streams: list[tuple[Stream, Stream]]) -> NDArray[np.int64]:
    """Return the rows of the tables that moves lead to, the first ones compact."""
    rows = np.full((len(one_ply(layout).layouts), 4 + 2 * layout.material.men), -1)
    for row, (white, black) in zip(rows, streams, strict=False):
        steps = [*white.steps[::-1], *black.steps[::-1]]
        row[: 2 + len(steps)] = [white.blocks * PLACES, white.layout.slice_size, *steps]
    return rows


def canonical(layout: Layout, board: chess.Board) -> chess.Board:
    """Return a position as the table has it: colours exchanged, or the board turned."""
    return layout.board(locate(board)[2])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", first(1, range(10)))
def test_moves_lead_where_they_do_on_the_board(name: str, seed: int) -> None:
    layout, source = layout_of(Material.parse(name)), random.Random(seed)
    boards = [
        canonical(layout, random_position(layout.material, source, turn))
        for turn in (True, False) * 150
    ]
    assert by_kernels(layout, boards) == [by_python_chess(board) for board in boards]


def test_pawns_that_can_be_captured_en_passant_are_left_to_the_caller() -> None:
    layout = layout_of(Material.parse("KPvKP"))
    boards = [
        canonical(layout, chess.Board(f"{position} - - 0 1"))
        for position in ("4k3/8/8/8/3p4/8/4P3/4K3 w", "4k3/8/8/8/2p5/8/4P3/4K3 w")
    ]
    found = by_kernels(layout, boards)
    assert found == [by_python_chess(board) for board in boards]
    assert [passing for _, passing in found] == [True, False]


@pytest.mark.parametrize("name", ["KQvKR", "KBBvKN", "KRvKNN", "KPvKP", "KBBvKP"])
def test_places_in_streams_are_those_of_the_first_of_two_images(name: str) -> None:
    layout, source = layout_of(Material.parse(name)), random.Random(2)
    boards = [random_position(layout.material, source, turn) for turn in (True, False) * 200]
    places = np.array([locate(board)[2] for board in boards])
    ply = one_ply(layout)
    streams = [
        tuple(
            Stream(each, tuple(source.sample(range(each.pieces + 2), each.pieces + 2)))
            for _ in range(2)
        )
        for each in ply.layouts
    ]
    _, plain, _ = ply.successors(places, ply.rows, streams_of(layout, []))
    ranked = ply.rows_for([True] * len(ply.layouts))
    _, found, _ = ply.successors(places, ranked, streams_of(layout, streams))
    assert (found >> TABLE_BIT == plain >> TABLE_BIT).all()
    for place, at in zip(plain.tolist(), found.tolist(), strict=True):
        table, place = divmod(place, 1 << TABLE_BIT)
        after = ply.layouts[table]
        number, inside = divmod(place, after.slice_size)
        black, number = divmod(number, after.slices)
        first = streams[table][black].place(number, min(inside, after.image(inside)))
        start = streams[table][0].blocks * PLACES if black else 0
        assert at % (1 << TABLE_BIT) == start + first


def test_many_positions_are_done_in_parts() -> None:
    layout, source = layout_of(Material.parse("KQQvKQ")), random.Random(0)
    boards = [random_position(layout.material, source, True) for _ in range(50)] * 100
    found = by_kernels(layout, boards)
    assert sum(len(own) for own, _ in found) > 2 << 16
    assert found[:50] == found[-50:] == by_kernels(layout, boards[:50])


@pytest.mark.parametrize("name", ["KQvKR", "KBBvK", "KPvKP"])
def test_places_are_legal_where_their_positions_are(name: str) -> None:
    layout = layout_of(Material.parse(name))
    places = np.random.default_rng(1).integers(0, layout.size, 2000)
    boards = [layout.board(place) for place in places.tolist()]
    right = [
        chess.popcount(board.occupied) == layout.material.men and not fault_of(board)
        for board in boards
    ]
    found = one_ply(layout).legal(np.append(places, -1))
    assert found.tolist() == [*right, False]
    assert {True, False} == set(right)

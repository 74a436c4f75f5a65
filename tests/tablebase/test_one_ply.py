"""Moves made by kernels on the places of tables are those of python-chess."""

import random

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.kernels.chess_probe import After
from millmate.tablebase.blocks import PLACES
from millmate.tablebase.layout import Layout, layout_of
from millmate.tablebase.locate import fault_of, locate
from millmate.tablebase.one_ply import one_ply
from millmate.tablebase.streams import Stream

Successor = tuple[str, bool, int]
TABLE_BIT = 48  # of where a position is, the bits from here on are the number of the table

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
            where = first_of(layout, place)
            found.append((str(layout.material), board.is_zeroing(move), where))
    return sorted(found), passing


def by_kernels(layout: Layout, boards: list[chess.Board]) -> list[tuple[list[Successor], bool]]:
    places = np.array([locate(board)[2] for board in boards])
    ply = one_ply(layout)
    heads, found, passing = ply.successors(places, After(ply.rows, ply.numbers, streams_of(layout)))
    successors: list[list[Successor]] = [[] for _ in boards]
    for head, place in zip(heads.tolist(), found.tolist(), strict=True):
        after = ply.layouts[place >> TABLE_BIT]
        successors[head >> 1].append(
            (str(after.material), head & 1 == 1, place & (1 << TABLE_BIT) - 1)
        )
    return [(sorted(own), bool(passes)) for own, passes in zip(successors, passing, strict=True)]


def streams_of(
    layout: Layout, streams: list[tuple[Stream, Stream]] | None = None
) -> NDArray[np.int64]:
    """Return rows of `After.streams` for the tables that moves lead to, numbered by the high bits.

    Places are stored in the order of tables unless there are `streams`.
    """
    layouts = one_ply(layout).layouts
    rows = np.zeros((len(layouts), 5 + 2 * layout.material.men), np.int64)
    for number, (row, after) in enumerate(zip(rows, layouts, strict=True)):
        plain = Stream(after, tuple(range(after.pieces + 2)))
        white, black = streams[number] if streams else (plain, plain)
        steps = [*white.steps[::-1], *black.steps[::-1]]
        start, half = (
            number << TABLE_BIT,
            after.side_blocks * PLACES if streams else after.size // 2,
        )
        row[: 3 + len(steps)] = [start, start + half, after.slice_size, *steps]
    return rows


def first_of(layout: Layout, place: int) -> int:
    """Return the place of a position or of its image across the diagonal, whichever is first."""
    number, inside = divmod(place, layout.slice_size)
    return number * layout.slice_size + min(inside, layout.image(inside))


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
    _, plain, _ = ply.successors(places, After(ply.rows, ply.numbers, streams_of(layout)))
    ranked = ply.rows_for([True] * len(ply.layouts))
    near = After(ranked, ply.numbers, streams_of(layout, streams))
    _, found, _ = ply.successors(places, near)
    own = [first_of(layout, place) for place in places.tolist()]
    assert ply.find(places, After(ply.rows, ply.numbers, streams_of(layout))).tolist() == own
    assert (found >> TABLE_BIT == plain >> TABLE_BIT).all()
    for place, at in zip(plain.tolist(), found.tolist(), strict=True):
        table, place = divmod(place, 1 << TABLE_BIT)
        after = ply.layouts[table]
        number, inside = divmod(place, after.slice_size)
        black, number = divmod(number, after.slices)
        first = streams[table][black].place(number, min(inside, after.image(inside)))
        start = after.side_blocks * PLACES if black else 0
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

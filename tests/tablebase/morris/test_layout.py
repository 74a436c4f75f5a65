"""Where a morris table has its values on disk."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.tablebase.morris.layout import CHUNK, SHARD, Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace, pairs, placings
from millmate.tablebase.morris.plan import places

EVERY: tuple[Subspace, ...] = (*pairs(), *placings())
tables = st.sampled_from(EVERY)


@given(tables)
def test_a_chunk_is_whole_rows_and_no_longer_than_it_has_to_be(table: Subspace) -> None:
    layout = Layout(table)
    assert layout.chunk_shape[2] == layout.shape[2]
    assert layout.chunk_size <= max(CHUNK, layout.shape[2])
    assert layout.shard_chunks * layout.chunk_size <= max(SHARD, layout.chunk_size)
    rows = [layout.rows_of(chunk) for chunk in range(layout.chunks)]
    for side in range(layout.sides):
        own = [part for at, part in rows if at == side]
        assert own[0].start == 0
        assert own[-1].stop == layout.shape[1]
        assert all(a.stop == b.start for a, b in pairwise(own))


@given(tables, st.data())
def test_a_row_is_found_in_its_chunk(table: Subspace, data: st.DataObject) -> None:
    layout = Layout(table)
    side = data.draw(st.integers(0, layout.sides - 1))
    row = data.draw(st.integers(0, layout.shape[1] - 1))
    chunk, inside = layout.chunk_of(side, row)
    assert layout.rows_of(chunk)[0] == side
    assert layout.rows_of(chunk)[1].start + inside == row


@pytest.mark.parametrize("table", [Pair(4, 3), Placing(17, 4, 3), Placing(5, 3, 1)])
def test_packed_rows_come_back(table: Subspace) -> None:
    layout = Layout(table)
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (7, layout.values_shape[2]), np.uint8)
    stored = layout.packed(codes)
    assert stored.shape == (7, layout.shape[2])
    assert np.array_equal(layout.unpacked(stored), codes)
    content = stored.tobytes()
    for row, column in [(0, 0), (3, 1), (6, codes.shape[1] - 1), (5, codes.shape[1] // 2)]:
        assert layout.code(content, row, column) == codes[row, column]


def test_four_positions_of_the_placing_phase_take_a_byte() -> None:
    layout = Layout(Placing(1, 1, 0))
    assert layout.packed(np.array([[2]], np.uint8)).tolist() == [[2]]
    layout = Layout(Placing(4, 2, 2))
    codes = np.zeros((1, layout.values_shape[2]), np.uint8)
    codes[0, :5] = 1, 2, 0, 2, 1
    assert layout.packed(codes)[0, :2].tolist() == [0b10_00_10_01, 0b01]


def test_sides_to_move() -> None:
    assert Layout(Pair(4, 4)).to_move == ("primary",)
    assert Layout(Pair(4, 3)).to_move == ("primary", "other")
    assert Layout(Placing(16, 8, 8)).to_move == ("primary",)  # White, who began
    assert Layout(Placing(17, 9, 8)).to_move == ("other",)


def test_the_plan_counts_places_as_the_layout_does() -> None:
    assert [places(table) for table in EVERY] == [Layout(table).size for table in EVERY]

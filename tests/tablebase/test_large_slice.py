"""Pawnless tables of six men are read in parts; here the same is done with four."""

from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from tests.made_tables import FACTS
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.tablebase import (
    container,
    draft,
    estimates,
    full_table,
    reach_file,
    slices,
    store,
    verify,
)
from millmate.tablebase import layout as layouts
from millmate.tablebase.build import build
from millmate.tablebase.draft import Draft
from millmate.tablebase.far import nearer
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.large_slice import LargeSlice
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.slices import CODES
from millmate.tablebase.table import Values, fill_orders


@pytest.fixture(params=["KRNvK", "KNNvK", "KNvKN", "KQvK"])
def table(request: pytest.FixtureRequest, more_tables: Path) -> FullTable:
    found = store.opened(more_tables, Material.parse(request.param))
    assert isinstance(found, FullTable)
    return found


def test_a_part_holds_the_placements_with_a_piece_where_it_stands(table: FullTable) -> None:
    layout = table.layout
    kings = np.array([3, 0, 9, 3])
    squares = np.array([60, 7, 0, 61])
    for piece in range(layout.pieces):
        found = LargeSlice(table, False).standing(piece, kings, squares)
        rows = table.slice_values(False).reshape(10, *[64] * (layout.pieces + 1))
        right = [np.take(rows[k], s, piece) for k, s in zip(kings, squares, strict=True)]
        assert np.array_equal(found, np.array(right).reshape(found.shape))
        mapped = LargeSlice(table, False, through=lambda own, more: 255 - own)
        assert np.array_equal(mapped.standing(piece, kings, squares), 255 - found)


@pytest.mark.parametrize(
    ("name", "chunk", "alone"),
    [
        ("KQvK", 64, [True]),
        pytest.param("KRNvK", 64, [True, True], marks=pytest.mark.thorough),
        ("KRNvK", 64**2, [True, False]),
        ("KRNNvK", 64**3, [True, False, False]),
        ("KNNvK", 64**3, [False, False]),
    ],
)
def test_a_piece_whose_squares_have_chunks_of_their_own_is_read_alone(
    name: str, chunk: int, alone: list[bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in (layouts, slices, draft, full_table, container):
        monkeypatch.setattr(module, "BLOCK", chunk)
    layout = Layout(Material.parse(name))
    values = np.zeros((2, 1, layout.words, 64), np.uint8)
    king = 3
    rows = slice(king * layout.words // 10, (king + 1) * layout.words // 10)
    for side in (0, 1):
        shape = (rows.stop - rows.start, 64)
        values[side, 0, rows] = np.random.default_rng(side).integers(0, 9, shape, np.uint8)
        fill_orders(layout, values[side, 0])
    monkeypatch.setattr(estimates, "large", lambda material: True)
    monkeypatch.setattr(reach_file, "layout_in", lambda *_: layout)  # others keep their sizes
    begun = Draft(tmp_path, layout.material)
    begun.put([0], values, {})
    begun.finish(FACTS)
    table = full_table.FullTable(store.table_path(tmp_path, layout.material), layout)
    filled, fill = list[int](), FullTable.fill

    def filling(self: FullTable, stream: str, first: int, out: Values, threads: int = 1) -> None:
        filled.append(out.size)
        fill(self, stream, first, out, threads)

    monkeypatch.setattr(FullTable, "fill", filling)
    for piece, can in enumerate(alone):
        for turn, square in ((True, 0), (False, 63), (True, 29)):
            filled.clear()
            found = table.standing_values(CODES, turn, king, piece, np.array([square]))
            assert (sum(filled) == found.size) == can
            right = values[0 if turn else 1, 0, rows].reshape([64] * (layout.pieces + 1))
            assert np.array_equal(found[0], np.take(right, square, piece))


@pytest.mark.parametrize(
    ("name", "metric"),
    first(
        2,
        [
            ("KPvK", Metric.DTM),
            ("KRvKP", Metric.DTZ),
            ("KRvKP", Metric.DTM),
            ("KNPvK", Metric.DTM),
        ],
    ),
)
def test_a_table_is_the_same_from_parts(
    name: str,
    metric: Metric,
    more_tables: Path,
    zeroing_tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    right, material = (more_tables, zeroing_tables)[metric is Metric.DTZ], Material.parse(name)
    for path in (*right.glob("*.table"), *right.glob("*.plane")):
        if path.stem != name:
            (tmp_path / path.name).symlink_to(path)
    parts, standing = [], LargeSlice.standing

    def noted(self: LargeSlice, *about: Any) -> Values:
        parts.append(self)
        return standing(self, *about)

    monkeypatch.setattr(LargeSlice, "standing", noted)
    promoted = lambda of: of.men == material.men and not of.has_pawns  # noqa: E731 - a name
    monkeypatch.setattr(estimates, "in_parts", promoted)
    (info,) = build([material], tmp_path, metric=metric, planes=True)
    assert {part.table.layout.kinds[0] for part in parts} >= {chess.QUEEN, chess.ROOK}
    parts.clear()
    assert verify.verify(tmp_path, material, metric=metric).positions > 0
    assert parts
    assert info.checksum == store.opened(right, material).info.checksum


def test_moves_are_taken_off_what_codes_and_the_rest_make_up() -> None:
    codes = np.array([0, 1, 50, 127, LOST, LOST + 50, LOST + 127, 127, LOST + 127], np.uint8)
    more = np.array([0, 0, 0, 0, 0, 0, 0, 200, 13], np.uint8)
    right = [0, 1, 1, 2, LOST, LOST, LOST + 2, 127, LOST + 15]
    assert nearer(codes, more, 125).tolist() == right
    columns = np.asfortranarray(codes.reshape(3, 3)), np.asfortranarray(more.reshape(3, 3))
    assert nearer(*columns, 125).reshape(-1).tolist() == right
    assert nearer(codes, None, 0) is codes
    assert nearer(codes, None, 125).tolist() == [*right[:7], 2, LOST + 2]

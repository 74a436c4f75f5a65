"""What a slice is solved and verified from: neither more nor less than `reads` says."""

import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.tablebase.conftest import FewTables
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.tablebase import jobs, store
from millmate.tablebase.build import build
from millmate.tablebase.cluster_build import reads
from millmate.tablebase.draft import Draft
from millmate.tablebase.far import SliceReader
from millmate.tablebase.layout import layout_of
from millmate.tablebase.metric import Metric


@pytest.mark.parametrize("name", first(2, ["KQvKR", "KRvKP", "KRPvK", "KPvKP", "KPPvK"]))
def test_a_build_reads_the_slices_that_it_is_said_to_read(
    name: str, more_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    material = Material.parse(name)
    for table in more_tables.glob("*.table"):
        if table.stem != name:
            (tmp_path / table.name).symlink_to(table)
    seen: dict[Material, set[int]] = defaultdict(set)
    load = SliceReader._load

    def loading(self: SliceReader, of: Material, number: int, turn: bool) -> Any:
        seen[of].add(number)
        return load(self, of, number, turn)

    monkeypatch.setattr(SliceReader, "_load", loading)
    build([material], tmp_path, threads=1)
    layout = layout_of(material)
    expected = reads(layout, range(layout.slices))
    # A job does not read its own slices.
    within = set().union(*jobs.jobs_of(layout).values()) if layout.slices > 1 else set()
    expected[material] = {number for job in within for number in job.numbers} & expected.get(
        material, set()
    )
    assert {of: numbers for of, numbers in expected.items() if numbers} == seen


def test_captures_en_passant_are_among_them() -> None:
    layout = layout_of(Material.parse("KPvKP"))
    (number, _) = layout.slice_of(((12,), (27,)))  # e2 and d4
    alone = layout_of(Material.parse("KPvK"))
    after, _ = alone.slice_of(((44,), ()))  # Black's pawn has taken on e3: White's on e6
    assert after in reads(layout, [number])[alone.material]


def test_a_table_is_read_where_its_codes_go_meanwhile(
    few_tables: FewTables, tmp_path: Path
) -> None:
    rook, pawn = Material.parse("KRvK"), Material.parse("KPvK")
    directory = few_tables[Metric.DTM, False]
    for path in (store.plane_path, store.table_path):
        shutil.copy(path(directory, rook), path(tmp_path, rook))
    reader = jobs._Reader(Draft(tmp_path, pawn), 1, {})
    right = [store.opened(directory, rook).slice_values(turn) for turn in (True, False)]
    assert np.array_equal(reader.read(rook, 0, True), right[0])
    store.plane_path(tmp_path, rook).unlink()
    assert np.array_equal(reader.read(rook, 0, False), right[1])

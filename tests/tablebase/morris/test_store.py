"""Morris tables on disk: nothing missing or altered goes unnoticed."""

import asyncio
import shutil
from pathlib import Path

import numpy as np
import pytest
import zarr.api.asynchronous

from millmate.tablebase import sharded
from millmate.tablebase.morris import layout, store
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.store import MorrisTable, SideCounts
from millmate.tablebase.sharded import TableError

_NONE = SideCounts(0, 0, 0, 0, 0, 0, ())
FACTS = {
    "verified": False,
    "longest": {},
    "counts": {"primary": _NONE},
    "cpu_seconds": 0.0,
    "created": "",
    "program": "a test",
}


def by_chance(table: Subspace) -> Codes:
    most = 3 if isinstance(table, Placing) else 30
    return np.random.default_rng(1).integers(0, most, Layout(table).values_shape, np.uint8)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return the directory of a table made up, some hundred kilobytes."""
    store.write(tmp_path, Pair(3, 3), by_chance(Pair(3, 3)), FACTS)
    return tmp_path


def test_a_damaged_table_is_never_used(written: Path) -> None:
    """What else may be damaged is tried with tables of chess, which are read by the same code."""
    path = store.table_path(written, Pair(3, 3))
    next(file for file in (path / "c").rglob("*") if file.is_file()).unlink()
    with pytest.raises(TableError, match=r"morris-3-3 is damaged \(.*\): delete .* and build it"):
        MorrisTable(path)
    sound, damaged = store.survey(written)
    assert not sound
    assert [error.path.name for error in damaged] == ["morris-3-3.zarr"]


@pytest.mark.parametrize(
    "table", [Pair(3, 3), Pair(5, 3), Placing(17, 4, 3), Placing(7, 4, 3), Placing(0, 0, 0)]
)
def test_what_was_written_is_read(tmp_path: Path, table: Subspace) -> None:
    values = by_chance(table)
    written = store.write(tmp_path, table, values, FACTS, threads=2)
    assert written.info.bytes == sharded.disk_bytes(written.path)
    assert written.info.material == str(table)
    for threads in (1, 2):
        assert (written.values(threads=threads) == values).all()
    assert store.tables(tmp_path) == [table]
    assert not store.unfinished(tmp_path)


def test_both_sides_are_read_at_once_though_their_last_shards_are_not_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "CHUNK", 1 << 14)
    monkeypatch.setattr(layout, "SHARD", 1 << 17)
    table = Pair(4, 3)
    cut = Layout(table)
    assert cut.side_shards > 1
    assert cut.side_chunks % cut.shard_chunks
    values = by_chance(table)
    assert (store.write(tmp_path, table, values, FACTS).values() == values).all()


def test_zarr_itself_reads_a_table(tmp_path: Path) -> None:
    """Other programs can read tables by the description in `layout`."""

    async def read(table: Subspace) -> np.ndarray:
        path = store.table_path(tmp_path, table)
        array = await zarr.api.asynchronous.open_array(store=path, mode="r")
        return np.asarray(await array.getitem(...))

    pair, placing = Pair(5, 3), Placing(17, 4, 3)
    for table in (pair, placing):
        store.write(tmp_path, table, by_chance(table), FACTS)
    assert (asyncio.run(read(pair)) == by_chance(pair)).all()
    stored = asyncio.run(read(placing))
    four = stored[..., None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3
    codes = four.reshape(*stored.shape[:2], -1)[..., : Layout(placing).values_shape[2]]
    assert (codes == by_chance(placing)).all()


def test_the_checksum_is_that_of_the_values(tmp_path: Path) -> None:
    table = Pair(4, 3)
    other = by_chance(table)
    other[1, 5, 5] ^= 1
    checksums = []
    for threads, values in ((1, by_chance(table)), (2, by_chance(table)), (1, other)):
        written = store.write(tmp_path, table, values, FACTS, threads=threads)
        checksums.append(written.info.checksum)
        shutil.rmtree(written.path)
    assert checksums[0] == checksums[1] != checksums[2]


def test_writing_that_is_broken_off_leaves_nothing(tmp_path: Path) -> None:
    told = 0

    def check() -> None:
        nonlocal told
        told += 1
        if told > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.write(tmp_path, Pair(5, 4), by_chance(Pair(5, 4)), FACTS, check=check)
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_is_there_by_now_stays(written: Path) -> None:
    before = store.survey(written)
    store.write(written, Pair(3, 3), by_chance(Pair(3, 3)), FACTS)
    assert store.survey(written) == before


def test_what_is_no_table_is_left_alone(written: Path) -> None:
    shutil.copytree(store.table_path(written, Pair(3, 3)), written / "morris-3-3 (copy).zarr")
    (written / "morris-notes.zarr").touch()
    (written / "KQvK.zarr").mkdir()
    assert store.tables(written) == [Pair(3, 3)]
    assert store.tables(written / "nowhere") == []
    assert store.unfinished(written / "nowhere") == []

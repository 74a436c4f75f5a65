"""Morris tables on disk: nothing missing or altered goes unnoticed."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import zarr.api.asynchronous
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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


def shard(path: Path, number: int = 0) -> Path:
    return sorted(file for file in (path / "c").rglob("*") if file.is_file())[number]


def truncate(path: Path) -> None:
    shard(path).write_bytes(shard(path).read_bytes()[:-7])


def alter(path: Path) -> None:
    content = bytearray(shard(path).read_bytes())
    content[len(content) // 2] ^= 1
    shard(path).write_bytes(content)


def remove(path: Path) -> None:
    shard(path).unlink()


def claim(path: Path) -> None:
    text = (path / "zarr.json").read_text()
    (path / "zarr.json").write_text(text.replace('"verified": false', '"verified": true'))


def undocument(path: Path) -> None:
    (path / "zarr.json").unlink()


@pytest.mark.parametrize("damage", [truncate, alter, remove, claim, undocument])
def test_a_damaged_table_is_never_used(written: Path, damage: Callable[[Path], None]) -> None:
    path = store.table_path(written, Pair(3, 3))
    damage(path)
    with pytest.raises(TableError, match=r"morris-3-3 is damaged \(.*\): delete .* and build it"):
        MorrisTable(path)
    sound, damaged = store.survey(written)
    assert not sound
    assert [error.path.name for error in damaged] == ["morris-3-3.zarr"]


@pytest.mark.parametrize("damage", [truncate, alter, remove])
def test_a_chunk_of_a_large_table_is_checked_when_it_is_read(
    written: Path, damage: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharded, "_CHECK_AT_ONCE", 0)
    table = MorrisTable(store.table_path(written, Pair(3, 3)))
    damage(table.path)
    with pytest.raises(TableError, match="morris-3-3 is damaged"):
        table.chunk(0)
    with pytest.raises(TableError, match="morris-3-3 is damaged"):
        table.values(threads=2)


def test_a_table_of_another_version_is_named_as_such(written: Path) -> None:
    path = store.table_path(written, Pair(3, 3))
    document = json.loads((path / "zarr.json").read_text())
    document["attributes"]["millmate"]["format"] = 99
    (path / "zarr.json").write_text(json.dumps(document))
    with pytest.raises(TableError, match="its format is 99, this program reads format 1"):
        MorrisTable(path)


def test_a_table_under_another_name_is_refused(written: Path) -> None:
    path = store.table_path(written, Pair(3, 3))
    path.rename(path.with_name("morris-4-3.zarr"))
    with pytest.raises(TableError, match="it holds morris-3-3"):
        MorrisTable(path.with_name("morris-4-3.zarr"))


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
    checksums = [
        store.write(tmp_path / str(n), table, by_chance(table), FACTS, threads=n).info.checksum
        for n in (1, 2)
    ]
    other = by_chance(table)
    other[1, 5, 5] ^= 1
    checksums.append(store.write(tmp_path / "3", table, other, FACTS).info.checksum)
    assert checksums[0] == checksums[1] != checksums[2]


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_no_altered_byte_goes_unnoticed(written: Path, data: st.DataObject) -> None:
    path = store.table_path(written, Pair(3, 3))
    file = data.draw(st.sampled_from([shard(path), path / "zarr.json"]))
    right = file.read_bytes()
    wrong = bytearray(right)
    wrong[data.draw(st.integers(0, len(right) - 1))] ^= data.draw(st.sampled_from([1, 4, 64]))
    file.write_bytes(wrong)
    try:
        with pytest.raises(TableError):
            MorrisTable(path)
    finally:
        file.write_bytes(right)
    MorrisTable(path)


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

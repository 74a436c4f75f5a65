"""Morris tables on disk: nothing missing or altered goes unnoticed."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from millmate.tablebase import targets
from millmate.tablebase.container import Finished
from millmate.tablebase.morris import layout, store
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.layout import OUTCOMES, Codes, Layout
from millmate.tablebase.morris.names import MorrisTarget, Pair, Placing, Subspace
from millmate.tablebase.morris.store import MorrisTable, SideCounts
from millmate.tablebase.sharded import TableError

OLD = Path(__file__).parents[2] / "data" / "morris_zarr"
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
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    with pytest.raises(TableError, match=r"morris-3-3 is damaged \(.*\): delete .* and build it"):
        MorrisTable(path)
    sound, damaged = targets.survey(written)
    assert not sound
    assert [error.path.name for error in damaged] == ["morris-3-3.table"]
    path.write_bytes(whole[:3000] + bytes(9) + whole[3009:])
    with pytest.raises(TableError, match="block 0 is corrupted"):
        MorrisTable(path).values()
    path.write_bytes(whole)
    with pytest.raises(TableError, match="it holds morris:3-3"):
        MorrisTable(path.rename(path.with_name("morris-4-3.table")))


def test_a_table_that_is_not_finished_has_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", lambda *paths: pytest.fail("power fails"))
    with pytest.raises(pytest.fail.Exception):
        store.write(tmp_path, Pair(3, 3), by_chance(Pair(3, 3)), FACTS)
    assert store.tables(tmp_path) == []


@pytest.mark.parametrize("path", sorted(OLD.iterdir()), ids=lambda path: path.name)
def test_a_table_of_earlier_versions_is_read(tmp_path: Path, path: Path) -> None:
    shutil.copytree(path, tmp_path / path.name)
    (table,) = store.tables(tmp_path)
    old = store.opened(tmp_path, table)
    build([MorrisTarget.parse(str(table))], tmp_path / "new")
    new = store.opened(tmp_path / "new", table)
    compact = ".wdl." in path.name
    assert store.is_compact(tmp_path, table) is old.info.compact is compact
    assert (old.values() == (OUTCOMES[new.values()] if compact else new.values())).all()
    assert old.info.counts == new.info.counts
    store.write(tmp_path, table, new.values(), FACTS)
    assert {path.name for path in tmp_path.iterdir()} == {"new", new.path.name}


@pytest.mark.parametrize(
    "table", [Pair(3, 3), Pair(5, 3), Placing(17, 4, 3), Placing(7, 4, 3), Placing(0, 0, 0)]
)
def test_what_was_written_is_read(tmp_path: Path, table: Subspace) -> None:
    values = by_chance(table)
    written = store.write(tmp_path, table, values, FACTS, threads=2)
    assert written.info.bytes == written.path.stat().st_size
    assert written.info.material == str(table)
    for threads in (1, 2):
        assert (written.values(threads=threads) == values).all()
    assert store.tables(tmp_path) == [table]
    assert not store.unfinished(tmp_path)


def test_both_sides_are_read_at_once_though_their_last_chunks_are_not_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "CHUNK", 1 << 14)
    table = Pair(4, 3)
    cut = Layout(table)
    assert cut.side_chunks > 1
    assert cut.shape[1] % cut.chunk_rows
    values = by_chance(table)
    assert (store.write(tmp_path, table, values, FACTS).values() == values).all()


def test_the_blocks_of_a_file_are_chunks_as_the_layout_describes_them(tmp_path: Path) -> None:
    for table, stream in ((Pair(5, 3), "codes"), (Placing(17, 4, 3), "results")):
        file = Finished(store.write(tmp_path, table, by_chance(table), FACTS).path)
        own = Layout(table)
        assert file.streams == {stream: own.chunks}
        size = own.chunk_size
        blocks = b"".join(file.block(stream, at, size, size) for at in range(own.side_chunks))
        stored = np.frombuffer(blocks, np.uint8).reshape(-1, own.shape[2])[: own.shape[1]]
        if own.per_byte == 4:
            four = stored[..., None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3
            stored = four.reshape(len(stored), -1)[:, : own.values_shape[2]]
        assert (stored == by_chance(table)[0]).all()


def test_the_checksum_is_that_of_the_values(tmp_path: Path) -> None:
    table = Pair(4, 3)
    other = by_chance(table)
    other[1, 5, 5] ^= 1
    checksums = []
    for threads, values in ((1, by_chance(table)), (2, by_chance(table)), (1, other)):
        written = store.write(tmp_path, table, values, FACTS, threads=threads)
        checksums.append(written.info.checksum)
        written.path.unlink()
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
    before = targets.survey(written)
    store.write(written, Pair(3, 3), by_chance(Pair(3, 3)), FACTS)
    assert targets.survey(written) == before


def test_what_is_no_table_is_left_alone(written: Path) -> None:
    shutil.copy(store.table_path(written, Pair(3, 3)), written / "morris-3-3 (copy).table")
    (written / "morris-notes.table").touch()
    (written / "KQvK.zarr").mkdir()
    assert store.tables(written) == [Pair(3, 3)]
    assert store.tables(written / "nowhere") == []
    assert store.unfinished(written / "nowhere") == []

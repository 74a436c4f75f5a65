"""Tables that earlier versions stored as Zarr arrays, and those written for other programs."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np
import pytest
import zarr.api.asynchronous
from tests.made_tables import FACTS, values_by_chance, values_of

from millmate.games.chess.material import Material
from millmate.tablebase import sharded, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.targets import survey
from millmate.tablebase.zarr.export import export

WON = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")


@pytest.fixture
def copy(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with KQvK and KRvK as earlier versions stored them."""
    for name in ("KQvK", "KRvK"):
        export(tables, Material.parse(name), tmp_path, lambda done: None, threads=1)
    return tmp_path


# One slice; slices that share chunks; slices of one chunk each.
@pytest.mark.parametrize("name", ["KNNvK", "KPvK", "KPPvK", "KRPvK"])
def test_other_readers_of_zarr_see_like_pieces_once(tmp_path: Path, name: str) -> None:
    async def read() -> np.ndarray:
        array = await zarr.api.asynchronous.open_array(store=path, mode="r")
        return np.asarray(await array.getitem(Ellipsis))

    values, material = values_by_chance(name), Material.parse(name)
    (tmp_path / "own").mkdir()
    draft = Draft(tmp_path / "own", material)
    draft.put(range(values.shape[1]), values, {})
    layout = draft.finish(FACTS).layout
    (path,) = export(tmp_path / "own", material, tmp_path, lambda done: None, threads=2)
    seen = asyncio.run(read())
    assert seen.shape == layout.shape
    right = values.reshape(layout.shape)
    if name == "KNNvK":
        right = right * np.triu(np.ones((64, 64), np.uint8))[:, :, None]
    assert np.array_equal(seen, right)
    assert np.array_equal(values_of(FullTable(path)), values.reshape(2, -1, 64))


def test_a_table_of_earlier_versions_answers(copy: Path, tables: Path) -> None:
    table = store.opened(copy, "KQvK")
    assert isinstance(table, FullTable)
    right = store.opened(tables, "KQvK")
    assert np.array_equal(values_of(table), values_of(right))
    assert table.info.counts == right.info.counts
    with Tablebase(copy) as tables_:
        assert tables_.probe(WON).plies == 17
    assert store.disk_bytes(copy, "KQvK") == sharded.disk_bytes(table.path) == table.info.bytes


def chunk(path: Path, number: int = 0) -> Path:
    return sorted(file for file in (path / "c").rglob("*") if file.is_file())[number]


def overwrite(shard: int, change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: chunk(path, shard).write_bytes(change(chunk(path, shard).read_bytes()))


def metadata(change: Callable[[str], str]) -> Callable[[Path], object]:
    return lambda path: (path / "zarr.json").write_text(change((path / "zarr.json").read_text()))


def exchange(path: Path) -> None:
    first, second = chunk(path, 0).read_bytes(), chunk(path, 1).read_bytes()
    chunk(path, 0).write_bytes(second)
    chunk(path, 1).write_bytes(first)


def rename(path: Path) -> None:
    shutil.rmtree(path)
    shutil.copytree(path.with_name("KRvK.zarr"), path)


OF_CHUNKS = {
    "altered": overwrite(0, lambda content: content[:99] + b"\0\1" + content[101:]),
    "exchanged": exchange,
}
DAMAGES = {
    "truncated": overwrite(0, lambda content: content[:-7]),
    "removed": lambda path: chunk(path).unlink(),
    "claimed": metadata(lambda text: text.replace('"verified": true', '"verified": 1')),
    "format is 99": metadata(lambda text: text.replace('"format": 2', '"format": 99')),
    "empty": metadata(lambda text: ""),
    "a list": metadata(lambda text: "[]"),
    "undocumented": lambda path: (path / "zarr.json").unlink(),
    "renamed": rename,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_never_used(copy: Path, damage: str) -> None:
    DAMAGES[damage](copy / "KQvK.zarr")
    with pytest.raises(TableError, match=r"KQvK is damaged \(.*\): delete .*KQvK.zarr and build"):
        FullTable(copy / "KQvK.zarr")
    sound, damaged = survey(copy)
    assert [info.material for info in sound] == ["KRvK"]
    assert [error.path.name for error in damaged] == ["KQvK.zarr"]
    assert "format" not in damage or f"its {damage}, this program" in str(damaged[0])
    tables = Tablebase(copy)
    for _ in range(2):
        with pytest.raises(TableError):
            tables.probe(WON)


@pytest.mark.parametrize("damage", DAMAGES | OF_CHUNKS)
def test_a_chunk_is_checked_when_it_is_read(copy: Path, damage: str) -> None:
    tables = Tablebase(copy)
    (DAMAGES | OF_CHUNKS)[damage](copy / "KQvK.zarr")
    with pytest.raises(TableError, match="KQvK is damaged"):
        tables.probe(WON)


def test_a_directory_of_another_program_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "KQvK.zarr"

    async def write() -> None:
        await zarr.api.asynchronous.create_array(store=path, shape=(2, 3), dtype="u1")

    asyncio.run(write())
    with pytest.raises(TableError, match=r"zarr\.json does not describe a table"):
        FullTable(path)

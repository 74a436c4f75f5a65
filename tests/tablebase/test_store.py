import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np
import pytest
import zarr.api.asynchronous
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.made_tables import table_by_chance

from millmate.games.chess.material import Material
from millmate.tablebase import sharded, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.store import Table, survey
from millmate.tablebase.verify import VerificationError, verify

WON = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")


@pytest.fixture
def copy(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with KQvK and KRvK."""
    for name in ("KQvK.zarr", "KRvK.zarr"):
        shutil.copytree(tables / name, tmp_path / name)
    return tmp_path


def chunk(path: Path, number: int = 0) -> Path:
    return sorted(file for file in (path / "c").rglob("*") if file.is_file())[number]


def truncate(path: Path) -> None:
    chunk(path).write_bytes(chunk(path).read_bytes()[:-7])


def alter(path: Path) -> None:
    content = bytearray(chunk(path).read_bytes())
    content[len(content) // 2] ^= 1
    chunk(path).write_bytes(content)


def remove(path: Path) -> None:
    chunk(path).unlink()


def exchange(path: Path) -> None:
    first, second = chunk(path, 0).read_bytes(), chunk(path, 1).read_bytes()
    chunk(path, 0).write_bytes(second)
    chunk(path, 1).write_bytes(first)


def claim(path: Path) -> None:
    text = (path / "zarr.json").read_text()
    (path / "zarr.json").write_text(text.replace('"verified": true', '"verified": 1'))


def future(path: Path) -> None:
    document = json.loads((path / "zarr.json").read_text())
    document["attributes"]["millmate"]["format"] = 99
    (path / "zarr.json").write_text(json.dumps(document))


def empty(path: Path) -> None:
    (path / "zarr.json").write_text("")


def list_(path: Path) -> None:
    (path / "zarr.json").write_text("[]")


def undocument(path: Path) -> None:
    (path / "zarr.json").unlink()


def rename(path: Path) -> None:
    shutil.rmtree(path)
    shutil.copytree(path.with_name("KRvK.zarr"), path)


DAMAGES = [truncate, alter, remove, exchange, claim, future, empty, list_, undocument, rename]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_never_used(copy: Path, damage: Callable[[Path], None]) -> None:
    damage(copy / "KQvK.zarr")
    with pytest.raises(TableError, match=r"KQvK is damaged \(.*\): delete .*KQvK.zarr and build"):
        Table(copy / "KQvK.zarr")
    sound, damaged = survey(copy)
    assert [info.material for info in sound] == ["KRvK"]
    assert [error.path.name for error in damaged] == ["KQvK.zarr"]
    tables = Tablebase(copy)
    for _ in range(2):
        with pytest.raises(TableError):
            tables.probe(WON)


@pytest.mark.parametrize("damage", [truncate, alter, remove])
def test_a_chunk_of_a_large_table_is_checked_when_it_is_read(
    copy: Path, damage: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharded, "_CHECK_AT_ONCE", 0)
    Table(copy / "KQvK.zarr")
    tables = Tablebase(copy)
    damage(copy / "KQvK.zarr")
    with pytest.raises(TableError, match="KQvK is damaged"):
        tables.probe(WON)


@pytest.fixture(scope="module")
def by_chance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a table of made-up values, some hundred kilobytes."""
    return table_by_chance(tmp_path_factory.mktemp("by_chance"), "KPvK").path


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_altered_byte_of_a_large_table_goes_unnoticed(
    by_chance: Path, monkeypatch: pytest.MonkeyPatch, data: st.DataObject
) -> None:
    monkeypatch.setattr(sharded, "_CHECK_AT_ONCE", 0)
    file = chunk(by_chance, data.draw(st.integers(0, 1)))
    right = file.read_bytes()
    wrong = bytearray(right)
    wrong[data.draw(st.integers(-len(right), len(right) - 1))] ^= data.draw(st.integers(1, 255))
    file.write_bytes(wrong)
    table = Table(by_chance)  # opens: what is inside is not read yet
    with pytest.raises(TableError, match="KPvK is damaged"):
        table.values()
    file.write_bytes(right)
    Table(by_chance).values()


def test_a_shard_of_another_table_is_no_shard_of_this_one(
    by_chance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharded, "_CHECK_AT_ONCE", 0)
    path = shutil.copytree(by_chance, tmp_path / by_chance.name)
    first, second = chunk(path, 0), chunk(path, 1)
    foreign = second.read_bytes()
    first.write_bytes(foreign)
    with pytest.raises(TableError, match="KPvK is damaged"):
        Table(path).values()


def test_a_table_of_the_first_format_is_named_as_such(copy: Path) -> None:
    file = copy / "KQvK.zarr" / "zarr.json"
    document = json.loads(file.read_text())
    document["attributes"]["millmate"]["format"] = 1
    file.write_text(json.dumps(document))
    with pytest.raises(TableError, match="its format is 1, this program reads format 2"):
        Table(copy / "KQvK.zarr")


def test_a_directory_of_another_program_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "KQvK.zarr"

    async def write() -> None:
        await zarr.api.asynchronous.create_array(store=path, shape=(2, 3), dtype="u1")

    asyncio.run(write())
    with pytest.raises(TableError, match=r"zarr\.json is not that of a table"):
        Table(path)


def test_other_readers_of_zarr_see_the_same_values(tables: Path) -> None:
    async def read() -> np.ndarray:
        array = await zarr.api.asynchronous.open_array(store=tables / "KBNvK.zarr", mode="r")
        assert array.attrs["millmate"]["metric"] == "DTM"
        return np.asarray(await array.getitem(Ellipsis))

    table = Table(tables / "KBNvK.zarr")
    values = asyncio.run(read())
    assert values.shape == table.layout.shape
    assert np.array_equal(values.reshape(-1), table.values().reshape(-1))


def test_the_size_told_is_the_size_on_disk(tables: Path) -> None:
    for info in store.survey(tables)[0]:
        assert info.bytes == sharded.disk_bytes(store.table_path(tables, info.material))


def test_strange_things_in_the_directory_are_no_tables(copy: Path) -> None:
    (copy / "KBvK.zarr").touch()
    (copy / "notes.zarr").mkdir()
    (copy / "KNBvK.zarr").mkdir()  # not the name that a table of KBNvK has
    assert [str(material) for material in store.materials(copy)] == ["KQvK", "KRvK"]
    assert store.survey(copy / "nowhere") == ([], [])


@pytest.mark.parametrize(("change", "threads"), [(-1, 1), (1, 3)])
def test_verification_finds_one_wrong_value(copy: Path, change: int, threads: int) -> None:
    path = copy / "KQvK.zarr"
    table = Table(path)
    values, board = table.values(), WON
    place = table.layout.place(True, board.king(True) or 0, board.king(False) or 0, [chess.B1])
    values.reshape(-1)[place] = int(values.reshape(-1)[place]) + change
    document = json.loads((path / "zarr.json").read_text())
    facts = document["attributes"]["millmate"]
    shutil.rmtree(path)
    draft = Draft(copy, table.layout.material)
    draft.put([0], values, {})
    draft.finish(facts)
    with pytest.raises(VerificationError, match="KQvK is wrong"):
        verify(copy, Material.parse("KQvK"), threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_verification_counts_every_legal_position(copy: Path, threads: int) -> None:
    checked = verify(copy, Material.parse("KRvK"), threads=threads)
    assert checked.positions == 62_320
    assert checked.samples == 200

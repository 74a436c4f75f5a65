import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import chess
import pytest
import zarr.api.asynchronous
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.made_tables import table_by_chance

from millmate.games.chess.material import Material
from millmate.tablebase import sharded, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.store import survey
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
    "truncated": overwrite(0, lambda content: content[:-7]),
    "altered": overwrite(0, lambda content: content[:99] + b"\0\1" + content[101:]),
    "removed": lambda path: chunk(path).unlink(),
    "exchanged": exchange,
}
DAMAGES = OF_CHUNKS | {
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


@pytest.mark.parametrize("damage", OF_CHUNKS)
def test_a_chunk_of_a_large_table_is_checked_when_it_is_read(
    copy: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharded, "_CHECK_AT_ONCE", 0)
    FullTable(copy / "KQvK.zarr")
    tables = Tablebase(copy)
    DAMAGES[damage](copy / "KQvK.zarr")
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
    table = FullTable(by_chance)  # opens: what is inside is not read yet
    with pytest.raises(TableError, match="KPvK is damaged"):
        table.values()
    file.write_bytes(right)
    FullTable(by_chance).values()


def test_a_directory_of_another_program_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "KQvK.zarr"

    async def write() -> None:
        await zarr.api.asynchronous.create_array(store=path, shape=(2, 3), dtype="u1")

    asyncio.run(write())
    with pytest.raises(TableError, match=r"zarr\.json does not describe a table"):
        FullTable(path)


def test_strange_things_in_the_directory_are_no_tables(copy: Path) -> None:
    (copy / "KBvK.zarr").touch()
    (copy / "notes.zarr").mkdir()
    (copy / "KNBvK.zarr").mkdir()  # not the name that a table of KBNvK has
    assert [str(material) for material in store.materials(copy)] == ["KQvK", "KRvK"]
    assert store.survey(copy / "nowhere") == ([], [])


@pytest.mark.parametrize(("change", "threads"), [(-1, 1), (1, 3)])
def test_verification_finds_one_wrong_value(copy: Path, change: int, threads: int) -> None:
    path = copy / "KQvK.zarr"
    table = FullTable(path)
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

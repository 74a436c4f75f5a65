import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import chess
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.made_tables import alter, spoil, table_by_chance, values_of

from millmate.games.chess.material import Material
from millmate.tablebase import store, targets
from millmate.tablebase.container import Finished, Unfinished
from millmate.tablebase.draft import Draft
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.targets import survey
from millmate.tablebase.verify import VerificationError, verify

WON = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")


@pytest.fixture
def copy(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with KQvK and KRvK."""
    for name in ("KQvK.table", "KRvK.table"):
        shutil.copy(tables / name, tmp_path / name)
    return tmp_path


def change(at: int) -> Callable[[Path], object]:
    """Return a function that changes a byte of a file."""

    def changed(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[at] ^= 1
        path.write_bytes(content)

    return changed


def told(**facts: object) -> Callable[[Path], object]:
    """Return a function that puts other metadata into a table."""

    def changed(path: Path) -> None:
        metadata = {**Finished(path).metadata, **facts}
        Unfinished(path).finish(metadata)

    return changed


DAMAGES = {
    "truncated": spoil,
    "empty": lambda path: path.write_bytes(b""),
    "of another kind": change(0),
    "described otherwise": change(30),
    "claimed": change(-40),
    "ended otherwise": change(-30),
    "verified by nobody": told(verified=1),
    "without counts": told(counts={}),
    "of a later format": told(format=99),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "renamed": lambda path: shutil.copy(path.with_name("KRvK.table"), path),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_never_used(copy: Path, damage: str) -> None:
    DAMAGES[damage](copy / "KQvK.table")
    with pytest.raises(TableError, match=r"KQvK is damaged \(.*\): delete .*KQvK.table and build"):
        store.opened(copy, "KQvK")
    if damage == "a folder":
        return
    sound, damaged = survey(copy)
    assert [info.material for info in sound] == ["KRvK"]
    assert [error.path.name for error in damaged] == ["KQvK.table"]
    tables = Tablebase(copy)
    for _ in range(2):
        with pytest.raises(TableError):
            tables.probe(WON)


def test_a_block_is_checked_when_it_is_read(copy: Path) -> None:
    store.opened(copy, "KQvK")
    tables = Tablebase(copy)
    alter(copy / "KQvK.table")
    with pytest.raises(TableError, match="KQvK is damaged"):
        tables.probe(WON)


@pytest.fixture(scope="module")
def by_chance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a table of made-up values, some hundred kilobytes."""
    return table_by_chance(tmp_path_factory.mktemp("by_chance"), "KPvK").path


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_altered_byte_gives_another_value(by_chance: Path, data: st.DataObject) -> None:
    right, values = by_chance.read_bytes(), values_of(FullTable(by_chance))
    at = data.draw(st.integers(-len(right), len(right) - 1))
    wrong = bytearray(right)
    wrong[at] ^= data.draw(st.integers(1, 255))
    by_chance.write_bytes(wrong)
    with suppress(TableError):
        assert np.array_equal(values_of(FullTable(by_chance)), values)
    by_chance.write_bytes(right)


def test_strange_things_in_the_directory_are_no_tables(copy: Path) -> None:
    (copy / "KBvK.zarr").touch()
    (copy / "KNvK.table").mkdir()
    (copy / "notes.zarr").mkdir()
    (copy / "KNBvK.table").mkdir()  # not the name that a table of KBNvK has
    assert [str(material) for material in store.materials(copy)] == ["KQvK", "KRvK"]
    assert targets.survey(copy / "nowhere") == ([], [])


@pytest.mark.parametrize(("change", "threads"), [(-1, 1), (1, 3)])
def test_verification_finds_one_wrong_value(copy: Path, change: int, threads: int) -> None:
    path = copy / "KQvK.table"
    table = store.opened(copy, "KQvK")
    values, board = values_of(table), WON
    place = table.layout.place(True, board.king(True) or 0, board.king(False) or 0, [chess.B1])
    values.reshape(-1)[place] = int(values.reshape(-1)[place]) + change
    path.unlink()
    draft = Draft(copy, table.layout.material)
    draft.put([0], values[:, None], {})
    draft.finish(table.facts)
    with pytest.raises(VerificationError, match="KQvK is wrong"):
        verify(copy, Material.parse("KQvK"), threads=threads)

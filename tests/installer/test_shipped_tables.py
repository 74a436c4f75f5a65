"""What makes the tables that ship with the program refuses what nobody should be sent."""

import shutil
from pathlib import Path

import pytest
from tests.installer.conftest import Installer

from millmate.games.chess.material import Material
from millmate.tablebase import shipped, store


@pytest.fixture
def two(installer: Installer, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """Ship two tables, which takes no minutes."""
    few = [Material("KQ", "K"), Material("KR", "K")]
    monkeypatch.setattr(installer.shipped_tables, "all_materials", lambda men: few)
    monkeypatch.setattr(shipped, "NUMBER", len(few))
    return installer


def test_tables_are_built_packed_and_sealed_once(two: Installer, tmp_path: Path) -> None:
    folder, work = tmp_path / "tables", tmp_path / "work"
    two.shipped_tables.make(folder, work)
    names = ["KQvK.table", "KRvK.table", "SHA256SUMS", "helpmates"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert not work.exists()
    sets = sorted(path.name for path in (folder / "helpmates").iterdir())
    assert sets == ["KQvK.zarr", "KRvK.zarr"]
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    two.shipped_tables.make(folder, work)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_altered_or_missing_tables_are_refused_and_made_again(
    two: Installer, tmp_path: Path
) -> None:
    folder, work = tmp_path / "tables", tmp_path / "work"
    two.shipped_tables.make(folder, work)
    (folder / "KQvK.table").write_bytes(b"nothing")
    with pytest.raises(SystemExit, match=r"KQvK\.table has been changed or is damaged"):
        two.shipped_tables.check(folder)
    two.shipped_tables.make(folder, work)
    (folder / "KRvK.table").unlink()
    with pytest.raises(SystemExit, match="1 of 2 tables are there"):
        two.shipped_tables.check(folder)


def test_tables_without_their_sets_are_refused_and_made_again(
    two: Installer, tmp_path: Path
) -> None:
    folder, work = tmp_path / "tables", tmp_path / "work"
    two.shipped_tables.make(folder, work)
    shutil.rmtree(folder / "helpmates" / "KRvK.zarr")
    with pytest.raises(SystemExit, match="no sets of dead positions of KRvK"):
        two.shipped_tables.check(folder)
    two.shipped_tables.make(folder, work)
    two.shipped_tables.check(folder)


def test_all_endings_of_up_to_four_men_are_shipped(installer: Installer) -> None:
    assert shipped.NUMBER == 35
    folder = installer.shipped_tables.FOLDER
    if not folder.is_dir():
        pytest.skip("this checkout has not made them: python installer/shipped_tables.py")
    installer.shipped_tables.check(folder)
    assert len(store.own_materials(folder)) == 35

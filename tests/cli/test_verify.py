"""`millmate verify`, and what damage every command names."""

import shutil
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran, failed
from tests.made_tables import spoil


@pytest.fixture
def damaged(tables: Path, tmp_path: Path) -> Path:
    """Return a directory with KRvK and a truncated KQvK."""
    for name in ("KQvK.table", "KRvK.table"):
        shutil.copy(tables / name, tmp_path)
    spoil(tmp_path / "KQvK.table")
    return tmp_path


def test_verify_all_of_nothing_says_so(tmp_path: Path, capsys: Capsys) -> None:
    assert failed(Ran(capsys, "verify", "--all", "--tables", tmp_path), "there are no tables in")


def test_a_damaged_table_is_named_by_every_command(damaged: Path, capsys: Capsys) -> None:
    listed = Ran(capsys, "tables", "--tables", damaged)
    assert failed(listed, "table KQvK is damaged")
    assert listed.out.startswith("KRvK: ")
    assert failed(Ran(capsys, "verify", "KQvK", "--tables", damaged), "KQvK is damaged")
    assert failed(Ran(capsys, "build", "KQvK", "--tables", damaged), "KQvK is damaged")
    ran = Ran(capsys, "probe", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1", "--tables", damaged)
    assert ran.status == 1
    assert "KQvK is damaged" in ran.json()[0]["error"]


def test_verify_checks_and_tells(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "verify", "KRvK", "KQK", "--tables", tables)
    assert (ran.status, ran.err) == (0, "")
    assert "KRvK is correct: 62,320 positions" in ran.out
    assert "KQvK is correct: 57,557 positions" in ran.out
    missing = Ran(capsys, "verify", "KQvKN", "KRvK", "--tables", tables)
    assert failed(missing, f"no table for KQvKN in {tables}")
    assert "KRvK is correct" in missing.out

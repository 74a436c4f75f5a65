"""`millmate verify`, and what damage every command names."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.commands import Capsys, Ran, failed
from tests.made_tables import spoil

from millmate.games.chess.material import Material
from millmate.tablebase import late_mates, store
from millmate.tablebase.clocks import Places
from millmate.tablebase.inventory import ending_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.removal import delete
from millmate.tablebase.verify_process import verify_all


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


@pytest.mark.usefixtures("jobs_here")
def test_mates_under_the_fifty_move_rule_are_listed_checked_and_deleted(
    rule50_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    material = Material.parse("KRvK")
    for own in (tmp_path, tmp_path / "dtz"):
        own.mkdir(exist_ok=True)
        source = rule50_tables if own == tmp_path else rule50_tables / "dtz"
        shutil.copy(source / "KRvK.table", own)
    nothing = Places(np.empty(0, np.uint64), np.empty(0, np.uint8))
    late_mates.write(tmp_path, material, {True: nothing, False: nothing})
    listed = Ran(capsys, "tables", "--tables", tmp_path)
    assert "KRvK (DTM50): 0 mates that are not as in DTM; " in listed.out
    verify = ("verify", "KRvK", "--metric", "dtm50", "--tables", tmp_path)
    checked = Ran(capsys, *verify)
    assert (checked.status, checked.err) == (0, "")
    assert "KRvK (DTM50) is correct: 0 places" in checked.out
    asked = (tmp_path, [(material, Metric.DTM)])  # as in the window
    assert verify_all(*asked).titles == ("KRvK", "KRvK (DTM50)")
    wrong = Places(np.array([70], np.uint64), np.array([60], np.uint8))
    late_mates.write(tmp_path, material, {True: wrong, False: nothing})
    assert failed(Ran(capsys, *verify), "KRvK (DTM50) is wrong: build it again")
    assert [title for title, _ in verify_all(*asked).faults] == ["KRvK (DTM50)"]
    taken = ending_of(tmp_path, material).dtm50
    path = store.dtm50_path(tmp_path, material)
    assert taken == path.stat().st_size
    spoil(path)
    assert failed(Ran(capsys, "tables", "--tables", tmp_path), "KRvK")
    assert failed(Ran(capsys, *verify), "it is truncated")
    store.clocks_path(tmp_path, material).write_bytes(b"counted")
    assert ending_of(tmp_path, material).dtm50 == path.stat().st_size + 7
    delete(tmp_path, material)
    assert list(path.parent.iterdir()) == []


def test_verify_checks_and_tells(tables: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "verify", "KRvK", "KQK", "--tables", tables)
    assert (ran.status, ran.err) == (0, "")
    assert "KRvK is correct: 62,320 positions" in ran.out
    assert "KQvK is correct: 57,557 positions" in ran.out
    missing = Ran(capsys, "verify", "KQvKN", "KRvK", "--tables", tables)
    assert failed(missing, f"no table for KQvKN in {tables}")
    assert "KRvK is correct" in missing.out

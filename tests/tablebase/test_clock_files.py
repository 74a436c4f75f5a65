"""Solved slices in files: only sound ones of the same tables count, and not too many stay."""

import os
from pathlib import Path

import numpy as np
import pytest

from millmate.games.chess.material import Material
from millmate.tablebase import clock_files, dtm50, store
from millmate.tablebase.clocks import Solved, solve_clocks
from millmate.tablebase.dtm50 import AtZero
from millmate.tablebase.layout import layout_of
from millmate.tablebase.probe import open_slices
from millmate.tablebase.rule50 import Distance

KQKR = Material.parse("KQvKR")
WORDS = layout_of(KQKR).words
SOURCES = {"KQvKR": "abc", "KQvK": "def"}
LATE = "8/8/8/8/4k3/2r5/8/2KQ4 w - - 44 1"  # mate in 33, in 35 with this clock
FOUND = Distance(55, 55, 69)


@pytest.fixture(scope="module")
def solved(usual_tables: Path) -> Solved:
    return solve_clocks(layout_of(KQKR), 0, AtZero(usual_tables), births=False)


def written(directory: Path, solved: Solved) -> Path:
    path = store.clocks_path(directory, KQKR)
    clock_files.write(path, SOURCES, False, solved)
    return path


def same(one: Solved, other: Solved) -> bool:
    sides = zip(one.changes, other.changes, strict=True)
    return all(np.array_equal(*each) for pair in sides for each in zip(*pair, strict=True))


def test_a_slice_comes_back_as_it_was(tmp_path: Path, solved: Solved) -> None:
    found = clock_files.read(written(tmp_path, solved), SOURCES, False, WORDS)
    assert found is not None
    assert found.longest == solved.longest
    assert same(found, solved)
    assert all(len(each.codes) > 100_000 for each in found.changes)


def test_a_stale_or_damaged_file_does_not_count(tmp_path: Path, solved: Solved) -> None:
    path = written(tmp_path, solved)
    assert clock_files.read(path, SOURCES | {"KQvK": "other"}, False, WORDS) is None
    assert clock_files.read(path, SOURCES, True, WORDS) is None
    assert clock_files.read(path, SOURCES, False, 2 * WORDS) is None
    sound = path.read_bytes()
    last = len(sound) - 1
    for at in (
        *range(64),
        *np.linspace(64, last, 50).astype(int).tolist(),
        *range(last - 64, last),
    ):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        found = clock_files.read(path, SOURCES, False, WORDS)
        assert found is None or same(found, solved), at  # heads of parts do not matter any more
    for size in (0, 5, 64, len(sound) // 2, last):
        path.write_bytes(sound[:size])
        assert clock_files.read(path, SOURCES, False, WORDS) is None, size
    path.unlink()
    path.mkdir()
    assert clock_files.read(path, SOURCES, False, WORDS) is None


def test_the_latest_files_stay(
    tmp_path: Path, solved: Solved, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, solved)
    monkeypatch.setattr(clock_files, "MOST", 2 * path.stat().st_size)
    others = [path.with_stem(name) for name in ("KRvKN", "KRvKB")]
    for at, other in enumerate(others):
        other.write_bytes(path.read_bytes())
        os.utime(other, (at, at))
    assert clock_files.read(others[0], SOURCES, False, WORDS)  # now it is later than the other
    written(tmp_path, solved)
    assert sorted(each.stem for each in path.parent.iterdir()) == ["KQvKR", "KRvKN"]


def test_a_slice_is_solved_once(
    usual_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("KQvKR", "KQvK", "KRvK"):
        store.table_path(tmp_path, table).symlink_to(store.table_path(usual_tables, table))
    monkeypatch.setattr(dtm50, "_PIECES", 2)
    path = store.clocks_path(tmp_path, KQKR)

    def answers() -> bool:
        return open_slices(tmp_path).distances([LATE], True) == [FOUND]

    assert answers()
    content = path.read_bytes()
    solve = dtm50.solve_clocks
    monkeypatch.setattr(dtm50, "solve_clocks", None)
    assert answers()
    path.write_bytes(content[:-1])
    monkeypatch.setattr(dtm50, "solve_clocks", solve)
    assert answers()
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_written_keeps_nothing(
    usual_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("KQvKR", "KQvK", "KRvK"):
        store.table_path(tmp_path, table).symlink_to(store.table_path(usual_tables, table))
    (tmp_path / "dtm50").touch()  # where the folder would be
    monkeypatch.setattr(dtm50, "_PIECES", 2)
    assert open_slices(tmp_path).distances([LATE], True) == [FOUND]

"""Tables made compact, and read, in processes of their own."""

import shutil
from pathlib import Path

import chess
import pytest
from tests.made_tables import spoil

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.jobs.job import JobStopped
from millmate.tablebase import chunk_process, compact, store, targets
from millmate.tablebase.compact_process import compact_all, full_ones
from millmate.tablebase.plan import plan
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError

QUEEN = Material.parse("KQvK")


@pytest.fixture
def full(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the tables KQvK and KRvK."""
    for name in ("KQvK", "KRvK"):
        shutil.copy(tables / f"{name}.table", tmp_path / f"{name}.table")
    return tmp_path


@pytest.fixture
def queen(full: Path) -> Path:
    """Return a directory with a compact table KQvK."""
    compact.compact(full, QUEEN, threads=1)
    return full


def test_every_full_table_is_made_compact_the_smallest_first(full: Path) -> None:
    smaller, larger = (table.title for table in full_ones(full))
    told: list[str] = []
    done = compact_all(full, lambda compacting: told.append(compacting.title), gently=False)
    assert done.titles == (smaller, larger)
    assert list(dict.fromkeys(told)) == [smaller, larger]
    assert done.freed > 0
    assert sorted(path.name for path in full.glob("[!.]*")) == ["KQvK.compact", "KRvK.compact"]
    assert full_ones(full) == []


def test_what_is_stopped_leaves_the_tables_as_they_were(full: Path) -> None:
    before = sorted(path.name for path in full.rglob("*"))
    assert compact_all(full, stopped=lambda: True).titles == ()
    left = {".locks", "KQvK.lock", "KRvK.lock"}
    assert sorted(path.name for path in full.rglob("*") if path.name not in left) == before


@pytest.mark.usefixtures("jobs_here")
def test_damaged_tables_are_left_and_the_others_made_compact(full: Path) -> None:
    spoil(full / "KQvK.table")
    assert compact_all(full, gently=False).titles == ("KRvK",)
    assert (full / "KQvK.table").is_file()


def test_open_tables_notice_that_they_were_made_compact(full: Path) -> None:
    board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    with Tablebase(full) as tables:
        verdict = tables.probe(board)
        compact.compact(full, QUEEN, threads=1)
        tables._chunks.clear()
        assert tables.probe(board) == verdict


def test_compact_tables_count_as_built_with_their_bytes(queen: Path) -> None:
    (table,) = plan([QUEEN], queen).tables
    assert table.exists
    assert table.bytes == (queen / "KQvK.compact").stat().st_size


def test_chunks_found_apart_are_those_found_here(queen: Path) -> None:
    apart = chunk_process.opened(queen, QUEEN, lambda: False)
    here = store.opened(queen, QUEEN)
    for number in (0, 1):
        assert apart.chunk(number) == here.chunk(number)


def test_the_process_tells_how_much_it_has_found(queen: Path) -> None:
    shares: list[float] = []
    explorer = targets.explorer(queen, "KQvK", lambda: False)
    explorer.page(explorer.contents.longest[True], progress=shares.append)
    assert len(shares) > 2


def test_the_process_is_started_again_once_it_has_ended(queen: Path) -> None:
    apart = chunk_process.opened(queen, QUEEN, lambda: False)
    first = apart.chunk(0)
    child = chunk_process._server()._child
    assert child is not None
    child._process.kill()
    child._process.join()
    assert apart.chunk(0) == first


def test_nobody_waits_for_what_is_not_wanted(queen: Path) -> None:
    explorer = targets.explorer(queen, "KQvK", lambda: True)
    with pytest.raises(JobStopped):
        explorer.page(explorer.contents.longest[True])


def test_an_unexpected_error_is_logged_and_the_process_lives(
    queen: Path, caplog: pytest.LogCaptureFixture
) -> None:
    apart = chunk_process.opened(queen, QUEEN, lambda: False)
    first = apart.chunk(0)
    with pytest.raises(MillMateError, match="unexpected error stopped the work: TypeError"):
        apart.chunk("0")  # type: ignore[arg-type]
    assert "Traceback" in caplog.text
    assert apart.chunk(0) == first


def test_damage_is_told_of_as_it_is_here(queen: Path) -> None:
    path = queen / "KQvK.compact"
    content = bytearray(path.read_bytes())
    content[9] ^= 1
    path.write_bytes(content)
    apart = chunk_process.opened(queen, QUEEN, lambda: False)
    with pytest.raises(TableError, match="block 0"):
        apart.chunk(0)

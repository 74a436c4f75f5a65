import json
import signal
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy
import pytest
from tests import small_disks
from tests.commands import Capsys, Ran, failed

from millmate.tablebase import export


def test_files_are_written_and_told(tables: Path, tmp_path: Path, capsys: Capsys) -> None:
    place = tmp_path / "new" / "gaviota"
    ran = Ran(capsys, "export", "gaviota", "KQvK", "KRK", place, "--tables", tables)
    assert ran.status == 0
    assert sorted(path.name for path in place.iterdir()) == ["kqk.gtb.cp4", "krk.gtb.cp4"]
    assert [line.partition(":")[0] for line in ran.lines] == ["KQvK", "KRvK", "2 files"]
    with chess.gaviota.PythonTablebase() as read:
        read.add_directory(str(place))
        assert read.probe_dtm(chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")) == 17


@pytest.mark.thorough
def test_files_as_json(tables: Path, tmp_path: Path, capsys: Capsys) -> None:
    words = "export", "gaviota", "--json", "--threads", 1, "--tables", tables
    told = json.loads(Ran(capsys, *words, "KRvK", "KBNvK", tmp_path).out)
    assert [each["material"] for each in told] == ["KRvK", "KBNvK"]
    assert [Path(each["file"]).stat().st_size for each in told] == [each["bytes"] for each in told]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name a table such as KQvKR, or give --all 4"),
        (["KQRBvKR"], "Gaviota files have three to 5 men, and KQRBvKR has 6"),
        (["KvK"], "Gaviota files have three to 5 men, and KvK has 2"),
        (["morris:3-3"], "morris:3-3 is a table of morris: write it as an array, with export zarr"),
        (["KXvK"], "unknown material 'KXvK'"),
        (["KRBvKQ", "KQvK"], "no table for KQvK, KRBvKQ in"),
        (["KRBvKQ", "KQvK"], "; build first: millmate build KQvK KRBvKQ"),
        (["--all", "3"], "build first: millmate build KBvK KNvK KQvK KRvK KPvK"),
    ],
)
def test_what_cannot_be_written_is_one_clear_line(
    tmp_path: Path, capsys: Capsys, words: list[str], why: str
) -> None:
    place = tmp_path / "gaviota"
    assert failed(Ran(capsys, "export", "gaviota", *words, place, "--tables", tmp_path), why)
    assert not place.exists()


def test_tables_of_morris_are_written_as_arrays(
    morris_tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    place, words = tmp_path / "arrays", ("export", "zarr", "morris:3-3")
    assert Ran(capsys, *words, place, "--tables", morris_tables).status == 0
    assert [path.name for path in place.iterdir()] == ["morris-3-3.zarr"]
    lacking = Ran(capsys, *words, place, "--tables", tmp_path)
    assert failed(lacking, "build first: millmate build morris:3-3")


def test_syzygy_files_tell_who_wins(tables: Path, tmp_path: Path, capsys: Capsys) -> None:
    words = "export", "syzygy", "KQvK", "KRvK", tmp_path, "--tables", tables
    assert Ran(capsys, *words).status == 0
    with chess.syzygy.open_tablebase(str(tmp_path)) as read:
        assert read.probe_wdl(chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")) == 2
        assert read.probe_wdl(chess.Board("8/8/8/8/8/1Q6/3K4/k7 b - - 0 1")) == 0


def test_syzygy_files_without_distances_are_named(
    tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    ran = Ran(capsys, "export", "syzygy", "KQvK", "KRvK", tmp_path, "--tables", tables)
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert "no distances (.rtbz) without tables of distances to zeroing" in ran.err
    assert "build: millmate build --metric dtz KQvK KRvK" in ran.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["KQRBvKR"], "Syzygy files have three to 5 men here, and KQRBvKR has 6"),
        (["KRvKN"], "build first: millmate build KRvKN"),
    ],
)
def test_syzygy_files_that_are_not_written_are_named(
    tmp_path: Path, capsys: Capsys, words: list[str], why: str
) -> None:
    assert failed(Ran(capsys, "export", "syzygy", *words, tmp_path, "--tables", tmp_path), why)


def test_a_full_disk_leaves_the_file_that_was_there(
    tables: Path, tmp_path: Path, capsys: Capsys
) -> None:
    with small_disks.disk(tmp_path / "small", "1M") as place:
        words = "export", "gaviota", "KRvK", place, "--tables", tables
        assert Ran(capsys, *words).status == 0
        before = (place / "krk.gtb.cp4").read_bytes()
        filler = small_disks.fill(place, but=4_096)
        assert failed(Ran(capsys, *words), "No space left on device")
        filler.unlink()
        assert [path.name for path in place.iterdir()] == ["krk.gtb.cp4"]
        assert (place / "krk.gtb.cp4").read_bytes() == before


def test_ctrl_c_keeps_what_is_finished(
    tables: Path, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = export.export

    def write_and_press(*about: object) -> list[Path]:
        if (tmp_path / "kqk.gtb.cp4").exists():
            signal.raise_signal(signal.SIGINT)
        return write(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(export, "export", write_and_press)
    ran = Ran(capsys, "export", "gaviota", "KQvK", "KRvK", tmp_path, "--tables", tables)
    assert failed(ran, "stopped; 1 finished file kept")
    assert [path.name for path in tmp_path.iterdir()] == ["kqk.gtb.cp4"]

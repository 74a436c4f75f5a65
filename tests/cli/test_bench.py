"""`millmate bench`: generation timed against what others take."""

import json
import tempfile
from pathlib import Path

import pytest

from millmate.cli.main import run
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.measure import measure, memory_bandwidth
from millmate.tablebase.reference_times import REFERENCE_TIMES


def test_each_table_has_its_times_and_how_much_longer_others_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert run(["bench", "tables", "--materials", "KQvKR", "KPvK", "--repeat", "2"]) == 0
    memory, headings, rook, pawn = capsys.readouterr().out.splitlines()
    assert "B/s in memory" in memory
    assert headings.split()[:5] == ["table", "solve", "median", "verify", "store"]
    assert rook.startswith("KQvKR ")
    least, median = map(float, rook.split()[1:3])
    assert 0 < least <= median < 60
    assert [f"{anchor} ×" in rook for anchor in ("rtbgen", "Prophet", "chesstb")] == [True] * 3
    assert "×" not in pawn  # nobody has timed it
    assert not list(tmp_path.iterdir())


def test_json_has_every_generation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    words = ["bench", "tables", "--materials", "KQvKR", "--repeat", "2", "--json"]
    assert run(words) == 0
    figures = json.loads(capsys.readouterr().out)
    (table,) = figures["tables"]
    assert figures["memory_bytes_per_second"] > 1e8
    assert len(table["generations"]) == 2
    best = min(generation["solving"] for generation in table["generations"])
    assert table["times_faster_than"]["rtbgen"] == pytest.approx(0.52 / best)


def test_what_is_measured_is_a_table_like_any_other(tmp_path: Path, tables: Path) -> None:
    (generation,) = measure(Material.parse("KRvK"), tmp_path, 1)
    made, built = (
        store.Table(store.table_path(directory, "KRvK")).info for directory in (tmp_path, tables)
    )
    assert made.checksum == built.checksum
    used = generation.solving + generation.verifying + generation.writing
    assert made.cpu_seconds == pytest.approx(used, rel=0.5, abs=0.1)
    assert generation.bytes > 2 * 10 * 64**2


def test_the_bandwidth_is_three_arrays_by_the_best_time() -> None:
    ticks = iter([0.0, 2.0, 2.0, 3.0])
    assert memory_bandwidth(2, lambda: next(ticks)) == 192_000_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["bench", "tables", "--repeat", "0"], "not a number of repetitions"),
        (["bench", "chairs"], "invalid choice"),
        (["bench", "tables", "--materials", "KXvK"], "unknown material 'KXvK'"),
    ],
)
def test_bad_usage_is_named(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) in (1, 2)
    assert why in capsys.readouterr().err


def test_every_figure_of_others_is_of_a_material() -> None:
    for anchor in REFERENCE_TIMES:
        for name, seconds in anchor.seconds.items():
            assert str(Material.parse(name)) == name
            assert seconds > 0

"""`millmate bench perft` and `bench search`: the compiled chess engine, measured."""

import json
from pathlib import Path

import pytest

from millmate.cli import bench_chess
from millmate.cli.main import run

# What is known of the six positions, a ply less deep than they are measured.
LEAVES = [4_865_609, 4_085_603, 11_030_083, 422_333, 2_103_487, 3_894_594]


def test_perft_is_compared_with_python_chess(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    less = [(name, fen, depth - 1) for name, fen, depth in bench_chess._PERFT]
    monkeypatch.setattr(bench_chess, "_PERFT", less)
    assert run(["bench", "perft", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["perft"]
    assert [row["leaves"] for row in figures] == LEAVES
    assert all(row["python_chess"] > 1 for row in figures)


def test_search_is_measured_and_a_suite_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = tmp_path / "two.epd"
    suite.write_text(
        '6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "mate";\n'
        '6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Ka2; id "no mate";\n'
    )
    assert run(["bench", "search", "--suite", str(suite), "--suite-seconds", "0.1"]) == 0
    speed, depth, solved, failed = capsys.readouterr().out.splitlines()
    assert "million nodes per CPU second" in speed
    assert "CPU seconds on average" in depth
    assert solved == "two.epd: 1 of 2 solved in 0.1 s each"
    assert failed == "not solved: no mate"


@pytest.mark.parametrize(
    ("line", "why"),
    [("8/8/8/8/8/8/8/K7 w - -", "no best move"), ("nonsense bm e4;", "nonsense")],
)
def test_a_bad_suite_is_named(
    line: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = tmp_path / "bad.epd"
    suite.write_text(line)
    assert run(["bench", "search", "--suite", str(suite)]) == 1
    assert why in capsys.readouterr().err


def test_bad_seconds_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "search", "--suite-seconds", "soon"]) == 2
    assert "'soon'" in capsys.readouterr().err

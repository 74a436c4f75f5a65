"""What the fifty-move rule lets be won is won, and what it saves is saved."""

import os
from pathlib import Path

import pytest
from tests.longrun import fifty_moves

from millmate.games.chess.material import Material
from millmate.tablebase.build import build
from millmate.tablebase.metric import Metric


def test_late_on_the_clock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for metric in Metric:
        build([Material.parse("KRvKN")], metric.directory(tmp_path), metric=metric)
    assert fifty_moves.main(tmp_path, 20, ["KRvKN"], clocks=range(90, 99)) == 0, (
        capsys.readouterr().out
    )
    assert "blessed, perfect" in capsys.readouterr().out


@pytest.mark.slow
def test_a_thousand_games() -> None:
    directory = os.environ.get("MILLMATE_ALL5")
    if not directory:
        pytest.skip("MILLMATE_ALL5 names no directory with tables of both metrics")
    assert fifty_moves.main(Path(directory), 200) == 0

"""Every value of every table is what it was."""

import os
from pathlib import Path

import pytest
from tests.longrun import checksums

from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build import build
from millmate.tablebase.metric import Metric


@pytest.mark.parametrize("metric", Metric)
def test_tables_built_now_have_the_known_checksums(tmp_path: Path, metric: Metric) -> None:
    folder = metric.directory(tmp_path)
    build([Material.parse("KQvKP"), Material.parse("KRvKN")], folder, metric=metric)
    known = checksums.reference()
    for material in store.own_materials(folder):
        found = checksums.checksum(store.opened(folder, material))
        assert found == known[str(material)][metric.value], material


@pytest.mark.slow
def test_all_tables_have_the_known_checksums(capsys: pytest.CaptureFixture[str]) -> None:
    directory = os.environ.get("MILLMATE_ALL5")
    if not directory:
        pytest.skip("MILLMATE_ALL5 names no directory with tables of both metrics")
    assert checksums.main(Path(directory)) == 0, capsys.readouterr().out

"""What is said of a draw in which a side cannot be mated any more."""

import shutil
from pathlib import Path

import pytest

from millmate.games.catalogue import parse
from millmate.games.chess.material import Material
from millmate.gui.shell.probe.answers import ChessAnswers
from millmate.tablebase.helpmates.build import build
from millmate.tablebase.probe import Tablebase


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8/8/4K3/8/8/1R6/k7 b - - 0 1", "dead position: no series of moves leads to mate"),
        ("8/8/8/8/8/8/1k6/R6K b - - 0 1", "White cannot be mated by any series of moves"),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", ""),  # won
    ],
)
def test_a_dead_position_is_called_so_where_the_sets_are(
    tables: Path, tmp_path: Path, fen: str, words: str
) -> None:
    shutil.copy(tables / "KRvK.table", tmp_path)
    answers = ChessAnswers(Tablebase(tmp_path), tmp_path)
    before = answers.answer(parse(fen)).remark
    build(tmp_path, [Material.parse("KRvK")])
    after = answers.answer(parse(fen)).remark
    assert after == (f"{before} · {words}" if words else before)

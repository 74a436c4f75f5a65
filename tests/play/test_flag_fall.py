"""Who loses as a flag falls: only who could have been mated."""

import shutil
from pathlib import Path

import chess
import pytest

from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.match import out_of_time
from millmate.tablebase.helpmates import process

DRAWN = Outcome(Termination.TIME_WITHOUT_MATE)


@pytest.mark.parametrize(
    ("fen", "fallen", "outcome"),
    [
        ("8/8/8/3k4/8/8/3KR3/8 w - - 0 1", BLACK, Outcome(Termination.TIME, WHITE)),
        ("8/8/8/3k4/8/8/3KR3/8 w - - 0 1", WHITE, DRAWN),
        # Black must take the rook, and bare kings are left.
        ("8/8/8/4K3/8/8/1R6/k7 b - - 0 1", BLACK, DRAWN),
        # White must take the pawn that checks: Black's knight alone still mates in a corner.
        ("8/8/8/8/8/3nk3/8/K5N1 w - - 0 1", WHITE, Outcome(Termination.TIME, BLACK)),
    ],
)
def test_by_the_sets_of_dead_positions(
    tmp_path: Path, fen: str, fallen: bool, outcome: Outcome
) -> None:
    assert out_of_time(CHESS, chess.Board(fen), fallen, tmp_path) == outcome


def test_a_table_by_which_the_side_loses_spares_the_sets(tables: Path, tmp_path: Path) -> None:
    shutil.copy(tables / "KQvK.table", tmp_path)
    lost = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    assert out_of_time(CHESS, lost, BLACK, tmp_path) == Outcome(Termination.TIME, WHITE)
    assert [path.name for path in tmp_path.iterdir()] == ["KQvK.table"]
    drawn = chess.Board("8/8/8/4K3/8/8/1Q6/k7 b - - 0 1")  # Black must take the queen
    assert out_of_time(CHESS, drawn, BLACK, tmp_path) == DRAWN


@pytest.mark.parametrize(
    ("fen", "built"),
    [
        ("8/8/3k1p2/5P2/8/8/8/3K4 w - - 0 1", ["KPvKP"]),
        ("8/8/3k1p2/5P2/8/8/B7/3K4 w - - 0 1", []),
    ],
)
def test_missing_sets_are_built_for_up_to_four_men(
    fen: str, built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(process, "find", lambda tables, material: asked.append(str(material)))
    assert out_of_time(CHESS, chess.Board(fen), WHITE, tmp_path).winner is BLACK
    assert asked == built


@pytest.mark.parametrize(
    ("fen", "fallen", "loses"),
    [
        ("8/8/8/4K3/8/8/1R6/k7 b - - 0 1", BLACK, False),  # it must take the rook
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", BLACK, False),
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", WHITE, False),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", WHITE, False),
        ("8/8/8/4K3/8/8/1R3PPP/k7 b - - 0 1", BLACK, True),
        ("8/8/3k4/3b4/8/8/3P4/3KQ3 w - - 0 1", WHITE, True),  # a bishop mates, with White's help
        ("8/8/3k4/3b4/8/8/3P4/3KB3 w - - 0 1", WHITE, True),
    ],
)
def test_without_sets_a_short_search_decides(
    tmp_path: Path, fen: str, fallen: bool, loses: bool
) -> None:
    unwritable = tmp_path / "file"
    unwritable.write_text("")
    for tables in (None, unwritable):
        winner = out_of_time(CHESS, chess.Board(fen), fallen, tables).winner
        assert winner is (not fallen if loses else None)

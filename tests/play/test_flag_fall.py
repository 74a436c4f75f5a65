"""Who loses as a flag falls: only who could have been mated."""

import shutil
from pathlib import Path

import chess
import pytest

from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.flag_fall import out_of_time

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
    shutil.copytree(tables / "KQvK.zarr", tmp_path / "KQvK.zarr")
    lost = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    assert out_of_time(CHESS, lost, BLACK, tmp_path) == Outcome(Termination.TIME, WHITE)
    assert [path.name for path in tmp_path.iterdir()] == ["KQvK.zarr"]
    drawn = chess.Board("8/8/8/4K3/8/8/1Q6/k7 b - - 0 1")  # Black must take the queen
    assert out_of_time(CHESS, drawn, BLACK, tmp_path) == DRAWN


def test_without_them_the_rules_decide(tmp_path: Path) -> None:
    forced = chess.Board("8/8/8/4K3/8/8/1R6/k7 b - - 0 1")
    assert out_of_time(CHESS, forced, BLACK, None).winner is WHITE
    unwritable = tmp_path / "file"
    unwritable.write_text("")
    assert out_of_time(CHESS, forced, BLACK, unwritable).winner is WHITE
    many = chess.Board("8/8/8/4K3/8/8/1R3PPP/k7 b - - 0 1")
    assert out_of_time(CHESS, many, BLACK, tmp_path).winner is WHITE

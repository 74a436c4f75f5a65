"""`millmate probe` with the tables of others."""

import json
import os
from pathlib import Path

import chess
import pytest
from tests import syzygy_files

from millmate.cli.main import run

GAVIOTA = Path(os.environ.get("MILLMATE_TEST_GAVIOTA", "/usr/share/gaviotatb/gtb4"))
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
ROOK = "8/8/8/3k4/8/8/8/KR6 b - - 0 1"
PAWN = "8/8/8/3k4/8/8/P7/K7 w - - 0 1"


def probe(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[dict], str]:
    capsys.readouterr()
    status = run(["probe", *map(str, words)])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


@pytest.fixture
def syzygy(tmp_path: Path) -> Path:
    """Return a directory with a Syzygy file that calls every position drawn."""
    syzygy_files.write(tmp_path, "Q", lambda board: (0, 0))
    return tmp_path


@pytest.fixture
def gaviota() -> Path:
    if not GAVIOTA.is_dir():
        pytest.skip(f"no Gaviota tables in {GAVIOTA}: install Debian's package gaviotatb")
    return GAVIOTA


def test_what_others_say_stands_beside_what_we_say(
    tables: Path, syzygy: Path, gaviota: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, (plain,), _ = probe(capsys, "--tables", tables, QUEEN)
    words = ("--tables", tables, "--syzygy", syzygy, "--gaviota", gaviota, QUEEN)
    status, (answer,), _ = probe(capsys, *words)
    assert status == 0
    assert answer.pop("gaviota") == {"wdl": 1, "dtm": 17}
    assert answer.pop("syzygy") == {"wdl": 0, "dtz": 0}
    assert answer == plain
    assert list(plain) == ["fen", "game", "material", "wdl", "dtm", "moves"]


def test_a_loss_and_a_draw_are_told_as_our_own_are(
    gaviota: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, (loss,), _ = probe(capsys, "--gaviota", gaviota, ROOK)
    _, (draw,), _ = probe(capsys, "--gaviota", gaviota, PAWN)
    assert loss["gaviota"] == {"wdl": -1, "dtm": 30}
    assert draw["gaviota"] == {"wdl": 0, "dtm": None}


def test_others_answer_where_we_cannot_and_the_other_way_round(
    tables: Path, syzygy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (answer,), _ = probe(capsys, "--tables", tables, "--syzygy", syzygy, ROOK)
    assert status == 1
    assert answer["dtm"] == 30
    assert answer["syzygy"]["error"].startswith("no Syzygy table for KRvK")
    status, (answer,), _ = probe(capsys, "--tables", syzygy, "--syzygy", syzygy, QUEEN)
    assert status == 1
    assert "KQvK" in answer["error"]
    assert answer["syzygy"] == {"wdl": 0, "dtz": 0}


def test_no_position_and_no_directory_are_said_once(
    syzygy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (answer,), _ = probe(capsys, "--syzygy", syzygy, "no position")
    assert status == 1
    assert set(answer) == {"fen", "error"}
    status, answers, err = probe(capsys, "--gaviota", syzygy / "nowhere", QUEEN)
    assert (status, answers) == (1, [])
    assert err.count("\n") == 1
    assert "no directory" in err


def test_a_damaged_file_is_one_error(syzygy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (syzygy / "KQvK.rtbw").write_bytes(b"\0" * 80)
    status, (answer,), err = probe(capsys, "--syzygy", syzygy, QUEEN)
    assert (status, err) == (1, "")
    assert "damaged" in answer["syzygy"]["error"]
    assert chess.Board(answer["fen"]).is_valid()

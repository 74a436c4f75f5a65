"""`millmate review`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran, failed
from tests.tiers import first

GAME = """[White "Ann"]
[Black "Bob"]
[SetUp "1"]
[FEN "8/k7/2K5/1P6/8/8/8/8 w - - 0 1"]

1. b6+ Kb8 2. Kd6 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    return path


def test_every_half_point_is_a_line(capsys: Capsys, games: Path, rook_tables: Path) -> None:
    result = Ran(capsys, "review", games, "--tables", rook_tables)
    assert result.status == 0
    first = result.out.splitlines()[0]
    assert "Ann: 1. b6+ threw the win away: draw" in first
    assert "better Kc7 (1 of 6 moves keeps the result, mate in 16)" in first
    assert "1 game read" in result.err
    assert "3 half points were thrown away" in result.err


def test_json_has_one_object_a_line(capsys: Capsys, games: Path, rook_tables: Path) -> None:
    result = Ran(capsys, "review", games, "--json", "--tables", rook_tables)
    found = result.json()
    assert [each["move"] for each in found] == ["b5b6", "a7b8", "c6d6"]
    assert found[0]["kept_by"] == ["c6c7"]


def test_only_the_players_own_half_points(capsys: Capsys, games: Path, rook_tables: Path) -> None:
    options = "--player", "bob", "--mine"
    result = Ran(capsys, "review", games, *options, "--tables", rook_tables)
    assert len(result.out.splitlines()) == 1
    assert "Bob: 1... Kb8" in result.out


def test_a_report_has_what_was_printed(
    capsys: Capsys, games: Path, tmp_path: Path, rook_tables: Path
) -> None:
    options = "--player", "ann", "--mine", "--out", tmp_path / "out"
    result = Ran(capsys, "review", games, *options, "--tables", rook_tables)
    assert len(result.out.splitlines()) == 2
    rows = (tmp_path / "out" / "review.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 3
    page = (tmp_path / "out" / "review.html").read_text(encoding="utf-8")
    assert page.count("<article>") == 2
    assert "2 half points were thrown away" in page
    assert page.endswith("</html>\n")


def test_a_player_who_is_not_there_is_told(capsys: Capsys, games: Path, rook_tables: Path) -> None:
    result = Ran(capsys, "review", games, "--player", "bobby", "--tables", rook_tables)
    assert (result.status, result.out) == (1, "")
    assert "“bobby” did not play in this game. Did you mean “Bob”?" in result.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gone.pgn",), "there is no file or folder gone.pgn"),
        (("--mine", "games.pgn"), "--mine needs --player NAME"),
    ],
)
def test_bad_input_is_one_sentence(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    assert failed(Ran(capsys, "review", *words), f"millmate review: {message}")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes there alone")
@pytest.mark.parametrize("encoding", first(1, ["ascii", "cp1252"]))
def test_names_of_every_kind_are_printed_and_reported(
    tmp_path: Path, rook_tables: Path, encoding: str
) -> None:
    games = tmp_path / os.fsdecode(b"caf\xe9.pgn")
    games.write_text(GAME.replace("Ann", "\u0416\u202e\x9b"), encoding="utf-8")
    command = [sys.executable, "-m", "millmate", "review", games, "--tables", rook_tables]
    done = subprocess.run(
        [*command, "--out", tmp_path / "out"],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"\\u0416" in done.stdout
    assert b"caf\\udce9.pgn" in done.stdout
    for name in ("review.csv", "review.html", "review.pgn"):
        written = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert not set(written) & set("\u202e\x9b"), name

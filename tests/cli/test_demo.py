"""`millmate demo`: the main job without a window."""

import random
import struct
from pathlib import Path

import chess
import pytest
from tests.commands import Capsys, refused
from tests.saved_games import saved_game

from millmate.cli import demo
from millmate.cli.main import run
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.outcome import WHITE, Outcome, Termination
from millmate.pictures import PictureError
from millmate.records import archive
from millmate.tablebase.probe import Tablebase


class TestDemo:
    def test_it_builds_plays_to_mate_and_writes_game_and_picture(
        self, tables: Path, tmp_path: Path, capsys: Capsys
    ) -> None:
        assert (
            run(["demo", "--tables", str(tables), "--out", str(tmp_path / "out"), "--seed", "2"])
            == 0
        )
        out = capsys.readouterr().out
        assert "KBNvK: longest win 33 moves" in out
        assert "verdict: White mates in " in out
        (record,) = archive.load(tmp_path / "out" / "millmate-demo.pgn")
        assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
        assert record == saved_game()
        plies = int(out.partition("moves (")[2].split()[0])
        assert len(record.moves) == plies, "mate in exactly the plies the verdict said"
        png = (tmp_path / "out" / "millmate-demo.png").read_bytes()
        assert struct.unpack(">II", png[16:24]) == (640, 640)

    def test_it_plays_won_positions_only(
        self, tables: Path, tmp_path: Path, capsys: Capsys
    ) -> None:
        """With this seed the first position drawn by lot is no win."""
        drawn = random_position(Material("KBN", "K"), random.Random(291))
        assert Tablebase(tables).probe(drawn).wdl == 0
        words = ["demo", "--tables", str(tables), "--out", str(tmp_path), "--seed", "291"]
        assert run(words) == 0
        assert "(White wins: checkmate)" in capsys.readouterr().out

    def test_it_writes_where_it_stands_unless_told(
        self, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["demo", "--tables", str(tables)]) == 0
        assert {path.name for path in tmp_path.iterdir()} == {
            "millmate-demo.pgn",
            "millmate-demo.png",
        }

    def test_without_libcairo_it_writes_the_drawing_and_says_so(
        self, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
    ) -> None:
        def no_cairo(board: chess.Board) -> bytes:
            raise PictureError("pictures need the system library libcairo")

        monkeypatch.setattr(demo, "board_png", no_cairo)
        assert run(["demo", "--tables", str(tables), "--out", str(tmp_path)]) == 0
        assert capsys.readouterr().err == (
            "millmate demo: pictures need the system library libcairo\n"
        )
        assert (tmp_path / "millmate-demo.svg").read_text().startswith("<svg")

    def test_a_place_that_cannot_be_written_is_named(
        self, tables: Path, tmp_path: Path, capsys: Capsys
    ) -> None:
        (tmp_path / "file").touch()
        line = refused(capsys, "demo", "--tables", str(tables), "--out", str(tmp_path / "file"))
        assert str(tmp_path / "file") in line

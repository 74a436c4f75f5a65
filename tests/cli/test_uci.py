"""`millmate uci` as a program of its own, driven as other programs drive engines.

What it answers is tested in its own process (`tests/uci/test_service.py`).
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest
from tests.engine_files import nothing_left
from tests.tiers import first

from millmate.games.morris.rules import MORRIS
from millmate.players.uci import own_command
from millmate.search.limits import SearchInfo, SearchLimits
from millmate.uci.client import UciEngine

PATIENCE = 300  # seconds that compiling may take on a slow machine


@pytest.fixture(autouse=True)
def end() -> Iterator[None]:
    with nothing_left():
        yield


def test_tables_decide_and_a_game_is_played_from_a_position_with_a_history(tables: Path) -> None:
    with closing(UciEngine(own_command(), PATIENCE)) as engine:
        engine.start({"Hash": "8", "Tables": str(tables)})
        answer = engine.play(chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), SearchLimits(seconds=1))
        assert answer.info is not None
        assert answer.info.score.mate is not None
        assert answer.info.score.mate > 5  # farther than it looks in a moment
        board = chess.Board()
        engine.new_game()
        for _ in range(12):
            board.push(engine.play(board, SearchLimits(nodes=2000)).move)
        assert board.is_valid()


def test_nine_mens_morris_is_played_too() -> None:
    board = MORRIS.board()
    told: list[SearchInfo] = []
    with closing(UciEngine(own_command("morris"), PATIENCE)) as engine:
        engine.start({"Hash": "4", "Tables": ""})
        assert engine.options["uci_variant"].default == "ninemensmorris"
        for _ in range(24):  # into the moving phase, mills closed on the way
            answer = engine.play(board, SearchLimits(nodes=2000), told.append)
            assert board.is_legal(answer.move)
            board.push(answer.move)
        assert all(info.moves for info in told)
        engine.set("UCI_Variant", "chess")
        engine.ping(PATIENCE)  # it is loaded only now
        move = engine.play(chess.Board(), SearchLimits(nodes=1000)).move
        assert move in chess.Board().legal_moves


def said(commands: str, **environment: str) -> str:
    """Return what the engine answers to `commands` until it ends, well and without complaint."""
    done = subprocess.run(
        own_command(),
        input=commands.encode(),
        capture_output=True,
        timeout=PATIENCE,
        env=os.environ | environment,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("commands", "answer"),
    first(
        1,
        [
            ("uci\nisready\nposition startpos\ngo infinite\nquit\n", "uciok"),
            ("uci\nisready\ngo movetime 100000\n", "uciok"),  # its input ends
            ("uci\r\nisready\r\ngo depth 2\r\nquit\r\n", "uciok"),
            ("", ""),
            ("uci\nbanana\nquit\n", "info string unknown: banana"),
        ],
    ),
)
def test_it_ends_by_quit_or_with_its_input(commands: str, answer: str) -> None:
    assert answer in said(commands)


def test_it_needs_no_home_that_can_be_written(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(0o500)
    data = str(locked / "data")
    assert "uciok" in said("uci\nquit\n", HOME=str(locked), MILLMATE_DATA=data)


def test_a_bad_argument_is_bad_usage() -> None:
    command = [*own_command(), "--wings"]
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 2

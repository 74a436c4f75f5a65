"""`millmate uci` as a program of its own, driven as other programs drive engines."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from tests.engine_files import nothing_left

from millmate.games.morris.rules import MORRIS
from millmate.players.uci import own_command
from millmate.search.limits import SearchInfo, SearchLimits
from millmate.uci.client import UciEngine

PATIENCE = 300  # seconds that compiling may take on a slow machine


@pytest.fixture(scope="module")
def engine() -> Iterator[UciEngine]:
    with nothing_left():
        engine = UciEngine(own_command(), PATIENCE)
        try:
            engine.start({"Hash": "8", "Tables": ""})
            yield engine
        finally:
            engine.close()


def test_it_finds_a_mate_and_what_follows(engine: UciEngine) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    answer = engine.play(board, SearchLimits(depth=6))
    assert answer.move.uci() == "a1a8"
    assert answer.info is not None
    assert answer.info.score.mate == 1


def test_it_keeps_to_nodes_and_time(engine: UciEngine) -> None:
    board = chess.Board()
    answer = engine.play(board, SearchLimits(nodes=5000))
    assert answer.info is not None
    assert answer.info.nodes <= 5000
    assert engine.play(board, SearchLimits(seconds=0.2)).move in board.legal_moves


def test_several_lines_in_the_order_of_their_scores(engine: UciEngine) -> None:
    engine.set("MultiPV", "3")
    board = chess.Board("rn1qkbnr/ppp1pppp/8/3p1b2/3P1B2/8/PPP1PPPP/RN1QKBNR w KQkq - 2 3")
    told: list[SearchInfo] = []
    answer = engine.play(board, SearchLimits(depth=11), told.append)
    engine.set("MultiPV", "1")
    last = {info.line: info for info in told if info.depth == 11}
    scores = [last[line].score.centipawns or 0 for line in (1, 2, 3)]
    assert scores == sorted(scores, reverse=True)
    assert len({info.moves[0] for info in last.values()}) == 3
    assert answer.move == last[1].moves[0]


def test_it_plays_itself_from_a_position_with_a_history(engine: UciEngine) -> None:
    board = chess.Board()
    engine.new_game()
    for _ in range(12):
        board.push(engine.play(board, SearchLimits(nodes=2000)).move)
    assert board.is_valid()


def test_tables_decide_where_they_are(tables: Path) -> None:
    engine = UciEngine(own_command(), PATIENCE)
    try:
        engine.start({"Tables": str(tables)})
        board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        answer = engine.play(board, SearchLimits(seconds=1))
    finally:
        engine.close()
    assert answer.info is not None
    assert answer.info.score.mate is not None
    assert answer.info.score.mate > 5  # farther than it looks in a moment


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_it_ends_when_it_is_told_to_or_nobody_talks_any_more(last: str) -> None:
    talk = f"uci\nbanana\nposition fen 8 w\n\n{last}"
    done = subprocess.run(own_command(), input=talk, text=True, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("id name Mill & Mate ")
    assert "uciok" in lines
    assert "info string unknown: banana" in lines
    assert any(line.startswith("info string position:") for line in lines)


def test_a_bad_argument_is_bad_usage() -> None:
    command = [*own_command(), "--wings"]
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 2
    assert sys.executable in command


def test_nine_mens_morris_is_spoken_too() -> None:
    engine = UciEngine(own_command("morris"), PATIENCE)
    board = MORRIS.board()
    told: list[SearchInfo] = []
    try:
        engine.start({"Hash": "4", "Tables": ""})
        assert engine.options["uci_variant"].default == "ninemensmorris"
        for _ in range(24):  # into the moving phase, mills closed on the way
            answer = engine.play(board, SearchLimits(nodes=2000), told.append)
            assert board.is_legal(answer.move)
            board.push(answer.move)
        assert all(info.moves for info in told)
        assert engine.play(board, SearchLimits(seconds=0.2)).move in board.legal_moves
        engine.set("UCI_Variant", "chess")
        engine.ping(PATIENCE)  # it is loaded only now
        assert (
            engine.play(chess.Board(), SearchLimits(nodes=1000)).move in chess.Board().legal_moves
        )
    finally:
        engine.close()

import random
import threading
from pathlib import Path

import chess
import pytest

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.value import Result, Value
from millmate.tablebase.build import build
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError, UnprobeableError


@pytest.fixture(scope="module")
def tablebase(usual_tables: Path) -> Tablebase:
    return Tablebase(usual_tables)


@pytest.mark.parametrize(
    ("fen", "wdl", "plies"),
    [
        ("8/8/8/8/8/8/2k5/KNB5 w - - 0 1", 1, 65),
        ("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 1, 1),
        ("k6Q/8/1K6/8/8/8/8/8 b - - 0 1", -1, 0),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0, None),  # stalemate
        ("8/8/8/8/8/3k4/3Q4/K7 b - - 0 1", 0, None),  # the queen falls
        ("K6q/8/1k6/8/8/8/8/8 w - - 0 1", -1, 0),  # colours swapped
        ("8/8/8/8/8/8/8/K6k w - - 0 1", 0, None),  # two kings, no table
    ],
)
def test_verdicts(tablebase: Tablebase, fen: str, wdl: int, plies: int | None) -> None:
    assert tablebase.probe(chess.Board(fen)) == Value(wdl, plies)


def test_a_missing_table_is_named_as_it_is_built(tablebase: Tablebase) -> None:
    board = chess.Board("8/8/8/8/3k4/8/8/KRB1q3 w - - 0 1")
    with pytest.raises(MissingTableError, match=r"^no table for KRBvKQ$"):
        tablebase.probe(board)
    with pytest.raises(MissingTableError, match=r"^no table for KRBvKQ$"):
        tablebase.moves(board.mirror())
    assert tablebase.get(board) is None
    assert not tablebase.covers(board)
    assert not tablebase.covers(chess.Board())
    eight = chess.Board("8/8/8/8/3k4/1p6/1PPPPP2/K7 w - - 0 1")
    with pytest.raises(MissingTableError, match="at most 6 men, this position has 8"):
        tablebase.probe(eight)
    assert not tablebase.covers(eight)


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("8/8/8/8/8/8/1R1k4/K7 w - - 0 1", "in check"),
        ("8/8/8/8/8/8/1k5R/K7 w - - 0 1", "side by side"),
        ("8/8/8/8/8/8/7R/K7 w - - 0 1", "one king"),
        ("P7/8/8/8/3k4/8/8/K7 w - - 0 1", "pawn on rank 1 or 8"),
        ("8/8/8/8/3k4/8/8/K6p w - - 0 1", "pawn on rank 1 or 8"),
        ("8/8/8/3p4/3k4/8/4P3/K7 w - e6 0 1", "no en passant on e6"),
    ],
)
def test_impossible_positions_are_refused(tablebase: Tablebase, fen: str, why: str) -> None:
    board = chess.Board(fen)
    with pytest.raises(UnprobeableError, match=why):
        tablebase.probe(board)
    with pytest.raises(UnprobeableError, match=why):
        tablebase.moves(board)
    assert tablebase.get(board) is None
    assert not tablebase.covers(board)


def test_new_tables_are_seen_after_a_refresh(tmp_path: Path) -> None:
    tables = Tablebase(tmp_path)
    board = chess.Board("8/8/8/8/3k4/8/8/KB6 w - - 0 1")
    build([Material.parse("KBvK")], tmp_path)
    assert not tables.covers(board)
    tables.refresh()
    assert tables.available() == (Material.parse("KBvK"),)
    assert tables.covers(board)
    assert tables.probe(board) == Value(0)


def test_distances_to_zeroing_are_seen_as_soon_as_they_are_built(tmp_path: Path) -> None:
    build([Material.parse("KPvK")], tmp_path)
    board = chess.Board("8/8/8/8/7k/8/1P6/1K6 w - - 95 90")  # no mate in 5 plies
    with Tablebase(tmp_path) as tables:
        assert tables.probe_rule50(board).final is Result.AT_LEAST_DRAW
        build([Material.parse("KPvK")], Metric.DTZ.directory(tmp_path), metric=Metric.DTZ)
        assert tables.probe_rule50(board).final is Result.WIN


def test_many_threads_read_the_same_values(tables: Path) -> None:
    rng = random.Random(7)
    boards = [random_position(Material.parse("KBNvK"), rng) for _ in range(300)]
    with Tablebase(tables) as alone:
        right = [alone.probe(board) for board in boards]
    shared = Tablebase(tables)
    answers: list[list[Value]] = []
    threads = [
        threading.Thread(target=lambda: answers.append([shared.probe(b) for b in boards]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [right] * 8

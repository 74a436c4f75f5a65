"""Distances to the next mill: each is that of its best successor, one ply on."""

import random
import shutil
from pathlib import Path

import pytest
from tests.tiers import first

from millmate import machine
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import random_position
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD
from millmate.games.value import Result
from millmate.tablebase.morris import dtz, store
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.compact import compact
from millmate.tablebase.morris.dtz import MorrisDtz
from millmate.tablebase.morris.names import MorrisTarget, Pair
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.rule50 import LONGEST, Distance

GOLDEN = "W.B.W..B/.W..BWWB/WW.B...B w 0 0 0 10"  # won in 185 plies, 163 of them quiet


def looked_ahead(
    board: MorrisBoard, winner: bool, zeroing: MorrisDtz, tables: MorrisTablebase
) -> int | None:
    """Return the plies to zeroing of a position by those of its successors.

    A mill of the loser counts for two plies, as the winner's next one.
    """
    found = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if move.removed or MORRIS.outcome(after) is not None:
            value = tables.probe_rule50(after, 600.0).final.wdl
            assert value is not None
            wins = value == (1 if after.turn == winner else -1)
            found.append((1 if board.turn == winner else 2) if wins else None)
        else:
            (distance,) = zeroing.distances([after.fen()], winner)
            assert distance is not None
            plies = distance.proven
            found.append(None if plies is None else plies + 1)
    if board.turn == winner:
        return min((plies for plies in found if plies is not None), default=None)
    if None in found:
        return None
    return max((plies for plies in found if plies is not None), default=0)


@pytest.mark.parametrize(
    "stones", first(1, map(pytest.param, [(4, 3), (3, 3), (3, 4), (5, 3), (3, 5)]))
)
def test_every_distance_is_that_of_the_best_successor(
    morris_tables: Path, stones: tuple[int, int]
) -> None:
    rng, zeroing, seen = random.Random(f"{stones}"), MorrisDtz(morris_tables), set()
    with MorrisTablebase(morris_tables) as tables:
        for _ in range(60):
            board = random_position(*stones, rng, rng.random() < 0.5)
            for winner in (True, False):
                (distance,) = zeroing.distances([board.fen()], winner)
                assert distance is not None
                assert distance.proven == looked_ahead(board, winner, zeroing, tables), board.fen()
                seen.add(distance.proven)
    assert len(seen) > 1


def test_what_the_end_is_decided_by_is_no_further_than_the_end(morris_tables: Path) -> None:
    rng, zeroing = random.Random(3), MorrisDtz(morris_tables)
    with MorrisTablebase(morris_tables) as tables:
        for _ in range(200):
            board = random_position(3, 3, rng, rng.random() < 0.5)
            verdict = tables.probe(board)
            (distance,) = zeroing.distances([board.fen()], board.turn == (verdict.wdl > 0))
            assert distance is not None
            if verdict.wdl and verdict.plies:
                assert distance.proven is not None
                assert distance.proven <= verdict.plies


def test_pairs_that_take_too_long_and_placements_are_left_open(morris_tables: Path) -> None:
    zeroing = MorrisDtz(morris_tables)
    assert zeroing.distances([GOLDEN], winner=True) == [None]
    assert zeroing.distances(["WW....../......W./BBB..... w 0 1 0 9"], winner=True) == [None]


def test_large_pairs_are_solved_if_that_is_wanted_and_their_tables_know_no_distances(
    morris_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dtz, "MOST_PLACES", 0)
    shutil.copy(store.table_path(morris_tables, Pair(3, 3)), tmp_path)
    fen = "WBWWBB../......../........ w 0 0 0 1"  # 25 plies
    known = [Distance(25, 24)]
    assert MorrisDtz(tmp_path, large=True).distances([fen], winner=True) == [None]
    compact(tmp_path, Pair(3, 3))
    assert MorrisDtz(tmp_path).distances([fen], winner=True) == [None]
    assert MorrisDtz(tmp_path, large=True).distances([fen], winner=True) == known
    monkeypatch.setattr(machine, "memory_to_use", lambda: 1_000_000)
    assert MorrisDtz(tmp_path, large=True).distances([fen], winner=True) == [None]


@pytest.mark.parametrize(
    ("limit", "clock", "expected"),
    [
        (50, 0, Result.WIN),
        (12, 0, Result.AT_LEAST_DRAW),
        (12, 24, Result.DRAW),
        (13, 0, Result.WIN),
        (None, 9999, Result.WIN),
    ],
)
def test_the_limit_of_quiet_moves_is_that_of_the_game(
    limit: int | None, clock: int, expected: Result, morris_tables: Path
) -> None:
    rules = MorrisRules(STANDARD.limited(limit))
    board = rules.board(f"WBWWBB../......../........ w 0 0 {clock} 1")  # 25 plies
    with MorrisTablebase(morris_tables) as tables:
        assert tables.probe_rule50(board, 60.0).final is expected
        moves = tables.rule50_moves(board, 60.0)
        assert moves[0].value.final is (Result.WIN if clock == 9999 else expected)


@pytest.mark.slow
def test_a_win_longer_than_the_clock_is_won_mill_by_mill(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    directory = tmp_path_factory.mktemp("six")
    build([MorrisTarget.parse("morris:6-5")], directory)
    rng, counts = random.Random(1), dict.fromkeys(Result, 0)
    with MorrisTablebase(directory) as tables:
        while sum(counts.values()) < 60:
            board = random_position(6, 5, rng)
            if (tables.probe(board).plies or 0) > LONGEST:
                first = tables.rule50_moves(board, 600.0)[0]
                assert first.value.final is tables.probe_rule50(board, 600.0).final
                counts[first.value.final] += 1
    assert counts[Result.WIN] > counts[Result.DRAW] > 0

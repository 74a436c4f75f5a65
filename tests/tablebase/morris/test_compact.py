"""Compact pairs of morris: who wins, without distances, and nothing is lost on the way."""

import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import old_morris

from millmate.errors import MillMateError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS
from millmate.games.value import MORRIS_TERMS, words
from millmate.players.player import Play
from millmate.players.table import TablePlayer
from millmate.tablebase import targets
from millmate.tablebase.morris import store
from millmate.tablebase.morris.build import build
from millmate.tablebase.morris.compact import compact
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.layout import OUTCOMES, Layout
from millmate.tablebase.morris.names import MorrisTarget, Pair, Placing
from millmate.tablebase.morris.plan import plan
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.solver import Children
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table_build import hold_lock
from millmate.tablebase.verdict import MissingTableError

FOUR, THREE = Pair(4, 3), Pair(3, 3)


@pytest.fixture
def copy(morris_tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the tables of `morris_tables`, all full."""
    return shutil.copytree(
        morris_tables, tmp_path / "tables", ignore=shutil.ignore_patterns(".locks")
    )


@pytest.fixture(scope="module")
def compacted(morris_tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the same tables, compact."""
    directory = tmp_path_factory.mktemp("compact") / "tables"
    shutil.copytree(morris_tables, directory, ignore=shutil.ignore_patterns(".locks"))
    for table in (THREE, FOUR):
        compact(directory, table)
    return directory


def names(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir() if path.name != ".locks"}


@given(st.integers(1, 30).flatmap(lambda n: st.lists(st.integers(0, 2), min_size=n, max_size=n)))
def test_five_outcomes_are_a_byte_and_come_out_again(outcomes: list[int]) -> None:
    layout, row = Layout(THREE, compact=True), np.zeros((1, 1330), np.uint8)
    row[0, : len(outcomes)] = outcomes
    stored = layout.packed(row)
    assert stored.shape == (1, 266)
    assert np.array_equal(layout.unpacked(stored), row)
    assert [layout.code(stored.tobytes(), 0, n) for n in range(len(outcomes))] == outcomes


def test_a_compact_pair_has_the_same_results_in_fewer_bytes(
    morris_tables: Path, compacted: Path
) -> None:
    for table in (THREE, FOUR):
        full, small = store.opened(morris_tables, table), store.opened(compacted, table)
        assert (small.values() == OUTCOMES[full.values()]).all()
        assert small.info.compact
        assert small.info.bytes < full.info.bytes
        assert (small.info.counts, small.info.longest) == (full.info.counts, full.info.longest)
    assert set(store.tables(compacted)) == set(store.tables(morris_tables))


@given(st.lists(st.integers(0, 23), min_size=7, max_size=7, unique=True), st.booleans())
def test_a_position_is_told_won_drawn_or_lost_without_plies(
    morris_tables: Path, compacted: Path, points: list[int], turn: bool
) -> None:
    board = MorrisBoard()
    board.turn, board.hand = turn, [0, 0]
    board.stones = [sum(1 << point for point in part) for part in (points[:3], points[3:])]
    with MorrisTablebase(morris_tables) as full, MorrisTablebase(compacted) as small:
        told, known = small.probe(board), full.probe(board)
        assert (told.wdl, told.plies) == (known.wdl, None)
        assert "(" not in words(told, MORRIS_TERMS, turn)


def test_it_is_verified_one_ply_ahead(compacted: Path) -> None:
    checked = targets.verify(compacted, FOUR, lambda done: None, 1)
    assert checked.positions == sum(
        side.positions for side in store.opened(compacted, FOUR).info.counts.values()
    )


def test_its_sets_are_the_won_and_the_lost_positions(compacted: Path) -> None:
    explorer = MorrisExplorer(store.opened(compacted, FOUR))
    counts = store.opened(compacted, FOUR).info.counts
    sizes = {(each.turn, each.plies): each.count for each in explorer.contents.sets}
    assert sizes[True, 1] == counts["primary"].wins
    assert sizes[True, 0] == counts["primary"].losses
    assert not explorer.contents.longest
    won = next(each for each in explorer.contents.sets if (each.turn, each.plies) == (False, 1))
    board = next(explorer.positions(won))
    with MorrisTablebase(compacted) as tables:
        assert tables.probe(board).wdl == 1


def test_a_win_is_played_from_mill_to_mill(compacted: Path) -> None:
    """Three against three: the table knows only that it is won, retrograde search knows how."""
    explorer = MorrisExplorer(store.opened(compacted, THREE))
    won = next(each for each in explorer.contents.sets if each.plies == 1)
    rng, player = random.Random(5), TablePlayer("perfect", compacted, 1, "morris")
    try:
        board = next(explorer.positions(won, rng.randrange(100_000)))
        winner, plies = board.turn, 0
        while not MORRIS.outcome(board):
            if board.turn == winner:
                action = player.choose(board, lambda: False)
                assert isinstance(action, Play)
                board.push(action.move)
            else:
                board.push(rng.choice(board.legal_moves))
            plies += 1
            assert plies <= 27
        assert MORRIS.outcome(board).winner == winner
    finally:
        player.close()


@pytest.mark.thorough
def test_larger_pairs_need_the_distances_and_the_placing_phase_does_not(copy: Path) -> None:
    for table in (THREE, FOUR):
        compact(copy, table)
    with pytest.raises(MissingTableError, match="3-3 is compact"):
        Children(copy, 1).read(Pair(3, 3))
    assert plan([MorrisTarget.parse("morris:4-3")], copy).missing == ()
    store.table_path(copy, FOUR).unlink()
    missing = plan([MorrisTarget.parse("morris:4-3")], copy).missing
    assert [each.material for each in missing] == [THREE, FOUR]
    placing = MorrisTarget(str(Placing(17, 3, 2)), (Placing(17, 3, 2),))
    (info,) = build([placing], copy)
    assert info.counts["other"].positions == 27098
    assert store.is_compact(copy, THREE)
    build([MorrisTarget.parse("morris:4-3")], copy)
    assert not any(store.is_compact(copy, table) for table in (THREE, FOUR))


def test_a_table_of_earlier_versions_is_compacted(morris_tables: Path, tmp_path: Path) -> None:
    old_morris.write(tmp_path, store.opened(morris_tables, THREE))
    assert not compact(tmp_path, THREE).distances
    assert names(tmp_path) == {"morris-3-3.table"}
    old_morris.write(tmp_path, store.opened(morris_tables, THREE))  # killed before it was removed
    assert store.opened(tmp_path, THREE).info.compact


def test_a_compaction_that_is_stopped_or_refused_loses_nothing(copy: Path) -> None:
    before = names(copy)

    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compact(copy, FOUR, stop)
    with (
        hold_lock(copy, "morris-4-4"),
        pytest.raises(MillMateError, match="being built or packed"),
    ):
        compact(copy, FOUR)
    with pytest.raises(MissingTableError):
        compact(copy, Pair(5, 5))
    assert names(copy) == before


def test_a_damaged_compact_table_is_refused(copy: Path) -> None:
    compact(copy, THREE)
    path = store.table_path(copy, THREE)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"morris-3-3 is damaged"):
        store.opened(copy, THREE).values()

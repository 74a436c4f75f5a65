"""Openings: moves alike by symmetry, what they are worth, and how hard the draws are."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.morris_figures import FIGURES

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.symmetry import SYMMETRIES, board_image, move_image
from millmate.tablebase.holding import Stopped
from millmate.tablebase.morris.openings import Openings, key_of
from millmate.tablebase.morris.probe import MorrisTablebase


@pytest.fixture(scope="module")
def tables(morris_tables: Path) -> Iterator[MorrisTablebase]:
    with MorrisTablebase(morris_tables) as tablebase:
        yield tablebase


def last_placements(rng: random.Random) -> MorrisBoard:
    """Return a position with three stones of each side and one more in hand."""
    board = MorrisBoard()
    points = rng.sample(range(24), 6)
    board.stones[:] = sum(1 << p for p in points[:3]), sum(1 << p for p in points[3:])
    board.hand[:] = 1, 1
    board.number = 9
    return board


def test_the_first_move_is_one_of_four() -> None:
    board = MorrisBoard()
    keys = {}
    for move in board.legal_moves:
        board.push(move)
        keys.setdefault(key_of(board), []).append(str(move))
        board.pop()
    assert sorted(map(len, keys.values())) == [4, 4, 8, 8]


def test_images_of_a_position_have_the_same_key() -> None:
    rng = random.Random(4)
    for _ in range(20):
        board = last_placements(rng)
        assert {key_of(board_image(s, board)) for s in SYMMETRIES} == {key_of(board)}


def test_every_move_is_alike_to_one_of_those_listed(tables: MorrisTablebase) -> None:
    rng = random.Random(2)
    openings = Openings(tables)
    for _ in range(4):
        board = last_placements(rng)
        listed = openings.moves(board)
        assert sum(each.alike for each in listed) == len(board.legal_moves)
        verdicts = {each.move: each.value for each in tables.moves(board)}
        same = [s for s in SYMMETRIES if board_image(s, board) == board]
        for each in listed:
            alike = {move_image(symmetry, each.move) for symmetry in same}
            assert {verdicts[move] for move in alike} == {each.value}


def test_draws_stand_between_wins_and_losses_the_hardest_first(tables: MorrisTablebase) -> None:
    rng = random.Random(8)
    openings, told = Openings(tables), 0
    for _ in range(6):
        board = last_placements(rng)
        listed = openings.judged(board, openings.moves(board))
        values = [each.value.wdl for each in listed]
        assert values == sorted(values, reverse=True)
        held = [each.holding for each in listed if each.holding is not None]
        assert [each.rank for each in held] == sorted(each.rank for each in held)
        for each in listed:
            assert each.holding is None or each.holding == openings.draws.of(board, each.move)
        told += len(held)
    assert told > 10


def test_short_wins_and_long_losses_stand_before_others(tables: MorrisTablebase) -> None:
    rng, told = random.Random(3), Counter[int]()
    for _ in range(40):
        board = last_placements(rng)  # one stone less: after Black's last one lengths are known
        board.hand[:], board.turn = [1, 0], False
        listed = [each.value for each in Openings(tables).moves(board)]
        for wdl in (1, -1):
            lengths = [each.plies or 0 for each in listed if each.wdl == wdl]
            assert lengths == sorted(lengths, reverse=wdl < 0)
            told[wdl] += len(set(lengths))
    assert min(told[1], told[-1]) > 2


def test_a_drill_is_a_drawn_position_that_not_every_move_holds(tables: MorrisTablebase) -> None:
    rng = random.Random(6)
    met = 0
    for _ in range(10):
        board = last_placements(rng)
        if tables.probe(board).wdl != 0:
            continue
        found = Openings(tables).drill(board, rng)
        if found is None:
            continue
        met += 1
        values = [each.value.wdl for each in tables.moves(found)]
        assert tables.probe(found).wdl == 0
        assert values.count(0) < len(values)
    assert met


def test_nothing_is_found_once_it_is_not_wanted(tables: MorrisTablebase) -> None:
    board = last_placements(random.Random(1))
    openings = Openings(tables, stopped=lambda: True)
    with pytest.raises(Stopped):
        openings.judged(board, openings.moves(board))


@pytest.mark.slow
def test_the_first_four_plies_have_the_results_of_the_placing_tables() -> None:
    directory = os.environ.get("MILLMATE_MORRIS")
    if not directory:
        pytest.skip("MILLMATE_MORRIS names no directory made by: millmate build morris:all")
    with MorrisTablebase(Path(directory)) as tables:
        found: dict[int, dict[object, int]] = {}
        for depth, before, each in Openings(tables).walk(MorrisBoard(), 4):
            before.push(each.move)
            found.setdefault(depth, {})[key_of(before)] = -each.value.wdl
            before.pop()
    for depth, table in enumerate(("ply1-1-0", "ply2-1-1", "ply3-2-1", "ply4-2-2"), 1):
        (figures,) = FIGURES[f"morris:{table}"].values()
        counted = Counter(found[depth].values())
        assert (counted[1], counted[0], counted[-1]) == tuple(
            figures[name] for name in ("wins", "draws", "losses")
        )

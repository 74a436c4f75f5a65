"""DTM50 in every place of tables: against DTZ50 and DTM, and positions with clocks by their moves.

    MILLMATE_ALL5=DIR pytest -m slow tests/longrun/test_dtm50.py

The directory has all tables of both metrics, and those of DTM50. MILLMATE_DTM50 names the tables to
check, separated by spaces, instead of the seven of `NAMES`; MILLMATE_DTM50_POSITIONS is how many
positions of each are checked.
"""

import os
import random
from pathlib import Path

import chess
import numpy as np
import pytest
from tests import naive
from tests.tablebase.test_dtm50 import code_of

from millmate.games.chess.material import Material, all_materials
from millmate.games.value import Result
from millmate.tablebase import store
from millmate.tablebase.clocks import Changes, solve_clocks
from millmate.tablebase.dtm50 import AtZero
from millmate.tablebase.layout import LOST, MOST_OF_CODE, Layout, layout_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase, open_slices
from millmate.tablebase.rule50 import LONGEST, ruled
from millmate.tablebase.verdict import UnprobeableError

pytestmark = pytest.mark.slow

NAMES = os.environ.get("MILLMATE_DTM50", "KQvKR KRvKN KPvKP KRPvK KRBvKR KNNvKQ KBBvKN").split()
POSITIONS = int(os.environ.get("MILLMATE_DTM50_POSITIONS", 100_000 // len(NAMES)))  # of a table
ROWS = 1024  # compared at once, so that numbers of 32 bits are sorted


def plies_of(codes: np.ndarray) -> np.ndarray:
    moves = (codes & MOST_OF_CODE).astype(np.int16)
    return np.where(codes < LOST, 2 * moves - 1, 2 * moves)


@pytest.mark.parametrize("name", NAMES)
def test_every_result_and_flip_is_that_of_dtz50(name: str) -> None:
    directory = Path(os.environ["MILLMATE_ALL5"])
    layout = layout_of(Material.parse(name))
    mates = store.opened(directory, layout.material)
    zeroing = store.opened(Metric.DTZ.directory(directory), layout.material)
    for number in range(layout.slices):
        read, codes = AtZero(directory), np.zeros((2, layout.words, 64), np.uint8)
        found = solve_clocks(layout, number, read, births=True, codes=codes)
        assert not read.doubtful
        for side, turn in enumerate((True, False)):
            dtm, dtz = (table.slice_values(turn, number) for table in (mates, zeroing))
            for first in range(0, layout.words, ROWS):
                rows = slice(first, min(first + ROWS, layout.words))
                _compare(layout, found.changes[side], rows, codes[side][rows], dtm[rows], dtz[rows])


def _compare(
    layout: Layout,
    changes: Changes,
    rows: slice,
    codes: np.ndarray,
    dtm: np.ndarray,
    dtz: np.ndarray,
) -> None:
    """Check rows of a slice: the codes at clock 0, then the changes.

    Places are decided from the clock on that DTZ says, and distances shorten from then on.
    """
    in_time = (dtz != 0) & (dtz & MOST_OF_CODE <= LONGEST)
    assert np.array_equal(codes != 0, in_time)
    assert not (in_time & (codes ^ dtz >= LOST)).any()
    other = in_time & (codes != dtm)
    assert (plies_of(dtm[other]) > LONGEST).all()
    assert (codes[other] & MOST_OF_CODE >= dtm[other] & MOST_OF_CODE).all()

    start = int(changes.ends[rows.start - 1]) if rows.start else 0
    numbers = np.diff(changes.ends[rows], prepend=start)
    own = slice(start, start + int(numbers.sum()))
    keys = np.repeat(np.arange(len(numbers), dtype=np.uint32), numbers) << np.uint32(22)
    keys |= changes.lanes[own].astype(np.uint32) << np.uint32(16)
    keys |= (np.uint8(255) - changes.clocks[own]).astype(np.uint32) << np.uint32(8)
    keys |= changes.codes[own]
    keys.sort()  # by place, then by clock, descending
    places, codes = (keys >> np.uint32(16)).astype(np.int64), keys.astype(np.uint8)
    clocks = np.uint8(255) - (keys >> np.uint32(8)).astype(np.uint8)
    first = np.diff(places, prepend=-1) != 0
    assert (codes[first] == 0).all()  # every list begins with a draw
    assert (codes[~first] != 0).all()
    dtm, dtz = dtm.reshape(-1), dtz.reshape(-1)
    assert np.array_equal(dtz[places[first]] & MOST_OF_CODE, LONGEST + 1 - clocks[first])
    shorter = ~first[1:] & (clocks[1:] > 0) & ~first[:-1]
    assert (codes[1:][shorter] < codes[:-1][shorter]).all()
    if layout.like:  # places with like pieces in another order are never listed
        return
    unlisted = in_time.reshape(-1)
    unlisted[places] = False  # the rest is in time by DTM, with the plies that DTZ counts
    assert np.array_equal(plies_of(dtm[unlisted]), dtz[unlisted] & MOST_OF_CODE)


@pytest.mark.parametrize("name", NAMES)
def test_positions_with_clocks_follow_from_their_moves(name: str) -> None:
    directory = Path(os.environ["MILLMATE_ALL5"])
    layout, rng, checked = layout_of(Material.parse(name)), random.Random(name), 0
    slices = open_slices(directory)
    number = rng.randrange(layout.slices)
    with Tablebase(directory) as tables:

        def value(board: chess.Board) -> int:
            found = ruled(board, tables.probe(board), slices.resolve)
            assert found.final.wdl is not None
            assert found.in_time or found.final is Result.DRAW
            return 0 if found.final is Result.DRAW else code_of(found.wdl, found.plies or 0)

        while checked < POSITIONS:
            if checked % 500 == 0:
                number = rng.randrange(layout.slices)
            side, place = rng.randrange(2), rng.randrange(layout.slice_size)
            board = layout.board((side * layout.slices + number) * layout.slice_size + place)
            board.halfmove_clock = rng.randrange(100)
            if chess.popcount(board.occupied) != layout.material.men or not board.is_valid():
                continue
            after = []
            for move in list(board.legal_moves):
                board.push(move)
                passant = board.has_legal_en_passant()
                after.append(naive.backed_up(board, value) if passant else value(board))
                board.pop()
            assert value(board) == naive.best(after, board.is_check()), board.fen()
            checked += 1


def test_no_result_of_up_to_five_men_stays_open() -> None:
    """Probe places of all tables at any clock, with all their moves: DTM and DTZ settle them."""
    directory, rng = Path(os.environ["MILLMATE_ALL5"]), random.Random(7)
    with Tablebase(directory) as tables:
        for material in all_materials(5):
            layout, checked = layout_of(material), 0
            while checked < POSITIONS // 100:
                board = layout.board(rng.randrange(layout.size))
                board.halfmove_clock = rng.randrange(LONGEST + 1)
                if chess.popcount(board.occupied) != material.men or not board.is_valid():
                    continue
                try:
                    values = [each.value for each in tables.rule50_moves(board, every=True)]
                    values.append(tables.probe_rule50(board))
                except UnprobeableError:
                    continue
                assert all(value.final.wdl is not None for value in values), board.fen()
                checked += 1

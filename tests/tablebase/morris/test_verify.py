"""Verification: right tables pass, one wrong code anywhere does not."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solved_morris import Solved
from tests.tiers import examples, only

from millmate.tablebase.morris import index
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.solve import solve_placing
from millmate.tablebase.morris.solver import verify_values
from millmate.tablebase.morris.verify import verify_pair, verify_placing
from millmate.tablebase.progress import BuildStopped, never
from millmate.tablebase.verify import VerificationError

PAIRS = [Pair(3, 3), Pair(4, 3), Pair(4, 4), Pair(5, 3), Pair(5, 4)]
PLACING = [Placing(17, 3, 2), Placing(16, 2, 3), Placing(17, 3, 3)]


@pytest.mark.parametrize("table", [*only(PAIRS, *PAIRS[:2]), *PLACING], ids=str)
def test_what_was_solved_is_right(solved: Solved, table: Subspace) -> None:
    verify_values(table, solved.table(table), solved, never, 2)


def wrong_code(data: st.DataObject, codes: Codes, most: int) -> tuple[tuple[int, int], Codes]:
    """Return the row and column of a place, and the codes with another one there."""
    # The simplest example is the last place: its row is not its column, as it is in the first one.
    place = tuple(size - data.draw(st.integers(1, size)) for size in codes.shape)
    wrong = data.draw(st.integers(0, most).filter(lambda code: code != codes[place]))
    other = codes.copy()
    other[place] = wrong
    return (place[1], place[2]), other


@examples(15)
@given(st.sampled_from([Pair(3, 3), Pair(4, 3)]), st.data())
def test_a_wrong_code_is_found_and_named(solved: Solved, pair: Pair, data: st.DataObject) -> None:
    (row, column), codes = wrong_code(data, solved.table(pair), 60)
    with pytest.raises(VerificationError, match=rf"{pair} is wrong in \d+ positions") as error:
        verify_pair(pair, codes, solved.read)
    if "wrong in 1 positions" in str(error.value):  # nothing else rests on it
        primary, other = index.position(*pair.stones, row, column)
        assert f"{primary:#08x} of the primary side against {other:#08x}" in str(error.value)


@pytest.mark.parametrize(
    ("pair", "led_to"), [(Pair(4, 3), Pair(3, 3)), (Pair(4, 4), Pair(4, 3))], ids=str
)
def test_a_capture_that_wins_is_seen_in_the_pair_that_it_leads_to(
    solved: Solved, pair: Pair, led_to: Pair
) -> None:
    def always_lost_there(read: Pair) -> Codes:
        codes = solved.read(read)
        return np.ones_like(codes) if read == led_to else codes

    with pytest.raises(VerificationError, match=f"{pair} is wrong in"):
        verify_pair(pair, solved.table(pair), always_lost_there)


def test_verifying_stops_when_it_is_told_to(solved: Solved) -> None:
    with pytest.raises(BuildStopped):
        verify_pair(Pair(4, 3), solved.table(Pair(4, 3)), solved.read, stopped=lambda: True)
    table = Placing(17, 3, 2)
    with pytest.raises(BuildStopped):
        verify_placing(table, solved.table(table)[0], solved.table, stopped=lambda: True)


# While stones are placed --------------------------------------------------------------------------


@pytest.mark.parametrize("table", PLACING, ids=str)
def test_every_position_of_the_placing_phase_is_judged_alike(
    solved: Solved, table: Placing
) -> None:
    verify_placing(table, solved.table(table)[0], solved.table, stride=1)


def test_stones_in_mills_are_not_taken() -> None:
    """With codes made up for what follows, it would often pay to take them."""

    def read(table: Subspace) -> Codes:
        shape = (1, *Layout(table).values_shape[1:])
        return np.random.default_rng(shape).integers(0, 3, shape, np.uint8)

    table = Placing(16, 2, 4)
    verify_placing(table, solve_placing(table, read), read, stride=1)


@examples(6)
@given(st.sampled_from(PLACING[:2]), st.data())
def test_a_wrong_code_of_the_placing_phase_is_found_and_named(
    solved: Solved, table: Placing, data: st.DataObject
) -> None:
    (row, column), codes = wrong_code(data, solved.table(table), 2)
    primary, other = index.position(*table.stones, row, column)
    stones = f"{primary:#08x} of the primary side against {other:#08x}"
    with pytest.raises(VerificationError, match=f"{table} is wrong in 1 positions.* {stones}"):
        verify_placing(table, codes[0], solved.table)


@pytest.mark.parametrize("stride", [2, 7, 1000])
def test_samples_are_every_so_many_positions_whatever_the_pieces(
    solved: Solved, stride: int
) -> None:
    table = Placing(17, 3, 2)
    wrong = (solved.table(table)[0] + 1) % 3
    with pytest.raises(VerificationError) as error:
        verify_placing(table, wrong, solved.table, threads=3, stride=stride)
    told = re.search(r"in (\d+) positions.* (0x\w+) .* (0x\w+)", str(error.value))
    assert told is not None
    assert int(told[1]) == -(-wrong.size // stride)
    place = index.locate(int(told[2], 16), int(told[3], 16))
    assert np.ravel_multi_index(place, wrong.shape) % stride == 0

"""The verifier finds every wrong value, and agrees with python-chess about the right ones."""

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.made_tables import values_of
from tests.random_tables import RandomTables, place_of
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.tablebase import store
from millmate.tablebase import verify as verify_module
from millmate.tablebase.draft import Draft
from millmate.tablebase.layout import Layout, Pawns
from millmate.tablebase.successors import Successors, read_only, slice_of
from millmate.tablebase.table import Table
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify import (
    ArrayRows,
    VerificationError,
    verify,
    verify_slices,
)

Values = NDArray[np.uint8]
Reader = Callable[[Material, int, bool], Values]

# Captures into tables with the colours swapped, like pieces, a king alone; then with pawns: double
# pushes with and without captures en passant, promotions, placements that are their own mirror
# image or have another slice's.
SLICES: list[tuple[str, Pawns]] = [
    ("KQvK", ((), ())),
    ("KBvKN", ((), ())),
    ("KRvKR", ((), ())),
    ("KNNvK", ((), ())),
    ("KPvK", ((8,), ())),
    ("KPvK", ((51,), ())),
    ("KBvKP", ((), (50,))),
    ("KBvKP", ((), (9,))),
    ("KPvKP", ((11,), (28,))),
    ("KPvKP", ((35,), (52,))),
    ("KPvKP", ((8,), (25,))),
    ("KPvKP", ((48,), (15,))),
    ("KPvKP", ((27,), (36,))),
    ("KPPvK", ((11, 12), ())),
    ("KPPvK", ((50, 51), ())),
    ("KPPvKP", ((12, 33), (27,))),
    ("KPPvKP", ((33, 35), (50,))),
    ("KPPvKP", ((11, 51), (12,))),
    ("KNPvKP", ((11,), (26,))),
    ("KRPvKP", ((33,), (48,))),
]
# Double pushes in answer to which: en passant is the only legal move (twice), or the only one but
# for a push of the pawn; it would lay the king bare along the rank; it parries a check by the pawn;
# two pawns may do it.
RARE = [
    "8/8/4Q3/7k/6p1/6K1/7P/8 w - -",
    "8/5R2/8/8/p1K5/k7/1P6/8 w - -",
    "7k/8/6Q1/8/6p1/8/7P/6K1 w - -",
    "8/8/8/8/k1p4R/8/3P4/4K3 w - -",
    "8/8/8/2k5/2p5/8/3P4/3K4 w - -",
    "4k3/3p4/8/2P1P3/8/8/8/4K3 b - -",
    "R7/8/8/8/k7/8/7K/r7 b - -",  # no pawn: the king shields what is behind it from its own rook
]
CODES = [0, *range(1, 60), *range(128, 190)]
# No move is better than a draw, unless en passant as the only move spoils it.
DRAWISH = [*[0] * 40, *range(1, 60)]


# Against python-chess, in random tables -----------------------------------------------------------

NO_LEAST = np.uint8(0)


class OneSide:
    """The verifier at work on rows of one slice of random tables, with one side to move."""

    def __init__(self, name: str, number: int, turn: bool, tables: RandomTables) -> None:
        self.layout = Layout(Material.parse(name))
        self._number, self._turn, self._tables = number, turn, tables
        self._slice = slice_of(self.layout, [number])
        self._values = tables.read(self.layout.material, number, turn).copy()
        self._other = tables.read(self.layout.material, number, not turn)
        self._ahead = cache(self._successors)  # which no value of this side changes

    def boards(self, word: int) -> dict[int, chess.Board]:
        """Return the legal positions of a row, by lane."""
        first = (0 if self._turn else self.layout.slices) + self._number
        places = first * self.layout.slice_size + word * 64 + np.arange(64)
        boards = {lane: self.layout.board(int(place)) for lane, place in enumerate(places)}
        men = self.layout.material.men
        return {
            lane: board
            for lane, board in boards.items()
            if chess.popcount(board.occupied) == men and not board.was_into_check()
        }

    def write_right(self, word: int) -> int:
        """Write what python-chess says into a row; return how many positions are legal."""
        boards = self.boards(word)
        for lane, board in boards.items():
            self._values[word, lane] = self._tables.right(board)
        return len(boards)

    def write(self, word: int, lane: int, code: int) -> int:
        """Write a code; return what was there."""
        old = int(self._values[word, lane])
        self._values[word, lane] = code
        return old

    def check(self, words: list[int]) -> list[tuple[int, int, int]]:
        """Return the positions, the faults and the first wrong place of each row."""
        keys, captures, pawn_moves = self._ahead()
        own = self._slice, captures, read_only(self._values[None]), 0, True, keys, pawn_moves
        black = not self._turn
        return [chess_verify.check(*own, black, NO_LEAST, word, word + 1) for word in words]

    def _successors(self) -> tuple[Values, Values, Values]:
        """Return what quiet moves, captures and pawn moves lead to."""
        layout, white = self.layout, self._turn
        keys = np.empty((1, layout.words, 64), np.uint8)
        rows = layout.words
        other = read_only(self._other[None])
        chess_verify.make_keys(self._slice, other, 0, 0, keys, white, 0, rows)
        after = Successors(layout, [self._number], white, self._tables.read, lambda w, n: [w(0, n)])
        return keys, after.captures(), after.pawn_moves()


def sorted_words(layout: Layout, rng: np.random.Generator, number: int) -> Iterator[int]:
    """Yield random rows in which like pieces stand in the order that is stored."""
    while number:
        word = int(rng.integers(layout.words))
        squares = [word >> 6 * place & 63 for place in reversed(range(layout.pieces))]
        if all(squares[piece] < squares[piece + 1] for piece in layout.like):
            yield word
            number -= 1


@pytest.mark.parametrize("turn", first(1, chess.COLORS), ids=["white", "black"])
@pytest.mark.parametrize("number", first(1, [2, 5]))
@pytest.mark.parametrize(("name", "pawns"), SLICES)
def test_what_python_chess_says_is_right_and_nothing_else(
    name: str, pawns: Pawns, number: int, turn: bool
) -> None:
    layout, rng = Layout(Material.parse(name)), np.random.default_rng(7)
    side = OneSide(name, layout.slice_of(pawns)[0], turn, RandomTables(CODES, seed=1))
    words = list(sorted_words(layout, rng, number))
    legal = [side.write_right(word) for word in words]
    assert side.check(words) == [(positions, 0, -1) for positions in legal]
    for word in words:
        for lane in side.boards(word):
            if rng.random() < 0.05:
                old = side.write(word, lane, 77)
                ((_, faults, place),) = side.check([word])
                assert (faults, place) == ((0, -1) if old == 77 else (1, word * 64 + lane))
                side.write(word, lane, old)


@pytest.mark.parametrize("fen", RARE)
def test_rows_with_a_rare_rule_are_right(fen: str) -> None:
    board = chess.Board(fen)
    name = str(Material.of(board))
    assert Material.of(board) == Material.parse(name)
    number, word, lane = place_of(Layout(Material.parse(name)), board)
    seen = set()
    for seed, codes in enumerate((DRAWISH, CODES)):
        side = OneSide(name, number, board.turn, RandomTables(codes, seed))
        legal = side.write_right(word)
        assert side.check([word]) == [(legal, 0, -1)], fen
        seen.add(side.write(word, lane, 0))
    assert len(seen) > 1


# Finished tables ----------------------------------------------------------------------------------


def read_from(directory: Path) -> Reader:
    opened = cache(lambda material: store.opened(directory, material))
    return lambda material, number, turn: opened(material).slice_values(turn, number)


def slice_values(table: Table, number: int) -> Values:
    return np.stack([table.slice_values(turn, number) for turn in (True, False)])


@pytest.mark.parametrize("name", ["KQvKR", "KBBvK", "KPvK"])
def test_a_single_altered_value_is_found_wherever_it_is(more_tables: Path, name: str) -> None:
    table, rng = store.opened(more_tables, name), np.random.default_rng(11)
    layout, read = table.layout, read_from(more_tables)
    for _ in range(12):
        number = int(rng.integers(layout.slices))
        values = slice_values(table, number)
        side, word, lane = (int(rng.integers(size)) for size in values.shape)
        place = (side * layout.slices + number) * layout.slice_size + word * 64 + lane
        board = layout.board(place)
        values[side, word, lane] = rng.choice([c for c in CODES if c != values[side, word, lane]])
        if chess.popcount(board.occupied) < layout.material.men or board.was_into_check():
            assert verify_slices(layout, [number], ArrayRows(values[:, None], None), read) > 0
        else:
            # With Black to move, White's positions before it seem wrong as well, and come first.
            first = re.escape(board.fen()) if board.turn else ""
            fault = f"table {name} is wrong in .*, first in {first}"
            with pytest.raises(VerificationError, match=fault):
                verify_slices(layout, [number], ArrayRows(values[:, None], None), read)


def test_threads_change_nothing_and_progress_reaches_the_end(more_tables: Path) -> None:
    table = store.opened(more_tables, "KQvKR")
    rows, read = ArrayRows(slice_values(table, 0)[:, None], None), read_from(more_tables)
    told: list[float] = []
    positions = verify_slices(table.layout, [0], rows, read, told.append, threads=3)
    assert positions == verify_slices(table.layout, [0], rows, read, threads=1) == 3_082_745
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    assert max(told) <= 1


def test_whoever_is_told_may_stop_it(more_tables: Path) -> None:
    class Stop(Exception):  # noqa: N818
        pass

    def stop(done: float) -> None:
        if done > 0.2:
            raise Stop

    with pytest.raises(Stop):
        verify(more_tables, Material.parse("KQvKR"), stop, threads=2)


@pytest.mark.parametrize("name", ["KQvK", "KBvKN", "KPvK"])
def test_finished_tables_are_right(more_tables: Path, name: str) -> None:
    checked = verify(more_tables, Material.parse(name))
    info = store.opened(more_tables, name).info
    counts = info.counts.values()
    assert checked.positions >= sum(c.wins + c.draws + c.losses for c in counts)
    assert checked.samples == verify_module.SAMPLES


def test_what_moves_lead_to_must_be_there(more_tables: Path, tmp_path: Path) -> None:
    name = store.table_path(Path(), "KPvK")
    (tmp_path / name).symlink_to(more_tables / name)
    with pytest.raises(MissingTableError, match=r"no table for K[QRBN]vK"):
        verify(tmp_path, Material.parse("KPvK"))
    with pytest.raises(MissingTableError, match="no table for KQvK"):
        verify(tmp_path, Material.parse("KQvK"))


@pytest.mark.parametrize("name", first(1, ["KPvKP", "KRPvK", "KPPvKP"]))
def test_slices_together_have_the_successors_of_each_alone(name: str) -> None:
    layout, rng = Layout(Material.parse(name)), np.random.default_rng(3)
    read = RandomTables([0, 3, 128, 140], 7).read
    numbers = rng.choice(layout.slices, 12, replace=False).tolist()
    for white in (True, False):
        together = Successors(layout, numbers, white, read, lambda work, n: [work(0, n)])
        captures, moves = together.captures().rows, together.pawn_moves()
        for at, number in enumerate(numbers):
            alone = Successors(layout, [number], white, read, lambda work, n: [work(0, n)])
            own = alone.captures().rows
            assert np.array_equal(captures[at * len(own) :][: len(own)], own)
            assert np.array_equal(moves[at % len(moves)], alone.pawn_moves()[0])
        assert moves.any() == (white or layout.pawns[1] > 0)


def test_the_first_fault_of_slices_together_is_named(more_tables: Path) -> None:
    table, read = store.opened(more_tables, "KPvK"), read_from(more_tables)
    layout, numbers = table.layout, [20, 3, 11]
    values = np.stack([slice_values(table, number) for number in numbers], axis=1)
    assert verify_slices(layout, numbers, ArrayRows(values, None), read) > 0
    # White's king on g6 has left e8 to Black's, whose pawn would be lost.
    square = layout.placements[3][0][0]
    king = next(s for s in (chess.G6, chess.C6) if s != square)
    place = layout.place(True, king, chess.E8, [], layout.placements[3])
    values[0, 1].reshape(-1)[place % layout.slice_size] ^= 1
    first = re.escape(layout.board(place).fen())
    with pytest.raises(VerificationError, match=f"wrong in 1 of .*, first in {first}"):
        verify_slices(layout, numbers, ArrayRows(values, None), read)


def test_one_wrong_value_of_a_finished_table_is_found(tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "KQvK.table"
    for name in ("KQvK.table", "KQvK.plane"):
        shutil.copy(tables / name, tmp_path)
    table = store.opened(tmp_path, "KQvK")
    values, layout = values_of(table), table.layout
    values.reshape(-1)[layout.place(True, chess.A1, chess.H8, [chess.B1])] += 1
    path.unlink()
    draft = Draft(tmp_path, layout.material)
    draft.put([0], values[:, None], {})
    draft.finish(table.facts)
    with pytest.raises(VerificationError, match="KQvK is wrong"):
        verify(tmp_path, layout.material)

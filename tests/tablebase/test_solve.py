"""The solver is exact in any surroundings: slices whose neighbours have random values."""

import doctest
from collections.abc import Iterator

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests import naive
from tests.random_tables import RandomTables, place_of
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.tablebase import solve as solve_module
from millmate.tablebase.layout import LOST, Layout, Pawns
from millmate.tablebase.metric import Metric
from millmate.tablebase.solve import solve
from millmate.tablebase.spaces import MOST_TOGETHER, slice_space

Values = NDArray[np.uint8]

# Pushes, double pushes past a pawn from either side, barred ones, promotions by one side and both;
# two pawns that may capture one, and one that may be captured en passant by two.
SLICES: list[tuple[str, Pawns]] = [
    ("KRvK", ((), ())),
    ("KBvKN", ((), ())),
    ("KPvK", ((9,), ())),
    ("KPvKP", ((11,), (28,))),
    ("KPvKP", ((32,), (49,))),
    ("KPvKP", ((10,), (18,))),
    ("KPvKP", ((10,), (26,))),
    ("KPvKP", ((48,), (15,))),
    ("KPPvK", ((50, 53), ())),
    ("KNPvK", ((52,), ())),
    ("KPPvKP", ((33, 35), (50,))),
    ("KPPvKP", ((11, 21), (28,))),
    ("KRPvKP", ((11,), (28,))),
    ("KBPvKP", ((12,), (27,))),
    ("KQPvKP", ((33,), (50,))),
]
CODES = [*[0] * 20, *range(1, 25), *range(128, 150)]


class Surroundings(RandomTables):
    """Random tables with one slice of real values; what is impossible has code 0."""

    codes = CODES

    def __init__(self, name: str, pawns: Pawns) -> None:
        super().__init__(self.codes, seed=1)
        self.layout = Layout(Material.parse(name))
        self.number, _ = self.layout.slice_of(pawns)
        self.values = self.solution()

    def solution(self) -> Values:
        return solve(self.layout, [self.number], self.read).values

    def solved(self, board: chess.Board) -> int:
        """Return the solver's code of a position of the slice."""
        number, word, lane = place_of(self.layout, board)
        assert number == self.number
        return int(self.values[0 if board.turn else 1, 0, word, lane])

    def value(self, board: chess.Board) -> int:
        ours = Material.of(board) == self.layout.material
        if ours and place_of(self.layout, board)[0] == self.number:
            return self.solved(board)
        return super().value(board)

    def _random(self, material: Material, number: int, turn: bool) -> Values:
        values = super()._random(material, number, turn)
        legal = slice_space(Layout(material), number).masks().legal[turn]
        bits = np.unpackbits(legal.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        if material.black == "K":  # which wins nothing
            bits &= values < LOST if turn else (values == 0) | (values >= LOST)
        return np.where(bits, values, 0).astype(np.uint8)


def random_boards(layout: Layout, number: int, positions: int) -> Iterator[chess.Board]:
    """Yield legal positions of a slice."""
    rng = np.random.default_rng(2)
    while positions:
        side, at = int(rng.integers(2)), int(rng.integers(layout.slice_size))
        board = layout.board((side * layout.slices + number) * layout.slice_size + at)
        if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
            positions -= 1
            yield board


@pytest.mark.parametrize(("name", "pawns"), SLICES)
def test_every_value_is_that_of_the_best_move(name: str, pawns: Pawns) -> None:
    around = Surroundings(name, pawns)
    seen = set()
    for board in random_boards(around.layout, around.number, 120):
        assert around.solved(board) == around.right(board), board.fen()
        seen.add(around.solved(board))
    assert len(seen) > 2


@pytest.mark.parametrize("metric", Metric)
def test_slices_solved_together_are_as_each_alone(metric: Metric) -> None:
    layout, tables = Layout(Material.parse("KPPvK")), RandomTables(CODES, seed=1)
    numbers = [n for n, (white, _) in enumerate(layout.placements) if ranks(white) == 6]
    together = solve(layout, numbers, tables.read, metric=metric)
    longest = 0
    for at, number in enumerate(numbers):
        alone = solve(layout, [number], tables.read, metric=metric)
        assert np.array_equal(alone.values[:, 0], together.values[:, at])
        longest = max(longest, alone.facts["longest"]["white"])
    assert len(numbers) > MOST_TOGETHER
    assert together.facts["longest"]["white"] == longest > 0


def ranks(pawns: tuple[int, ...]) -> int:
    return sum(square >> 3 for square in pawns)


@pytest.mark.parametrize(
    ("name", "pawns"),
    first(
        1,  # its queen is uncovered on ranks, files and diagonals
        [("KQPvKP", ((12,), (29,))), ("KRPvKP", ((11,), (28,))), ("KBPvKP", ((12,), (27,)))],
    ),
)
def test_captures_en_passant_that_uncover_the_king_do_not_count(name: str, pawns: Pawns) -> None:
    around = Surroundings(name, pawns)
    legal, barred = 0, 0
    for before in double_pushers(around.layout, around.number):
        after = before.copy()
        (pawn,) = after.pieces(chess.PAWN, chess.WHITE)
        after.push(chess.Move(pawn, pawn + 16))
        legal += after.has_legal_en_passant()
        barred += after.has_pseudo_legal_en_passant() and not after.has_legal_en_passant()
        assert around.solved(before) == around.right(before), before.fen()
    assert legal > 25
    assert barred > 2


def double_pushers(layout: Layout, number: int) -> Iterator[chess.Board]:
    """Yield positions in which White may push twice, with Black's king where that may uncover it.

    White's pawn goes to the fourth rank beside Black's: both leave it by the capture.
    """
    rng = np.random.default_rng(3)
    (pawn,), (black_pawn,) = layout.placements[number]
    lines = [
        square
        for square in chess.SQUARES
        if chess.square_rank(square) == 3
        or chess.square_file(square) == chess.square_file(black_pawn)
        or chess.square_distance(square, pawn + 16) < 3
        or abs(square - pawn - 16) % 7 == 0
        or abs(square - pawn - 16) % 9 == 0
    ]
    for _ in range(1200):
        king, white_king = int(rng.choice(lines)), int(rng.integers(64))
        piece = int(rng.choice(lines))
        place = layout.place(True, white_king, king, (piece,), layout.placements[number])
        board = layout.board(place)
        full = chess.popcount(board.occupied) == layout.material.men
        if full and board.is_valid() and board.is_legal(chess.Move(pawn, pawn + 16)):
            yield board


def test_the_worked_example_is_what_the_solver_finds() -> None:
    tried = doctest.testmod(solve_module)
    assert tried.attempted
    assert not tried.failed
    mated, mating, lost = (
        chess.Board(f"{board} - -")
        for board in ("k7/1Q6/1K6/8/8/8/8/8 b", "k7/2Q5/1K6/8/8/8/8/8 w", "1k6/3Q4/1K6/8/8/8/8/8 b")
    )
    assert mated.is_checkmate()
    assert naive.mates_in(mating, 1) == 1
    assert naive.mated_in(lost, 1) == 1


def test_the_longest_mate_that_a_code_tells_leaves_no_rest() -> None:
    layout = Layout(Material.parse("KRvK"))
    longest = 16  # of its mates
    assert solve(layout, [0], RandomTables(CODES, seed=1).read, most=longest).more is None

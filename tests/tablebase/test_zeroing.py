"""Distances to zeroing under the fifty-move rule: solved, verified, stored, probed."""

import csv
from collections import Counter
from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests import naive
from tests.tablebase.conftest import SMALL, ZEROING
from tests.tablebase.test_solve import SLICES, Surroundings, random_boards
from tests.tiers import first, only

from millmate.games.chess.material import Material
from millmate.games.value import Result
from millmate.tablebase.build import build
from millmate.tablebase.layout import Layout
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase, ZeroingTables, of_zeroing
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.solve import solve
from millmate.tablebase.store import opened
from millmate.tablebase.table import SideCounts, TableInfo
from millmate.tablebase.verify import ArrayRows, VerificationError, verify, verify_slices

FIGURES = {
    row["material"]: {name: int(figure) for name, figure in row.items() if name != "material"}
    for row in csv.DictReader(
        (Path(__file__).parents[1] / "data" / "dtz50.csv").read_text().splitlines()
    )
}


def figures(info: TableInfo) -> dict[str, int]:
    """Return the figures of a table, under the names of the published ones."""
    found = {}
    for side, other in (("white", "black"), ("black", "white")):
        counts = info.counts[side]
        found |= {
            f"{side}_wins": counts.wins,
            f"{side}_cursed_wins": counts.cursed_wins,
            f"{side}_draws": counts.draws,
            f"{side}_blessed_losses": counts.blessed_losses,
            f"{side}_losses": counts.losses,
            f"{side}_longest": longest(counts, info.counts[other], 0, LONGEST),
            f"{side}_longest_cursed": longest(counts, info.counts[other], LONGEST + 1, 10**6),
        }
    return found


def longest(own: SideCounts, other: SideCounts, least: int, most: int) -> int:
    """Return the longest win in some range of plies, either side to move."""
    plies = [n for each in (own.plies, other.lost_plies) for n, number in enumerate(each) if number]
    return max((n for n in plies if least <= n <= most), default=0)


@pytest.mark.parametrize("name", only(SMALL, *ZEROING))
def test_counts_and_longest_wins_are_the_published_ones(zeroing_tables: Path, name: str) -> None:
    assert figures(opened(zeroing_tables, name).info) == FIGURES[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FIGURES, key=len))
def test_every_ending_of_up_to_five_men_has_the_published_figures(all5: Path, name: str) -> None:
    assert figures(opened(Metric.DTZ.directory(all5), name).info) == FIGURES[name]


class ZeroingSurroundings(Surroundings):
    """A slice solved by plies to zeroing, among random values."""

    codes = [*[0] * 20, *range(1, 120), *range(128, 240)]  # noqa: RUF012 - as CODES

    def solution(self) -> NDArray[np.uint8]:
        return solve(self.layout, [self.number], self.read, metric=Metric.DTZ).values

    def right(self, board: chess.Board) -> int:
        """Return the code of a position that follows from its moves."""
        after = []
        for move in list(board.legal_moves):
            zeroing = board.is_zeroing(move)
            board.push(move)
            after.append(naive.before_zeroing(self._pushed(board), zeroing))
            board.pop()
        return naive.best_to_zeroing(after, board.is_check())

    def _pushed(self, board: chess.Board) -> int:
        """Return the code of a position, the right to capture en passant included."""
        captures = [move for move in board.legal_moves if board.is_en_passant(move)]
        after = []
        for move in captures:
            board.push(move)
            after.append(naive.before_zeroing(self.value(board), True))
            board.pop()
        if board.legal_moves.count() > len(captures) or not captures:
            after.append(self.value(board))
        return naive.best_to_zeroing(after, False)


@pytest.fixture(scope="module", params=SLICES, ids=str)
def around(request: pytest.FixtureRequest) -> ZeroingSurroundings:
    return ZeroingSurroundings(*request.param)


def test_every_value_is_that_of_the_best_move(around: ZeroingSurroundings) -> None:
    for board in random_boards(around.layout, around.number, 80):
        assert around.solved(board) == around.right(board), board.fen()


def test_a_slice_is_verified_and_a_wrong_value_found(around: ZeroingSurroundings) -> None:
    layout, number, values = around.layout, around.number, around.values
    rows = ArrayRows(values, None)
    assert verify_slices(layout, [number], rows, around.read, metric=Metric.DTZ) > 0
    rng = np.random.default_rng(5)
    for _ in range(3):
        damaged = values.copy()
        places = np.argwhere(values)
        at = tuple(places[rng.integers(len(places))])
        damaged[at] ^= 1 << int(rng.integers(8))
        rows = ArrayRows(damaged, None)
        with pytest.raises(VerificationError):
            verify_slices(layout, [number], rows, around.read, metric=Metric.DTZ)


@pytest.mark.parametrize(("name", "positions"), first(1, [("KPvK", 165_676), ("KPvKP", 7_436_088)]))
def test_a_finished_table_is_verified(zeroing_tables: Path, name: str, positions: int) -> None:
    found = verify(zeroing_tables, Material.parse(name), metric=Metric.DTZ)
    assert found.positions == positions


@pytest.mark.parametrize("name", first(1, ["KRvKP", "KPvKP"]))
def test_probed_values_are_those_of_the_best_moves(zeroing_tables: Path, name: str) -> None:
    layout = Layout(Material.parse(name))
    with ZeroingTables(zeroing_tables) as tables:
        for number in range(0, layout.slices, max(1, layout.slices // 7)):
            for board in random_boards(layout, number, 30):
                moves = tables.moves(board)
                end = of_zeroing(-1 if board.is_check() else 0, 0)
                assert tables.probe(board) == (moves[0].value if moves else end), board.fen()


@pytest.mark.slow
def test_two_bishops_against_a_knight_are_cursed_for_up_to_132_plies(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    directory = tmp_path_factory.mktemp("bishops")
    build([Material.parse("KBBvKN")], directory, metric=Metric.DTZ)
    table = opened(directory, "KBBvKN")
    assert figures(table.info) == FIGURES["KBBvKN"]
    assert int(table.more.above.max()) == 132 - 127
    cursed = chess.Board("8/8/8/1B6/8/8/8/1KBk2n1 b - - 0 1")  # longest, by syzygy-tables.info
    with ZeroingTables(directory) as tables:
        assert tables.probe(cursed) == of_zeroing(-1, 132)


@pytest.mark.parametrize("name", ["KRvKN", "KRvKP"])
def test_no_result_is_open_where_the_tables_stand_beside_the_others(
    more_tables: Path, zeroing_tables: Path, tmp_path: Path, name: str
) -> None:
    both = tmp_path / "tables"
    both.mkdir()
    for table in more_tables.glob("*.table"):
        (both / table.name).symlink_to(table)
    Metric.DTZ.directory(both).symlink_to(zeroing_tables)
    layout, seen = Layout(Material.parse(name)), Counter[Result]()
    with Tablebase(both) as tables, ZeroingTables(zeroing_tables) as zeroing:
        for number in range(0, layout.slices, max(1, layout.slices // 7)):
            for board in random_boards(layout, number, 60):
                board.halfmove_clock = 40 + board.king(chess.WHITE)  # type: ignore[operator]
                found = tables.probe_rule50(board).final
                seen[found] += 1
                verdict = zeroing.probe(board)
                in_time = (verdict.zeroing or 0) <= LONGEST - board.halfmove_clock
                assert found.wdl == (verdict.wdl if in_time else 0), board.fen()
    assert set(seen) == {Result.WIN, Result.DRAW, Result.LOSS}

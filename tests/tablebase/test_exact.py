"""Tables are exact: equal to a naive solver, to another program's tables, to published figures."""

import csv
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.gaviota
import pytest
from tests import naive

from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.build import build
from millmate.tablebase.layout import Layout
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.store import Table, TableInfo

SMALL = {"KQvK": chess.QUEEN, "KRvK": chess.ROOK, "KBvK": chess.BISHOP, "KNvK": chess.KNIGHT}
FIGURES = {
    row["material"]: row
    for row in csv.DictReader(
        (Path(__file__).parents[1] / "data" / "longest_mates.csv").read_text().splitlines()
    )
}
# Those of the fixture; the rest is slow.
QUICK = {"KQvK", "KRvK", "KBvK", "KNvK", "KBNvK", "KQvKR", "KRvKB", "KBBvK", "KBvKN"}
GAVIOTA = Path(os.environ.get("MILLMATE_TEST_GAVIOTA", "/usr/share/gaviotatb/gtb4"))


def positions(layout: Layout) -> Iterator[tuple[int, chess.Board]]:
    """Yield every place of a table that holds a legal position, and that position."""
    for place in range(2 * layout.words * 64):
        board = layout.board(place)
        if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
            yield place, board


@pytest.mark.parametrize("name", SMALL)
def test_every_value_of_a_small_table_equals_the_naive_solver(more_tables: Path, name: str) -> None:
    table = Table(store.table_path(more_tables, name))
    values = table.values().reshape(-1)
    right = naive.solve(SMALL[name])
    seen = set()
    for place, board in positions(table.layout):
        (piece,) = chess.SquareSet(board.occupied & ~board.kings)
        white, black = board.king(chess.WHITE), board.king(chess.BLACK)
        assert white is not None
        assert black is not None
        position = naive.alike((white, piece, black)), board.turn
        seen.add(position)
        assert values[place] == right[position], board.fen()
    assert seen == right.keys()


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in QUICK else pytest.mark.slow) for n in FIGURES],
)
def test_longest_mates_and_counts_are_the_published_ones(
    more_tables: Path, tmp_path: Path, name: str
) -> None:
    if name not in QUICK:
        more_tables = shutil.copytree(more_tables, tmp_path / "tables")
    (info,) = build([Material.parse(name)], more_tables)
    row = FIGURES[name]
    assert info.longest == {"white": int(row["white_wins"]), "black": int(row["black_wins"])}
    assert (*counts(info, "white"), *counts(info, "black")) == tuple(
        int(row[f"{side}_to_move_{value}"])
        for side in ("white", "black")
        for value in ("won", "drawn", "lost")
    )
    assert info.verified


def counts(info: TableInfo, side: str) -> tuple[int, int, int]:
    counted = info.counts[side]
    assert sum(counted.plies[0::2]) == counted.losses
    assert sum(counted.plies[1::2]) == counted.wins
    return counted.wins, counted.draws, counted.losses


def test_the_longest_wins_are_shown_by_positions(more_tables: Path) -> None:
    info = Table(store.table_path(more_tables, "KQvKR")).info
    with Tablebase(more_tables) as tables:
        for side, moves in info.longest.items():
            board = chess.Board(info.longest_fens[side])
            assert board.turn == (side == "white")
            assert tables.probe(board).wdl == 1
            assert tables.probe(board).moves == moves


@pytest.mark.parametrize("name", SMALL)
def test_values_agree_with_gaviota(more_tables: Path, name: str) -> None:
    if not GAVIOTA.is_dir():
        pytest.skip(f"no Gaviota tables in {GAVIOTA}: install Debian's package gaviotatb")
    layout = Layout(Material.parse(name))
    with Tablebase(more_tables) as tables, chess.gaviota.PythonTablebase() as gaviota:
        gaviota.add_directory(str(GAVIOTA))
        for number, (_, board) in enumerate(positions(layout)):
            if number % 3 == 0:
                verdict, plies = tables.probe(board), gaviota.probe_dtm(board)
                assert verdict.wdl == gaviota.probe_wdl(board), board.fen()
                # Gaviota counts a mate on the board as a loss in 0 plies, too.
                assert (verdict.plies or 0) == abs(plies), board.fen()

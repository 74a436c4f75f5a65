"""Syzygy files of who wins, written from tables without pawns, read back by python-chess."""

import random
import shutil
from pathlib import Path

import chess
import chess.syzygy
import numpy as np
import pytest
from chess.engine import Limit, SimpleEngine
from tests.endings import ENDINGS

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase import store
from millmate.tablebase.layout import layout_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.syzygy import export, pairs
from millmate.tablebase.syzygy.order import order_of

PAWNLESS = [material for material in all_materials(4) if not material.has_pawns]
STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
SURE = 5000  # centipawns that Stockfish gives what its tables know as won
FOUR_MEN = ["KQQvK", "KBNvK", "KRvKN", "KQvKQ", "KNvKN"]


@pytest.mark.parametrize("material", PAWNLESS, ids=str)
def test_python_chess_looks_for_each_position_where_it_is_written(
    tmp_path: Path, material: Material
) -> None:
    layout, rng = layout_of(material), random.Random(str(material))
    order = order_of(layout)
    table = chess.syzygy.WdlTable(str(tmp_path / f"{material}.rtbw"))
    types = [-1, -2, *(layout.kinds[p] + 8 * (not layout.white[p]) for p in order.pieces)]
    norm, factor = [0] * table.num, [0] * table.num
    table.set_norm_piece(norm, types)
    size = table.calc_factors_piece(factor, len(order.groups), norm)
    ranks, placements = order.ranks(), order.placements
    each = ranks[0].size if ranks else 1
    assert size == each * len(placements)
    for _ in range(100):
        number = rng.randrange(size)
        leading = placements[number // each]
        free = [square for square in range(64) if square not in leading]
        squares = [*leading, *(free[rank[number % each]] for rank in ranks)]
        assert table.encode_piece(norm, squares, factor) == number


@pytest.mark.parametrize("name", [name for name in ENDINGS if len(name) == 4 and "P" not in name])
def test_python_chess_reads_every_value_of_three_men(
    more_tables: Path, tmp_path: Path, name: str
) -> None:
    export.export(store.opened(more_tables, name), tmp_path, threads=1)
    assert compared(more_tables, tmp_path, name, every=True) > 40_000


@pytest.mark.parametrize("name", FOUR_MEN)
def test_python_chess_reads_four_men_alike(more_tables: Path, tmp_path: Path, name: str) -> None:
    for written in Material.parse(name).closure()[1:]:  # after KvK
        export.export(store.opened(more_tables, written), tmp_path)
    assert compared(more_tables, tmp_path, name) > 300


@pytest.mark.slow
@pytest.mark.skipif(not STOCKFISH, reason="Stockfish is not installed")
@pytest.mark.parametrize("name", ["KRvKB", "KBNvK", "KQvKR"])
def test_stockfish_plays_by_the_files(more_tables: Path, tmp_path: Path, name: str) -> None:
    for written in Material.parse(name).closure()[1:]:
        export.export(store.opened(more_tables, written), tmp_path)
    layout, rng = layout_of(Material.parse(name)), random.Random(name)
    boards = (layout.board(rng.randrange(layout.size)) for _ in range(200))
    assert STOCKFISH is not None
    with Tablebase(more_tables) as ours, SimpleEngine.popen_uci(STOCKFISH) as engine:
        engine.configure({"SyzygyPath": str(tmp_path)})
        for board in boards:
            if board.is_valid() and not board.is_game_over():
                found = engine.analyse(board, Limit(depth=2), game=object())
                score = found["score"].relative.score(mate_score=30_000)
                assert (score > SURE) - (score < -SURE) == ours.probe(board).wdl, board.fen()


def compared(tables: Path, directory: Path, name: str, *, every: bool = False) -> int:
    """Compare what our probe and python-chess's say; return of how many positions."""
    layout, rng, number = layout_of(Material.parse(name)), random.Random(name), 0
    places = range(layout.size) if every else (rng.randrange(layout.size) for _ in range(1500))
    with Tablebase(tables) as ours, chess.syzygy.open_tablebase(str(directory)) as theirs:
        for place in places:
            board = layout.board(place)
            if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
                assert theirs.probe_wdl(board) == 2 * ours.probe(board).wdl, board.fen()
                number += 1
    return number


@pytest.mark.parametrize("values", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 4097, 100_000])
@pytest.mark.parametrize("repeated", [1, 37])
def test_packed_values_are_read_again(
    tmp_path: Path, values: int, size: int, repeated: int
) -> None:
    rng = np.random.default_rng(size)
    some = np.repeat(rng.integers(0, values, -(-size // repeated), np.uint8), repeated)[:size]
    packed = pairs.pack(some)
    path = tmp_path / "KQvK.rtbw"
    content = packed.head + packed.index + packed.sizes + packed.blocks
    path.write_bytes(content.ljust(-(-len(content) // 64) * 64, b"\0") + bytes(16))
    table = chess.syzygy.WdlTable(str(path))
    table.init_mmap()
    table.size = [0] * 3
    try:
        data = table.setup_pairs(0, size, 0, True)
        data.indextable = len(packed.head)
        data.sizetable = data.indextable + len(packed.index)
        data.data = data.sizetable + len(packed.sizes)
        for at in {0, size - 1, *rng.integers(0, size, 200).tolist()}:
            assert table.decompress_pairs(data, at) == some[at]
    finally:
        table.close()

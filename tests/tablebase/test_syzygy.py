"""Syzygy files written from tables, read back by python-chess."""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.syzygy
import numpy as np
import pytest
from chess.engine import Limit, SimpleEngine
from tests.endings import ENDINGS

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase.layout import layout_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.syzygy import export, pairs
from millmate.tablebase.syzygy.order import Order, order_of

STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
SURE = 5000  # centipawns that Stockfish gives what its tables know as won
FOUR_MEN = ["KQQvK", "KBNvK", "KRvKN", "KQvKQ", "KNvKN", "KPPvK", "KRvKP", "KPvKP", "KNPvK"]


NUMBERED = [*all_materials(4), *map(Material.parse, ("KRBvKN", "KQQvKQ", "KPPvKP", "KPPPvK"))]


@pytest.mark.parametrize("material", NUMBERED, ids=str)
def test_python_chess_looks_for_each_position_where_it_is_written(
    tmp_path: Path, material: Material
) -> None:
    order = order_of(layout_of(material))
    ranks = order.ranks()
    for part in order.parts:
        reads = numbering(tmp_path / f"{material}.rtbw", order, part)
        placements = order.placements(part)
        assert reads.size == ranks.shape[1] * len(placements)
        rng = random.Random(str(material))
        for _ in range(50):
            number = rng.randrange(reads.size)
            fixed = placements[number // ranks.shape[1]]
            free = [square for square in range(64) if square not in fixed]
            squares = [*fixed, *(free[rank] for rank in ranks[:, number % ranks.shape[1]])]
            assert reads.number(squares) == number


@pytest.mark.parametrize("name", [name for name in ENDINGS if len(name) == 4])
def test_python_chess_reads_every_value_of_three_men(
    more_tables: Path, tmp_path: Path, name: str
) -> None:
    for written in Material.parse(name).closure()[1:]:  # after KvK
        export.export(more_tables, written, tmp_path, threads=1)
    assert compared(more_tables, tmp_path, name, every=True) > 40_000


@pytest.mark.parametrize("name", FOUR_MEN)
def test_python_chess_reads_four_men_alike(more_tables: Path, tmp_path: Path, name: str) -> None:
    for written in Material.parse(name).closure()[1:]:  # after KvK
        export.export(more_tables, written, tmp_path)
    assert compared(more_tables, tmp_path, name) > 300


@pytest.mark.slow
@pytest.mark.skipif(not STOCKFISH, reason="Stockfish is not installed")
@pytest.mark.parametrize("name", ["KRvKB", "KBNvK", "KQvKR", "KRvKP", "KPvKP"])
def test_stockfish_plays_by_the_files(more_tables: Path, tmp_path: Path, name: str) -> None:
    for written in Material.parse(name).closure()[1:]:
        export.export(more_tables, written, tmp_path)
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


@dataclass
class Numbering:
    """The numbers of python-chess for positions of a part of a file with White to move."""

    size: int
    number: Callable[[list[int]], int]


def numbering(path: Path, order: Order, part: int) -> Numbering:
    table = chess.syzygy.WdlTable(str(path))
    men = [kind + 8 * (not white) for kind, white in order.men]
    norm, factor = [0] * table.num, [0] * table.num
    if not table.has_pawns:
        table.set_norm_piece(norm, men)
        size = table.calc_factors_piece(factor, *order.places(), norm)
        return Numbering(size, lambda squares: table.encode_piece(norm, squares, factor))
    assert table.pawns == [len(order.leading), len(order.pawns)]
    table.set_norm_pawn(norm, men)
    lead, pawns = (*order.places(), 15)[:2]
    size = table.calc_factors_pawn(factor, lead, pawns, norm, part)
    return Numbering(size, lambda squares: table.encode_pawn(norm, squares, factor))


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

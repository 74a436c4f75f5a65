"""Syzygy files written from tables, read back by python-chess."""

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import chess
import chess.syzygy
import numpy as np
import pytest
from chess.engine import Limit, SimpleEngine
from filelock import FileLock
from tests.endings import ENDINGS
from tests.syzygy_files import WDL_MAGIC
from tests.tiers import only

from millmate.games.chess.material import Material, all_materials
from millmate.tablebase import store
from millmate.tablebase.export import export
from millmate.tablebase.layout import LOST, layout_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.syzygy import pairs
from millmate.tablebase.syzygy.file import checksum
from millmate.tablebase.syzygy.order import Order, orders_of, parts_of

STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
IN_TIME = 99  # plies on the clock up to which Stockfish is sure of a win
SURE = 5000  # centipawns that Stockfish gives what its tables know as won
THREE_MEN = [name for name in ENDINGS if len(name) == 4]
FOUR_MEN = [
    *only(("KRvKN", "KQQvK", "KBNvK", "KQvKQ", "KNvKN", "KPvKP", "KNPvK")),
    pytest.param("KRvKP", marks=pytest.mark.slow), pytest.param("KPPvK", marks=pytest.mark.slow),
]  # fmt: skip


NUMBERED = [*all_materials(4), *map(Material.parse, ("KRBvKN", "KQQvKQ", "KPPvKP", "KPPPvK"))]


@pytest.mark.parametrize("material", NUMBERED, ids=str)
def test_python_chess_looks_for_each_position_where_it_is_written(
    tmp_path: Path, material: Material
) -> None:
    layout, rng = layout_of(material), random.Random(str(material))
    for order in rng.sample(orders_of(layout), 4):
        for part in parts_of(layout):
            numbers = numbering(tmp_path / f"{material}.rtbw", order, part)
            placements, ranks = order.placements(part), order.ranks()
            assert numbers.size == ranks.shape[1] * len(placements)
            for _ in range(20):
                number = rng.randrange(numbers.size)
                rest, faster = divmod(number, order.together)
                slower, at = divmod(rest, len(placements))
                fixed = placements[at].tolist()
                free = [square for square in range(64) if square not in fixed]
                column = slower * order.together + faster
                squares = [*fixed, *(free[rank] for rank in ranks[:, column])]
                assert numbers.number(squares) == number


@pytest.fixture
def both_tables(more_tables: Path, zeroing_tables: Path, tmp_path: Path) -> Path:
    """Return a directory with the tables of three and four men in both metrics."""
    for table in more_tables.glob("*.table"):
        (tmp_path / table.name).symlink_to(table)
    (tmp_path / "dtz").symlink_to(zeroing_tables)
    return tmp_path


@pytest.fixture(scope="session")
def files(shared: Path) -> Path:
    """Return a directory for the files of three and four men, each written once."""
    directory = shared / "syzygy"
    directory.mkdir(exist_ok=True)
    return directory


def written(tables: Path, name: str, directory: Path) -> Path:
    """Write the files of an ending and of all it can turn into; return their directory."""
    with FileLock(directory / "lock"):
        for material in Material.parse(name).closure()[1:]:  # after KvK
            if not (directory / f"{material}.rtbz").exists():
                export("syzygy", tables, material, directory, threads=1)
    return directory


@pytest.mark.thorough
@pytest.mark.parametrize("name", THREE_MEN)
def test_python_chess_reads_every_result_of_three_men(
    both_tables: Path, files: Path, name: str
) -> None:
    written(both_tables, name, files)
    with Tablebase(both_tables) as ours, chess.syzygy.open_tablebase(str(files)) as theirs:
        for board in positions(name):
            assert theirs.probe_wdl(board) == 2 * ours.probe(board).wdl, board.fen()


@pytest.mark.parametrize("name", [*only(THREE_MEN, "KPvK"), *FOUR_MEN])
def test_python_chess_reads_distances_in_exact_plies(
    both_tables: Path, files: Path, name: str
) -> None:
    written(both_tables, name, files)
    with (
        Tablebase(both_tables / "dtz") as ours,
        chess.syzygy.open_tablebase(str(files)) as theirs,
    ):
        for board in positions(name, 200):
            wdl, plies = zeroing(ours, board)
            assert theirs.probe_wdl(board) == 2 * wdl, board.fen()
            # A mated side is one ply from zeroing there.
            assert theirs.probe_dtz(board) == wdl * max(plies, 1), board.fen()


@pytest.mark.slow
@pytest.mark.skipif(not STOCKFISH, reason="Stockfish is not installed")
@pytest.mark.parametrize("name", ["KRvKB", "KBNvK", "KQvKR", "KRvKP", "KPvKP"])
def test_stockfish_plays_by_the_files(both_tables: Path, files: Path, name: str) -> None:
    """With the clock so far on that only the fastest way to zeroing wins, it has to be found."""
    written(both_tables, name, files)
    assert STOCKFISH is not None
    with Tablebase(both_tables / "dtz") as ours, SimpleEngine.popen_uci(STOCKFISH) as engine:
        engine.configure({"SyzygyPath": str(files)})
        for board in positions(name, 100):
            if board.is_game_over():
                continue
            wdl, plies = zeroing(ours, board)
            board.halfmove_clock = IN_TIME - plies if wdl > 0 else 0
            found = engine.analyse(board, Limit(depth=2), game=object())
            score = found["score"].relative.score(mate_score=30_000)
            assert (score > SURE) - (score < -SURE) == wdl, board.fen()
            if wdl > 0:
                board.push(found["pv"][0])
                after = zeroing(ours, board)
                assert board.is_checkmate() or after[0] < 0, board.fen()
                assert not board.halfmove_clock or after[1] + 1 == plies, board.fen()


@pytest.mark.slow
def test_python_chess_reads_wins_that_the_fifty_move_rule_draws(all5: Path, tmp_path: Path) -> None:
    files, layout = written(all5, "KRBvKR", tmp_path), layout_of(Material.parse("KRBvKR"))
    codes = store.opened(all5 / "dtz", "KRBvKR").slice_values(True).reshape(-1)
    far = np.flatnonzero((codes > LONGEST - 5) & (codes < LOST))
    places = random.Random(0).sample(far.tolist(), 100)
    boards = [board for board in map(layout.board, places) if board.is_valid()]
    drawn = 0
    with chess.syzygy.open_tablebase(str(files)) as theirs, Tablebase(all5 / "dtz") as ours:
        for board in boards:
            _, plies = zeroing(ours, board)
            drawn += plies > LONGEST
            assert theirs.probe_wdl(board) == (1 if plies > LONGEST else 2), board.fen()
            # Files have cursed wins in moves.
            assert 0 <= plies - theirs.probe_dtz(board) <= (plies > LONGEST), board.fen()
    assert 10 < drawn < len(boards)


def positions(name: str, number: int | None = None) -> Iterator[chess.Board]:
    """Yield so many random legal positions of an ending, or all."""
    layout, rng = layout_of(Material.parse(name)), random.Random(name)
    places = range(layout.size) if number is None else iter(lambda: rng.randrange(layout.size), -1)
    boards = (layout.board(place) for place in places)
    men = layout.material.men
    yield from islice((b for b in boards if len(b.piece_map()) == men and b.is_valid()), number)


def zeroing(tables: Tablebase, board: chess.Board) -> tuple[int, int]:
    """Return who wins, and the plies to zeroing, which the probe takes for moves."""
    verdict = tables.probe(board)
    return verdict.wdl, ((verdict.plies or 0) + 1) // 2


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


@pytest.mark.parametrize(
    ("piece", "published"),
    [(3, "4b37ef623e69eadb6756777c16034e6f"), (2, "b9eccbff19c677158e928b1b641248b7")],
)
def test_checksums_are_those_of_the_published_files(piece: int, published: str) -> None:
    """A bishop and a knight alone do not win: those files have nothing but heads."""
    men = bytes(man | man << 4 for man in (chess.KING + 8, chess.KING, piece))
    heads = bytes([0x80, 2, 0x80, 2])
    content = WDL_MAGIC + bytes([0x31, 0]) + men + b"\0" + heads
    assert checksum(content.ljust(64, b"\0")).hex() == published


def test_checksums_of_large_files_cover_every_byte() -> None:
    content = bytearray(np.random.default_rng(0).bytes((1 << 24) + 1_000))
    found = {checksum(bytes(content))}
    for at in (0, 239, 240, 1 << 24, len(content) - 1):
        content[at] ^= 1
        found.add(checksum(bytes(content)))
    assert len(found) == 6


@pytest.mark.parametrize("values", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 4097, 100_000])
@pytest.mark.parametrize("repeated", [1, 37])
def test_packed_values_are_read_again(
    tmp_path: Path, values: int, size: int, repeated: int
) -> None:
    rng = np.random.default_rng(size)
    some = np.repeat(rng.integers(0, values, -(-size // repeated), np.uint8), repeated)[:size]
    packed = pairs.pack(some, most_bits=6)
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

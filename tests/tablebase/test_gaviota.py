"""Gaviota files written from tables, read back by python-chess."""

import lzma
import random
import struct
from itertools import pairwise
from pathlib import Path

import chess
import chess.gaviota
import numpy as np
import pytest
from filelock import FileLock
from tests.endings import ENDINGS
from tests.tiers import only

from millmate.games.chess.material import Material, all_materials
from millmate.games.value import Value
from millmate.tablebase.export import export
from millmate.tablebase.gaviota import order
from millmate.tablebase.gaviota.export import POSITIONS, codes, write
from millmate.tablebase.layout import LOST, Layout, layout_of
from millmate.tablebase.probe import Tablebase

PUBLISHED = Path("/usr/share/gaviotatb/gtb4")
THREE_MEN = [name for name in ENDINGS if len(name) == 4]


@pytest.mark.parametrize(
    "material",
    [
        pytest.param(each, marks=[pytest.mark.thorough] if each.men == 5 else [])
        for each in all_materials(5)
    ],
    ids=str,
)
def test_python_chess_looks_for_each_position_where_it_is_written(material: Material) -> None:
    layout, rng = layout_of(material), random.Random(str(material))
    key = chess.gaviota.EGKEY[f"{material.white}{material.black}".lower()]
    assert key.maxindex == order.size(layout)
    for _ in range(30):
        number = rng.randrange(key.maxindex)
        men = squares_at(layout, number)
        if men is not None:
            request = chess.gaviota.Request(*men[True], *men[False], 0)
            request.white_piece_squares = request.white_squares
            request.black_piece_squares = request.black_squares
            assert key.pctoi(request) == number, men


def squares_at(
    layout: Layout, number: int
) -> dict[bool, tuple[list[int], list[chess.PieceType]]] | None:
    """Return the squares and types of each side's men, None where two share a square."""
    digits = order.piece_digits(layout)
    placed = {}
    for digit in reversed(digits):
        squares = order.like_squares(len(digit))
        number, at = divmod(number, squares[0].size)
        placed.update({man: int(each[at]) for man, each in zip(digit, squares, strict=True)})
    if any(layout.pawns):
        number, black_king = divmod(number, 64)
        number, white_king = divmod(number, 64)
        pawns = order.pawn_placements(layout)[number]
    else:
        (white_king, black_king), pawns = order.KINGS[number], ((), ())
    found = {}
    for colour, king, own in ((True, white_king, pawns[0]), (False, black_king, pawns[1])):
        pieces = [man for man, white in enumerate(layout.white) if white == colour]
        types = [chess.KING, *(layout.kinds[man] for man in pieces), *[chess.PAWN] * len(own)]
        found[colour] = [king, *(placed[man] for man in pieces), *own], types
    squares = [square for own, _ in found.values() for square in own]
    return found if len(set(squares)) == len(squares) else None


@pytest.fixture(scope="session")
def files(shared: Path) -> Path:
    """Return a directory for the files of three and four men, each written once."""
    directory = shared / "gaviota"
    directory.mkdir(exist_ok=True)
    return directory


def write_once(tables: Path, name: str, directory: Path) -> None:
    """Write the file of an ending, which alone is read for a position without en passant."""
    done = directory / f"{name}.written"
    with FileLock(directory / "lock"):
        if not done.exists():
            export("gaviota", tables, Material.parse(name), directory, threads=1)
            done.touch()


@pytest.mark.thorough
@pytest.mark.parametrize("name", THREE_MEN)
def test_python_chess_reads_every_value_of_three_men(
    more_tables: Path, files: Path, name: str
) -> None:
    write_once(more_tables, name, files)
    assert compared(more_tables, files, name, every=True) > 50_000


@pytest.mark.parametrize(
    "name",
    only(
        [
            "KPvK",
            "KQvK",
            "KQQvK",
            "KRvKN",
            "KQvKP",
            "KRPvK",
            "KPvKP",
            pytest.param("KPPvK", marks=pytest.mark.slow),
        ],
        "KPvK",
        "KQvK",
        "KRvKN",
    ),
)
def test_python_chess_reads_some_values_alike(more_tables: Path, files: Path, name: str) -> None:
    write_once(more_tables, name, files)
    assert compared(more_tables, files, name, some=200) > 40


@pytest.mark.slow
def test_python_chess_reads_five_men_with_pawns_alike(all5: Path, tmp_path: Path) -> None:
    export("gaviota", all5, Material.parse("KRPvKR"), tmp_path)
    assert compared(all5, tmp_path, "KRPvKR", some=5_000) > 1_500


def compared(
    tables: Path, directory: Path, name: str, *, every: bool = False, some: int = 1500
) -> int:
    """Compare what our probe and python-chess's say; return of how many positions."""
    layout, rng, number = layout_of(Material.parse(name)), random.Random(name), 0
    places = range(layout.size) if every else (rng.randrange(layout.size) for _ in range(some))
    with Tablebase(tables) as ours, chess.gaviota.PythonTablebase() as theirs:
        theirs.add_directory(str(directory))
        for place in places:
            board = layout.board(place)
            if chess.popcount(board.occupied) == layout.material.men and board.is_valid():
                verdict, plies = ours.probe(board), theirs.probe_dtm(board)
                assert verdict == Value(np.sign(plies), abs(plies) or None) or (
                    plies == 0 and verdict == Value(-1, 0)
                ), board.fen()
                number += 1
    return number


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published files are not installed")
@pytest.mark.parametrize("name", THREE_MEN)
def test_blocks_are_those_of_the_published_files(
    more_tables: Path, tmp_path: Path, name: str
) -> None:
    (path,) = export("gaviota", more_tables, Material.parse(name), tmp_path)
    published = (PUBLISHED / path.name).read_bytes()
    assert path.read_bytes()[:40] == published[:40]
    assert blocks(path.read_bytes()) == blocks(published)


def blocks(content: bytes) -> list[bytes]:
    start = struct.unpack_from("<I", content, 32)[0]
    starts = struct.unpack_from(f"<{start // 4 - 10}I", content, 40)
    return [lzma.decompress(content[at + 2 : end]) for at, end in pairwise(starts)]


@pytest.mark.parametrize("turn", chess.COLORS)
def test_a_byte_tells_what_python_chess_takes_it_for(turn: bool) -> None:
    stored = codes(turn).tolist()
    won, lost = (1, 2) if turn else (2, 1)
    for moves in range(1, 128 if turn else 127):
        plies = chess.gaviota.dtm_unpack(not turn, stored[moves])
        assert chess.gaviota.unpackdist(plies) == (2 * moves - 1, won)
    for moves in range(127 if turn else 128):
        plies = chess.gaviota.dtm_unpack(not turn, stored[LOST + moves])
        assert chess.gaviota.unpackdist(plies) == (2 * moves, lost)
    assert stored[0] == 0


def test_blocks_are_cut_from_parts_of_any_length(tmp_path: Path) -> None:
    values = np.random.default_rng(1).integers(0, 4, (2, 2 * POSITIONS + 5), np.uint8)
    sides = [[side[:7].tobytes(), b"", side[7:].tobytes()] for side in values]
    write(tmp_path / "file", sides, values.shape[1], threads=2)
    found = blocks((tmp_path / "file").read_bytes())
    assert [len(block) for block in found] == [POSITIONS, POSITIONS, 5] * 2
    assert b"".join(found) == values.tobytes()

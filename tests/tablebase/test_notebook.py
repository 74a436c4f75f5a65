"""Sets of notebooks beside our tables: what is exported agrees, what was altered is found."""

import pickle
import random
import zipfile
from pathlib import Path

import chess
import numpy as np
import pytest
from tests.tiers import first

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.tablebase import notebook, notebook_file, store
from millmate.tablebase.build import build
from millmate.tablebase.layout import value
from millmate.tablebase.notebook import Comparison, SetReport, compare, export
from millmate.tablebase.notebook_file import NotebookError
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.verdict import MissingTableError

Sets = list[set[int]]


@pytest.fixture(scope="module")
def sets(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Sets:
    """Return the sets of KQvK as they are exported."""
    path = tmp_path_factory.mktemp("export") / "KQvK.chessAI"
    export(Material.parse("KQvK"), path, tables)
    with zipfile.ZipFile(path) as archive:
        return [pickle.loads(archive.read(f"S_{plies}")) for plies in range(21)]


def written(path: Path, sets: Sets, men: str = "KQk") -> Path:
    with path.open("wb") as file:
        notebook_file.write(
            file,
            tuple(map(chess.Piece.from_symbol, men)),
            (np.array(sorted(s), np.int64) for s in sets),
        )
    return path


def compared(path: Path, tables: Path) -> Comparison:
    return compare(notebook_file.read(path), tables)


def number(turn: int, *squares: int) -> int:
    """Return the integer of a position; 126 is the square of a captured man."""
    return turn | sum((square + 1) << (7 * i + 1) for i, square in enumerate(squares))


def board_of(position: int, men: str) -> chess.Board:
    """Return a position, decoded as the format is described."""
    board = chess.Board(None)
    board.turn = bool(position & 1)
    for place, man in enumerate(men):
        field = position >> 7 * place + 1 & 127
        if field != 127:
            board.set_piece_at(field - 1, chess.Piece.from_symbol(man))
    return board


# Export -------------------------------------------------------------------------------------------


def test_every_number_is_a_position_decided_in_so_many_plies(sets: Sets, tables: Path) -> None:
    with Tablebase(tables) as own:
        for plies, positions in enumerate(sets):
            assert positions
            for position in sorted(positions)[::97]:
                board = board_of(position, "KQk")
                assert board.is_valid()
                assert own.probe(board).plies == plies


def test_the_mates_are_all_there_are(sets: Sets) -> None:
    assert len(sets[0]) == 364
    assert 0 | 42 << 1 | 50 << 8 | 57 << 15 in sets[0]  # Kb6, Qb7, Ka8, Black to move
    assert all(board_of(position, "KQk").is_checkmate() for position in sets[0])
    assert len(set().union(*sets)) == sum(map(len, sets))


def test_the_counts_that_are_returned_are_those_written(
    tables: Path, tmp_path: Path, sets: Sets
) -> None:
    path = tmp_path / "sets.chessAI"
    assert export(Material.parse("KvKQ"), path, tables) == list(map(len, sets))
    assert [file.name for file in tmp_path.iterdir()] == ["sets.chessAI"]


@pytest.mark.parametrize(("name", "men"), first(1, [("KNNvK", "KNNk"), ("KBvKN", "KBkn")]))
def test_all_sets_of_four_men_are_exported(tmp_path: Path, name: str, men: str) -> None:
    build([Material.parse(name)], tmp_path)
    path = tmp_path / "sets.chessAI"
    counts = export(Material.parse(name), path, tmp_path)
    file = notebook_file.read(path)
    assert "".join(man.symbol() for man in file.men) == men
    with Tablebase(tmp_path) as own:
        for plies, count in enumerate(counts):
            positions = file.positions(plies)
            assert len(positions) == count > 0
            boards = [board_of(int(p), men) for p in positions[:: count // 50 + 1]]
            assert {own.probe(board).plies for board in boards} == {plies}
    if name == "KNNvK":  # like men in either order
        swapped = {p & ~(16383 << 8) | (p >> 8 & 127) << 15 | (p >> 15 & 127) << 8
                   for p in positions.tolist()}  # fmt: skip
        assert swapped == set(positions.tolist())


@pytest.mark.thorough
def test_captured_men_are_127(more_tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "sets.chessAI"
    counts = export(Material.parse("KRvKB"), path, more_tables, captured=True)
    file = notebook_file.read(path)
    alone = notebook_file.read(written(tmp_path / "rook", [set()] * file.sets, "KRk"))
    rook = [report.ours or 0 for report in compare(alone, more_tables).sets]
    comparison = compare(file, more_tables)
    assert counts == [r + (s.ours or 0) for r, s in zip(rook, comparison.sets, strict=True)]
    assert all(s.differ == s.unknown == 0 for s in comparison.sets)
    fields = file.positions(0)[:, None] >> np.arange(4) * 7 + 1 & 127
    assert {tuple(row) for row in (fields == 127).tolist()} == {
        (False, False, False, False), (False, False, False, True),
    }  # fmt: skip


def test_what_is_too_large_or_not_there_is_refused(tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "sets.chessAI"
    path.write_text("before")
    with pytest.raises(InputError, match="KQRvKR has 5 men"):
        export(Material.parse("KQRvKR"), path, tables)
    with pytest.raises(MissingTableError, match="no table for KQvKR: build it"):
        export(Material.parse("KQvKR"), path, tables)
    with pytest.raises(OSError, match="nowhere"):
        export(Material.parse("KQvK"), tmp_path / "nowhere" / "sets.chessAI", tables)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["sets.chessAI"]


# The spread table ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "men"), first(1, [("KPvK", "KPk"), ("KRvK", "KRk")]))
def test_a_spread_table_has_every_position_in_every_image(
    tables: Path, tmp_path: Path, name: str, men: str
) -> None:
    if not store.exists(tables, name):
        build([Material.parse(name)], tmp_path)
        tables = tmp_path
    axes = [chess.Piece.from_symbol(man) for man in men]
    with Tablebase(tables) as own:
        values = notebook.spread(own, axes)
        chance = random.Random(3000)
        for _ in range(3000):
            board = random_position(Material.parse(name), chance, chance.random() < 0.5)
            squares = [next(iter(board.pieces(m.piece_type, m.color))) for m in axes]
            code = values[(0 if board.turn else 1, *squares)]
            assert value(int(code)) == own.probe(board), board.fen()
    decided = np.argwhere(values)
    for side, *squares in decided[:: len(decided) // 3000].tolist():
        board = board_of(number(1 - side, *squares), men)
        assert board.is_valid(), board.fen()


# Comparison ---------------------------------------------------------------------------------------


def test_what_was_exported_agrees(tables: Path, tmp_path: Path, sets: Sets) -> None:
    comparison = compared(written(tmp_path / "sets.chessAI", sets), tables)
    assert comparison.white_bit == 1
    assert comparison.sets == tuple(
        SetReport(plies, len(s), len(s), 0, 0, len(s)) for plies, s in enumerate(sets)
    )


def test_a_notebook_with_the_other_bit_for_white_agrees(
    tables: Path, tmp_path: Path, sets: Sets
) -> None:
    flipped = [{position ^ 1 for position in s} for s in sets]
    comparison = compared(written(tmp_path / "sets.chessAI", flipped), tables)
    assert comparison.white_bit == 0
    assert sum(report.agree for report in comparison.sets) == sum(map(len, sets))


def test_another_order_of_men_and_black_as_the_stronger_agree(
    tables: Path, tmp_path: Path, sets: Sets
) -> None:
    def turned(position: int) -> int:  # colours swapped, the board upside down, men in order k Q K
        king, queen, other = ((position >> 7 * i + 1 & 127) - 1 for i in range(3))
        return number(1 - (position & 1), other ^ 56, queen ^ 56, king ^ 56)

    path = written(tmp_path / "sets.chessAI", [{turned(p) for p in s} for s in sets], "Kqk")
    comparison = compared(path, tables)
    assert comparison.white_bit == 1
    assert all(report.differ == 0 for report in comparison.sets)
    assert all(report.agree == report.ours == len(s)
               for report, s in zip(comparison.sets, sets, strict=True))  # fmt: skip


def test_the_first_difference_is_told_with_what_we_say(
    tables: Path, tmp_path: Path, sets: Sets
) -> None:
    altered = [set(s) for s in sets[:4]]
    later = min(sets[9])
    altered[3] = {*list(altered[3])[:10], later, number(1, 0, 0, 63), number(1, 0, 1, 63)}
    report = compared(written(tmp_path / "sets.chessAI", altered), tables).sets[3]
    assert (report.positions, report.differ) == (13, 13 - report.agree)
    assert report.ours == len(sets[3])
    first = min(p for p in altered[3] if p not in sets[3])
    assert report.first_difference == board_of(first, "KQk").fen()
    assert report.we_say


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (number(1, 5, 5, 60), "an impossible position"),
        (number(0, chess.B6, chess.C7, chess.A8), "draw with best play"),
    ],
)
def test_what_is_no_mate_is_a_difference(
    tables: Path, tmp_path: Path, sets: Sets, position: int, words: str
) -> None:
    report = compared(written(tmp_path / "sets.chessAI", [sets[0] | {position}]), tables).sets[0]
    assert (report.agree, report.differ, report.we_say) == (364, 1, words)
    assert report.first_difference == board_of(position, "KQk").fen()


def test_without_a_table_nothing_is_compared(tmp_path: Path, sets: Sets) -> None:
    report = compared(written(tmp_path / "sets.chessAI", sets), tmp_path).sets[0]
    assert report == SetReport(0, 364, 0, 0, 364, None)
    five = written(tmp_path / "five.chessAI", [{number(0, 0, 1, 2, 3, 60)}], "KQRBk")
    assert compared(five, tmp_path).sets[0].unknown == 1


@pytest.mark.parametrize(
    "position",
    [-1, 0, 1, number(1, 0, 1, 64), number(1, 0, 99, 3), number(1, 126, 1, 3),
     number(1, 0, 1, -1), 1 << 22, 1 << 60],
)  # fmt: skip
def test_an_integer_that_is_no_position_is_refused(
    tables: Path, tmp_path: Path, position: int
) -> None:
    path = written(tmp_path / "sets.chessAI", [set(), {position}])
    with pytest.raises(NotebookError, match=r"S_1 holds -?\d+, "):
        compared(path, tables)

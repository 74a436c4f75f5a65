"""Whether a side can be mated, told of positions."""

import random
from pathlib import Path
from typing import cast

import chess
import pytest
from tests.tiers import only

from millmate.games.chess.material import Material
from millmate.tablebase.helpmates import files
from millmate.tablebase.helpmates.files import Helpmates, HelpmatesFile
from millmate.tablebase.layout import layout_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError, UnprobeableError


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        # Bishops on squares of one colour never mate; on both colours, in a corner they do.
        ("8/8/8/3bk3/8/8/3KB3/8 w - - 0 1", False, False),
        ("8/8/8/4k3/3b4/8/3KB3/8 w - - 0 1", True, True),
        # A knight mates a king whose own bishop stands in its way, and the other way round.
        ("8/8/8/3nk3/8/8/3KB3/8 w - - 0 1", True, True),
        # The king must take the queen: what is left is bare kings.
        ("8/8/8/4K3/8/8/1Q6/k7 b - - 0 1", False, False),
        # A lone king never mates; the pawn may become what does.
        ("8/8/8/8/8/k7/7p/K7 w - - 0 1", True, False),
        # Stalemate.
        ("k7/8/1Q6/2K5/8/8/8/8 b - - 0 1", False, False),
    ],
)
def test_some_positions(helpmates: Path, fen: str, white: bool, black: bool) -> None:
    tables, board = Helpmates(helpmates), chess.Board(fen)
    assert tables.can_be_mated(board, chess.WHITE) is white
    assert tables.can_be_mated(board, chess.BLACK) is black


class AllDead:
    def is_dead(self, place: int, victim: bool) -> bool:
        return True


def test_a_capture_en_passant_is_a_move(helpmates: Path) -> None:
    tables = Helpmates(helpmates)
    tables.add(Material.parse("KPvKP"), cast(HelpmatesFile, AllDead()))
    board = chess.Board("8/8/8/8/pP6/k7/8/K7 b - b3 0 1")
    assert tables.can_be_mated(board, chess.WHITE)
    board.ep_square = None
    assert not tables.can_be_mated(board, chess.WHITE)


def test_sets_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingTableError, match="run: millmate helpmates KRvK"):
        Helpmates(tmp_path).can_be_mated(chess.Board("8/8/8/3k4/8/8/3KR3/8 w - - 0 1"), False)


def test_castling_rights_are_not_in_the_sets(helpmates: Path) -> None:
    with pytest.raises(UnprobeableError):
        Helpmates(helpmates).can_be_mated(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), False)


def test_a_damaged_file_answers_nothing(helpmates: Path, tmp_path: Path) -> None:
    material = Material.parse("KRvK")
    source, copy = (files.path_of(of, material) for of in (helpmates, tmp_path))
    for file in source.rglob("*"):
        if file.is_file():
            (copy / file.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
            content = bytearray(file.read_bytes())
            if file.name == "0" and "c/3" in file.as_posix():
                content[len(content) // 2] ^= 1
            (copy / file.relative_to(source)).write_bytes(content)
    with pytest.raises(TableError):
        Helpmates(tmp_path).can_be_mated(chess.Board("8/8/8/4k3/8/8/3KR3/8 b - - 0 1"), False)


@pytest.mark.parametrize("name", only(["KRvK", "KQvK", "KPvK"], "KPvK"))
def test_whoever_is_lost_can_be_mated(helpmates: Path, rook_tables: Path, name: str) -> None:
    """A forced mate is one of the series of moves that mate."""
    rng, layout = random.Random(7), layout_of(Material.parse(name))
    lost = 0
    sets = Helpmates(helpmates)
    with Tablebase(rook_tables) as tables:
        for _ in range(7_000):
            board = layout.board(rng.randrange(layout.size))
            if board.is_valid() and Material.of(board) == layout.material:
                verdict = tables.probe(board)
                if verdict.wdl:
                    loser = board.turn if verdict.wdl < 0 else not board.turn
                    assert sets.can_be_mated(board, loser), board.fen()
                    lost += 1
            if lost == 100:
                break
    assert lost == 100

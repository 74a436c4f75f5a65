"""Every square of a map has the verdict that probing its position finds."""

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from tests.tablebase.conftest import FewTables

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text, problems
from millmate.games.morris.positions import random_position as random_morris
from millmate.games.value import Value
from millmate.tablebase.locate import fault_of
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.solved_positions import SolvedPositions
from millmate.tablebase.square_map import (
    SquareMap,
    chess_maps,
    morris_maps,
    solved_map,
    trail,
)
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

# By whether tables are compact: these are built for other tests too.
NAMES = {False: ("KRPvK", "KRvKP", "KPvK"), True: ("KBBvK", "KRvK", "KPvK")}
Verdicts = dict[bool, dict[int, Value]]


@pytest.fixture(params=[False, True], ids=["full", "compact"])
def is_compact(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def tables(is_compact: bool, rook_tables: Path, few_tables: FewTables) -> Tablebase:
    return Tablebase(few_tables[Metric.DTM, True] if is_compact else rook_tables)


def one_by_one(tables: Tablebase, board: chess.Board, square: int) -> Verdicts:
    """Return what probing finds for every square, in python-chess's own terms."""
    found: Verdicts = {True: {}, False: {}}
    for other in chess.SQUARES:
        moved = board.copy(stack=False)
        man = moved.remove_piece_at(square)
        if moved.piece_at(other) is None:
            moved.set_piece_at(other, man)
            for moved.turn in chess.COLORS:
                if not fault_of(moved):
                    found[moved.turn][other] = tables.probe(moved)
    return found


def last(maps: Callable[..., object], *arguments: object) -> SquareMap:
    found = list(maps(*arguments))  # type: ignore[call-overload]
    assert found[-1].final
    return found[-1]  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("seed", range(2))
def test_each_square_has_the_verdict_of_its_position(
    tables: Tablebase, is_compact: bool, number: int, seed: int
) -> None:
    rng = random.Random(seed)
    material = Material.parse(NAMES[is_compact][number])
    board = random_position(material, rng, turn=rng.random() < 0.5)
    if rng.random() < 0.5:
        board = board.mirror()  # the stronger side is Black
    for square in board.piece_map():
        assert last(chess_maps, tables, board, square).verdicts == one_by_one(tables, board, square)


def test_a_pawn_stands_on_no_last_rank(tables: Tablebase) -> None:
    board = chess.Board("8/8/3k4/8/8/8/3PK3/8 w - - 0 1")
    found = last(chess_maps, tables, board, chess.D2)
    ranks = {
        chess.square_rank(square) for verdicts in found.verdicts.values() for square in verdicts
    }
    assert ranks == set(range(1, 7))
    assert found.verdicts[chess.WHITE][chess.D2] == Value(0)


def test_kings_keep_apart_and_nobody_waits_in_check(tables: Tablebase) -> None:
    board = chess.Board("8/8/3k4/8/8/8/3PK3/8 w - - 0 1")
    king = last(chess_maps, tables, board, chess.E2)
    assert not any(chess.D5 in verdicts for verdicts in king.verdicts.values())
    other = last(chess_maps, tables, board, chess.D6)
    assert chess.C3 in other.verdicts[chess.BLACK]  # in check by the pawn, to move
    assert chess.C3 not in other.verdicts[chess.WHITE]


def step(board: chess.Board, move: chess.Move) -> tuple[int, int, tuple[int, ...]]:
    return move.from_square, move.to_square, (move.to_square,)


@pytest.mark.parametrize("turn", chess.COLORS)
def test_a_trail_has_every_place_of_a_man_in_best_play(tables: Tablebase, turn: bool) -> None:
    board = chess.Board("8/8/8/3k4/8/8/8/K6R w - - 0 1")
    board.turn = turn
    plies = tables.probe(board).plies
    assert plies is not None
    lone = trail(tables, board, chess.D5, step)  # it moves whenever it is its turn
    assert lone is not None
    assert len(lone) - 1 == (plies if turn else plies + 1) // 2
    assert lone[0] == chess.D5
    assert all(chess.square_distance(*each) == 1 for each in pairwise(lone))
    king, rook = (
        trail(tables, board, chess.A1, step),
        trail(tables, board, chess.H1, step),
    )
    assert king is not None
    assert rook is not None
    assert len(king) + len(rook) - 2 == (plies + turn) // 2
    for one, other in pairwise(rook):
        assert chess.square_file(one) == chess.square_file(other) or one >> 3 == other >> 3


def test_a_trail_ends_where_its_man_is_taken(tables: Tablebase) -> None:
    board = chess.Board("8/8/8/8/8/2k5/7P/6K1 b - - 0 1")
    assert trail(tables, board, chess.H2, step, lambda: True) is None
    board = chess.Board("7k/8/8/8/8/1p6/1R6/K7 w - - 0 1")  # it is lost at once
    found = trail(tables, board, chess.B3, step)
    assert found == ()
    assert (
        trail(tables, chess.Board("8/8/3k4/8/8/8/3PK3/8 b - - 0 1"), chess.D6, step) == ()
    )  # a draw


def test_castling_and_en_passant_are_left_out(tables: Tablebase) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    plain = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    both = [last(chess_maps, tables, each, chess.A1).verdicts for each in (board, plain)]
    assert both[0] == both[1]


def test_of_compact_tables_the_results_come_first(few_tables: FewTables) -> None:
    board = chess.Board("8/8/3k4/8/8/8/3PK3/8 w - - 0 1")
    with Tablebase(few_tables[Metric.DTM, True]) as tables:
        first, final = chess_maps(tables, board, chess.E2)
    assert not first.final
    assert {v.wdl for v in first.verdicts[True].values()} == {0, 1}
    assert all(v.plies is None for v in first.verdicts[True].values())
    for turn, verdicts in final.verdicts.items():
        assert {at: v.wdl for at, v in verdicts.items()} == {
            at: v.wdl for at, v in first.verdicts[turn].items()
        }
        assert all(v.plies is not None for v in verdicts.values() if v.wdl)
    with Tablebase(few_tables[Metric.DTM, False]) as tables:
        assert len(list(chess_maps(tables, board, chess.E2))) == 1


def test_two_kings_draw_everywhere(tables: Tablebase) -> None:
    found = last(chess_maps, tables, chess.Board("8/8/3k4/8/8/8/4K3/8 w - - 0 1"), chess.E2)
    assert set(found.verdicts[True].values()) == {Value(0)}
    assert len(found.verdicts[True]) == 64 - 9


@pytest.mark.parametrize(
    ("fen", "error"),
    [
        ("8/8/3k4/8/8/8/QQ2K3/8 w - - 0 1", MissingTableError),
        ("4k3/pppp4/8/8/8/8/PPPP4/RNBQKBNR w KQ - 0 1", MissingTableError),
        ("8/8/3k4/8/8/8/Q7/8 w - - 0 1", UnprobeableError),
        ("8/8/3k1k2/8/8/8/Q3K3/8 w - - 0 1", UnprobeableError),
    ],
)
def test_without_a_table_or_a_king_there_is_no_map(
    tables: Tablebase, fen: str, error: type[Exception]
) -> None:
    board = chess.Board(fen)
    with pytest.raises(error):
        next(chess_maps(tables, board, next(iter(board.piece_map()))))


# --- morris ---------------------------------------------------------------------------------------


def stones_one_by_one(tables: MorrisTablebase, board: MorrisBoard, point: int) -> Verdicts:
    found: Verdicts = {True: {}, False: {}}
    rings, _, *rest = board.fen().split()
    letters = list(rings)
    places = [at for at, letter in enumerate(letters) if letter != "/"]
    letter, letters[places[point]] = letters[places[point]], "."
    for other, at in enumerate(places):
        for turn in (True, False):
            if letters[at] == ".":
                rows = "".join([*letters[:at], letter, *letters[at + 1 :]])
                moved = board_from_text(" ".join([rows, "w" if turn else "b", *rest]))
                if not problems(moved):
                    found[turn][other] = tables.probe(moved)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_each_point_has_the_verdict_of_its_position(morris_tables: Path, seed: int) -> None:
    rng = random.Random(seed)
    board = random_morris(*rng.choice([(3, 3), (4, 3), (3, 4), (5, 3)]), rng)
    with MorrisTablebase(morris_tables) as tables:
        for point in range(24):
            if not board.free >> point & 1:
                found = last(morris_maps, tables, board, point).verdicts
                assert found == stones_one_by_one(tables, board, point)
                assert len(found[True]) == board.free.bit_count() + 1


def test_while_stones_are_placed_only_one_side_can_be_to_move(morris_tables: Path) -> None:
    board = board_from_text("B...B.../W..B..W./...W.... w 1 1 0 9")
    with MorrisTablebase(morris_tables) as tables:
        found = last(morris_maps, tables, board, 8)
        assert found.verdicts[True]
        assert not found.verdicts[False]
        with pytest.raises(MissingTableError):
            next(morris_maps(tables, board_from_text("WWWW..../BBBBB.../........ w 0 0 0 9"), 0))


def test_the_map_of_a_solved_position_has_what_it_says_of_every_square(
    exact_positions: Path,
) -> None:
    board = chess.Board("8/8/4k3/p7/P7/4K3/8/8 w - - 0 1")
    with SolvedPositions(exact_positions) as solved:
        found = solved_map(solved, board, chess.E3)
        assert found is not None
        assert found.final
        every: Verdicts = {True: {}, False: {}}
        for other in chess.SQUARES:
            moved = board.copy(stack=False)
            king = moved.remove_piece_at(chess.E3)
            if moved.piece_at(other) is None:
                moved.set_piece_at(other, king)
                for moved.turn in chess.COLORS:
                    answer = None if fault_of(moved) else solved.answer(moved)
                    if answer is not None and answer.decided:
                        every[moved.turn][other] = answer
        assert found.verdicts == every
        assert solved_map(solved, board, chess.A4) is None  # a pawn elsewhere was not solved


def test_there_is_no_map_where_solved_positions_do_not_know_a_square(
    bounded_positions: Path,
) -> None:
    with SolvedPositions(bounded_positions) as solved:
        board = chess.Board("8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1")
        assert solved.answer(board) is not None
        assert solved_map(solved, board, chess.D1) is None

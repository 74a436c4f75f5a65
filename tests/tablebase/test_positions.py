"""Positions of many men: what is planned, solved and told of them."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests import naive
from tests.tablebase.conftest import FewTables
from tests.tiers import examples, first

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.games.value import Value
from millmate.tablebase import reach_file, store
from millmate.tablebase.layout import LOST
from millmate.tablebase.locate import key_within, kinds_of, men_on
from millmate.tablebase.metric import Metric
from millmate.tablebase.position_answer import in_words, together
from millmate.tablebase.positions import plan_sides, solve_position
from millmate.tablebase.progress import BuildStopped
from millmate.tablebase.reach import Bounds, Reach
from millmate.tablebase.reach_file import PositionFile
from millmate.tablebase.solve_request import pieces_on
from millmate.tablebase.solved_positions import PositionTables, SolvedPositions, opened

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
EN_PASSANT = "8/2p5/8/1P6/8/k7/8/2K5 b - - 0 1"


def solved(
    fen: str,
    directory: Path,
    for_white: bool,
    pieces: int = 0,
    captures: int | None = None,
    stays: tuple[int, ...] = (),
) -> PositionTables:
    board = chess.Board(fen)
    bounds = Bounds(pieces, captures, captures, stays=stays)
    steps = plan_sides(board, directory, (for_white,), bounds)[0]
    return solve_position(steps, threads=1)


def code(tables: PositionTables, board: chess.Board) -> int:
    verdict = tables.tables.probe(board)
    if verdict.wdl < 0:
        return LOST + (verdict.plies or 0) // 2
    return ((verdict.plies or 0) + 1) // 2 if verdict.wdl else 0


def outside(tables: PositionTables, board: chess.Board) -> int | None:
    """Return the code of a position that another table has, or none; None within these."""
    men, reach = men_on(board), tables.reach
    if len(men) == 2:
        return 0
    key = key_within(reach, kinds_of(men))
    if key is not None and key.has(men):
        return code(tables, board) if key.layout.reach is None else None
    material = Material.of(board)
    other = material.black if reach.for_white else material.white
    return reach.code_outside(board.turn, other != "K")


def check_against_naive(
    fen: str,
    directory: Path,
    for_white: bool,
    captures: int | None = None,
    stays: tuple[int, ...] = (),
) -> None:
    tables = solved(fen, directory, for_white, captures=captures, stays=stays)
    with tables.tables:
        for board, value in naive.reached(chess.Board(fen), lambda each: outside(tables, each)):
            assert code(tables, board) == value, board


def test_every_position_reached_has_the_naive_value(few_tables: FewTables, tmp_path: Path) -> None:
    whole = shutil.copytree(few_tables[Metric.DTM, False], tmp_path / "tables")
    check_against_naive(BLOCKED, whole, for_white=True)


def test_captures_that_are_not_followed_count_against_the_side(tmp_path: Path) -> None:
    check_against_naive(BLOCKED, tmp_path, for_white=True, captures=0)


@pytest.mark.parametrize("square", first(1, ["h7", "h6", "h2"]))
def test_moves_of_a_pawn_that_stays_count_against_the_side(
    few_tables: FewTables, tmp_path: Path, square: str
) -> None:
    whole = shutil.copytree(few_tables[Metric.DTM, False], tmp_path / "tables")
    board = chess.Board("8/8/4k3/4p3/8/4K3/8/8 w - - 0 1")
    board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol("P"))
    fen = board.fen()
    check_against_naive(fen, whole, for_white=True, stays=(chess.E5,))
    assert (whole / "positions" / f"KPvKP_{square}_e5_0_white_stayse5").is_dir()
    with pytest.raises(InputError, match="there is no pawn on d5 to stay there"):
        solved(fen, whole, for_white=True, stays=(chess.D5,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "for_white", "captures"),
    [(BLOCKED, False, None), (EN_PASSANT, True, None), (EN_PASSANT, False, 0)],
)
def test_more_positions_have_the_naive_value(
    tmp_path: Path, fen: str, for_white: bool, captures: int | None
) -> None:
    check_against_naive(fen, tmp_path, for_white, captures)


def test_what_is_told_of_a_position(tmp_path: Path) -> None:
    tables = solved("8/8/8/p1k5/P7/1K6/8/8 w - - 0 1", tmp_path, True, pieces=1)
    with tables.tables:
        answer = tables.probe(chess.Board("8/8/8/p1k5/P7/1K6/8/8 w - - 0 1"))
        assert answer == Value(0)
        assert tables.reach.exact
        board = chess.Board("8/8/8/p1K5/P7/8/8/6k1 w - - 0 1")
        answer = tables.probe(board)
        assert answer.wdl == 1
        assert answer.moves is not None
        assert (
            in_words(answer, board.turn)
            == f"White mates in {answer.moves} moves ({answer.plies} plies)"
        )
        assert tables.best(board) == tables.moves(board)[0].move
        lost = tables.probe(chess.Board("8/8/8/p1k5/P7/8/8/6K1 b - - 0 1"))
        assert in_words(lost, chess.BLACK).startswith("Black mates in ")


def test_what_is_told_of_one_side_only(tmp_path: Path) -> None:
    white = solved(BLOCKED, tmp_path, for_white=True)
    black = solved(BLOCKED, tmp_path, for_white=False)
    with white.tables, black.tables:
        board = chess.Board("8/8/8/p1k5/P7/8/8/6K1 b - - 0 1")
        assert in_words(white.probe(board), board.turn) == "unknown"
        assert in_words(black.probe(board), board.turn) == "Black at least draws"
        even = chess.Board(BLOCKED)
        answers = [tables.probe(even) for tables in (white, black)]
        assert [in_words(answer, even.turn) for answer in answers] == [
            "White at least draws",
            "Black at least draws",
        ]
        assert together(answers) == Value(0)
        assert white.best(chess.Board("8/Q7/8/8/8/8/8/k1K5 w - - 0 1")) is None


def test_promotions_are_told_with_every_verdict(tmp_path: Path) -> None:
    steps = plan_sides(
        chess.Board(BLOCKED), tmp_path, (True,), Bounds(1, promotions=(chess.QUEEN,))
    )[0]
    assert steps.directory.name == "KPvKP_a4_a5_1_white_Q"
    with solve_position(steps, threads=1).tables as tables:
        answer = opened(tables.directory).probe(chess.Board(BLOCKED))
    assert (
        in_words(answer, True, (chess.QUEEN,)) == "draw with best play (with promotion to Q only)"
    )


def test_a_position_is_solved_once_and_resumed(tmp_path: Path) -> None:
    board = chess.Board(BLOCKED)
    steps = plan_sides(board, tmp_path, (True,), Bounds(0))[0]
    with pytest.raises(BuildStopped):
        solve_position(steps, stopped=lambda: True, threads=1)
    assert reach_file.position_of(steps.directory) is not None
    with SolvedPositions(tmp_path) as asked:
        assert asked.answer(board) is None
    solved(BLOCKED, tmp_path, True).tables.close()
    again = plan_sides(board, tmp_path, (True,), Bounds(0))[0]
    assert not again.steps.missing
    assert again.content.reach.placements == steps.content.reach.placements


def test_what_cannot_be_solved_is_refused_at_once(tmp_path: Path) -> None:
    full = chess.Board("4k3/pppppp2/8/8/8/8/PPPPPP2/4K3 w - - 0 1")
    with pytest.raises(InputError, match="has 14 pieces: up to 12 can be solved"):
        plan_sides(full, tmp_path, (True,), Bounds(1))
    with pytest.raises(InputError, match="not cover castling rights"):
        plan_sides(chess.Board("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"), tmp_path, (True,), Bounds(2))


def test_a_damaged_plan_is_told(tmp_path: Path) -> None:
    tables = solved(BLOCKED, tmp_path, True)
    tables.tables.close()
    (tables.directory / reach_file.FILE).write_text('{"format": 1}')
    with pytest.raises(MillMateError, match=r"position\.json is damaged: remove"):
        plan_sides(chess.Board(BLOCKED), tmp_path, (True,), Bounds(0))


def test_a_plan_that_reads_a_whole_table_of_its_own_material_is_damaged(tmp_path: Path) -> None:
    kpvk = Material.parse("KPvK")
    reach = Reach({kpvk: (((chess.E2,), ()),)}, frozenset({kpvk}), 0, True)
    reach_file.write(tmp_path, PositionFile("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Bounds(1), reach))
    with pytest.raises(MillMateError, match="solve the position again"):
        reach_file.position_of(tmp_path)


# Threads ------------------------------------------------------------------------------------------


def stored(tables: PositionTables) -> dict[str, list[bytes]]:
    """Return all values by material."""
    found = {}
    for material in store.own_materials(tables.directory):
        table = store.opened(tables.directory, material)
        found[str(material)] = [
            table.chunk(number) for number in range(2 * table.layout.side_chunks)
        ]
    return found


def solved_alike(fen: str, bounds: Bounds, directory: Path, threads: Sequence[int]) -> None:
    """Check that any number of threads finds the same values."""
    values = []
    for number in threads:
        steps = plan_sides(chess.Board(fen), directory / str(number), (True,), bounds)[0]
        with solve_position(steps, threads=number) as tables:
            values.append(stored(tables))
    assert all(each == values[0] for each in values), fen


def test_pawn_moves_between_slices_of_one_job(tmp_path: Path) -> None:
    solved_alike("8/5k2/N4P2/8/8/n7/5K2/8 w - - 0 1", Bounds(2, 0, 0), tmp_path, [2])


@st.composite
def few_men(draw: st.DrawFn) -> tuple[str, Bounds]:
    """Draw a position of four to six men with an advanced pawn, and bounds."""
    kinds = draw(st.sampled_from(["Pp", "PP", "PPp", "PPpp", "RP", "NPp", "BPpp", "RPr", "QPn"]))
    board = chess.Board(None)
    board.turn = draw(st.booleans())
    squares = draw(st.permutations(range(64)))
    for letter in f"Kk{kinds}":
        ranks = {"P": (4, 5, 6), "p": (1, 2, 3)}.get(letter, range(8))
        square = next(s for s in squares if s >> 3 in ranks and board.piece_at(s) is None)
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    assume(board.is_valid())
    pieces = pieces_on(board)
    limits = draw(st.sampled_from([0, 1])) if pieces < 2 else 0
    return board.fen(), Bounds(pieces, limits, limits)


@st.composite
def blocked(draw: st.DrawFn) -> tuple[str, Bounds]:
    """Draw a position of seven to nine men, most of them pawns that block each other."""
    board = chess.Board(None)
    board.turn = draw(st.booleans())
    for file in draw(st.permutations(range(8)))[: draw(st.sampled_from([2, 3]))]:
        rank = draw(st.integers(1, 5))
        board.set_piece_at(chess.square(file, rank), chess.Piece.from_symbol("P"))
        board.set_piece_at(chess.square(file, rank + 1), chess.Piece.from_symbol("p"))
    free = [square for square in range(8, 56) if board.piece_at(square) is None]
    squares = iter(draw(st.permutations(free)))
    for letter in "KkP" + draw(st.sampled_from(["", "p", "N"])):
        board.set_piece_at(next(squares), chess.Piece.from_symbol(letter))
    men = chess.popcount(board.occupied)
    assume(board.is_valid() and 7 <= men <= 9)
    return board.fen(), Bounds(pieces_on(board), 0, 0)


@pytest.mark.slow
@examples(30)
@given(st.one_of(few_men(), blocked()))
def test_any_number_of_threads_finds_the_same(asked: tuple[str, Bounds]) -> None:
    fen, bounds = asked
    with TemporaryDirectory() as directory:
        solved_alike(fen, bounds, Path(directory), [1, 2, 4])

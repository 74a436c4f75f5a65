"""Drills near a position of the course: as near as they are said to be, and with the same task."""

import random
from itertools import permutations, product
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples

from millmate.games.board import Board
from millmate.games.catalogue import game, parse
from millmate.games.chess.positions import problems
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import points_in
from millmate.games.morris.positions import board_from_text as morris_board
from millmate.games.morris.symmetry import SYMMETRIES, board_image
from millmate.play.by_game import of
from millmate.play.trainer import course
from millmate.play.trainer.course import Lesson
from millmate.play.trainer.drill import DrillSpec, Goal, NoPositionError
from millmate.play.trainer.exam import Exam, examine
from millmate.play.trainer.neighbours import around, sample_near, task_of
from millmate.players.table import tables_of
from millmate.tablebase.morris.names import material
from millmate.tablebase.table_cache import Tables

LESSONS = course.lessons()
MORRIS = ".WB...W./...W.B../.....B.. w 0 0 0 1"
CORNER = "7k/8/8/8/8/8/8/KR6 w - - 0 1"


def board_of(fen: str) -> Board:
    return parse(fen).game.board(fen)


def name(lesson: Lesson) -> str:
    return lesson.texts["en"].name


def of_table(table: str) -> list[Lesson]:
    return [lesson for lesson in LESSONS if lesson.drill.table == table]


def of_small_tables(*tables: str) -> list[Lesson]:
    """Return lessons of morris whose positions are in tables of at most three stones a side."""
    lessons = [lesson for table in tables for lesson in of_table(table)]
    return [each for each in lessons if material(morris_board(each.fen)).endswith("3-3")]


def exam_of(tables: Tables, fen: str, kind: str = "chess") -> Exam:
    rules = game(kind)
    found = examine(rules, tables, rules.board(fen))
    assert found is not None
    return found


# --- how far apart two positions are, counted in another way ------------------------------------


def steps(one: chess.Board, other: chess.Board) -> tuple[int, int]:
    """Return how many men stand elsewhere, and the longest way of one, for the best pairing.

    The pairing has the shortest longest way; a pawn on another file and a bishop on another colour
    are 99 steps away.
    """
    best = (99, 99)
    if one.turn is not other.turn:
        return best
    men = list(one.piece_map().items())
    for others in permutations(other.piece_map().items()):
        if all(a[1] == b[1] for a, b in zip(men, others, strict=True)):
            ways = [_way(a, b, man) for (a, man), (b, _) in zip(men, others, strict=True)]
            best = min(best, (max(ways), sum(way > 0 for way in ways)))
    return best[1], best[0]


def _way(a: int, b: int, man: chess.Piece) -> int:
    other_file = man.piece_type == chess.PAWN and a % 8 != b % 8
    other_colour = man.piece_type == chess.BISHOP and (a // 8 + a % 8 + b // 8 + b % 8) % 2
    return 99 if other_file or other_colour else max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def images(board: chess.Board) -> list[chess.Board]:
    """Return the symmetric images of a position."""
    turned = [board, board.transform(chess.flip_horizontal)]
    if not board.pawns:
        turned += [each.transform(chess.flip_vertical) for each in turned]
        turned += [each.transform(chess.flip_diagonal) for each in turned]
    return turned


def is_near(one: str, other: str, circle: int) -> bool:
    ways = [steps(chess.Board(one), each) for each in images(chess.Board(other))]
    if circle == 1:
        return any(1 <= moved <= 2 and way == 1 for moved, way in ways)
    return any(way <= circle for _, way in ways)


def pawn_ending(places: tuple[int, int, int], turn: bool) -> chess.Board:
    board = chess.Board(None)
    for square, man in zip(places, "KkP", strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = turn
    return board


def first_circle(middle: chess.Board) -> set[str]:
    """Return the positions of the first circle round one of king and pawn against king."""
    assert middle.pawns
    found = set()
    white, black = middle.king(True), middle.king(False)
    pawn = middle.pawns.bit_length() - 1
    for king, other, man in product(chess.SQUARES, chess.SQUARES, range(pawn % 8, 64, 8)):
        ways = [
            max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))
            for a, b in ((king, white), (other, black), (man, pawn))
        ]
        if max(ways) == 1 and sum(ways) <= 2 and len({king, other, man}) == 3:
            board = pawn_ending((king, other, man), middle.turn)
            if not problems(board):
                found.add(board.fen())
    return found


# --- the law ------------------------------------------------------------------------------------


squares = st.integers(0, 63)
pawn_endings = st.builds(
    pawn_ending, st.tuples(squares, squares, st.integers(8, 55)), st.booleans()
).filter(
    lambda board: len(board.piece_map()) == 3 and not problems(board) and not board.is_game_over()
)


@given(pawn_endings, st.integers(0, 999))
@examples(20)
def test_the_first_circle_is_whole_and_comes_first(middle: chess.Board, seed: int) -> None:
    found = list(around(middle, random.Random(seed)))
    circles = [circle for circle, _ in found]
    assert circles == sorted(circles)
    first = [board.fen() for circle, board in found if circle == 1]
    assert len(first) == len({*first})
    assert {*first} == first_circle(middle)
    for circle, board in found:
        assert steps(middle, board)[1] <= circle


@given(middle=pawn_endings, seed=st.integers(0, 999))
@examples(33)
def test_what_is_drawn_asks_for_the_same_and_is_as_near_as_can_be(
    rook_tables: Path, middle: chess.Board, seed: int
) -> None:
    tables = tables_of("chess", rook_tables)
    exam = exam_of(tables, middle.fen())
    goal = Goal.WIN if exam.wdl > 0 else Goal.HOLD
    spec, wanted = DrillSpec("KPvK", goal), task_of(exam, middle)
    if exam.wdl < 0 or not wanted.loses:
        tables.close()
        return
    fen, circle = sample_near(spec, middle.fen(), rook_tables, random.Random(seed))
    nearest = {
        each
        for each in first_circle(middle)
        if not chess.Board(each).is_game_over()
        and task_of(exam_of(tables, each), chess.Board(each)) == wanted
    }
    assert (circle == 1) == bool(nearest)
    if circle:
        assert is_near(middle.fen(), fen, circle)
        assert task_of(exam_of(tables, fen), chess.Board(fen)) == wanted
    if circle == 1:
        assert {each.fen() for each in images(chess.Board(fen))} & nearest
    tables.close()


@pytest.mark.parametrize("lesson", of_table("KPvK") + of_table("KRvKP"), ids=name)
def test_positions_of_the_course_have_neighbours(rook_tables: Path, lesson: Lesson) -> None:
    tables = tables_of("chess", rook_tables)
    task = task_of(exam_of(tables, lesson.fen), chess.Board(lesson.fen))
    for seed in range(4):
        fen, circle = sample_near(lesson.kind, lesson.fen, rook_tables, random.Random(seed))
        exam = exam_of(tables, fen)
        assert circle
        assert is_near(lesson.fen, fen, circle)
        assert exam.wdl == lesson.result
        assert task_of(exam, chess.Board(fen)) == task
        if lesson.only:
            assert exam.only
        if exam.plies is not None:
            assert lesson.kind.low <= (exam.plies + 1) // 2 <= lesson.kind.high
    tables.close()


@pytest.mark.parametrize("fen", [LESSONS[0].fen, "8/8/8/4k3/8/8/RR6/4K3 w - - 0 1", MORRIS])
def test_men_of_a_kind_that_change_places_leave_the_position_as_it_is(fen: str) -> None:
    found = [board.fen() for circle, board in around(board_of(fen), random.Random(1))]
    assert fen not in found
    first = [b.fen() for circle, b in around(board_of(fen), random.Random(1)) if circle == 1]
    assert len(first) == len({*first})


def test_a_bishop_keeps_the_colour_of_its_squares(tables: Path) -> None:
    lesson = next(each for each in LESSONS if each.drill.table == "KBNvK")
    for circle, board in around(chess.Board(lesson.fen), random.Random(1)):
        assert steps(chess.Board(lesson.fen), board)[1] <= circle


@pytest.mark.parametrize("lesson", of_small_tables("morris:3-3", "morris:placing"), ids=name)
def test_stones_of_morris_go_along_the_lines(morris_tables: Path, lesson: Lesson) -> None:
    tables = tables_of("morris", morris_tables)
    fen, circle = sample_near(lesson.kind, lesson.fen, morris_tables, random.Random(1))
    assert circle == 1
    middle, board = (game("morris").board(text) for text in (lesson.fen, fen))
    assert isinstance(middle, MorrisBoard)
    assert isinstance(board, MorrisBoard)
    assert any(_stepped(middle, board_image(symmetry, board)) for symmetry in SYMMETRIES)
    assert (board.turn, board.hand) == (middle.turn, middle.hand)
    exam = exam_of(tables, fen, "morris")
    assert task_of(exam, board) == task_of(exam_of(tables, lesson.fen, "morris"), middle)
    tables.close()


def _stepped(one: MorrisBoard, other: MorrisBoard) -> bool:
    """Return whether one or two stones stand a step from where they stood."""
    joined, fewest = one.variant.lines.neighbours, 0
    for colour in (False, True):
        stood = [*points_in(one.stones[colour])]
        moved = [
            sum(a != b for a, b in zip(stood, order, strict=True))
            for order in permutations(points_in(other.stones[colour]))
            if all(a == b or joined[a] >> b & 1 for a, b in zip(stood, order, strict=True))
        ]
        fewest += min(moved, default=99)
    return 1 <= fewest <= 2


# --- where there is none ------------------------------------------------------------------------


@pytest.mark.thorough
def test_where_nothing_near_asks_for_the_same_any_position_is_drawn(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range of distances that no neighbour has leaves the whole table."""
    spec = DrillSpec("KRvK", low=1, high=1)
    fen, circle = sample_near(spec, CORNER, tables, random.Random(3))
    assert circle == 0
    assert exam_of(tables_of("chess", tables), fen).plies == 1


def test_it_can_be_stopped(tables: Path) -> None:
    spec = DrillSpec("KRvK", low=1, high=1)
    with pytest.raises(NoPositionError):
        sample_near(spec, CORNER, tables, random.Random(3), lambda: True)


def test_images_of_a_position_are_drawn_too(tables: Path) -> None:
    lesson = of_table("KRvK")[0]
    board = chess.Board(lesson.fen)
    drawn = {of(board).image(board, random.Random(seed)).fen() for seed in range(50)}
    assert drawn == {each.fen() for each in images(chess.Board(lesson.fen))}

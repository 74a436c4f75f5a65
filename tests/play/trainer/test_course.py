"""The course: every text in both languages, every claim as tables have it, no rule they refute."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from itertools import islice, product
from pathlib import Path

import chess
import pytest
from tests.conftest import build_chess
from tests.rows import for_each

from millmate.games.catalogue import GAMES, game
from millmate.games.chess.material import Material
from millmate.games.chess.positions import problems
from millmate.language import in_english
from millmate.play.by_game import PLACING
from millmate.play.trainer import course
from millmate.play.trainer.course import LEVELS, Lesson, Standing
from millmate.play.trainer.drill import DrillResult, End, Goal
from millmate.play.trainer.exam import Mark
from millmate.players.table import tables_of
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.table_cache import Tables
from millmate.tablebase.verdict import MissingTableError

LESSONS = course.lessons()
LANGUAGES = {"en", "de"}
LONGEST_WIN = 99  # plies: longer ones would be drawn by the fifty-move rule
ALL5 = os.environ.get("MILLMATE_ALL5")  # a directory with all tables of up to five men


# How many moves keep the result where the text says so.
KEEPING = {
    "Morris: all fly": 1,
    "Distant opposition": 2,
    "Holding from afar": 2,
    "Rook's pawn: hold the knight's square": 2,
    "Rook's pawn on the sixth": 3,
    "In front of the pawn": 2,
    "Holding with the king behind": 2,
    "Philidor: now from behind": 4,
    "Wrong rook's pawn": 3,
    "Opposite bishops: the diagonal cut short": 2,
    "Knight and rook's pawn": 2,
    "Rook against bishop: the safe corner": 3,
    "Rook against knight: stay together": 2,
    "Two bishops against a knight": 5,
}


def name(lesson: Lesson) -> str:
    return lesson.texts["en"].name


def of_table(table: str) -> list[Lesson]:
    return [lesson for lesson in LESSONS if lesson.drill.table == table]


# --- the form ---------------------------------------------------------------------------------


def test_every_level_has_chapters_and_every_chapter_a_title_in_both_languages() -> None:
    assert {chapter.level for chapter in course.chapters()} == set(LEVELS)
    for chapter in course.chapters():
        assert set(chapter.titles) == LANGUAGES
        assert len(chapter.lessons) >= 5, chapter.titles["en"]


def test_there_are_as_many_positions_as_promised_and_none_twice() -> None:
    assert sum(lesson.position.game.kind == "chess" for lesson in LESSONS) >= 120
    assert sum(lesson.position.game.kind == "morris" for lesson in LESSONS) >= 30
    assert len({lesson.fen for lesson in LESSONS}) == len(LESSONS)
    for code in LANGUAGES:
        assert len({lesson.texts[code].name for lesson in LESSONS}) == len(LESSONS), code


def test_every_position_is_legal_and_can_be_played_by_the_side_to_move() -> None:
    for_each(LESSONS, _can_be_played, name)


def _can_be_played(lesson: Lesson) -> None:
    rules = GAMES[lesson.position.game.kind]
    board = rules.board(lesson.fen)
    assert board.fen() == lesson.fen
    assert board.turn is lesson.white
    assert rules.outcome(board) is None
    assert lesson.aim.startswith("White" if lesson.white else "Black")
    if lesson.position.game.kind == "chess":
        assert problems(chess.Board(lesson.fen)) == []
    else:
        assert lesson.fen == board.fen()


def test_every_position_is_explained_in_both_languages() -> None:
    for_each(LESSONS, _is_explained, name)


def _is_explained(lesson: Lesson) -> None:
    assert set(lesson.texts) == LANGUAGES
    for text in lesson.texts.values():
        assert text.name == text.name.strip()
        assert not text.name.endswith(".")
        assert 30 <= len(text.why) <= 420
        assert 2 <= len(text.plan) <= 5
        for sentence in (text.why, *text.plan):
            assert sentence[0].isupper() or sentence[0] in "„“"
            assert sentence[-1] in ".?!"
            assert "  " not in sentence
    english, german = lesson.texts["en"], lesson.texts["de"]
    assert english.why != german.why
    assert len(english.plan) == len(german.plan)


def test_drills_are_drawn_from_their_table_around_the_distance_of_their_position() -> None:
    for_each(LESSONS, _is_drilled, name)


def _is_drilled(lesson: Lesson) -> None:
    assert lesson.result in (0, 1)
    assert lesson.drill.goal is (Goal.WIN if lesson.result else Goal.HOLD)
    assert lesson.kind.table == lesson.drill.table
    if lesson.plies is None:
        assert not lesson.result or lesson.drill.table == PLACING
    else:
        assert lesson.result == 1
        assert lesson.plies <= LONGEST_WIN
        assert lesson.moves is not None
        assert lesson.kind.low <= lesson.moves <= lesson.kind.high


# --- the claims -------------------------------------------------------------------------------


def prove(lesson: Lesson, tables: Tables) -> None:
    """Hold everything that is claimed of a position against tables."""
    rules = game(lesson.position.game.kind)
    board = rules.board(lesson.fen)
    moves = tables.moves(board)
    best = moves[0].value
    assert (best.wdl, best.plies) == (lesson.result, lesson.plies)
    keeping = [rules.notation(board, each.move) for each in moves if each.value.wdl == best.wdl]
    if lesson.only:
        assert keeping == [lesson.only]
    elif not lesson.result:
        assert len(keeping) < len(moves), "there is nothing to lose"
    assert len(keeping) == KEEPING.get(name(lesson), len(keeping))
    if lesson.other is not None:
        fields = lesson.fen.split()
        fields[1] = "b" if lesson.white else "w"
        assert value(" ".join(fields), lesson, tables) == lesson.other
    for fen, result in lesson.also:
        assert value(fen, lesson, tables) == result, fen
    for move in lesson.line.split():
        moves = tables.moves(board)
        played = next(each for each in moves if rules.notation(board, each.move) == move)
        assert played.value.wdl == moves[0].value.wdl, move
        board.push(played.move)


def value(fen: str, lesson: Lesson, tables: Tables) -> int:
    """Return the result of a position for the side to move."""
    rules = game(lesson.position.game.kind)
    board = rules.board(fen)
    over = rules.outcome(board)
    if over is None:
        return tables.moves(board)[0].value.wdl
    return 0 if over.winner is None else 1 if over.winner is board.turn else -1


def small(directory: Path) -> None:
    """Prove the positions of chess whose tables are in a directory; there must be some."""
    tables = tables_of("chess", directory)
    there = {path.stem for path in directory.glob("*.table")}
    found = [lesson for lesson in LESSONS if lesson.drill.table in there]
    assert found
    for lesson in found:
        prove(lesson, tables)
    tables.close()


def test_mates_are_as_the_tables_have_them(tables: Path) -> None:
    small(tables)


def test_rooks_and_pawns_are_as_the_tables_have_them(rook_tables: Path) -> None:
    small(rook_tables)


# Those that need more than `morris_tables`; these are built in half a minute.
LARGE_MORRIS = ("morris:5-5", "morris:6-4", "morris:ply15-4-3")


def is_small(lesson: Lesson, directory: Path) -> bool:
    """Return whether the tables of a position of morris and of all its moves are there."""
    tables = tables_of("morris", directory)
    try:
        tables.moves(game("morris").board(lesson.fen))
    except MissingTableError:
        return False
    finally:
        tables.close()
    return True


def test_morris_is_as_the_tables_have_it(morris_tables: Path) -> None:
    small = [
        each
        for each in LESSONS
        if each.position.game.kind == "morris" and is_small(each, morris_tables)
    ]
    assert len(small) >= 35
    tables = tables_of("morris", morris_tables)
    for lesson in small:
        prove(lesson, tables)
    tables.close()


@pytest.mark.slow
def test_double_mills_and_early_placing_are_as_the_tables_have_them(tmp_path: Path) -> None:
    from millmate.tablebase.morris.build import build
    from millmate.tablebase.morris.names import MorrisTarget

    targets = ("morris:ply17-3-3", "morris:ply16-3-3", *LARGE_MORRIS)
    build([MorrisTarget.parse(name) for name in targets], tmp_path)
    tables = tables_of("morris", tmp_path)
    for lesson in LESSONS:
        if lesson.position.game.kind == "morris":
            prove(lesson, tables)
    tables.close()


@pytest.mark.slow
@pytest.mark.skipif(not ALL5, reason="MILLMATE_ALL5 names no directory with all tables")
@pytest.mark.parametrize(
    "lesson", [lesson for lesson in LESSONS if lesson.position.game.kind == "chess"], ids=name
)
def test_every_position_of_chess_is_as_the_tables_have_it(lesson: Lesson) -> None:
    assert ALL5 is not None
    tables = tables_of("chess", Path(ALL5))
    prove(lesson, tables)
    tables.close()


# --- the rules that the texts state -----------------------------------------------------------


@pytest.fixture(scope="module")
def chess_tables(rook_tables: Path, tables: Path) -> dict[str, Tablebase]:
    return {"KPvK": Tablebase(rook_tables), "mates": Tablebase(tables)}


@pytest.mark.parametrize(("table", "moves"), [("KQvK", 10), ("KRvK", 16)])
def test_a_mate_takes_no_longer_than_is_said(tables: Path, table: str, moves: int) -> None:
    from millmate.tablebase import targets

    sets = targets.explorer(tables, table).contents.sets
    assert max(each.moves for each in sets if each.distance is not None) == moves


@pytest.mark.parametrize(("table", "moves"), [("KBBvK", 19), ("KNNvK", 1)])
def test_two_minor_pieces_take_no_longer_than_is_said(shared: Path, table: str, moves: int) -> None:
    """Two knights win only where they mate at once."""
    from millmate.tablebase import targets

    sets = targets.explorer(build_chess((table,), shared, table), table).contents.sets
    assert max(each.moves for each in sets if each.winner) == moves
    assert all(each.winner for each in sets)


def pawn_endings():
    """Yield the kings and the pawn of all positions, but for their mirror images."""
    for pawn in (square for square in chess.SQUARES[8:56] if chess.square_file(square) < 4):
        for king in chess.SQUARES:
            for other in chess.SQUARES:
                if len({pawn, king, other}) == 3 and chess.square_distance(king, other) > 1:
                    yield king, pawn, other


def test_a_king_on_the_sixth_rank_before_its_pawn_wins_whoever_is_to_move(chess_tables) -> None:
    _wins_for_both(
        chess_tables["KPvK"],
        lambda king, pawn, other: (
            chess.square_rank(king) == 5
            and chess.square_file(king) == chess.square_file(pawn)
            and chess.square_rank(pawn) == 4
            and 0 < chess.square_file(pawn) < 7
        ),
    )


def test_a_king_on_a_key_square_of_a_pawn_on_the_second_rank_wins(chess_tables) -> None:
    _wins_for_both(
        chess_tables["KPvK"],
        lambda king, pawn, other: (
            chess.square_rank(pawn) == 1
            and chess.square_rank(king) == 3
            and 0 < chess.square_file(pawn) < 7
            and abs(chess.square_file(king) - chess.square_file(pawn)) <= 1
            and chess.square_distance(other, pawn) > 1
        ),
    )


def _wins_for_both(tables: Tablebase, holds) -> None:
    seen = 0
    for king, pawn, other in pawn_endings():
        if not holds(king, pawn, other):
            continue
        for turn in chess.COLORS:
            board = _board(king, pawn, other, turn)
            if board.is_valid():
                seen += 1
                assert tables.probe(board).wdl == (1 if turn else -1), board.fen()
    assert seen > 300


def test_a_king_outside_the_square_does_not_catch_the_pawn(chess_tables) -> None:
    seen = 0
    for king, pawn, other in islice(pawn_endings(), 0, None, 5):
        rank, file = chess.square_rank(pawn), chess.square_file(pawn)
        left = 7 - max(rank, 2)
        goal = chess.square(file, 7)
        far = chess.square_distance(other, goal) > left + 1
        free = chess.square_file(king) != file or chess.square_rank(king) < rank
        if far and free and rank > 0 and chess.square_distance(other, pawn) > 2:
            board = _board(king, pawn, other, chess.BLACK)
            if board.is_valid():
                seen += 1
                assert chess_tables["KPvK"].probe(board).wdl == -1, board.fen()
    assert seen > 500


def test_a_king_that_can_step_into_the_square_catches_a_pawn_that_nobody_helps(
    chess_tables,
) -> None:
    """Nobody helps if White's king is further from where the pawn goes than Black's."""
    seen = 0
    for king, pawn, other in islice(pawn_endings(), 0, None, 5):
        rank, file = chess.square_rank(pawn), chess.square_file(pawn)
        left, goal = 7 - max(rank, 2), chess.square(file, 7)
        path = [chess.square(file, each) for each in range(rank, 8)]
        helps = any(
            chess.square_distance(king, each) <= chess.square_distance(other, each) + 1
            for each in path
        )
        if chess.square_distance(other, goal) <= left + 1 and not helps:
            board = _board(king, pawn, other, chess.BLACK)
            if board.is_valid() and not board.is_game_over():
                seen += 1
                assert chess_tables["KPvK"].probe(board).wdl == 0, board.fen()
    assert seen > 200


def test_a_king_in_the_corner_before_a_rooks_pawn_draws(chess_tables) -> None:
    seen = 0
    for king, pawn, other in pawn_endings():
        file = chess.square_file(pawn)
        if file in (0, 7) and other == chess.square(file, 7):
            for turn in chess.COLORS:
                board = _board(king, pawn, other, turn)
                if board.is_valid() and not board.is_game_over():
                    seen += 1
                    assert chess_tables["KPvK"].probe(board).wdl == 0, board.fen()
    assert seen > 500


@pytest.mark.slow
def test_a_king_in_the_corner_draws_against_a_rooks_pawn_and_the_wrong_bishop(
    shared: Path,
) -> None:
    table, seen = Tablebase(build_chess(("KBPvK",), shared, "KBPvK")), 0
    dark = [square for square in chess.SQUARES if chess.BB_DARK_SQUARES >> square & 1]
    for king, pawn, bishop in product(chess.SQUARES, range(8, 56, 8), dark):
        if len({king, pawn, bishop, chess.A8}) == 4:
            board = _board(king, pawn, chess.A8, chess.BLACK)
            board.set_piece_at(bishop, chess.Piece.from_symbol("B"))
            for turn in chess.COLORS:
                board.turn = turn
                if board.is_valid() and not board.is_game_over():
                    seen += 1
                    assert table.probe(board).wdl == 0, board.fen()
    assert seen > 5000


@pytest.mark.slow
@pytest.mark.skipif(not ALL5, reason="MILLMATE_ALL5 names no directory with all tables")
def test_far_from_a_pawn_on_the_seventh_only_two_squares_hold() -> None:
    assert ALL5 is not None
    table, holding = Tablebase(Path(ALL5)), set()
    for square in chess.SQUARES:
        board = chess.Board("R7/P7/8/8/8/6K1/8/r7 w - - 0 1")
        if board.piece_at(square) is None:
            board.set_piece_at(square, chess.Piece.from_symbol("k"))
            if board.is_valid() and table.probe(board).wdl == 0:
                holding.add(chess.square_name(square))
    assert holding - {"a6", "b6", "c6", "b7", "c7"} == {"g7", "h7"}


def _board(king: int, pawn: int, other: int, turn: bool) -> chess.Board:
    board = chess.Board(None)
    for square, man in ((king, "K"), (pawn, "P"), (other, "k")):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = turn
    return board


# --- what is known ----------------------------------------------------------------------------

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
LESSON = LESSONS[0]


def drilled(days: int, end: End, *failed: str) -> DrillResult:
    moves = (("b1b6", Mark.THROWN if failed else Mark.KEPT, 0),)
    ended = NOW - timedelta(days=days)
    return DrillResult(LESSON.drill, LESSON.fen, ended, end, moves, failed=failed)


@pytest.mark.parametrize(
    ("results", "standing"),
    [
        ([], Standing.NEW),
        ([drilled(0, End.WON)], Standing.KNOWN),
        ([drilled(9, End.WON)], Standing.DUE),
        ([drilled(0, End.THROWN, LESSON.fen)], Standing.AGAIN),
        ([drilled(1, End.THROWN, LESSON.fen)], Standing.DUE),
        ([drilled(2, End.THROWN, LESSON.fen), drilled(0, End.WON)], Standing.KNOWN),
        ([drilled(0, End.LEFT)], Standing.NEW),
    ],
)
def test_what_is_known_follows_from_the_drills(
    results: list[DrillResult], standing: Standing
) -> None:
    assert course.standings(results, NOW)[LESSON.fen] is standing


@pytest.mark.parametrize(
    ("results", "days"),
    [
        ([], None),
        ([drilled(9, End.WON)], 9),
        ([drilled(9, End.WON), drilled(2, End.WON)], 9),
        ([drilled(9, End.WON), drilled(2, End.LEFT)], 9),
        ([drilled(9, End.WON), drilled(2, End.THROWN, LESSON.fen)], None),
        ([drilled(9, End.THROWN, LESSON.fen), drilled(2, End.WON)], 2),
        ([drilled(9, End.WON), drilled(5, End.GIVEN_UP), drilled(2, End.WON)], 2),
        ([drilled(9, End.WON, LESSON.fen)], None),
    ],
)
def test_a_position_is_learnt_since_its_last_failure(
    results: list[DrillResult], days: int | None
) -> None:
    """A drill that was broken off tells nothing; one that failed on the way is no success."""
    found = course.learnt(results)
    assert found.get(LESSON.fen) == (None if days is None else NOW - timedelta(days=days))
    assert {*found} <= {LESSON.fen}


def test_english_is_the_language_of_data() -> None:
    with in_english():
        assert LESSON.name == LESSON.texts["en"].name


def test_materials_are_named_as_tables_are() -> None:
    for lesson in LESSONS:
        if lesson.position.game.kind == "chess":
            assert lesson.drill.table == str(Material.of(chess.Board(lesson.fen)).canonical())

"""Rush: what is asked is right by the tables, and ratings follow Glicko's own example."""

import random
from datetime import UTC, datetime
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.play.rush.history import RushHistory, RushResult, best_of, rating_of
from millmate.play.rush.puzzles import Mode, NoPuzzlesError, Puzzle, PuzzleSource
from millmate.play.rush.rating import Rating
from millmate.play.rush.run import Run
from millmate.tablebase.probe import Tablebase


@pytest.mark.parametrize("mode", Mode)
def test_what_is_right_is_right_by_the_tables(rook_tables: Path, mode: Mode) -> None:
    tables, source = Tablebase(rook_tables), PuzzleSource(rook_tables, seed=1)
    for _ in range(10):
        puzzle = source.draw(mode, 1200)
        board = chess.Board(puzzle.fen)
        moves, value = tables.moves(board), tables.probe(board).wdl
        if mode is Mode.JUDGE:
            white = value if board.turn else -value
            assert puzzle.answers == {("black", "draw", "white")[1 + white]}
            continue
        keeping = {each.move.uci() for each in moves if each.verdict.wdl == value}
        assert puzzle.answers == keeping
        assert puzzle.best in keeping
        assert len(keeping) == 1 if mode is Mode.ONLY_MOVE else value == 0
    source.close()
    tables.close()


def test_harder_positions_come_where_harder_ones_are_wanted(rook_tables: Path) -> None:
    source = PuzzleSource(rook_tables, seed=2)
    easy, hard = (
        sum(source.draw(Mode.JUDGE, wanted).rating for _ in range(15)) for wanted in (600, 2000)
    )
    assert easy < hard
    source.close()


def test_nothing_is_asked_where_there_is_nothing_to_decide(rook_tables: Path) -> None:
    asked = {str(material) for material in PuzzleSource(rook_tables)._materials}
    assert {"KPvK", "KRvKP"} < asked
    assert not asked & {"KBvK", "KNvK", "KRPvK", "KQRvK"}


def test_without_tables_there_is_nothing_to_ask(tmp_path: Path) -> None:
    with pytest.raises(NoPuzzlesError):
        PuzzleSource(tmp_path).draw(Mode.JUDGE, 1200)


def test_a_rating_moves_as_glicko_says() -> None:
    # Glickman's example has opponents with deviations of their own; with that of our positions
    # (100) and a rating of 1500 +- 200, one win against 1550 gives, by his formulas, 1588 +- 183.
    after = Rating(1500, 200).after(1550, 1.0)
    g = 1 / (1 + 3 * (0.0057565 * 100) ** 2 / 3.14159265**2) ** 0.5
    e = 1 / (1 + 10 ** (-g * (1500 - 1550) / 400))
    d = 1 / (0.0057565**2 * g**2 * e * (1 - e))
    assert after.value == pytest.approx(
        1500 + 0.0057565 / (1 / 200**2 + 1 / d) * g * (1 - e), abs=0.01
    )
    assert after.deviation == pytest.approx((1 / (1 / 200**2 + 1 / d)) ** 0.5, abs=0.01)


@given(st.floats(400, 2800), st.floats(50, 350), st.floats(400, 2800), st.sampled_from([0.0, 1.0]))
def test_who_solves_rises_and_who_fails_falls(
    value: float, deviation: float, position: float, points: float
) -> None:
    after = Rating(value, deviation).after(position, points)
    assert (after.value > value) == (points == 1.0)
    assert 50 <= after.deviation <= deviation


def puzzle(rating: float = 1200.0) -> Puzzle:
    return Puzzle(Mode.JUDGE, chess.STARTING_FEN, frozenset({"draw"}), rating, "e2e4")


def test_a_run_ends_with_the_third_error_and_gets_harder_with_every_right_answer() -> None:
    run = Run(Mode.JUDGE, Rating())
    first = run.wanted
    run.decide(puzzle(), "draw")
    assert run.wanted > first
    for _ in range(3):
        assert not run.over
        run.decide(puzzle(), "white")
    assert run.over
    assert (run.score, run.errors) == (1, 3)


def test_results_survive_and_damaged_lines_do_not_matter(tmp_path: Path) -> None:
    history = RushHistory(tmp_path / "new")
    assert history.read() == ()
    ended = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)
    results = [
        RushResult(Mode.JUDGE, ended, 7, 3, Rating(1250.0, 120.0)),
        RushResult(Mode.HOLD, ended, 2, 3, Rating(1100.0, 200.0)),
        RushResult(Mode.JUDGE, ended, 5, 3, Rating(1230.0, 100.0)),
    ]
    for result in results:
        history.append(result)
    with history.path.open("ab") as file:
        file.write(b'{"version":1,"mode":"jud')
    history.append(results[0])
    found = history.read()
    assert found == (*results, results[0])
    assert best_of(found, Mode.JUDGE) == 7
    assert rating_of(found, Mode.HOLD) == Rating(1100.0, 200.0)
    assert best_of(found, Mode.ONLY_MOVE) is None
    assert rating_of(found, Mode.ONLY_MOVE) == Rating()


def test_a_bad_line_is_never_a_result(tmp_path: Path) -> None:
    path = tmp_path / "rush.jsonl"
    path.write_bytes(bytes(random.Random(1).randbytes(2000)))
    assert RushHistory(tmp_path).read() == ()

"""Rush: what is asked is right by the tables, and ratings follow Glicko's own example."""

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import first

from millmate.games.catalogue import game
from millmate.games.morris.board import MorrisBoard
from millmate.play.rush.puzzles import Mode, NoPuzzlesError, Puzzle
from millmate.play.rush.run import (
    ESTIMATED,
    Difficulty,
    Kept,
    Rating,
    Run,
    RushHistory,
    RushResult,
    best_of,
    difficulty_of,
    in_game,
    rating_of,
)
from millmate.play.rush.source import PuzzleSource
from millmate.play.sealed_jsonl import seal
from millmate.players.table import tables_of


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("kind", "made"), first(1, [("chess", "rook_tables"), ("morris", "morris_tables")])
)
def test_what_is_right_is_right_by_the_tables(
    request: pytest.FixtureRequest, kind: str, made: str, mode: Mode
) -> None:
    directory: Path = request.getfixturevalue(made)
    rules, tables = game(kind), tables_of(kind, directory)
    source = PuzzleSource(directory, kind, seed=1)
    for _ in range(4):
        puzzle = source.draw(mode, 1200)
        board = rules.board(puzzle.fen)
        moves = tables.moves(board)
        value = moves[0].value.wdl
        assert puzzle.position.game.kind == kind
        assert puzzle.ending in source.deals
        if mode is Mode.JUDGE:
            white = value if board.turn else -value
            assert puzzle.answers == {("black", "draw", "white")[1 + white]}
            continue
        keeping = {rules.text(each.move) for each in moves if each.value.wdl == value}
        assert puzzle.answers == keeping
        assert puzzle.best in keeping
        assert len(keeping) == 1 if mode is Mode.ONLY_MOVE else value == 0
    source.close()
    tables.close()


def test_either_side_has_more_stones_and_either_is_to_move(morris_tables: Path) -> None:
    source, seen = PuzzleSource(morris_tables, "morris", seed=3), set()
    for _ in range(60):
        board = cast(MorrisBoard, game("morris").board(source.draw(Mode.JUDGE, 1200).fen))
        seen.add((board.turn, board.total(True) > board.total(False)))
    assert len(seen) == 4
    source.close()


def test_harder_positions_come_where_harder_ones_are_wanted(rook_tables: Path) -> None:
    source = PuzzleSource(rook_tables, seed=2)
    easy, hard = (
        sum(source.draw(Mode.JUDGE, wanted).estimate for _ in range(15)) for wanted in (600, 2000)
    )
    assert easy < hard
    source.close()


def test_nothing_is_asked_where_there_is_nothing_to_decide(rook_tables: Path) -> None:
    asked = set(PuzzleSource(rook_tables).deals)
    assert {"KPvK", "KRvK", "KRvKP"} < asked
    assert not asked & {"KBvK", "KNvK", "KRPvK", "KQRvK"}


def test_without_tables_there_is_nothing_to_ask(tmp_path: Path) -> None:
    for kind in ("chess", "morris"):
        with pytest.raises(NoPuzzlesError):
            PuzzleSource(tmp_path, kind).draw(Mode.JUDGE, 1200)


def test_a_rating_moves_as_glicko_says() -> None:
    # Glickman's example has opponents with deviations of their own; with that of our positions
    # (100) and a rating of 1500 +- 200, one win against 1550 gives, by his formulas, 1588 +- 183.
    after = Rating(1500, 200).after(Rating(1550, 100), 1.0)
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
    after = Rating(value, deviation).after(Rating(position, 100), points)
    assert (after.value > value) == (points == 1.0)
    assert 50 <= after.deviation <= deviation


ROOK, QUEEN = "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1"


def puzzle(fen: str = ROOK, estimate: float = 1200.0) -> Puzzle:
    return Puzzle(Mode.JUDGE, fen, frozenset({"draw"}), estimate, "a1a2")


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.floats(400, 2800))
def test_an_ending_always_failed_grows_harder_and_only_that_one(
    rook: list[bool], estimate: float
) -> None:
    """Whatever happens in one ending, each failure in another makes that one harder."""
    run, hard = Run(Mode.JUDGE, Rating()), puzzle(QUEEN, estimate)
    before = run.difficulty.of(hard).value
    assert before == estimate
    for right in rook:
        other = run.difficulty.corrections.get("KQvK")
        run.decide(puzzle(), "draw" if right else "white")
        assert run.difficulty.corrections.get("KQvK") == other
        run.decide(hard, "white")
        after = run.difficulty.of(hard).value
        assert after > before
        before = after


@given(st.floats(400, 2800), st.floats(400, 2800), st.booleans())
def test_what_the_person_gains_the_ending_loses_where_both_are_known_alike(
    value: float, estimate: float, solved: bool
) -> None:
    person, asked = Rating(value, ESTIMATED.deviation), puzzle(estimate=estimate)
    learnt = Difficulty().after(asked, person, solved=solved)
    gain = person.after(Difficulty().of(asked), float(solved)).value - value
    assert (gain > 0) == solved
    assert learnt.corrections["KRvK"].value == pytest.approx(-gain)


def test_what_is_solved_as_often_as_expected_stays_where_it_was() -> None:
    person, known, rng = Rating(1500, 60), Difficulty(), random.Random(5)
    for _ in range(400):  # an even match, decided by lot
        known = known.after(puzzle(estimate=1500), person, solved=rng.random() < 0.5)
    assert abs(known.corrections["KRvK"].value) < 100
    for _ in range(400):  # the person solves three of four: easier by some 190 points
        known = known.after(puzzle(estimate=1500), person, solved=rng.random() < 0.75)
    assert -320 < known.corrections["KRvK"].value < -90


def test_what_was_learnt_decides_what_is_drawn(rook_tables: Path) -> None:
    source = PuzzleSource(rook_tables, seed=4)
    drawn = {
        correction: [
            source.draw(Mode.JUDGE, 0, Difficulty({"KRvKP": Rating(correction)})).ending
            for _ in range(15)
        ].count("KRvKP")
        for correction in (-1000.0, 5000.0)
    }
    source.close()
    assert drawn[5000.0] == 0 < drawn[-1000.0]


def test_a_run_ends_with_the_third_error_and_gets_harder_with_every_right_answer() -> None:
    run = Run(Mode.JUDGE, Rating())
    first = run.wanted
    assert first == run.begun_at
    run.decide(puzzle(), "draw")
    assert run.wanted > first
    for _ in range(3):
        assert not run.over
        run.decide(puzzle(), "white")
    assert run.over
    assert (run.score, run.errors) == (1, 3)


ENDED = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)


def test_results_survive_and_damaged_lines_do_not_matter(tmp_path: Path) -> None:
    history = RushHistory(tmp_path / "new")
    assert history.read() == Kept()
    results = (
        RushResult(Mode.JUDGE, ENDED, 7, 3, Rating(1250.0, 120.0)),
        RushResult(Mode.HOLD, ENDED, 2, 3, Rating(1100.0, 200.0)),
        RushResult(Mode.JUDGE, ENDED, 5, 3, Rating(1230.0, 100.0)),
        RushResult(Mode.JUDGE, ENDED, 9, 1, Rating(1500.0, 90.0), "morris"),
    )
    for result in results:
        history.append(result)
    with history.path.open("ab") as file:
        file.write(b'{"version":1,"mode":"jud')
    history.append(results[0])
    assert history.read() == Kept((*results, results[0]), unread=1)
    found = in_game(history.read().results, "chess")
    assert best_of(found, Mode.JUDGE) == 7
    assert rating_of(found, Mode.HOLD) == Rating(1100.0, 200.0)
    assert best_of(found, Mode.ONLY_MOVE) is None
    assert rating_of(found, Mode.ONLY_MOVE) == Rating()
    assert best_of(in_game(history.read().results, "morris"), Mode.JUDGE) == 9


def test_what_is_learnt_is_kept_by_mode_and_the_latest_counts(tmp_path: Path) -> None:
    history = RushHistory(tmp_path)
    for fen, answers in ((ROOK, "ww"), (QUEEN, "d"), (ROOK, "w")):
        known = history.read().results
        run = Run(Mode.JUDGE, Rating(), difficulty=difficulty_of(known, Mode.JUDGE))
        for answer in answers:
            run.decide(puzzle(fen), {"w": "white", "d": "draw"}[answer])
        history.append(RushResult.of(run, ENDED))
        assert {*history.read().results[-1].corrections} == {puzzle(fen).ending}
    learnt = difficulty_of(history.read().results, Mode.JUDGE).corrections
    assert learnt["KQvK"].value < 0 < learnt["KRvK"].value
    for ending, found in run.difficulty.corrections.items():
        assert learnt[ending].value == pytest.approx(found.value, abs=0.2)
    assert difficulty_of(history.read().results, Mode.HOLD) == Difficulty()


def test_a_history_from_before_endings_had_ratings_is_read_and_goes_on(tmp_path: Path) -> None:
    old = {
        "version": 1, "mode": "judge", "ended": ENDED.isoformat(), "score": 4, "errors": 3,
        "rating": 1180.0, "deviation": 90.0,
    }  # fmt: skip
    path = tmp_path / "rush.jsonl"
    path.write_bytes(seal(old))
    before = path.read_bytes()
    (found,) = RushHistory(tmp_path).read().results
    assert found == RushResult(Mode.JUDGE, ENDED, 4, 3, Rating(1180.0, 90.0))
    assert difficulty_of([found], Mode.JUDGE) == Difficulty()
    RushHistory(tmp_path).append(found)
    assert path.read_bytes().startswith(before)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "go"}, {"corrections": {"KRvK": [1.0]}}, {"corrections": [1]}, {"rating": "much"},
        {"corrections": {"KRvK": [float("inf"), 50.0]}}, {"deviation": 0}, {"version": 9},
    ],
)  # fmt: skip
def test_a_line_that_says_nonsense_is_counted_and_left_out(tmp_path: Path, wrong: dict) -> None:
    good = {
        "version": 2, "mode": "judge", "ended": ENDED.isoformat(), "score": 4, "errors": 3,
        "rating": 1180.0, "deviation": 90.0, "game": "chess", "corrections": {},
    }  # fmt: skip
    (tmp_path / "rush.jsonl").write_bytes(seal(good) + seal(good | wrong))
    kept = RushHistory(tmp_path).read()
    assert (len(kept.results), kept.unread) == (1, 1)


def test_a_bad_line_is_never_a_result(tmp_path: Path) -> None:
    path = tmp_path / "rush.jsonl"
    path.write_bytes(bytes(random.Random(1).randbytes(2000)))
    assert RushHistory(tmp_path).read().results == ()

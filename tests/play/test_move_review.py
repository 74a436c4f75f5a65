"""The review of a game: signs, half points and accuracy, by tables and by a search."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import chess
import pytest
from tests import engine_files

from millmate.games.catalogue import Position
from millmate.games.chess.rules import CHESS, NULL_MOVE
from millmate.games.outcome import Outcome, Termination
from millmate.play import evaluation, move_review
from millmate.play.evaluation import Evaluation, SearchedLine
from millmate.play.move_review import (
    AnalysisNews,
    AnalysisOrder,
    GameReview,
    ReviewedMove,
    Sign,
    analyse,
    review_move,
)
from millmate.play.trainer.drill import Goal
from millmate.play.trainer.exam import Exam, Option, examine
from millmate.play.trainer.repetition import Deck
from millmate.players.table import tables_of
from millmate.records.tree import Ply, play
from millmate.search.limits import Score

QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
FOOLISH = ("e4", "e5", "Qh5", "Nc6", "Qxe5+", "Nxe5", "Nf3", "Nxf3+")


def plies_of(fen: str, sans: Sequence[str]) -> tuple[Ply, ...]:
    board = CHESS.board(fen)
    return tuple(play(CHESS, board, san) for san in sans)


def reviewed(
    tables: Path,
    fen: str,
    sans: Sequence[str],
    known: dict[str, Evaluation] | None = None,
    stop_after: int | None = None,
) -> tuple[GameReview, str]:
    """Return the review of a game, and what went wrong."""
    evaluations: list[Evaluation | None] = []
    moves: list[ReviewedMove] = []

    def report(news: AnalysisNews) -> None:
        evaluations.extend(news.evaluations)
        moves.extend(news.moves)

    plies = plies_of(fen, sans)

    def stopped() -> bool:
        return stop_after is not None and len(evaluations) >= stop_after

    order = AnalysisOrder(CHESS, fen, plies, tables, 60.0, known or {})
    trouble = analyse(order, report, stopped)
    return GameReview(plies, tuple(evaluations), tuple(moves)), trouble


def perfect_game(tables: Path, fen: str) -> list[str]:
    """Return the moves of a game that both sides play by the table."""
    board, probed, sans = CHESS.board(fen), tables_of("chess", tables), []
    while CHESS.outcome(board) is None:
        exam = examine(CHESS, probed, CHESS.board(board.fen()))
        assert exam is not None
        sans.append(exam.options[0].notation)
        board.push_san(sans[-1])
    probed.close()
    return sans


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small engine that counts men stand in for our own."""
    command = engine_files.command("counts_men")
    monkeypatch.setattr(evaluation, "own_command", lambda game: command)


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where an engine is started although tables know everything."""
    monkeypatch.delattr(evaluation, "UciEngine")


# --- by tables ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_engine")
def test_a_perfect_game_has_accuracy_100_and_no_bad_sign(tables: Path) -> None:
    sans = perfect_game(tables, QUEEN)
    review, trouble = reviewed(tables, QUEEN, sans)
    assert (trouble, review.complete, len(review.moves)) == ("", True, len(sans))
    assert (review.accuracy(True), review.accuracy(False)) == (100.0, 100.0)
    assert not review.bad_moves
    assert review.half_points(True) == review.half_points(False) == 0
    assert {move.sign for move in review.moves} <= {Sign.NONE, Sign.ONLY}


@pytest.mark.usefixtures("no_engine")
def test_a_half_point_that_is_thrown_away_is_a_blunder_with_a_better_line(tables: Path) -> None:
    review, _ = reviewed(tables, QUEEN, ("Qb8", "Kd4", "Qe5+", "Kxe5"))
    (thrown,) = review.bad_moves
    assert (thrown.number, thrown.sign, thrown.half_points) == (2, Sign.BLUNDER, 1)
    assert thrown.words == "threw the win away: draw"
    assert thrown.trainable
    assert thrown.accuracy == pytest.approx(8.53, abs=0.01)
    assert review.half_points(True) == 1
    assert review.accuracy(True) == pytest.approx((100 + 8.53) / 2, abs=0.01)
    assert review.accuracy(False) == 100.0
    board = chess.Board(thrown.fen)
    for ply in thrown.best:  # a better line that can be played
        board.push_uci(ply.text)
        assert ply.fen == board.fen()
    assert thrown.best[0].text != thrown.ply.text


@pytest.mark.usefixtures("no_engine")
def test_a_null_move_is_not_judged(tables: Path) -> None:
    review, trouble = reviewed(tables, QUEEN, ("--", "Kd4", "--", "--"))
    assert not trouble
    assert [
        (move.sign, move.accuracy, move.grade) for move in review.moves if move.number != 1
    ] == [(Sign.NONE, None, None)] * 3


def by_table(*options: tuple[str, int, int | None], is_open: bool = False) -> Evaluation:
    """Return what a table says of White's moves, with their values and plies, best first."""
    moves = tuple(Option(text, text, wdl, plies, is_open) for text, wdl, plies in options)
    return Evaluation("fen", True, exam=Exam(Position(CHESS, "fen"), True, moves))


def reply(*notations: str) -> Evaluation:
    """Return a drawn position with one move that holds, and others that do not."""
    first, *others = notations
    moves = [Option(first, first, 0, None), *(Option(move, move, -1, 9) for move in others)]
    return Evaluation("after", False, exam=Exam(Position(CHESS, "after"), False, tuple(moves)))


DRAW = Evaluation("over", False, Outcome(Termination.STALEMATE))


def test_a_null_move_leaves_the_shares_of_both_sides() -> None:
    found = review_move(1, Ply(True, NULL_MOVE, "--", "over"), by_table(("e4", 1, 5)), DRAW)
    assert (found.before, found.after) == (1, 0.5)


@pytest.mark.parametrize(
    ("before", "after", "sign"),
    [
        (by_table(("a", 1, 5), ("b", 1, 3)), DRAW, Sign.NONE),
        (by_table(("b", 1, 5), ("a", 1, 23)), DRAW, Sign.NONE),
        (by_table(("b", 1, 5), ("a", 1, 25)), DRAW, Sign.DUBIOUS),
        (by_table(("b", 1, 5), ("a", 0, None)), DRAW, Sign.BLUNDER),
        (by_table(("b", 0, None), ("a", -1, 8)), DRAW, Sign.BLUNDER),
        (by_table(("b", 1, 5), ("a", 1, 99), is_open=True), DRAW, Sign.NONE),
        (by_table(("a", 0, None), ("b", -1, 8)), reply("Kc6", "Kc5"), Sign.ONLY),
        (by_table(("a", 0, None), ("b", -1, 8)), DRAW, Sign.NONE),
        (by_table(("a", 0, None), ("b", 0, None)), reply("Kc6", "Kc5"), Sign.INTERESTING),
        (by_table(("a", 0, None), ("b", 0, None)), reply("Kxc6", "Kc5"), Sign.NONE),
        (by_table(("a", 0, None), ("b", 0, None)), reply("Kc6"), Sign.NONE),
        (by_table(("a", -1, 8), ("b", -1, 2)), DRAW, Sign.NONE),
    ],
)
def test_the_sign_follows_from_the_table(before: Evaluation, after: Evaluation, sign: Sign) -> None:
    assert review_move(0, Ply(True, "a", "a", "after"), before, after).sign is sign


def found(*centipawns: int, turn: bool = True, names: Sequence[str] = "ab") -> Evaluation:
    """Return what a search says of the moves called `names`, or of the first ones of them."""
    lines = (
        SearchedLine(Score(worth), (name,), name)
        for name, worth in zip(names, centipawns, strict=False)
    )
    return Evaluation("fen", turn, lines=tuple(lines))


@pytest.mark.parametrize(
    ("before", "after", "text", "sign"),
    [
        (found(50, 40), found(-45, turn=False), "b", Sign.NONE),
        (found(50, 40), found(20, turn=False), "b", Sign.DUBIOUS),
        (found(50, 40), found(100, turn=False), "b", Sign.MISTAKE),
        (found(50, 40), found(300, turn=False), "b", Sign.BLUNDER),
        (found(50, 40), found(300, turn=False), "a", Sign.NONE),  # seen too late to be its fault
        (found(50, -300), found(-50, turn=False), "a", Sign.ONLY),
        (found(50, -300, names=("axb", "c")), found(-50, turn=False), "axb", Sign.NONE),
        (found(-900, -2000), found(900, turn=False), "a", Sign.NONE),
    ],
)
def test_the_sign_follows_from_the_search(
    before: Evaluation, after: Evaluation, text: str, sign: Sign
) -> None:
    assert review_move(0, Ply(True, text, text, "after"), before, after).sign is sign


@pytest.mark.usefixtures("no_engine")
def test_a_mistake_becomes_a_drill_that_is_due(tables: Path) -> None:
    review, _ = reviewed(tables, QUEEN, ("Qb8", "Kd4", "Qe5+"))
    then = datetime(2026, 11, 1, 12, tzinfo=UTC)
    result = review.bad_moves[0].failure.result("KQvK", then)
    (card,) = Deck([result]).all
    assert (card.spec.table, card.spec.goal, card.failures) == ("KQvK", Goal.WIN, 1)
    assert Deck([result]).due(datetime(2026, 11, 1, 12, 10, tzinfo=UTC)) == (card,)


# --- by a search ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("engine")
def test_where_no_table_is_the_search_tells_what_was_lost(tmp_path: Path) -> None:
    review, trouble = reviewed(tmp_path, chess.STARTING_FEN, FOOLISH)
    assert not trouble
    assert review.complete
    blunder = review.bad_moves[0]
    assert (blunder.ply.notation, blunder.sign) == ("Qxe5+", Sign.BLUNDER)
    assert blunder.words.startswith("chances fell from")
    assert not blunder.trainable
    assert blunder.best
    taken = review.moves[5]
    assert (taken.sign, taken.accuracy) == (Sign.NONE, 100.0)  # to take back is no achievement
    assert review.accuracy(True) < review.accuracy(False) == 100.0  # type: ignore[operator]


@pytest.mark.usefixtures("engine")
def test_an_analysis_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_review, "_EVERY", 0.0)  # seconds between two reports
    part, _ = reviewed(tmp_path, chess.STARTING_FEN, FOOLISH, stop_after=4)
    assert (len(part.evaluations), len(part.moves), part.complete) == (4, 3, False)
    known = {found.fen: found for found in part.evaluations if found is not None}
    whole, _ = reviewed(tmp_path, chess.STARTING_FEN, FOOLISH, known)
    fresh, _ = reviewed(tmp_path, chess.STARTING_FEN, FOOLISH)
    assert whole == fresh


def test_an_engine_that_fails_leaves_what_was_found(
    tmp_path: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = [str(tmp_path / "no engine")]
    monkeypatch.setattr(evaluation, "own_command", lambda game: missing)
    review, trouble = reviewed(tables, chess.STARTING_FEN, ("e4",))
    assert trouble
    assert review.evaluations == ()


@pytest.mark.usefixtures("no_engine")
def test_the_end_of_a_game_is_known_without_a_table_and_an_engine(tmp_path: Path) -> None:
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    review, _ = reviewed(tmp_path, mated, ())
    (found,) = review.evaluations
    assert found is not None
    assert (found.white, found.best) == (1.0, "")
    assert review.accuracy(True) is None

"""How games end in tournaments: by morris's own limits, by tables, by length, by scores."""

import itertools
import random
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import MovePlayed, Thinking, TurnBegan
from millmate.play.game_review import Verdicts
from millmate.play.tournament.game_runner import Referee, since_mill
from millmate.play.tournament.plan import Adjudication, MorrisLimits
from millmate.search.limits import Score, SearchInfo

OFF = Adjudication()
# Four stones each, and steps to and fro that close no mill.
QUIET = "W..W.W.W/......../B.BB..B. w 0 0 0 1"
STEPS = ("a7-d7", "c5-d5", "d7-a7", "d5-c5")


def after(position: str, *moves: str) -> Board:
    board = MORRIS.board(position)
    for text in moves:
        board.push(MORRIS.parse_move(board, text))
    return board


def morris(**limits: int) -> Referee:
    return Referee(MORRIS, OFF, MorrisLimits(**limits))


def shuffled(turns: int) -> Board:
    """Return QUIET after so many turns in which both step to and fro."""
    steps = itertools.cycle(STEPS)
    return after(QUIET, *(next(steps) for _ in range(turns)))


class TestMorris:
    def test_a_position_that_has_come_up_five_times_is_a_draw(self) -> None:
        assert morris().outcome(shuffled(15)) is None
        assert morris().outcome(shuffled(16)) == Outcome(Termination.REPEATED)

    def test_threefold_repetition_is_not_claimed_where_tournaments_have_their_own_rule(
        self,
    ) -> None:
        board = shuffled(8)
        assert MORRIS.claim(board) == Outcome(Termination.THREEFOLD_REPETITION)
        assert morris().claim(board) is None
        assert morris(max_state_replayed=0).claim(board) is not None

    def test_positions_are_counted_with_the_side_to_move(self) -> None:
        board = shuffled(9)  # three times with Black to move
        assert morris(max_state_replayed=4).outcome(board) is None
        assert morris(max_state_replayed=3).outcome(board) == Outcome(Termination.REPEATED)

    def test_turns_without_a_mill_are_counted_by_side(self) -> None:
        limits = {"max_state_replayed": 0, "max_moves_without_mill": 6}
        assert morris(**limits).outcome(shuffled(10)) is None
        assert morris(**limits).outcome(shuffled(11)) == Outcome(Termination.NO_MILLS)

    def test_thirty_turns_without_a_mill_are_a_draw_and_a_placement_is_a_turn(self) -> None:
        """A turn is one move, whatever is done in it; nine placements leave 21 other moves."""
        board, rng = MORRIS.board(), random.Random(2)
        for _ in range(59):  # both play on, and close no mill
            assert morris().outcome(board) is None
            board.push(rng.choice([move for move in board.legal_moves if not move.removed]))
        assert since_mill(board) == 30  # White's own turns; Black has taken 29
        assert morris().outcome(board) == Outcome(Termination.NO_MILLS)

    def test_the_thirtieth_turn_saves_who_closes_a_mill_with_it(self) -> None:
        limits = {"max_state_replayed": 0, "max_moves_without_mill": 7}
        ready = "W..W.W.W/......../B.BB..B. w 0 0 0 1"
        board = after(ready, *(("a7-d7", "c5-d5", "d7-a7", "d5-c5") * 3))
        mills = [move for move in board.legal_moves if move.removed]
        assert since_mill(board) == 6
        for move in board.legal_moves:
            board.push(move)
            drawn = morris(**limits).outcome(board) == Outcome(Termination.NO_MILLS)
            assert drawn == (move not in mills)
            board.pop()

    def test_a_mill_of_the_opponent_does_not_help(self) -> None:
        board = after(MORRIS.start_fen, "a7", "b6", "d7", "d6", "g7xb6", "b6", "a4", "f6xa4")
        assert since_mill(board) == 0  # Black has just closed b6-d6-f6
        board.push(MORRIS.parse_move(board, "a4"))
        assert since_mill(board) == 2  # White has placed twice since a7-d7-g7
        board.push(MORRIS.parse_move(board, "c5"))
        assert since_mill(board) == 1

    def test_a_game_that_is_too_long_is_a_draw(self) -> None:
        limits = {"max_state_replayed": 0, "max_moves_without_mill": 0, "max_turns": 12}
        assert morris(**limits).outcome(shuffled(11)) is None
        assert morris(**limits).outcome(shuffled(12)) == Outcome(Termination.MANY_TURNS)

    def test_a_win_counts_before_a_draw(self) -> None:
        limits = {"max_turns": 1, "max_moves_without_mill": 1, "max_state_replayed": 1}
        board = after("WW....../.W....../BBB..... w 0 0 0 1".replace(".W......", "......W."))
        moves = [move for move in board.legal_moves if move.removed]
        assert moves
        board.push(moves[0])
        assert morris(**limits).outcome(board) == Outcome(Termination.FEW_STONES, WHITE)

    def test_limits_of_0_leave_the_usual_rules(self) -> None:
        referee = morris(max_turns=0, max_state_replayed=0, max_moves_without_mill=0)
        board = shuffled(16)
        assert referee.outcome(board) == MORRIS.outcome(board)
        assert referee.claim(board) == MORRIS.claim(board)


def test_chess_knows_nothing_of_morris_limits() -> None:
    board = chess.Board()
    for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        board.push_san(text)
    assert Referee(CHESS, OFF, None).claim(board) == Outcome(Termination.THREEFOLD_REPETITION)


def test_a_long_game_of_chess_is_a_draw_where_that_is_asked_for() -> None:
    board = chess.Board()
    for text in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(text)
    assert Referee(CHESS, Adjudication(max_moves=3), None).outcome(board) is None
    assert Referee(CHESS, Adjudication(max_moves=2), None).outcome(board) == Outcome(
        Termination.MANY_TURNS
    )


class TestTables:
    @pytest.mark.parametrize(
        ("fen", "winner"),
        [
            ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", WHITE),
            ("8/8/8/3K4/8/8/8/kq6 w - - 0 1", BLACK),
            ("8/8/8/8/8/2k5/1Q6/K7 b - - 0 1", None),
        ],
    )
    def test_they_decide_as_soon_as_they_know(
        self, fen: str, winner: bool | None, tables: Path
    ) -> None:
        board = chess.Board(fen)
        verdicts = Verdicts("chess", tables)
        referee = Referee(CHESS, Adjudication(tables=True), None, verdicts)
        value = verdicts.value(board)
        assert referee.outcome(board) == Outcome(
            Termination.TABLES, {1: WHITE, -1: BLACK, 0: None}[value or 0]
        )
        assert winner is None or referee.outcome(board) == Outcome(Termination.TABLES, winner)
        assert Referee(CHESS, OFF, None, verdicts).outcome(board) is None

    def test_what_they_do_not_know_goes_on(self, tables: Path) -> None:
        verdicts = Verdicts("chess", tables)
        referee = Referee(CHESS, Adjudication(tables=True), None, verdicts)
        assert referee.outcome(chess.Board()) is None
        assert referee.outcome(chess.Board("8/8/8/3k3r/8/8/8/KQ6 w - - 0 1")) is None

    def test_a_win_that_the_fifty_move_rule_may_draw_goes_on(self, tables: Path) -> None:
        referee = Referee(CHESS, Adjudication(tables=True), None, Verdicts("chess", tables))
        board = chess.Board("8/8/8/3k4/8/8/8/KR6 w - - 60 90")
        ruled = Verdicts("chess", tables).ruled(board)
        assert ruled is not None
        board.halfmove_clock = 100 - (ruled.plies or 0)
        assert referee.outcome(board) == Outcome(Termination.TABLES, WHITE)
        board.halfmove_clock += 1
        assert referee.outcome(board) is None

    def test_of_morris_too(self, morris_tables: Path) -> None:
        verdicts = Verdicts("morris", morris_tables)
        referee = Referee(MORRIS, Adjudication(tables=True), MorrisLimits(), verdicts)
        board = MORRIS.board("WW....../......W./BBB..... w 0 0 0 1")
        assert referee.outcome(board) == Outcome(Termination.TABLES, WHITE)


def seen_by(referee: Referee, *scores: Score | None) -> Outcome | None:
    """Show `referee` moves, White's first, each with what its player thought."""
    for number, score in enumerate(scores):
        side = number % 2 == 0
        referee.watch(TurnBegan(side, ""))
        if score is not None:
            info = SearchInfo(1, 1, 1, score, 1, 0.0, 0, 0, ())
            referee.watch(Thinking(side, "", info, ()))
        referee.watch(MovePlayed(side, "", "", ""))
    return referee.outcome(chess.Board())


def points(value: int) -> Score:
    return Score(centipawns=value)


class TestScores:
    RESIGN = Adjudication(resign_score=500, resign_moves=2)
    DRAW = Adjudication(draw_score=10, draw_moves=2, draw_after=3)

    def test_both_agree_that_a_side_is_lost(self) -> None:
        lost = [points(-600), points(600)] * 2
        assert seen_by(Referee(CHESS, self.RESIGN, None), *lost) == Outcome(
            Termination.SCORES, BLACK
        )
        won = [points(600), Score(mate=-3)] * 2
        assert seen_by(Referee(CHESS, self.RESIGN, None), *won) == Outcome(
            Termination.SCORES, WHITE
        )

    @pytest.mark.parametrize(
        "scores",
        [
            [points(-600), points(600)],  # too few moves
            [points(-600), points(600), points(-400), points(600)],
            [points(-600), points(-600)] * 2,  # both see themselves behind
            [points(-600), None] * 2,  # one does not say
        ],
    )
    def test_unless_they_do_not(self, scores: list[Score | None]) -> None:
        assert seen_by(Referee(CHESS, self.RESIGN, None), *scores) is None

    def test_both_agree_on_a_draw_late_enough(self) -> None:
        level = [points(5), points(-10)]
        assert seen_by(Referee(CHESS, self.DRAW, None), *level * 2) is None
        assert seen_by(Referee(CHESS, self.DRAW, None), *level * 3) == Outcome(Termination.SCORES)

    @given(st.lists(st.none() | st.integers(-1000, 1000).map(points), max_size=20))
    def test_off_is_off(self, scores: list[Score | None]) -> None:
        assert seen_by(Referee(CHESS, OFF, None), *scores) is None


def test_positions_that_were_solved_decide_a_game_where_they_are_sure(
    bounded_positions: Path, exact_positions: Path
) -> None:
    for directory, fen, outcome in (
        (bounded_positions, "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1", Outcome(Termination.TABLES, WHITE)),
        # Too late for the fifty-move rule, and a bound that is no verdict.
        (bounded_positions, "8/8/1P6/2p5/8/8/8/K2k4 w - - 80 90", None),
        (bounded_positions, "8/8/kP6/2p5/8/8/8/4K3 w - - 0 1", None),
        (exact_positions, "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1", Outcome(Termination.TABLES)),
        (exact_positions, "8/8/8/p1k5/P7/8/8/6K1 b - - 0 1", Outcome(Termination.TABLES, BLACK)),
    ):
        verdicts = Verdicts("chess", directory)
        referee = Referee(CHESS, Adjudication(tables=True), None, verdicts)
        assert referee.outcome(CHESS.board(fen)) == outcome
        verdicts.close()

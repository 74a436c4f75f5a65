"""Clocks: what a move takes goes off, what it earns comes on, and whose flag falls has lost."""

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scripted_player import ScriptedPlayer
from tests.tournaments import ENGINES, TWO, games, plan_of, played, with_players

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.clocks import (
    TOLERANCE,
    GameClocks,
    TimeControl,
    TimeControlError,
    left_at,
    noted,
    written,
)
from millmate.play.match import Match
from millmate.play.tournament import plan_file
from millmate.play.tournament.report import report
from millmate.players.player import Action
from millmate.records.notes import Notes
from millmate.records.pgn import from_pgn
from millmate.records.tree import GameTree, Node, Ply
from millmate.search.limits import Clocks

LATE = Outcome(Termination.TIME, BLACK)  # White's flag has fallen
NO_MATE = Outcome(Termination.TIME_WITHOUT_MATE)


class TestControls:
    @pytest.mark.parametrize(
        ("text", "control"),
        [
            ("60+0.6", TimeControl(60, 0.6)),
            ("60", TimeControl(60)),
            ("40/60", TimeControl(60, moves=40)),
            (" 40 / 60.5 + 1 ", TimeControl(60.5, 1, 40)),
        ],
    )
    def test_they_are_written_as_programs_do(self, text: str, control: TimeControl) -> None:
        assert TimeControl.parse(text) == control

    @given(
        st.builds(
            TimeControl,
            st.integers(1, 10**5).map(lambda n: n / 10),
            st.integers(0, 10**5).map(lambda n: n / 100),
            st.none() | st.integers(1, 1000),
        )
    )
    def test_what_is_written_is_read(self, control: TimeControl) -> None:
        assert TimeControl.parse(str(control)) == control

    @pytest.mark.parametrize(
        "text",
        ["", "fast", "+1", "60+", "1:30", "0+1", "60-1", "0/60", "40/", "9999999", "1e3", "٣"],
    )
    def test_what_is_none_is_named_with_what_would_be_one(self, text: str) -> None:
        with pytest.raises(TimeControlError, match=r"is not a valid clock: .* such as 60\+0\.6"):
            TimeControl.parse(text)


class Game:
    """Clocks that are watched, and a time that is said."""

    def __init__(self, control: str) -> None:
        self.time = 0.0
        self.clocks = GameClocks(TimeControl.parse(control), lambda: self.time)
        self._turn = WHITE

    def think(self, seconds: float) -> None:
        self.clocks.start(self._turn)
        self.time += seconds

    def move(self, seconds: float) -> Clocks:
        """Take so long over a move; return what the clocks show the other side then."""
        self.think(seconds)
        self.clocks.press(self._turn)
        self._turn = not self._turn
        return self.clocks.shown(self._turn)


class TestClocks:
    def test_a_move_takes_what_it_takes_and_earns_the_increment(self) -> None:
        game = Game("60+2")
        assert game.move(10) == Clocks(52, 60, 2)
        assert game.move(0) == Clocks(52, 62, 2)
        assert game.move(1) == Clocks(53, 62, 2)

    def test_time_between_moves_is_nobodys(self) -> None:
        game = Game("60")
        game.move(10)
        game.time += 1000
        assert game.clocks.fallen is None
        assert game.move(5) == Clocks(50, 55)

    def test_after_a_period_its_time_comes_anew(self) -> None:
        game = Game("2/60")
        assert game.clocks.shown(WHITE).moves_to_go == 2
        assert game.move(10) == Clocks(50, 60, moves_to_go=2)
        assert game.move(20) == Clocks(50, 40, moves_to_go=1)
        assert game.move(10) == Clocks(100, 40, moves_to_go=1)
        assert game.move(20) == Clocks(100, 80, moves_to_go=2)

    def test_whose_time_is_over_has_lost_while_it_thinks(self) -> None:
        game = Game("60+2")
        game.think(60)
        assert game.clocks.fallen is None
        game.time += TOLERANCE / 2
        assert game.clocks.fallen is None
        game.time += TOLERANCE
        assert game.clocks.fallen is WHITE

    def test_a_move_that_is_just_in_time_leaves_the_increment(self) -> None:
        game = Game("60+2")
        assert game.move(60 + TOLERANCE / 2) == Clocks(2, 60, 2)
        assert game.clocks.fallen is None

    def test_a_move_that_comes_too_late_does_not_mend_it(self) -> None:
        game = Game("60+2")
        game.move(60 + 2 * TOLERANCE)
        assert game.clocks.fallen is WHITE
        game.move(0)
        assert game.clocks.fallen is WHITE

    @given(st.lists(st.floats(0, 40), max_size=30), st.sampled_from(["30+1", "3/30", "100", "5+9"]))
    def test_a_clock_shows_what_was_given_less_what_was_taken(
        self, thought: list[float], control: str
    ) -> None:
        game, parsed = Game(control), TimeControl.parse(control)
        left = [parsed.base, parsed.base]
        for number, seconds in enumerate(thought):
            side, moves = number % 2, number // 2 + 1
            if seconds > left[side]:  # within the tolerance or beyond it: no law of sums
                break
            period = parsed.base if parsed.moves and moves % parsed.moves == 0 else 0
            left[side] += parsed.increment + period - seconds
            shown = game.move(seconds)
            assert [shown.white, shown.black] == pytest.approx(left)
            assert game.clocks.fallen is None

    def test_a_paused_clock_stands_still_until_it_goes_on_or_is_pressed(self) -> None:
        game = Game("60+2")
        game.think(10)
        game.clocks.pause()
        game.time += 1000
        game.clocks.pause()  # it is paused already
        assert (game.clocks.paused, game.clocks.left(WHITE), game.clocks.fallen) == (True, 50, None)
        game.clocks.go_on()
        game.time += 5
        assert (game.clocks.paused, game.clocks.left(WHITE)) == (False, 45)
        game.clocks.pause()
        game.time += 1000
        assert game.clocks.press(WHITE) == 47

    def test_a_game_goes_on_with_what_was_left(self) -> None:
        clocks = GameClocks(TimeControl(60, 1), lambda: 0.0, left={WHITE: 7.5})
        assert (clocks.left(WHITE), clocks.left(BLACK)) == (7.5, 60)


class TestRecords:
    @given(st.floats(0, 86_400))
    def test_what_is_written_is_read(self, seconds: float) -> None:
        node = Node("", Ply(WHITE, "", "", ""))
        node.notes = Notes(commands=(("clk", written(seconds)),))
        assert noted(node) == pytest.approx(seconds, abs=0.05001)

    @pytest.mark.parametrize(
        ("text", "seconds"),
        [("0:04:31", 271), ("1:0:2.25", 3602.25), ("12:00", None), ("-0:00:01", None), ("", None)],
    )
    def test_other_programs_clocks_are_read(self, text: str, seconds: float | None) -> None:
        node = Node("", Ply(WHITE, "", "", ""))
        node.notes = Notes(commands=(("clk", text),))
        assert noted(node) == seconds

    def test_each_side_has_what_its_last_move_left_it(self) -> None:
        text = '[TimeControl "60+1"]\n\n1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:40.5]} 2. d4 *'
        tree = GameTree.of(from_pgn(text)[0])
        nodes = [tree.root, *tree.root.line()]
        control = TimeControl(60, 1)
        assert [left_at(node, control) for node in nodes] == [
            {WHITE: 60, BLACK: 60},
            {WHITE: 50, BLACK: 60},
            {WHITE: 50, BLACK: 40.5},
            {BLACK: 40.5},
        ]
        assert left_at(nodes[1], None) == {WHITE: 50}


@pytest.mark.parametrize(
    ("fen", "side", "outcome"),
    [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", WHITE, NO_MATE),  # Black has a king alone
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", BLACK, Outcome(Termination.TIME, WHITE)),
        ("7k/7p/6K1/8/8/8/8/R7 w - - 0 1", WHITE, LATE),  # its pawn might become a queen
    ],
)
def test_out_of_time_loses_unless_the_other_side_could_never_mate(
    fen: str, side: bool, outcome: Outcome
) -> None:
    assert CHESS.out_of_time(CHESS.board(fen), side) == outcome


def test_out_of_time_loses_in_morris() -> None:
    assert MORRIS.out_of_time(MORRIS.board(), WHITE) == LATE


class _Sleeper(ScriptedPlayer):
    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return the next move of the script long after the flag has fallen."""
        time.sleep(0.1 + 2 * TOLERANCE)
        return super().choose(board, stopped)


def test_a_mate_that_came_too_late_is_a_loss() -> None:
    board = chess.Board("7k/8/6K1/7p/8/8/8/R7 w - - 0 1")
    players = {WHITE: _Sleeper("Ra8"), BLACK: ScriptedPlayer()}
    match = Match(CHESS, board, players, clocks=GameClocks(TimeControl(0.1)))
    record = match.run()
    assert (record.outcome, record.moves) == (LATE, ())


CLOCKED = TWO.replace("[adjudication]", '[limits]\nclock = "600+0.5"\n[adjudication]')


def noting(path: Path) -> str:
    return f'uci:{sys.executable},"arguments={ENGINES / "notes_orders.py"} {path}"'


@pytest.mark.usefixtures("games_here")
class TestPlayers:
    def test_engines_are_told_what_the_clocks_show(self, tmp_path: Path) -> None:
        players = {"One": noting(tmp_path / "orders"), "Other": "random"}
        plan = with_players(CLOCKED.replace("games = 4", "games = 2"), **players)
        _, tournament = played(plan, tmp_path / "out", workers=1)
        assert {result.termination for result in tournament.results.values()} <= {
            "the game has gone on for too long"
        }
        orders = (tmp_path / "orders").read_text().splitlines()
        assert orders[0] == "go wtime 600000 btime 600000 winc 500 binc 500"
        shown = [re.fullmatch(r"go wtime (\d+) btime (\d+) winc 500 binc 500", o) for o in orders]
        assert len(shown) == 20
        assert all(each and 0 < int(each[1]) <= 605_000 for each in shown)

    def test_periods_nodes_and_depth_are_told_besides(self, tmp_path: Path) -> None:
        text = CLOCKED.replace('"600+0.5"', '"4/600"\nnodes = 7')
        players = {"One": noting(tmp_path / "orders") + ",depth=3,seconds=9", "Other": "random"}
        plan = with_players(text.replace("games = 4", "games = 2"), **players)
        played(plan, tmp_path / "out", workers=1)
        orders = (tmp_path / "orders").read_text().splitlines()
        assert orders[0] == "go nodes 7 wtime 600000 btime 600000 winc 0 binc 0 movestogo 4"
        assert [int(order.split()[-1]) for order in orders[:6]] == [4, 3, 2, 1, 4, 3]

    def test_who_thinks_too_long_loses_on_time(self, tmp_path: Path) -> None:
        overruns = f'uci:{sys.executable},"arguments={ENGINES / "overruns.py"}"'
        plan = with_players(
            CLOCKED.replace("600+0.5", "0.3").replace("games = 4", "games = 2"),
            Slow=overruns,
            Quick="random",
        )
        _, tournament = played(plan, tmp_path)
        assert [result.result for _, result in sorted(tournament.results.items())] == ["0-1", "1-0"]
        for result in tournament.results.values():
            assert result.outcome.termination is Termination.TIME
            assert result.failed is None
        assert "Slow lost 2 of 2 games on time" in report(plan, tournament.results)
        pgn = (tmp_path / "games.pgn").read_text()
        assert pgn.count('[Termination "time forfeit"]') == 2
        assert pgn.count('[TimeControl "0.3"]') == 2

    def test_the_start_of_an_engine_is_not_on_its_clock(self, tmp_path: Path) -> None:
        ready = tmp_path / "ready"
        slow = f'uci:{sys.executable},"arguments={ENGINES / "compiles.py"} {ready}"'
        Timer(1.0, ready.touch).start()
        plan = with_players(
            CLOCKED.replace("600+0.5", "0.3").replace("max_moves = 10", "max_moves = 1"),
            Slow=slow,
            Quick="random",
        )
        _, tournament = played(plan, tmp_path / "out", workers=1)
        first = tournament.results[1]
        assert first.moves[0] == "e2e4"
        assert first.outcome == Outcome(Termination.MANY_TURNS)

    @pytest.mark.parametrize("game", ["chess", "morris"])
    def test_searches_divide_their_time(self, game: str, tmp_path: Path) -> None:
        text = CLOCKED.replace("600+0.5", "3").replace("format", f'game = "{game}"\nformat')
        text = text.replace("games = 4", "games = 2").replace("max_moves = 10", "max_moves = 2")
        plan = with_players(text, Deep="iterative:seconds=60", Flat="memo")
        _, tournament = played(plan, tmp_path)
        for result in tournament.results.values():
            assert result.outcome.termination is not Termination.TIME
            assert min(result.thought) > 0


class TestPlans:
    def test_a_clock_is_written_and_read(self) -> None:
        plan = plan_of(CLOCKED)
        assert plan.limits.clock == TimeControl(600, 0.5)
        assert 'clock = "600+0.5"' in plan_file.dump(plan)
        assert plan_of(plan_file.dump(plan)) == plan
        assert plan_of(CLOCKED.replace('"600+0.5"', "600")).limits.clock == TimeControl(600)

    def test_another_clock_is_another_tournament_and_none_is_as_ever(self) -> None:
        assert plan_of(CLOCKED).digest() != plan_of(CLOCKED.replace("0.5", "0.6")).digest()
        before = "7c60ce69860d3f05621ca52c7e8658b85a45a4a7218de286a0056c588ee26b29"
        assert plan_of(TWO).digest() == before  # as journals have it from when there were none

    def test_names_say_nothing_of_seconds_that_do_not_count(self) -> None:
        text = '[limits]\nclock = "9"\n[[players]]\nplayer = "iterative:seconds=2"\n'
        plan = plan_of(text + '[[players]]\nplayer = "minimax:depth=2"')
        assert [each.name for each in plan.participants] == [
            "Iterative deepening",
            "Minimax, depth 2",
        ]

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            ('clock = "fast"', "limits.clock: 'fast' is not a valid clock: give seconds and"),
            ("clock = true", "limits.clock: true is not a text"),
            ("clock = 0", "limits.clock: '0' is not a valid clock"),
            ('clock = "9"\nseconds = 1', "limits: seconds and clock are both given"),
        ],
    )
    def test_what_is_wrong_is_named(self, said: str, told: str) -> None:
        with pytest.raises(plan_file.PlanError) as caught:
            plan_of(CLOCKED.replace('clock = "600+0.5"', said))
        assert told in str(caught.value)


@pytest.mark.usefixtures("games_here")
def test_games_without_clocks_have_none(tmp_path: Path) -> None:
    played(plan_of(TWO), tmp_path, workers=1)
    assert "TimeControl" not in (tmp_path / "games.pgn").read_text()
    assert len(games(tmp_path)) == 4

"""Matches: every way a game can end, and what those who watch are told on the way."""

import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import chess
import pytest
from tests.scripted_player import ScriptedPlayer

from millmate.games.catalogue import game
from millmate.games.chess.rules import CHESS
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.play.events import (
    ClaimRefused,
    DrawDeclined,
    DrawOffered,
    Event,
    MatchEnded,
    MovePlayed,
    Thinking,
    TurnBegan,
)
from millmate.play.match import Match, line_notation
from millmate.players.build import build_player
from millmate.players.player import (
    ClaimDraw,
    HumanPlayer,
    Play,
    Player,
    PlayerError,
    RandomPlayer,
    Resign,
)
from millmate.players.spec import PlayerSpec
from millmate.records.record import GameRecord

WAIT = 10  # seconds that nothing here takes
SHUFFLE = ["Nf3", "Ng1"], ["Nf6", "Ng8"]
E4 = Play(chess.Move.from_uci("e2e4"))


class Game:
    """A match with what was told of it."""

    def __init__(self, white: Player, black: Player, board: chess.Board | None = None) -> None:
        self.events: list[Event] = []
        players = {WHITE: white, BLACK: black}
        self.match = Match(CHESS, board or chess.Board(), players, self.events.append)

    def run(self) -> Outcome:
        return self.match.run().outcome

    def trouble(self) -> str | None:
        end = self.events[-1]
        assert isinstance(end, MatchEnded)
        return end.trouble

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def script(*moves: str, **options: object) -> ScriptedPlayer:
    return ScriptedPlayer(*moves, **options)


def at(fen: str) -> chess.Board:
    return CHESS.board(fen)


class TestEndsOnTheBoard:
    def test_checkmate(self) -> None:
        game = Game(script("f3", "g4"), script("e5", "Qh4"))
        assert game.run() == Outcome(Termination.CHECKMATE, BLACK)

    def test_stalemate(self) -> None:
        game = Game(script("Qf7"), script(), at("7k/8/8/8/8/8/5Q2/K7 w - - 0 1"))
        assert game.run() == Outcome(Termination.STALEMATE)

    def test_insufficient_material(self) -> None:
        game = Game(script("Kxa2"), script(), at("7k/8/8/8/8/8/q7/K7 w - - 0 1"))
        assert game.run() == Outcome(Termination.INSUFFICIENT_MATERIAL)

    def test_seventyfive_moves_end_a_game_that_no_person_claims(self) -> None:
        people = script("Ra2", is_human=True), script(is_human=True)
        game = Game(*people, at("7k/8/8/8/8/8/8/RK6 w - - 149 120"))
        assert game.run() == Outcome(Termination.SEVENTYFIVE_MOVES)

    def test_fivefold_repetition_ends_a_game_that_no_person_claims(self) -> None:
        white, black = (script(*moves * 4, is_human=True) for moves in SHUFFLE)
        assert Game(white, black).run() == Outcome(Termination.FIVEFOLD_REPETITION)

    def test_a_game_that_has_ended_is_not_played_on(self) -> None:
        game = Game(script("Kg7"), script("Kg7"), at("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
        assert game.run() == Outcome(Termination.CHECKMATE, WHITE)
        assert [type(event) for event in game.events] == [MatchEnded]


class TestClaims:
    def test_without_people_the_third_repetition_ends_the_game(self) -> None:
        white, black = (script(*moves * 2) for moves in SHUFFLE)
        assert Game(white, black).run() == Outcome(Termination.THREEFOLD_REPETITION)

    def test_without_people_fifty_quiet_moves_end_the_game(self) -> None:
        game = Game(script("Ra2"), script(), at("7k/8/8/8/8/8/8/RK6 w - - 99 80"))
        assert game.run() == Outcome(Termination.FIFTY_MOVES)

    def test_a_mate_on_the_hundredth_ply_counts(self) -> None:
        game = Game(script("Ra8"), script(), at("7k/8/7K/8/8/8/8/R7 w - - 99 80"))
        assert game.run() == Outcome(Termination.CHECKMATE, WHITE)

    def test_a_person_claims_on_the_move(self) -> None:
        white, black = SHUFFLE
        game = Game(script(*white * 2, ClaimDraw(), is_human=True), script(*black * 2))
        assert game.run() == Outcome(Termination.THREEFOLD_REPETITION)
        assert game.told(ClaimRefused) == []

    def test_a_person_claims_what_the_own_move_brought_about(self) -> None:
        white, black = SHUFFLE
        person = script(*white * 2, "Nf3", is_human=True)
        with running(Game(person, script(*black * 2, None))) as (game, end):
            wait_for(lambda: len(game.told(MovePlayed)) == 9)
            game.match.claim_draw(WHITE)
            assert end.result(WAIT).outcome == Outcome(Termination.THREEFOLD_REPETITION)

    def test_a_claim_of_nothing_is_refused_and_the_game_goes_on(self) -> None:
        game = Game(script(ClaimDraw(), "f3", "g4", is_human=True), script("e5", "Qh4"))
        assert game.run().termination is Termination.CHECKMATE
        assert game.told(ClaimRefused) == [ClaimRefused(WHITE)]

    def test_a_request_to_claim_nothing_is_refused_too(self) -> None:
        game = Game(script("f3", "g4", is_human=True), script("e5", "Qh4"))
        game.match.claim_draw(WHITE)
        assert game.run().termination is Termination.CHECKMATE
        assert game.told(ClaimRefused) == [ClaimRefused(WHITE)]

    def test_a_program_does_not_claim_where_it_plays_for_a_win(self) -> None:
        fen = "7k/8/8/8/8/8/8/1K5R b - - 99 80"
        winner = script("Rh2", "Rh3", accepts=[False, False, False])
        game = Game(winner, script("Kg7", "Kf6", Resign(), is_human=True), at(fen))
        assert game.run() == Outcome(Termination.RESIGNATION, WHITE)
        assert len(game.told(MovePlayed)) == 4

    def test_a_program_claims_where_it_does_not(self) -> None:
        fen = "7k/8/8/8/8/8/8/1K5R b - - 99 80"
        game = Game(script("Rh2", accepts=[True]), script("Kg7", is_human=True), at(fen))
        assert game.run() == Outcome(Termination.FIFTY_MOVES)

    def test_a_program_claims_with_its_move_before_a_person_can_capture(self) -> None:
        person = script("Rxh2", is_human=True)
        game = Game(script("Kb2", accepts=[True]), person, at("8/8/8/8/8/7r/7P/K6k w - - 99 80"))
        assert game.run() == Outcome(Termination.FIFTY_MOVES)
        assert len(game.told(MovePlayed)) == 1

    def test_a_false_claim_of_a_program_loses(self) -> None:
        game = Game(script(ClaimDraw()), script())
        assert game.run() == Outcome(Termination.FAILURE, BLACK)


class TestOffers:
    def test_an_offer_that_is_taken_ends_the_game(self) -> None:
        offer = Play(E4.move, offer_draw=True)
        game = Game(script(offer), script("e5", accepts=[True]))
        assert game.run() == Outcome(Termination.AGREEMENT)
        assert game.told(DrawOffered) == [DrawOffered(WHITE)]
        assert len(game.told(MovePlayed)) == 1, "the answer is not a move"

    def test_an_offer_that_is_not_taken_is_declined(self) -> None:
        game = Game(script("f3", Play(chess.Move.from_uci("g2g4"), True)), script("e5", "Qh4"))
        assert game.run().termination is Termination.CHECKMATE
        assert game.told(DrawDeclined) == [DrawDeclined(WHITE)]

    def test_a_person_offers_while_the_other_thinks(self) -> None:
        thinker = script(None, accepts=[True])
        with running(Game(HumanPlayer(), thinker)) as (game, end):
            person = game.match._players[WHITE]
            person.submit(E4)
            assert thinker.thinking.wait(WAIT)
            game.match.offer_draw(WHITE)
            wait_for(lambda: game.told(DrawOffered) == [DrawOffered(WHITE)])
            assert not end.done(), "the answer comes when the thinking is done"

    def test_two_people_agree(self) -> None:
        with running(Game(HumanPlayer(), HumanPlayer())) as (game, end):
            game.match.offer_draw(BLACK)
            wait_for(lambda: game.told(DrawOffered) == [DrawOffered(BLACK)])
            game.match.offer_draw(WHITE)
            assert end.result(WAIT).outcome == Outcome(Termination.AGREEMENT)

    def test_a_person_is_never_answered_for(self) -> None:
        """Whatever `accepts_draw` of a person's player says, offers and claims wait for him."""
        white, black = SHUFFLE
        person = script(*black * 2, Resign(), is_human=True, accepts=[True] * 9)
        offer = Play(chess.Move.from_uci("g1f3"), offer_draw=True)
        game = Game(script(offer, *white[1:], *white, "e4"), person)
        assert game.run() == Outcome(Termination.RESIGNATION, WHITE)

    def test_a_person_declines_by_moving(self) -> None:
        with running(Game(HumanPlayer(), HumanPlayer())) as (game, _):
            game.match.offer_draw(BLACK)
            wait_for(lambda: game.told(DrawOffered) != [])
            game.match._players[WHITE].submit(E4)
            wait_for(lambda: game.told(MovePlayed) != [])
            assert game.told(DrawDeclined) == [DrawDeclined(BLACK)]

    def test_offering_twice_is_offering_once(self) -> None:
        with running(Game(HumanPlayer(), HumanPlayer())) as (game, end):
            game.match.offer_draw(WHITE)
            game.match.offer_draw(WHITE)
            wait_for(lambda: game.told(DrawOffered) != [])
            assert not end.done()
        assert game.told(DrawOffered) == [DrawOffered(WHITE)]


class TestPeopleAtAnyTime:
    def test_resigning_on_the_move(self) -> None:
        assert Game(script(Resign()), script()).run() == Outcome(Termination.RESIGNATION, BLACK)

    def test_resigning_while_the_other_thinks(self) -> None:
        thinker = script(None)
        with running(Game(HumanPlayer(), thinker)) as (game, end):
            game.match._players[WHITE].submit(E4)
            assert thinker.thinking.wait(WAIT)
            game.match.resign(WHITE)
            assert end.result(WAIT).outcome == Outcome(Termination.RESIGNATION, BLACK)

    def test_stopping_abandons_the_game_while_a_person_thinks(self) -> None:
        with running(Game(HumanPlayer(), HumanPlayer())) as (game, end):
            wait_for(lambda: game.told(TurnBegan) != [])
            game.match.stop()
            assert end.result(WAIT).outcome == Outcome(Termination.ABANDONED)

    def test_stopping_before_the_start_plays_nothing(self) -> None:
        game = Game(script("e4"), script("e5"))
        game.match.stop()
        assert game.run() == Outcome(Termination.ABANDONED)
        assert [type(event) for event in game.events] == [MatchEnded]

    def test_stopping_a_fast_game_of_two_programs(self) -> None:
        game = Game(RandomPlayer(seed=1), RandomPlayer(seed=2))
        game.match._emit = lambda event: (
            game.events.append(event),
            game.match.stop() if len(game.events) == 20 else None,
        )
        assert game.run() == Outcome(Termination.ABANDONED)
        assert len(game.events) == 21

    def test_a_second_click_on_a_piece_that_has_moved_is_no_illegal_move(self) -> None:
        with running(Game(HumanPlayer(), script("e5", "d5"))) as (game, end):
            person = game.match._players[WHITE]
            person.submit(E4)
            person.submit(E4)
            wait_for(lambda: len(game.told(MovePlayed)) == 2)
            assert not end.done()

    def test_an_interrupt_at_the_keyboard_abandons_the_game(self) -> None:
        class Interrupted(ScriptedPlayer):
            def choose(self, board: object, stopped: object) -> Play:
                raise KeyboardInterrupt

        assert Game(Interrupted(), script()).run() == Outcome(Termination.ABANDONED)


class TestTrouble:
    def test_an_illegal_move_loses(self) -> None:
        game = Game(script(Play(chess.Move.from_uci("e2e5")), name="Cheat"), script())
        assert game.run() == Outcome(Termination.FAILURE, BLACK)
        assert "Cheat played e2e5, which is not legal" in (game.trouble() or "")

    @pytest.mark.parametrize("nonsense", [Play("e4"), Play(None), "no action"])
    def test_nonsense_loses(self, nonsense: object) -> None:
        player = script()
        player.choose = lambda board, stopped: nonsense  # type: ignore[method-assign]
        assert Game(player, script()).run() == Outcome(Termination.FAILURE, BLACK)

    def test_a_breakdown_loses_and_is_told_in_one_line(self) -> None:
        game = Game(script("e4"), script(ZeroDivisionError("division\nby zero"), name="Bug"))
        assert game.run() == Outcome(Termination.FAILURE, WHITE)
        assert game.trouble() == "Bug broke down (ZeroDivisionError: division by zero)"

    def test_a_player_who_cannot_go_on_leaves_the_game_abandoned(self) -> None:
        missing = PlayerError("no table for KRBvKQ: build it first")
        game = Game(script("e4", is_human=True), script(missing, name="Perfect"))
        assert game.run() == Outcome(Termination.ABANDONED)
        assert game.trouble() == "Perfect: no table for KRBvKQ: build it first"

    def test_a_sound_game_has_no_trouble(self) -> None:
        game = Game(script("f3", "g4"), script("e5", "Qh4"))
        game.run()
        assert game.trouble() is None


class TestEventsAndRecord:
    def test_events_come_in_order_with_the_positions_they_led_to(self) -> None:
        game = Game(script("f3", "g4"), script("e5", "Qh4"))
        game.run()
        kinds = [type(event) for event in game.events]
        assert kinds == [TurnBegan, MovePlayed] * 4 + [MatchEnded]
        board = chess.Board()
        for turn, move in zip(game.told(TurnBegan), game.told(MovePlayed), strict=True):
            assert (turn.turn, turn.fen) == (board.turn, board.fen())
            assert move.mover == board.turn
            assert move.notation == board.san(chess.Move.from_uci(move.text))
            board.push_uci(move.text)
            assert move.fen == board.fen()

    def test_events_come_from_the_thread_of_run(self) -> None:
        threads = set()
        players = {WHITE: HumanPlayer(), BLACK: HumanPlayer()}
        match = Match(
            CHESS, chess.Board(), players, lambda event: threads.add(threading.get_ident())
        )
        runner = threading.Thread(target=match.run)
        runner.start()
        match.offer_draw(WHITE)
        match.claim_draw(WHITE)
        match.resign(WHITE)
        runner.join(WAIT)
        assert threads == {runner.ident}

    def test_the_record_tells_the_whole_game(self) -> None:
        game = Game(script("f3", "g4", name="Fool"), script("e5", "Qh4", name="Sage"))
        record = game.match.run()
        assert (record.white, record.black, record.game) == ("Fool", "Sage", "chess")
        assert record.start_fen == chess.STARTING_FEN
        assert record.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
        assert time.strptime(record.started, "%Y-%m-%dT%H:%M:%S")
        assert game.events[-1] == MatchEnded(record.outcome, record)

    def test_a_game_that_goes_on_from_a_history_is_recorded_from_its_root(self) -> None:
        board = at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        board.push_san("e4")
        match = Match(
            CHESS, board, {WHITE: script(), BLACK: script(Resign())}, started="2026-11-21T14:22:33"
        )
        record = match.run()
        assert record == GameRecord(
            game="chess",
            start_fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            white="Scripted",
            black="Scripted",
            moves=("e2e4",),
            outcome=Outcome(Termination.RESIGNATION, WHITE),
            started="2026-11-21T14:22:33",
        )

    def test_the_board_handed_in_is_left_alone(self) -> None:
        board = chess.Board()
        Game(script("f3", "g4"), script("e5", "Qh4"), board).run()
        assert board == chess.Board()

    def test_players_get_copies_they_may_spoil(self) -> None:
        class Spoiler(RandomPlayer):
            def choose(self, board: chess.Board, stopped: Callable[[], bool]) -> object:
                action = super().choose(board, stopped)
                board.clear()
                return action

        record = Game(Spoiler(seed=1), Spoiler(seed=2)).match.run()
        assert record.outcome.termination is not Termination.FAILURE
        assert len(record.moves) > 10


class running:  # noqa: N801 - reads as a phrase: with running(game)
    """Run a game in another thread for the length of a block, then stop it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pool = ThreadPoolExecutor(1)

    def __enter__(self) -> tuple[Game, Future[GameRecord]]:
        self.end = self.pool.submit(self.game.match.run)
        return self.game, self.end

    def __exit__(self, *exception: object) -> None:
        self.game.match.stop()
        self.end.result(WAIT)
        self.pool.shutdown()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < deadline, "it never came to pass"
        time.sleep(0.005)


def watched(name: str, white: str, black: str, plies: int) -> list[Event]:
    """Return the events of the first plies of a game."""
    rules = game(name)
    players = {
        side: build_player(PlayerSpec.parse(text), game=name, tables=Path("none"), seed=1)
        for side, text in ((WHITE, white), (BLACK, black))
    }
    events: list[Event] = []

    def watch(event: Event) -> None:
        events.append(event)
        if sum(isinstance(e, MovePlayed) for e in events) == plies:
            match.stop()

    match = Match(rules, rules.board(), players, watch)
    match.run()
    return events


@pytest.mark.parametrize("name", ["chess", "morris"])
def test_every_depth_of_either_side_is_told_between_turn_and_move(name: str) -> None:
    events = watched(name, "iterative:depth=2", "minimax:depth=1", 2)
    kinds = [(type(event), getattr(event, "mover", None)) for event in events[:-1]]
    assert kinds == [
        (TurnBegan, None),
        (Thinking, WHITE),
        (Thinking, WHITE),
        (MovePlayed, WHITE),
        (TurnBegan, None),
        (Thinking, BLACK),
        (MovePlayed, BLACK),
    ]
    thoughts = [event for event in events if isinstance(event, Thinking)]
    assert [thought.info.depth for thought in thoughts] == [1, 2, 1]
    for thought in thoughts:
        assert len(thought.line) == thought.info.depth
        assert pickle.loads(pickle.dumps(thought)) == thought
    began = [event.fen for event in events if isinstance(event, TurnBegan)]
    assert [thought.fen for thought in thoughts] == [began[0], began[0], began[1]]


def test_players_who_do_not_search_tell_nothing() -> None:
    events = watched("chess", "random", "random", 4)
    assert not any(isinstance(event, Thinking) for event in events)


def test_a_line_is_written_as_far_as_it_is_legal() -> None:
    moves = [chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "e4e5", "d7d5")]
    assert line_notation(game("chess"), chess.Board(), tuple(moves)) == ("e4", "e5")

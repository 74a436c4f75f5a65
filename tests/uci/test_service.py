"""The engine we offer: every form of `go`, and answers whatever it is told."""

import threading
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.uci.plain_searcher import PlainSearcher

from millmate.uci.options import parse_option
from millmate.uci.service import EngineSettings, UciService

MATE_IN_ONE = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"


class Talk:
    """A conversation with the engine."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.searchers: list[PlainSearcher] = []
        self.heard = threading.Condition()
        self.service = UciService("Test", "Tests", self.build, self.hear, "/tables")

    def build(self, settings) -> PlainSearcher:
        self.searchers.append(PlainSearcher(settings))
        return self.searchers[-1]

    def hear(self, text: str) -> None:
        with self.heard:
            self.lines += text.split("\n")
            self.heard.notify_all()

    def say(self, *lines: str) -> "Talk":
        for line in lines:
            assert self.service.handle(line)
        return self

    def until(self, word: str, seconds: float = 10) -> str:
        """Return the first line with `word` that has not been returned, and forget those before."""

        def found() -> list[int]:
            return [number for number, line in enumerate(self.lines) if word in line]

        with self.heard:
            assert self.heard.wait_for(found, seconds), (word, self.lines)
            at = found()[0]
            line = self.lines[at]
            self.before = self.lines[:at]
            del self.lines[: at + 1]
        return line

    def silent(self, word: str, seconds: float = 0.2) -> bool:
        """Tell whether no line with `word` comes within `seconds`."""
        with self.heard:
            return not self.heard.wait_for(lambda: any(word in ln for ln in self.lines), seconds)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.service.close(10)


def test_it_introduces_itself_with_its_options(talk: Talk) -> None:
    talk.say("uci").until("uciok")
    assert talk.before[:2] == ["id name Test", "id author Tests"]
    options = [parse_option(line) for line in talk.before[2:]]
    assert all(options)
    assert [option.name for option in options][:4] == ["Hash", "Clear Hash", "Threads", "MultiPV"]
    assert "option name Tables type string default /tables" in talk.before


def test_ready_means_loaded(talk: Talk) -> None:
    talk.say("isready").until("readyok")
    assert len(talk.searchers) == 1


def test_loading_begins_with_the_introduction(talk: Talk) -> None:
    talk.say("uci").until("uciok")
    talk.say("isready").until("readyok")
    assert len(talk.searchers) == 1


def test_a_hash_for_which_there_is_no_memory_is_made_smaller(talk: Talk) -> None:
    build = talk.build

    def scarce(settings: EngineSettings) -> PlainSearcher:
        if settings.hash_megabytes + settings.tables_megabytes > 500:
            raise MemoryError("Unable to allocate 4.00 GiB")
        return build(settings)

    talk.service._search_thread._build = scarce
    talk.say("setoption name Hash value 4096", "isready")
    told = "no memory for a Hash of 4096 MB and 256 MB of tables; used are 256 MB and 16 MB"
    assert told in talk.until("info string")
    talk.until("readyok")
    talk.say("go depth 1").until("bestmove")
    assert len(talk.searchers) == 1  # it is not tried again before each move


def test_without_any_memory_that_is_said(talk: Talk) -> None:
    def none(settings: EngineSettings) -> PlainSearcher:
        raise MemoryError

    talk.service._search_thread._build = none
    talk.say("go depth 1")
    assert "MemoryError" in talk.until("info string")
    assert talk.until("bestmove") == "bestmove (none)"


class TestGo:
    def test_what_it_thinks_is_told(self, talk: Talk) -> None:
        talk.say(MATE_IN_ONE, "go depth 2").until("bestmove a1a8")
        assert "score mate 1" in talk.before[-1]
        assert "pv a1a8" in talk.before[-1]
        assert "depth 2 " in talk.before[-1]

    def test_only_the_moves_asked_for(self, talk: Talk) -> None:
        talk.say("go searchmoves a2a3 e2e5 depth 1")
        assert talk.until("bestmove") == "bestmove a2a3"
        assert "'e2e5' is not a legal move" in talk.before[0]

    @pytest.mark.parametrize("order", ["go infinite", "go", "go infinite depth 1"])
    def test_it_thinks_until_it_is_stopped(self, talk: Talk, order: str) -> None:
        talk.say(order).until("info")
        assert talk.silent("bestmove")
        talk.say("stop").until("bestmove")

    @pytest.mark.parametrize(
        "order",
        ["movetime 0", "nodes 0", "depth 0", "mate 0", "nodes -5", "movetime -5", "depth -1",
         "depth", "nodes many", "movestogo 0", "btime 100", "winc 10 binc 10"],
    )  # fmt: skip
    def test_an_order_with_a_limit_is_never_endless(self, talk: Talk, order: str) -> None:
        talk.say("position startpos", f"go {order}")
        assert chess.Move.from_uci(talk.until("bestmove").split()[1]) in chess.Board().legal_moves

    def test_increments_that_are_told_with_a_depth_do_not_cut_it_short(self, talk: Talk) -> None:
        talk.say("go depth 2 winc 0 binc 0").until("bestmove")
        assert "depth 2 " in talk.before[-1]

    def test_a_mate_is_over(self, talk: Talk) -> None:
        talk.say("position fen R6k/8/6K1/8/8/8/8/8 b - - 0 1", "go movetime 100")
        assert talk.until("bestmove") == "bestmove (none)"
        assert talk.before == ["info depth 0 score mate 0"]

    def test_stop_position_and_go_need_no_pause(self, talk: Talk) -> None:
        talk.say("go infinite").until("info")
        talk.say("stop", MATE_IN_ONE, "go depth 1")
        talk.until("bestmove")
        assert talk.until("bestmove") == "bestmove a1a8"


class TestPonder:
    def test_the_move_waits_for_the_hit(self, talk: Talk) -> None:
        talk.say("go ponder depth 1").until("info")
        assert talk.silent("bestmove")
        talk.say("ponderhit").until("bestmove")

    def test_the_time_ends_it_after_the_hit(self, talk: Talk) -> None:
        talk.say("go ponder wtime 1000 btime 1000").until("info")
        assert talk.silent("bestmove", 0.4)
        talk.say("ponderhit").until("bestmove", 3)

    def test_a_miss_is_a_stop(self, talk: Talk) -> None:
        talk.say("go ponder movetime 100").until("info")
        assert talk.silent("bestmove", 0.3)
        talk.say("stop").until("bestmove")

    def test_a_hit_without_a_search_is_nothing(self, talk: Talk) -> None:
        talk.say("ponderhit", "stop", "isready").until("readyok")


class TestOptions:
    def test_hash_and_tables_make_the_searcher_anew(self, talk: Talk) -> None:
        talk.say("isready").until("readyok")
        talk.say("setoption name hash value 7", "setoption name Tables value /a b", "isready")
        talk.until("readyok")
        talk.say("isready").until("readyok")
        assert [s.settings.hash_megabytes for s in talk.searchers] == [64, 7]
        assert talk.searchers[-1].settings.tables == "/a b"

    def test_positions_can_be_judged_by_another_network_or_none(self, talk: Talk) -> None:
        for value in ("/other one.npz", "<empty>"):
            talk.say(f"setoption name Network value {value}", "isready").until("readyok")
        assert [s.settings.network for s in talk.searchers] == ["/other one.npz", ""]

    def test_a_new_game_forgets(self, talk: Talk) -> None:
        talk.say("isready", "ucinewgame", "setoption name Clear Hash", "isready")
        talk.until("readyok")
        talk.until("readyok")
        assert talk.searchers[0].games == 2

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("setoption name Hash value lots", "whole number from 1 to 4096"),
            ("setoption name Hash", "whole number"),
            ("setoption name Wings value 2", "no option 'Wings'"),
            ("setoption", "no option ''"),
        ],
    )
    def test_bad_values_are_told(self, talk: Talk, line: str, words: str) -> None:
        assert words in talk.say(line).until("info string")


def named(lines: list[str]) -> set[str]:
    return {option.name for line in lines if (option := parse_option(line))}


class TestOptionsOfOneGame:
    """What does nothing in morris is not offered there, and not taken in silence."""

    OF_CHESS = frozenset({"Network", "UCI_LimitStrength", "UCI_Elo", "Level Seed"})

    def test_each_game_offers_what_does_something_in_it(self, talk: Talk) -> None:
        talk.say("uci").until("uciok")
        chess_options = named(talk.before)
        talk.say("setoption name UCI_Variant value ninemensmorris", "uci").until("uciok")
        assert chess_options - named(talk.before) == self.OF_CHESS

    @pytest.mark.parametrize("name", sorted(OF_CHESS))
    def test_an_option_of_chess_is_refused_in_morris(self, talk: Talk, name: str) -> None:
        talk.say("setoption name UCI_Variant value ninemensmorris")
        talk.say(f"setoption name {name} value 1500")
        assert f"the option {name} applies to chess only" in talk.until("info string")

    def test_back_in_chess_it_is_taken_again(self, talk: Talk) -> None:
        for value in ("ninemensmorris", "chess"):
            talk.say(f"setoption name UCI_Variant value {value}")
        talk.say("setoption name Network value <empty>", "isready").until("readyok")
        assert talk.searchers[-1].settings.network == ""


class TestBadInput:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("banana", "unknown: banana"),
            ("position", "'startpos' or 'fen'"),
            ("position fen", "'startpos' or 'fen'"),
            ("position fen 8/8/8 w - - 0 1", "position:"),
            ("position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "king"),
            ("position startpos moves e2e5", "'e2e5' is not a legal move"),
            ("position elsewhere", "'startpos' or 'fen'"),
            ("go depth 0 movetime 10", "depth needs a whole number of 1 or more, not '0'"),
            ("go movetime 10 wtime soon", "wtime needs a whole number, not 'soon'"),
            ("go movetime 10 quickly", "go has no parameter 'quickly'"),
            ("go movetime 10 depth", "depth needs"),
        ],
    )
    def test_it_is_told_and_left_aside(self, talk: Talk, line: str, words: str) -> None:
        assert words in talk.say(line).until("info string")
        talk.say("stop", "isready").until("readyok")

    @pytest.mark.parametrize(
        "refused",
        [
            "position startpos moves e2e5",
            "position startpos moves e2e4 e2e4",
            "position startpos moves 0000",
            "position fen nonsense",
            "position fen R6k/8/6K1/8/8/8/8/8 b - - 0 1 moves h8g8",  # after a mate
            "position",
        ],
    )
    def test_no_move_is_given_for_the_position_before_one_that_was_refused(
        self, talk: Talk, refused: str
    ) -> None:
        talk.say(MATE_IN_ONE, refused, "go depth 2")
        assert talk.until("bestmove") == "bestmove (none)"
        assert "info string no move: the position was refused" in talk.before
        talk.say(MATE_IN_ONE, "go depth 2")
        assert talk.until("bestmove") == "bestmove a1a8"

    def test_a_position_refused_in_a_search_is_not_taken_for_the_one_searched(
        self, talk: Talk
    ) -> None:
        talk.say(MATE_IN_ONE, "go infinite").until("info")
        talk.say("position startpos").until("send stop first")
        talk.say("stop").until("bestmove a1a8")
        talk.say("go depth 1")
        assert talk.until("bestmove") == "bestmove (none)"

    def test_a_refused_position_still_waits_where_the_order_does(self, talk: Talk) -> None:
        talk.say("position fen nonsense", "go infinite")
        assert talk.silent("bestmove")
        talk.say("stop")
        assert talk.until("bestmove") == "bestmove (none)"

    def test_words_nobody_knows_are_skipped(self, talk: Talk) -> None:
        talk.say("please isready").until("readyok")

    def test_nothing_is_changed_in_the_middle_of_a_search(self, talk: Talk) -> None:
        talk.say("go infinite").until("info")
        for line in ("go depth 1", MATE_IN_ONE, "ucinewgame", "setoption name Hash value 5"):
            assert "send stop first" in talk.say(line).until("info string")
        talk.say("stop").until("bestmove")

    def test_a_search_that_breaks_down_is_told(self, talk: Talk) -> None:
        def search(*_: object) -> None:
            raise ZeroDivisionError("oh")

        talk.say("isready").until("readyok")
        talk.searchers[0].search = search  # type: ignore[method-assign]
        talk.say("go depth 1")
        assert "ZeroDivisionError: oh" in talk.until("info string")
        assert talk.until("bestmove") == "bestmove (none)"

    def test_quit_ends(self, talk: Talk) -> None:
        talk.say("go infinite").until("info")
        assert not talk.service.handle("quit")

    @settings(max_examples=60)
    @given(st.lists(st.sampled_from(
        ["go", "stop", "position", "startpos", "fen", "moves", "e2e4", "8/8", "w", "wtime", "-5",
         "depth", "1", "ponder", "ponderhit", "searchmoves", "setoption", "name", "value", "Hash",
         "infinite", "isready", "ucinewgame", "uci", "mate", "nodes", "\x00", "é"]
    ), max_size=9))  # fmt: skip
    def test_no_words_break_it(self, words: list[str]) -> None:
        talk = Talk()
        talk.say(" ".join(words), "stop", "isready").until("readyok")
        assert talk.service.close(10)

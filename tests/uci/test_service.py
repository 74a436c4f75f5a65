"""The engine we offer: every form of `go`, and answers whatever it is sent.

The steps that `fastchess --compliance` takes are among these.
"""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiers import examples, first
from tests.uci.conversation import Conversation

from millmate.search.levels import LEAST_ELO, MOST_ELO
from millmate.uci.protocol import GAMES
from millmate.uci.service import EngineSettings, Searcher

MIDGAME = "fen r4rk1/1b2bppp/ppq1pn2/8/2PN4/1P2B3/P3QPPP/2R2RK1 w - - 2 17"
AFTER_E4 = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
MATE_IN_ONE = "fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"
MATE_IN_TWO = "fen 6k1/5ppp/8/8/8/8/1R3PPP/1R4K1 w - - 0 1"
MATED = "fen R6k/8/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


class TestReadiness:
    def test_the_introduction(self, engine: Conversation) -> None:
        options = engine.options()
        name, author, *lines = engine.before
        assert (name, author) == ("id name Test", "id author Tests")
        assert [option.declaration() for option in options.values()] == lines
        assert all(option.value(option.default) == option.default for option in options.values())
        assert options["Tables"].default == "/tables"
        assert options["UCI_Variant"].choices == tuple(GAMES)
        strength, elo = options["UCI_LimitStrength"], options["UCI_Elo"]
        assert (strength.kind, strength.default) == ("check", "false")
        assert (elo.kind, elo.low, elo.high) == ("spin", LEAST_ELO, MOST_ELO)

    def test_the_search_is_loaded_once_from_the_introduction_on(self, engine: Conversation) -> None:
        engine.say("uci").until("uciok")
        for line in ("ucinewgame", "position startpos", f"position {MIDGAME}"):
            assert engine.say(line).ready() == []
        assert len(engine.settings) == 1

    def test_a_hash_that_does_not_fit_into_memory_is_made_smaller(
        self, engine: Conversation
    ) -> None:
        build = engine.build

        def scarce(settings: EngineSettings) -> Searcher:
            if settings.hash_megabytes + settings.tables_megabytes > 500:
                raise MemoryError("Unable to allocate 4.00 GiB")
            return build(settings)

        engine.build = scarce
        (told,) = engine.say("setoption name Hash value 4096").ready()
        assert (
            "no memory for a Hash of 4096 MB and 256 MB of tables; used are 256 MB and 16" in told
        )
        engine.say("go depth 1").until("bestmove")
        assert len(engine.settings) == 1  # it is not tried again before each move

    def test_a_search_that_cannot_be_built_or_breaks_down_is_reported(
        self, engine: Conversation
    ) -> None:
        def fail(*_: object) -> Searcher:
            raise MemoryError("no room")

        engine.ready()
        engine.searcher.search = fail  # type: ignore[assignment,method-assign]
        engine.build = fail
        for line in ("position startpos", "setoption name Hash value 7"):
            engine.say(line, "go depth 1")
            assert "MemoryError: no room" in engine.until("info string")
            assert engine.until("bestmove") == "bestmove (none)"


class TestGo:
    @pytest.mark.parametrize("position", first(1, [MIDGAME, "startpos", AFTER_E4]))
    @pytest.mark.parametrize(
        "order",
        ["depth 4", "nodes 3000", "movetime 30", "depth 60 nodes 20000 movetime 5000",
         "mate 2 movetime 30", "movetime 30 mate 1", "nodes 1", "wtime 100", "btime 100",
         "wtime 100 winc 100 btime 100 binc 100", "btime 100 binc 100 wtime 100 winc 100",
         "wtime 90 btime 90 movestogo 1", "wtime 0 btime 0", "winc 10 binc 10",
         "wtime -40 btime -40 winc 10 binc 10", "movetime 0", "nodes 0", "depth 0", "mate 0",
         "nodes -5", "movetime -5", "depth -1", "depth", "nodes many", "movestogo 0"],
    )  # fmt: skip
    def test_any_limit_ends_in_a_legal_move(
        self, engine: Conversation, position: str, order: str
    ) -> None:
        engine.move(position, f"go {order}")

    def test_depth_and_nodes_are_kept(self, engine: Conversation) -> None:
        for order in ("go depth 5", "go depth 5 winc 0 binc 0"):
            engine.move("startpos", order)
            assert [info["depth"] for info in engine.told(chess.Board())] == list("12345")
        engine.move("startpos", "go nodes 5000")
        assert all(int(info["nodes"]) <= 5000 for info in engine.told(chess.Board()))

    def test_a_mate_is_found_and_counted_in_moves(self, engine: Conversation) -> None:
        assert engine.move(MATE_IN_TWO, "go mate 2").uci() in ("b2b8", "b1b8")
        assert " score mate 1 " in engine.before[-1]

    def test_only_the_given_moves_are_searched(self, engine: Conversation) -> None:
        order = "go depth 3 searchmoves a2a3 h2h3"
        assert engine.move("startpos", order).uci() in ("a2a3", "h2h3")
        order = "go searchmoves b1a3 e2e5 depth 3"
        assert engine.move("startpos", order).uci() == "b1a3"
        assert "'e2e5' is not a legal move" in engine.before[0]

    def test_several_lines_in_the_order_of_their_scores(self, engine: Conversation) -> None:
        engine.say("setoption name MultiPV value 4").move("startpos", "go depth 6")
        last = [info for info in engine.told(chess.Board()) if info["depth"] == "6"]
        assert [info["multipv"] for info in last] == ["1", "2", "3", "4"]
        assert len({info["pv"].split()[0] for info in last}) == 4
        scores = [int(info["cp"]) for info in last]
        assert scores == sorted(scores, reverse=True)

    @pytest.mark.parametrize("order", ["go infinite", "go", "go infinite depth 1"])
    @pytest.mark.parametrize("position", [MIDGAME, MATE_IN_TWO])
    def test_an_endless_search_waits_for_stop_and_is_ready_meanwhile(
        self, engine: Conversation, position: str, order: str
    ) -> None:
        engine.say(f"position {position}", order).until("info")
        engine.say("isready").until("readyok")
        assert engine.waits()
        engine.say("stop").until("bestmove")
        assert engine.ready() == [], "said after the move"

    @pytest.mark.parametrize(("position", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
    def test_a_game_that_is_over_has_no_move(
        self, engine: Conversation, position: str, score: str
    ) -> None:
        engine.say(f"position {position}", "go movetime 100")
        assert engine.until("bestmove") == "bestmove (none)"
        assert engine.before == [f"info depth 0 score {score}"]

    def test_special_moves_are_understood(self, engine: Conversation) -> None:
        castled = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"
        passant = "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6"
        promoted = "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n"
        for position in (castled, passant, promoted):
            engine.move(position, "go depth 3")
            assert not any("string" in line for line in engine.before)
        assert engine.move(promoted.partition(" moves")[0], "go depth 4").uci() == "a7a8q"

    @pytest.mark.parametrize(
        ("option", "fen", "asked", "move"),
        [
            ("false", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1"),
            ("true", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1"),
            ("true", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1", "e1h1"),
            ("true", "r3k3/8/8/8/8/8/8/1K4R1 w K - 0 1", "b1g1", "b1g1"),
            ("true", "2kr4/8/8/8/8/8/8/K7 b d - 0 1", "c8d8", "c8d8"),
        ],
    )
    def test_castling_is_written_as_the_option_has_it(
        self, engine: Conversation, option: str, fen: str, asked: str, move: str
    ) -> None:
        engine.say(f"setoption name UCI_Chess960 value {option}")
        engine.say(f"position fen {fen}", f"go depth 3 searchmoves {asked}")
        assert engine.until("bestmove").split()[1] == move
        assert not any("string" in line for line in engine.before)

    def test_stop_position_and_go_need_no_pause(self, engine: Conversation) -> None:
        engine.say("go infinite").until("info")
        engine.say("stop", f"position {MATE_IN_ONE}", "go depth 1")
        engine.until("bestmove")
        assert engine.until("bestmove") == "bestmove a1a8"

    def test_two_at_a_time_do_not_disturb_each_other(self, engine: Conversation) -> None:
        other = Conversation()
        other.say("go infinite").until("info")
        engine.move(MIDGAME, "go depth 5")
        move = other.say("stop").until("bestmove").split()[1]
        assert chess.Board().is_legal(chess.Move.from_uci(move))
        assert other.service.close(10)

    def test_limited_it_plays_legal_moves_of_its_level(self, engine: Conversation) -> None:
        engine.say(
            "setoption name UCI_LimitStrength value true",
            f"setoption name uci_elo value {LEAST_ELO}",
            "setoption name Level Seed value 5",
        )
        moves = set()
        for order in ("go wtime 60000 btime 60000", "go movetime 1000", "go infinite"):
            engine.say("ucinewgame", f"position {MIDGAME}", order)
            if "infinite" in order:
                assert engine.waits()
                engine.say("stop")
            moves.add(engine.answer(MIDGAME))
        assert len(moves) == 1


class TestPonder:
    @pytest.mark.parametrize("limit", ["depth 1", "wtime 1000 btime 1000", "movetime 50"])
    @pytest.mark.parametrize("end", ["ponderhit", "stop"])
    def test_the_move_waits_for_the_hit_or_a_stop(
        self, engine: Conversation, limit: str, end: str
    ) -> None:
        engine.say("position startpos moves e2e4 e7e5", f"go ponder {limit}").until("info")
        assert engine.waits()
        engine.say(end).until("bestmove")
        assert engine.ready() == []

    def test_a_hit_without_a_search_is_nothing(self, engine: Conversation) -> None:
        assert engine.say("ponderhit", "stop").ready() == []


class TestBadInput:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("banana", "unknown: banana"),
            ("joho debug on", "unknown: joho"),
            ("position", "'startpos' or 'fen'"),
            ("position fen", "'startpos' or 'fen'"),
            ("position fen 8/8/8 w - - 0 1", "position:"),
            ("position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "king"),
            ("position startpos moves e2e5", "'e2e5' is not a legal move"),
            ("position elsewhere", "'startpos' or 'fen'"),
            ("go depth 0 movetime 10", "depth needs a whole number of 1 or more, not '0'"),
            ("go movetime 10 wtime soon", "wtime needs a whole number, not 'soon'"),
            ("go quickly movetime 10", "go has no parameter 'quickly'"),
            ("go movetime 10 depth", "depth needs"),
            ("setoption name Hash value lots", "whole number from 1 to 4096"),
            ("setoption name Hash value -5", "whole number from 1 to 4096"),
            ("setoption name Hash", "whole number"),
            ("setoption name UCI_Elo value 1", "whole number"),
            ("setoption name Wings value 2", "no option 'Wings'"),
            ("setoption", "no option ''"),
        ],
    )
    def test_it_is_reported_and_ignored(self, engine: Conversation, line: str, words: str) -> None:
        assert words in engine.say(line).until("info string")
        if line.startswith("go"):
            engine.until("bestmove")
        engine.ready()

    @pytest.mark.parametrize(
        "refused",
        [
            "position startpos moves e2e5",
            "position startpos moves e2e4 e2e4",
            "position startpos moves 0000",
            "position fen nonsense",
            f"position {MATED} moves h8g8",
            "position",
        ],
    )
    def test_no_move_is_given_for_the_position_before_one_that_was_refused(
        self, engine: Conversation, refused: str
    ) -> None:
        engine.say(f"position {MATE_IN_ONE}", refused, "go depth 2")
        assert engine.until("bestmove") == "bestmove (none)"
        assert "info string no move: the position was refused" in engine.before
        assert engine.move(MATE_IN_ONE, "go depth 2") == chess.Move.from_uci("a1a8")

    @pytest.mark.parametrize(
        "refused",
        [
            "position startpos moves d6 d6",
            "position startpos moves d6-d7",
            "position startpos moves d6xa1",
            "position startpos moves d6 a1 b6 a4 f6",  # it closes a mill
            "position fen W.W.W.../B.B.B./W....... w 0 0 0 1",  # a ring too short
            "position fen OOO*****/@@******/******** w m r 3 0 2 0 1 0 0 0 0 0 0 0 9",  # to take
            "position fen 8/8/8/8/8/8/8/K7 w - - 0 1",
            "position",
        ],
    )
    def test_in_morris_neither(self, engine: Conversation, refused: str) -> None:
        engine.say("setoption name UCI_Variant value ninemensmorris")
        closing = "position startpos moves d6 a1 b6 a4"
        engine.say(closing, "go depth 2").until("bestmove f6xa")
        engine.say(refused, "go depth 2")
        assert engine.until("bestmove") == "bestmove (none)"
        assert "info string no move: the position was refused" in engine.before
        engine.say(closing, "go depth 2").until("bestmove f6xa")

    def test_a_position_refused_in_a_search_is_not_taken_for_the_one_searched(
        self, engine: Conversation
    ) -> None:
        engine.say(f"position {MATE_IN_ONE}", "go infinite").until("info")
        engine.say("position startpos").until("send stop first")
        engine.say("stop").until("bestmove a1a8")
        engine.say("go infinite")
        assert engine.waits()  # a refused position waits, too, if the order does
        engine.say("stop")
        assert engine.until("bestmove") == "bestmove (none)"

    def test_unknown_words_before_a_command_are_skipped(self, engine: Conversation) -> None:
        engine.say("please isready").until("readyok")

    def test_nothing_is_changed_in_the_middle_of_a_search(self, engine: Conversation) -> None:
        engine.say("go infinite").until("info")
        for line in (
            "go depth 1",
            "position startpos",
            "ucinewgame",
            "setoption name Hash value 5",
        ):
            assert "send stop first" in engine.say(line).until("info string")
        engine.say("stop").until("bestmove")
        engine.say("go infinite").until("info")
        assert not engine.service.handle("quit")

    @examples(60)
    @given(st.lists(st.sampled_from(
        ["go", "stop", "position", "startpos", "fen", "moves", "e2e4", "8/8", "w", "wtime", "-5",
         "depth", "1", "ponder", "ponderhit", "searchmoves", "setoption", "name", "value", "Hash",
         "infinite", "isready", "ucinewgame", "uci", "mate", "nodes", "\x00", "é"]
    ), max_size=9))  # fmt: skip
    def test_no_words_break_it(self, words: list[str]) -> None:
        engine = Conversation()
        engine.say(" ".join(words), "stop").ready()
        assert engine.service.close(10)


class TestOptions:
    @pytest.mark.parametrize(
        "line",
        [
            "setoption name clear hash",
            "setoption name HASH value 8",
            "setoption   name   MOVE   OVERHEAD   value   20",
            "  setoption name Ponder value TRUE",
            "setoption name Tables value /no such/folder with blanks",
            "setoption name Tables value <empty>",
            "setoption name Clear Hash value",
            "debug on",
            "register later",
            "",
            "\t",
        ],
    )
    def test_it_is_accepted_without_a_word(self, engine: Conversation, line: str) -> None:
        assert engine.say(line).ready() == []
        engine.move("startpos", "go depth 2")

    def test_hash_tables_and_network_make_a_new_searcher(self, engine: Conversation) -> None:
        engine.ready()
        engine.say("setoption name hash value 7", "setoption name Tables value /a b").ready()
        engine.ready()
        engine.say("setoption name Network value <empty>").ready()
        assert [each.hash_megabytes for each in engine.settings] == [64, 7, 7]
        assert [each.tables for each in engine.settings] == ["/tables", "/a b", "/a b"]
        assert [each.network for each in engine.settings] == ["chess", "chess", ""]

    def test_a_new_game_and_clear_hash_forget(self, engine: Conversation) -> None:
        engine.ready()
        forgotten: list[bool] = []
        engine.searcher.forget = lambda: forgotten.append(True)  # type: ignore[method-assign]
        engine.say("ucinewgame", "setoption name Clear Hash").ready()
        assert len(forgotten) == 2

    def test_what_does_nothing_in_morris_is_neither_offered_nor_accepted_there(
        self, engine: Conversation
    ) -> None:
        in_chess = engine.options().keys()
        engine.say("setoption name UCI_Variant value ninemensmorris")
        of_chess = in_chess - engine.options().keys()
        assert of_chess == {"Network", "UCI_Chess960"}
        for name in of_chess:
            engine.say(f"setoption name {name} value 1500")
            assert f"the option {name} applies to chess only" in engine.until("info string")
        engine.say("setoption name UCI_Variant value chess")
        engine.say("setoption name Network value <empty>").ready()
        assert engine.settings[-1].network == ""

    def test_the_limit_of_quiet_moves_is_an_option_of_morris(self, engine: Conversation) -> None:
        engine.say("setoption name Quiet Moves value 20")
        assert "applies to morris only" in engine.until("info string")
        engine.say("setoption name UCI_Variant value ninemensmorris")
        assert "Quiet Moves" in engine.options()
        for limit, quiet, drawn in ((20, 39, True), (20, 38, False), (0, 99, False)):
            engine.say(f"setoption name Quiet Moves value {limit}")
            engine.say(f"position fen WW..W.../B..B..../..B..... w 0 0 {quiet} 80")
            engine.say("go depth 1 searchmoves a7-a4")
            assert ("cp 0 " in engine.until("score")) is drawn
            engine.until("bestmove")
        engine.say("setoption name Quiet Moves value 50")  # the position stays
        engine.say("go depth 1 searchmoves a7-a4")
        assert "cp 0 " in engine.until("score")
        engine.until("bestmove")

    @pytest.mark.parametrize("name", [name for name in GAMES if name != "chess"])
    def test_every_variant_of_morris_is_played(self, engine: Conversation, name: str) -> None:
        rules = GAMES[name]
        engine.say(f"setoption name UCI_Variant value {name}")
        board, moves = rules.board(), list[str]()
        for _ in range(6):
            engine.say(f"position startpos moves {' '.join(moves)}", "go nodes 200")
            moves.append(engine.until("bestmove").split()[1])
            line = next(line for line in reversed(engine.before) if " pv " in line)
            assert line.split(" pv ")[1].split()[0] == moves[-1]
            board.push(rules.parse_move(board, moves[-1]))
            if rules.outcome(board):
                break

    def test_a_removal_may_stand_apart(self, engine: Conversation) -> None:
        engine.say("setoption name UCI_Variant value ninemensmorris")
        for moves in ("d6 a1 b6 a4 f6 xa1 d1", "d6 a1 b6 a4 f6xa1 d1"):
            engine.say(f"position startpos moves {moves}", "go depth 1").until("bestmove")
        engine.say("position startpos moves d6 a1 xb6")
        assert "'a1xb6' is not a legal move" in engine.until("info string")

    def test_strength_is_limited_in_morris_too(self, engine: Conversation) -> None:
        engine.say("setoption name UCI_Variant value ninemensmorris")
        engine.say("setoption name UCI_LimitStrength value true")
        engine.say("setoption name UCI_Elo value 600").ready()
        assert (engine.settings[-1].game, engine.settings[-1].elo) == ("morris", 600)

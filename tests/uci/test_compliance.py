"""The protocol, kept by the real `millmate uci`: what referees of engine matches check, and more.

The steps of the first class follow those that `fastchess --compliance` takes.
"""

import os
import re
import subprocess
import time
from collections.abc import Iterator

import chess
import pytest
from tests.engine_files import nothing_left

from millmate.players.uci import own_command
from millmate.search.levels import LEAST_ELO, MOST_ELO
from millmate.uci.options import parse_option
from millmate.uci.process import EngineProcess

LOADING = 300.0  # seconds that compiling may take on a slow machine
MIDGAME = "r4rk1/1b2bppp/ppq1pn2/8/2PN4/1P2B3/P3QPPP/2R2RK1 w - - 2 17"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
MATE_IN_TWO = "6k1/5ppp/8/8/8/8/1R3PPP/1R4K1 w - - 0 1"
NUMBERS = (
    "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "cp", "mate",
)  # fmt: skip


class Referee:
    """Someone who talks to the engine line by line, and reads everything it says."""

    def __init__(self) -> None:
        self._process = EngineProcess(own_command())
        self.heard: list[str] = []
        self._early: list[str] = []  # heard while nothing was to come

    def say(self, *lines: str) -> None:
        for line in lines:
            self._process.send(line)

    def until(self, word: str, seconds: float = 30.0) -> str:
        """Return the next line that begins with `word`; `heard` then holds those before."""
        self.heard, self._early = self._early, []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = self._process.receive(0.1)
            if line is None:
                continue
            if line.split()[:1] == [word]:
                return line
            self.heard.append(line)
        raise AssertionError(f"no {word!r} in {seconds} s, but {self.heard}")

    def nothing(self, seconds: float = 0.3) -> None:
        """Check that no move comes; information may."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = self._process.receive(0.05)
            if line is not None:
                assert not line.startswith("bestmove"), line
                self._early.append(line)

    def settle(self) -> None:
        self.say("isready")
        self.until("readyok")

    def move(self, position: str, order: str, seconds: float = 30.0) -> chess.Move:
        """Have a position searched; return the move, which is legal, as all that is told."""
        board = board_of(position)
        self.say(position, order)
        return self.answer(board, seconds)

    def answer(self, board: chess.Board, seconds: float = 30.0) -> chess.Move:
        words = self.until("bestmove", seconds).split()
        told = [fields(line, board) for line in self.heard if not line.startswith("info string")]
        assert told, "no information before the move"
        move = board.parse_uci(words[1])
        first = [info for info in told if info["multipv"] == "1"]
        assert first[-1]["pv"].split()[0] == words[1], "the last line told is another move's"
        assert len(words) in (2, 4)
        if len(words) == 4:
            assert words[2] == "ponder"
            after = board.copy()
            after.push(move)
            after.parse_uci(words[3])
        return move

    def close(self) -> None:
        self.say("stop", "quit")
        self._process.close(2.0)


def board_of(position: str) -> chess.Board:
    """Return the position that a line of the protocol tells."""
    place, _, moves = position.removeprefix("position ").partition(" moves ")
    fen = chess.STARTING_FEN if place == "startpos" else place.removeprefix("fen ")
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


def fields(line: str, board: chess.Board) -> dict[str, str]:
    """Return the parts of a line of information by name, having checked that it is well formed."""
    words = line.split()
    assert words.pop(0) == "info", line
    found: dict[str, str] = {}
    while words:
        name = words.pop(0)
        assert name not in found, line
        if name == "pv":
            found[name], words = " ".join(words), []
            after = board.copy()
            for move in found[name].split():
                after.push_uci(move)  # raises where it is not legal
        elif name == "score":
            kind, value = words.pop(0), words.pop(0)
            assert kind in ("cp", "mate"), line
            found[name], found[kind] = kind, value
        else:
            assert name in NUMBERS, line
            found[name] = words.pop(0)
    for name in NUMBERS:
        assert re.fullmatch(r"-?\d+", found.get(name, "0")), line
    needed = {"depth", "score", "nodes", "nps", "time", "pv"}
    assert needed <= set(found), line
    return found


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with nothing_left():
        referee = Referee()
        try:
            referee.say("uci")
            referee.until("uciok")
            referee.say("setoption name Hash value 8", "setoption name Tables value <empty>")
            referee.say("isready")
            referee.until("readyok", LOADING)
            yield referee
        finally:
            referee.close()


class TestWhatMatchRefereesCheck:
    def test_the_introduction(self, referee: Referee) -> None:
        referee.say("uci")
        assert referee.until("uciok") == "uciok"
        name, author, *options = referee.heard
        assert re.match(r"id name \S", name)
        assert re.match(r"id author \S", author)
        declared = [parse_option(line) for line in options]
        assert all(declared)
        for option, line in zip(declared, options, strict=True):
            assert option is not None
            assert option.declaration() == line
            assert option.value(option.default) == option.default

    def test_it_is_ready_after_a_new_game_and_any_position(self, referee: Referee) -> None:
        for line in ("ucinewgame", "position startpos", f"position fen {MIDGAME}"):
            referee.say(line)
            referee.settle()
            assert referee.heard == []

    @pytest.mark.parametrize(
        ("fen", "order"),
        [
            (MIDGAME, "go wtime 100"),
            (AFTER_E4, "go btime 100"),
            (AFTER_E4, "go wtime 100 winc 100 btime 100 binc 100"),
            (AFTER_E4, "go btime 100 binc 100 wtime 100 winc 100"),
        ],
    )
    def test_clocks_in_any_order(self, referee: Referee, fen: str, order: str) -> None:
        referee.move(f"position fen {fen}", order)

    def test_a_short_game(self, referee: Referee) -> None:
        referee.say("ucinewgame")
        referee.settle()
        line = "position startpos"
        for _ in range(6):
            move = referee.move(line, "go wtime 100 btime 100")
            line += f" moves {move}" if "moves" not in line else f" {move}"


class TestEveryOrder:
    @pytest.mark.parametrize(
        "order",
        [
            "go depth 4",
            "go nodes 3000",
            "go movetime 60",
            "go wtime 1000 btime 10",
            "go wtime 300 btime 300 movestogo 1",
            "go wtime 0 btime 0",
            "go wtime -40 btime -40 winc 10 binc 10",
            "go depth 60 nodes 20000 movetime 5000",
            "go mate 2 movetime 150",
            "go movetime 50 mate 1",
            "go nodes 1",
            "go movetime 0",
            "go nodes 0",
            "go depth 0",
        ],
    )
    @pytest.mark.parametrize("position", ["startpos", f"fen {MIDGAME}", "startpos moves e2e4 c7c5"])
    def test_a_limit_ends_in_a_legal_move(
        self, referee: Referee, position: str, order: str
    ) -> None:
        referee.move(f"position {position}", order)

    def test_depth_and_nodes_are_kept(self, referee: Referee) -> None:
        referee.move("position startpos", "go depth 5")
        told = [fields(line, chess.Board()) for line in referee.heard]
        assert [info["depth"] for info in told] == ["1", "2", "3", "4", "5"]
        referee.move("position startpos", "go nodes 5000")
        assert all(int(fields(line, chess.Board())["nodes"]) <= 5000 for line in referee.heard)

    def test_a_mate_is_found_and_counted_in_moves(self, referee: Referee) -> None:
        referee.say("ucinewgame")
        move = referee.move(f"position fen {MATE_IN_TWO}", "go mate 2")
        assert move.uci() in ("b2b8", "b1b8")
        assert " score mate 1 " in referee.heard[-1]

    def test_only_the_moves_asked_for(self, referee: Referee) -> None:
        move = referee.move("position startpos", "go depth 3 searchmoves a2a3 h2h3")
        assert move.uci() in ("a2a3", "h2h3")
        assert referee.move("position startpos", "go searchmoves b1a3 depth 3").uci() == "b1a3"

    def test_several_lines(self, referee: Referee) -> None:
        referee.say("setoption name MultiPV value 4")
        board = chess.Board()
        referee.move("position startpos", "go depth 6")
        told = [fields(line, board) for line in referee.heard]
        referee.say("setoption name MultiPV value 1")
        last = [info for info in told if info["depth"] == "6"]
        assert [info["multipv"] for info in last] == ["1", "2", "3", "4"]
        assert len({info["pv"].split()[0] for info in last}) == 4
        scores = [int(info["cp"]) for info in last]
        assert scores == sorted(scores, reverse=True)

    def test_it_thinks_until_it_is_stopped_and_is_ready_meanwhile(self, referee: Referee) -> None:
        referee.say(f"position fen {MIDGAME}", "go infinite")
        referee.until("info")
        referee.say("isready")
        referee.until("readyok", 5)
        referee.nothing()
        referee.say("stop")
        referee.answer(chess.Board(MIDGAME), 5)
        referee.settle()
        assert referee.heard == [], "said after the move"

    def test_a_mate_does_not_end_an_endless_search(self, referee: Referee) -> None:
        referee.say(f"position fen {MATE_IN_TWO}", "go infinite")
        referee.until("info")
        referee.nothing()
        referee.say("stop")
        referee.until("bestmove", 5)

    def test_pondering(self, referee: Referee) -> None:
        position = "position startpos moves e2e4 e7e5"
        referee.say(position, "go ponder wtime 1000 btime 1000")
        referee.nothing()
        referee.say("ponderhit")
        referee.until("bestmove", 5)
        referee.say(position, "go ponder wtime 1000 btime 1000")
        referee.nothing()
        referee.say("stop")
        referee.until("bestmove", 5)
        referee.settle()
        assert referee.heard == []

    def test_a_game_that_is_over_has_no_move(self, referee: Referee) -> None:
        for fen in ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            referee.say(f"position fen {fen}", "go movetime 100")
            assert referee.until("bestmove") == "bestmove (none)"

    def test_special_moves_are_understood(self, referee: Referee) -> None:
        castled = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"
        passant = "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6"
        promoted = "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n"
        for position in (castled, passant, promoted):
            referee.move(f"position {position}", "go depth 3")
            assert not any("string" in line for line in referee.heard)
        board = "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1"
        assert referee.move(board, "go depth 4").uci() == "a7a8q"


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
    def test_it_is_taken_without_a_word(self, referee: Referee, line: str) -> None:
        referee.say(line)
        referee.settle()
        assert referee.heard == []
        referee.move("position startpos", "go depth 2")

    @pytest.mark.parametrize(
        "line",
        [
            "setoption name No Such Thing value 3",
            "setoption name Hash value -5",
            "setoption name UCI_Elo value 1",
            "joho debug on",
            "position fen nonsense",
            "position startpos moves e2e4 e2e4",
        ],
    )
    def test_what_makes_no_sense_is_told_in_an_info_string(
        self, referee: Referee, line: str
    ) -> None:
        referee.say(line)
        referee.settle()
        assert any(said.startswith("info string ") for said in referee.heard)

    def test_what_it_does_not_know_of_an_order_is_told_and_the_rest_obeyed(
        self, referee: Referee
    ) -> None:
        referee.move("position startpos", "go fast depth 2")
        assert any("'fast'" in said for said in referee.heard if "string" in said)

    def test_strength_is_limited_as_the_protocol_says(self, referee: Referee) -> None:
        referee.say("uci")
        referee.until("uciok")
        options = {option.name: option for line in referee.heard if (option := parse_option(line))}
        assert options["UCI_LimitStrength"].kind == "check"
        assert options["UCI_LimitStrength"].default == "false"
        elo = options["UCI_Elo"]
        assert (elo.kind, elo.low, elo.high) == ("spin", LEAST_ELO, MOST_ELO)
        assert elo.low <= int(elo.default) <= elo.high

    def test_limited_it_plays_legal_moves_of_its_level(self, referee: Referee) -> None:
        referee.say(
            "setoption name UCI_LimitStrength value true",
            f"setoption name uci_elo value {LEAST_ELO}",
            "setoption name Level Seed value 5",
        )
        try:
            again = []
            for order in ("go wtime 60000 btime 60000", "go movetime 1000", "go infinite"):
                referee.say("ucinewgame", f"position fen {MIDGAME}", order)
                if "infinite" in order:
                    referee.nothing()
                    referee.say("stop")
                again.append(referee.answer(chess.Board(MIDGAME)))
            assert len(set(again)) == 1
        finally:
            referee.say("setoption name UCI_LimitStrength value false")


class TestTheEnd:
    """Programs of their own: they end by `quit` or with their input, searching or not."""

    @pytest.mark.parametrize(
        "told",
        [
            "quit\n",
            "uci\nquit\n",
            "uci\nisready\nposition startpos\ngo infinite\nquit\n",
            "uci\nisready\ngo movetime 100000\n",  # its input ends
            "",
            "uci\r\nisready\r\ngo depth 2\r\nquit\r\n",
        ],
    )
    def test_it_ends(self, told: str) -> None:
        done = subprocess.run(
            own_command(), input=told.encode(), capture_output=True, timeout=LOADING, check=False
        )
        assert done.returncode == 0
        assert done.stderr == b""
        if "uci" in told:
            assert b"uciok" in done.stdout

    def test_a_reader_that_leaves_is_no_disaster(self) -> None:
        process = subprocess.Popen(
            own_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"uci\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        with process.stdin:
            process.stdin.write(b"isready\ngo movetime 50\n")
        with process.stderr:
            complained = process.stderr.read()
        assert process.wait(LOADING) == 0, complained
        assert complained == b""

    def test_two_at_a_time_do_not_disturb_each_other(self, referee: Referee) -> None:
        other = Referee()
        try:
            other.say("uci", "setoption name Hash value 8", "isready")
            other.until("readyok", LOADING)
            other.say("go infinite")
            referee.move(f"position fen {MIDGAME}", "go depth 5")
            other.say("stop")
            other.until("bestmove")
        finally:
            other.close()


def test_it_needs_no_home_that_can_be_written(tmp_path) -> None:
    """In a locked room it still plays."""
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0o500)
    environment = os.environ | {"HOME": str(locked), "MILLMATE_DATA": str(locked / "data")}
    done = subprocess.run(
        own_command(),
        input=b"uci\nquit\n",
        capture_output=True,
        timeout=LOADING,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert b"uciok" in done.stdout

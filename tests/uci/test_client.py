"""Engines that do what they should, and every way in which one does not."""

import itertools
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import psutil
import pytest
from tests.engine_files import command, nothing_left, program

from millmate.games.chess.rules import CHESS
from millmate.search.limits import Interrupted, Score, SearchInfo, SearchLimits, never
from millmate.uci import client
from millmate.uci.client import EngineFailedError, UciEngine
from millmate.uci.options import OptionError
from millmate.uci.process import EngineError

BRIEF = SearchLimits(seconds=0.05)
FISCHER = "r3k3/8/8/8/8/8/8/1K4R1 w K - 0 1"  # castling is b1g1
POLLS = 20  # looks at `stopped` in which an engine that will answer has done so


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait for no engine longer than it takes to see that it will not come."""
    for name in ("OVERRUN_SECONDS", "QUIT_SECONDS"):
        monkeypatch.setattr(client, name, 0.1)
    with nothing_left():
        yield


@pytest.mark.skipif(os.name == "nt", reason="programs begin with #! here")
def test_a_relative_path_starts_at_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engines").mkdir()
    program("decent", tmp_path / "engines")
    monkeypatch.chdir(tmp_path)
    engine = UciEngine(["engines/decent"])
    try:
        engine.start()
        assert engine.name == "Decent 1.0"
    finally:
        engine.close()


class Started:
    """An engine that has introduced itself, and is closed at the end."""

    def __init__(self, name: str, options: dict[str, str] | None = None) -> None:
        self.engine = UciEngine(command(name))
        self._options = options

    def __enter__(self) -> UciEngine:
        try:
            self.engine.start(self._options)
        except Exception:
            self.engine.close()
            raise
        return self.engine

    def __exit__(self, *_: object) -> None:
        self.engine.close()


def after(polls: int) -> Callable[[], bool]:
    """Return a `stopped` that turns true after so many looks."""
    asked = itertools.count()
    return lambda: next(asked) >= polls


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait hardly at all for an engine that never stops."""
    monkeypatch.setattr(client, "STOP_SECONDS", 0.1)


def complaint_of(name: str, limits: SearchLimits = BRIEF) -> str:
    """Have an engine fail at its move; return what is said of it."""
    with Started(name) as engine, pytest.raises(EngineFailedError) as error:
        engine.play(chess.Board(), limits)
    return str(error.value)


def refusal_of(name: str, patience: float) -> str:
    """Have an engine fail at its start; return what is said of it."""
    engine = UciEngine(command(name), patience)
    try:
        with pytest.raises(EngineError) as error:
            engine.start()
    finally:
        engine.close()
    return str(error.value)


@pytest.mark.parametrize(
    "quirk",
    [
        "leading",
        "tabs",
        "foreign",
        "nul",
        "end of file",
        "blanks",
        "banner",
        "blank",
        "tab",
        "return",
    ],
)
def test_ways_of_speaking_are_understood(quirk: str) -> None:
    engine = UciEngine([*command("quirks"), quirk])
    try:
        engine.start()
        found = engine.play(chess.Board(), BRIEF)
        assert found.move == chess.Move.from_uci("a2a3")
        assert found.info is not None
        assert (found.info.depth, found.info.score.centipawns) == (40, -53)
        assert found.info.moves == (found.move,)
        assert engine.name.isprintable()
    finally:
        engine.close()


def test_castling_is_understood_as_the_king_takes_the_rook() -> None:
    engine = UciEngine([*command("quirks"), "castling"])
    try:
        engine.start()
        found = engine.play(chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), BRIEF)
        assert found.move == chess.Move.from_uci("e1g1")
    finally:
        engine.close()


class TestADecentEngine:
    def test_it_introduces_itself(self) -> None:
        with Started("decent") as engine:
            assert engine.name == "Decent 1.0"
            assert engine.author == "The tests"
            kinds = {option.name: option.kind for option in engine.options.values()}
        assert kinds == {
            "Delay": "spin", "Style": "combo", "Book": "string", "Own": "check",
            "Forget": "button",
        }  # fmt: skip

    def test_it_moves_from_the_position_with_its_history(self) -> None:
        board = chess.Board()
        for san in ("e4", "e5", "Ke2"):
            board.push_san(san)
        told: list[SearchInfo] = []
        with Started("decent") as engine:
            answer = engine.play(board, BRIEF, told.append)
        assert answer.move == chess.Move.from_uci("a7a5")
        assert [info.score for info in told] == [Score(centipawns=20)]
        assert answer.info == told[0]
        assert [move.uci() for move in told[0].moves] == ["a7a5"]  # e7e5 was played before

    def test_options_are_set_by_name_in_any_case(self) -> None:
        said: list[str] = []
        with Started("decent", {"style": "very wild", "OWN": "True"}) as engine:
            engine.set("Forget")
            engine._process.send("go")
            engine._receive_until("bestmove", 5, never, said.append)
        assert said[-1] == "info string Delay=0 Style=Very Wild Book= Own=true"

    @pytest.mark.parametrize(
        ("name", "value", "words"),
        [
            ("Stile", "Calm", "has no option 'Stile'; it has Delay, Style"),
            ("Style", "Wild", "one of Calm, Very Wild"),
            ("Delay", "11", "from 0 to 10"),
            ("Own", "perhaps", "true or false"),
        ],
    )
    def test_an_option_it_does_not_have_is_named(self, name: str, value: str, words: str) -> None:
        with Started("decent") as engine, pytest.raises(OptionError, match=words):
            engine.set(name, value)

    def test_a_search_is_called_off_at_once_and_the_next_is_not_mixed_up_with_it(self) -> None:
        with Started("decent") as engine:
            with pytest.raises(Interrupted):
                engine.play(chess.Board(), SearchLimits(), stopped=after(POLLS))
            board = chess.Board("8/8/8/8/8/k7/8/K6R w - - 0 1")
            assert engine.play(board, BRIEF).move.uci() == "a1b1"


class TestAtTheStart:
    def test_a_file_that_is_no_program(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        for mode, complaint in ((0, "there is no file"), (0o644, "it is not a program"),
                                (0o755, "cannot be run")):  # fmt: skip
            if mode:
                file.write_text("notes")
                file.chmod(mode)
            with pytest.raises(EngineError, match=complaint):
                UciEngine([str(file)])
        with pytest.raises(EngineError):
            UciEngine([str(tmp_path)])

    def test_a_program_that_is_no_engine(self) -> None:
        assert "ended by itself" in refusal_of("no_engine", 10)
        assert "is it a UCI engine?" in refusal_of("hangs_at_start", 0.1)

    def test_one_that_is_never_ready(self) -> None:
        engine = UciEngine(command("never_ready"))
        try:
            with pytest.raises(Interrupted):
                engine.start(stopped=lambda: engine._introduced)
            with pytest.raises(EngineFailedError, match="'isready'"):
                engine.ping(0.1)
        finally:
            engine.close()

    def test_one_that_writes_without_end(self) -> None:
        before = psutil.Process().memory_info().rss
        assert "did not answer 'uci'" in refusal_of("floods_at_start", 0.5)
        assert psutil.Process().memory_info().rss - before < 50e6

    def test_the_wait_can_be_called_off(self) -> None:
        engine = UciEngine(command("hangs_at_start"))
        asked = itertools.count(1)
        with pytest.raises(Interrupted):
            engine.start(stopped=lambda: next(asked) == 3)
        engine.close()
        assert next(asked) == 4


class TestAtAMove:
    @pytest.mark.parametrize(
        ("name", "complaint"),
        [
            ("illegal_move", "'bestmove e2e5', which is not a legal move"),
            ("no_move", "'bestmove banana'"),
            ("gives_up", "'bestmove (none)', which is not a legal move"),
            ("gives_up", "; it said 'the net nn.bin is missing'"),
            (
                "crashes_at_go",
                "it ended with status 1; its last output was 'assertion failed: thinking is hard'",
            ),
        ],
    )
    def test_what_goes_wrong_is_told_with_its_last_words(self, name: str, complaint: str) -> None:
        assert complaint in complaint_of(name)

    def test_one_that_answers_nothing_is_ended(self, impatient: None) -> None:
        said = complaint_of("deaf_to_stop")
        assert said.startswith("it gave no move in")
        assert said.endswith("after the stop command")

    def test_one_that_overruns_is_stopped_and_its_move_counts(self) -> None:
        with Started("overruns") as engine:
            answer = engine.play(chess.Board(), BRIEF)
        assert (answer.move.uci(), answer.reply) == ("e2e4", chess.Move.from_uci("e7e5"))

    def test_nodes_alone_do_not_take_for_ever(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(client, "LONGEST_SECONDS", 0.1)
        with Started("overruns") as engine:
            assert engine.play(chess.Board(), SearchLimits(nodes=5)).move.uci() == "e2e4"

    def test_a_flood_eats_no_memory(self, impatient: None) -> None:
        before = psutil.Process().memory_info().rss
        assert "it gave no move" in complaint_of("floods", SearchLimits(seconds=0.3))
        assert psutil.Process().memory_info().rss - before < 50e6

    def test_a_search_that_does_not_stop_fails_at_the_next_turn(self, impatient: None) -> None:
        told: list[SearchInfo] = []
        with Started("deaf_to_stop") as engine:
            with pytest.raises(Interrupted):  # as soon as the search is on
                engine.play(chess.Board(), BRIEF, told.append, stopped=lambda: bool(told))
            with pytest.raises(EngineFailedError, match="after the stop command"):
                engine.ping()


class TestAnalysis:
    def test_every_line_is_told_and_the_last_of_each_is_not_held_back(self) -> None:
        told: dict[int, SearchInfo] = {}
        with Started("analyst") as engine:
            assert engine.most_lines == 4
            with pytest.raises(Interrupted):
                engine.analyse(
                    chess.Board(),
                    3,
                    lambda info: told.update({info.line: info}),
                    lambda: sorted(info.depth for info in told.values()) == [3, 3, 3],
                )
        assert [told[n].moves[0].uci() for n in (1, 2, 3)] == ["a2a3", "a2a4", "b1a3"]
        assert [told[n].score.centipawns for n in (1, 2, 3)] == [50, 40, 30]

    def test_the_next_position_is_not_mixed_up_with_the_one_before(self) -> None:
        told: list[SearchInfo] = []
        later = chess.Board()
        later.push_san("e4")
        with Started("analyst") as engine:
            for board in (chess.Board(), later):
                told.clear()
                with pytest.raises(Interrupted):
                    engine.analyse(board, 9, told.append, lambda: len(told) > 7)
                assert all(board.is_legal(info.moves[0]) for info in told)
                assert {info.line for info in told} == {1, 2, 3, 4}  # as many as it can

    def test_an_engine_with_one_line_that_ends_by_itself_is_left_in_peace(self) -> None:
        with Started("no_move") as engine:
            assert engine.most_lines == 1
            with pytest.raises(Interrupted):
                engine.analyse(chess.Board(), 3, lambda info: None, after(POLLS))
            engine.ping()

    def test_one_that_fails_is_told(self) -> None:
        with (
            Started("crashes_at_go") as engine,
            pytest.raises(EngineFailedError, match="thinking is hard"),
        ):
            engine.analyse(chess.Board(), 3, lambda info: None, never)

    def test_one_that_does_not_stop_fails_at_the_next_position(self, impatient: None) -> None:
        with Started("deaf_to_stop") as engine:
            with pytest.raises(Interrupted):
                engine.analyse(chess.Board(), 1, lambda info: None, after(POLLS))
            with pytest.raises(EngineFailedError, match="after the stop command"):
                engine.analyse(chess.Board(), 1, lambda info: None, never)


class TestProcesses:
    @pytest.mark.parametrize("crashes", [False, True])
    @pytest.mark.parametrize("name", ["leaves_children", "leaves_a_daemon"])
    def test_what_an_engine_started_ends_with_it(self, name: str, crashes: bool) -> None:
        """Even if it left the engine's session and its parent is gone."""
        with Started(name) as engine:
            child = int(engine.name.split()[1])
            assert psutil.pid_exists(child)
            assert (os.getsid(child) == child) == (name == "leaves_a_daemon")
            if crashes:
                with pytest.raises(EngineFailedError, match="status 3"):
                    engine.play(chess.Board(), BRIEF)
        assert _gone(child)

    def test_closing_twice_is_once(self) -> None:
        engine = UciEngine(command("hangs_at_start"))
        engine.close()
        engine.close()


def _gone(pid: int) -> bool:
    """Tell whether a process has ended (one whose parent is gone may wait to be reaped)."""
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False


class TestChess960:
    @staticmethod
    def answers(tmp_path: Path, fen: str, *sans: str, plain: bool = False) -> tuple[str, list[str]]:
        """Return the engine's move in a position after `sans`, and what it was sent."""
        board, notes = CHESS.board(fen), tmp_path / "notes"
        for san in sans:
            board.push_san(san)
        engine = UciEngine([*command("chess960"), str(notes), *["plain"] * plain])
        try:
            engine.start()
            answer = engine.play(board, BRIEF)
        finally:
            engine.close()
        assert board.is_legal(answer.move)
        return board.san(answer.move), notes.read_text().splitlines()

    def test_it_is_set_up_where_the_position_needs_it(self, tmp_path: Path) -> None:
        said = [
            "setoption name UCI_Chess960 value true",
            f"position fen {FISCHER} moves b1g1 a8d8",
        ]
        assert self.answers(tmp_path, FISCHER)[0] == "O-O"
        assert self.answers(tmp_path, FISCHER, "O-O", "Rd8")[1][2:] == said

    @pytest.mark.parametrize("plain", [False, True])
    def test_castling_onto_the_rook_is_understood_in_orthodox_chess(
        self, plain: bool, tmp_path: Path
    ) -> None:
        fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        assert self.answers(tmp_path, fen, plain=plain) == ("O-O", [f"position fen {fen}"])

    def test_an_engine_without_it_plays_where_nobody_can_castle_any_more(
        self, tmp_path: Path
    ) -> None:
        with pytest.raises(EngineFailedError, match="does not play Chess960"):
            self.answers(tmp_path, FISCHER, plain=True)
        _, sent = self.answers(tmp_path, FISCHER, "O-O", "Rd8", "Kh1", plain=True)
        assert sent == ["position fen r3k3/8/8/8/8/8/8/5RK1 b - - 1 1 moves a8d8 g1h1"]

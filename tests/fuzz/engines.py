"""The UCI protocol: the output of engines, and the commands to our engine."""

from __future__ import annotations

from collections.abc import Callable

import chess
from tests.fuzz.target import Target
from tests.fuzz.texts import text_of

from millmate.games.board import Board, Rules
from millmate.games.catalogue import rules_of
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.search.limits import MOST_LINES, SearchInfo, SearchLimits, SearchOutcome
from millmate.uci import client
from millmate.uci.client import UciEngine
from millmate.uci.options import OptionError, parse_option
from millmate.uci.protocol import info_line, parse_info
from millmate.uci.service import EngineSettings, UciService

_MOST_LINES = 200
_BOARDS: tuple[Board, ...] = (CHESS.board(), CHESS.board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"))


def hear_engine(data: bytes) -> None:
    """Take in what an engine says: of itself, while it thinks, and its move."""
    lines = text_of(data).split("\n")[:_MOST_LINES]
    for line in lines:
        option = parse_option(line)
        if option is not None:
            for value in ("", "1", option.default, "<empty>"):
                try:
                    option.setting(value)
                except OptionError:
                    continue
            option.declaration()
        for board in (*_BOARDS, MORRIS.board()):
            info = parse_info(line, board)
            if info is not None:
                _look_at(info, rules_of(board))


def _look_at(info: SearchInfo, rules: Rules) -> None:
    """Do with it what windows and journals do: tell it, and compare it."""
    info_line(info, rules)
    assert info.nodes_per_second >= 0
    assert abs(info.score.centipawns or 0) < 2**53
    assert abs(info.score.mate or 0) < 2**31
    assert 0 <= info.seconds <= 1e12
    assert 0 <= info.nodes < 2**63
    assert info.line >= 1
    assert MOST_LINES
    float(info.nodes)


def converse(data: bytes) -> None:
    """Play a move with an engine that says all this: it is a move, or one clear failure."""
    board = chess.Board()
    engine = _ScriptedEngine(text_of(data).split("\n")[:_MOST_LINES])
    engine.start()
    move = engine.play(board, SearchLimits(nodes=1))
    assert move.move in board.legal_moves


class _Script:
    """What an engine writes, line by line, in place of its process."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def send(self, line: str) -> None:
        """Ignore the input."""

    def receive(self, seconds: float) -> str | None:
        """Return the next line."""
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    def last_words(self) -> str:
        """End the output."""
        return ""

    def exit_status(self, seconds: float) -> int | None:
        """Return success."""
        return 0


class _ScriptedEngine(UciEngine):
    """A driver whose engine's lines are known; all else is as it is."""

    def __init__(self, lines: list[str]) -> None:
        self._process = _Script(lines)  # type: ignore[assignment]
        self._patience = client.START_SECONDS
        self._owes_move = False
        self._introduced = False
        self._pings = 0
        self._lines = None
        self.name, self.author, self.options = "script", "", {}
        self.on_remark = lambda text: None


# What others say to ours --------------------------------------------------------------------------


class _Plain:
    """Plays the first legal move at once."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings

    def forget(self) -> None:
        """Do nothing: there is no state."""

    def search(
        self,
        board: Board,
        limits: SearchLimits,
        on_info: Callable[[SearchInfo], None],
        stopped: Callable[[], bool],
    ) -> SearchOutcome:
        """Return the first move of those that may be searched."""
        for value in (limits.depth, limits.nodes, limits.mate):
            assert value is None or 0 < value < 2**63
        assert limits.seconds is None or 0 < limits.seconds <= 1e12
        return SearchOutcome((limits.moves or list(board.legal_moves))[0], None, ())


def obey(data: bytes) -> None:
    """Say all this to our engine: it answers every search, complains in one line, and is ready."""
    said: list[str] = []
    service = UciService("Fuzz", "fuzz", _Plain, said.append, "/tables")
    for line in data.split(b"\n")[:_MOST_LINES]:
        if not service.handle(line.decode(errors="replace")):
            break
    assert service.close(5), "it does not end"
    assert not any("search failed" in line for line in said), said
    assert all("\n" not in line for line in said if line.startswith("info"))


def _engine_texts() -> list[bytes]:
    return [
        b"id name X\nid author Y\noption name Hash type spin default 16 min 1 max 1024\n"
        b"option name Style type combo default Solid var Solid var Wild\noption name Clear type "
        b"button\noption name File type string default <empty>\nuciok\nreadyok\nreadyok\n"
        b"info depth 12 seldepth 18 multipv 1 score cp 35 nodes 12345 nps 99999 hashfull 3 "
        b"tbhits 0 time 77 pv e2e4 e7e5 g1f3\ninfo string hello\ninfo depth 3 score mate -4 "
        b"upperbound\n"
        b"bestmove e2e4 ponder e7e5\n",
        b"uciok\nreadyok\nreadyok\ninfo depth 1 score mate 3 time 1 pv b1b7\nbestmove d2d4\n",
        b"info depth 5 score cp -20 multipv 2 nodes 1 time 0 pv d6\nuciok\nreadyok\nreadyok\n"
        b"bestmove g1f3\n",
    ]


def _orders() -> list[bytes]:
    return [
        b"uci\nisready\nsetoption name Hash value 32\nucinewgame\nposition startpos moves e2e4 "
        b"e7e5\ngo wtime 60000 btime 60000 winc 100 binc 100 movestogo 40\nstop\nquit\n",
        b"position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo depth 3 nodes 1000 movetime 10\nstop\n"
        b"setoption name MultiPV value 3\ngo infinite\nstop\nponderhit\n",
        b"setoption name UCI_Variant value ninemensmorris\nposition startpos moves d6 f4\n"
        b"go depth 2\nisready\nsetoption name UCI_LimitStrength value true\nsetoption name "
        b"UCI_Elo value 1500\n"
        b"go mate 2 searchmoves d2 b4 ponder\nponderhit\nstop\n",
    ]


_UCI_WORDS = tuple(
    word.encode()
    for word in (
        "info ", "score ", "cp ", "mate ", "pv ", "depth ", "nodes ", "time ", "multipv ",
        "string ",
        "option name ", "type ", "spin", "combo", "min ", "max ", "default ", "var ", "uciok\n",
        "readyok\n", "bestmove ", "ponder ", "position ", "startpos", "fen ", "moves ", "go ",
        "stop\n",
        "infinite", "searchmoves ", "setoption name ", "value ", "wtime ", "movestogo ", "e2e4 ",
        "a7a8q", "0000", "quit\n", "isready\n", "ponderhit\n", "lowerbound", "id name ", "uci\n",
    )
)  # fmt: skip

TARGETS = (
    Target("engine-lines", hear_engine, _engine_texts, _UCI_WORDS),
    Target("engine-talk", converse, _engine_texts, _UCI_WORDS),
    Target("uci-orders", obey, _orders, _UCI_WORDS),
)

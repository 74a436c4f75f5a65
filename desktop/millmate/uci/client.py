"""A UCI engine in its own process, which must answer in time or is ended."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

import chess

from millmate.formatting import duration
from millmate.games.board import Board, Move
from millmate.games.catalogue import rules_of
from millmate.language import tr
from millmate.search.limits import MOST_LINES, Clocks, Interrupted, SearchInfo, SearchLimits, never
from millmate.uci.options import OptionError, UciOption, parse_option
from millmate.uci.process import EngineError, EngineProcess
from millmate.uci.protocol import (
    CHESS960_OPTION,
    QUIET_OPTION,
    go_line,
    needs_chess960,
    number_after,
    parse_info,
    position_line,
    read_move,
)

START_SECONDS = 10.0  # for an engine to answer `uci`, and again to be ready
OWN_START_SECONDS = 120.0  # our own engine is reliable, but may have to compile its kernels
ANSWER_SECONDS = 5.0  # to answer `isready` between moves
OVERRUN_SECONDS = 2.0  # beyond the time for a move, before `stop` is sent
STOP_SECONDS = 2.0  # from `stop` to the move
QUIT_SECONDS = 1.0  # from `quit` to the end of the process
# The longest time for a move limited by nodes or depth only; then `stop` is sent. A limit on
# silence would interrupt correct searches: many engines print nothing before their move, and
# engines that read input only between searches answer `isready` after the search.
LONGEST_SECONDS = 60.0
_POLL = 0.01  # seconds between two checks of `stopped`
_NEWS_SECONDS = 0.05  # between two reports on the same line of play
_MOST_OPTIONS = 500
_REMARK = "info string "
_LONGEST_REMARK = 200

Stopped = Callable[[], bool]


class EngineFailedError(EngineError):
    """A running engine has ended, hung, or answered with an illegal move."""


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The move an engine plays, the reply it expects, and the last score it reported."""

    move: Move
    reply: Move | None
    info: SearchInfo | None


def _remark(line: str) -> str:
    return line.removeprefix(_REMARK).strip()[:_LONGEST_REMARK]


class UciEngine:
    """A running engine; `start` initializes it. All methods belong to one thread.

    Every failure raises `EngineError` with a readable message, within the times above. `close`
    must always be called: it ends the process and all the processes it started.
    """

    def __init__(self, command: Sequence[str], patience: float = START_SECONDS) -> None:
        """Start the program `command`, a path and its arguments, and send it `uci`.

        It runs in the folder of its file, where many engines look for their files.

        `patience` is the time it has to identify itself, and again to get ready, in seconds.

        Raises:
            EngineError: There is no such program, or it cannot be run.
        """
        path = Path(command[0])
        if path.parent != Path():  # not a bare name, which the system looks up
            command = [str(path.absolute()), *command[1:]]
        folder = path.absolute().parent
        self._process = EngineProcess(command, folder if folder.is_dir() else None)
        self._patience = patience
        self._owes_move = False  # whether the move of a stopped search is still to come
        self._introduced = False
        self._pings = 0  # not yet answered
        self._lines: int | None = None  # of an analysis, as set by MultiPV
        self.name = Path(command[0]).name
        self.author = ""
        self.options: dict[str, UciOption] = {}
        self._told: dict[str, str] = {}  # options for the game's rules that were set
        # called with remarks of the engine (`info string`) outside searches
        self.on_remark: Callable[[str], None] = lambda text: None
        self._process.send("uci")

    def start(self, options: Mapping[str, str] | None = None, stopped: Stopped = never) -> None:
        """Wait for the engine to identify itself, set `options` and wait until it is ready.

        Can be called again after an interruption.

        Raises:
            EngineError: It is not an engine, or did not answer in time.
            OptionError: It does not have such an option, or does not accept the value.
            Interrupted: `stopped` returned True.
        """
        if not self._introduced:
            self._await(
                "uciok",
                self._patience,
                stopped,
                tr(
                    "it did not answer 'uci' within {time}: is it a UCI engine?",
                    time=duration(self._patience),
                ),
                self._introduce,
            )
            self._introduced = True
        for name, value in (options or {}).items():
            self.set(name, value)
        self.ping(self._patience, stopped)

    def set(self, name: str, value: str = "") -> None:
        """Set an option; names are case-insensitive.

        Raises:
            OptionError: The engine does not have this option, or does not accept the value.
        """
        option = self.options.get(name.lower())
        if option is None and name.lower() == "uci_limitstrength":
            raise OptionError(
                tr("{engine} cannot be made weaker: it does not offer UCI_Elo", engine=self.name)
            )
        if option is None:
            have = ", ".join(option.name for option in self.options.values())
            raise OptionError(
                tr(
                    "{engine} has no option {name!r}; it has {names}",
                    engine=self.name,
                    name=name,
                    names=have or tr("none"),
                )
            )
        self._process.send(option.setting(value))

    def ping(self, seconds: float = ANSWER_SECONDS, stopped: Stopped = never) -> None:
        """Wait until the engine is ready; raises `EngineFailedError` or `Interrupted`."""
        self._settle(stopped)
        self._process.send("isready")
        self._pings += 1
        complaint = tr("it did not answer 'isready' within {time}", time=duration(seconds))
        while self._pings:  # skip the answers to interrupted pings
            self._await("readyok", seconds, stopped, complaint)
            self._pings -= 1

    def new_game(self, stopped: Stopped = never) -> None:
        """Announce a new game to the engine, and wait until it is ready.

        Raises:
            EngineFailedError: It ended, or did not answer in time.
            Interrupted: `stopped` returned True.
        """
        self._settle(stopped)
        self._process.send("ucinewgame")
        self.ping(self._patience, stopped)

    def play(
        self,
        board: Board,
        limits: SearchLimits,
        on_info: Callable[[SearchInfo], None] = lambda info: None,
        stopped: Stopped = never,
        hurried: Stopped = never,
        clocks: Clocks | None = None,
    ) -> EngineMove:
        """Return the engine's move on `board`, which must have legal moves.

        With `clocks` the engine manages its time itself: `limits.seconds` is ignored, and the
        time left on its clock is used below instead.

        An engine that exceeds `limits.seconds` by two seconds is sent `stop`, and has failed if
        it does not answer that either; the same happens when `hurried` returns True. Without
        `seconds` it is stopped after a minute. `on_info` gets each line of play a few times a
        second.

        Raises:
            EngineFailedError: It ended, hung, or did not answer with a legal move.
            Interrupted: `stopped` returned True; the engine was sent `stop`.
        """
        self._tell_rules(board)
        self.ping(stopped=stopped)
        self._process.send(position_line(board, chess960=self._castles_anywhere))
        self._process.send(go_line(limits, clocks, rules_of(board)))
        watch = _Watch(board, on_info, stopped)
        seconds = limits.seconds if clocks is None else clocks.left(board.turn)
        allowed = LONGEST_SECONDS if seconds is None else seconds + OVERRUN_SECONDS
        line = self._receive_until("bestmove", allowed, watch.look, watch.see, hurried)
        if line is None:
            self._process.send("stop")
            line = self._receive_until("bestmove", STOP_SECONDS, watch.look, watch.see, never)
        if line is None:
            raise EngineFailedError(
                tr(
                    "it gave no move in {time}, nor within {rest} after the stop command",
                    time=duration(allowed),
                    rest=duration(STOP_SECONDS),
                )
            )
        return self._read_answer(board, line, watch)

    @property
    def most_lines(self) -> int:
        """The number of lines of play it can analyse at once."""
        option = self.options.get("multipv")
        return 1 if option is None else max(1, min(option.high, MOST_LINES))

    def analyse(
        self, board: Board, lines: int, on_info: Callable[[SearchInfo], None], stopped: Stopped
    ) -> None:
        """Let the engine analyse the best `lines` of `board` until `stopped` returns True.

        The board must have legal moves. `on_info` gets each line a few times a second. If the
        engine ends its search by itself, this still waits for `stopped`.

        Raises:
            EngineFailedError: It ended, or did not answer.
            Interrupted: `stopped` returned True; the engine was sent `stop`.
        """
        self._settle(stopped)
        lines = min(lines, self.most_lines)
        if lines != self._lines:  # else start at once
            if "multipv" in self.options:
                self.set("MultiPV", str(lines))
            self.ping(stopped=stopped)
            self._lines = lines
        self._tell_rules(board)
        self._process.send(position_line(board, chess960=self._castles_anywhere))
        self._process.send(go_line(SearchLimits()))
        watch = _Watch(board, on_info, stopped)
        self._receive_until("bestmove", inf, watch.look, watch.see, never)
        self._receive_until("", inf, watch.look, watch.see)

    def close(self) -> None:
        """Ask the engine to quit; if it does not, end it and all the processes it started."""
        self._process.send("stop")
        self._process.send("quit")
        self._process.close(QUIT_SECONDS)

    @property
    def _castles_anywhere(self) -> bool:
        return CHESS960_OPTION.lower() in self.options

    def _tell_rules(self, board: Board) -> None:
        """Set how kings castle, or after how many quiet moves a game of morris is drawn.

        Raises:
            EngineFailedError: Kings castle as in Chess960, which the engine does not support.
        """
        if isinstance(board, chess.Board):
            if needs_chess960(board) and not self._castles_anywhere:
                raise EngineFailedError(tr("it does not play Chess960"))
            self._tell(CHESS960_OPTION, str(board.chess960).lower())
        elif QUIET_OPTION.lower() in self.options:
            most = self.options[QUIET_OPTION.lower()].high
            self._tell(QUIET_OPTION, str(min(rules_of(board).limit or 0, most)))

    def _tell(self, name: str, value: str) -> None:
        """Set an option if the engine has it and its value is different."""
        option = self.options.get(name.lower())
        if option is not None and value != self._told.get(name, option.default):
            self.set(name, value)
            self._told[name] = value

    def _read_answer(self, board: Board, line: str, watch: "_Watch") -> EngineMove:
        info = watch.finish()
        words = [*line.split(), "", "", ""]
        move = read_move(board, words[1])
        if move is None:
            complaint = tr(
                "it answered {line!r}, which is not a legal move in {fen}",
                line=line[:60],
                fen=board.fen(),
            )
            if watch.remark:
                complaint = tr(
                    "{complaint}; it said {remark!r}", complaint=complaint, remark=watch.remark
                )
            raise EngineFailedError(complaint)
        after = board.copy()
        after.push(move)
        reply = read_move(after, words[3]) if words[2] == "ponder" else None
        return EngineMove(move, reply, info)

    def _settle(self, stopped: Stopped) -> None:
        """Wait for the move of a stopped search, so that it is not taken for the next one."""
        if not self._owes_move:
            return
        self._await(
            "bestmove",
            STOP_SECONDS,
            stopped,
            tr("it gave no move within {time} after the stop command", time=duration(STOP_SECONDS)),
        )
        self._owes_move = False

    def _introduce(self, line: str) -> None:
        words = line.split(maxsplit=2)
        if words[:2] == ["id", "name"] and len(words) == 3:
            self.name = words[2].strip()[:80]
        elif words[:2] == ["id", "author"] and len(words) == 3:
            self.author = words[2].strip()[:200]
        elif words[:1] == ["option"] and len(self.options) < _MOST_OPTIONS:
            option = parse_option(line)
            if option is not None:
                self.options[option.name.lower()] = option

    def _await(
        self,
        word: str,
        seconds: float,
        stopped: Stopped,
        complaint: str,
        see: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Wait for a line starting with `word`; raises `EngineFailedError` if it is late."""

        def hear(line: str) -> None:
            see(line)
            if line.startswith(_REMARK):
                self.on_remark(_remark(line))

        if self._receive_until(word, seconds, stopped, hear) is None:
            raise EngineFailedError(complaint)

    def _receive_until(
        self,
        word: str,
        seconds: float,
        stopped: Stopped,
        see: Callable[[str], None],
        hurried: Stopped | None = None,
    ) -> str | None:
        """Return the line starting with `word`, None if it is late; `see` gets earlier lines.

        `hurried` is given during a search; it is also late when that returns True.

        Raises:
            EngineFailedError: The engine has ended.
            Interrupted: `stopped` returned True; a search is then sent `stop`.
        """
        until = time.monotonic() + seconds
        looked = 0.0
        while (now := time.monotonic()) < until:
            if now - looked >= _POLL:
                looked = now
                if stopped():
                    if hurried is not None:
                        self._process.send("stop")
                        self._owes_move = True
                    raise Interrupted
                if hurried is not None and hurried():
                    return None
            try:
                line = self._process.receive(min(_POLL, until - now))
            except EOFError:
                raise EngineFailedError(self._how_it_ended()) from None
            if line is None:
                continue
            if line.split(maxsplit=1)[:1] == [word]:
                return line.strip()
            see(line)
        return None

    def _how_it_ended(self) -> str:
        last = self._process.last_words()
        status = self._process.exit_status(1.0)
        words = tr("it closed its output") if status is None else tr("it ended by itself")
        if status is not None and status < 0:
            words = tr("it crashed (signal {n})", n=-status)
        elif status:
            words = tr("it ended with status {status}", status=status)
        return (
            tr("{words}; its last output was {last!r}", words=words, last=last[:200])
            if last
            else words
        )


class _Watch:
    """Stores an engine's latest information on each line, and reports it at a limited rate.

    `remark` is the last `info string`.
    """

    def __init__(
        self, board: Board, on_info: Callable[[SearchInfo], None], stopped: Stopped
    ) -> None:
        self._board = board
        self._report = on_info
        self._stopped = stopped
        self._told: dict[int, float] = {}  # the time of the last report, by line
        self._held: dict[int, str] = {}  # the latest information not yet reported, by line
        self._last: SearchInfo | None = None
        self.remark = ""

    def see(self, line: str) -> None:
        """Read a line sent by the engine during a search."""
        if line.startswith(_REMARK):
            self.remark = _remark(line)
        if not (line.startswith("info ") and " score " in line):
            return
        number = number_after(line.split(), "multipv") or 1
        now = time.monotonic()
        if number > MOST_LINES or "bound " in f"{line} ":
            return
        self._held[number] = line
        self._pass_on_if_due(number, now)

    def look(self) -> bool:
        """Report information that is due; return whether to stop."""
        now = time.monotonic()
        for number in sorted(self._held):
            self._pass_on_if_due(number, now)
        return self._stopped()

    def finish(self) -> SearchInfo | None:
        """Report all pending information; return the last on the best line."""
        for number in sorted(self._held):
            self._pass_on(number)
        return self._last

    def _pass_on_if_due(self, number: int, now: float) -> None:
        if now - self._told.get(number, 0.0) >= _NEWS_SECONDS:
            self._told[number] = now
            self._pass_on(number)

    def _pass_on(self, number: int) -> None:
        info = parse_info(self._held.pop(number), self._board)
        if info is not None:
            self._last = info if number == 1 else self._last
            self._report(info)

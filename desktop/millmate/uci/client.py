"""A UCI engine in its own process: it answers in time or is ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

import chess

from millmate.formatting import duration
from millmate.games.board import Board, Move
from millmate.games.catalogue import rules_of
from millmate.games.morris.board import MorrisBoard
from millmate.language import tr
from millmate.search.budget import Interrupted, never
from millmate.search.clock import Clocks
from millmate.search.limits import MOST_LINES, SearchInfo, SearchLimits
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

START_SECONDS = 10.0  # an engine has to introduce itself, and as much again to be ready
OWN_START_SECONDS = 120.0  # our own is there, however slow the machine; kernels may be compiled
ANSWER_SECONDS = 5.0  # to say between moves that it is there
OVERRUN_SECONDS = 2.0  # that a move may take longer than it was given, before `stop` is sent
STOP_SECONDS = 2.0  # from `stop` to the move
QUIT_SECONDS = 1.0  # from `quit` to its end
# For a move limited by nodes or depth alone; then it is told to stop. A limit on silence would cut
# honest searches short: many engines print nothing before their move, and those that read their
# input only between searches answer `isready` after it.
LONGEST_SECONDS = 60.0
_POLL = 0.01  # seconds between two looks at `stopped`
_NEWS_SECONDS = 0.05  # between two reports on the same line of play
_MOST_OPTIONS = 500
_REMARK = "info string "
_LONGEST_REMARK = 200

Stopped = Callable[[], bool]


class EngineFailedError(EngineError):
    """A running engine has ended, hung, or answered with an illegal move."""


@dataclass(frozen=True, slots=True)
class EngineMove:
    """What an engine plays, what it expects then, and the last score it gave."""

    move: Move
    reply: Move | None
    info: SearchInfo | None


def _remark(line: str) -> str:
    return line.removeprefix(_REMARK).strip()[:_LONGEST_REMARK]


class UciEngine:
    """A running engine. `start` introduces it; all methods belong to one thread.

    Whatever goes wrong raises `EngineError`, in words, within the seconds given above. `close`
    must always be called: it ends the process with all it started.
    """

    def __init__(self, command: Sequence[str], patience: float = START_SECONDS) -> None:
        """Start the program `command`, a path and its arguments, and send it `uci`.

        It runs in the folder of its file, where many engines look for theirs.

        `patience` is how long it may take to introduce itself and to be ready, in seconds.

        Raises:
            EngineError: There is no such program, or it cannot be run.
        """
        path = Path(command[0])
        if path.parent != Path():  # no bare name, which the system searches for
            command = [str(path.absolute()), *command[1:]]
        folder = path.absolute().parent
        self._process = EngineProcess(command, folder if folder.is_dir() else None)
        self._patience = patience
        self._owes_move = False  # a search was stopped whose move is still to come
        self._introduced = False
        self._pings = 0  # that are still to be answered
        self._lines: int | None = None  # of an analysis, as set by MultiPV
        self.name = Path(command[0]).name
        self.author = ""
        self.options: dict[str, UciOption] = {}
        self._told: dict[str, str] = {}  # options of the game's rules that were set
        # gets its remarks (`info string`) outside searches
        self.on_remark: Callable[[str], None] = lambda text: None
        self._process.send("uci")

    def start(self, options: Mapping[str, str] | None = None, stopped: Stopped = never) -> None:
        """Wait for the engine to introduce itself, set `options` and wait until it is ready.

        May be called again after it was interrupted.

        Raises:
            EngineError: It is no engine, or has not answered in time.
            OptionError: It has no such option, or not with that value.
            Interrupted: `stopped` turned true.
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
        """Set an option; names are the same in capitals and small letters.

        Raises:
            OptionError: It has no such option, or not with that value.
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
        while self._pings:  # the answer to one that was interrupted is none to this one
            self._await("readyok", seconds, stopped, complaint)
            self._pings -= 1

    def new_game(self, stopped: Stopped = never) -> None:
        """Tell the engine that the next position is of another game, and wait until it is ready.

        Raises:
            EngineFailedError: It ended, or has not answered in time.
            Interrupted: `stopped` turned true.
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
        """Return the engine's move on `board`, which must have legal ones.

        With `clocks` the engine divides its time itself, `limits.seconds` do not count, and what
        it has left stands in for them below.

        An engine that overruns `limits.seconds` by two is told to stop, and fails if it does not
        answer that either; the same happens when `hurried` turns true. Without `seconds` it is
        stopped after a minute. `on_info` gets each line of play a few times a second.

        Raises:
            EngineFailedError: It ended, hung, or gave something that is no legal move.
            Interrupted: `stopped` turned true; the engine was told to stop.
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
        """How many lines of play it can look for at once."""
        option = self.options.get("multipv")
        return 1 if option is None else max(1, min(option.high, MOST_LINES))

    def analyse(
        self,
        board: Board,
        lines: int,
        on_info: Callable[[SearchInfo], None],
        stopped: Stopped,
    ) -> None:
        """Have the engine analyse `board` for its best `lines` until `stopped` turns true.

        The board must have legal moves. `on_info` gets each line a few times a second. An
        engine that ends its search by itself is left in peace until `stopped`.

        Raises:
            EngineFailedError: It ended, or did not answer.
            Interrupted: `stopped` turned true; the engine was told to stop.
        """
        self._settle(stopped)
        lines = min(lines, self.most_lines)
        if lines != self._lines:  # else go on at once
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
        """Have the engine quit, and end it and all it started if it does not."""
        self._process.send("stop")
        self._process.send("quit")
        self._process.close(QUIT_SECONDS)

    @property
    def _castles_anywhere(self) -> bool:
        return CHESS960_OPTION.lower() in self.options

    def _tell_rules(self, board: Board) -> None:
        """Set how kings castle, or after how many quiet moves a game of morris is drawn.

        Raises:
            EngineFailedError: Kings castle as in Chess960, which the engine does not offer.
        """
        if isinstance(board, chess.Board):
            if needs_chess960(board) and not self._castles_anywhere:
                raise EngineFailedError(tr("it does not play Chess960"))
            self._tell(CHESS960_OPTION, str(board.chess960).lower())
        elif isinstance(board, MorrisBoard) and QUIET_OPTION.lower() in self.options:
            limit = min(board.variant.quiet_limit or 0, self.options[QUIET_OPTION.lower()].high)
            self._tell(QUIET_OPTION, str(limit))

    def _tell(self, name: str, value: str) -> None:
        """Set an option, if there is one, unless it has this value."""
        option = self.options.get(name.lower())
        if option is not None and value != self._told.get(name, option.default):
            self.set(name, value)
            self._told[name] = value

    def _read_answer(self, board: Board, line: str, watch: _Watch) -> EngineMove:
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
        """Wait for the move of a stopped search, so that it is not mistaken for the next one."""
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
        """Wait for a line that begins with `word`; raises `EngineFailedError` if it is late."""

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
        """Return the line that begins with `word`, None if it is late; `see` gets those before.

        With `hurried` a search is on; it is too late, too, when that turns true.

        Raises:
            EngineFailedError: The engine has ended.
            Interrupted: `stopped` turned true; a search is then told to stop.
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
    """Keeps an engine's latest information on each line, and passes it on at a limited rate.

    `remark` is the last that it said in words.
    """

    def __init__(
        self, board: Board, on_info: Callable[[SearchInfo], None], stopped: Stopped
    ) -> None:
        self._board = board
        self._report = on_info
        self._stopped = stopped
        self._told: dict[int, float] = {}  # when, by line
        self._held: dict[int, str] = {}  # what was said since, by line
        self._last: SearchInfo | None = None
        self.remark = ""

    def see(self, line: str) -> None:
        """Read a line that the engine sent during a search."""
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
        """Pass on what has been held back long enough; return whether to stop."""
        now = time.monotonic()
        for number in sorted(self._held):
            self._pass_on_if_due(number, now)
        return self._stopped()

    def finish(self) -> SearchInfo | None:
        """Pass on what was held back; return the last of the best line."""
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

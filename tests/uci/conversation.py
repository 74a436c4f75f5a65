"""A conversation with our engine in this process, line by line, as a referee of matches has it."""

import re
import threading
from collections.abc import Callable

import chess

from millmate.cli.uci import _searcher as strong_searcher
from millmate.uci.options import UciOption, parse_option
from millmate.uci.service import EngineSettings, Searcher, UciService

NUMBERS = (
    "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "cp", "mate",
)  # fmt: skip


class Conversation:
    """Sends commands to the strong search and reads its answers.

    `before` holds the lines before the one that `until` returned; `settings` those of each searcher
    that was built, the last of which is `searcher`.
    """

    def __init__(self) -> None:
        self.before: list[str] = []
        self.settings: list[EngineSettings] = []
        self.build: Callable[[EngineSettings], Searcher] = strong_searcher
        self._lines: list[str] = []
        self._heard = threading.Condition()
        self.service = UciService("Test", "Tests", self._build, self._hear, "/tables")

    def _build(self, settings: EngineSettings) -> Searcher:
        self.searcher = self.build(settings)
        self.settings.append(settings)
        return self.searcher

    def _hear(self, text: str) -> None:
        with self._heard:
            self._lines += text.split("\n")
            self._heard.notify_all()

    def say(self, *lines: str) -> "Conversation":
        for line in lines:
            assert self.service.handle(line)
        return self

    def until(self, word: str) -> str:
        """Return the first unread line that contains `word`; it and those before are then read."""

        def found() -> int | None:
            return next((n for n, line in enumerate(self._lines, 1) if word in line), None)

        with self._heard:
            number = self._heard.wait_for(found, 30)
            assert number, (word, self._lines)
            *self.before, line = self._lines[:number]
            del self._lines[:number]
        return line

    def ready(self) -> list[str]:
        """Return what is said before the engine is ready."""
        self.say("isready").until("readyok")
        return self.before

    def waits(self, seconds: float = 0.1) -> bool:
        """Return whether no move comes within `seconds`; information may."""
        with self._heard:
            moves = lambda: any(line.startswith("bestmove") for line in self._lines)  # noqa: E731
            return not self._heard.wait_for(moves, seconds)

    def options(self) -> dict[str, UciOption]:
        """Return the options that the engine declares, by name."""
        self.say("uci").until("uciok")
        return {option.name: option for line in self.before if (option := parse_option(line))}

    def move(self, position: str, order: str) -> chess.Move:
        """Have a position searched; return the move and check it and all that is said of it."""
        self.say(f"position {position}", order)
        return self.answer(position)

    def answer(self, position: str) -> chess.Move:
        board = board_of(position)
        words = self.until("bestmove").split()
        move = board.parse_uci(words[1])
        first = [info for info in self.told(board) if info["multipv"] == "1"]
        assert first[-1]["pv"].split()[0] == words[1], "the last line is about another move"
        if len(words) > 2:
            assert words[2] == "ponder"
            board.push(move)
            board.parse_uci(words[3])
        return move

    def told(self, board: chess.Board) -> list[dict[str, str]]:
        """Return the fields of each `info` line before the move."""
        return [fields(line, board) for line in self.before if not line.startswith("info string")]


def board_of(position: str) -> chess.Board:
    """Return the position that the words after `position` describe."""
    place, _, moves = position.partition(" moves ")
    board = chess.Board(chess.STARTING_FEN if place == "startpos" else place.removeprefix("fen "))
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
                after.push_uci(move)  # raises if it is not legal
        elif name == "score":
            kind, value = words.pop(0), words.pop(0)
            assert kind in ("cp", "mate"), line
            found[name], found[kind] = kind, value
        else:
            assert name in NUMBERS, line
            found[name] = words.pop(0)
    assert all(re.fullmatch(r"-?\d+", found.get(name, "0")) for name in NUMBERS), line
    assert {"depth", "score", "nodes", "nps", "time", "pv"} <= found.keys(), line
    return found

"""Our search as a UCI engine: reads commands, writes answers, searches in its own thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Any, Protocol, cast

import chess

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import rules_of
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.variants import STANDARD
from millmate.search.levels import LEAST_ELO, MOST_ELO
from millmate.search.limits import MOST_LINES, SearchInfo, SearchLimits, SearchOutcome
from millmate.uci.commands import GoCommand, read_go, read_position
from millmate.uci.options import UciOption
from millmate.uci.protocol import CHESS960_OPTION, GAMES, QUIET_OPTION, VARIANT_OPTION, info_line


class Searcher(Protocol):
    """A search for one game."""

    def search(
        self,
        board: Any,
        limits: SearchLimits,
        on_info: Callable[[SearchInfo], None],
        stopped: Callable[[], bool],
    ) -> SearchOutcome:
        """Search `board` within `limits`; `on_info` and `stopped` are called in any thread."""

    def forget(self) -> None:
        """Forget all results, for a new game."""


_NETWORK = "chess"  # the one included with the program


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The settings of a searcher: its game, memory, endgame tables, network and strength.

    `tables_megabytes` of endgame tables are kept in memory. `network` evaluates chess positions:
    the name of an included one or an .npz, or "" to use the hand-made evaluation.

    `elo` limits the strength, None for full strength; `seed` makes its random choices repeatable,
    None for another seed in every game.
    """

    hash_megabytes: int
    tables: str
    game: str = "chess"
    elo: int | None = None
    seed: int | None = None
    tables_megabytes: int = 256
    network: str = _NETWORK

    def halved(self) -> EngineSettings:
        """Return these settings with half the memory, or unchanged if it cannot be halved."""
        hash_megabytes, tables = max(1, self.hash_megabytes // 2), self.tables_megabytes // 2
        return replace(self, hash_megabytes=hash_megabytes, tables_megabytes=tables)


Build = Callable[[EngineSettings], Searcher]

SEEDS = 2**31 - 1  # the number of seeds, which start at 1
_USUAL_ELO = 1500
_MOST_QUIET = 1000  # moves of each side


def engine_options(tables: str, variant: str = "chess") -> dict[str, UciOption]:
    """Return the options of the engine by name in lower case.

    `tables` is the directory; `variant`, one of `games.GAMES`, is the first game. `Level Seed`
    makes moves at limited strength repeatable; 0 draws a new seed.
    """
    options = (
        UciOption("Hash", "spin", "64", 1, 4096),
        UciOption("Clear Hash", "button"),
        UciOption("Threads", "spin", "1", 1, 1),
        UciOption("MultiPV", "spin", "1", 1, MOST_LINES),
        UciOption("Ponder", "check", "false"),
        UciOption("Move Overhead", "spin", "30", 0, 5000),
        UciOption("Tables", "string", tables),
        UciOption("Tables Memory", "spin", "256", 0, 65536),
        UciOption("Network", "string", _NETWORK),
        UciOption("UCI_LimitStrength", "check", "false"),
        UciOption("UCI_Elo", "spin", str(_USUAL_ELO), LEAST_ELO, MOST_ELO),
        UciOption("Level Seed", "spin", "0", 0, SEEDS),
        UciOption(VARIANT_OPTION, "combo", variant, choices=tuple(GAMES)),
        UciOption(CHESS960_OPTION, "check", "false"),
        UciOption(QUIET_OPTION, "spin", str(STANDARD.quiet_limit), 0, _MOST_QUIET),
    )
    return {option.name.lower(): option for option in options}


# Options without effect in the other game.
_ONLY = {"network": "chess", CHESS960_OPTION.lower(): "chess", QUIET_OPTION.lower(): "morris"}


class UciService:
    """Answers commands line by line; `say` gets the answers, from either thread.

    `handle` returns at once, and never raises on invalid input, but answers with an `info string`.
    The searcher is created, loaded and used in its own thread, in the order of commands.
    """

    def __init__(
        self,
        name: str,
        author: str,
        build: Build,
        say: Callable[[str], None],
        tables: str = "",
        variant: str = "chess",
    ) -> None:
        self._titles = name, author
        self._build = build
        self._send_line = say
        self._output_lock = threading.Lock()
        self._options = engine_options(tables, variant)
        self._values = {key: option.default for key, option in self._options.items()}
        self._board: Board | None = self._rules.board()  # None after a refused position
        self._active: ActiveSearch | None = None  # the last search, finished or not
        self._search_thread = SearchThread(build, self._complain)
        self._verbs: Mapping[str, Callable[[list[str]], None]] = {
            "uci": self._introduce,
            "isready": self._answer_ready,
            "setoption": self._set,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "debug": lambda words: None,
            "register": lambda words: None,
        }

    def handle(self, line: str) -> bool:
        """Execute the command `line`; return False for `quit`."""
        words = line.split()
        known = (at for at, word in enumerate(words) if word in self._verbs or word == "quit")
        unknown = words[: next(known, len(words))]
        words = words[len(unknown) :]
        if unknown:
            self._complain(f"unknown: {' '.join(unknown)[:80]}")
        if words[:1] == ["quit"]:
            return False
        if words:
            try:
                self._verbs[words[0]](words[1:])
            except InputError as error:
                self._complain(f"{words[0]}: {error}")
        return True

    def close(self, seconds: float) -> bool:
        """Stop, and wait `seconds` for the search to end; return whether it has."""
        self._stop([])
        return self._search_thread.close(seconds)

    # the commands

    def _introduce(self, words: list[str]) -> None:
        name, author = self._titles
        lines = [f"id name {name}", f"id author {author}"]
        lines += [
            option.declaration() for key, option in self._options.items() if self._applies(key)
        ]
        self._send("\n".join([*lines, "uciok"]))
        settings = self._settings
        self._search_thread.put(lambda: self._load(settings))  # now, as it takes seconds

    def _answer_ready(self, words: list[str]) -> None:
        """Answer at once during a search, else when everything is loaded and set."""
        if self._searching:
            self._send("readyok")
        else:
            settings = self._settings
            self._search_thread.put(lambda: self._get_ready(settings))

    def _set(self, words: list[str]) -> None:
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        option = self._options.get(name.lower())
        if words[:1] != ["name"] or option is None:
            raise InputError(f"there is no option {name!r}")
        if not self._applies(name.lower()):
            raise InputError(f"the option {option.name} applies to {_ONLY[name.lower()]} only")
        value = option.value(value)
        self._refuse_while_searching()
        if option.kind == "button":
            self._search_thread.put(self._search_thread.forget)
        elif value != self._values[name.lower()]:
            self._values[name.lower()] = value
            if option.name == VARIANT_OPTION:
                self._board = self._rules.board()
            elif option.name == QUIET_OPTION and self._board is not None:
                board = cast(MorrisBoard, self._board)
                board.variant = board.variant.limited(self._quiet_limit)

    def _new_game(self, words: list[str]) -> None:
        self._refuse_while_searching()
        self._board = self._rules.board()
        self._search_thread.put(self._search_thread.forget)

    def _set_position(self, words: list[str]) -> None:
        self._board = None  # if it is refused, do not search the previous position instead
        board = read_position(words, self._rules, self._complain)
        self._refuse_while_searching()
        if isinstance(board, chess.Board) and self._values[CHESS960_OPTION.lower()] == "true":
            board.chess960 = True  # castling is written as moving the king to its rook
        self._board = board

    def _go(self, words: list[str]) -> None:
        self._refuse_while_searching()
        command = read_go(
            words,
            self._board or self._rules.board(),
            overhead=int(self._values["move overhead"]) / 1000,
            complain=self._complain,
        )
        command = replace(
            command, limits=replace(command.limits, lines=int(self._values["multipv"]))
        )
        search = self._active = ActiveSearch(command)
        board = None if self._board is None else self._board.copy()
        settings = self._settings
        self._search_thread.put(lambda: self._think(board, search, settings))

    def _stop(self, words: list[str]) -> None:
        if self._active is not None:
            self._active.stop()

    def _ponderhit(self, words: list[str]) -> None:
        if self._active is not None:
            self._active.hit()

    # internals

    @property
    def _searching(self) -> bool:
        return self._active is not None and not self._active.over.is_set()

    def _refuse_while_searching(self) -> None:
        """Raise `InputError` during a search unless it was stopped; then the next one is queued."""
        if self._active is not None and self._searching and not self._active.was_stopped:
            raise InputError("not during a search; send stop first")

    def _applies(self, key: str) -> bool:
        """Return whether an option, by its name in lower case, has any effect in this game."""
        return _ONLY.get(key, self._rules.kind) == self._rules.kind

    @property
    def _rules(self) -> Rules:
        return GAMES[self._values[VARIANT_OPTION.lower()]].limited(self._quiet_limit)

    @property
    def _quiet_limit(self) -> int | None:
        return int(self._values[QUIET_OPTION.lower()]) or None

    @property
    def _settings(self) -> EngineSettings:
        values, game = self._values, self._rules.name
        elo = seed = None
        if values["uci_limitstrength"] == "true":
            elo, seed = int(values["uci_elo"]), int(values["level seed"]) or None
        memory = int(values["tables memory"])
        hash_megabytes, network = int(values["hash"]), values["network"]
        return EngineSettings(hash_megabytes, values["tables"], game, elo, seed, memory, network)

    def _get_ready(self, settings: EngineSettings) -> None:
        """Load everything, in the searcher's thread, and report that it is ready."""
        self._load(settings)
        self._send("readyok")

    def _load(self, settings: EngineSettings) -> None:
        try:
            self._search_thread.searcher(settings)
        except Exception as error:  # reported again when a move is requested
            self._complain(f"the search cannot be used ({type(error).__name__}: {error})")

    def _think(self, board: Board | None, search: ActiveSearch, settings: EngineSettings) -> None:
        """Search, in the searcher's thread, and send the move when it is due."""
        try:
            outcome = self._outcome(board, search, settings)
            search.wait_until_wanted()
            text = (CHESS if board is None else rules_of(board)).text
            best = "(none)" if outcome.best is None else text(outcome.best)
            reply = f" ponder {text(outcome.reply)}" if outcome.reply else ""
        except Exception as error:  # a silent engine would hang its game
            self._complain(f"the search failed ({type(error).__name__}: {error})")
            best, reply = "(none)", ""
        search.over.set()
        self._send(f"bestmove {best}{reply}")

    def _outcome(
        self, board: Board | None, search: ActiveSearch, settings: EngineSettings
    ) -> SearchOutcome:
        if board is None:
            self._complain("no move: the position was refused")
            return SearchOutcome(None, None, ())
        if not any(board.legal_moves):
            end = rules_of(board).outcome(board)
            score = "mate 0" if end is not None and end.winner is not None else "cp 0"
            self._send(f"info depth 0 score {score}")
            return SearchOutcome(None, None, ())
        rules = rules_of(board)
        return self._search_thread.searcher(settings).search(
            board, search.limits, lambda info: self._send(info_line(info, rules)), search.stopped
        )

    def _complain(self, text: str) -> None:
        self._send(f"info string {' '.join(text.split())}")

    def _send(self, text: str) -> None:
        with self._output_lock:
            self._send_line(text)


class ActiveSearch:
    """A search: whether it should stop, and whether its move may be sent yet."""

    def __init__(self, command: GoCommand) -> None:
        self.over = threading.Event()
        self.limits = command.limits
        self._command = command
        self._began = time.monotonic()
        self._due: float | None = None  # when to end a search that pondered
        self._stopped = threading.Event()
        self._wanted = threading.Event()
        if command.ponders:
            self.limits = replace(command.limits, seconds=None, seconds_wanted=None)
        if not command.waits:
            self._wanted.set()

    @property
    def was_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the search and allow its move to be sent."""
        self._stopped.set()
        self._wanted.set()

    def hit(self) -> None:
        """Continue by the clock after the expected move; time spent pondering counts."""
        if not self._command.ponders:
            return
        seconds = self._command.limits.seconds_wanted or self._command.limits.seconds
        if seconds is not None:
            self._due = self._began + seconds
        if self._command.limits != SearchLimits(lines=self._command.limits.lines):
            self._wanted.set()  # without limits, only `stop` ends it

    def stopped(self) -> bool:
        return self.was_stopped or (self._due is not None and time.monotonic() >= self._due)

    def wait_until_wanted(self) -> None:
        """Wait until the move may be sent."""
        self._wanted.wait()


class SearchThread:
    """The thread that owns the searcher and runs jobs one after another."""

    def __init__(self, build: Build, complain: Callable[[str], None]) -> None:
        self._build, self._complain = build, complain
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._made: tuple[EngineSettings, Searcher] | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def put(self, job: Callable[[], None]) -> None:
        self._jobs.put(job)

    def searcher(self, settings: EngineSettings) -> Searcher:
        """Return the searcher, a new one if `settings` have changed; call it in the thread only."""
        if self._made is None or self._made[0] != settings:
            self._made = None  # to free its memory
            self._made = settings, self._fitting(settings)
        return self._made[1]

    def _fitting(self, settings: EngineSettings) -> Searcher:
        """Return a searcher with as much of the requested memory as can be allocated."""
        wanted = settings
        while True:
            try:
                made = self._build(settings)
            except MemoryError:
                if settings == settings.halved():
                    raise
                settings = settings.halved()
            else:
                break
        if settings != wanted:
            self._complain(
                f"there is no memory for a Hash of {wanted.hash_megabytes} MB and "
                f"{wanted.tables_megabytes} MB of tables; used are "
                f"{settings.hash_megabytes} MB and {settings.tables_megabytes} MB"
            )
        return made

    def forget(self) -> None:
        """Let the searcher forget its results; call it in the thread only."""
        if self._made is not None:
            self._made[1].forget()

    def close(self, seconds: float) -> bool:
        """End the thread when all jobs are done; return whether that took at most `seconds`."""
        self._jobs.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

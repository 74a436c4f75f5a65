"""A player that is a UCI engine in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag

from millmate.games.board import Board, Move
from millmate.language import tr
from millmate.players import consent
from millmate.players.engine_finder import look_up
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.player import Action, Play, PlayerError, PlayerFailedError, Stopped
from millmate.search.clock import Clocks
from millmate.search.limits import SearchInfo, SearchLimits
from millmate.search.result import Interrupted
from millmate.uci.client import START_SECONDS, EngineFailedError, UciEngine
from millmate.uci.games import variant_of
from millmate.uci.options import OptionError
from millmate.uci.process import EngineError
from millmate.uci.service import SEEDS

_COMPILE_SECONDS = 300.0  # that our own engine may take to be ready, once, on a slow machine
_LEVEL_SECONDS = 10.0  # for a move of limited strength, which its nodes end long before


def ignore(info: SearchInfo) -> None:
    """Let an engine think without watching."""


def say_nothing(text: str) -> None:
    """Let an engine start without watching."""


class UciPlayer:
    """Asks an engine for its moves; it is started by `begin`, or when the first one is due.

    An engine that cannot be started leaves the game abandoned; one that fails in the game (it
    ends, hangs, gives an illegal move) loses it. `on_info` is called with what it thinks, in the
    thread of `choose`; so is `on_remark`, with what keeps it waiting before it thinks, in words,
    "" when that is over.
    """

    is_human = False

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        limits: SearchLimits,
        options: Mapping[str, str] | None = None,
        patience: float = START_SECONDS,
        *,
        called: Callable[[str], str] | None = None,
    ) -> None:
        """Prepare a player.

        Args:
            name: What people read.
            command: Returns the program and its arguments; raises `PlayerError`.
            limits: When each move is due.
            options: Set before the game.
            patience: How long the engine may take to be ready, in seconds.
            called: Returns the name to be known by from what the engine calls itself; None keeps
                `name`. A name that was assigned meanwhile stays.
        """
        self.name = self._first_name = name
        self._called = called
        self.on_info: Callable[[SearchInfo], None] = ignore
        self.on_remark: Callable[[str], None] = say_nothing
        self._hurry = Flag()
        self._command, self._limits, self._patience = command, limits, patience
        self._options = dict(options or {})
        self._engine: UciEngine | None = None
        self._ready = False  # the engine has introduced itself and is set
        self._last: tuple[str, SearchInfo] | None = None  # the last position, and its score
        self._history: list[Move] | None = None  # of the game being played
        self._clocks: Clocks | None = None

    def begin(self) -> None:
        """Start the engine, so that it is ready when a move is due; it is not waited for.

        If it cannot be started, that is told when the move is due.
        """
        with suppress(EngineError, PlayerError):
            self._engine = UciEngine(self._command(), self._patience)

    def prepare(self, stopped: Callable[[], bool]) -> None:
        """Wait until the engine is ready for a game; see `Preparable.prepare`.

        Raises:
            Stopped: `stopped` turned true first.
            PlayerFailedError: The engine failed once it had been started.
            PlayerError: It cannot be started or set.
        """
        try:
            self._started(stopped).new_game(stopped)
        except Interrupted:
            raise Stopped from None
        except EngineFailedError as error:
            self.close()
            raise PlayerFailedError(str(error)) from error
        self._history = []

    def see_clocks(self, clocks: Clocks) -> None:
        """Have the engine mind the clocks in place of a time for each move."""
        self._clocks = clocks

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return the engine's move; see `Player.choose`.

        Raises:
            Stopped: `stopped` turned true first.
            PlayerFailedError: The engine failed in the game.
            PlayerError: It cannot be started or set, or there is no legal move.
        """
        if not any(board.legal_moves):
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        self._hurry.clear()
        try:
            return Play(self._move(board, stopped))
        except Interrupted:
            raise Stopped from None
        except EngineFailedError as error:
            self.close()
            raise PlayerFailedError(str(error)) from error

    def move_now(self) -> None:
        """Have the engine stop thinking and give its move; callable from any thread."""
        self._hurry.set()

    def accepts_draw(self, board: Board) -> bool:
        """Accept unless the engine has just seen an advantage for itself on `board`."""
        if self._last is None or self._last[0] != board.fen():
            return False
        score = self._last[1].score
        return score.mate < 0 if score.mate is not None else (score.centipawns or 0) <= 0

    def close(self) -> None:
        """End the engine and all it started."""
        if self._engine is not None:
            self._engine.close()
        self._engine, self._ready = None, False

    def _move(self, board: Board, stopped: Callable[[], bool]) -> Move:
        engine = self._engine if self._engine and self._ready else self._started(stopped)
        if self._history is None or board.move_stack[: len(self._history)] != self._history:
            engine = self._told_of_new_game(engine, stopped)
        self._history = list(board.move_stack)
        answer = engine.play(
            board, self._limits, self.on_info, stopped, self._hurry.is_set, self._clocks
        )
        if answer.info is not None:
            self._last = board.fen(), answer.info
        return answer.move

    def _told_of_new_game(self, engine: UciEngine, stopped: Callable[[], bool]) -> UciEngine:
        """Return the engine, told of a new game; one that does not react any more is restarted."""
        try:
            engine.new_game(stopped)
        except EngineFailedError:
            self.close()
            engine = self._started(stopped)
        return engine

    def _started(self, stopped: Callable[[], bool]) -> UciEngine:
        """Return the engine, ready; one that does not come up in order is ended again."""
        try:
            self.on_remark(tr("starting the engine"))
            engine = self._engine = self._engine or UciEngine(self._command(), self._patience)
            engine.on_remark = self.on_remark
            engine.start(self._options, stopped)
        except (EngineError, OptionError) as error:
            self.close()
            raise PlayerError(tr("the engine cannot be used: {error}", error=error)) from error
        except Interrupted:  # it goes on getting ready, for whoever asks next
            raise
        except BaseException:
            self.close()
            raise
        if self._called is not None and self.name == self._first_name:
            self.name = self._called(engine.name)
        self._ready, self._history = True, None
        engine.on_remark = say_nothing
        self.on_remark("")
        return engine


def player_of(recipe: EngineRecipe) -> UciPlayer:
    """Return the player that `recipe` describes, its engine starting; consent is not looked for.

    Without a name in the recipe the player gets the engine's own as soon as that is known, so that
    records have the same name whether or not anybody has named the engine.
    """
    player = UciPlayer(
        recipe.description(),
        lambda: command_of(recipe, consented=True),
        recipe.limits,
        recipe.settings,
        called=None if recipe.name else lambda name: replace(recipe, name=name).description(),
    )
    player.begin()
    return player


def strong_player(
    name: str, recipe: EngineRecipe, tables: Path, seed: int | None = None, game: str = "chess"
) -> UciPlayer:
    """Return our own strong search of a game as a player, in a process of its own.

    So compiling never stalls the window, and whatever happens there cannot take it down. The
    `seed` makes the choices of a player of limited strength repeatable.
    """
    options = {"Tables": str(tables), **recipe.settings}
    limits = recipe.limits
    if recipe.elo is not None:
        options["Level Seed"] = str(0 if seed is None else 1 + abs(seed) % SEEDS)
        if recipe.nodes is recipe.depth is recipe.seconds is None:
            limits = SearchLimits(seconds=_LEVEL_SECONDS)
    player = UciPlayer(name, lambda: own_command(game), limits, options, _COMPILE_SECONDS)
    player.begin()
    return player


def own_command(game: str = "chess") -> list[str]:
    """Return what starts our own engine: this program, frozen into one file or not."""
    own = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "millmate"]
    variant = variant_of(game)
    return [*own, "uci", *(["--variant", variant] if game != "chess" and variant else [])]


def command_of(recipe: EngineRecipe, *, consented: bool = False) -> list[str]:
    """Return the program of `recipe`, an absolute path, and its arguments.

    Raises:
        ConsentError: Nobody has consented to it, and it is not said to be `consented`.
        PlayerError: A program of that name is found nowhere.
    """
    if not consented:
        consent.check([recipe])
    path = look_up(recipe.path)
    if path is None:
        raise PlayerError(
            tr("there is no program {path!r} on this machine: give its path", path=recipe.path)
        )
    return [path, *recipe.argument_list]

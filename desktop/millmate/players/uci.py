"""A player that is a UCI engine in its own process."""

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag

from millmate.games.board import Board, Move
from millmate.language import tr
from millmate.players import consent
from millmate.players.engine_finder import look_up
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.player import (
    Action,
    Play,
    Player,
    PlayerError,
    PlayerFailedError,
    Stopped,
    ignore,
)
from millmate.search.limits import Clocks, Interrupted, SearchInfo, SearchLimits
from millmate.uci.client import OWN_START_SECONDS, START_SECONDS, EngineFailedError, UciEngine
from millmate.uci.options import OptionError
from millmate.uci.process import EngineError
from millmate.uci.protocol import variant_of
from millmate.uci.service import SEEDS

_LEVEL_SECONDS = 10.0  # for a move at limited strength; its node limit ends it long before


class UciPlayer(Player):
    """Asks an engine for its moves; it starts with `start`, or when the first move is due.

    If an engine cannot be started, the game is abandoned; if it fails during the game (it ends,
    hangs, or plays an illegal move), it loses. Its remarks say what the engine waits for before it
    thinks.
    """

    can_hurry = True

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
        """Prepare a player without starting its engine.

        Args:
            name: The name for people.
            command: Returns the program and its arguments; raises `PlayerError`.
            limits: The limits for each move.
            options: Options to set before the game.
            patience: How long the engine may take to be ready, in seconds.
            called: Returns the player's name for the engine's own; None keeps `name`. A name
                assigned meanwhile is kept.
        """
        self.name = self._first_name = name
        self._called = called
        self._hurry = Flag()
        self._command, self._limits, self._patience = command, limits, patience
        self._options = dict(options or {})
        self._engine: UciEngine | None = None
        self._ready = False  # whether the engine has identified itself and has its options
        self._last: tuple[str, SearchInfo] | None = None  # the last position, and its score
        self._history: list[Move] | None = None  # of the current game
        self._clocks: Clocks | None = None

    def start(self) -> None:
        """Start the engine without waiting, so that it is ready when a move is due.

        If it cannot be started, `choose` reports that.
        """
        with suppress(EngineError, PlayerError):
            self._engine = UciEngine(self._command(), self._patience)

    def prepare(self, stopped: Callable[[], bool]) -> None:
        """Wait until the engine is ready for a game; see `Player.prepare`.

        Raises:
            Stopped: `stopped` returned True first.
            PlayerFailedError: The engine failed after it had started.
            PlayerError: It cannot be started, or an option cannot be set.
        """
        with self._player_errors():
            self._started(stopped).new_game(stopped)
        self._history = []

    def see_clocks(self, clocks: Clocks) -> None:
        """Let the engine manage its time by the clocks instead of a limit for each move."""
        self._clocks = clocks

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return the engine's move; see `Player.choose`.

        Raises:
            Stopped: `stopped` returned True first.
            PlayerFailedError: The engine failed during the game.
            PlayerError: It cannot be started, an option cannot be set, or there is no legal move.
        """
        if not any(board.legal_moves):
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        self._hurry.clear()
        with self._player_errors():
            return Play(self._move(board, stopped))

    def move_now(self) -> None:
        """Make the engine stop thinking and move; callable from any thread."""
        self._hurry.set()

    def accepts_draw(self, board: Board) -> bool:
        """Accept unless the engine's last score on `board` is an advantage."""
        if self._last is None or self._last[0] != board.fen():
            return False
        score = self._last[1].score
        return score.mate < 0 if score.mate is not None else (score.centipawns or 0) <= 0

    def close(self) -> None:
        """Close the engine and all processes it started."""
        if self._engine is not None:
            self._engine.close()
        self._engine, self._ready = None, False

    @contextmanager
    def _player_errors(self) -> Generator[None, None, None]:
        try:
            yield
        except Interrupted:
            raise Stopped from None
        except EngineFailedError as error:
            self.close()
            raise PlayerFailedError(str(error)) from error

    def _move(self, board: Board, stopped: Callable[[], bool]) -> Move:
        engine = self._engine if self._engine and self._ready else self._started(stopped)
        if self._history is None or board.move_stack[: len(self._history)] != self._history:
            engine = self._with_new_game(engine, stopped)
        self._history = list(board.move_stack)
        answer = engine.play(
            board, self._limits, self.on_info, stopped, self._hurry.is_set, self._clocks
        )
        if answer.info is not None:
            self._last = board.fen(), answer.info
        return answer.move

    def _with_new_game(self, engine: UciEngine, stopped: Callable[[], bool]) -> UciEngine:
        """Return the engine, set to a new game; one that no longer responds is restarted."""
        try:
            engine.new_game(stopped)
        except EngineFailedError:
            self.close()
            engine = self._started(stopped)
        return engine

    def _started(self, stopped: Callable[[], bool]) -> UciEngine:
        """Return the engine once it is ready; one that does not start properly is closed."""
        try:
            self.on_remark(tr("starting the engine"))
            engine = self._engine = self._engine or UciEngine(self._command(), self._patience)
            engine.on_remark = self.on_remark
            engine.start(self._options, stopped)
        except (EngineError, OptionError) as error:
            self.close()
            raise PlayerError(tr("the engine cannot be used: {error}", error=error)) from error
        except Interrupted:  # the engine keeps starting, for the next call
            raise
        except BaseException:
            self.close()
            raise
        if self._called is not None and self.name == self._first_name:
            self.name = self._called(engine.name)
        self._ready, self._history = True, None
        engine.on_remark = ignore
        self.on_remark("")
        return engine


def player_of(recipe: EngineRecipe) -> UciPlayer:
    """Return the player described by `recipe` and start its engine, without checking consent.

    If the recipe has no name, the player uses the engine's own as soon as it is known, so that
    records have the same name either way.
    """
    player = UciPlayer(
        recipe.description(),
        lambda: command_of(recipe, consented=True),
        recipe.limits,
        recipe.settings,
        called=None if recipe.name else lambda name: replace(recipe, name=name).description(),
    )
    player.start()
    return player


def strong_player(
    name: str, recipe: EngineRecipe, tables: Path, seed: int | None = None, game: str = "chess"
) -> UciPlayer:
    """Return our own strong search as a player in a separate process.

    There it never blocks the window, and a crash does not affect it. The `seed` makes the choices
    of a player of limited strength repeatable.
    """
    options = {"Tables": str(tables), **recipe.settings}
    limits = recipe.limits
    if recipe.elo is not None:
        options["Level Seed"] = str(0 if seed is None else 1 + abs(seed) % SEEDS)
        if recipe.nodes is recipe.depth is recipe.seconds is None:
            limits = SearchLimits(seconds=_LEVEL_SECONDS)
    player = UciPlayer(name, lambda: own_command(game), limits, options, OWN_START_SECONDS)
    player.start()
    return player


def own_command(game: str = "chess") -> list[str]:
    """Return the command of our own engine: this program, frozen into one file or not."""
    own = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "millmate"]
    variant = variant_of(game)
    return [*own, "uci", *(["--variant", variant] if variant else [])]


def command_of(recipe: EngineRecipe, *, consented: bool = False) -> list[str]:
    """Return the program of `recipe` as an absolute path, and its arguments.

    Raises:
        ConsentError: The user has not consented to it, and `consented` is false.
        PlayerError: There is no such program.
    """
    if not consented:
        consent.check([recipe])
    path = look_up(recipe.path)
    if path is None:
        raise PlayerError(
            tr("there is no program {path!r} on this machine: give its path", path=recipe.path)
        )
    return [path, *recipe.argument_list]

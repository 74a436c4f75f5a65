"""The panel that sets up a game (the game, the players, the start), and the start of the game."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from millmate.errors import MillMateError
from millmate.games.catalogue import Position, game
from millmate.games.morris.variants import STANDARD, VARIANTS, Variant
from millmate.games.value import Result
from millmate.gui.boards.morris_words import QuietChoice, VariantButton
from millmate.gui.features.play.opponents import Opponents
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Form, Number, Row, Said
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.kit.widgets import hbox, scrolling, vbox
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.play.player_choice import ClockChoice, PlayerChoice
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.spec import PlayerSpec, untimed
from millmate.settings import Settings
from millmate.tablebase.table_titles import title_and_code

BOARD, INITIAL, RANDOM = "board", "initial", "random"
_MOST_RANDOM_MEN = 8


@dataclass(frozen=True, slots=True)
class _Game:
    """A choice of a game, and the starts that it has.

    `stones` is whether it has variants, and random positions of chosen numbers of stones instead
    of the pieces on the board; `solved` is whether tables cover all of it.
    """

    title: str
    kind: str  # in `games.catalogue`
    starts: tuple[str, ...]
    stones: bool = False
    solved: bool = False


_GAMES = {
    "ending": _Game(mark("Chess ending"), "chess", (BOARD, RANDOM)),
    "chess": _Game(mark("Chess"), "chess", (INITIAL, BOARD)),
    "morris": _Game(mark("Morris"), "morris", (INITIAL, BOARD, RANDOM), stones=True, solved=True),
}
_START_TEXTS: dict[str, Said] = {
    INITIAL: mark("Initial position"),
    BOARD: lambda values: (
        mark("Position on the board") if values.editing else mark("Start of this game")
    ),
    RANDOM: lambda values: (
        mark("Random, by number of stones")
        if _has_stones(values)
        else mark("Random, with the pieces on the board")
    ),
}
_LETTERS = 12  # minimum width of lists


def _has_stones(values: Any) -> bool:
    return _GAMES[values.game].stones


class SetupPanel(QWidget):
    """Chooses the game, both players and the start; the side to move belongs to the position."""

    play_wanted = Signal()
    game_chosen = Signal(str)  # the kind of game the user chose
    variant_chosen = Signal(str)  # the key of the variant of morris that the user chose
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.players = {True: PlayerChoice(True), False: PlayerChoice(False)}
        self.opponents = Opponents()
        self.quiet, self.clock, self.explain = QuietChoice(), ClockChoice(), VariantButton()
        self.form = self._form()
        self.game, self.variant = self.form["game"], self.form["variant"]
        self.start = self.form["start"]
        self.counts = {True: self.form["white"], False: self.form["black"]}
        self.need = Label()
        self.need.setWordWrap(True)
        self.play = QPushButton()
        theme.primary(self.play)
        self.play.clicked.connect(self.play_wanted)
        self._answer: Answer | None = None
        self._fault = ""
        self._editing = True
        inner = QWidget()
        vbox(self.opponents, self.form, None, within=inner, margins=(0, 0, theme.GRID, 0))
        # Large letters need more than the least height that the style sheet gives to fields.
        inner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        vbox((scrolling(inner), 1), self.need, hbox(None, self.play), within=self)
        on_retranslate(self, self._name)
        self.form.changed.connect(self._changed)
        self.quiet.currentIndexChanged.connect(lambda: self._changed("quiet"))
        self.game.activated.connect(lambda: self.game_chosen.emit(self.kind))
        for box in (self.variant, self.quiet):
            box.activated.connect(lambda: self.variant_chosen.emit(self.chosen_variant.key))
        self.clock.changed.connect(self._show_clocked)
        for choice in self.players.values():
            choice.changed.connect(self._update)
        self.opponents.chosen.connect(self._choose_opponent)

    def _form(self) -> Form:
        stones = partial(Number, label="", low=3, high=9, default=5)
        white = mark("White's stones in a random position")
        black = mark("Black's stones in a random position")
        return Form(
            Choice("game", mark("Game"), {key: each.title for key, each in _GAMES.items()}),
            Row(
                mark("Rules"),
                Choice(
                    "variant", "", {each.name: each.title for each in VARIANTS.values()},
                    letters=_LETTERS, spoken=mark("Rules"),
                ),
                self.explain,
                spread=True,
                shown=_has_stones,
            ),
            Row(mark("Quiet moves"), self.quiet, shown=_has_stones),
            Row(mark("Clock"), self.clock),
            Choice(
                "start", mark("Start"), _START_TEXTS, default=BOARD, letters=_LETTERS,
                spoken=mark("Start position"),
                unlisted=lambda values, start: start not in _GAMES[values.game].starts,
            ),
            Row(
                mark("Stones"),
                stones("white", before=mark("White "), spoken=white),
                stones("black", before=mark("Black "), spoken=black),
                spread=True,
                shown=lambda values: _has_stones(values) and values.start == RANDOM,
            ),
            Row(mark("White"), self.players[True]),
            Row(mark("Black"), self.players[False]),
            facts={"editing": True},
        )  # fmt: skip

    # --- the choices

    @property
    def specs(self) -> dict[bool, PlayerSpec]:
        return {side: choice.spec for side, choice in self.players.items()}

    @property
    def playing(self) -> dict[bool, PlayerSpec]:
        """The players as they play: with clocks, without a time of their own."""
        clocked = self.clock.control is not None
        return {side: untimed(spec) if clocked else spec for side, spec in self.specs.items()}

    @property
    def _game(self) -> _Game:
        return _GAMES[self.game.currentData()]

    @property
    def kind(self) -> str:
        """The name of the chosen game in `games.catalogue`."""
        return self._game.kind

    @property
    def rules_name(self) -> str:
        return self.chosen_variant.game if self._game.stones else self.kind

    @property
    def chosen_variant(self) -> Variant:
        """The variant of morris that is chosen, with its limit of quiet moves."""
        chosen = VARIANTS[self.variant.currentData()]
        return chosen.limited(self.quiet.limit)

    @property
    def stones(self) -> dict[bool, int]:
        """The number of stones for a random start, by side."""
        return {side: box.value() for side, box in self.counts.items()}

    @property
    def chosen_start(self) -> str:
        """The start of the game: `board`, `initial` or `random`."""
        return str(self.start.currentData())

    def save_state(self, settings: Settings) -> Settings:
        white, black = (self.players[side].wanted for side in (True, False))
        return settings.changed(
            game=self.game.currentData(),
            white=white,
            black=black,
            clock=self.clock.text,
            start=self.chosen_start,
        )

    def restore_state(self, settings: Settings) -> None:
        self.form.fields["game"].put(settings.game)
        self._choose_start(settings.start)
        self._offer_players()
        self.clock.choose(settings.clock)
        self.choose_players(settings)

    def choose_players(self, settings: Settings) -> None:
        self.players[True].choose(settings.white)
        self.players[False].choose(settings.black)

    @Slot(object)
    def set_engines(self, engines: list[EngineRecipe]) -> None:
        for choice in self.players.values():
            choice.set_engines(engines)
        self.opponents.set_engines(engines)

    def choose_game(self, kind: str) -> None:
        """Choose the game `kind`, unless the current choice is of that kind."""
        if kind != self.kind:
            self.form.fields["game"].put(kind)

    def show_rules(self, name: str) -> None:
        """Show the rules of a name in `games.catalogue`."""
        if (shown := game(name).variant) is not None:
            self.form.fields["variant"].put(shown.name)
            self.quiet.show_limit(shown.quiet_limit)

    def leave_initial(self) -> None:
        """Start from the position on the board instead of the initial position."""
        if self.chosen_start == INITIAL:
            self._choose_start(BOARD)

    # --- updates from the window

    def set_editing(self, editing: bool) -> None:
        self._editing = editing
        self._name()

    def set_fault(self, fault: str) -> None:
        """Set why the position on the board cannot be played, or "" if it can."""
        self._fault = fault
        self._update()

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Update the table results for the position on the board."""
        self._answer = answer
        if self._editing and self._game.stones and self._answers(self.chosen_start):
            for choice in self.players.values():
                choice.set_lacking(answer.plan is not None)
        self._update()

    @property
    def lack(self) -> str:
        """Why the chosen game cannot be played, as a sentence, or ""."""
        if not self._editing and self.chosen_start == BOARD:
            return ""  # that game can start
        return self.lack_from(self.chosen_start)

    def lack_from(self, start: str) -> str:
        """Return why the chosen players cannot start from `start`, as a sentence, or ""."""
        shuffled = start == RANDOM and not self._game.stones  # the pieces on the board
        if self._fault and (shuffled or start == BOARD):
            return f"{self._fault}."
        if shuffled and self._men > _MOST_RANDOM_MEN:
            return tr("Random positions have at most {n} pieces.", n=_MOST_RANDOM_MEN)
        if not any(spec.kind == "table" for spec in self.specs.values()):
            return ""
        answer = self._answer
        if self._game.stones and not self._answers(start):
            return ""  # the player reports what it lacks
        if answer is None or answer.covered or answer.over:
            return ""
        if answer.bound in (Result.AT_LEAST_DRAW, Result.AT_MOST_DRAW):
            return ""  # perfect play uses proved results
        if answer.plan is not None:
            return tr(
                "Perfect play needs the table {table}; build it first.",
                table=title_and_code(answer.material),
            )
        if answer.solvable:
            return tr("Perfect play needs a table: solve this position first.")
        why = answer.remark or answer.headline
        return tr("Perfect play needs a table. {why}", why=why.rstrip(".") + ".")

    def lack_of_men(self, fen: str) -> str:
        """Return why no table covers a game of the chosen players from `fen`, or "" if one may.

        Positions of more men than whole tables have may have been solved.
        """
        from millmate.tablebase.chess_tables import MOST_MEN
        from millmate.tablebase.positions import MOST_MEN as MOST_SOLVED

        perfect = any(spec.kind == "table" for spec in self.specs.values())
        if not perfect or self._game.solved or _men(fen) <= MOST_SOLVED:
            return ""
        why = tr("There are tables of up to {n} pieces.", n=MOST_MEN)
        return tr("Perfect play needs a table. {why}", why=why)

    def _answers(self, start: str) -> bool:
        """Return whether the answer about the board also applies to a game from `start`."""
        rules = game(self.rules_name)
        initial = self._answer is not None and self._answer.fen == rules.start_fen
        return initial if start == INITIAL else start == BOARD

    @property
    def _men(self) -> int:
        return len(self._answer.material.replace("v", "")) if self._answer else 0

    @property
    def can_build(self) -> bool:
        """Whether building a table would solve the problem."""
        return bool(
            self._answer
            and self._answer.plan is not None
            and not self._fault
            and (self.chosen_start != INITIAL or self._game.solved)
        )

    @Slot()
    def _update(self) -> None:
        lack = self.lack
        if self._fault and lack == f"{self._fault}.":
            lack = ""  # the editor reports faults itself
        if self.can_build:
            lack = ""  # the verdict offers the table
        self.need.setText(lack)
        self.need.setVisible(bool(lack))
        theme.mark_fault(self.need, bool(lack))
        if self.isVisible():
            self._show_players()
        self.changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_players()

    def _show_players(self) -> None:
        self.form.set_facts(editing=self._editing)
        self.opponents.show_players(self.specs, self.rules_name, self.players[True].offers)

    @Slot(object)
    def _choose_opponent(self, players: dict[bool, str]) -> None:
        for side, text in players.items():
            self.players[side].pick(text)

    def _show_variant(self) -> None:
        """Explain the chosen rules; a random position has no more stones than they give a side."""
        chosen = VARIANTS.get(str(self.variant.currentData()), STANDARD)
        self.explain.show_variant(chosen)
        for box in self.counts.values():
            box.setMaximum(chosen.stones)

    @Slot()
    def _show_clocked(self) -> None:
        """Offer a time for each move only where no clock runs."""
        for choice in self.players.values():
            choice.set_clocked(self.clock.control is not None)
        self._update()

    @Slot(str)
    def _changed(self, name: str) -> None:
        if name == "variant":
            self._show_variant()
        if name == "game":
            self._choose_start(self._game.starts[0])
        if name in ("game", "variant", "quiet", "start"):
            self._offer_players()
        if name == "game":
            for choice in self.players.values():
                choice.restore()
        self._update()

    def _offer_players(self) -> None:
        """Offer the players that can play the chosen game: no table covers all 32 chess men."""
        perfect = self._game.solved or self.chosen_start != INITIAL
        for choice in self.players.values():
            choice.offer(self.rules_name, perfect=perfect, replaces=True)

    def _choose_start(self, start: str) -> None:
        if start in self._game.starts:
            self.form.fields["start"].put(start)

    def _name(self) -> None:
        self.play.setText(tr("Play") if self._editing else tr("New game"))
        self._update()


def _men(fen: str) -> int:
    return sum(letter.isalpha() for letter in fen.partition(" ")[0])


class NewGame(QObject):
    """Starts the game that the set-up panel describes, or reports what it lacks."""

    def __init__(self, services: Services, setup: SetupPanel, starter: GameStarter) -> None:
        super().__init__(setup)
        self._setup, self._starter = setup, starter
        self._workspace, self._views = services.workspace, services.views
        self._navigation, self._notify = services.navigation, services.notifications
        self._build, self._small = services.commands["build"], services.small_builds
        setup.play_wanted.connect(self.play)
        services.probe.found.connect(setup.show_answer)
        setup.set_engines(services.engines.recipes)
        services.engines.changed.connect(setup.set_engines)
        setup.restore_state(services.settings.current)
        services.settings.provide(setup.save_state)
        services.settings.bind(setup.choose_players, "white", "black")
        services.commands.bind("new_game", self.play)
        services.commands.bind("play_here", self.play_on)

    @Slot()
    def play(self) -> None:
        if self._startable(self._setup.lack, self.play):
            try:
                fen = self._chosen_fen()
            except MillMateError as error:
                self._notify.warn(error_sentence(error))
            else:
                if self._startable(self._setup.lack_of_men(fen), self.play):
                    self._begin(fen)

    @Slot()
    def play_on(self) -> None:
        """Start a game with the chosen players from exactly the position shown."""
        if self._startable(self._setup.lack_from(BOARD), self.play_on):
            self._begin(self._workspace.fen)

    def _begin(self, fen: str) -> None:
        setup, position = self._setup, Position(self._workspace.rules, fen)
        if self._starter.start(position, setup.specs, control=setup.clock.control):
            self._navigation.show(Panel.MOVES)

    def _startable(self, lack: str, again: Callable[[], object]) -> bool:
        """Return whether a game can start; otherwise report the missing tables and how to get them.

        Small tables are built before the game starts: `again` retries.
        """
        if lack and self._setup.can_build and self._small.provide(again):
            self._notify.status(tr("The game starts once the table is built."))
        elif lack and self._setup.can_build:
            self._notify.warn(lack, tr("Build…"), self._build.trigger)
        elif lack:
            self._notify.warn(lack)
        return not lack

    def _chosen_fen(self) -> str:
        workspace, start = self._workspace, self._setup.chosen_start
        if start == INITIAL:
            return workspace.rules.start_fen
        if start == RANDOM:
            view, stones = self._views.current, self._setup.stones
            return view.random(workspace.position, stones, random.Random())
        return workspace.fen if workspace.editing else workspace.game.line.start_fen

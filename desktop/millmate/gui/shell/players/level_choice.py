"""The choice of a player's level of strength."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import kind_of
from millmate.games.chess.rules import CHESS
from millmate.gui.kit import theme
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox
from millmate.gui.shell.players.engine_options import Introduced, introduce, said
from millmate.language import mark, tr
from millmate.players import consent
from millmate.players.engine_levels import level_text, levels_of
from millmate.players.engine_recipe import EngineRecipe
from millmate.search.levels import names_of

_STRENGTH = {
    True: mark("Strength of White"),
    False: mark("Strength of Black"),
    None: mark("Strength of the player"),
}
_OURS = mark(
    "Playing strength; in chess with its Elo, as measured on Stockfish's scale. Below full "
    "strength the engine searches less deeply, errs now and then, and does not probe tables"
)
_THEIRS = mark(
    "Playing strength that the engine itself offers, as UCI_Elo or as Skill Level. The same Elo "
    "means different strengths in different engines"
)


class LevelChoice(ComboBox):
    """Levels from full strength down, each as a part of a recipe: `elo=1500`, "" for full strength.

    An engine is asked for its levels, in a thread, when it is shown; `note` says if it has none.
    """

    changed = Signal()

    def __init__(self, side: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = theme.muted()
        self._engine: EngineRecipe | None = None  # None for our own search
        self._game, self._fault = CHESS.name, ""
        self._task: Task | None = None
        self._fill("")
        bind_text(self, name=_STRENGTH[side])
        on_retranslate(self, self._name)
        self.currentIndexChanged.connect(self._explain)
        self.currentIndexChanged.connect(self.changed)

    @property
    def part(self) -> str:
        """The part of the recipe that is chosen, "" for none."""
        return str(self.currentData())

    def offer(self, engine: EngineRecipe | None, game: str) -> None:
        """Offer the levels of `engine`, or of our own search, in `game`.

        The chosen level stays if the new player has it, too; in another game it is the nearest.
        """
        if (engine, kind_of(game)) != (self._engine, self._game):
            is_other = engine != self._engine
            self._engine, self._game, self._fault = engine, kind_of(game), ""
            self._call_off()
            known = self._known()
            chosen = self.part if is_other else self._nearest(self.part)
            self._fill(chosen if chosen in known else "")
        self._name()
        if self.isVisible():
            self._ask()

    def choose(self, part: str) -> None:
        """Choose a level, in the list or not."""
        if part != self.part:
            self._fill(part)
            self.changed.emit()

    def _nearest(self, part: str) -> str:
        """Return the level of our own search in this game that is nearest to `part`."""
        kind, _, elo = part.partition("=")
        if self._engine is not None or kind != "elo":
            return part
        return f"elo={min(names_of(self._game), key=lambda each: abs(each - int(elo)))}"

    def _known(self) -> dict[str, str]:
        """Return the names of all levels that are known, by their parts."""
        if self._engine is None:
            return {f"elo={elo}": name for elo, name in names_of(self._game).items()}
        answer = said(self._engine)
        return {} if answer is None else levels_of(answer.options)

    def _fill(self, chosen: str) -> None:
        self._names = self._known()
        parts = ["", *reversed(self._names)]
        if chosen not in parts:
            parts.append(chosen)
        self.blockSignals(True)
        self.clear()
        for part in parts:
            self.addItem("", part)
        self.setCurrentIndex(parts.index(chosen))
        self.blockSignals(False)
        self._name()

    def _name(self) -> None:
        """Set the texts in the present language."""
        self.setToolTip(wrapped(tr(_OURS if self._engine is None else _THEIRS)))
        own = "" if self._engine is None else self._engine.level  # as it is set among its options
        for index in range(self.count()):
            part = self.itemData(index)
            text = tr("Full strength")
            if part or own:
                name = self._names.get(part or own, "")
                text = level_text(part or own, name, tr, rated=self._game == CHESS.name)
            self.setItemText(index, text)
        self.setEnabled(self.count() > 1)
        self._explain()

    @Slot()
    def _explain(self) -> None:
        """Say why there is nothing to choose from."""
        engine = self._engine
        lacks = engine is not None and said(engine) is not None and not self._names
        text = ""
        if self._fault:
            text = tr("This engine cannot play: {why}.", why=self._fault)
        elif lacks and engine is not None:
            text = tr(
                "{engine} cannot be made weaker: it offers neither UCI_Elo nor Skill Level.",
                engine=engine.title,
            )
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.setAccessibleDescription(text)
        theme.mark_fault(self.note, bool(self._fault) or (lacks and bool(self.part)))

    # --- asking an engine

    def _ask(self) -> None:
        engine = self._engine
        if engine is None or self._task is not None or said(engine) is not None:
            return
        self._task = Task(partial(_ask, engine)).launch(done=self._answered)

    @Slot(object)
    def _answered(self, answer: Introduced | None) -> None:
        if self.sender() is self._task:
            self._task = None
            self._fault = "" if answer is None else answer.fault
            self._fill(self.part)

    def _call_off(self) -> None:
        if self._task is not None:
            self._task.stop()
            self._task = None

    def showEvent(self, event: QShowEvent) -> None:
        """Ask the engine that has become visible."""
        super().showEvent(event)
        self._ask()


def _ask(
    engine: EngineRecipe, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Introduced | None:
    """Return what `engine` says of itself, None if it may not be started (in a thread)."""
    return None if consent.lacking([engine]) else introduce(engine, progress, stopped)

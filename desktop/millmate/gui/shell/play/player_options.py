"""How a player plays: the options of a search, and the levels of strength."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QShowEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget, QWidgetAction

from millmate.games.catalogue import kind_of
from millmate.games.chess.rules import CHESS
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.form import Form, Number, Row
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox
from millmate.gui.shell.play.engines import Introduced, introduce, said
from millmate.language import mark, tr
from millmate.players import consent
from millmate.players.engine_recipe import EngineRecipe, level_text, levels_of
from millmate.players.search_kinds import LIMITS, SEARCH_KINDS
from millmate.players.spec import PlayerSpec
from millmate.search.levels import names_of

_LIMITS = {
    "depth": (mark("Limit the depth in plies"), "3"),
    "seconds": (mark("Limit the time in seconds"), "1"),
    "nodes": (mark("Limit the number of nodes"), "10000"),
}
LIMIT_NAMES = {
    "depth": {
        True: mark("Depth for a move of White"),
        False: mark("Depth for a move of Black"),
        None: mark("Depth for a move"),
    },
    "seconds": {
        True: mark("Seconds for a move of White"),
        False: mark("Seconds for a move of Black"),
        None: mark("Seconds per move"),
    },
    "nodes": {
        True: mark("Nodes for a move of White"),
        False: mark("Nodes for a move of Black"),
        None: mark("Nodes per move"),
    },
}
_HOW = {
    True: mark("How White searches"),
    False: mark("How Black searches"),
    None: mark("How the player searches"),
}


_FIELDS = {
    "depth": partial(
        Number, low=1, before=mark("depth "), tip=mark("Depth of the search in plies")
    ),
    "seconds": partial(
        Number, low=0.01, high=3600, decimals=2, unit=mark(" s"),
        tip=mark("Time of the search for each move"),
    ),
    "nodes": partial(
        Number, low=1, high=1_000_000_000, step=1000, unit=mark(" nodes"),
        tip=mark("Number of positions searched for each move"),
    ),
}  # fmt: skip


class SearchOptions(Form):
    """The options of one player of a kind in `SEARCH_KINDS`; each kind remembers its own.

    `side` is the side that the player plays, or None. There is a field for each limit.
    """

    def __init__(self, side: bool | None) -> None:
        self._kind = next(iter(SEARCH_KINDS))
        self._options = {kind: dict(PlayerSpec.parse(kind).options) for kind in SEARCH_KINDS}
        self.more = bind_text(QToolButton(), tip=mark("How this player searches"), name=_HOW[side])
        self.more.setText("…")
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        fields = (
            make(name, spoken=LIMIT_NAMES[name][side], shown=lambda v, name=name: v.limit == name)
            for name, make in _FIELDS.items()
        )
        row = Row(None, *fields, self.more, spread=True, spacing=theme.GRID // 2)
        super().__init__(row, facts={"limit": "depth"})
        self._add_menu()
        self.changed.connect(self._take)
        self._show()

    @property
    def spec(self) -> PlayerSpec:
        parts = ",".join(f"{name}={value}" for name, value in self._options[self._kind].items())
        return PlayerSpec.parse(f"{self._kind}:{parts}")

    def choose_kind(self, kind: str) -> None:
        self._kind = kind
        self._show()

    def choose(self, kind: str, options: Mapping[str, str]) -> None:
        self._options[kind] = dict(options)
        self.choose_kind(kind)

    def _add_menu(self) -> None:
        menu = QMenu(self)
        group = QActionGroup(self)
        self.limits: dict[str, QAction] = {}
        for name, (text, _) in _LIMITS.items():
            self.limits[name] = action = bind_text(menu.addAction(""), text=text)
            action.setCheckable(True)
            action.triggered.connect(lambda _, name=name: self._limit_by(name))
            group.addAction(action)
        menu.addSeparator()
        self.memo = bind_text(menu.addAction(""), text=mark("Remember positions (memo)"))
        self.first = bind_text(menu.addAction(""), text=mark("Play the first of equal moves"))
        for action in (self.memo, self.first):
            action.setCheckable(True)
        menu.addSeparator()
        self.weights = bind_text(
            QLineEdit(),
            hint=mark("default weights, or e.g. 3/3/2/1"),
            name=mark("Weights of the evaluation"),
        )
        on_retranslate(self, self._explain_weights)
        self.memo.triggered.connect(lambda on: self._set("memo", "yes" if on else "no"))
        self.first.triggered.connect(lambda on: self._set("choice", "first" if on else "random"))
        self.weights.textChanged.connect(self._weigh)
        held = QWidgetAction(menu)
        held.setDefaultWidget(self.weights)
        menu.addAction(held)
        self.more.setMenu(menu)

    def _explain_weights(self) -> None:
        wanted = SEARCH_KINDS[self._kind].options["weights"].wanted
        self.weights.setToolTip(wrapped(capital(wanted)))

    def _limit_by(self, name: str) -> None:
        """Use this limit and no other."""
        options = self._options[self._kind]
        value = options.get(name, _LIMITS[name][1])
        for other in LIMITS:
            options.pop(other, None)
        options[name] = value
        self._show()
        self.changed.emit("limit")

    @Slot(str)
    def _take(self, name: str) -> None:
        if name in self.fields:
            value = self.value(name)
            text = f"{value:.2f}" if name == "seconds" else str(value)
            self._options[self._kind][name] = text

    def _weigh(self, text: str) -> None:
        """Set valid weights; no text means the default."""
        read = SEARCH_KINDS[self._kind].options["weights"].read(text.strip()) if text else ""
        theme.mark_fault(self.weights, read is None)
        if read is not None:
            self._set("weights", read)

    def _set(self, name: str, value: str) -> None:
        options = self._options[self._kind]
        if value:
            options[name] = value
        else:
            options.pop(name, None)
        self.changed.emit(name)

    def _show(self) -> None:
        """Show the options of the kind without emitting a change."""
        options = dict(self.spec.options)
        self._options[self._kind] = dict(options)
        limit = next(name for name in LIMITS if name in options)
        with QSignalBlocker(self["depth"]), QSignalBlocker(self.weights):
            self["depth"].setMaximum(SEARCH_KINDS[self._kind].deepest)
            self.weights.setText(options.get("weights", ""))
        value = float(options[limit]) if limit == "seconds" else int(options[limit])
        self.show_values({limit: value})
        self.set_facts(limit=limit)
        theme.mark_fault(self.weights, False)
        self.limits[limit].setChecked(True)
        self.memo.setVisible("memo" in SEARCH_KINDS[self._kind].options)
        self.memo.setChecked(options.get("memo") != "no")
        self.first.setChecked(options.get("choice") == "first")


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
        self._task = Latest()
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
        """Show why there is no choice."""
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
        if engine is None or self._task.running or said(engine) is not None:
            return
        self._task.start(partial(_ask, engine), done=self._answered)

    @Slot(object)
    def _answered(self, answer: Introduced | None) -> None:
        self._fault = "" if answer is None else answer.fault
        self._fill(self.part)

    def _call_off(self) -> None:
        self._task.drop()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask the engine that has become visible."""
        super().showEvent(event)
        self._ask()


def _ask(
    engine: EngineRecipe, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Introduced | None:
    """Return the description of `engine`, None if it is not allowed to start (in a thread)."""
    return None if consent.lacking([engine]) else introduce(engine, progress, stopped)

"""The choice of a side's player, as a player spec, and of a clock for a new game."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAccessible, QStandardItemModel
from PySide6.QtWidgets import QListView, QWidget

from millmate.errors import InputError
from millmate.games.catalogue import without_limit
from millmate.games.chess.rules import CHESS
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.form import Choice, Form, Number, Row, Switch
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import ComboBox, hbox, vbox
from millmate.gui.shell.play.player_options import LIMIT_NAMES, LevelChoice, SearchOptions
from millmate.language import mark, number, tr
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.players.engine_recipe import EngineRecipe, at_level
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import (
    ENGINE,
    KINDS,
    PROBLEMS,
    RULE50,
    STRONG,
    STYLE,
    TABLE,
    THEORY,
    PlayerSpec,
    SpecError,
    check_game,
    describe,
)

_OWN = "own"
_OFFERED = {
    "": mark("No clock"),
    "60": mark("1 minute"),
    "180+2": mark("3 minutes + 2 s a move"),
    "300+3": mark("5 minutes + 3 s a move"),
    "600+5": mark("10 minutes + 5 s a move"),
    "900+10": mark("15 minutes + 10 s a move"),
    "1800+20": mark("30 minutes + 20 s a move"),
    _OWN: mark("Another time…"),
}

_TIP = mark("Thinking time of each side for the whole game; a side that runs out of time loses")


class ClockChoice(Form):
    """A list of time controls, and fields for another one; no clock is the first of them."""

    def __init__(self, tip: str = _TIP, letters: int = 0) -> None:
        super().__init__(
            Choice("kind", "", _OFFERED, spoken=mark("Clock"), tip=tip, letters=letters),
            Row(
                None,
                Number(
                    "minutes", "", 1, 180, default=5, unit=mark(" min"),
                    spoken=mark("Minutes for each side"),
                ),
                Number(
                    "added", "", 0, 60, default=3, before="+ ", unit=mark(" s a move"),
                    spoken=mark("Seconds a move adds"),
                ),
                shown=lambda values: values.kind == _OWN,
                spread=True,
                spacing=theme.GRID // 2,
            ),
        )  # fmt: skip
        self.form.setVerticalSpacing(theme.GRID // 2)
        self.setFocusProxy(self["kind"])

    @property
    def text(self) -> str:
        """The time control as text, "" for none."""
        return str(self.control or "")

    @property
    def control(self) -> TimeControl | None:
        """The time control, None for no clock."""
        chosen = self.value("kind")
        if chosen == _OWN:
            return TimeControl(60.0 * self.value("minutes"), float(self.value("added")))
        return TimeControl.parse(chosen) if chosen else None

    def choose(self, text: str) -> None:
        """Choose the time control in `text`, "" for none; ignore what cannot be chosen here."""
        if text in _OFFERED and text != _OWN:
            self.fields["kind"].put(text)
            return
        with suppress(TimeControlError):
            control = TimeControl.parse(text)
            self["minutes"].setValue(round(control.base / 60))
            self["added"].setValue(round(control.increment))
            self.fields["kind"].put(_OWN)


def clock_words(control: TimeControl) -> str:
    """Return a time control for people: `3 minutes + 2 s a move`."""
    if offered := _OFFERED.get(str(control)):
        return tr(offered)
    minutes, added = number(control.base / 60), number(control.increment)
    return tr("{minutes} minutes + {added} s a move", minutes=minutes, added=added)


_WHO = {True: mark("Who plays White"), False: mark("Who plays Black"), None: mark("Who plays")}
_STYLES = {
    "perfect": mark("Resists longest"),
    PROBLEMS: mark("Sets problems"),
    THEORY: mark("As in theory"),
}
_INSTEAD = ("strong", "iterative", "random")  # of a player that cannot be chosen


class PlayerChoice(QWidget):
    """A list of player kinds and engines, with the search options or the engine's time.

    Engines, the built-in one among them, have levels of strength. `side` is the side that the
    player plays, or None.
    """

    accessible = as_role(QAccessible.Role.Grouping)

    changed = Signal()

    def __init__(self, side: bool | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game, self._perfect, self._replaces = CHESS.name, True, False
        self._clocked = False
        self._lacking = False  # perfect play has no table for the game
        self._by_person = False  # a person has chosen the player shown
        self._replaced = ""  # the player replaced by the chosen one
        self.kind = bind_text(ComboBox(), name=_WHO[side])
        self.setFocusProxy(self.kind)
        self.kind.narrow(8)
        for kind in KINDS:
            self.kind.addItem("", kind)
        self.search = SearchOptions(side)
        self.level = LevelChoice(side)
        self.level.narrow(6)
        seconds = Number(
            "seconds", "", 0.1, 600, decimals=1, default=1.0, unit=mark(" s"),
            tip=mark("Time of the engine for each move"), spoken=LIMIT_NAMES["seconds"][side],
        )  # fmt: skip
        rule50 = Switch(
            "rule50",
            "",
            mark("Fifty-move rule"),
            default=True,
            tip=mark(
                "Respect the fifty-move rule in perfect play: win before a draw can be "
                "claimed,\nand use the rule to save lost positions. Otherwise, play for the "
                "quickest mate"
            ),
        )
        style = Choice(
            "style", "", _STYLES, letters=6, spoken=mark("How perfect play defends"),
            tip=mark("How lost positions are defended"),
        )  # fmt: skip
        time, rule, how = seconds.make(), rule50.make(), style.make()
        self.seconds: Any = time.main
        self.rule50: Any = rule.main
        self.style_box: Any = how.main
        on_retranslate(self, self._name)
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.kind.activated.connect(self._person_has_chosen)
        self.search.changed.connect(self.changed)
        self.level.changed.connect(self._show_fields)
        time.changed.connect(self.changed)
        rule.changed.connect(self.changed)
        how.changed.connect(self.changed)
        self._kind_changed()

    def set_own_limits(self, allowed: bool) -> None:
        """Let the player's own limits be changed, unless those of a tournament replace them."""
        for field in (*map(self.search.__getitem__, self.search), self.seconds):
            field.setEnabled(allowed)
        for action in self.search.limits.values():
            action.setEnabled(allowed)

    def _lay_out(self) -> None:
        """Put the options beneath the list, since beside it both would be cut off."""
        gap = theme.GRID // 2
        options = hbox(
            (self.search, 1),
            (self.level, 2),
            (self.seconds, 1),
            self.rule50,
            (self.style_box, 1),
            spacing=gap,
        )
        vbox(self.kind, options, self.level.note, within=self, spacing=gap)

    def _name(self) -> None:
        for index in range(self.kind.count()):
            spec = PlayerSpec.parse(self.kind.itemData(index))
            bare = PlayerSpec(spec.kind) if spec.engine is None else spec
            self.kind.setItemText(index, describe(bare, tr))

    @property
    def spec(self) -> PlayerSpec:
        engine = self._engine
        if engine is not None and self._timed:
            engine = replace(engine, seconds=round(self.seconds.value(), 1))
        if engine is not None:
            return PlayerSpec.of_engine(at_level(engine, self.level.part))
        kind = self.kind.currentData()
        if kind == STRONG and self._limited:
            return PlayerSpec.parse(f"{STRONG}:{self.level.part}")
        if kind == STRONG:
            return PlayerSpec.parse(f"{STRONG}:seconds={self.seconds.value():.1f}")
        if kind == TABLE:
            rule = "on" if self.rule50.isChecked() else "off"
            style = self.style_box.currentData()
            return PlayerSpec.parse(f"{TABLE}:{RULE50}={rule},{STYLE}={style}")
        return self.search.spec if self._searches else PlayerSpec.parse(kind)

    def pick(self, text: str) -> None:
        """Choose the player in `text` as a person does: it is not replaced."""
        self.choose(text)
        self._person_has_chosen()

    def choose(self, text: str) -> None:
        """Choose the player in `text`; ignore an unknown one."""
        try:
            spec = PlayerSpec.parse(text)
        except InputError:
            return
        self._replaced, self._by_person = "", False
        self._choose(spec)
        self._show_offered()

    def _choose(self, spec: PlayerSpec) -> None:
        if spec.engine is not None:
            self._choose_engine(spec.engine)
            return
        if spec.strong is not None:
            self.seconds.setValue(spec.strong.limits.seconds or self.seconds.value())
        if spec.kind in SEARCH_KINDS:
            self.search.choose(spec.kind, dict(spec.options))
        if spec.kind == TABLE:
            options = dict(spec.options)
            self.rule50.setChecked(options.get(RULE50) != "off")
            style = options.get(STYLE, next(iter(_STYLES)))
            self.style_box.setCurrentIndex(self.style_box.findData(style))
        self.kind.setCurrentIndex(self.kind.findData(spec.kind))
        if spec.strong is not None:
            self.level.choose(spec.strong.level)

    def offer(self, game: str, *, perfect: bool = True, replaces: bool = False) -> None:
        """Offer only the players of `game`, with perfect play if `perfect`.

        With `replaces`, a chosen player that is not offered is replaced until `restore`.
        """
        self._game, self._perfect, self._replaces = without_limit(game), perfect, replaces
        self._name()
        self._show_offered()
        self._kind_changed()

    def offers(self, spec: PlayerSpec) -> bool:
        if spec.kind == TABLE and not self._perfect:
            return False
        try:
            check_game(PlayerSpec(spec.kind) if spec.engine is None else spec, self._game)
        except SpecError:
            return False
        return True

    @property
    def wanted(self) -> str:
        """The chosen player, or the one that it replaces for now."""
        return self._replaced or str(self.spec)

    def set_lacking(self, lacking: bool) -> None:
        """Replace perfect play while its table is missing, unless a person has chosen it."""
        if lacking != self._lacking:
            self._lacking = lacking
            self._show_offered()
            if not lacking:
                self.restore()

    def restore(self) -> None:
        """Choose the replaced player again, if there is one."""
        if self._replaced:
            self.choose(self._replaced)

    def set_clocked(self, clocked: bool) -> None:
        """Offer no time for a move where clocks run."""
        self._clocked = clocked
        self._kind_changed()

    def set_engines(self, engines: Iterable[EngineRecipe]) -> None:
        """Offer these engines after the player kinds; keep the choice if possible."""
        chosen = self._engine
        self.kind.blockSignals(True)
        for index in reversed(range(self.kind.count())):
            if str(self.kind.itemData(index)).startswith(f"{ENGINE}:"):
                self.kind.removeItem(index)
        for engine in engines:
            self._add(engine)
        if chosen is not None:
            self.kind.setCurrentIndex(max(self._find(chosen), 0))
        self.kind.blockSignals(False)
        self._show_offered()
        self._kind_changed()

    def _show_offered(self) -> None:
        """Hide the players that are not offered; see `offer`."""
        view, model = self.kind.view(), self.kind.model()
        assert isinstance(view, QListView)
        assert isinstance(model, QStandardItemModel)
        for index in range(self.kind.count()):
            offered = self.offers(PlayerSpec.parse(self.kind.itemData(index)))
            view.setRowHidden(index, not offered)
            model.item(index).setEnabled(offered)  # for keys and the wheel
        spec = self.spec
        lacking = self._lacking and spec.kind == TABLE and not self._by_person
        if self._replaces and (lacking or not self.offers(spec)):
            self._choose(next(s for s in map(PlayerSpec.parse, _INSTEAD) if self.offers(s)))
            self._replaced = str(spec)

    def _choose_engine(self, engine: EngineRecipe) -> None:
        """Choose an engine, in the list or not."""
        if engine.nodes is engine.depth is None:
            self.seconds.setValue(engine.seconds or self.seconds.value())
            engine = engine.without_limits()
        index = self._find(engine)
        self.kind.setCurrentIndex(self._add(engine.without_level()) if index < 0 else index)
        listed = self._engine
        assert listed is not None
        self.level.choose("" if listed.level == engine.level else engine.level)

    def _add(self, engine: EngineRecipe) -> int:
        self.kind.addItem(engine.description(tr), str(PlayerSpec.of_engine(engine)))
        return self.kind.count() - 1

    def _find(self, engine: EngineRecipe) -> int:
        """Return the index of the engine, or of its program at another level or with other options.

        It is -1 without one.
        """
        engines = {
            index: listed
            for index in range(self.kind.count())
            if (listed := PlayerSpec.parse(self.kind.itemData(index)).engine) is not None
        }
        same: tuple[Callable[[EngineRecipe], bool], ...] = (
            lambda listed: listed == engine,
            lambda listed: listed.without_level() == engine.without_level(),
            lambda listed: listed.path == engine.path,
        )
        return next((i for is_it in same for i, listed in engines.items() if is_it(listed)), -1)

    @property
    def _engine(self) -> EngineRecipe | None:
        data = self.kind.currentData()
        return PlayerSpec.parse(data).engine if data else None

    @property
    def _timed(self) -> bool:
        """Whether the chosen player needs a time: engines without a limit."""
        engine = self._engine
        if engine is None:
            return self._is_strong and not self._limited
        return engine.nodes is engine.depth is None

    @property
    def _is_strong(self) -> bool:
        return bool(self.kind.currentData() == STRONG)

    @property
    def _limited(self) -> bool:
        """Whether our own search is to play below full strength."""
        return bool(self.level.part)

    @property
    def _searches(self) -> bool:
        return self.kind.currentData() in SEARCH_KINDS

    @Slot()
    def _person_has_chosen(self) -> None:
        self._replaced, self._by_person = "", True

    def _kind_changed(self) -> None:
        if self._searches:
            self.search.choose_kind(self.kind.currentData())
        self.level.offer(self._engine, self._game)
        self._show_fields()

    @Slot()
    def _show_fields(self) -> None:
        has_levels = self._engine is not None or self._is_strong
        self.search.setVisible(self._searches)
        self.level.setVisible(has_levels)
        self.seconds.setVisible(self._timed and not self._clocked)
        for each in (self.rule50, self.style_box):
            each.setVisible(self.kind.currentData() == TABLE)
        self.changed.emit()

"""The square map: the value of every place for a man, and the strip that says what it shows."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSlider, QWidget

from millmate.formatting import side_name
from millmate.games.value import Form, Terms, Value, words
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import Segments, hbox, push_button, tool_button
from millmate.language import count, current, mark, mark_count, tr
from millmate.pictures.landscape import Landscape
from millmate.pictures.value_marks import PlaceValue

_COUNTS = {
    ("chess", 1): mark_count("wins from {n} square", "wins from {n} squares"),
    ("chess", 0): mark_count("draws from {n} square", "draws from {n} squares"),
    ("chess", -1): mark_count("loses from {n} square", "loses from {n} squares"),
    ("morris", 1): mark_count("wins from {n} point", "wins from {n} points"),
    ("morris", 0): mark_count("draws from {n} point", "draws from {n} points"),
    ("morris", -1): mark_count("loses from {n} point", "loses from {n} points"),
}
_MATTERS = {
    "chess": mark_count(
        "The side to move matters on {n} square.", "The side to move matters on {n} squares."
    ),
    "morris": mark_count(
        "The side to move matters on {n} point.", "The side to move matters on {n} points."
    ),
}
Verdicts = Mapping[bool, Mapping[int, Value]]  # by the side to move and the place


def landscape(
    found: Verdicts, place: int, side: bool, turn: bool, terms: Terms, *, matters: bool = False
) -> Landscape:
    """Return the map of the man of `place`, whose colour is `side`, with `turn` to move.

    `found` has the verdicts of both sides to move; with `matters`, places where their results
    differ get a ring.
    """
    values, rings = _values_for(found[turn], side is turn, terms), frozenset[int]()
    if matters:
        other = _values_for(found[not turn], side is not turn, terms)
        both = values.keys() & other.keys()
        rings = frozenset(at for at in both if values[at].wdl != other[at].wdl)
        for at in rings:
            words = tr(
                "{value}; with {side} to move: {other}",
                value=values[at].words,
                side=side_name(not turn),
                other=other[at].words,
            )
            values[at] = replace(values[at], words=words)
    return Landscape(place, values, rings)


def _values_for(
    verdicts: Mapping[int, Value], same_side: bool, terms: Terms
) -> dict[int, PlaceValue]:
    """Return the values of places for a man's side; `same_side` is whether it is to move."""
    sign = 1 if same_side else -1
    return {place: _value(found, sign * found.wdl, terms) for place, found in verdicts.items()}


def _value(found: Value, wdl: int, terms: Terms) -> PlaceValue:
    said = _said(wdl, found.moves, found.exact, terms, current().code)
    moves, plies = (found.moves, found.plies) if found.exact else (None, None)
    return PlaceValue(wdl, moves, said, plies)


@lru_cache(maxsize=2048)  # a map has few different values
def _said(wdl: int, moves: int | None, exact: bool, terms: Terms, language: str) -> str:
    """Return a value in words; `language` is the code of the current one."""
    plies = 2 * moves if moves else None  # even: no move is played that mates at once
    return words(Value(wdl, plies, exact), terms, form=Form.MOVE)


def summary(kind: str, name: str, side: bool, turn: bool, values: Collection[PlaceValue]) -> str:
    """Return a sentence: `White king, Black to move: White wins from 37 squares, ...`.

    Args:
        kind: The game.
        name: The name of the man.
        side: The colour of the man.
        turn: The side to move.
        values: The values of all places where the man can stand.
    """
    mover = side_name(turn)
    if not values:
        return tr(
            "{man}, {mover} to move: no such position is possible.", man=capital(name), mover=mover
        )
    numbers = {wdl: sum(value.wdl == wdl for value in values) for wdl in (1, 0, -1)}
    parts = [count(n, *_COUNTS[kind, wdl]) for wdl, n in numbers.items() if n]
    return tr(
        "{man}, {mover} to move: {side} {results}.",
        man=capital(name),
        mover=mover,
        side=side_name(side),
        results=", ".join(parts),
    )


def rings_words(kind: str, shown: Landscape) -> str:
    """Return a sentence on how many places have another result with the other side to move."""
    return count(len(shown.rings), *_MATTERS[kind])


_MATTER = mark("Whose move matters")
_TITLES = {True: mark("White to move"), False: mark("Black to move"), None: _MATTER}
_BRIEF = {True: mark("White"), False: mark("Black"), None: _MATTER}
_SIGNS = {True: "○", False: "●", None: "◎"}
# The contents of the strip, the widest first: texts of the switch, the man's name, the wave.
_LEVELS = (
    (_TITLES, True, True),
    (_BRIEF, True, True),
    (_SIGNS, True, True),
    (_SIGNS, False, True),
    (_SIGNS, False, False),
)
_LEAST, _CLOSABLE = 17 * theme.GRID, 22 * theme.GRID  # pixels: without and with its last button
_MOVING = mark("Show the map with this side to move (Shift+M)")
_MARKING = mark("Ring the places whose result depends on the side to move (Shift+M)")
_SLIDER = 5 * theme.GRID, 9 * theme.GRID  # pixels: the least and the most
_PLY_MS = 24  # of a wave


class Wave(QWidget):
    """Chooses how far the ends shown may be; its button moves the limit ply by ply.

    `moved` carries the limit in plies, None for all; the slider counts moves, as the figures do.
    `moving` returns whether things may move: if not, the button shows all at once.
    """

    moved = Signal(object)

    def __init__(self, moving: Callable[[], bool]) -> None:
        super().__init__()
        self._moving, self._most, self._plies = moving, 0, 0
        self.play = tool_button(
            "play",
            self._start,
            tip=mark("Show the distances ply by ply, the nearest first"),
            name=mark("Play the wave"),
        )
        self.slider = bind_text(
            QSlider(Qt.Orientation.Horizontal),
            tip=mark("Show only results within this number of moves"),
            name=mark("Longest distance shown"),
        )
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the board keeps its keys when dragged
        self.slider.setMinimumWidth(_SLIDER[0])
        self.slider.setMaximumWidth(_SLIDER[1])
        self.slider.valueChanged.connect(self._drag)
        self.figure = Label()
        hbox(self.play, self.slider, self.figure, within=self, spacing=theme.GRID // 2)
        self._timer = QTimer(self, interval=_PLY_MS)
        self._timer.timeout.connect(self._step)

    @property
    def limit(self) -> int | None:
        return self._plies if self._plies < self._most else None

    def reset(self) -> None:
        """Show all of the next map."""
        self._timer.stop()
        self._plies = self._most

    def set_most(self, most: int) -> None:
        """Set the plies to the farthest end; a limit stays as it is."""
        at_end = self.limit is None
        self._most = most
        self._plies = most if at_end else min(self._plies, most)
        self.slider.setRange(0, (most + 1) // 2)
        self.figure.setFixedWidth(self.fontMetrics().horizontalAdvance(f"≤ {max(99, most // 2)}"))
        self.setEnabled(most > 0)
        self._show()

    @Slot()
    def _start(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
        elif self._moving():
            self._go(self._plies if self.limit is not None else 0)
            self._timer.start()
        else:
            self._go(self._most)
        self._show()

    @Slot()
    def _step(self) -> None:
        self._go(self._plies + 1)

    @Slot(int)
    def _drag(self, moves: int) -> None:
        self._timer.stop()
        self._go(2 * moves)

    def _go(self, plies: int) -> None:
        self._plies = min(plies, self._most)
        if self.limit is None:
            self._timer.stop()
        self._show()
        self.moved.emit(self.limit)

    def _show(self) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(self._plies // 2 if self.limit is not None else self.slider.maximum())
        self.slider.blockSignals(False)
        self.figure.setText(f"≤ {self.slider.value()}")
        self.play.setIcon(theme.icon("pause" if self._timer.isActive() else "play"))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._show()


class SquareMapStrip(QFrame):
    """Says what the map shows, of which side to move and how far; `closed` ends the map.

    `turn_chosen` carries the side to move, or None to mark where it matters.
    """

    turn_chosen = Signal(object)
    build_wanted = Signal()
    closed = Signal()

    def __init__(self, moving: Callable[[], bool]) -> None:
        """Create the strip; see `Wave` for `moving`."""
        super().__init__()
        self.text = Label()
        self.text.setWordWrap(True)
        self.turns = Segments(_TITLES, mark("Side to move on the square map"))
        self.turns.chosen.connect(self.turn_chosen)
        for key, button in self.turns.buttons.items():
            bind_text(button, name=_TITLES[key], tip=_MARKING if key is None else _MOVING)
        self.wave, self._known, self._name = Wave(moving), False, ""
        self.build = push_button(mark("Build…"), self.build_wanted)
        self.dismiss = tool_button(
            "close", self.closed, tip=mark("End the square map (M)"), name=mark("End the map")
        )
        parts = self.turns, self.wave, self.build, self.dismiss
        hbox((self.text, 1), *parts, within=self)
        translator.changed.connect(self._fit)
        self.hide()

    def show_values(self, name: str, summary: str, choice: bool | None) -> None:
        """Show the name of the man, and the `summary`, a sentence, where there is room for it.

        Screen readers always get the sentence. See `turn_chosen` for the `choice`.
        """
        self._name = name
        self.text.setAccessibleName(summary)
        self.text.setToolTip(wrapped(f"{summary} {tr('The fifty-move rule is left out.')}"))
        self.turns.choose(choice)
        self._show_parts(known=True, buildable=False)
        self._fit()

    def show_lack(self, sentence: str, *, buildable: bool) -> None:
        """Show why there is no map, and whether tables for it can be built."""
        self.text.setText(sentence)
        self.text.setAccessibleName(sentence)
        self.text.setToolTip("")
        self._show_parts(known=False, buildable=buildable)
        self._fit()

    def _show_parts(self, *, known: bool, buildable: bool) -> None:
        self._known = known
        for part in (self.turns, self.wave):
            part.setVisible(known)
        self.build.setVisible(buildable)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Show as much as fits: texts of sides or signs, the man or the summary, the wave."""
        self.setMinimumWidth(round(_LEAST * theme.text_scale()))
        self.dismiss.setVisible(self.width() >= _CLOSABLE * theme.text_scale())
        if not self._known:
            others = self.build.sizeHint().width() * (not self.build.isHidden()) + 4 * theme.GRID
            room = self.width() - others - self.dismiss.sizeHint().width()
            high = self.text.heightForWidth(room) if room > 0 else self.height() + 1
            self.text.setVisible(high <= self.height())
            return
        self.text.setText(self._name)
        least = self.text.minimumSizeHint().width()
        for titles, named, waving in _LEVELS:
            for key, title in titles.items():
                self.turns.buttons[key].setText(title if titles is _SIGNS else tr(title))
            others = self.turns.sizeHint().width() + self.dismiss.sizeHint().width()
            others += self.wave.sizeHint().width() * waving + 5 * theme.GRID
            room = self.width() - others
            if room >= least * named:
                break
        self.text.setVisible(named)
        self.wave.setVisible(waving)
        self.text.setText(self.text.accessibleName())
        if self.text.heightForWidth(room) > self.height():
            self.text.setText(self._name)

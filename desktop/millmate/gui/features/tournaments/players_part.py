"""The participants: a list, and the details of the selected one."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QLineEdit, QWidget

from millmate.errors import InputError
from millmate.gui.features.tournaments.plan_parts import Part
from millmate.gui.kit import theme
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.form import Row
from millmate.gui.kit.table_model import Column, Index, TableModel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.tiles import Tiles, inner
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button
from millmate.gui.shell.play.faces import face
from millmate.gui.shell.play.player_choice import PlayerChoice
from millmate.language import mark, tr
from millmate.play.tournament.plan import Limits, Participant, TournamentPlan, called
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.search_kinds import SEARCH_KINDS
from millmate.players.spec import PlayerSpec, describe


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant: its name, or "" for an automatic name, and its recipe."""

    name: str
    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class _PlayerRow:
    """An entry with its given or automatic name, and the common limits."""

    entry: Entry
    name: str
    limits: Limits


_COLUMN: Column[_PlayerRow] = Column(
    mark("Player"),
    lambda row: row.name,
    hint=lambda row: str(row.entry.spec),
    spoken=lambda row: f"{row.name}, {_plays(row.entry.spec, row.limits, tr)}",
)


class PlayersModel(TableModel[_PlayerRow]):
    """The participants in order, with their names and settings."""

    def __init__(self) -> None:
        super().__init__([_COLUMN])
        self._limits = Limits()

    @property
    def entries(self) -> list[Entry]:
        return [row.entry for row in self.rows]

    @property
    def participants(self) -> tuple[Participant, ...]:
        return tuple(Participant(row.name, row.entry.spec) for row in self.rows)

    def show_plan(self, plan: TournamentPlan) -> None:
        self._limits = plan.limits
        self.show(
            self._named(
                [
                    Entry("" if _is_automatic(each, plan.limits) else each.name, each.player)
                    for each in plan.participants
                ]
            )
        )

    def called(self, row: int) -> str:
        return self.rows[row].name

    def rename_engines(self, listed: Sequence[EngineRecipe]) -> None:
        """Give the participants' engines the names that `listed` has for their programs."""
        names: dict[str, set[str]] = {}
        for recipe in listed:
            names.setdefault(recipe.path, set()).add(recipe.name)
        for row, entry in enumerate(self.entries):
            engine = entry.spec.engine
            if engine is not None and len(found := names.get(engine.path, ())) == 1:
                named = PlayerSpec.of_engine(replace(engine, name=next(iter(found))))
                self.rows[row] = replace(self.rows[row], entry=replace(entry, spec=named))
        self._name()

    def set_limits(self, limits: Limits) -> None:
        if limits != self._limits:
            self._limits = limits
            self._name()

    def put(self, row: int, entry: Entry) -> None:
        self.rows[row] = replace(self.rows[row], entry=entry)
        self._name()

    def add(self, entry: Entry) -> None:
        self.append(self._named([*self.entries, entry])[-1:])
        self._name()

    def remove(self, row: int) -> None:
        super().remove(row)
        self._name()

    def swap(self, row: int, other: int) -> None:
        self.rows[row], self.rows[other] = self.rows[other], self.rows[row]
        self._name()

    def _name(self) -> None:
        self.set_rows(dict(enumerate(self._named(self.entries))))

    def _named(self, entries: Sequence[Entry]) -> list[_PlayerRow]:
        """Name the unnamed participants; number those with equal names."""
        taken = {entry.name for entry in entries if entry.name}
        seen: Counter[str] = Counter()
        rows = []
        for entry in entries:
            name = given = entry.name or _plays(entry.spec, self._limits)
            while not entry.name and (name in taken or seen[name]):
                seen[given] += 1
                name = f"{given} ({seen[given]})"
            seen[name] += 1
            rows.append(_PlayerRow(entry, name, self._limits))
        return rows


def _is_automatic(participant: Participant, limits: Limits) -> bool:
    """Return whether the name is automatic and follows the settings of the participant."""
    number = participant.name.removeprefix(_plays(participant.player, limits))
    return number == "" or re.fullmatch(r" \(\d+\)", number) is not None


def _plays(spec: PlayerSpec, limits: Limits, translate: Callable[[str], str] = str) -> str:
    """Return the description of a player, with the common limits if they apply to it."""
    try:
        return called(spec, limits, translate)
    except InputError:
        return describe(spec, translate)


_WRITTEN = mark(
    "The player in the notation of the command line and of tournament files, such as "
    "strong:nodes=20000 or uci:/path/to/engine,nodes=10000,option.Hash=64"
)
# One per generation at its best, and alpha-beta without a transposition table.
GENERATIONS = tuple(
    text
    for kind in SEARCH_KINDS
    for text in ((f"{kind}:memo=no", kind) if kind == "alphabeta" else (kind,))
)
_ROWS = 4  # of cards in sight
_CARD = 200  # pixels, at least


class PlayersPart(Part):
    """The participants in order, which is the seeding of a knockout.

    `engines_wanted` asks for the dialog that adds and configures engines.
    """

    keys = ("players",)
    engines_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._showing = False
        self._game = ("chess", True)  # and whether perfect play is possible
        self._unread = ""  # the fault of a player's text
        self.model = PlayersModel()
        self.choice = PlayerChoice(None)
        self.choice.kind.removeItem(self.choice.kind.findData("human"))
        bind_text(self.choice.kind, name=mark("Kind of the player"))
        self.written = bind_text(QLineEdit(), name=mark("The player as text"), tip=_WRITTEN)
        self.as_text = bind_text(QCheckBox(), text=mark("as text"), tip=_WRITTEN)
        self.name = bind_text(QLineEdit(), name=mark("Name of the player"))
        self.name.setMaxLength(120)
        self.add = push_button(mark("Add a player"), self._add)
        self.add.setIcon(icon("new"))
        self.list = PlayersList(self.model, self.add)
        self.all = push_button(
            mark("Add the generations"),
            self._add_generations,
            tip=mark("Add every textbook search that is not in the list"),
        )
        self.remove = push_button(mark("Remove"), self._remove)
        self.up = push_button(mark("Up"), lambda: self._move(-1))
        self.down = push_button(mark("Down"), lambda: self._move(1))
        self.engines = push_button(
            mark("Engines…"),
            self.engines_wanted,
            tip=mark("Add and set UCI engines, which are then offered here"),
        )
        self._lay_out()
        self._connect()
        self._point(-1)

    def _lay_out(self) -> None:
        held = QWidget()
        hbox(self.all, self.engines, None, self.up, self.down, self.remove, within=held)
        self.form.add(
            Row(None, self.list),
            Row(mark("Players"), held),
            Row(mark("Selected player"), self.choice),
            Row(mark("Name"), self.name, self.as_text, self.written),
        )
        self.written.hide()

    def _connect(self) -> None:
        self.list.selectionModel().currentRowChanged.connect(lambda now, _: self._point(now.row()))
        self.list.selectionModel().selectionChanged.connect(self._offer)
        self.choice.changed.connect(self._chosen)
        self.as_text.toggled.connect(self.written.setVisible)
        self.written.textEdited.connect(self._write)
        self.name.textEdited.connect(self._rename)
        self.list.removed.connect(self._remove_one)
        keys = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.list)
        keys.setContext(Qt.ShortcutContext.WidgetShortcut)
        keys.activated.connect(self._remove)

    # --- updates from the form -------------------------------------------------------------------

    def set_engines(self, engines: Iterable[EngineRecipe]) -> None:
        listed = tuple(engines)
        self.model.rename_engines(listed)
        self._showing = True
        self.choice.set_engines(listed)
        self._showing = False
        self._point(self.row)

    def set_limits(self, limits: Limits) -> None:
        """Set the common limits, which appear in player names and replace players' own."""
        self.model.set_limits(limits)
        self.choice.set_own_limits(not limits.given())
        self._call()

    def set_game(self, game: str, *, perfect: bool) -> None:
        """Offer only players of this game, and whether perfect play is possible.

        A participant that cannot play stays; the check of the plan reports it.
        """
        if (game, perfect) == self._game:
            return
        self._game = game, perfect
        self._showing = True
        self.choice.offer(game, perfect=perfect)
        self._showing = False
        self._point(self.row)

    def renamed(self, plan: TournamentPlan) -> TournamentPlan:
        """Return `plan` with the participants' names updated for the current limits."""
        return replace(plan, participants=self.model.participants)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return self.renamed(plan)

    def show_plan(self, plan: TournamentPlan) -> None:
        self._showing = True
        self.model.show_plan(plan)
        if plan.participants:
            self._go_to(0)
        self._point(self.row)
        self._showing = self._touched = False

    @Slot()
    def _emit_changed(self) -> None:
        if not self._showing:
            super()._emit_changed()

    # --- the selected participant ----------------------------------------------------------------

    @property
    def row(self) -> int:
        row = self.list.currentIndex().row()
        return row if row < self.model.rowCount() else -1

    def _point(self, row: int) -> None:
        there = 0 <= row < self.model.rowCount()
        for widget in (self.choice, self.written, self.name):
            widget.setEnabled(there)
        showing, self._showing = self._showing, True
        if there:
            spec = self.model.entries[row].spec
            self.choice.choose(str(spec))
            self.written.setText(str(spec))
        else:
            self.written.clear()
        self._showing = showing
        self._read()
        self._call()
        self._offer()

    @property
    def lack(self) -> str:
        return self._unread

    def _read(self) -> None:
        """Clear the fault: the text describes a player again."""
        self._unread = ""
        theme.mark_fault(self.written, False)

    def _call(self) -> None:
        """Show the name of the player, or its automatic name."""
        row = self.row
        there = row >= 0
        self.name.setPlaceholderText(self.model.called(row) if there else "")
        if not self.name.hasFocus() or not there:
            self.name.setText(self.model.entries[row].name if there else "")

    @Slot()
    def _chosen(self) -> None:
        """Apply the choice of another player to the row."""
        if not self._showing and self.row >= 0:
            self._put(self.choice.spec)
            self.written.setText(str(self.choice.spec))

    @Slot(str)
    def _write(self, text: str) -> None:
        try:
            spec = PlayerSpec.parse(text)
        except InputError as error:
            self._unread = sentence(str(error))
            theme.mark_fault(self.written, True)
            self._emit_changed()
            return
        self._put(spec)
        self._showing = True
        self.choice.choose(str(spec))
        self._showing = False

    def _put(self, spec: PlayerSpec) -> None:
        self._read()
        self.model.put(self.row, replace(self.model.entries[self.row], spec=spec))
        self._call()
        self._emit_changed()

    @Slot(str)
    def _rename(self, name: str) -> None:
        self.model.put(self.row, replace(self.model.entries[self.row], name=" ".join(name.split())))
        self._emit_changed()

    # --- the list --------------------------------------------------------------------------------

    @Slot()
    def _offer(self, *_: object) -> None:
        rows = self._selected()
        self.remove.setEnabled(bool(rows))
        self.up.setEnabled(len(rows) == 1 and rows[0] > 0)
        self.down.setEnabled(len(rows) == 1 and rows[0] < self.model.rowCount() - 1)

    def _selected(self) -> list[int]:
        return sorted(index.row() for index in self.list.selectionModel().selectedRows())

    @Slot()
    def _add(self) -> None:
        """Add a player of a kind not in the list yet, or else another random player."""
        there = {entry.spec.kind for entry in self.model.entries}
        kinds = (k for k in (*SEARCH_KINDS, "strong", "table", "random") if k not in there)
        specs = filter(self.choice.offers, map(PlayerSpec.parse, kinds))
        self._insert([next(specs, PlayerSpec.parse("random"))])
        self.choice.kind.setFocus()

    @Slot()
    def _add_generations(self) -> None:
        there = {(e.spec.kind, dict(e.spec.options).get("memo")) for e in self.model.entries}
        specs = [PlayerSpec.parse(text) for text in GENERATIONS]
        self._insert([s for s in specs if (s.kind, dict(s.options).get("memo")) not in there])

    def _insert(self, specs: list[PlayerSpec]) -> None:
        for spec in specs:
            self.model.add(Entry("", spec))
        if specs:
            self._go_to(self.model.rowCount() - 1)
            self._emit_changed()

    @Slot()
    def _remove(self) -> None:
        rows = self._selected()
        for row in reversed(rows):
            self.model.remove(row)
        if rows:
            self._go_to(min(rows[0], self.model.rowCount() - 1))
            self._emit_changed()

    @Slot(int)
    def _remove_one(self, row: int) -> None:
        self._go_to(row)
        self._remove()

    def _move(self, by: int) -> None:
        row = self.row
        self.model.swap(row, row + by)
        self._go_to(row + by)
        self._emit_changed()

    def _go_to(self, row: int) -> None:
        if row < 0:
            self._point(-1)
            return
        how = (
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows
        )
        self.list.selectionModel().setCurrentIndex(self.model.index(row, 0), how)
        self.list.scrollTo(self.model.index(row, 0))
        self._point(row)


class PlayersList(Tiles):
    """Shows participants as cards; `removed` carries the row of one whose cross was clicked.

    `end` is a widget in the place after the last card.
    """

    removed = Signal(int)

    def __init__(self, model: PlayersModel, end: QWidget) -> None:
        super().__init__(model, mark("Players"), _CARD)
        self._end, self._players = end, model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        end.setParent(self.viewport())
        self.setTabOrder(self, end)
        self.verticalScrollBar().valueChanged.connect(self._place_end)
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self._fit)

    def tile_height(self, width: int) -> int:
        return 3 * self.fontMetrics().height() + 3 * theme.GRID

    def paint_tile(self, painter: QPainter, tile: QRect, index: Index, pointed: bool) -> None:
        """Paint the face of a player, its name and how it plays, and a cross that removes it."""
        row, scheme, side = self._players.rows[index.row()], theme.colours(), 4 * theme.GRID
        place = tile.adjusted(theme.GRID, theme.GRID, -theme.GRID, -theme.GRID)
        face(row.entry.spec).paint(painter, QRect(place.topLeft(), QSize(side, side)))
        place.setLeft(place.left() + side + theme.GRID)
        cross = _cross(tile)
        if pointed:
            icon("close").paint(painter, cross)
        high, words = self.fontMetrics().height(), _plays(row.entry.spec, row.limits, tr)
        font = self.font()
        font.setWeight(QFont.Weight.DemiBold)
        beside = place.adjusted(0, 0, cross.left() - place.right(), 0)
        if row.entry.name:
            painter.setPen(QColor(scheme.muted))
            painter.drawText(place.adjusted(0, high, 0, 0), Qt.TextFlag.TextWordWrap, words)
            right = Qt.TextElideMode.ElideRight
            words = QFontMetrics(font).elidedText(row.name, right, beside.width())
        else:  # how it plays is its name, maybe with a number
            words += row.name.removeprefix(_plays(row.entry.spec, row.limits))
        painter.setFont(font)
        painter.setPen(QColor(scheme.text))
        painter.drawText(beside, Qt.TextFlag.TextWordWrap, words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remove the player whose cross is clicked, else select the card."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if index.isValid() and _cross(inner(self.visualRect(index))).contains(place):
            self.removed.emit(index.row())
        else:
            super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Update the sizes after the style sheet or the font has changed."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def updateGeometries(self) -> None:
        """Leave room to scroll to the widget after the last card."""
        super().updateGeometries()
        rows = self.model().rowCount() // self.columns + 1
        bar = self.verticalScrollBar()
        bar.setMaximum(max(0, rows * self.tile_size.height() - self.viewport().height()))

    @Slot()
    def _fit(self) -> None:
        """Show all cards, or the first rows of many, with the widget at their end."""
        rows = min(self._players.rowCount() // self.columns + 1, _ROWS)
        self.setFixedHeight(rows * self.tile_size.height())
        self._place_end()

    @Slot()
    def _place_end(self) -> None:
        row, column = divmod(self._players.rowCount(), self.columns)
        size = self.tile_size
        top = row * size.height() - self.verticalScrollBar().value()
        self._end.setGeometry(inner(QRect(QPoint(column * size.width(), top), size)))


def _cross(tile: QRect) -> QRect:
    """Return the place of the cross in the corner of a card."""
    side = 2 * theme.GRID
    return QRect(tile.right() - side - theme.GRID // 2, tile.top() + theme.GRID // 2, side, side)

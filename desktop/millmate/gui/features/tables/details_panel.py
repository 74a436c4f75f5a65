"""The details of the tables chosen, and the disk use of all as a picture; beside the list."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from millmate.formatting import plural, size, titled
from millmate.games.chess.material import Material
from millmate.glossary import Term
from millmate.gui.features.tables.tables_model import CHESS, MEN, MORRIS, Group, disk_bytes, path_of
from millmate.gui.kit import theme
from millmate.gui.kit.accessible import as_role
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import scrolling, vbox
from millmate.language import count, mark, mark_count, tr
from millmate.tablebase import estimates
from millmate.tablebase.inventory import (
    Ending,
    State,
    TableFile,
    dependents,
    needs,
    readers,
)
from millmate.tablebase.metric import Metric
from millmate.tablebase.table import TableInfo
from millmate.tablebase.targets import side_names

if TYPE_CHECKING:
    from millmate.tablebase.targets import Info


_PAYLOADS = {
    "distances": mark("distances of wins and losses: {size}"),
    "wdl": mark("results: {size}"),
    "losses": mark("distances of losses: {size}"),
}
_METRICS = {
    Metric.DTM: mark("Moves to mate (DTM)"),
    Metric.DTZ: mark("Plies to mate, capture or pawn move (DTZ50)"),
}
# The tables of a choice by their states: one and many.
_TALLIES = {
    State.BUILT: mark_count("{n} built", "{n} built"),
    State.STARTED: mark_count("{n} started", "{n} started"),
    State.DAMAGED: mark_count("{n} damaged", "{n} damaged"),
    State.ABSENT: mark_count("{n} not built", "{n} not built"),
}


def tally(endings: Sequence[Ending]) -> str:
    """Return how many tables are in which state: `12 built, 18 not built; 3.2 MB on disk`."""
    states = Counter(ending.main.state for ending in endings)
    parts = [count(states[state], *words) for state, words in _TALLIES.items() if states[state]]
    zeroing = sum(file.state.exists for ending in endings for file in ending.files[1:])
    if zeroing:
        parts.append(tr("{tables} of DTZ50 besides", tables=plural(zeroing, "table")))
    return tr("{tally}; {size} on disk", tally=", ".join(parts), size=size(disk_bytes(endings)))


def metric_words(file: TableFile) -> str:
    """Describe the metric of a table."""
    if file.info is not None and not isinstance(file.info, TableInfo):
        return tr("Plies to the end of the game")
    return tr(_METRICS[file.metric])


def file_words(file: TableFile) -> str:
    """Return the state of one table, what it takes and when it was verified, in sentences."""
    if file.state is State.ABSENT:
        return tr("Not built; it would take about {size}.", size=size(file.bytes))
    if file.state is State.STARTED:
        return tr("Started: {size} kept; Build continues from there.", size=size(file.bytes))
    if file.state is State.DAMAGED:
        fault = tr("Damaged: {fault}", fault=file.fault)
        mend = tr("Delete it, then build it again.")
        if file.shipped:
            mend = tr("It is part of the program: reinstall the program.")
        return f"{sentence(fault)} {mend}"
    return " ".join(filter(None, (_disk_words(file), _verified_words(file))))


def _disk_words(file: TableFile) -> str:
    info = file.info
    if info is None:
        return tr("Built.")
    text = tr("Built, {size} on disk")
    if file.shipped:
        text = tr("Included with the program, {size} on disk")
    text = text.format(size=size(file.bytes))
    if not isinstance(info, TableInfo):
        return f"{text} ({tr('only who wins')})." if info.compact else f"{text}."
    payloads = info.payloads.items()
    parts = ", ".join(tr(_PAYLOADS[kind], size=size(taken)) for kind, taken in payloads)
    if beside := file.bytes - info.bytes:
        parts += tr(", beside it: {size}", size=size(beside))
    if not (info.compact or estimates.large(Material.parse(info.material))):
        old = tr("From an earlier version: “millmate pack” stores it in a third of the bytes.")
        return f"{text} ({parts}). {old}"
    return f"{text} ({parts})."


def _verified_words(file: TableFile) -> str:
    info = file.info
    if info is None:
        return ""
    if file.check is not None:
        return tr("Verified again on {date}.", date=_date(file.check.at))
    if info.verified:
        return tr("Verified when it was built, on {date}.", date=_date(info.created))
    return tr("Not verified.")


def _date(text: str) -> str:
    """Return the day of a time in a table's metadata, where the user is."""
    try:
        return datetime.fromisoformat(text).astimezone().date().isoformat()
    except ValueError:
        return text


def needs_words(ending: Ending, endings: Mapping[str, Ending]) -> str:
    """Return the tables that an ending needs, and those of them that are missing."""
    needed = needs(ending.table)
    if not needed:
        return tr("Needs no other table.")
    there = [endings.get(str(table)) for table in needed]
    missing = sum(not (each and each.main.state.exists) for each in there)
    if not missing:
        text = tr("Needs {tables}, all of them built.")
    elif missing == len(needed):
        text = tr("Needs {tables}, none of them built.")
    else:
        text = tr("Needs {tables}, {n} of them not built.")
    return text.format(tables=plural(len(needed), "table"), n=missing)


def dependents_words(ending: Ending, endings: Mapping[str, Ending]) -> str:
    """Return which tables depend on that of an ending."""
    found = dependents(ending.table, endings.values())
    if not found:
        return tr("No other table that is listed needs it.")
    built = sum(bool(each.present) for each in found)
    others = plural(len(found), "other")
    text = tr("Needed to build or verify {tables}, none of them built.", tables=others)
    if built:
        text = tr("Needed to build or verify {tables}, {n} of them built.", tables=others, n=built)
    if n := len(readers([ending], found)):
        text += " " + count(
            n,
            "{n} table finds the distances of its wins here.",
            "{n} tables find the distances of their wins here.",
        )
    return text


_LEAST = 2.0  # pixels of a share that is not nothing


# The kinds of tables in a bar: words, colour and pattern.
_PATTERN = Qt.BrushStyle
_KINDS = (
    (mark("{size} built"), "accent", _PATTERN.SolidPattern),
    (mark("{size} with the program"), "accent", _PATTERN.Dense6Pattern),
    (mark("{size} unfinished or damaged"), "bad", _PATTERN.DiagCrossPattern),
)
_SHIPPED = 1  # by place
_PLACES = {State.BUILT: 0, State.STARTED: 2, State.DAMAGED: 2}


@dataclass(frozen=True, slots=True)
class Share:
    """The bytes of a group's tables, by their kinds."""

    group: Group
    sizes: tuple[int, ...]

    @property
    def bytes(self) -> int:
        return sum(self.sizes)

    @property
    def words(self) -> str:
        """The bar in words."""
        kinds = zip(_KINDS, self.sizes, strict=True)
        return ", ".join(tr(text, size=size(taken)) for (text, _, _), taken in kinds if taken)


def shares(endings: Iterable[Ending]) -> list[Share]:
    """Return the sizes of tables by number of men and kind of morris; empty groups left out."""
    taken: dict[Group, list[int]] = defaultdict(lambda: [0] * len(_KINDS))
    for ending in endings:
        game, *within = path_of(ending.table)
        group = within[0] if game == CHESS else game
        taken[group][_PLACES[State.BUILT]] += ending.dtm50
        for file in ending.files:
            if file.state is not State.ABSENT:
                place = _SHIPPED if file.shipped else _PLACES[file.state]
                taken[group][place] += file.bytes
    order = dict.fromkeys((*MEN.values(), MORRIS, *taken))  # variants of morris last
    return [Share(group, tuple(taken[group])) for group in order if sum(taken[group])]


class DiskUse(QWidget):
    """Draws a bar for each group of tables, with words beside it."""

    accessible = as_role(QAccessible.Role.Graphic)

    def __init__(self) -> None:
        super().__init__()
        self._shares: list[Share] = []
        self._free: int | None = None
        self._known = False
        bind_text(self, name=mark("Disk use"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.changed.connect(self._describe)

    def show_use(self, endings: Iterable[Ending], free: int | None) -> None:
        """Show the sizes of the tables of `endings`, and the free disk space, if known."""
        self._shares, self._free, self._known = shares(endings), free, True
        self._describe()
        self.updateGeometry()
        self.update()

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The drawn lines: title and words of each."""
        found = [(share.group.title, share.words) for share in self._shares]
        if not found:
            found = [(tr("Tables"), tr("none yet") if self._known else "…")]
        if self._free is not None:
            found.append((tr("Free"), tr("{size} of this disk", size=size(self._free))))
        return found

    def _describe(self) -> None:
        self.setAccessibleDescription(
            "; ".join(titled(title, words) for title, words in self.lines)
        )
        self.update()

    def _line_height(self) -> int:
        return self.fontMetrics().lineSpacing() + theme.GRID // 2

    def sizeHint(self) -> QSize:
        metrics, lines = self.fontMetrics(), self.lines
        words = max(metrics.horizontalAdvance(words) for _, words in lines)
        titles = max(metrics.horizontalAdvance(title) for title, _ in lines)
        return QSize(titles + words + 10 * theme.GRID, self._line_height() * len(lines))

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        titles = max(metrics.horizontalAdvance(title) for title, _ in self.lines)
        return QSize(titles + 8 * theme.GRID, self._line_height() * len(self.lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        metrics, colours, high = self.fontMetrics(), theme.colours(), self._line_height()
        lines = self.lines
        left = max(metrics.horizontalAdvance(title) for title, _ in lines) + theme.GRID
        words = max(metrics.horizontalAdvance(words) for _, words in lines)
        right = max(left + 5 * theme.GRID, self.width() - words - theme.GRID)
        largest = max((share.bytes for share in self._shares), default=1)
        for row, (title, said) in enumerate(lines):
            top = row * high
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(0, top, left, high), Qt.AlignmentFlag.AlignVCenter, title)
            bar = QRectF(left, top + high * 0.28, right - left - theme.GRID, high * 0.44)
            if row < len(self._shares):
                self._draw(painter, self._shares[row], bar, largest)
            elif self._free is not None and row == len(lines) - 1:
                self._draw_free(painter, bar)
            painter.setPen(QColor(colours.text))
            text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, self.width() - int(right))
            room = QRectF(right, top, self.width() - right, high)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)

    def _draw(self, painter: QPainter, share: Share, bar: QRectF, largest: int) -> None:
        colours, at = theme.colours(), bar.left()
        for (_, colour, pattern), taken in zip(_KINDS, share.sizes, strict=True):
            if taken:
                width = max(_LEAST, bar.width() * taken / largest)
                part = QRectF(at, bar.top(), width, bar.height())
                painter.fillRect(part, QBrush(QColor(getattr(colours, colour)), pattern))
                painter.setPen(QPen(QColor(colours.accent), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(part)
                at += width

    def _draw_free(self, painter: QPainter, bar: QRectF) -> None:
        """Draw how much of tables and free disk together the tables take."""
        taken = sum(share.bytes for share in self._shares)
        every = taken + (self._free or 0) or 1
        painter.setPen(QPen(QColor(theme.colours().muted), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        used = QRectF(bar.left(), bar.top(), max(_LEAST, bar.width() * taken / every), bar.height())
        painter.fillRect(used, QColor(theme.colours().muted))


class FileSection(QWidget):
    """One table: what its distances count, its state, and its longest wins as buttons.

    `longest_wanted` carries the table's title, the side whose longest win is to be shown, and a
    position of it if the table names one.
    """

    longest_wanted = Signal(str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.counts, self.words = theme.mute(WrappedLabel()), WrappedLabel()
        self.wins = WrappedLabel()
        self._column = vbox(spacing=theme.GRID // 2)
        self.longest: list[QPushButton] = []
        vbox(self.counts, self.words, self.wins, self._column, within=self, spacing=theme.GRID // 2)

    def show_file(self, file: TableFile) -> None:
        self.counts.setText(metric_words(file))
        self.words.setText(file_words(file))
        theme.mark_fault(self.words, file.state is State.DAMAGED)
        for button in self.longest:
            self._column.removeWidget(button)
            button.deleteLater()
        self.longest = []
        info = file.info if file.state.sound else None
        self.wins.setVisible(info is not None)
        if info is not None:
            self._show_wins(file.title, info)

    def _show_wins(self, title: str, info: Info) -> None:
        for side, name in side_names(info).items():
            if info.longest.get(side):
                self._add((title, side, _fen(info, side)), name, _length(info, side))
        if self.longest:
            self.wins.setText(tr("Longest wins, to be seen in the explorer:"))
        elif any(counts.wins or counts.losses for counts in info.counts.values()):
            self.wins.setText(tr("It shows who wins, but not in how many plies."))
        else:
            self.wins.setText(tr("Neither side can force a win: always a draw."))

    def _add(self, shown: tuple[str, str, str], name: str, length: str) -> None:
        button = QPushButton(tr("{side}: {n}", side=name, n=length))
        button.setAccessibleName(
            tr("Longest win of {side}: {n}; show it in the explorer", side=name, n=length)
        )
        button.clicked.connect(lambda: self.longest_wanted.emit(*shown))
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.longest.append(button)


class DetailsPanel(QWidget):
    """Shows the files of the chosen table, the tables it needs, and the disk use of all tables."""

    longest_wanted = Signal(str, str, str)

    def __init__(self, below: QWidget) -> None:
        """Make the panel, with the picture of disk use `below`."""
        super().__init__()
        self.sections = (FileSection(), FileSection())
        for section in self.sections:
            section.longest_wanted.connect(self.longest_wanted)
        self.needs, self.dependents, self.dtm50 = WrappedLabel(), WrappedLabel(), WrappedLabel()
        inner = QWidget()
        terms = TermButton(Term.DTM, Term.DTZ, Term.FIFTY_MOVES)
        layout = vbox(
            (terms, Qt.AlignmentFlag.AlignRight),
            *self.sections,
            self.dtm50,
            self.needs,
            self.dependents,
            None,
            theme.rule(),
            bind_text(theme.muted(), text=mark("Disk use")),
            below,
            within=inner,
            spacing=theme.GRID,
        )
        layout.setContentsMargins(0, 0, theme.GRID, 0)
        vbox(scrolling(inner), within=self)

    def show_choice(self, endings: Sequence[Ending], every: Mapping[str, Ending]) -> None:
        """Show a single one of `endings`, chosen of `every` there is."""
        single = endings[0] if len(endings) == 1 else None
        for place, section in enumerate(self.sections):
            own = single is not None and place < len(single.files)
            section.setVisible(own)
            if single is not None and own:
                section.show_file(single.files[place])
        self.dtm50.setVisible(single is not None and single.dtm50 > 0)
        if single is not None:
            taken = size(single.dtm50)
            self.dtm50.setText(tr("Mates under the fifty-move rule (DTM50): {size}.", size=taken))
        for label, words in ((self.needs, needs_words), (self.dependents, dependents_words)):
            label.setVisible(single is not None)
            label.setText("" if single is None else words(single, every))


def _fen(info: Info, side: str) -> str:
    return info.longest_fens.get(side, "") if isinstance(info, TableInfo) else ""


def _length(info: Info, side: str) -> str:
    to_mate = isinstance(info, TableInfo) and info.metric == Metric.DTM.title
    return plural(info.longest[side], "move" if to_mate else "ply")

"""The cards of the Home page, and the lines in them that open something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from millmate.formatting import plural, size
from millmate.gui.boards.small_boards import Thumbnail
from millmate.gui.features.home.endings import Offer
from millmate.gui.kit import theme
from millmate.gui.kit.icons import icon
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import Part, hbox, push_button, vbox
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.frame.commands import plain_title
from millmate.language import count, mark, tr
from millmate.pictures.diagrams import UPRIGHT, Orientation

LEAST_BOARD = 144  # pixels: the height of a board
_MARGIN = 2 * theme.GRID
_HALF = theme.GRID // 2


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that opens something: its text, what screen readers add to it, and what it does."""

    text: str
    open: Callable[[], object]
    more: str = ""


class Line(QPushButton):
    """A line of text that opens something; what has no room is elided and told by the tool tip."""

    def __init__(self, text: str = "", picture: str = "") -> None:
        super().__init__()
        self.setProperty("line", True)
        self._text = ""
        if picture:
            self.setIcon(icon(picture))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_text(text)

    def show_text(self, text: str, more: str = "") -> None:
        """Show `text`; `more` is for the tool tip and for screen readers."""
        self._text = text
        whole = " · ".join(filter(None, (text, more)))
        self.setAccessibleName(whole)
        self.setToolTip(whole if more else "")
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as need be: the text is elided."""
        return QSize(8 * theme.GRID, super().sizeHint().height())

    def _elide(self) -> None:
        icons = 0 if self.icon().isNull() else self.iconSize().width() + theme.GRID
        room = self.width() - icons - 2 * theme.GRID
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


class CommandLine(Line):
    """A line that runs a command of the menus, with its key."""

    def __init__(self, action: QAction, picture: str) -> None:
        super().__init__(picture=picture)
        self._action = action
        self.clicked.connect(action.trigger)
        action.changed.connect(self._name)
        on_retranslate(self, self._name)

    @Slot()
    def _name(self) -> None:
        key = self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        title = plain_title(self._action.text())
        self.show_text(f"{title} ({key})" if key else title)


class Card(QFrame):
    """A frame with a heading, and a column below it."""

    def __init__(self, heading: str = "") -> None:
        super().__init__()
        self.setProperty("card", True)
        self.heading = bind_text(Label(), text=heading) if heading else Label()
        theme.heading(self.heading)

    def fill(self, *parts: Part, spacing: int = theme.GRID) -> None:
        """Put `parts` below the heading."""
        vbox(self.heading, *parts, within=self, margins=_MARGIN, spacing=spacing)


class EndingCard(Card):
    """An ending to try; a click anywhere on it plays it."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.offer: Offer | None = None
        self.aim, self.task = theme.muted(), WrappedLabel()
        self.board = Thumbnail(LEAST_BOARD)
        self.cost = theme.muted()
        self.play = push_button(mark("Play"), self.chosen)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        row = hbox(self.play, None)
        self.fill(
            self.aim,
            _HALF,
            self.board,
            _HALF,
            self.task,
            None,
            self.cost,
            _HALF,
            row,
            spacing=_HALF,
        )
        on_retranslate(self, self._name)

    def show_offer(self, offer: Offer) -> None:
        self.offer = offer
        ending = offer.ending
        self.board.show_position(ending.fen, orientation=Orientation(flipped=not ending.white))
        self._name()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Play the ending if the mouse is let go on the card."""
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()

    @Slot()
    def _name(self) -> None:
        if self.offer is None:
            return
        ending, cost = self.offer.ending, _cost(self.offer)
        self.heading.setText(ending.name)
        self.aim.setText(tr(ending.aim))
        self.task.setText(ending.text.why)
        self.cost.setText(cost)
        self.cost.setVisible(bool(cost))
        self.play.setText(tr("Play") if self.offer.quick else tr("Build and play"))
        name = tr("Play {ending}: {aim}", ending=ending.name, aim=tr(ending.aim))
        self.play.setAccessibleName(" · ".join(filter(None, (name, cost))))


class PositionCard(Card):
    """The last position or game, and work that was left unfinished."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__(mark("Go on"))
        self.board = Thumbnail(LEAST_BOARD)
        self.title, self.words = WrappedLabel(), theme.muted()
        self.go = push_button(mark("Back to the board"), self.chosen)
        theme.primary(self.go)
        self.last = QWidget()
        vbox(
            self.board, self.title, self.words, hbox(self.go, None), within=self.last, spacing=_HALF
        )
        self.unfinished = Lines()
        self.fill(self.last, self.unfinished, None)

    def show_position(self, fen: str, game: str, orientation: Orientation = UPRIGHT) -> None:
        self.board.show_position(fen, game, orientation)

    def show_words(self, title: str, words: str, button: str) -> None:
        """Show what is on the board, and what the button does."""
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.go.setText(button)
        self.go.setAccessibleName(f"{button}: {title}")


class DrillsCard(Card):
    """The drills that are due, or an invitation to begin one."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__(mark("Training"))
        self._due = self._waiting = 0
        self._drilled = False
        self.words = WrappedLabel()
        self.start = push_button(mark("Start"), self.chosen)
        self.fill(self.words, None, hbox(self.start, None))
        on_retranslate(self, self._name)

    def show_drills(self, due: int, waiting: int, drilled: bool) -> None:
        """Show how many drills are due, how many come later, and whether there was one at all."""
        self._due, self._waiting, self._drilled = due, waiting, drilled
        self._name()

    @property
    def due(self) -> bool:
        """Whether the button begins a drill that is due."""
        return self._due > 0

    @Slot()
    def _name(self) -> None:
        due, waiting = self._due, self._waiting
        if due:
            text = count(
                due, "{n} position is due to be repeated.", "{n} positions are due to be repeated."
            )
            button = tr("Repeat them now") if due > 1 else tr("Repeat it now")
        elif self._drilled:
            later = count(
                waiting, "{n} position comes again later.", "{n} positions come again later."
            )
            text = " ".join(filter(None, (tr("Nothing is due today."), later if waiting else "")))
            button = tr("Choose a drill")
        else:
            text = tr(
                "Practise an ending against the longest resistance. Every move is graded, and what "
                "fails comes back another day."
            )
            button = tr("Choose a drill")
        self.words.setText(text)
        self.start.setText(button)
        self.start.setAccessibleName(f"{button}: {text}")


class BeginCard(Card):
    """Other ways to begin: the tour, a file, the clipboard."""

    def __init__(self, lines: Iterable[CommandLine]) -> None:
        super().__init__(mark("Or begin here"))
        self.lines = list(lines)
        self.fill(_HALF, *self.lines, None, spacing=0)


class Lines(QWidget):
    """Lines below a small heading; hidden while there are none."""

    def __init__(self, heading: str = "") -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._entries: list[Entry] = []
        self._column = vbox(within=self, spacing=0)
        if heading:
            self._column.addWidget(bind_text(theme.muted(), text=heading))
        self.hide()

    def show_entries(self, entries: Iterable[Entry]) -> None:
        """Show these lines instead of those before; a line with the keyboard keeps it."""
        wanted = list(entries)
        for line in self.lines[len(wanted) :]:
            self._column.removeWidget(line)
            line.deleteLater()
        del self.lines[len(wanted) :]
        while len(self.lines) < len(wanted):
            self.lines.append(Line())
            self._column.addWidget(self.lines[-1])
            self.lines[-1].clicked.connect(self._open)
        for entry, line in zip(wanted, self.lines, strict=True):
            line.show_text(entry.text, entry.more)
        self._entries = wanted
        self.setVisible(bool(wanted))

    @Slot()
    def _open(self) -> None:
        self._entries[self.lines.index(cast(Line, self.sender()))].open()


class RecentCard(Card):
    """Games, tournaments and tables of late."""

    def __init__(self) -> None:
        super().__init__(mark("Recent"))
        self.games = Lines(mark("Games"))
        self.tournaments = Lines(mark("Tournaments"))
        self.tables = Lines(mark("Tables"))
        self.fill(self.games, self.tournaments, self.tables, None)


def _cost(offer: Offer) -> str:
    """Return what has to be built, or "" where that takes no time worth telling."""
    if offer.quick:
        return ""
    tables = plural(offer.tables, "table")
    return tr(
        "Needs {tables} first: {size}, {time}",
        tables=tables,
        size=size(offer.size),
        time=about(offer.seconds),
    )

"""The Home page: its cards, in an order for new users or for others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QStyle,
    QWidget,
)

from millmate.formatting import plural, size, titled
from millmate.gui.boards.small_boards import Thumbnail
from millmate.gui.features.home.news import OFFERED, News, Offer
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import Part, hbox, make_primary, push_button, scrolling, vbox
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.files.session_store import WorkOffer
from millmate.gui.shell.frame.commands import Commands, plain_title
from millmate.gui.shell.frame.navigation import Links
from millmate.language import count, mark, tr
from millmate.pictures.diagrams import Orientation
from millmate.pictures.landscape import Landscape
from millmate.play.tournament.saved_tournament import TournamentEntry
from millmate.play.trainer.course import Lesson
from millmate.tablebase.table_titles import table_title, title_and_code

_GAP = 2 * theme.GRID
_HALF = theme.GRID // 2
_LEAST = 212  # pixels of a card at normal text size
_WIDEST = 1680  # pixels of the cards at normal text size
_LEAST_BOARD, _MOST_BOARD = 144, 420  # pixels: boards take the height that is left over
_BEGINNINGS = {"tour": "help", "new_game": "new", "open": "open", "paste": "paste"}


class CardGrid(QLayout):
    """Lays cards out in rows; all cards of a row are equally wide and high.

    The last row fills what height there is.
    """

    def __init__(self, *cards: QWidget, most: int = 3) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._most = most
        self.setContentsMargins(0, 0, 0, 0)
        for card in cards:
            self.addWidget(card)

    # --- what Qt asks of a layout ----------------------------------------------------------------

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = self._rows(width)
        return sum(height for _, _, height in rows) + _GAP * max(0, len(rows) - 1)

    def sizeHint(self) -> QSize:
        width = self._most * self._least() + (self._most - 1) * _GAP
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        """As wide as one card; the height follows the width."""
        return QSize(self._least(), 0)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        top, rows = rect.top(), self._rows(rect.width())
        for number, (items, width, height) in enumerate(rows, 1):
            if number == len(rows):
                height = max(height, rect.bottom() + 1 - top)
            for place, item in enumerate(items):
                left = rect.left() + round(place * (width + _GAP))
                right = rect.left() + round(place * (width + _GAP) + width)
                item.setGeometry(QRect(left, top, right - left, height))
            top += height + _GAP

    # --- rows ------------------------------------------------------------------------------------

    def columns(self, width: int) -> int:
        """Return the number of columns in `width` pixels."""
        fitting = (width + _GAP) // (self._least() + _GAP)
        return max(1, min(self._most, len(self._shown), fitting))

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _least(self) -> int:
        wide = round(_LEAST * theme.text_scale())
        return max([wide, *(item.minimumSize().width() for item in self._shown)])

    def _rows(self, width: int) -> list[tuple[list[QLayoutItem], float, int]]:
        """Return the rows: their cards, the width of each card, and the height."""
        shown, columns = self._shown, self.columns(width)
        wide = (width - (columns - 1) * _GAP) / columns
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        return [(row, wide, max(_height(item, int(wide)) for item in row)) for row in rows]


def _height(item: QLayoutItem, width: int) -> int:
    if item.hasHeightForWidth():
        return item.heightForWidth(width)
    return item.sizeHint().height()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that opens something: its text, what screen readers add to it, and what it does."""

    text: str
    open: Callable[[], object]
    more: str = ""


class Line(QPushButton):
    """A line of text that opens something; elided if too long, with all of it as a tooltip."""

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
        vbox(self.heading, *parts, within=self, margins=_GAP, spacing=spacing)


class EndingCard(Card):
    """An ending to try; a click anywhere on it plays it."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.offer: Offer | None = None
        self.aim, self.task = theme.muted(), WrappedLabel()
        self.board = Thumbnail(_LEAST_BOARD)
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
        ending = offer.ending
        if self.offer is None or self.offer.ending is not ending:
            seen = Orientation(flipped=not ending.white)
            self.board.show_position(ending.position, orientation=seen)
        self.offer = offer
        self._name()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Play the ending if the mouse is released on the card."""
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
        super().__init__(mark("Continue"))
        self.board = Thumbnail(_LEAST_BOARD)
        self.title, self.words = WrappedLabel(), theme.muted()
        self.go = push_button(mark("Back to the board"), self.chosen)
        theme.primary(self.go)
        self.last = QWidget()
        vbox(
            self.board, self.title, self.words, hbox(self.go, None), within=self.last, spacing=_HALF
        )
        self.unfinished = Lines()
        self.fill(self.last, self.unfinished, None)

    def show_unfinished(
        self, offers: Sequence[WorkOffer], unfinished: TournamentEntry | None, links: Links
    ) -> None:
        """Show work that was interrupted, or else the last tournament with games to be played."""
        found = [Entry(offer.text, offer.accept, offer.label) for offer in offers]
        if unfinished is not None and not found:
            found.append(_tournament(unfinished, links))
        self.unfinished.show_entries(found)

    def show_words(self, title: str, words: str, button: str) -> None:
        """Show the title of the game or position, a remark, and the button's label."""
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.go.setText(button)
        self.go.setAccessibleName(titled(button, title))


class DrillsCard(Card):
    """The drills that are due, or an invitation to try one."""

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
        """Whether the button starts a drill that is due."""
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
                waiting,
                "{n} position will be repeated later.",
                "{n} positions will be repeated later.",
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
        self.start.setAccessibleName(titled(button, text))


class BeginCard(Card):
    """Other first steps: the tour, a file, the clipboard."""

    def __init__(self, lines: Iterable[CommandLine]) -> None:
        super().__init__(mark("Or start here"))
        self.lines = list(lines)
        self.fill(_HALF, *self.lines, None, spacing=0)


class Lines(QWidget):
    """Lines below a small heading; hidden while empty."""

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

    def show_news(self, news: News, links: Links) -> None:
        self.games.show_entries(
            Entry(game.title, partial(links.open_recent_game.emit, game), game.place.path.name)
            for game in news.games
        )
        self.tournaments.show_entries(_tournament(each, links) for each in news.tournaments)
        self.tables.show_entries(_table(name, links) for name in news.tables)


def _cost(offer: Offer) -> str:
    """Return the tables to build as text, or "" if that takes only seconds."""
    if offer.quick:
        return ""
    tables = plural(offer.tables, "table")
    return tr(
        "Needs {tables} first: {size}, {time}",
        tables=tables,
        size=size(offer.size),
        time=about(offer.seconds),
    )


def _tournament(saved: TournamentEntry, links: Links) -> Entry:
    opens = partial(links.open_tournament.emit, saved.directory)
    return Entry(titled(saved.name, saved.words), opens)


def _table(name: str, links: Links) -> Entry:
    title, both = table_title(name), title_and_code(name)
    opens = partial(links.explore_table.emit, name, "", "")
    return Entry(title, opens, "" if both == title else name)


class HomePage(QWidget):
    """Shows what the controller finds; `ending_chosen` carries a `Lesson`."""

    ending_chosen = Signal(object)

    def __init__(self, commands: Commands) -> None:
        super().__init__()
        self.welcome = self._make_welcome()
        self.position, self.recent = PositionCard(), RecentCard()
        self.drills = DrillsCard()
        self.begin = BeginCard(CommandLine(commands[name], p) for name, p in _BEGINNINGS.items())
        self.endings = [EndingCard() for _ in range(OFFERED)]
        for card in self.endings:
            card.chosen.connect(lambda card=card: self._choose(card))
        self._lay_out()

    def _make_welcome(self) -> QWidget:
        welcome = QWidget()
        title = bind_text(Label(), text=mark("Welcome to Mill & Mate"))
        theme.headline(title)
        words = bind_text(
            theme.muted(),
            text=mark("Choose an ending and play: your opponent always finds the best move."),
        )
        vbox(title, words, within=welcome, spacing=0)
        return welcome

    def _lay_out(self) -> None:
        self._own, self._of_day = QWidget(), QWidget()
        own = self.position, self.drills, self.begin, self.recent
        self._own.setLayout(CardGrid(*own, most=len(own)))
        cards, self._grid = QWidget(), CardGrid(*self.endings)
        cards.setLayout(self._grid)
        self.title = bind_text(Label(), text=mark("Endings to try today"))
        theme.heading(self.title)
        vbox(self.title, cards, within=self._of_day)
        self._inner, centred = QWidget(), QWidget()
        self._rows = vbox(
            self.welcome, self._of_day, self._own, None, within=self._inner, spacing=2 * theme.GRID
        )
        self._inner.setMaximumWidth(round(_WIDEST * theme.text_scale()))
        hbox(None, (self._inner, 1000), None, within=centred, margins=(0, 0, theme.GRID, 0))
        vbox(scrolling(centred), within=self)

    def arrange(self, going_on: bool, recent: bool) -> None:
        """Show the cards that have something to show; for a new user the endings come first."""
        new = not going_on and not recent
        self.welcome.setVisible(new)
        self.title.setVisible(not new)
        self.position.setVisible(going_on)
        self.recent.setVisible(recent)
        make_primary(self.endings[0].play, not going_on)
        self._rows.removeWidget(self._of_day)
        self._rows.insertWidget(1 if new else 2, self._of_day)
        buttons = self.findChildren(QPushButton)
        order = [b for part in self._parts(new) for b in buttons if part.isAncestorOf(b)]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        self._fit_boards()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the boards what height there is, so that the page is filled."""
        super().resizeEvent(event)
        self._fit_boards()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the boards again now that the style sheet applies."""
        super().showEvent(event)
        self._fit_boards()

    def _fit_boards(self) -> None:
        """Make the boards as high as their rows can be without scrolling.

        Where there is little room, leave out the words about the endings, and recent tables.
        """
        spare = self._spare(tight=False)
        if spare < 0:
            spare = self._spare(tight=True)
        columns = self._grid.columns(self._width())
        rows = -(-len(self.endings) // columns) + self.position.isVisibleTo(self)
        self._set_boards(max(_LEAST_BOARD, min(_MOST_BOARD, _LEAST_BOARD + spare // rows)))

    def _width(self) -> int:
        """Return the width of the cards."""
        # As if there were a scroll bar: once it is there, words wrap and would keep it.
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return min(self.width() - theme.GRID - bar, self._inner.maximumWidth())

    def _spare(self, tight: bool) -> int:
        """Return the height left over with the smallest boards, with or without all words."""
        for card in self.endings:
            card.task.setHidden(tight)
        recent = self.recent
        more = bool(recent.games.lines or recent.tournaments.lines)
        recent.tables.setHidden((tight and more) or not recent.tables.lines)
        self._renew(recent.tables)
        self._set_boards(_LEAST_BOARD)
        return self.height() - self._inner.heightForWidth(self._width())

    def _set_boards(self, height: int) -> None:
        for board in (self.position.board, *(card.board for card in self.endings)):
            board.set_height(height)
            self._renew(board)

    def _renew(self, changed: QWidget) -> None:
        """Have all layouts around a widget measured again: they ask only each other."""
        widget: QWidget | None = changed
        while widget is not None and widget is not self._inner:
            widget.updateGeometry()
            widget = widget.parentWidget()

    def _parts(self, new: bool) -> tuple[QWidget, QWidget]:
        return (self._of_day, self._own) if new else (self._own, self._of_day)

    def bare(self) -> list[Lesson]:
        """Return the endings whose tables are there, and whose boards have no landscape yet."""
        offers = [card.offer for card in self.endings if card.board.landscape is None]
        return [offer.ending for offer in offers if offer is not None and offer.ready]

    def show_landscape(self, ending: Lesson, shown: Landscape) -> None:
        """Show the values of places on the board of an ending that is still offered."""
        for card in self.endings:
            if card.offer is not None and card.offer.ending is ending:
                card.board.show_landscape(shown)

    def show_endings(self, offers: tuple[Offer, ...]) -> None:
        for card, offer in zip(self.endings, offers, strict=True):
            card.show_offer(offer)

    def take_keyboard(self) -> None:
        """Move the focus to the most likely button."""
        wanted = self.position.go if self.position.last.isVisible() else self.endings[0].play
        wanted.setFocus()

    def _choose(self, card: EndingCard) -> None:
        if card.offer is not None:
            ending: Lesson = card.offer.ending
            self.ending_chosen.emit(ending)

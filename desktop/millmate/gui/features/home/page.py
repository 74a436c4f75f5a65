"""The Home page: its cards, in an order for new users or for others."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from millmate.gui.features.home.card_grid import CardGrid
from millmate.gui.features.home.cards import (
    LEAST_BOARD,
    BeginCard,
    CommandLine,
    DrillsCard,
    EndingCard,
    PositionCard,
    RecentCard,
)
from millmate.gui.features.home.endings import OFFERED, Offer
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, scrolling, vbox
from millmate.gui.shell.frame.commands import Commands
from millmate.language import mark
from millmate.play.trainer.course import Lesson

_WIDEST = 1680  # pixels of the cards at normal text size
_MOST_BOARD = 420  # pixels: boards take the height that is left over, up to so much
_BEGINNINGS = {"tour": "help", "new_game": "new", "open": "open", "paste": "paste"}


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
            text=mark(
                "Choose an ending and play: the other side knows the best move in every position."
            ),
        )
        vbox(title, words, within=welcome, spacing=0)
        return welcome

    def _lay_out(self) -> None:
        beside = QWidget()
        beside.setLayout(CardGrid(self.drills, self.begin, most=2))
        self._own, self._of_day = QWidget(), QWidget()
        self._own.setLayout(CardGrid(self.position, beside, self.recent))
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
        """Make the boards as high as their rows can be without scrolling."""
        self._set_boards(LEAST_BOARD)
        width = min(self.width() - theme.GRID, self._inner.maximumWidth())
        rows = -(-len(self.endings) // self._grid.columns(width)) + self.position.isVisibleTo(self)
        spare = self.height() - self._inner.heightForWidth(width)
        self._set_boards(max(LEAST_BOARD, min(_MOST_BOARD, LEAST_BOARD + spare // rows)))

    def _set_boards(self, height: int) -> None:
        for board in (self.position.board, *(card.board for card in self.endings)):
            board.set_height(height)
            widget: QWidget | None = board
            while widget is not None and widget is not self._inner:  # layouts ask only each other
                widget.updateGeometry()
                widget = widget.parentWidget()

    def _parts(self, new: bool) -> tuple[QWidget, QWidget]:
        return (self._of_day, self._own) if new else (self._own, self._of_day)

    def show_endings(self, offers: tuple[Offer, ...]) -> None:
        for card, offer in zip(self.endings, offers, strict=True):
            card.show_offer(offer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button with the keyboard, as Space does."""
        button = QApplication.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QPushButton):
            button.click()
        else:
            super().keyPressEvent(event)

    def take_keyboard(self) -> None:
        """Give the keyboard to what is most likely wanted."""
        wanted = self.position.go if self.position.last.isVisible() else self.endings[0].play
        wanted.setFocus()

    def _choose(self, card: EndingCard) -> None:
        if card.offer is not None:
            ending: Lesson = card.offer.ending
            self.ending_chosen.emit(ending)

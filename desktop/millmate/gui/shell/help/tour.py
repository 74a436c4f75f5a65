"""A tour of the window: a bubble that points at one part after another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.services import Services
from millmate.language import mark, tr

_WIDTH = 400  # pixels of the bubble at normal text size
_DIM = 110  # of 255: the darkness of the rest of the window
_ON = (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class Stop:
    """A part of the window and its explanation; `show` makes the part visible first."""

    title: str
    text: str
    part: Callable[[], QWidget]
    show: Callable[[], object] = lambda: None


class Tour(QObject):
    """Goes from stop to stop; `ended` is emitted when it is left."""

    ended = Signal()

    def __init__(self, window: QWidget, stops: Sequence[Stop]) -> None:
        super().__init__(window)
        self._window, self._stops = window, stops
        self._at = 0
        self._focus = window.focusWidget()
        self._shade = _Shade(window)
        self.bubble = Bubble(window)
        self.bubble.back.clicked.connect(self.back)
        self.bubble.next.clicked.connect(self.next)
        self.bubble.close_.clicked.connect(self.end)
        self.bubble.left.connect(self.end)
        window.installEventFilter(self)
        translator.changed.connect(self._show)
        self._show()

    @property
    def at(self) -> int:
        """The index of the current stop."""
        return self._at

    @Slot()
    def next(self) -> None:
        """Go to the next stop, or end the tour after the last one."""
        if self._at + 1 == len(self._stops):
            self.end()
        else:
            self._at += 1
            self._show()

    @Slot()
    def back(self) -> None:
        """Go to the previous stop."""
        if self._at:
            self._at -= 1
            self._show()

    @Slot()
    def end(self) -> None:
        self._window.removeEventFilter(self)
        self._shade.deleteLater()
        self.bubble.deleteLater()
        self.ended.emit()
        if self._focus is not None:
            self._focus.setFocus()
        self.deleteLater()

    @Slot()
    def _show(self) -> None:
        stop = self._stops[self._at]
        stop.show()
        self.bubble.show_stop(stop, self._at, len(self._stops))
        self._place()
        self.bubble.setFocus()

    def _place(self) -> None:
        part, window = self._stops[self._at].part(), self._window
        spot = QRect(part.mapTo(window, QPoint(0, 0)), part.size()).intersected(window.rect())
        self._shade.light(spot)
        self.bubble.adjustSize()
        self.bubble.move(place_beside(spot, self.bubble.size(), window.rect()))
        self._shade.raise_()
        self.bubble.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._place()
        return False


class Bubble(QFrame):
    """The explanation of a part, with buttons."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAutoFillBackground(True)
        self._width = round(_WIDTH * theme.text_scale())
        self.setFixedWidth(self._width)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title, self.text = Label(), Label()
        theme.headline(self.title)
        for label in (self.title, self.text):
            label.setWordWrap(True)
        self.count = theme.muted()
        self.count.setWordWrap(False)
        self.back = push_button(mark("Back"))
        self.next = QPushButton()
        theme.primary(self.next)
        self.close_ = push_button(mark("Close"), tip=mark("End the tour (Esc)"))
        row = hbox((self.count, 1), self.close_, self.back, self.next)
        vbox(self.title, self.text, row, within=self, margins=2 * theme.GRID)
        self.show()

    def show_stop(self, stop: Stop, number: int, all_: int) -> None:
        self.title.setText(tr(stop.title))
        self.text.setText(tr(stop.text))
        self.count.setText(tr("{n} of {all}", n=number + 1, all=all_))
        self.back.setEnabled(number > 0)
        self.next.setText(tr("Done") if number + 1 == all_ else tr("Next"))
        self.setAccessibleName(f"{tr(stop.title)}. {tr(stop.text)}")
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        height = layout.totalHeightForWidth(self._width)
        if height != self.height():
            self.setFixedHeight(height)

    def event(self, event: QEvent) -> bool:
        """Take the tour's keys before the window's shortcuts do; be as high as the parts need."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, on: bool) -> bool:
        """Keep Tab within the bubble, since the window beneath is dimmed."""
        buttons = [b for b in (self.close_, self.back, self.next) if b.isEnabled()]
        here = next((at for at, button in enumerate(buttons) if button.hasFocus()), -1 if on else 0)
        buttons[(here + (1 if on else -1)) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Continue with Right, Enter or Space, go back with Left, end with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Left:
            self.back.click()
        elif event.key() in _ON:
            self.next.click()
        else:
            super().keyPressEvent(event)


class _Shade(QWidget):
    """Dims the window except for one part, and blocks clicks."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._spot = window, QRect()
        self.show()

    def light(self, spot: QRect) -> None:
        self.setGeometry(self._window.rect())
        self._spot = spot.adjusted(-4, -4, 4, 4)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole, spot = QPainterPath(), QPainterPath()
            whole.addRect(self.rect().toRectF())
            spot.addRoundedRect(self._spot.toRectF(), theme.ROUND_CONTROL, theme.ROUND_CONTROL)
            painter.fillPath(whole - spot, QColor(0, 0, 0, _DIM))
            painter.setPen(QPen(QColor(theme.colours().accent), 3))
            painter.drawPath(spot)


def place_beside(spot: QRect, size: QSize, room: QRect) -> QPoint:
    """Return where in `room` something of `size` covers least of `spot`."""
    gap = 2 * theme.GRID
    inner = room.adjusted(gap, gap, -gap, -gap)
    middle = spot.center() - QPoint(size.width() // 2, size.height() // 2)
    places = (
        QPoint(spot.right() + gap, middle.y()),
        QPoint(spot.left() - gap - size.width(), middle.y()),
        QPoint(middle.x(), spot.bottom() + gap),
        QPoint(middle.x(), spot.top() - gap - size.height()),
    )
    moved = [_within(QRect(place, size), inner) for place in places]
    return min(moved, key=lambda rect: _area(rect.intersected(spot))).topLeft()


def _within(rect: QRect, room: QRect) -> QRect:
    left = max(room.left(), min(rect.left(), room.right() - rect.width()))
    top = max(room.top(), min(rect.top(), room.bottom() - rect.height()))
    return QRect(QPoint(left, top), rect.size())


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height())


# The stops of the tour: the part of the window, title, text, and the page or panel to show.
_STOPS: tuple[tuple[str, str, str] | tuple[str, str, str, Page | Panel], ...] = (
    (
        "home",
        mark("Home"),
        mark(
            "Continue where you left off, play an ending of the day, or repeat the drills that "
            "are due. Ctrl+1 brings you back here."
        ),
        Page.HOME,
    ),
    (
        "board",
        mark("The board"),
        mark(
            "Drag pieces anywhere to set up a position; drop them off the board to "
            "remove them. Ctrl+V pastes a position, a game or a link, and you can drop "
            "files here."
        ),
    ),
    (
        "verdict",
        mark("The verdict"),
        mark(
            "The value of the position, as soon as a table covers it. If none does, "
            "one button builds the missing tables."
        ),
    ),
    (
        "table",
        mark("Values of the moves"),
        mark(
            "Winning, drawing and losing moves, the quickest first. Point at one to see it on "
            "the board; Space plays the best one."
        ),
    ),
    (
        "panels",
        mark("Play"),
        mark(
            "Choose the players: you, the table, our engines or others, at any "
            "strength. The game starts from the position on the board; Ctrl+Z takes "
            "anything back."
        ),
        Panel.PLAY,
    ),
    (
        "panels",
        mark("Moves"),
        mark(
            "The game with its variations and comments. Ctrl+S saves it; finished "
            "games are saved automatically."
        ),
        Panel.MOVES,
    ),
    (
        "train",
        mark("Train"),
        mark("Practise endings against the longest resistance; every move is graded."),
        Page.TRAIN,
    ),
    (
        "pages",
        mark("The pages"),
        mark(
            "Explore the positions of a table, search all games of a folder, and let players "
            "compete in tournaments."
        ),
    ),
    (
        "menu",
        mark("Keyboard shortcuts"),
        mark("Press ? to see them all. You find this tour in the Help menu."),
    ),
)


class Onboarding(QObject):
    """Leads through the window on request.

    `part` returns the part of the window with a name in `_STOPS`.
    """

    def __init__(self, services: Services, part: Callable[[str], QWidget]) -> None:
        super().__init__(services.window)
        self._services, self._part = services, part
        self.tour: Tour | None = None
        services.commands.bind("tour", self.begin_tour)

    @Slot()
    def begin_tour(self) -> None:
        if self.tour is None:
            self.tour = Tour(self._services.window, [self._stop(*stop) for stop in _STOPS])
            self.tour.ended.connect(self._toured)

    def _stop(self, part: str, title: str, text: str, place: Page | Panel = Page.BOARD) -> Stop:
        show = partial(self._services.navigation.show, place)
        return Stop(title, text, partial(self._part, part), show)

    @Slot()
    def _toured(self) -> None:
        """Show the board's first panel, or Home if the tour was left there."""
        self.tour = None
        if self._services.navigation.page is not Page.HOME:
            self._services.navigation.show(Panel.SET_UP)

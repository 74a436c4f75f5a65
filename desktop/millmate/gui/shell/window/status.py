"""Lines that are shown for a while, and the running work with the number of tables."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStatusBar, QStyle, QStyleOption, QWidget

from millmate import resources
from millmate.formatting import dative, plural, size
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text, on_retranslate, translator
from millmate.gui.kit.widgets import ProgressBar, hbox
from millmate.gui.shell.builds.build_run import time_left
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, mark, number, tr
from millmate.machine import free_disk
from millmate.tablebase.table_titles import title_and_code

if TYPE_CHECKING:
    from millmate.play.tournament.events import Progress
    from millmate.tablebase.progress import BuildProgress

MESSAGE_MS = 6_000
# Tables of both metrics, of this version and earlier ones; the names need no module with numpy.
_OWN = tuple(f"[!.]*.{kind}" for kind in ("table", "compact", "zarr"))
_TABLES = tuple(f"{folder}{name}" for folder in ("", "dtz/") for name in _OWN)
_SOLVED = "positions/[!.]*/position.json"
_OFFER_MS = 20_000
_WRAPPED = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


class Status(QStatusBar):
    """A line or an offer, shown for a while.

    `work` has buttons for the tables and for running work, for the bar above the pages. `changed`
    is emitted whenever there is something to show, or nothing any more.
    """

    changed = Signal()

    def __init__(self, directory: Path, trouble: Callable[[], str] = str) -> None:
        super().__init__()
        self._directory, self._trouble = directory, trouble
        self.setSizeGripEnabled(False)
        self.tables = _flat()
        self.build, self.bar = _flat(), _bar()
        self.tournament, self.tournament_bar = _flat(), _bar()
        bind_text(self.tournament, tip=mark("Show the tournament"))
        bind_text(self.build, tip=mark("Open the builder"))
        self.tables_work = _flat()
        bind_text(self.tables_work, tip=mark("Stop; the table stays as it is"))
        self._work = _beside(self.build, self.bar)
        self._games = _beside(self.tournament, self.tournament_bar)
        self.work = QWidget()
        hbox(self.tables_work, self._work, self._games, self.tables, within=self.work)
        self.tables_work.hide()
        self._work.hide()
        self._games.hide()
        self._make_offer()
        self.hide()
        on_retranslate(self, self.show_tables)

    def attach(self, services: Services) -> None:
        """Show the reports of services and features; the buttons lead to them."""
        notifications, navigation = services.notifications, services.navigation
        build, links = services.build, services.links
        notifications.status_shown.connect(self.show_text)
        notifications.offered.connect(self.offer)
        build.advanced.connect(self.show_progress)
        build.rested.connect(self.show_pause)
        build.ended.connect(self.show_end)
        links.tables_work.connect(self.show_tables_work)
        links.tables_changed.connect(self.show_tables)
        links.tables_listed.connect(self.show_tables)  # the free bytes are also on the page
        links.tournament_progressed.connect(self.show_tournament)
        links.tournament_ended.connect(self.end_tournament)
        self.tables.clicked.connect(lambda: navigation.show(Page.TABLES))
        self.tournament.clicked.connect(lambda: navigation.show(Page.TOURNAMENTS))
        self.build.clicked.connect(links.watch_build)
        self.tables_work.clicked.connect(links.stop_tables_work)

    def _make_offer(self) -> None:
        self.offered, self.accept, self._offered = Label(), _flat(), ""
        font = self.accept.font()
        font.setUnderline(True)  # to set it apart from the text of other flat buttons
        self.accept.setFont(font)
        self._offer = QWidget()
        line = hbox(self.offered, self.accept, within=self._offer, spacing=None)
        line.setContentsMargins(theme.GRID // 2, 0, 0, 0)
        self.addWidget(self._offer)
        self._offer.hide()
        self._then: Callable[[], object] | None = None
        self._offer_ends = QTimer(self, singleShot=True, interval=_OFFER_MS)
        self._offer_ends.timeout.connect(self._end_offer)
        self.accept.clicked.connect(self._accepted)
        self.messageChanged.connect(self._message_changed)
        translator.changed.connect(self._end_offer)  # its words are of the language before

    def show_text(self, text: str) -> None:
        """Show a line for a while; "" clears it."""
        self.showMessage(text, MESSAGE_MS)

    def offer(self, text: str, label: str, then: Callable[[], object]) -> None:
        """Show a line for a while, with a button `label` that calls `then`.

        A message, current or new, has precedence.
        """
        self._offered = text
        self.offered.setText(text)
        self.accept.setText(label)
        self._then = then
        self._message_changed(self.currentMessage())

    @Slot()
    def _accepted(self) -> None:
        then = self._then
        self._end_offer()
        if then is not None:
            then()

    @Slot()
    def _end_offer(self) -> None:
        self._offer_ends.stop()
        self._offer.hide()
        self._then = None
        self.changed.emit()

    @Slot(str)
    def _message_changed(self, text: str) -> None:
        if text:  # it takes the place of the offer
            self._offer_ends.stop()
            self._offer.hide()
        elif self._then is not None:
            self._offer.show()
            self._offer_ends.start()
        see_through = Qt.WidgetAttribute.WA_TransparentForMouseEvents
        self.setAttribute(see_through, bool(text))
        self.changed.emit()

    @property
    def wanted(self) -> bool:
        """Whether there is a line or an offer to show."""
        return bool(self.currentMessage()) or self._then is not None

    def fit(self, width: int) -> QSize:
        """Return the size that the line needs, in at most `width` pixels.

        A line is broken, an offer shortened; its tool tip has all of it.
        """
        letters, text = self.fontMetrics(), self.currentMessage()
        if text:
            most = QRect(0, 0, width - 2 * theme.GRID, 10 * letters.lineSpacing())
            needed = letters.boundingRect(most, _WRAPPED, text).size()
            return needed + QSize(2 * theme.GRID + 2, theme.GRID)
        room = width - self.accept.sizeHint().width() - 4 * theme.GRID
        text = letters.elidedText(self._offered, Qt.TextElideMode.ElideMiddle, room)
        self.offered.setText(text)
        self.offered.setAccessibleName(self._offered)
        self.offered.setToolTip(self._offered if text != self._offered else "")
        return self._offer.sizeHint() + QSize(2 * theme.GRID, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, and the line in as many lines as it needs."""
        option = QStyleOption()
        option.initFrom(self)
        with QPainter(self) as painter:
            ground = QStyle.PrimitiveElement.PE_Widget
            self.style().drawPrimitive(ground, option, painter, self)
            painter.setPen(self.palette().windowText().color())
            room = self.rect().adjusted(theme.GRID, 0, -theme.GRID, 0)
            painter.drawText(room, _WRAPPED, self.currentMessage())

    @Slot()
    def show_tables(self) -> None:
        """Update the number of tables and the free disk space."""
        own = {path.with_suffix("") for place in _TABLES for path in self._directory.glob(place)}
        came = len(_shipped() - {path.name for path in own if path.parent == self._directory})
        parts = [plural(len(own), "table")] if own else []
        if came:
            parts.append(count(came, "{n} table with the program", "{n} tables with the program"))
        solved = len(list(self._directory.glob(_SOLVED)))
        if solved:
            parts.append(count(solved, "{n} solved position", "{n} solved positions"))
        nothing = tr("The tables folder is missing") if self._trouble() else tr("No tables yet")
        have = " + ".join(parts) or nothing
        if self.tables.isVisible():  # it keeps its room: the first table moves nothing
            self.tables.setMinimumWidth(self.tables.width())
        try:
            free = size(free_disk(self._directory))
            self.tables.setText(tr("{tables} · {size} free", tables=have, size=free))
        except OSError as error:
            self.tables.setText(f"{have} · {error.strerror}")
        tip = tr("Tables are kept in {folder}", folder=self._directory)
        if came:
            tip += "\n" + tr(
                "Tables included with the program are in {folder}", folder=resources.tables()
            )
        self.tables.setToolTip(tip)

    @Slot(object)
    def show_progress(self, progress: "BuildProgress") -> None:
        self._work.show()
        percent = f"{progress.fraction * 100:.0f} %"
        parts = (
            tr("Building {table}", table=title_and_code(progress.title)),
            percent,
            time_left(progress),
        )
        self.build.setText(" · ".join(filter(None, parts)))
        self.bar.setValue(round(progress.fraction * 1000))
        if progress.stage == "done":
            self.show_tables()

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        self._work.show()
        self.build.setText(tr("Build paused") if paused else tr("Build resumed"))

    @Slot(str)
    def show_end(self, sentence: str) -> None:
        """Show how the build ended, and the tables there are now."""
        self._work.hide()
        self.show_tables()
        self.show_text(sentence)

    @Slot(str)
    def show_tables_work(self, text: str) -> None:
        """Show which table is verified or searched for dead positions; "" for none."""
        self.tables_work.setText(text)
        self.tables_work.setVisible(bool(text))

    @Slot(object)
    def show_tournament(self, progress: "Progress") -> None:
        self._games.show()
        text = (
            tr("Tournament paused · {done} of {games}")
            if progress.paused
            else tr("Tournament running · {done} of {games}")
        )
        games = dative(progress.total, "game")
        self.tournament.setText(text.format(done=number(progress.done), games=games))
        self.tournament_bar.setValue(round(progress.fraction * 1000))

    @Slot(str)
    def end_tournament(self, sentence: str) -> None:
        self._games.hide()
        self.show_text(sentence)


def _shipped() -> set[str]:
    """Return the names of the tables that came with the program."""
    folder = resources.tables()
    return {path.stem for name in _OWN for path in folder.glob(name)} if folder else set()


def _bar() -> ProgressBar:
    bar = ProgressBar()
    bar.setRange(0, 1000)
    bar.setTextVisible(False)
    bar.setFixedWidth(96)
    return bar


def _beside(button: QPushButton, bar: ProgressBar) -> QWidget:
    both = QWidget()
    line = hbox(button, (bar, Qt.AlignmentFlag.AlignVCenter), within=both, spacing=None)
    line.setContentsMargins(0, 0, theme.GRID, 0)
    return both


def _flat() -> QPushButton:
    button = QPushButton()
    button.setProperty("flat", True)
    return button

"""Shows the Home page, created step by step when first shown, and does what its cards offer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from millmate.games.catalogue import GAMES, game_of
from millmate.gui.features.home.position_words import last_position
from millmate.gui.kit.tasks import IdleTask, Task
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.files.interrupted_work import InterruptedWork
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.probe.answers import table_of
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.play.trainer.course import Lesson
from millmate.players.spec import PlayerSpec

if TYPE_CHECKING:
    from millmate.gui.features.home.news import News
    from millmate.gui.features.home.page import HomePage


class HomeController(QObject):
    """Keeps the page up to date while it is shown.

    `game_wanted` carries a `RecentGame`, `tournament_wanted` a directory, `table_wanted` the name
    of a table; `drill_wanted` asks for a drill that is due, or else for a choice of one.
    """

    game_wanted = Signal(object)
    tournament_wanted = Signal(object)
    table_wanted = Signal(str)
    drill_wanted = Signal()

    def __init__(
        self, services: Services, starting: GameStarter, interrupted: InterruptedWork
    ) -> None:
        super().__init__(services.window)
        self._services, self._starting, self._interrupted = services, starting, interrupted
        self.place = QWidget()  # the container of the page
        self._room = vbox(within=self.place)
        self._page: HomePage | None = None
        self._making = IdleTask(self)
        self._news: News | None = None
        self._reading: Task | None = None
        self._awaited: tuple[Lesson, int] | None = None  # what is played after a build
        self._own_build = False  # whether the build was started for it
        services.commands.bind("show_home", partial(services.navigation.show, Page.HOME))
        services.commands.bind("examples", partial(services.navigation.show, Page.HOME))
        services.build.ended.connect(self._built)
        services.workspace.position_changed.connect(self._show_position)
        services.workspace.mode_changed.connect(self._show_position)
        services.game.ended.connect(self._show_position)
        interrupted.offers_changed.connect(self._show_unfinished)
        translator.changed.connect(self._retranslate)

    @property
    def page(self) -> HomePage | None:
        """The completed page, or None if it was never requested."""
        self._making.finish()
        return self._page

    @property
    def _shown(self) -> bool:
        return self._services.navigation.page is Page.HOME

    @property
    def reading(self) -> bool:
        """Whether the page is being created, or still waits for what is on the disk."""
        return self._making.busy or self._reading is not None

    def start(self, restored: bool) -> None:
        """Show Home if there is no session to return to, or if that is what the user wants."""
        if not restored or self._services.settings.current.start_page == "home":
            self._services.navigation.show(Page.HOME)

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Refresh the page when it is shown; create it on first use."""
        if page is not Page.HOME or self._making.busy:
            return
        if self._page is None:
            self._making.start(self._make())
        else:
            self._refresh(self._page)

    def _refresh(self, home: HomePage) -> None:
        self._show_position()
        self._look()
        focus = QApplication.focusWidget()
        if focus is not None and home.isAncestorOf(focus):  # not while it is on the rail
            home.take_keyboard()

    def close(self) -> None:
        self._making.stop()

    # --- what is shown ---------------------------------------------------------------------------

    def _make(self) -> Iterator[None]:
        """Create the page and fill it, step by step."""
        from millmate.gui.features.home.page import HomePage

        yield
        page = HomePage(self._services.commands)
        page.ending_chosen.connect(self.play)
        page.position.chosen.connect(self.go_on)
        page.drills.chosen.connect(self.drill_wanted)
        page.hide()  # until it is known what to show
        page.setParent(self.place)  # it goes with the window, should that be closed now
        yield
        self._room.addWidget(page)
        self._page = page
        yield
        self._refresh(page)

    def _look(self) -> None:
        """Read what is on the disk; an earlier reading no longer counts."""
        from millmate.gui.features.home import news

        current, tables = self._services.settings.current, self._services.tables_dir
        elsewhere = tuple(map(Path, current.tournaments))
        threads = current.build_threads or None
        task = Task(lambda progress, stopped: news.read(tables, elsewhere, date.today(), threads))
        self._reading = task.launch(done=self._found)

    @Slot(object)
    def _found(self, news: News) -> None:
        if self.sender() is self._reading and self._page is not None:
            self._reading, self._news = None, news
            self._show_news(self._page, news)

    def _show_news(self, page: HomePage, news: News) -> None:
        from millmate.gui.features.home.entries import game_entry, table_entry, tournament_entry

        recent = page.recent
        page.show_endings(news.endings)
        page.drills.show_drills(news.due, news.waiting, news.drilled)
        recent.games.show_entries(game_entry(game, self.game_wanted.emit) for game in news.games)
        recent.tournaments.show_entries(
            tournament_entry(each, self.tournament_wanted.emit) for each in news.tournaments
        )
        recent.tables.show_entries(
            table_entry(name, self.table_wanted.emit) for name in news.tables
        )
        self._show_unfinished()
        if page.isHidden():
            page.show()
            focus = self._services.window.focusWidget()
            if focus is None or focus is self.place or not focus.isVisible():
                page.take_keyboard()

    @Slot()
    def _show_position(self) -> None:
        if self._page is not None and self._shown:
            found = last_position(self._services)
            card = self._page.position
            card.last.setVisible(found is not None)
            if found is not None:
                seen = self._services.views.orientation_of(found.fen)
                card.board.show_position(found.fen, found.game, seen)
                card.show_words(found.title, found.words, found.button)
            self._arrange(self._page)

    @Slot()
    def _show_unfinished(self) -> None:
        if self._page is not None and self._news is not None:
            from millmate.gui.features.home.entries import tournament_entry, work_entry

            found = [work_entry(offer) for offer in self._interrupted.offers]
            unfinished = self._news.unfinished
            if unfinished is not None and not found:
                found.append(tournament_entry(unfinished, self.tournament_wanted.emit))
            self._page.position.unfinished.show_entries(found)
            self._arrange(self._page)

    def _arrange(self, page: HomePage) -> None:
        """Show the cards that have something to show."""
        news = self._news
        page.arrange(
            going_on=last_position(self._services) is not None
            or bool(news is not None and (self._interrupted.offers or news.unfinished)),
            recent=news is not None and bool(news.games or news.tournaments or news.tables),
        )

    @Slot()
    def _retranslate(self) -> None:
        if self._page is not None:
            self._show_position()
            if self._news is not None:
                self._show_news(self._page, self._news)

    # --- what is done ----------------------------------------------------------------------------

    @Slot()
    def go_on(self) -> None:
        """Go on playing the unfinished game, or show what is on the board."""
        game = self._services.game
        self._services.navigation.show(Page.BOARD)
        if not self._services.workspace.editing and game.can_resume:
            game.resume()
        self._services.views.board.setFocus()

    @Slot(object)
    def play(self, ending: Lesson) -> None:
        """Set up an ending and play it against the table; build what it lacks before."""
        services, human, table = self._services, "human", "table"
        if not services.tabs.set_up(ending.fen):
            return
        white, black = (human, table) if ending.white else (table, human)
        services.settings.set(white=white, black=black)
        services.views.board.set_flipped(not ending.white)
        offers = self._news.endings if self._news is not None else ()
        if any(offer.ready for offer in offers if offer.ending == ending):
            self._begin(ending)
        else:
            self._awaited = ending, services.requests.issue()
            self._build(ending)

    def _begin(self, ending: Lesson) -> None:
        machine, person = PlayerSpec.parse("table"), PlayerSpec.parse("human")
        specs = {ending.white: person, not ending.white: machine}
        if self._starting.start(ending.fen, specs, GAMES[game_of(ending.fen)]):
            self._services.navigation.show(Panel.MOVES)
            self._services.notifications.status(ending.text.why)

    def _build(self, ending: Lesson) -> None:
        """Build the tables of `ending`, or wait for the build that is running."""
        from millmate.tablebase.names import parse

        build = self._services.build
        self._own_build = not build.running
        if self._own_build:
            build.start([parse(table_of(ending.fen))])
        self._services.notifications.status(
            tr("The table is being built; the game begins as soon as it is there.")
        )

    @Slot()
    def _built(self) -> None:
        awaited, build = self._awaited, self._services.build
        if awaited is not None:
            ending, request = awaited
            if not self._services.requests.is_latest(request) or build.stopped:
                self._awaited = None
            elif not self._own_build:
                self._build(ending)
            else:
                self._awaited = None
                if build.succeeded:
                    self._begin(ending)
        if self._shown:
            self._look()

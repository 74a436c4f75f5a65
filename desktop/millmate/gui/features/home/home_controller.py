"""Keeps the Home page up to date while it is shown, and does what its cards offer."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QApplication

from millmate.formatting import side_name
from millmate.games.catalogue import Position
from millmate.gui.kit.signals import Following
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import translator
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.files.session_store import InterruptedWork
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.play.trainer.course import Lesson
from millmate.players.spec import PlayerSpec
from millmate.settings import Settings
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.gui.features.home.news import News
    from millmate.gui.features.home.page import HomePage
    from millmate.tablebase.square_map import SquareMap


@dataclass(frozen=True, slots=True)
class LastPosition:
    """The position or game on the board: the name of its rules, its texts, and a button's label."""

    position: Position
    title: str
    words: str
    button: str


def last_position(services: Services) -> LastPosition | None:
    """Return the position or game on the board, or None if the board is untouched."""
    workspace, game = services.workspace, services.game
    position, rules = workspace.position, workspace.rules
    code = services.views.ending(position)
    ending = table_title(code) if code else ""
    if workspace.editing:
        usual = Settings()
        if position.text in (usual.start_fen, usual.morris_start, rules.start_fen):
            return None
        return LastPosition(
            position, ending or tr("A position"), tr("Set up"), tr("Back to the board")
        )
    if not game.started:
        return None
    title, going = " – ".join(map(game.player_name, (True, False))), game.live or game.can_resume
    if not going and set(game.names.values()) == {"?"}:
        title, ending = ending or tr("A position"), ""
    outcome = game.outcome
    if going and game.turn is not None:
        end = tr("{side} to move", side=side_name(game.turn))
    else:
        end = "" if outcome is None or outcome.result == "*" else str(outcome)
    words = " · ".join(filter(None, (ending, end)))
    button = tr("Continue playing") if going else tr("Back to the board")
    return LastPosition(position, title, words, button)


class HomeController(PageFeature["HomePage"]):
    """Keeps the page up to date while it is shown."""

    shows = Page.HOME

    def __init__(
        self, services: Services, starting: GameStarter, interrupted: InterruptedWork
    ) -> None:
        super().__init__(services)
        self._starting, self._interrupted = starting, interrupted
        self._news: News | None = None
        self._reading, self._mapping = Latest(), Latest()
        self._awaited: tuple[Lesson, int] | None = None  # the ending to play after a build
        self._own_build = False  # the build was started for it
        services.commands.bind("examples", self.show)
        services.build.ended.connect(self._built)
        changes = services.workspace.position_changed, services.workspace.mode_changed
        following = Following(self._show_position, *changes, services.game.ended)
        services.navigation.page_changed.connect(lambda page: following.turn(page is Page.HOME))
        interrupted.offers_changed.connect(self._show_unfinished)
        translator.changed.connect(self._retranslate)

    @property
    def _shown(self) -> bool:
        return self.services.navigation.page is Page.HOME

    @property
    def reading(self) -> bool:
        """Whether the page is being created or its files are being read."""
        return self.making or self._reading.running

    def start(self, restored: bool) -> None:
        """Show Home if there is no session to return to, or if that is what the user wants."""
        if not restored or self.services.settings.current.start_page == "home":
            self.show()

    def make(self) -> Generator[None, None, HomePage]:
        from millmate.gui.features.home.page import HomePage

        yield
        page = HomePage(self.services.commands)
        page.ending_chosen.connect(self.play)
        page.position.chosen.connect(self.go_on)
        page.drills.chosen.connect(self.services.links.train_due)
        page.hide()  # until it is known what to show
        page.setParent(self.place)  # it goes with the window, should that be closed now
        yield
        return page

    def shown(self) -> None:
        self._show_position()
        self._look()
        QTimer.singleShot(0, self, self._take_keyboard)  # once the window has switched pages

    @Slot()
    def _take_keyboard(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and self.page.isAncestorOf(focus):  # not while it is on the rail
            self.page.take_keyboard()

    def _look(self, before: News | None = None) -> None:
        """Read the files again, or only what the endings of `before` lack; drop other readings."""
        from millmate.gui.features.home import news

        current, tables = self.services.settings.current, self.services.tables_dir
        elsewhere = tuple(map(Path, current.tournaments))
        threads = current.build_threads or None
        self._reading.start(
            lambda progress, stopped: (
                news.after_build(before, tables, threads)
                if before is not None
                else news.read(tables, elsewhere, date.today(), threads)
            ),
            done=self._found,
        )

    def _found(self, news: News) -> None:
        self._news = news
        self._show_news(self.page, news)
        self._ask_maps()

    def _ask_maps(self) -> None:
        """Look up the values of the places of a man in each ending, in a thread."""
        from millmate.gui.features.home.news import maps

        wanted = [(ending, self._man(ending)) for ending in self.page.bare()]
        if wanted:
            self._mapping.start(
                partial(maps, wanted, self.services.tables_dir), progress=self._show_map
            )

    def _man(self, ending: Lesson) -> int:
        """Return the place of the student's king or first stone."""
        view = self.services.views[ending.position.game.kind]
        own = [
            (symbol not in "Kk", place)
            for place, symbol in view.men(ending.position).items()
            if view.side_of(symbol) is ending.white
        ]
        return min(own)[1]

    @Slot(object)
    def _show_map(self, found: tuple[Lesson, SquareMap]) -> None:
        from millmate.gui.boards.square_map import landscape

        ending, values = found
        side, terms = ending.white, ending.position.game.terms
        shown = landscape(values.verdicts, values.place, side, side, terms)
        beside = {at: value for at, value in shown.values.items() if at != values.place}
        self.page.show_landscape(ending, replace(shown, values=beside))  # the man is in sight

    def _show_news(self, page: HomePage, news: News) -> None:
        page.show_endings(news.endings)
        page.drills.show_drills(news.due, news.waiting, news.drilled)
        page.recent.show_news(news, self.services.links)
        self._show_unfinished()
        if page.isHidden():
            page.show()
            focus = self.services.window.focusWidget()
            if focus is None or focus is self.place or not focus.isVisible():
                page.take_keyboard()

    @Slot()
    def _show_position(self) -> None:
        if self.made and self._shown:
            found = last_position(self.services)
            card = self.page.position
            card.last.setVisible(found is not None)
            if found is not None:
                seen = self.services.views.orientation_of(found.position)
                card.board.show_position(found.position, seen)
                card.show_words(found.title, found.words, found.button)
            self._arrange(self.page)

    @Slot()
    def _show_unfinished(self) -> None:
        if self.made and self._news is not None:
            offers, unfinished = self._interrupted.offers, self._news.unfinished
            self.page.position.show_unfinished(offers, unfinished, self.services.links)
            self._arrange(self.page)

    def _arrange(self, page: HomePage) -> None:
        """Show the cards that have something to show."""
        news = self._news
        page.arrange(
            going_on=last_position(self.services) is not None
            or bool(news is not None and (self._interrupted.offers or news.unfinished)),
            recent=news is not None and bool(news.games or news.tournaments or news.tables),
        )

    @Slot()
    def _retranslate(self) -> None:
        if self.made:
            self._show_position()
            if self._news is not None:
                self._show_news(self.page, self._news)

    @Slot()
    def go_on(self) -> None:
        """Resume the unfinished game, or show the board."""
        game = self.services.game
        self.services.navigation.show(Page.BOARD)
        if not self.services.workspace.editing and game.can_resume:
            game.resume()
        self.services.views.board.setFocus()

    @Slot(object)
    def play(self, ending: Lesson) -> None:
        """Set up an ending and play it against the table; build what it lacks before."""
        services, human, table = self.services, "human", "table"
        if not services.tabs.set_up(ending.position):
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
        if self._starting.start(ending.position, specs):
            self.services.navigation.show(Panel.MOVES)
            self.services.notifications.status(ending.text.why)

    def _build(self, ending: Lesson) -> None:
        """Build the tables of `ending`, or wait for the build that is running."""
        from millmate.tablebase.names import parse, table_of

        build = self.services.build
        self._own_build = not build.running
        if self._own_build:
            build.start([parse(table_of(ending.position.read()))])
        self.services.notifications.status(
            tr("The table is being built; the game starts when it is ready.")
        )

    @Slot()
    def _built(self) -> None:
        awaited, build = self._awaited, self.services.build
        if awaited is not None:
            ending, request = awaited
            if not self.services.requests.is_latest(request) or build.stopped:
                self._awaited = None
            elif not self._own_build:
                self._build(ending)
            else:
                self._awaited = None
                if build.succeeded:
                    self._begin(ending)
        if self._shown:
            self._look(self._news)

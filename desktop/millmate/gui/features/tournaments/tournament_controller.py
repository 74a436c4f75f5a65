"""The tournaments page, created when first shown, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.kit.questions import may_leave
from millmate.gui.kit.tasks import IdleTask
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.records.archive import PlacedGame
from millmate.records.record import GameRecord
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.tournaments.page import TournamentPage

_MOST_PLACES = 200  # directories outside the user's that are remembered


class TournamentController(QObject):
    """Creates the tournaments page step by step, and shows it.

    `game_wanted` carries a `PlacedGame` and the number of plies to show it at, `said` a line for
    the status bar, `progressed` the progress of a tournament, `ended` how it ended as a sentence.
    """

    game_wanted = Signal(object, int)
    position_wanted = Signal()
    announced = Signal(str)
    progressed = Signal(object)
    ended = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self.place = QWidget()  # the container of the page
        self._room = vbox(within=self.place)
        self._page: TournamentPage | None = None
        self._making = IdleTask(self)
        self._wanted: Callable[[TournamentPage], object] | None = None  # once it is complete
        services.settings.provide(self._updated)
        commands = services.commands
        commands.bind("show_tournaments", self.show)
        commands.bind("new_tournament", lambda: self._with_page(lambda page: page.new()))
        commands.bind("open_tournament", lambda: self._with_page(lambda page: page.ask_open()))

    @property
    def page(self) -> TournamentPage | None:
        """The completed page, or None if it was never requested."""
        self._making.finish()
        return self._page

    @property
    def making(self) -> bool:
        """Whether the page is being created."""
        return self._making.busy

    @property
    def running(self) -> bool:
        return self._page is not None and self._page.run.running

    @Slot()
    def show(self) -> None:
        """Show the tournaments page; create it step by step on first use."""
        self._services.navigation.show(Page.TOURNAMENTS)

    def playing(self) -> Path | None:
        """Return the directory of the tournament being played, unless it is being stopped."""
        run = self._page.run if self._page is not None else None
        return run.directory if run is not None and run.running and not run.stopping else None

    def load(self, directory: Path) -> None:
        self._with_page(lambda page: page.load(directory))

    def _with_page(self, do: Callable[[TournamentPage], object]) -> None:
        """Show the page, and call `do` with it as soon as it is complete."""
        self.show()
        self._wanted = do
        if not self._making.busy:
            self._do_wanted()

    @Slot()
    def _do_wanted(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._page is not None:
            wanted(self._page)

    def dismiss(self) -> None:
        if self._page is not None:
            self._page.message.hide()

    def may_stop(self) -> bool:
        """Ask whether a running tournament may be stopped."""
        return may_leave(
            self.place,
            tr(
                "A tournament is being played. Quitting stops it; finished games are kept, and "
                "you can continue it from the list of tournaments."
            ),
            tr("Stop the tournament and quit"),
            tr("Keep playing"),
        )

    def add_position(self, fen: str) -> None:
        if self._page is not None:
            self._page.form.openings.add_position(fen)

    def _updated(self, settings: Settings) -> Settings:
        """Return `settings` with the page's state."""
        page = self._page
        if page is None:
            return settings
        return settings.changed(
            tournaments=[str(each) for each in page.elsewhere[:_MOST_PLACES]],
            tournament_layout=page.layout_text(),
        )

    def close(self) -> None:
        """Stop all running work; the window waits for it."""
        self._making.stop()
        if self._page is not None:
            self._page.close_work()

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Refresh the page when it is shown; create it on first use."""
        if page is Page.TOURNAMENTS:
            if self._page is not None:
                self._page.refresh()
            elif not self._making.busy:
                self._making.start(self._make())

    @Slot(object, int)
    def _show_game(self, record: GameRecord, plies: int) -> None:
        self._services.tabs.new_if_asked()
        self.game_wanted.emit(PlacedGame(record), plies)

    def _make(self) -> Iterator[None]:
        """Create the page and show it, step by step."""
        from millmate.gui.features.tournaments.form.form import PlanForm, make_parts_gradually
        from millmate.gui.features.tournaments.page import TournamentPage
        from millmate.gui.features.tournaments.results import ResultsView
        from millmate.gui.features.tournaments.view import TournamentView

        services, current = self._services, self._services.settings.current
        parts = yield from make_parts_gradually()
        form = PlanForm(services.tables_dir, parts)
        yield
        results = ResultsView()
        yield
        self._page = page = TournamentPage(
            services.tables_dir,
            form,
            TournamentView(results),
            map(Path, current.tournaments),
            current.tournament_layout,
        )
        yield
        page.hide()  # until it is complete
        self._room.addWidget(page)
        yield from page.fill()
        self._connect(page)
        page.show()
        if self.place.hasFocus():
            page.shelf.setFocus()
        yield
        QTimer.singleShot(0, self, self._do_wanted)  # it may open a file dialog, which blocks

    def _connect(self, page: TournamentPage) -> None:
        page.game_wanted.connect(self._show_game)
        page.announced.connect(self.announced)
        page.form.players.set_engines(self._services.engines.recipes)
        self._services.engines.changed.connect(page.form.players.set_engines)
        page.form.players.engines_wanted.connect(self._services.engines.open)
        page.form.openings.position_wanted.connect(self.position_wanted)
        page.progressed.connect(self.progressed)
        page.ended.connect(self.ended)

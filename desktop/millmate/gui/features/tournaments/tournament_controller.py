"""The tournaments page, created when first shown, and its commands."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from millmate.gui.kit.dialogs import may_leave
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.records.archive import PlacedGame
from millmate.records.record import GameRecord
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.tournaments.page import TournamentPage

_MOST_PLACES = 200  # directories outside the user's that are remembered


class TournamentController(PageFeature["TournamentPage"]):
    """Creates the tournaments page step by step, and shows it."""

    shows = Page.TOURNAMENTS

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.settings.provide(self._updated)
        services.small_builds.busy = lambda: self.running
        services.links.open_tournament.connect(self.load)
        services.links.tournament_ended.connect(services.small_builds.look_again)
        services.commands.bind("new_tournament", lambda: self.with_page(lambda page: page.new()))
        services.commands.bind("open_tournament", lambda: self.with_page(self._ask_open))

    @property
    def running(self) -> bool:
        return self.made and self.page.run.running

    def playing(self) -> Path | None:
        """Return the directory of the tournament being played, unless it is being stopped."""
        run = self.page.run if self.running else None
        return run.results.directory if run and run.results and not run.stopping else None

    @Slot(object)
    def load(self, directory: Path) -> None:
        self.with_page(lambda page: page.load(directory))

    def _ask_open(self, page: TournamentPage) -> None:
        QTimer.singleShot(0, page, page.ask_open)  # the dialog blocks

    def dismiss(self) -> None:
        if self.made:
            self.page.message.hide()

    def may_close(self) -> bool:
        """Ask whether a running tournament may be stopped."""
        return not self.running or may_leave(
            self.place,
            tr(
                "A tournament is being played. Quitting stops it; finished games are kept, and "
                "you can continue it from the list of tournaments."
            ),
            tr("Stop the tournament and quit"),
            tr("Keep playing"),
        )

    def _updated(self, settings: Settings) -> Settings:
        if not self.made:
            return settings
        return settings.changed(
            tournaments=[str(each) for each in self.page.elsewhere[:_MOST_PLACES]],
            tournament_layout=self.page.layout_text(),
        )

    def close(self) -> None:
        super().close()
        if self.made:
            self.page.close_work()

    @Slot(object, int)
    def _show_game(self, record: GameRecord, plies: int) -> None:
        self.services.tabs.new_if_asked()
        self.services.links.open_game.emit(PlacedGame(record), plies)

    def shown(self) -> None:
        self.page.show()
        self.page.refresh()
        if self.place.hasFocus():
            self.page.shelf.setFocus()

    def make(self) -> Generator[None, None, TournamentPage]:
        from millmate.gui.features.tournaments.page import TournamentPage
        from millmate.gui.features.tournaments.plan_form import PlanForm, make_parts_gradually
        from millmate.gui.features.tournaments.view import ResultsView, TournamentView

        services, current = self.services, self.services.settings.current
        parts = yield from make_parts_gradually()
        form = PlanForm(services.tables_dir, parts)
        yield
        results = ResultsView()
        yield
        page = TournamentPage(
            services.tables_dir,
            form,
            TournamentView(results),
            map(Path, current.tournaments),
            current.tournament_layout,
        )
        yield
        page.hide()  # until it is complete
        page.setParent(self.place)
        yield from page.fill()
        self._connect(page)
        return page

    def _connect(self, page: TournamentPage) -> None:
        services, players, openings = self.services, page.form.players, page.form.openings
        page.game_wanted.connect(self._show_game)
        page.announced.connect(services.notifications.status)
        page.progressed.connect(services.links.tournament_progressed)
        page.ended.connect(services.links.tournament_ended)
        players.set_engines(services.engines.recipes)
        services.engines.changed.connect(players.set_engines)
        players.engines_wanted.connect(services.engines.open)
        openings.position_wanted.connect(lambda: openings.add_position(services.workspace.fen))

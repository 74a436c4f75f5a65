"""The results of a tournament: standings, games, ratings, and a live game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from millmate.gui.features.tournaments.results.games_model import GameRow
from millmate.gui.features.tournaments.results.games_panel import GamesPanel
from millmate.gui.features.tournaments.results.live_games import GameWatch
from millmate.gui.features.tournaments.results.ratings_plot import RatingsPlot
from millmate.gui.features.tournaments.results.standings_panel import (
    CrosstablePanel,
    StandingsPanel,
)
from millmate.gui.features.tournaments.results.standings_worker import (
    StandingsUpdate,
    StandingsWorker,
)
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_tabs
from millmate.gui.kit.widgets import splitter, vbox
from millmate.language import mark
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameMoved,
    GameRepeated,
    Progress,
    TournamentEvent,
)
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.plan import TournamentPlan

_PAINT = 100  # minimum milliseconds between two updates of the list


class ResultsView(QWidget):
    """Shows a running or finished tournament.

    `start` shows another one with its finished games; `handle_event` then handles each event, at
    low cost: lists change about ten times a second, tables are computed in a thread. `game_opened`
    carries a `GameResult` and the number of plies to show.
    """

    game_opened = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan: TournamentPlan | None = None
        self.worker = StandingsWorker(self)
        self.standings, self.crosstable = StandingsPanel(), CrosstablePanel()
        self.ratings = RatingsPlot()
        self.games = GamesPanel()
        self.watch = GameWatch(lambda number: self.worker.results.get(number))
        self._live: dict[int, GameRow] = {}
        self._changed: set[int] = set()  # numbers of games that are out of date in the list
        self._over: list[GameResult] = []
        self._gone: set[int] = set()
        self._painting = QTimer(self, singleShot=True, interval=_PAINT)
        self._painting.timeout.connect(self.settle)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        ratings = QWidget()
        vbox(self.ratings, within=ratings, margins=(0, theme.GRID, 0, 0))
        for page in (self.standings, self.crosstable, ratings):
            self.tabs.addTab(page, "")
        bind_tabs(self.tabs, mark("Standings"), mark("Crosstable"), mark("Ratings"))
        across = splitter(
            Qt.Orientation.Horizontal, self.games, self.watch, shares=(5, 2), sizes=(500, 200)
        )
        down = splitter(Qt.Orientation.Vertical, self.tabs, across, shares=(2, 3), sizes=(200, 300))
        self.splitters = (down, across)  # the window saves their state
        vbox(down, within=self)

    def _connect(self) -> None:
        self.worker.computed.connect(self._show_standings)
        self.worker.sampled.connect(self.ratings.add)
        self.games.chosen.connect(self.watch.choose)
        self.games.opened.connect(self.game_opened)
        self.watch.opened.connect(self.game_opened)
        self.standings.chosen.connect(self.ratings.mark)
        self.ratings.chosen.connect(self.standings.point_at)
        self.standings.opened.connect(self.games.show_games_of)
        self.crosstable.opened.connect(self._show_meetings)

    # --- what is shown -----------------------------------------------------------------------

    def start(
        self,
        plan: TournamentPlan,
        results: Mapping[int, GameResult],
        live: Iterable[GameRow] = (),
    ) -> None:
        """Show the tournament of `plan`: `results` in their order by number, and running games."""
        self.plan = plan
        self._painting.stop()
        self._live.clear()
        self._changed.clear()
        self._over.clear()
        self._gone.clear()
        self.worker.start(plan, results)
        self.standings.clear()
        self.crosstable.clear(len(plan.participants))
        names = [each.name for each in plan.participants]
        self.ratings.start(names)
        self.games.start(names, results.values())
        self.watch.start()
        for row in live:
            self._show_live(row)
        if not self._live and results:
            self.watch.look_at(max(results))

    @Slot(object)
    def handle_event(self, event: TournamentEvent) -> None:
        match event:
            case GameBegan(spec):
                self._show_live(GameRow(spec))
            case GameMoved(number=number) | GameRepeated(number=number) if number in self._live:
                last = event if isinstance(event, GameMoved) else None
                self._show_live(replace(self._live[number], last=last))
            case GameFinished(result):
                self._finished(result)
            case Progress(running=running):
                self._forget(self._live.keys() - set(running))

    @Slot()
    def rest(self) -> None:
        """Handle the end of the run: unfinished games are abandoned."""
        self._forget(set(self._live))

    def close_work(self) -> None:
        """Stop computing and updating: the window is closing."""
        self._painting.stop()
        self.worker.close()

    @Slot()
    def settle(self) -> None:
        """Show pending changes now, without waiting for the next update of the list."""
        self._painting.stop()
        self.games.drop(self._gone)
        rows = [self._row(number) for number in sorted(self._changed)]
        self.games.put([row for row in rows if row is not None], self._over)
        self._gone.clear()
        self._changed.clear()
        self._over.clear()

    # --- events ------------------------------------------------------------------------------

    def _show_live(self, row: GameRow) -> None:
        self._live[row.number] = row
        self.watch.show_live(row)
        self._note(row.number)

    def _finished(self, result: GameResult) -> None:
        self._live.pop(result.number, None)
        self.worker.add(result)
        self._over.append(result)
        self.watch.take_over(result.number)
        self._note(result.number)

    def _forget(self, numbers: set[int]) -> None:
        """Remove games that are no longer running and did not finish."""
        for number in numbers:
            del self._live[number]
            self._gone.add(number)
            self._changed.discard(number)
            self.watch.take_over(number)
        if numbers and not self._painting.isActive():
            self._painting.start()

    def _note(self, number: int) -> None:
        self._changed.add(number)
        self._gone.discard(number)
        if not self._painting.isActive():
            self._painting.start()

    def _row(self, number: int) -> GameRow | None:
        result = self.worker.results.get(number)
        return self._live.get(number) if result is None else GameRow(result)

    # --- within ------------------------------------------------------------------------------

    @Slot(object)
    def _show_standings(self, update: StandingsUpdate) -> None:
        self.standings.show_standings(update)
        self.crosstable.show_standings(update)

    @Slot(int, int)
    def _show_meetings(self, player: int, other: int) -> None:
        self.games.show_games_of(player, other if other >= 0 else None)

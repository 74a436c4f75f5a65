"""The tournament page in the window: made when it is first asked for, with what it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from millmate.gui.errors.questions import may_leave
from millmate.gui.idle_queue import IdleTask
from millmate.language import tr
from millmate.records.game_place import PlacedGame
from millmate.records.record import GameRecord
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.tournament.page import TournamentPage
    from millmate.gui.window.main_window import MainWindow

_MOST_PLACES = 200  # outside the user's directory that are remembered


class TournamentController(QObject):
    """Turns the window's pages, and carries what one of them has for the other.

    While another page than the board's is shown, commands that change what is not seen have no
    keys, which are free for tables and fields. A command of the board brings the board back.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.place = QWidget()  # where the page comes
        QVBoxLayout(self.place).setContentsMargins(0, 0, 0, 0)
        self._page: TournamentPage | None = None
        self._making = IdleTask(self)
        self._wanted: Callable[[TournamentPage], object] | None = None  # once it is complete

    @property
    def page(self) -> TournamentPage | None:
        """The page, complete, or None as long as nobody has asked for it."""
        self._making.finish()
        return self._page

    @property
    def made_page(self) -> TournamentPage | None:
        """The page as far as it is made, None as long as nobody has asked for it."""
        return self._page

    @property
    def making(self) -> bool:
        """Whether the page is being made."""
        return self._making.busy

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {
            "show_board": self.leave,
            "show_tournaments": self.turn,
            "new_tournament": lambda: self._with_page(lambda page: page.new()),
            "open_tournament": lambda: self._with_page(lambda page: page.ask_open()),
        }

    def follow(self) -> None:
        """Follow what is done in the window, whose parts are all there now."""
        window = self._window
        window.pages.changed.connect(self._turned)
        window.status.tournament_wanted.connect(self.turn)

    @property
    def running(self) -> bool:
        """Whether a tournament is being played."""
        return self._page is not None and self._page.run.running

    @Slot()
    def turn(self) -> None:
        """Show the tournaments; their page is made in turns when it is shown first."""
        self._window.pages.turn_to(self.place)

    def show(self) -> TournamentPage:
        """Show the tournaments, complete."""
        self.turn()
        page = self.page
        assert page is not None
        return page

    def load(self, directory: Path) -> None:
        """Show the tournament that is kept in `directory`."""
        self._with_page(lambda page: page.load(directory))

    def _with_page(self, do: Callable[[TournamentPage], object]) -> None:
        """Show the tournaments, and `do` something with their page as soon as it is complete."""
        self.turn()
        self._wanted = do
        if not self._making.busy:
            self._do_wanted()

    @Slot()
    def _do_wanted(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._page is not None:
            wanted(self._page)

    @Slot()
    def leave(self) -> None:
        """Show the board."""
        self._window.pages.turn_to(self._window.splitter)

    def dismiss(self) -> None:
        """Take a message away."""
        if self._page is not None:
            self._page.message.hide()

    def may_stop(self) -> bool:
        """Ask whether a running tournament may be stopped."""
        return may_leave(
            self._window,
            tr(
                "A tournament is being played. Quitting stops it; every finished game is kept, and "
                "it goes on from the list of tournaments."
            ),
            tr("Stop the tournament and quit"),
            tr("Keep playing"),
        )

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with what the page shall know next time."""
        page = self._page
        if page is None:
            return settings
        return settings.changed(
            tournaments=[str(each) for each in page.elsewhere[:_MOST_PLACES]],
            tournament_layout=page.layout_text(),
        )

    def close(self) -> None:
        """Stop what is running; the window waits for it."""
        self._making.stop()
        if self._page is not None:
            self._page.close_work()

    @Slot(QWidget)
    def _turned(self, page: QWidget) -> None:
        if page is self.place:
            if self._page is not None:
                self._page.refresh()
            elif not self._making.busy:
                self._making.begin(self._make())

    @Slot(object, int)
    def _show_game(self, record: GameRecord, plies: int) -> None:
        """Show a game on the board, as it stood after so many plies."""
        self._window.opening.open(PlacedGame(record), plies)

    @Slot()
    def _give_position(self) -> None:
        if self._page is not None:
            self._page.form.openings.add_position(self._window.shown_fen)

    def _make(self) -> Iterator[None]:
        """Make the page and show it, step by step."""
        from millmate.gui.tournament.form.form import PlanForm
        from millmate.gui.tournament.form.parts import make_parts_in_turns
        from millmate.gui.tournament.page import TournamentPage

        window = self._window
        kept = window.settings
        parts = yield from make_parts_in_turns()
        form = PlanForm(window.tables_dir, parts)
        yield
        self._page = page = TournamentPage(
            window.tables_dir, map(Path, kept.tournaments), kept.tournament_layout, form
        )
        self._connect(page)
        yield
        self._put_in(page)
        yield
        yield from page.prepare()
        QTimer.singleShot(0, self, self._do_wanted)  # it may ask for a file, which takes its time

    def _connect(self, page: TournamentPage) -> None:
        window = self._window
        page.game_wanted.connect(self._show_game)
        page.said.connect(window.status.say)
        page.form.players.set_engines(window.engines.recipes)
        window.engines.changed.connect(page.form.players.set_engines)
        page.form.players.engines_wanted.connect(window.engines.open)
        page.form.openings.position_wanted.connect(self._give_position)
        page.run.progressed.connect(window.status.show_tournament)
        page.ended.connect(window.status.end_tournament)

    def _put_in(self, page: TournamentPage) -> None:
        layout = self.place.layout()
        assert layout is not None
        layout.addWidget(page)
        if self.place.hasFocus():
            page.shelf.setFocus()

"""The window's page of tournaments, and what a person does there."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.gui.windows import Visitor, visit

from millmate.gui.tournament.page import TournamentPage
from millmate.play.tournament.plan import TournamentPlan

MINUTE = 60_000


class Guest(Visitor):
    """Someone who looks at tournaments."""

    @property
    def page(self) -> TournamentPage:
        page = self.window.tournaments.page
        assert page is not None
        return page

    def propose(self, plan: TournamentPlan) -> None:
        """Set a tournament up like `plan`, one game at once."""
        self.page.propose(plan)
        self.page.form.where.workers.setValue(1)

    def play(self, plan: TournamentPlan) -> None:
        """Set a tournament up and play it to its end."""
        self.propose(plan)
        self.page.form.start.click()
        self.wait_for_end()

    def wait_for_end(self) -> None:
        self.wait(lambda: not self.page.run.running, MINUTE)

    def wait_for_games(self, count: int) -> None:
        self.wait(lambda: len(self.page.run.results) >= count, MINUTE)

    @property
    def complaint(self) -> str:
        """What the strip above the tournament says, "" if it is not there."""
        strip = self.page.message
        return "" if strip.isHidden() else strip.text.text()

    @property
    def listed(self) -> list[str]:
        """The names in the list, with the words beneath them."""
        return [f"{saved.name}: {saved.words}" for saved in self.page.shelf.model_.tournaments]


@contextmanager
def guest(qtbot, **remembered: object) -> Iterator[Guest]:
    """Open the window at its tournaments."""
    with visit(qtbot, **remembered) as v:
        v.do("show_tournaments")
        one = Guest(qtbot, v.window)
        one.wait(lambda: one.page.isVisible())
        yield one

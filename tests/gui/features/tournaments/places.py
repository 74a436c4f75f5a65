"""The page of tournaments, and what a person does there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_type_hints

from pytestqt.qtbot import QtBot

from millmate import paths
from millmate.gui.features.tournaments.page import TournamentPage
from millmate.gui.features.tournaments.plan_form import FormParts, PlanForm
from millmate.gui.features.tournaments.view import ResultsView, TournamentView
from millmate.play.tournament.plan import TournamentPlan


class Guest:
    """Someone who looks at tournaments."""

    def __init__(self, qtbot: QtBot, page: TournamentPage) -> None:
        self.qtbot, self.page, self.form, self.view = qtbot, page, page.form, page.view

    def wait(self, condition) -> None:
        self.qtbot.waitUntil(condition)

    def propose(self, plan: TournamentPlan) -> None:
        """Set a tournament up like `plan`, one game at once."""
        self.page.propose(plan)
        self.form.where["workers"].setValue(1)

    def start(self, plan: TournamentPlan) -> None:
        self.propose(plan)
        self.form.start.click()

    def play(self, plan: TournamentPlan) -> None:
        """Set a tournament up and play it to its end."""
        self.start(plan)
        self.wait_for_end()

    def load(self, directory: Path) -> None:
        """Show the tournament in `directory`."""
        self.page.load(directory)
        self.wait(lambda: self.view.isVisible() and self.view.results.directory == directory)

    def wait_for_end(self) -> None:
        self.wait(lambda: not self.page.run.running)

    def wait_for_games(self, count: int) -> None:
        run = self.page.run
        self.wait(lambda: bool(run.results) and len(run.results.finished) >= count)

    @property
    def complaint(self) -> str:
        """What the strip above the tournament says, "" if it is not there."""
        strip = self.page.message
        return "" if strip.isHidden() else strip.text.text()

    @property
    def listed(self) -> list[str]:
        """The names in the list, with the words beneath them."""
        return [f"{saved.name}: {saved.words}" for saved in self.page.shelf.model_.rows]


def plan_parts() -> FormParts:
    return FormParts(*(kind() for kind in get_type_hints(FormParts).values()))


def plan_form(tables: Path) -> PlanForm:
    form = PlanForm(tables, plan_parts())
    for _ in form.fill():
        pass
    return form


@contextmanager
def guest(qtbot: QtBot, *elsewhere: Path) -> Iterator[Guest]:
    """Show the page, with the tournaments in the directories `elsewhere`."""
    form = PlanForm(paths.tables_dir(), plan_parts())
    view = TournamentView(ResultsView())
    page = TournamentPage(paths.tables_dir(), form, view, elsewhere)
    for _ in page.fill():
        pass
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    page.refresh()
    one = Guest(qtbot, page)
    try:
        yield one
    finally:
        page.close_work()
        one.wait(lambda: not (page.run.running or view.results_view.worker.busy))

"""The form for a tournament plan: edited, checked on the fly, saved as a file, and started."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, get_type_hints

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.gui.features.tournaments.form.execution_panel import ExecutionPanel, plan_words
from millmate.gui.features.tournaments.form.openings_part import OpeningsCheck, OpeningsPart
from millmate.gui.features.tournaments.form.parts import (
    AdjudicationPart,
    DirectoryPart,
    LimitsPart,
    MorrisPart,
    PairingPart,
    Part,
    TestPart,
    fits,
)
from millmate.gui.features.tournaments.form.players_part import PlayersPart
from millmate.gui.kit import theme
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.label import Label
from millmate.gui.kit.questions import ask_file
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button, scrolling, vbox
from millmate.language import mark, tr
from millmate.play.tournament import plan_file
from millmate.play.tournament.plan import (
    Adjudication,
    Limits,
    OpeningPlan,
    Participant,
    PlanError,
    TournamentPlan,
)

_REST_MS = 120  # from a change to the check of the plan
_WIDEST = 860
_KEY = re.compile(r"(?P<key>[a-z]+)[.:,] *")
_FILTER = mark("Tournaments (*.toml);;All files (*)")
_SAMPLE = {
    "Minimax": "minimax",
    "Incremental": "incremental",
    "With memo": "memo",
    "Alpha-beta": "alphabeta:memo=no",
    "Alpha-beta, memo": "alphabeta",
    "Iterative": "iterative",
}


def sample() -> TournamentPlan:
    """Return a default plan that ends within minutes: the six textbook searches meet.

    Its limits make the games reproducible.
    """
    return TournamentPlan(
        participants=tuple(Participant.of(text, name) for name, text in _SAMPLE.items()),
        name="Six generations",
        openings=OpeningPlan(chance=6),
        limits=Limits(nodes=300),
        adjudication=Adjudication(max_moves=60),
    )


class FormParts(NamedTuple):
    """The parts, from top to bottom."""

    meeting: PairingPart
    players: PlayersPart
    limits: LimitsPart
    openings: OpeningsPart
    ends: AdjudicationPart
    morris: MorrisPart
    test: TestPart
    place: DirectoryPart


def make_parts_gradually() -> Generator[None, None, FormParts]:
    """Create the parts one by one, because together they take a while; return them."""
    made = []
    for kind in get_type_hints(FormParts).values():
        made.append(kind())
        yield
    return FormParts(*made)


class PlanForm(QWidget):
    """Edits a plan. `start_wanted` carries the plan and its directory.

    Errors from the tournament's own checks appear beside the fields they concern.
    """

    start_wanted = Signal(object, object)
    announced = Signal(str)

    def __init__(self, tables: Path, parts: FormParts) -> None:
        """Create the form of `parts`; endings are drawn from the directory `tables`.

        `fill` must follow.
        """
        super().__init__()
        self._shown = sample()
        self._openings = OpeningsCheck(tables, self)
        self.parts: tuple[Part, ...] = parts
        (
            self.meeting, self.players, self.limits, self.openings,
            self.ends, self.morris, self.test, self.place,
        ) = parts  # fmt: skip
        self.title = bind_text(Label(), text=mark("New tournament"))
        theme.headline(self.title)
        self.where = ExecutionPanel()
        self.summary = Label()
        self.summary.setWordWrap(True)
        self.save = push_button(
            mark("Save file…"),
            self._ask_save,
            tip=mark("Save the plan to a file, for millmate tournament or for later"),
        )
        self.start = push_button(mark("Start"), self._start)
        theme.primary(self.start)
        self.touched = False
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        inner = QWidget()
        inner.setMaximumWidth(_WIDEST)
        self._column = vbox(within=inner, spacing=2 * theme.GRID, margins=(0, 0, theme.GRID, 0))
        self.area = scrolling(inner)
        self._rows = vbox(self.title, (self.area, 1), within=self)

    def fill(self) -> Iterator[None]:
        """Put the parts into the form, one by one, and show a plan."""
        for part in self.parts:
            self._column.addWidget(part)
            part.ensurePolished()
            yield
        self._column.addStretch(1)
        for below in (theme.rule(), self.summary):
            self._rows.addWidget(below)
        self._rows.addLayout(hbox((self.where, 1), self.save, self.start))
        yield
        self._connect()
        self.show_plan(self._shown)

    def _connect(self) -> None:
        self._timer.timeout.connect(self.check)
        self._openings.found.connect(self.check)
        for part in self.parts:
            part.changed.connect(self._changed)
        self.where.changed.connect(self._timer.start)

    # --- the plan --------------------------------------------------------------------------------

    def show_plan(self, plan: TournamentPlan) -> None:
        self._shown = plan
        for part in self.parts:
            part.show_plan(plan)
        self.touched = False
        self.area.verticalScrollBar().setValue(0)
        self.check()

    @property
    def plan(self) -> TournamentPlan:
        """The plan in the fields, playable or not."""
        plan = self._shown
        self.players.set_limits(self.limits.applied(plan).limits)  # player names depend on them
        for part in self.parts:
            if part not in (self.morris, self.test):
                plan = part.applied(plan)
        if plan.limits != self._shown.limits:
            plan = self.players.renamed(plan)
        if plan.is_morris:
            plan = self.morris.applied(plan)
        return self.test.applied(plan) if fits(plan) else replace(plan, sprt=None)

    @Slot()
    def _changed(self) -> None:
        self.touched = True
        self._timer.start()

    def check_later(self) -> None:
        """Schedule a `check`, which may take a moment."""
        self._timer.start()

    @Slot()
    def check(self) -> bool:
        """Check the plan, show errors next to their fields, and return whether it is valid."""
        self._timer.stop()
        plan = self.plan
        self.players.set_game(plan.game, perfect=not plan.starts_with_all_men)
        self.morris.setVisible(plan.is_morris)
        self.test.setVisible(fits(plan))
        faults = {part: part.lack for part in self.parts if part.lack}
        if not faults:
            faults = self._faults(plan)
        for part in self.parts:
            part.show_fault(faults.get(part, ""))
        fault = next(iter(faults.values()), "") or self.where.lack
        self.summary.setText(fault or plan_words(plan))
        theme.mark_fault(self.summary, bool(fault))
        return not fault

    def _faults(self, plan: TournamentPlan) -> dict[Part, str]:
        """Return the errors from the tournament's own checks, by part."""
        try:
            plan_file.parse(plan_file.dump(plan))
        except PlanError as error:
            return self.placed(str(error))
        if fault := self._openings.fault(plan):
            return self.placed(fault)
        taken = self.place.follow(plan)
        return {self.place: taken} if taken else {}

    def close_work(self) -> None:
        """Stop all checks: the window is closing."""
        self._timer.stop()
        self._openings.close()

    def placed(self, message: str) -> dict[Part, str]:
        found = _KEY.match(message)
        for part in self.parts:
            if found is not None and found["key"] in part.keys:
                text = message[found.end() :]
                return {part: sentence(text)}
        return {self.openings: sentence(message)}

    def refuse(self, error: PlanError) -> None:
        """Show an error that was found only when the tournament started."""
        for part, text in self.placed(str(error)).items():
            part.show_fault(text)
            self.summary.setText(text)
            theme.mark_fault(self.summary, True)
            self._reveal(part)

    def _reveal(self, part: Part) -> None:
        self.area.ensureWidgetVisible(part, 0, 2 * theme.GRID)

    # --- actions ---------------------------------------------------------------------------------

    @Slot()
    def _start(self) -> None:
        if self.check():
            plan = self.plan
            self.start_wanted.emit(plan, self.place.place_of(plan))
            return
        for part in self.parts:
            if not part.fault.isHidden():
                self._reveal(part)

    @Slot()
    def _ask_save(self) -> None:
        path = ask_file(self, tr("Save the tournament"), "tournament.toml", tr(_FILTER))
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        try:
            plan_file.write(self.plan, path)
        except OSError as error:
            self.summary.setText(
                tr(
                    "The file could not be saved: {path}: {strerror}.",
                    path=path,
                    strerror=error.strerror,
                )
            )
            theme.mark_fault(self.summary, True)
        else:
            self.announced.emit(tr("Tournament saved: {path}", path=path))

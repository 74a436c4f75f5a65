"""The form for a tournament plan, checked on the fly, and where it is saved and played."""

import re
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QSizePolicy, QWidget

from millmate import machine, paths
from millmate.cluster import LOCAL
from millmate.errors import InputError
from millmate.formatting import dative, plural
from millmate.gui.features.tournaments.plan_parts import (
    AdjudicationPart,
    LimitsPart,
    MorrisPart,
    OpeningsPart,
    PairingPart,
    Part,
    TestPart,
    fits,
)
from millmate.gui.features.tournaments.players_part import PlayersPart
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import ask_file
from millmate.gui.kit.errors import sentence
from millmate.gui.kit.form import Choice, Form, Number, Row, Text
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.translator import bind_text, on_retranslate
from millmate.gui.kit.widgets import hbox, push_button, scrolling, vbox
from millmate.language import mark, tr
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    OpeningPlan,
    Participant,
    PlanError,
    TournamentPlan,
)
from millmate.play.tournament.saved_tournament import total
from millmate.play.tournament.schedule import openings_needed

_OPENINGS_REST_MS = 600  # from the last change to the check
_MOST_KNOWN = 50  # plans with a cached result
_MOST_DRAWN = 200  # table positions checked; more are not needed
_MOST_LETTERS = 60  # of a directory name
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


def plan_words(plan: TournamentPlan) -> str:
    """Return the size of a plan as a sentence: 30 pairings of 2 games: 60 games."""
    games, players = total(plan), len(plan.participants)
    if plan.format is Format.KNOCKOUT:
        matches = plural(players - 1, "match")
        return tr(
            "{matches} of {games}: {total}, not counting tie-breaks.",
            matches=matches,
            games=dative(plan.games, "game"),
            total=plural(games, "game"),
        )
    pairings = plural(games // plan.games, "pairing")
    text = (
        tr("{pairings} of {games}: {total}.")
        if plan.sprt is None
        else tr("{pairings} of {games}: {total}, fewer if the test decides.")
    )
    return text.format(
        pairings=pairings, games=dative(plan.games, "game"), total=plural(games, "game")
    )


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


class DirectoryPart(Part):
    """The directory; an empty field selects one by the tournament's name."""

    keys = ("directory",)

    def __init__(self) -> None:
        self.browse = push_button(mark("Choose…"), name=mark("Choose the directory"))
        super().__init__(
            Row(mark("Save in"), Text("path", spoken=mark("Folder of the tournament")), self.browse)
        )
        self.browse.clicked.connect(self._ask)
        self.note = theme.muted()
        self.form.form.addRow("", self.note)

    def place_of(self, plan: TournamentPlan) -> Path:
        """Return the directory: the chosen one, or a free one by the plan's name."""
        chosen = self.form.value("path")
        return paths.expanded(chosen).absolute() if chosen else free_place(plan)

    def follow(self, plan: TournamentPlan) -> str:
        """Show the directory of `plan`; return its fault, or ""."""
        place = self.place_of(plan)
        self["path"].setPlaceholderText(str(place))
        held = saved_tournament.digest_in(place)
        if held is None and place.exists() and not place.is_dir():
            return tr("{place} is a file: choose a directory.", place=place)
        if held not in (None, plan.digest()):
            return tr(
                "{place} holds another tournament: choose another directory, or open that "
                "tournament from the list.",
                place=place,
            )
        again = tr("This tournament already exists: only the missing games will be played.")
        self.note.setText(again if held else "")
        self.note.setVisible(bool(held))
        return ""

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return plan

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return {"path": ""}

    @Slot()
    def _ask(self) -> None:
        place = paths.tournaments_dir()
        start = place if place.is_dir() else Path.home()
        name = QFileDialog.getExistingDirectory(self, tr("Save the tournament in"), str(start))
        if name:
            self["path"].setText(name)


def free_place(plan: TournamentPlan) -> Path:
    """Return the first directory by the plan's name without another tournament."""
    name, number = slug(plan.name), 1
    while True:
        place = paths.tournaments_dir() / (name if number == 1 else f"{name}-{number}")
        if not place.exists() or saved_tournament.digest_in(place) == plan.digest():
            return place
        number += 1


def slug(name: str) -> str:
    """Return a directory name valid on every system: `Six generations` becomes one word."""
    cleaned = re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:_MOST_LETTERS].rstrip("-_")
    return cleaned or "tournament"


class FormParts(NamedTuple):
    """The parts, from top to bottom."""

    limits: LimitsPart
    players: PlayersPart
    meeting: PairingPart
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


_HERE, _FAR = "", "address"
_PLACES = {
    _HERE: mark("This computer"),
    LOCAL: mark("A Dask cluster on this computer"),
    _FAR: mark("The Dask scheduler at"),
}
_MOST = 256


class ExecutionPanel(Form):
    """The place and the number of games at once, which can change while a tournament runs."""

    workers_changed = Signal(int)

    def __init__(self) -> None:
        super().__init__(
            Row(
                None,
                Number(
                    "workers", mark("Games at &once"), 1, _MOST, default=machine.processors(),
                    tracking=False, spoken=mark("Games played at once"),
                ),
                Choice("place", mark("o&n"), _PLACES, spoken=mark("Where games are played")),
                Text(
                    "address", spoken=mark("Address of the Dask scheduler"),
                    hint=mark("tcp://10.0.0.1:8786"), shown=lambda values: values.place == _FAR,
                ),
            )
        )  # fmt: skip
        self._far = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self["address"].setMinimumWidth(15 * theme.GRID)
        # which takes the room while the address is hidden
        self["address"].parentWidget().layout().addStretch(0)
        on_retranslate(self, self._name)
        self.changed.connect(self._changed)

    def _name(self) -> None:
        """Update the texts that depend on the computer or the choice."""
        tip = tr(
            "Number of games played at once; this computer has {n} processors. You can change "
            "it while the tournament runs.",
            n=machine.processors(),
        )
        self["workers"].setToolTip(wrapped(tip))
        self["workers"].setSpecialValueText(tr("maximum") if self._far else "")

    @property
    def scheduler(self) -> str | None:
        """The scheduler address for a tournament, or None for local processes."""
        place = self.value("place")
        return (self.value("address") if place == _FAR else place) or None

    @property
    def count(self) -> int | None:
        """The number of games at once, or None for the capacity of the cluster."""
        return self.value("workers") or None

    @property
    def lack(self) -> str:
        if self.value("place") == _FAR and not self.value("address"):
            return tr("Give the address of the Dask scheduler, such as tcp://10.0.0.1:8786.")
        return ""

    def take_over(self, other: "ExecutionPanel") -> None:
        self.show_values(other.values)
        self._limit()
        self.show_values(other.values)

    def set_fixed(self, fixed: bool) -> None:
        """Lock or unlock the place: a running tournament cannot move."""
        self["place"].setEnabled(not fixed)
        self["address"].setEnabled(not fixed)

    @Slot(str)
    def _changed(self, name: str) -> None:
        if name == "place":
            self._limit()
        elif name == "workers":
            self.workers_changed.emit(self.value(name))

    def _limit(self) -> None:
        """Let a scheduler elsewhere play as many games as it can, at first."""
        began, self._far = self._far, self.value("place") == _FAR
        if self._far:
            self["workers"].setMinimum(0)
        workers = 0 if self._far and not began else self.value("workers")
        if not self._far:
            workers = workers or machine.processors()
        self.show_values({"workers": workers})
        if not self._far:
            self["workers"].setMinimum(1)
        self._name()


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
            self.limits, self.players, self.meeting, self.openings,
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
        self.where.changed.connect(self.check_later)

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


class OpeningsCheck(QObject):
    """Returns the faults of a plan's openings; `found` means that a new result is available."""

    found = Signal()

    def __init__(self, tables: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables = tables
        self._known: dict[Hashable, str] = {}
        self._wanted: TournamentPlan | None = None
        self._task = Latest()
        self._timer = QTimer(self, singleShot=True, interval=_OPENINGS_REST_MS)
        self._timer.timeout.connect(self._look)

    def fault(self, plan: TournamentPlan) -> str:
        """Return the fault of the openings of `plan`; "" before the first one."""
        self._wanted = None
        if plan.openings in (OpeningPlan(), OpeningPlan(chance=plan.openings.chance)):
            return ""
        fault = self._known.get(_key(plan))
        if fault is None:
            self._wanted = plan
            self._timer.start()
        return fault or ""

    def close(self) -> None:
        self._wanted = None
        self._timer.stop()
        self._task.drop()

    @Slot()
    def _look(self) -> None:
        """Check the openings; an error appears when the tournament starts."""
        if self._wanted is not None:
            work = partial(_check, self._wanted, self._tables)
            self._task.start(work, done=self._answered)

    @Slot(object)
    def _answered(self, answer: tuple[Hashable, str]) -> None:
        key, fault = answer
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = fault
        if self._wanted is not None and _key(self._wanted) == key:
            self.found.emit()


def _key(plan: TournamentPlan) -> Hashable:
    return plan.game, plan.openings, plan.seed, openings_needed(plan)


def _check(
    plan: TournamentPlan,
    tables: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[Hashable, str] | None:
    """Return the key of `plan` with the fault of its openings, or None if it was stopped."""
    from millmate.play.tournament.openings import openings_of  # it imports numpy

    most = _MOST_DRAWN if plan.openings.tables else None
    try:
        for _ in islice(openings_of(plan, tables), most):
            if stopped():
                return None
    except PlanError as error:
        return _key(plan), str(error)
    except InputError as error:
        return _key(plan), f"openings: {error}"
    return _key(plan), ""

"""Offers at the start to resume work that closing or killing the window interrupted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.errors import MillMateError
from millmate.gui.kit.errors import error_sentence
from millmate.gui.shell.services import Services
from millmate.language import tr


@dataclass(frozen=True, slots=True)
class Work:
    """The directory of the running tournament, and the tables being built; "" for none.

    `metrics` is what the distances of these tables count; `solving` is the request of a position
    that is being solved, as JSON.
    """

    tournament: str = ""
    building: str = ""
    metrics: str = ""
    solving: str = ""


@dataclass(frozen=True, slots=True)
class WorkOffer:
    """Interrupted work as a sentence, and a button that takes it up."""

    text: str
    label: str
    accept: Callable[[], None]


class InterruptedWork(QObject):
    """Tracks running work, and offers interrupted work, one strip and one button at a time.

    `offers` holds those that have not been accepted, also after their strip was dismissed.
    """

    changed = Signal()  # the running work changed
    offers_changed = Signal()

    def __init__(self, services: Services, playing: Callable[[], Path | None]) -> None:
        """`playing` returns the directory of the running tournament."""
        super().__init__(services.window)
        self._playing, self._links = playing, services.links
        self._build, self._notify = services.build, services.notifications
        self._closing: Work | None = None  # the running work when the window closed
        self.offers: list[WorkOffer] = []
        self._strips: deque[WorkOffer] = deque()
        self._last = Work()
        self._notify.dismissed.connect(self._show_next_soon)
        for advanced in (self._build.advanced, self._build.ended):
            advanced.connect(self.note)
        for advanced in (self._links.tournament_progressed, self._links.tournament_ended):
            advanced.connect(self.note)

    @property
    def work(self) -> Work:
        """The running work, or that at the time the window closed."""
        return self._closing or self._now

    @property
    def _now(self) -> Work:
        directory, build = self._playing(), self._build
        building = build.running and not build.stopping and not build.unasked
        return Work(
            str(directory or ""),
            " ".join(map(str, build.targets)) if building else "",
            " ".join(metric.value for metric in build.metrics) if building else "",
            build.request.to_json() if building and build.request is not None else "",
        )

    @Slot()
    def note(self, *_: object) -> None:
        """Emit `changed` if the running work differs; called several times a second."""
        if self.work != self._last:
            self._last = self.work
            self.changed.emit()

    def note_closing(self) -> None:
        """Remember the running work: closing the window stops it."""
        self._closing = self._now

    def offer(self, work: Work) -> None:
        """Offer to resume interrupted work, as far as it still exists."""
        directory = Path(work.tournament)
        if work.tournament and directory.is_dir():
            text = tr("The tournament {name} was interrupted.", name=directory.name)
            show = tr("Show the tournament")
            self._offer(text, show, lambda: self._links.open_tournament.emit(directory))
        if work.building:
            text = tr("Building {tables} was interrupted.", tables=work.building)
            self._offer(text, tr("Continue building"), lambda: self._resume(work))
        if work.solving:
            text = tr("Solving a position was interrupted.")
            self._offer(text, tr("Continue solving"), lambda: self._solve_on(work))
        if not self._notify.message:
            self._show_next()

    def _offer(self, text: str, label: str, take_up: Callable[[], object]) -> None:
        def accept() -> None:
            for held in (self.offers, self._strips):
                if offer in held:
                    held.remove(offer)
            self.offers_changed.emit()
            take_up()

        offer = WorkOffer(text, label, accept)
        self.offers.append(offer)
        self._strips.append(offer)
        self.offers_changed.emit()

    @Slot()
    def _show_next_soon(self) -> None:
        if self._strips:
            QTimer.singleShot(0, self, self._show_next)

    @Slot()
    def _show_next(self) -> None:
        if self._strips and not self._notify.message:
            offer = self._strips.popleft()
            self._notify.remark(offer.text, offer.label, offer.accept)

    def _solve_on(self, work: Work) -> None:
        from millmate.tablebase.solve_request import SolveRequest

        try:
            request = SolveRequest.from_json(work.solving)
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
            return
        if not self._build.running:
            self._build.solve(request)

    def _resume(self, work: Work) -> None:
        from millmate.tablebase.metric import Metric
        from millmate.tablebase.names import parse

        try:
            targets = [parse(name) for name in work.building.split()]
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
            return
        if not self._build.running:
            metrics = [metric for metric in Metric if metric.value in work.metrics.split()]
            self._build.start(targets, metrics)

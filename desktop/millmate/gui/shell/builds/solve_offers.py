"""Finds out which positions that no whole table can cover can be solved, and what that takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.formatting import size
from millmate.games.chess.positions import board_from_fen
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.solve_options import Option, fault_of, proposed, room_in
from millmate.gui.shell.builds.table_models import about
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.tablebase.solve_request import SolveCost

_STILL_MS = 300  # that a position stands still before its placements are counted
_QUICK = 6_000  # placements, found in a fifth of a second


@dataclass(frozen=True, slots=True)
class Offer:
    """What solving a position of `men` men takes, None if finding that out takes longer."""

    fen: str
    men: int
    cost: str | None


class SolveOffers(QObject):
    """Watches the answers; `offered` emits what solving the position shown takes.

    The few placements that a quick look may count are counted in a thread.
    """

    offered = Signal(object)

    def __init__(
        self, probe: ProbeService, build: BuildRun, directory: Path, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._probe, self._build, self._directory = probe, build, directory
        self._counting: Task | None = None
        self._still = QTimer(self, singleShot=True, interval=_STILL_MS)
        self._still.timeout.connect(self._count)
        probe.answered.connect(self._look)

    @Slot(object)
    def _look(self, answer: Answer) -> None:
        self._counting = None
        if answer.solvable:
            self._still.start()
        else:
            self._still.stop()

    @Slot()
    def _count(self) -> None:
        answer = self._probe.last
        if answer is not None and answer.solvable:
            work = partial(_counted, answer.fen, self._directory)
            self._counting = Task(work).launch(done=self._offer)

    @Slot(object)
    def _offer(self, found: tuple[str, list[SolveCost]]) -> None:
        if self.sender() is not self._counting:
            return
        fen, costs = found
        threads = self._build.threads
        options = [Option(cost, cost.elapsed(threads)) for cost in costs if not cost.fault]
        men, words = sum(map(str.isalpha, fen.split()[0])), None
        room = room_in(self._directory)
        if options and (len(options) > 1 or not costs[-1].fault):  # else the usual one is missing
            option = options[proposed(options, room)]
            if not option.solved and not fault_of(option, room):
                words = tr(
                    "{size}, {time}", size=size(option.cost.disk), time=about(option.seconds)
                )
        self.offered.emit(Offer(fen, men, words))


def _counted(
    fen: str, directory: Path, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> tuple[str, list[SolveCost]]:
    """Return what solving a position takes for the stronger side, as far as that is found soon."""
    from millmate.tablebase.solve_request import SolveRequest, costs, stronger_first

    side = stronger_first(board_from_fen(fen))[0]
    return fen, list(costs(SolveRequest(fen, (side,), 0), directory, _QUICK))

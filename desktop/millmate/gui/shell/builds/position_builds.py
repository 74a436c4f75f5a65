"""Builds what the position shown lacks if that takes seconds; finds out what solving it takes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.formatting import size
from millmate.games.chess.positions import board_from_fen
from millmate.gui.kit.tasks import Latest
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.builds.solve_options import Option, fault_of, proposed, room_in
from millmate.gui.shell.frame.settings_store import SettingsStore
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.language import tr
from millmate.settings import Settings
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.tablebase.solve_request import SolveCost


SECONDS = 5.0  # anything faster is small
_STILL_MS = 300  # a position is shown before its build: others are passed through

Then = Callable[[], object]


class SmallBuilds(QObject):
    """Watches the answers about positions, and builds what they lack if that is small.

    A build that failed or was stopped is not tried again by itself, nor is a table built that the
    user has deleted. The build waits while `busy` reports other work that it would disturb.
    `changed` emits a line about the table that the position shown waits for, "" if it waits for
    none, and whether that table is being built now.
    """

    changed = Signal(str, bool)

    def __init__(
        self, probe: ProbeService, build: BuildRun, settings: SettingsStore, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._probe, self._build = probe, build
        self.busy: Callable[[], bool] = lambda: False
        self._allowed = settings.current.small_builds
        self._refused: set[str] = set()  # tables whose build failed or was stopped, or deleted
        self._then: tuple[str, Then] | None = None  # a position, and the next step
        self._still = QTimer(self, singleShot=True, interval=_STILL_MS)
        self._still.timeout.connect(self._begin)
        probe.answered.connect(self._look)
        build.ended.connect(self._ended)
        settings.bind(self._allow, "small_builds")

    def takes(self, answer: Answer) -> bool:
        """Return whether what an answer lacks is built without a question."""
        plan = answer.plan
        if not self._allowed or plan is None or self._build.trouble():
            return False
        if not self._refused.isdisjoint(
            (answer.material, *(str(t.material) for t in plan.missing))
        ):
            return False
        return plan.elapsed(self._build.threads) < SECONDS

    def provide(self, then: Then) -> bool:
        """Build what the position shown lacks now, and call `then` once there is an answer.

        Returns:
            Whether it is being built; if not, the answer cannot be had this way, or not soon.
        """
        answer = self._probe.last
        if answer is None or not self.takes(answer) or self._hindered(answer):
            return False
        self._then = answer.fen, then
        self._begin()
        return True

    def leave_deleted(self, tables: Iterable[str]) -> None:
        """Do not build these tables, which the user deletes, until that is asked for."""
        self._refused.update(tables)

    @Slot()
    def stop(self) -> None:
        """Stop the build of what the position shown lacks; it does not restart by itself."""
        if self._build.unasked:
            self._build.cancel()

    @Slot()
    def look_again(self) -> None:
        """Work that a build would have disturbed may have ended."""
        if self._probe.last is not None:
            self._look(self._probe.last)

    def _allow(self, settings: Settings) -> None:
        self._allowed = settings.small_builds
        self._refused.clear()
        self.look_again()

    @Slot(object)
    def _look(self, answer: Answer) -> None:
        if self._then is not None and (self._then[0] != answer.fen or answer.plan is None):
            (fen, then), self._then = self._then, None
            if fen == answer.fen:
                QTimer.singleShot(0, self, then)  # once all others have the answer, too
        if self.takes(answer):
            self._still.start()
        else:
            self._still.stop()
        self._tell()

    @Slot()
    def _begin(self) -> None:
        from millmate.tablebase.names import parse

        answer = self._probe.last
        if answer is None or not self.takes(answer):
            return
        self._still.stop()
        if not self._build.running and not self.busy():
            self._build.start([parse(answer.material)], unasked=True)
        self._tell()

    def _tell(self) -> None:
        """Emit the line about the position shown."""
        answer = self._probe.last
        title = table_title(answer.material) if answer is not None else ""
        if answer is None or answer.plan is None or not self.takes(answer):
            self.changed.emit("", False)
        elif self._hindered(answer):
            later = tr("{table} will be built after other work", table=title)
            self.changed.emit(later, False)
        else:
            time = about(answer.plan.elapsed(self._build.threads))
            building = tr("Building {table}, {time}", table=title, time=time)
            self.changed.emit(building, self._builds(answer))

    def _hindered(self, answer: Answer) -> bool:
        """Whether something else is at work."""
        return self.busy() or (self._build.running and not self._builds(answer))

    def _builds(self, answer: Answer) -> bool:
        """Whether the build that is running is the one that an answer waits for."""
        run = self._build
        return run.running and run.unasked and [answer.material] == list(map(str, run.targets))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        named = set(map(str, self._build.targets))
        if self._build.succeeded:
            self._refused -= named
        elif self._build.unasked:
            self._refused |= named
            self._then = None
        self._tell()


_QUICK = 6_000  # placements, found in a fifth of a second


@dataclass(frozen=True, slots=True)
class Offer:
    """The cost of solving a position of `men` men, None if estimating it takes longer."""

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
        self._counting = Latest()
        self._still = QTimer(self, singleShot=True, interval=_STILL_MS)
        self._still.timeout.connect(self._count)
        probe.answered.connect(self._look)

    @Slot(object)
    def _look(self, answer: Answer) -> None:
        self._counting.drop()
        if answer.solvable:
            self._still.start()
        else:
            self._still.stop()

    @Slot()
    def _count(self) -> None:
        answer = self._probe.last
        if answer is not None and answer.solvable:
            work = partial(_counted, answer.fen, self._directory)
            self._counting.start(work, done=self._offer)

    def _offer(self, found: "tuple[str, list[SolveCost]]") -> None:
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
) -> "tuple[str, list[SolveCost]]":
    """Return the cost of solving a position for the stronger side, if it is found quickly."""
    from millmate.tablebase.solve_request import SolveRequest, costs, stronger_first

    side = stronger_first(board_from_fen(fen))[0]
    return fen, list(costs(SolveRequest(fen, (side,), 0), directory, _QUICK))

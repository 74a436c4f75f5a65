"""The Tables page, created when first shown: lists, plans, builds, verifies, compacts, deletes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.gui.features.tables.solved_panel import SolvedController
from millmate.gui.features.tables.work import Compaction, Verification, verifying_words
from millmate.gui.kit.errors import error_sentence, sentence
from millmate.gui.kit.questions import choose
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.builds.build_run import stage_words, time_left
from millmate.gui.shell.builds.plans import plan_words, rule_words
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.features.tables.page import TablesPage
    from millmate.gui.features.tables.work import Loss, Seen
    from millmate.tablebase.inventory import Ending, TableFile
    from millmate.tablebase.metric import Metric
    from millmate.tablebase.names import Target
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress
    from millmate.tablebase.verify_process import Verifying

_PLAN_MS = 60  # after the last change of what is chosen its plan is made


class TablesController(QObject):
    """Makes the page when it is first shown, and does what is asked there.

    Everything that reads or changes tables is done in threads and processes. `explore_wanted`
    carries the title of a table, the side whose longest win is to be shown and its position, or "";
    `changed` is emitted after tables were deleted, `listed` after they were read again;
    `watch_wanted` asks for the build in detail.
    """

    explore_wanted = Signal(str, str, str)
    changed = Signal()
    listed = Signal()
    watch_wanted = Signal()
    progressed = Signal(str)  # of a verification, "" once it has ended

    def __init__(self, services: Services, compaction: Compaction) -> None:
        super().__init__(services.window)
        self._services, self._build, self._compaction = services, services.build, compaction
        self._directory = services.tables_dir
        self.place = QWidget()  # the container of the page
        self._room = vbox(within=self.place)
        self.page: TablesPage | None = None
        self.solved: SolvedController | None = None
        self.verification = Verification(self._directory, self)
        self._reading: Task | None = None
        self._again = False  # something has changed while the tables were read
        self._plan: Plan[object] | None = None
        self._request = 0  # of the newest plan
        self._deleting = False
        self._wanted: tuple[str, ...] = ()  # tables to be chosen once they are listed
        self._wait = QTimer(self, singleShot=True, interval=_PLAN_MS)
        self._wait.timeout.connect(self._make_plan)
        self._set_threads(services.settings.current)
        services.settings.bind(self._set_threads, "build_threads")
        services.commands.bind("show_tables", self.open)
        services.commands.bind("builder", self.open_to_choose)
        self._build.advanced.connect(self._built_on)
        self._build.rested.connect(self._rested)
        self._build.ended.connect(self._built)
        self.verification.advanced.connect(self._verified_on)
        self.verification.ended.connect(self._verified)
        compaction.advanced.connect(self._compacted_on)
        compaction.ended.connect(self._compacted)

    def _set_threads(self, settings: Settings) -> None:
        self.verification.threads = settings.build_threads or None

    @Slot()
    def open(self) -> None:
        self._services.navigation.show(Page.TABLES)

    @Slot()
    def open_to_choose(self) -> None:
        """Show the page with the field in which a table is named."""
        self.open()
        self._services.window.activateWindow()  # it may have been a dialog that asked for this
        if self.page is not None:
            self.page.to_search()

    @Slot(object)
    def open_to_build(self, names: tuple[str, ...]) -> None:
        """Show the page with these tables chosen; the plan of their build is then told."""
        self._wanted = names
        self.open()
        self._choose_wanted()

    def _choose_wanted(self) -> None:
        if self._wanted and self.page is not None and self.page.every:
            self.page.choose_names(self._wanted)
            self._wanted = ()

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        """Make the page when it is first shown, and read the tables again."""
        if page is Page.TABLES:
            if self.page is None:
                self._make()
            self.read()
            if self.solved is not None:
                self.solved.read()

    def close(self) -> None:
        """Stop reading and verifying; the window waits for it."""
        self.verification.stop()
        if self._reading is not None:
            self._reading.stop()
        if self.solved is not None:
            self.solved.close()

    def _make(self) -> None:
        from millmate.gui.features.tables.page import TablesPage

        self.page = page = TablesPage()
        self.solved = SolvedController(self._services, page.solved, self)
        self.solved.changed.connect(self.changed)
        page.chosen.connect(self._choice_changed)
        page.searched.connect(self._look_for)
        page.details.metrics_changed.connect(self._choice_changed)
        page.details.longest_wanted.connect(self.explore_wanted)
        page.others.clicked.connect(self._services.commands["others"].trigger)
        page.settings.clicked.connect(self._services.commands["settings"].trigger)
        page.again.clicked.connect(self._services.folder.look)
        page.again.clicked.connect(self.read)
        for name, do in (
            ("build", self._start_build), ("explore", self._explore), ("verify", self._verify),
            ("compact", self._compact), ("delete", self._ask_delete),
        ):  # fmt: skip
            page.actions_[name].triggered.connect(do)
        page.pause.clicked.connect(self._pause_or_resume)
        page.stop_build.clicked.connect(self._build.cancel)
        page.watch.clicked.connect(self.watch_wanted)
        page.stop_check.clicked.connect(self.verification.stop)
        page.stop_compaction.clicked.connect(self._compaction.stop)
        self._room.addWidget(page)
        if self._build.running and self._build.last is not None:
            self._built_on(self._build.last)

    # --- the list ----------------------------------------------------------------------------

    @Slot()
    def read(self) -> None:
        """Read what tables there are, in a thread."""
        if self.page is None:
            return
        if self._reading is not None:
            self._again = True
            return
        from millmate.gui.features.tables.work import seen

        def work(progress: Callable[[object], None], stopped: Callable[[], bool]) -> Seen:
            if trouble := self._services.folder.trouble():
                raise InputError(trouble)
            return seen(self._directory, progress, stopped)

        self._reading = Task(work).launch(
            progress=self._show, done=self._read_done, failed=self._read_failed
        )

    @Slot(object)
    def _show(self, found: Seen) -> None:
        if self.page is not None and self.page.model.rowCount() == 0:
            self.page.show_inventory(found.inventory)
            self.page.choose_name(self._services.views.table)
            self._choose_wanted()

    @Slot(object)
    def _read_done(self, found: Seen) -> None:
        self._reading = None
        if self.page is None:
            return
        self.page.show_inventory(found.inventory)
        self.page.disk.show_use(found.inventory.endings, found.free)
        self.listed.emit()
        if self._again:
            self._again = False
            self.read()

    @Slot(object)
    def _read_failed(self, error: Exception) -> None:
        self._reading = None
        if self.page is not None:
            self.page.show_trouble(error_sentence(error))

    @Slot(str)
    def _look_for(self, text: str) -> None:
        """List a material of six men that is asked for."""
        from millmate.gui.features.tables.tables_model import missing_material
        from millmate.tablebase.inventory import ending_of

        assert self.page is not None
        material = missing_material(text)
        if material is not None and str(material) not in self.page.every:
            self.page.show_extra([ending_of(self._directory, material)])

    # --- what is chosen ----------------------------------------------------------------------

    @Slot()
    def _choice_changed(self) -> None:
        self._plan = None
        self._request += 1
        self._show_actions()
        self._wait.start()

    @Slot()
    def _make_plan(self) -> None:
        """Plan what a build of the choice takes, in a thread."""
        from millmate.gui.features.tables.work import planned

        assert self.page is not None
        targets = self._targets()
        if targets:
            work = partial(planned, self._request, targets, self._directory, self._metrics)
            Task(work).launch(done=self._planned)

    @property
    def _metrics(self) -> tuple[Metric, ...]:
        assert self.page is not None
        return self.page.details.metrics

    def _targets(self) -> list[Target]:
        """Return those of the chosen tables of which something is missing."""
        from millmate.tablebase.names import parse

        assert self.page is not None
        wanted = set(self._metrics)
        return [
            parse(each.name)
            for each in self.page.endings
            if wanted - {file.metric for file in each.files if file.state.exists}
            and (isinstance(each.table, Material) or not each.present)
        ]

    @Slot(object)
    def _planned(self, result: tuple[int, Plan[object] | MillMateError | OSError]) -> None:
        request, plan = result
        if self.page is None or request != self._request:
            return
        if isinstance(plan, Exception):
            self.page.details.show_plan(error_sentence(plan), fault=True)
        elif plan.missing:
            self._plan = plan
            targets = self._targets()
            rule = rule_words(targets[0]) if len(targets) == 1 else ""
            words = plan_words(plan, self._directory, self._build.threads)
            self.page.details.show_plan(f"{words} {rule}".strip())
        self._show_actions()
        self.page.go_to_build()

    def _show_actions(self) -> None:
        """Offer what can be done with the tables that are chosen."""
        from millmate.gui.features.tables.work import compactable

        if self.page is None:
            return
        files = self._files()
        endings = self.page.endings
        reading = self.verification.running or self._compaction.running
        free = not (self._build.running or self._compaction.running)
        can = {
            "build": self._plan is not None and not self._build.running,
            "explore": len(endings) == 1 and any(file.state.sound for file in files),
            "verify": any(file.state.exists for file in files) and not self.verification.running,
            "compact": any(map(compactable, files)) and free,
            "delete": any(file.removable for file in files) and not reading and not self._deleting,
        }
        for name, able in can.items():
            self.page.actions_[name].setEnabled(able)

    def _files(self) -> list[TableFile]:
        """Return the tables that are chosen and exist, begun ones included."""
        from millmate.tablebase.inventory import State

        assert self.page is not None
        every = (file for each in self.page.endings for file in each.files)
        return [file for file in every if file.state is not State.ABSENT]

    @Slot()
    def _explore(self) -> None:
        first = next(file for file in self._files() if file.state.sound)
        self.explore_wanted.emit(first.title, "", "")

    # --- building ----------------------------------------------------------------------------

    @Slot()
    def _start_build(self) -> None:
        assert self.page is not None
        self.page.show_note("")
        self._build.start(self._targets(), self._metrics)
        self.page.building.show_work(tr("Starting"))
        self._show_actions()

    @Slot(object)
    def _built_on(self, progress: BuildProgress) -> None:
        page = self.page
        if page is None or self._build.paused or self._build.stopping or not page.isVisible():
            return
        percent = f"{progress.fraction * 100:.0f} %"
        words = " · ".join(filter(None, (stage_words(progress), percent, time_left(progress))))
        page.building.show_work(words, progress.fraction)
        page.pause.setText(tr("Pause"))
        busy = dict.fromkeys(progress.under_way, "solving")
        if progress.stage != "done":
            busy[progress.title] = progress.stage
        page.model.set_busy(busy)
        if progress.stage == "done":
            self.read()

    @Slot()
    def _pause_or_resume(self) -> None:
        if self._build.paused:
            self._build.resume()
        else:
            self._build.pause()

    @Slot(bool)
    def _rested(self, paused: bool) -> None:
        if self.page is not None:
            words = tr("Paused; Resume continues, and Stop keeps the progress")
            self.page.building.show_work(words if paused else tr("Continuing"))
            self.page.pause.setText(tr("Resume") if paused else tr("Pause"))

    @Slot(str)
    def _built(self, words: str) -> None:
        if self.page is not None:
            self.page.building.show_work("")
            self.page.model.set_busy({})
            self.page.show_note(words, not (self._build.succeeded or self._build.stopped))
            self._choice_changed()
            self.read()

    # --- verifying and compacting ------------------------------------------------------------

    @Slot()
    def _verify(self) -> None:
        assert self.page is not None
        self.page.show_note("")
        self.verification.start([file for file in self._files() if file.state.exists])
        self.page.verifying.show_work(tr("Starting"))
        self._show_actions()

    @Slot(object)
    def _verified_on(self, verifying: Verifying) -> None:
        words = verifying_words(verifying)
        self.progressed.emit(words)
        if self.page is not None:
            whole = (verifying.number - 1 + verifying.fraction) / verifying.tables
            self.page.verifying.show_work(words, whole)

    @Slot(str, bool)
    def _verified(self, words: str, faulty: bool) -> None:
        self.progressed.emit("")
        self._services.notifications.status(words)
        if self.page is not None:
            self.page.verifying.show_work("")
            self.page.show_note(words, faulty)
            self._show_actions()
        self.read()

    @Slot()
    def _compact(self) -> None:
        from millmate.gui.features.tables.work import compactable

        assert self.page is not None
        self.page.show_note("")
        self._compaction.start_now([file.title for file in self._files() if compactable(file)])
        self._show_actions()

    @Slot(str)
    def _compacted_on(self, words: str) -> None:
        if self.page is not None:
            self.page.compacting.show_work(words)

    @Slot(str)
    def _compacted(self, words: str) -> None:
        if self.page is not None:
            if words:
                self.page.show_note(sentence(words))
            self._choice_changed()
        self.read()

    # --- deleting ----------------------------------------------------------------------------

    @Slot()
    def _ask_delete(self) -> None:
        """Find out what would be lost, in a thread, and ask then."""
        from millmate.gui.features.tables.work import loss

        assert self.page is not None
        files = [file for file in self._files() if file.removable]
        self.page.show_note("")
        needed = self._needed_by_build(files)
        if needed:
            self.page.show_note(
                tr("{table} is needed for the build under way: stop that first.", table=needed),
                fault=True,
            )
            return
        self._deleting = True
        self._show_actions()
        every: Sequence[Ending] = tuple(self.page.every.values())
        Task(partial(loss, self._directory, files, every)).launch(
            done=self._question, failed=self._not_deleted
        )

    def _needed_by_build(self, files: Sequence[TableFile]) -> str:
        """Return the first of `files` that the build under way reads or writes, or ""."""
        from millmate.tablebase.inventory import needs
        from millmate.tablebase.names import tables_of

        if not self._build.running:
            return ""
        if self._build.request is not None:  # solving a position reads any table
            return files[0].title
        built = [table for target in self._build.targets for table in tables_of(target)]
        reads = {each.canonical() if isinstance(each, Material) else each for each in built}
        for table in tuple(reads):
            reads |= needs(table)
        return next((file.title for file in files if file.table in reads), "")

    @Slot(object)
    def _question(self, lost: Loss) -> None:
        choices = {"all": tr("Delete")}
        if lost.zeroing and lost.zeroing != lost.files:
            choices = {"all": tr("Delete all"), "zeroing": tr("Delete DTZ50 only")}
        answer = choose(self.place, lost.words, choices, tr("Keep"))
        if not answer:
            self._deleting = False
            self._show_actions()
            return
        from millmate.gui.features.tables.work import delete_all

        files = lost.zeroing if answer == "zeroing" else lost.files
        self._services.small_builds.leave_deleted(str(file.table) for file in files)
        Task(partial(delete_all, self._directory, files)).launch(
            done=self._deleted, failed=self._not_deleted
        )

    @Slot(object)
    def _deleted(self, result: tuple[str, bool]) -> None:
        words, faulty = result
        self._deleting = False
        self._services.notifications.status(words)
        if self.page is not None:
            self.page.show_note(words, faulty)
        self._services.folder.forget()
        self.changed.emit()
        self.read()

    @Slot(object)
    def _not_deleted(self, error: Exception) -> None:
        self._deleting = False
        if self.page is not None:
            self.page.show_note(error_sentence(error), fault=True)
        self.read()

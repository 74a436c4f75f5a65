"""The Tables page, created when first shown: lists, plans, builds, verifies, deletes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from millmate.errors import InputError
from millmate.gui.features.tables import work
from millmate.gui.features.tables.figures import Colouring, Records
from millmate.gui.features.tables.zugzwang_counts import ZugzwangCounts
from millmate.gui.kit.dialogs import choose
from millmate.gui.kit.errors import error_sentence, sentence
from millmate.gui.kit.tasks import Latest, Task
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import State, TableFile, ending_of, needs
from millmate.tablebase.names import parse

if TYPE_CHECKING:
    from millmate.gui.features.tables.page import TablesPage
    from millmate.tablebase.metric import Metric
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress
    from millmate.tablebase.verify_process import Verifying

_PLAN_MS = 60  # after the last change of the choice before its plan is made


class TablesController(PageFeature["TablesPage"]):
    """Serves the requests of the page.

    Everything that reads or changes tables is done in threads and processes.
    """

    shows = Page.TABLES

    def __init__(self, services: Services, busy: Callable[[], bool]) -> None:
        """Find dead positions while nothing else is `busy`."""
        super().__init__(services)
        self._scores: Mapping[str, tuple[int, int]] = {}
        self._zugzwangs = ZugzwangCounts(services.tables_dir, self)
        self._zugzwangs.counted.connect(self._show_records)
        self._drawing = Latest()  # of a position to play
        self._build, self._directory = services.build, services.tables_dir
        self.dead_positions = work.DeadPositions(services, busy, self)
        self._verifying = Latest()
        self._reading: Task | None = None
        self._again = False  # something has changed while the tables were read
        self._plan: Plan[object] | None = None
        self._deleting = False
        self._chosen: tuple[str, ...] = ()  # tables to be chosen once they are listed
        self._wait = QTimer(self, singleShot=True, interval=_PLAN_MS)
        self._wait.timeout.connect(self._make_plan)
        services.commands.bind("builder", self.open_to_choose)
        links = services.links
        links.choose_tables.connect(self.open_to_build)
        links.stop_tables_work.connect(self.dead_positions.rest)
        links.stop_tables_work.connect(self._verifying.stop)
        self.dead_positions.advanced.connect(links.tables_work)
        services.folder.changed.connect(self._folder_changed)

    @Slot()
    def open_to_choose(self) -> None:
        """Show the page with the field in which a table is named."""
        self.services.window.activateWindow()  # it may have been a dialog that asked for this
        self.with_page(lambda page: page.search.take_keyboard())

    @Slot(object)
    def open_to_build(self, names: tuple[str, ...]) -> None:
        """Show the page with these tables chosen; the plan of their build is then shown."""
        self._chosen = names
        self.with_page(lambda page: self._choose_wanted())

    def _choose_wanted(self) -> None:
        if self._chosen and self.page.every:
            self.page.choose_names(self._chosen)
            self._chosen = ()

    def shown(self) -> None:
        """Read the tables again."""
        self.read()
        self.page.solved.read()

    def close(self) -> None:
        super().close()
        self._zugzwangs.stop()
        self._drawing.drop()
        self.dead_positions.allow(False)

    def make(self) -> TablesPage:
        from millmate.gui.features.tables.page import TablesPage

        services, build = self.services, self._build
        page = TablesPage(services)
        page.chosen.connect(self._choice_changed)
        page.searched.connect(self._look_for)
        page.rules_chosen.connect(self._list_rules)
        page.coloured.connect(self._count_zugzwangs)
        page.details.longest_wanted.connect(services.links.explore_table)
        page.others.triggered.connect(services.commands["others"].trigger)
        page.settings.clicked.connect(services.commands["settings"].trigger)
        page.as_list.setChecked(services.settings.current.tables_list)
        page.as_list.clicked.connect(lambda listed: services.settings.set(tables_list=listed))
        page.again.clicked.connect(services.folder.look)
        page.again.clicked.connect(self.read)
        for name, do in (
            ("build", self._start_build), ("explore", self._explore), ("train", self._train),
            ("play", self._draw), ("verify", self._verify), ("delete", self._ask_delete),
        ):  # fmt: skip
            page.actions_[name].triggered.connect(do)
        page.pause.clicked.connect(build.pause_or_resume)
        page.stop_build.clicked.connect(build.cancel)
        page.watch.clicked.connect(services.links.watch_build)
        page.stop_check.clicked.connect(self._verifying.stop)
        if build.running:
            page.show_build(*build.words)
        build.described.connect(page.show_build)
        build.advanced.connect(self._built_on)
        build.rested.connect(page.show_pause)
        build.ended.connect(self._built)
        page.foot.plan.planned.connect(self._planned)
        return page

    @Slot()
    def _folder_changed(self) -> None:
        """Show the present tables, or report that their folder is missing."""
        services, folder = self.services, self.services.folder
        services.links.tables_changed.emit()
        if self.made:
            self.read()
        if folder.gone:
            services.notifications.warn(sentence(folder.trouble()), tr("Try again"), folder.look)
        else:
            services.notifications.dismiss()

    # --- the list ----------------------------------------------------------------------------

    @Slot()
    def read(self) -> None:
        """Read the list of tables, in a thread."""
        if self._reading is not None:
            self._again = True
            return

        def seen(progress: Callable[[object], None], stopped: Callable[[], bool]) -> work.Seen:
            if trouble := self.services.folder.trouble():
                raise InputError(trouble)
            return work.seen(self._directory, progress, stopped)

        self._reading = Task(seen).launch(
            progress=self._show, done=self._read_done, failed=self._read_failed
        )

    @Slot(object)
    def _show(self, found: work.Seen) -> None:
        if self.page.model.rowCount() == 0:
            self.page.show_inventory(found.inventory)
            self.page.choose_name(self.services.views.table)
            self._choose_wanted()

    @Slot(object)
    def _read_done(self, found: work.Seen) -> None:
        self._reading = None
        self.page.show_inventory(found.inventory)
        self.page.disk.show_use(found.inventory.endings, found.free)
        self._scores = found.scores
        self._count_zugzwangs()
        self._show_records()
        self.services.links.tables_listed.emit()
        if self._again:
            self._again = False
            self.read()

    @Slot(object)
    def _read_failed(self, error: Exception) -> None:
        self._reading = None
        self.page.show_trouble(error_sentence(error))

    @Slot(str)
    def _look_for(self, text: str) -> None:
        """List a material of six men that is asked for."""
        from millmate.gui.features.tables.tables_model import missing_material

        material = missing_material(text)
        if material is not None and str(material) not in self.page.every:
            self.page.show_extra([ending_of(self._directory, material)])

    @Slot(str)
    def _list_rules(self, rules: str) -> None:
        """List the tables of a variant of morris, which are not listed unless they exist."""
        from millmate.tablebase.morris.names import pairs

        lacking = [pair for pair in pairs(rules) if str(pair) not in self.page.every]
        if lacking:
            self.page.show_extra([ending_of(self._directory, pair) for pair in lacking])

    @Slot()
    def _count_zugzwangs(self) -> None:
        """Count mutual zugzwangs while tiles show their number."""
        if self.page.colourings.value is Colouring.ZUGZWANGS:
            self._zugzwangs.start(self.page.every.values())
        else:
            self._zugzwangs.stop()

    @Slot()
    def _show_records(self) -> None:
        self.page.show_records(Records(dict(self._zugzwangs.known), self._scores))

    # --- choice ------------------------------------------------------------------------------

    @Slot()
    def _choice_changed(self) -> None:
        self._plan = None
        self.page.foot.plan.stop()
        self._show_actions()
        self._wait.start()

    @Slot()
    def _make_plan(self) -> None:
        """Plan what a build of the choice takes."""
        if missing := self._missing():
            plan, threads = self.page.foot.plan, self._build.threads
            plan.ask_tables(missing, self._directory, threads, self._metrics)

    @property
    def _metrics(self) -> tuple[Metric, ...]:
        return self.page.metrics

    def _missing(self) -> list[str]:
        """Return the names of the chosen tables of which something is missing."""
        wanted = set(self._metrics)
        return [
            each.name
            for each in self.page.endings
            if wanted.intersection(of(each.table).metrics)
            - {file.metric for file in each.files if file.state.exists}
        ]

    @Slot(object, str)
    def _planned(self, plan: Plan[object] | None, words: str) -> None:
        self._plan = plan if plan is not None and plan.missing else None
        if plan is None or plan.missing:
            self.page.foot.plan.words.tell(words, fault=plan is None)
        self._show_actions()
        self.page.go_to_build()

    def _show_actions(self) -> None:
        """Offer what can be done with the tables that are chosen."""
        files = self._files()
        checking = self._verifying.running
        chosen = self.page.endings
        sound = len(chosen) == 1 and any(file.state.sound for file in files)
        info = chosen[0].main.info if sound else None
        won = info is not None and any(info.longest.values())
        can = {
            "build": self._plan is not None and not self._build.running,
            "explore": sound,
            "train": won,
            "play": won,
            "verify": any(file.state.exists for file in files) and not checking,
            "delete": any(file.removable for file in files) and not (checking or self._deleting),
        }
        for name, able in can.items():
            self.page.actions_[name].setEnabled(able)

    def _files(self) -> list[TableFile]:
        """Return the tables that are chosen and exist, including unfinished ones."""
        every = (file for each in self.page.endings for file in each.files)
        return [file for file in every if file.state is not State.ABSENT]

    @Slot()
    def _explore(self) -> None:
        first = next(file for file in self._files() if file.state.sound)
        self.services.links.explore_table.emit(first.title, "", "")

    @Slot()
    def _train(self) -> None:
        self.services.links.train_table.emit(self.page.endings[0].name)

    @Slot()
    def _draw(self) -> None:
        """Draw a position of the chosen table in a thread, then play it."""
        self._drawing.start(
            partial(work.drawn, self._directory, self.page.endings[0].name),
            done=self.services.links.play_table.emit,
            failed=lambda error: self.page.note.tell(error_sentence(error), fault=True),
        )

    # --- building ----------------------------------------------------------------------------

    @Slot()
    def _start_build(self) -> None:
        self.page.note.tell("")
        self._build.start(list(map(parse, self._missing())), self._metrics)
        self._show_actions()

    @Slot(object)
    def _built_on(self, progress: BuildProgress) -> None:
        if self._build.paused or self._build.stopping or not self.page.isVisible():
            return
        busy = dict.fromkeys(progress.under_way, "solving")
        if progress.stage != "done":
            busy[progress.title] = progress.stage
        self.page.model.set_busy(busy, {progress.title: progress.share})
        if progress.stage == "done":
            self.read()

    @Slot(str)
    def _built(self, words: str) -> None:
        self.page.building.show_work("")
        self.page.show_pause(False)
        self.page.model.set_busy({})
        self.page.note.tell(words, not (self._build.succeeded or self._build.stopped))
        self._choice_changed()
        self.read()

    # --- verifying ---------------------------------------------------------------------------

    @Slot()
    def _verify(self) -> None:
        self.page.note.tell("")
        tables = [(file.table, file.metric) for file in self._files() if file.state.exists]
        threads = self.services.settings.current.build_threads or None
        self._verifying.start(
            partial(work.verified, self._directory, tables, threads),
            progress=self._verified_on,
            done=self._verified,
            failed=self._not_verified,
            stopped=self._not_verified,
        )
        self.page.verifying.show_work(tr("Starting"))
        self._show_actions()

    def _verified_on(self, verifying: Verifying) -> None:
        words = work.verifying_words(verifying)
        self.services.links.tables_work.emit(words)
        whole = (verifying.number - 1 + verifying.fraction) / verifying.tables
        self.page.verifying.show_work(words, whole)

    def _not_verified(self, error: Exception | None = None) -> None:
        stopped = tr("Verification stopped.")
        self._verified((stopped, False) if error is None else (error_sentence(error), True))

    @Slot(object)
    def _verified(self, result: tuple[str, bool]) -> None:
        words, faulty = result
        self.services.links.tables_work.emit("")
        self.services.notifications.status(words)
        self.page.verifying.show_work("")
        self.page.note.tell(words, faulty)
        self._show_actions()
        self.read()

    # --- deleting ----------------------------------------------------------------------------

    @Slot()
    def _ask_delete(self) -> None:
        """Find out what would be lost, in a thread, and ask then."""
        files = [file for file in self._files() if file.removable]
        self.page.note.tell("")
        if needed := self._needed_by_build(files):
            text = tr("{table} is needed for the build under way: stop that first.", table=needed)
            self.page.note.tell(text, fault=True)
            return
        self.dead_positions.rest()  # it reads tables
        self._deleting = True
        self._show_actions()
        every = tuple(self.page.every.values())
        Task(partial(work.loss, self._directory, files, every)).launch(
            done=self._question, failed=self._not_deleted
        )

    def _needed_by_build(self, files: Sequence[TableFile]) -> str:
        """Return the first of `files` that the build under way reads or writes, or ""."""
        if not self._build.running:
            return ""
        if self._build.request is not None:  # solving a position reads any table
            return files[0].title
        built = [table for target in self._build.targets for table in target.tables]
        reads = set(built)
        for table in tuple(reads):
            reads |= needs(table)
        return next((file.title for file in files if file.table in reads), "")

    @Slot(object)
    def _question(self, lost: work.Loss) -> None:
        choices = {"all": tr("Delete")}
        if lost.zeroing and lost.zeroing != lost.files:
            choices = {"all": tr("Delete all"), "zeroing": tr("Delete DTZ50 only")}
        answer = choose(self.place, lost.words, choices, tr("Keep"))
        if not answer:
            self._deleting = False
            self._show_actions()
            return
        files = lost.zeroing if answer == "zeroing" else lost.files
        self.services.small_builds.leave_deleted(str(file.table) for file in files)
        Task(partial(work.delete_all, self._directory, files)).launch(
            done=self._deleted, failed=self._not_deleted
        )

    @Slot(object)
    def _deleted(self, result: tuple[str, bool]) -> None:
        words, faulty = result
        self._deleting = False
        self.services.notifications.status(words)
        self.page.note.tell(words, faulty)
        self.services.folder.forget()
        self.services.links.tables_changed.emit()
        self.read()

    @Slot(object)
    def _not_deleted(self, error: Exception) -> None:
        self._deleting = False
        self.page.note.tell(error_sentence(error), fault=True)
        self.read()

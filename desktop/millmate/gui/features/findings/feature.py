"""The feature of a page of findings: runs a job in a thread, lists and saves its findings."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog

from millmate.gui.kit.dialogs import ask_file, show_text
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Latest, Task, Work
from millmate.gui.kit.translator import translator
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.services import Services
from millmate.language import count, tr

if TYPE_CHECKING:
    from millmate.gui.features.findings.page import FindingsPage

_LONGEST = 24  # letters of a name on the button of the source

P = TypeVar("P", bound="FindingsPage")


class FindingsFeature(PageFeature[P]):
    """Runs one job at a time, and lists what it finds.

    `found` has the findings so far, the games `unread` and the materials `missing`; reports can
    be added. A run that is stopped by hand (`stopped`) keeps it.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.found: Any = None
        self.stopped = False  # the present run or else the latest
        self._task = Latest()
        services.build.ended.connect(self._built)
        translator.changed.connect(self._retranslate)

    @abstractmethod
    def prepare(self) -> tuple[Work, Any]:
        """Return the job and an empty result."""

    @abstractmethod
    def advance(self, news: Any) -> tuple[float, str]:
        """React to a report; return the progress as a fraction and in words."""

    @abstractmethod
    def summary(self) -> tuple[str, bool]:
        """Return the result in a sentence or two, and whether it is a fault."""

    @abstractmethod
    def lack(self) -> str:
        """Return that tables are missing, in a sentence."""

    @abstractmethod
    def offer_sources(self) -> None:
        """Show the present source and the others."""

    @abstractmethod
    def choose_source(self, key: str) -> None:
        """Use another source from now on."""

    @abstractmethod
    def relist(self) -> None:
        """List the findings, as chosen on the page."""

    @abstractmethod
    def writer(self, key: str) -> Callable[[Path], object]:
        """Return a function that saves the present list to a file; a thread calls it."""

    def unread(self) -> Sequence[Any]:
        """Return the games that could not be read."""
        unread: Sequence[Any] = self.found.unread
        return unread

    @property
    def running(self) -> bool:
        return self._task.running

    def set_up(self, page: P) -> P:
        """Connect what all pages have."""
        page.started.connect(self.start)
        page.sourced.connect(self.choose_source)
        page.listing_changed.connect(self.relist)
        page.export_wanted.connect(self._ask_export)
        page.status.stop.clicked.connect(self.stop)
        page.status.unread.clicked.connect(self._list_unread)
        page.status.lack.build_wanted.connect(self.services.links.choose_tables)
        return page

    @Slot()
    def start(self) -> None:
        """Start the job on the chosen source."""
        if self.running:
            return
        work, self.found = self.prepare()
        self.stopped = False
        status = self.page.status
        self._task.start(
            work,
            progress=self._progress,
            done=self._finish,
            failed=self._fail,
            stopped=self._end,  # a fault came just as it was stopped: keep the findings
        )
        watched = status.show_running(True)
        status.clear()
        status.show_progress(0.0, tr("Starting"))
        if watched:
            status.stop.setFocus()
        self.relist()

    @Slot()
    def stop(self) -> None:
        """Ask the job to stop; its findings until then follow."""
        if self.running:
            self.stopped = True
            self._task.stop()

    def close(self) -> None:
        """Stop the job and ignore its result."""
        super().close()
        self._task.drop()

    def forget(self) -> None:
        """List nothing any more."""
        self.found = None
        if self.made:
            self.page.status.clear()
            self.relist()

    def _progress(self, news: object) -> None:
        self.found.add(news)
        self.page.status.show_progress(*self.advance(news))

    def _finish(self, found: object) -> None:
        self.found = found
        self._end()

    def _end(self) -> None:
        watched = self.page.status.show_running(False)
        self.ended()
        self._tell()
        self.relist()
        self.page.status.show_unread(len(self.unread()))
        self._plan()
        if watched:
            (self.page.tree if self.page.model.groups else self.page.first).setFocus()

    def ended(self) -> None:
        """React to the end of a run, before its findings are listed."""

    def _fail(self, error: Exception) -> None:
        watched = self.page.status.show_running(False)
        self.page.status.tell(error_sentence(error), fault=True)
        if watched:
            self.page.first.setFocus()

    def _tell(self) -> None:
        """Show the result in a sentence, or why it is missing."""
        if self.found is not None and not self.running:
            self.page.status.tell(*self.summary())

    def _plan(self) -> None:
        """Find out what a build of the missing tables takes."""
        if self.found is not None and not self.running:
            directory, threads = self.services.tables_dir, self.services.build.threads
            self.page.status.lack.show_tables(self.found.missing, self.lack, directory, threads)

    @Slot(str)
    def _built(self, sentence: str) -> None:
        """Offer another run if this one lacked tables."""
        if self.services.build.succeeded:
            self._plan()

    @Slot()
    def _list_unread(self) -> None:
        """List the games that could not be read, and why."""
        lines = "\n".join(map(str, self.unread()))
        show_text(self.page.kind.unread_title, lines, self.services.window)

    @Slot()
    def _retranslate(self) -> None:
        if self.made:
            self.offer_sources()
            self._tell()
            self.relist()
            self._plan()

    def ask_files(self, title: str, filters: str, start: Path) -> tuple[Path, ...]:
        names, _ = QFileDialog.getOpenFileNames(self.page, title, str(start), filters)
        return tuple(map(Path, names))

    @Slot(str)
    def _ask_export(self, key: str) -> None:
        kind = self.page.kind
        _, filters, suffix = kind.exports[key]
        name = f"{kind.export_name}{suffix}"
        path = ask_file(self.page, tr(kind.export_title), name, tr(filters))
        if path is not None:
            self.export(key, path)

    def export(self, key: str, path: Path) -> None:
        """Save the list to a file, replacing it."""
        notifications, status = self.services.notifications, self.page.status

        def written(write: Callable[[Path], object], *_: object) -> Path:
            write(path)
            return path

        def failed(error: Exception) -> None:
            notifications.status("")
            status.tell(error_sentence(error), fault=True)

        notifications.status(tr("Saving {file}…", file=path.name))
        Task(partial(written, self.writer(key))).launch(done=notifications.saved, failed=failed)


def named(places: Sequence[Path], name: str) -> str:
    """Return how many files are judged; of a single one its `name`, shortened."""
    if len(places) > 1:
        return count(len(places), "{n} file", "{n} files")
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"

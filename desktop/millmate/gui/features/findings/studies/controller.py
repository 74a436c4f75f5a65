"""Checks studies from the window, and does what is asked with what is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate.files import write_atomically
from millmate.games.chess.piece_letters import localize
from millmate.games.outcome import Outcome, Termination
from millmate.gui.features.findings.batch_export import Export
from millmate.gui.features.findings.batch_run import BatchRun
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.questions import ask_file
from millmate.gui.kit.text_dialog import show_text
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, mark, number, tr
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node

if TYPE_CHECKING:
    from millmate.gui.features.findings.studies.page import StudyPage
    from millmate.play.study.check import Checked, Finding
    from millmate.play.study.study_process import Batch, Order

_LONGEST = 24  # letters of a name on the button
_FILTERS = {
    "pgn": mark("Games (*.pgn);;All files (*)"),
    "txt": mark("Texts (*.txt);;All files (*)"),
    "csv": mark("Tables (*.csv);;All files (*)"),
}


class StudyController(QObject):
    """Makes the page when it is first shown; `build_wanted` carries the names of tables."""

    build_wanted = Signal(object)
    announced = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services, self._game = services, services.game
        self.place = QWidget()
        self._room = vbox(within=self.place)
        self.page: StudyPage | None = None
        self._files: tuple[Path, ...] = ()  # none: the game on the board
        self._found: Batch | None = None
        self._run = BatchRun(self)
        self._run.progressed.connect(self._show_stage)
        self._run.done.connect(self._done)
        self._run.failed.connect(self._failed)
        self._shown: Checked | None = None  # the study on the board
        self._tree: GameTree | None = None  # its tree there
        services.commands.bind("check_study", self.open)
        services.build.ended.connect(self._built)
        translator.changed.connect(self._retranslate)

    @property
    def running(self) -> bool:
        return self._run.running

    @Slot()
    def open(self) -> None:
        """Show the page; what is on the board is to be checked."""
        self._services.navigation.show(Page.STUDY)
        if not self.running:
            self._use(())
        assert self.page is not None
        (self.page.status.stop if self.running else self.page.start).setFocus()

    @Slot(Page)
    def show_page(self, page: Page) -> None:
        if page is Page.STUDY and self.page is None:
            self._make()

    def dismiss(self) -> None:
        """Stop the check, or leave the page."""
        if self._services.navigation.page is not Page.STUDY:
            return
        if self.running:
            self._run.stop()
        else:
            self._services.navigation.show(Page.BOARD)

    def close(self) -> None:
        """Stop what is running; the window waits for it."""
        self._run.close()

    def _make(self) -> None:
        from millmate.gui.features.findings.studies.page import StudyPage

        self.page = page = StudyPage()
        self._room.addWidget(page)
        page.sourced.connect(self._choose_source)
        page.started.connect(self.start)
        page.status.stop.clicked.connect(self._run.stop)
        page.status.unread.clicked.connect(self._list_unread)
        page.status.lack.build_wanted.connect(self.build_wanted)
        page.position_wanted.connect(self._put)
        page.comment.clicked.connect(self._comment)
        page.export_wanted.connect(self._ask_export)
        self._export = Export(self._services.notifications, page.status)
        self._show_source()

    # --- which studies -----------------------------------------------------------------------

    @Slot(str)
    def _choose_source(self, key: str) -> None:
        if key == "board":
            self._use(())
            return
        names, _ = QFileDialog.getOpenFileNames(
            self.page,
            tr("Choose studies"),
            str(Path.home()),
            tr("Studies (*.pgn *.epd *.fen *.txt);;All files (*)"),
        )
        if names:
            self.check_files(tuple(map(Path, names)))

    def check_files(self, files: tuple[Path, ...]) -> None:
        """Check the studies in files."""
        self._services.navigation.show(Page.STUDY)
        if not self.running:
            self._use(files)
            self.start()

    def _use(self, files: tuple[Path, ...]) -> None:
        if files != self._files and self.page is not None:
            self._show_found(None)
        self._files = files
        self._show_source()

    def _show_source(self) -> None:
        if self.page is not None:
            self.page.show_source(_named(self._files))

    def _on_board(self) -> GameRecord:
        """Return the game on the board, or the position that is being set up."""
        space = self._services.workspace
        if not space.editing and self._game.started:
            return self._game.to_record()
        outcome = Outcome(Termination.ABANDONED)
        return GameRecord(space.rules.name, space.fen, "?", "?", (), outcome, "")

    # --- a check -----------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Check what is chosen."""
        from millmate.play.study.study_process import Order

        page = self.page
        if page is None or self.running:
            return
        record = None if self._files else self._on_board()
        editing = self._services.workspace.editing
        self._tree = None if self._files or editing else self._game.line.tree
        order = Order(self._services.tables_dir, self._files, record)
        self._run.start(partial(_checked, order), page.status)
        self._show_found(None)

    @Slot(object)
    def _show_stage(self, stage: tuple[int, int]) -> None:
        if self.page is not None:
            done, total = stage
            words = tr("{done} of {total}", done=number(done), total=number(total))
            self.page.status.show_progress(done / max(1, total), words)

    @Slot(object, bool)
    def _done(self, found: Batch | None, watched: bool) -> None:
        from millmate.play.study.study_process import Batch

        if self.page is None:
            return
        found = found or Batch()
        self._shown = found.studies[0] if self._tree is not None and found.studies else None
        self._show_found(found)
        if watched:
            (self.page.tree if found.studies else self.page.start).setFocus()

    @Slot(object, bool)
    def _failed(self, error: Exception, watched: bool) -> None:
        if self.page is not None:
            self.page.status.tell(error_sentence(error), fault=True)
            if watched:
                self.page.start.setFocus()

    # --- what was found ----------------------------------------------------------------------

    def _show_found(self, found: Batch | None) -> None:
        page = self.page
        assert page is not None
        self._found = found
        page.status.show_unread(len(found.unread) if found is not None and found.studies else 0)
        page.show_studies(found.studies if found is not None else ())
        self._tell()
        self._plan()

    def _tell(self) -> None:
        if self.page is not None:
            found = self._found
            told = ("", False) if found is None else _verdict(found, self._run.stopped)
            self.page.status.tell(*told)

    def _plan(self) -> None:
        """Find out what a build of the missing tables takes."""
        if self._found is not None and self.page is not None:
            missing = self._found.missing
            lack = partial(_lack, len(missing))
            directory, threads = self._services.tables_dir, self._services.build.threads
            self.page.status.lack.show_tables(missing, lack, directory, threads)

    @Slot(str)
    def _built(self, sentence: str) -> None:
        """Say that a check knows more now, if it lacked tables."""
        if self._services.build.succeeded and not self.running:
            self._plan()

    @Slot()
    def _list_unread(self) -> None:
        if self._found is not None:
            unread = "\n".join(map(str, self._found.unread))
            show_text(mark("Studies that could not be read"), unread, self._services.window)

    # --- the board ---------------------------------------------------------------------------

    @Slot(object)
    def _put(self, finding: Finding | None) -> None:
        """Put the position of a finding on the board, or the first one of the study."""
        study = self.page.tree.study if self.page is not None else None
        if study is None or (self._game.live and not self._is_on_board(study)):
            return
        if not self._is_on_board(study):
            self._open(study)
        assert self._tree is not None
        self._game.show(self._tree.root if finding is None else _node(self._tree, finding))

    def _is_on_board(self, study: Checked) -> bool:
        """Return whether the board shows the study as it was checked."""
        shown, space = self._game.line.tree, self._services.workspace
        if shown is not self._tree or study is not self._shown or space.editing:
            return False
        fens = ((_node(shown, each), each) for each in study.findings)
        return all(_fits(node, each) for node, each in fens)

    def _open(self, study: Checked) -> None:
        """Open a study on the board, beside this page."""
        services = self._services
        services.requests.issue()
        services.tabs.new_if_asked()
        if not services.tabs.make_room(game=True):
            return
        self._shown, self._tree = study, study.study.new_tree()
        self._game.open(study.study.record, self._tree)
        services.notifications.dismiss()
        services.workspace.leave_set_up()

    @Slot()
    def _comment(self) -> None:
        """Write what was found into the game on the board, as an edit that can be taken back."""
        from millmate.play.study.report import notes_in

        study = self.page.tree.study if self.page is not None else None
        if study is None:
            return
        if self._game.live:
            self.announced.emit(tr("Comments can be written once the game is over."))
            return
        if not self._is_on_board(study):
            self._open(study)
        node = self._game.line.node
        self._game.edit(lambda tree: tree.revise("study", notes_in(tree, study), {}, node, node))
        self.announced.emit(tr("What was found stands in the game as comments."))

    # --- files -------------------------------------------------------------------------------

    @Slot(str)
    def _ask_export(self, form: str) -> None:
        title, filters = tr("Save the studies"), tr(_FILTERS[form])
        path = ask_file(self.page, title, f"studies.{form}", filters)
        if path is not None:
            self.export(form, path)

    def export(self, form: str, path: Path) -> None:
        """Write what is listed to a file, in place of what is there."""
        if self.page is not None:
            studies = tuple(self.page.model.groups)
            self._export.write(path, lambda place: _write(form, place, studies))

    @Slot()
    def _retranslate(self) -> None:
        self._show_source()
        self._tell()
        self._plan()


# --- in threads ------------------------------------------------------------------------------


def _checked(
    order: Order, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> Batch:
    from millmate.play.study.study_process import check_apart

    return check_apart(order, progress, stopped)


def _write(form: str, path: Path, studies: tuple[Checked, ...]) -> None:
    from millmate.play.study import report

    write_atomically(path, report.written(form, studies).encode())


# --- positions -------------------------------------------------------------------------------


def _node(tree: GameTree, finding: Finding) -> Node:
    """Return the position that a finding is about: after a try that is refuted, else before."""
    from millmate.play.study.check import Kind

    node = tree.find(finding.steps)
    before = finding.move and finding.kind is not Kind.REFUTED
    return node.parent if before and node.parent is not None else node


def _fits(node: Node, finding: Finding) -> bool:
    """Return whether a node is the one of a finding: the game may have been changed since."""
    from millmate.play.study.check import Kind

    before = node.parent if finding.kind is Kind.REFUTED else node
    return before is not None and before.fen.split()[:4] == finding.fen.split()[:4]


# --- words -----------------------------------------------------------------------------------


def _named(files: tuple[Path, ...]) -> str:
    if len(files) > 1:
        return count(len(files), "{n} file", "{n} files")
    name = files[0].name if files else tr("On the board")
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _verdict(found: Batch, stopped: bool) -> tuple[str, bool]:
    """Return what was found in a sentence or two, and whether nothing could be checked."""
    from millmate.play.study import report

    if not found.studies:
        if found.unread:
            return _unread(found), True
        return tr("Stopped before any study was checked."), True
    if len(found.studies) == 1:
        words = report.sentence(found.studies[0], localize)
    else:
        tally = Counter(each.verdict for each in found.studies)
        parts = (f"{number(n)} {verdict}" for verdict, n in sorted(tally.items()))
        studies = count(len(found.studies), "{n} study", "{n} studies")
        words = f"{studies}: {' · '.join(parts)}."
    if stopped:
        words = f"{tr('Stopped: the studies after these were not checked.')} {words}"
    return words, False


def _unread(found: Batch) -> str:
    first = str(found.unread[0])
    if len(found.unread) == 1:
        return f"{first[:1].upper()}{first[1:]}."
    others = number(len(found.unread))
    return tr("None of {n} could be read; the first one: {why}.", n=others, why=first)


def _lack(tables: int) -> str:
    return count(tables, "A table is missing, which would tell more.", "{n} tables are missing.")

"""The check of studies: shows findings on the board, and writes them into the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from millmate.files import write_atomically
from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.games.outcome import Outcome, Termination
from millmate.gui.features.findings.feature import FindingsFeature, named
from millmate.gui.kit.tasks import Work
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, number, tr
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree, Node

if TYPE_CHECKING:
    from millmate.gui.features.findings.studies_page import StudiesPage
    from millmate.play.study.check import Checked, Finding
    from millmate.play.study.study_process import Batch


class StudiesFeature(FindingsFeature["StudiesPage"]):
    """Checks the game on the board, or studies in files; Escape stops it, or leaves the page."""

    shows = Page.STUDY
    found: Batch | None

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._game = services.game
        self._files: tuple[Path, ...] = ()  # none: the game on the board
        self._shown: Checked | None = None  # the study on the board
        self._tree: GameTree | None = None  # its tree there
        services.links.check_studies.connect(self.check_files)

    @Slot()
    def show(self) -> None:
        """Show the page, ready to check the board."""
        super().show()
        if not self.running:
            self._use(())
        (self.page.status.stop if self.running else self.page.start).setFocus()

    def dismiss(self) -> None:
        if self.services.navigation.page is not Page.STUDY:
            return
        if self.running:
            self.stop()
        else:
            self.services.navigation.show(Page.BOARD)

    def make(self) -> StudiesPage:
        from millmate.gui.features.findings.studies_page import StudiesPage

        page = self.set_up(StudiesPage())
        page.position_wanted.connect(self._put)
        page.comment.clicked.connect(self._comment)
        return page

    def shown(self) -> None:
        self.offer_sources()

    @Slot(object)
    def check_files(self, files: tuple[Path, ...]) -> None:
        """Check the studies in files."""
        super().show()
        if not self.running:
            self._use(files)
            self.start()

    @Slot(str)
    def choose_source(self, key: str) -> None:
        if key == "board":
            self._use(())
            return
        filters = tr("Studies (*.pgn *.epd *.fen *.txt);;All files (*)")
        files = self.ask_files(tr("Choose studies"), filters, Path.home())
        if files:
            self.check_files(files)

    def _use(self, files: tuple[Path, ...]) -> None:
        if files != self._files:
            self.forget()
        self._files = files
        self.offer_sources()

    def offer_sources(self) -> None:
        sources = [("board", tr("On the &board")), ("files", tr("&Choose files…"))]
        name = self._files[0].name if self._files else tr("On the board")
        self.page.show_sources(named(self._files, name), sources)

    def _on_board(self) -> GameRecord:
        """Return the game on the board, or the position that is being set up."""
        space = self.services.workspace
        if not space.editing and self._game.started:
            return self._game.to_record()
        outcome = Outcome(Termination.ABANDONED)
        return GameRecord(space.rules.name, space.fen, "?", "?", (), outcome, "")

    def prepare(self) -> tuple[Work, Batch]:
        from millmate.play.study.study_process import Batch, Order, check_apart

        record = None if self._files else self._on_board()
        editing = self.services.workspace.editing
        self._tree = None if self._files or editing else self._game.line.tree
        order = Order(self.services.tables_dir, self._files, record)
        return partial(check_apart, order), Batch()

    def advance(self, news: Batch) -> tuple[float, str]:
        words = tr("{done} of {total}", done=number(news.done), total=number(news.total))
        return news.done / max(1, news.total), words

    def ended(self) -> None:
        assert self.found is not None
        studies = self.found.studies
        self._shown = studies[0] if self._tree is not None and studies else None

    def unread(self) -> Sequence[str]:
        """Where nothing else was found, the sentence says enough."""
        return self.found.unread if self.found is not None and self.found.studies else ()

    def summary(self) -> tuple[str, bool]:
        from millmate.play.study import report

        assert self.found is not None
        studies = self.found.studies
        if not studies:
            if self.found.unread:
                return _unread(self.found), True
            return tr("Stopped before any study was checked."), True
        if len(studies) == 1:
            words = report.sentence(studies[0], localize)
        else:
            tally = Counter(each.verdict for each in studies)
            parts = (f"{number(n)} {verdict}" for verdict, n in sorted(tally.items()))
            words = titled(count(len(studies), "{n} study", "{n} studies"), f"{' · '.join(parts)}.")
        if self.stopped:
            words = f"{tr('Stopped: the studies after these were not checked.')} {words}"
        return words, False

    def lack(self) -> str:
        assert self.found is not None
        tables = len(self.found.missing)
        return count(tables, "A table is missing.", "{n} tables are missing.")

    @Slot()
    def relist(self) -> None:
        self.page.show_studies(self.found.studies if self.found is not None else ())

    def writer(self, key: str) -> Callable[[Path], object]:
        studies = tuple(group.subject for group in self.page.model.groups)
        return partial(_write, key, studies)

    @Slot(object)
    def _put(self, finding: Finding | None) -> None:
        """Put the position of a finding on the board, or the first one of the study."""
        study = self.page.study
        if study is None or (self._game.live and not self._is_on_board(study)):
            return
        if not self._is_on_board(study):
            self._open(study)
        assert self._tree is not None
        self._game.show(self._tree.root if finding is None else _node(self._tree, finding))

    def _is_on_board(self, study: Checked) -> bool:
        """Return whether the board shows the study as it was checked."""
        shown, space = self._game.line.tree, self.services.workspace
        if shown is not self._tree or study is not self._shown or space.editing:
            return False
        return all(_fits(_node(shown, each), each) for each in study.findings)

    def _open(self, study: Checked) -> None:
        """Open a study on the board, beside this page."""
        services = self.services
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
        """Write the findings into the game on the board, as an edit that can be taken back."""
        from millmate.play.study.report import notes_in

        study, say = self.page.study, self.services.notifications.status
        if study is None:
            return
        if self._game.live:
            say(tr("Comments can be written once the game is over."))
            return
        if not self._is_on_board(study):
            self._open(study)
        node = self._game.line.node
        self._game.edit(lambda tree: tree.revise("study", notes_in(tree, study), {}, node, node))
        say(tr("The findings were added to the game as comments."))


def _write(form: str, studies: Sequence[Checked], path: Path) -> None:
    from millmate.play.study import report

    write_atomically(path, report.written(form, studies).encode())


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


def _unread(found: Batch) -> str:
    first = str(found.unread[0])
    if len(found.unread) == 1:
        return f"{first[:1].upper()}{first[1:]}."
    others = number(len(found.unread))
    return tr("None of {n} could be read; the first one: {why}.", n=others, why=first)

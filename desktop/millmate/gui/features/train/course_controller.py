"""Shows the course on the Train page, its positions on the board, and begins their drills."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from millmate.gui.features.train.certificate_dialog import CertificateDialog, certificate
from millmate.gui.features.train.course_page import CoursePage
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.play.trainer.course import Lesson

if TYPE_CHECKING:
    from millmate.gui.features.train.trainer_worker import Survey
    from millmate.play.trainer.drill import DrillSpec


class CourseController(QObject):
    """Runs the page; `begin` starts a drill at a position, `draw` one at a position drawn near it.

    `sending` tells whether the position that is being set up comes from the page;
    `covered_changed` is emitted when its verdict is to be hidden or shown.
    """

    covered_changed = Signal()

    def __init__(
        self,
        page: CoursePage,
        services: Services,
        begin: Callable[[DrillSpec, str], object],
        draw: Callable[[DrillSpec, str], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._services, self._begin, self._draw = page, services, begin, draw
        self.sending = False
        self._uncovered = ""  # the position whose verdict the user wanted to see
        self._names: tuple[str, ...] = ()  # the tables there are
        self._awaited: tuple[Lesson, bool, int] | None = None  # to be begun after a build
        self._own_build = False
        page.chosen.connect(self._show)
        page.play_wanted.connect(self.play)
        page.kind_wanted.connect(self.drill_kind)
        page.certificate_wanted.connect(self.certify)
        page.seen.connect(self.covered_changed)
        services.build.ended.connect(self._built)

    def show_survey(self, survey: Survey) -> None:
        """Show what is known of the course."""
        self._names = survey.names
        self._page.show_course(survey.chapters, survey.standings, survey.learnt)

    def open(self) -> None:
        """Go on with the next position, unless one is chosen already."""
        page = self._page
        if page.lesson is not None:
            self._show(page.lesson)
        elif page.next is not None:
            page.choose(page.next)
        page.tree.setFocus()

    @Slot(object)
    def _show(self, lesson: Lesson) -> None:
        """Set a position up on the board, seen from the student's side."""
        services = self._services
        services.hovering.dismiss()
        services.tabs.new_if_asked()
        self.sending = True
        try:
            services.tabs.set_up(lesson.fen)
        finally:
            self.sending = False
        self.covered_changed.emit()
        services.views.board.set_flipped(not lesson.white)

    @Slot()
    def certify(self) -> None:
        """Show the certificate of the level, to be saved."""
        since = self._page.through
        if since is None:
            return
        settings, notifications = self._services.settings, self._services.notifications
        dialog = CertificateDialog(
            certificate(self._page.shown, since), settings.current.student, self._services.window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.person_changed.connect(lambda person: settings.set(student=person))
        dialog.saved.connect(notifications.saved)
        dialog.open()

    @property
    def covered(self) -> bool:
        """Whether the verdict on the board would tell what the page asks for."""
        lesson, workspace = self._page.lesson, self._services.workspace
        if lesson is None or not self._page.isVisible() or not workspace.editing:
            return False
        return workspace.fen == lesson.fen != self._uncovered

    def uncover(self) -> None:
        """Show the verdict of the position."""
        self._uncovered = self._services.workspace.fen
        self.covered_changed.emit()

    @Slot(object)
    def play(self, lesson: Lesson) -> None:
        """Begin the drill of a position; build its table first, if it is missing."""
        self._when_built(lesson, kind=False)

    @Slot(object)
    def drill_kind(self, lesson: Lesson) -> None:
        """Begin a drill of the kind of a position; build its table first, if it is missing."""
        self._when_built(lesson, kind=True)

    def _when_built(self, lesson: Lesson, kind: bool) -> None:
        from millmate.gui.shell.probe.answers import table_of
        from millmate.tablebase.names import parse

        if self._is_built(lesson):
            self._page.show_note(tr("Looking for a position…") if kind else "")
            if kind:
                self._draw(lesson.kind, lesson.fen)
            else:
                self._begin(lesson.drill, lesson.fen)
            return
        build = self._services.build
        self._awaited = lesson, kind, self._services.requests.issue()
        self._own_build = not build.running
        if self._own_build:
            build.start([parse(table_of(lesson.fen))])
        self._page.show_note(
            tr("The table is being built; the drill begins as soon as it is there.")
        )

    def _is_built(self, lesson: Lesson) -> bool:
        """Return whether the table of a position is there; of the placing phase there are many."""
        from millmate.games.morris.positions import board_from_text
        from millmate.play.trainer.drill import PLACING
        from millmate.tablebase.morris import store
        from millmate.tablebase.morris.names import Situation

        if lesson.drill.table != PLACING:
            return lesson.drill.table in self._names
        table = Situation.of(board_from_text(lesson.fen)).table
        return store.exists(self._services.tables_dir, table)

    @Slot()
    def _built(self) -> None:
        """Begin what waited for the build, unless the user did something else meanwhile."""
        awaited, self._awaited = self._awaited, None
        if awaited is None:
            return
        lesson, kind, request = awaited
        build = self._services.build
        if not self._services.requests.is_latest(request) or build.stopped:
            self._page.show_note("")
        elif build.succeeded and self._own_build:
            self._names = (*self._names, lesson.drill.table)
            self._when_built(lesson, kind)
        elif not self._own_build:
            self._when_built(lesson, kind)
        else:
            self._page.show_note(tr("The table could not be built."), fault=True)

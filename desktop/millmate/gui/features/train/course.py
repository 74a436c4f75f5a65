"""The course: its page, which shows its positions on the board and starts their drills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import Position
from millmate.games.chess.piece_letters import localize
from millmate.gui.features.train.certificate_dialog import CertificateDialog, certificate
from millmate.gui.features.train.lesson_tiles import LessonTiles
from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.translator import add_items, bind_text, translator
from millmate.gui.kit.widgets import ComboBox, hbox, push_button, scrolling, vbox
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.play.trainer.course import LEVELS, Chapter, Lesson, Standing
from millmate.records.line import numbered
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.play.trainer.drill import DrillSpec
    from millmate.play.trainer.trainer import Survey


class CoursePage(QWidget):
    """Shows chapters and positions, and the chosen position on the board.

    `begin` starts a drill at a position, `draw` one at a position drawn near it. `left` is emitted
    when other drills are wanted, `seen` when `covered` may have changed; `sending` is whether the
    position that is being set up comes from here.
    """

    left = Signal()
    seen = Signal()

    def __init__(
        self,
        services: Services,
        begin: Callable[[DrillSpec, Position], object],
        draw: Callable[[DrillSpec, str], object],
    ) -> None:
        super().__init__()
        self._services, self._begin, self._draw = services, begin, draw
        self.sending = False
        self._chapters: tuple[Chapter, ...] = ()
        self._standings: Mapping[str, Standing] = {}
        self._learnt: Mapping[str, datetime] = {}
        self._names: tuple[str, ...] = ()  # the tables there are
        self._uncovered = ""  # the position whose verdict the user wanted to see
        self._awaited: tuple[Lesson, bool, int] | None = None  # to start after a build
        self._own_build = False
        self._make_widgets()
        self._lay_out()
        self.level.currentIndexChanged.connect(self._fill)
        self.tiles.selectionModel().currentChanged.connect(self._choose)
        self.tiles.activated.connect(self._play)
        services.build.ended.connect(self._built)
        translator.changed.connect(self._retranslate)

    def _make_widgets(self) -> None:
        self.level = bind_text(ComboBox(), name=mark("Level"))
        add_items(self.level, LEVELS)
        self.level.setMinimumContentsLength(12)
        self.back = push_button(mark("&Drills"), self.left, tip=mark("Drills with any table"))
        self.progress = theme.muted()
        self.certificate = push_button(
            mark("Save the &certificate…"),
            self.certify,
            tip=mark("A picture certifying that you have learnt all positions of this level"),
        )
        self.tiles = LessonTiles(self._standing, lambda chapter: self._known(chapter.lessons))
        self.tiles.setMinimumHeight(22 * theme.GRID)
        self.name, self.aim = WrappedLabel(), theme.mute(WrappedLabel())
        theme.headline(self.name)
        self.why, self.plan, self.line = WrappedLabel(), WrappedLabel(), theme.mute(WrappedLabel())
        self.play = push_button(
            mark("&Play it out"),
            self._play,
            tip=mark("Play this position against the table; graded"),
        )
        theme.primary(self.play)
        self.kind = push_button(
            mark("Drill of this &kind"),
            self.drill_kind,
            tip=mark("Draw a position near this one, with the same task"),
        )
        self.note = theme.muted()

    def _lay_out(self) -> None:
        inner = QWidget()
        vbox(
            self.name, self.aim, self.why, self.plan, self.line, None,
            within=inner, margins=(0, 0, theme.GRID, 0),
        )  # fmt: skip
        vbox(
            hbox((self.level, 1), self.back),
            self.progress,
            self.certificate,
            (self.tiles, 2),
            (scrolling(inner), 1),
            self.note,
            hbox((self.play, 1), (self.kind, 1)),
            within=self,
            margins=(0, theme.GRID, 0, 0),
        )

    def show_survey(self, survey: Survey) -> None:
        """Show the chapters, and the progress of the positions; the choice is kept."""
        self._names = survey.names
        self._standings, self._learnt = survey.standings, survey.learnt
        if survey.chapters is not self._chapters:
            self._chapters = survey.chapters
            self._fill()
        else:
            self._renew()

    def open(self) -> None:
        """Go on with the next position, unless one is chosen already."""
        if self.lesson is not None:
            self._show(self.lesson)
        elif self.next is not None:
            self.choose(self.next)
        self.tiles.setFocus()

    def show_note(self, text: str, fault: bool = False) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
        theme.mark_fault(self.note, fault)

    @property
    def lesson(self) -> Lesson | None:
        """The position that is taught now."""
        return self.tiles.lesson

    def choose(self, lesson: Lesson) -> None:
        """Teach a position, in its level."""
        level = next(each.level for each in self._chapters if lesson in each.lessons)
        self.level.setCurrentIndex(self.level.findData(level))
        self.tiles.choose(lesson)

    @property
    def next(self) -> Lesson | None:
        """The next position of the level: one that is due, or else not known yet."""
        found = [lesson for chapter in self.shown for lesson in chapter.lessons]
        for wanted in (Standing.DUE, Standing.AGAIN, Standing.NEW):
            for lesson in found:
                if self._standing(lesson) is wanted:
                    return lesson
        return found[0] if found else None

    @property
    def shown(self) -> tuple[Chapter, ...]:
        """The chapters of the level that is shown."""
        return tuple(each for each in self._chapters if each.level == self.level.currentData())

    @property
    def through(self) -> datetime | None:
        """Since when all positions of the level are known, in UTC; None while some are not."""
        times = [self._learnt.get(each.fen) for chapter in self.shown for each in chapter.lessons]
        known = [time for time in times if time is not None]
        return max(known) if known and len(known) == len(times) else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._cover()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._cover()

    def _cover(self) -> None:
        """Hide the verdict on the board, or show it again."""
        self._services.probe.show_again()
        self.seen.emit()

    def _standing(self, lesson: Lesson) -> Standing:
        return self._standings.get(lesson.fen, Standing.NEW)

    @Slot()
    def _fill(self) -> None:
        """Show the chapters of the level, and choose the next position."""
        with QSignalBlocker(self.tiles.selectionModel()):
            self.tiles.show_chapters(self.shown)
        self._show_progress()
        if self.isVisible():
            self.tiles.choose(self.next)
        self._teach()

    def _renew(self) -> None:
        """Show names and progress again."""
        self.tiles.lessons.emit_changed(0, self.tiles.lessons.rowCount() - 1)
        self.tiles.scheduleDelayedItemsLayout()
        self._show_progress()

    def _show_progress(self) -> None:
        """Show how much of the level is known, and offer its certificate once all is."""
        whole = tuple(lesson for chapter in self.shown for lesson in chapter.lessons)
        due = sum(self._standing(each) is Standing.DUE for each in whole)
        missing = sum(each.fen not in self._learnt for each in whole)
        parts = [tr("{share} known", share=self._share(whole))]
        if due:
            parts.append(tr("{n} due", n=due))
        if missing:
            parts.append(tr("{n} more for the certificate", n=missing))
        self.progress.setText(" · ".join(parts))
        self.certificate.setVisible(bool(whole) and not missing)

    def _share(self, lessons: tuple[Lesson, ...]) -> str:
        return tr("{n} of {every}", n=self._known(lessons), every=len(lessons))

    def _known(self, lessons: tuple[Lesson, ...]) -> int:
        return sum(each.fen in self._learnt for each in lessons)

    @Slot()
    def _choose(self) -> None:
        self.show_note("")
        self._teach()
        if self.lesson is not None:
            self._show(self.lesson)

    def _teach(self) -> None:
        """Show the texts of the chosen position."""
        lesson = self.lesson
        for button in (self.play, self.kind):
            button.setEnabled(lesson is not None)
        if lesson is None:
            self.name.setText("")
            self.aim.setText(tr("Choose a position: it is shown on the board and explained here."))
            texts = ("", "", "")
        else:
            self.name.setText(lesson.name)
            self.aim.setText(_aim(lesson))
            steps = enumerate(lesson.text.plan, 1)
            plan = "\n".join(f"{number}. {step}" for number, step in steps)
            texts = (lesson.text.why, plan, _line(lesson))
        for label, text in zip((self.why, self.plan, self.line), texts, strict=True):
            label.setText(text)
            label.setVisible(bool(text))

    @Slot()
    def _retranslate(self) -> None:
        self._renew()
        self._teach()

    def _show(self, lesson: Lesson) -> None:
        """Set a position up on the board, seen from the student's side."""
        services = self._services
        services.hovering.dismiss()
        services.tabs.new_if_asked()
        self.sending = True
        try:
            services.tabs.set_up(lesson.position)
        finally:
            self.sending = False
        self._cover()
        services.views.board.set_flipped(not lesson.white)

    @Slot()
    def certify(self) -> None:
        """Show the certificate of the level, to be saved."""
        since = self.through
        if since is None:
            return
        settings, notifications = self._services.settings, self._services.notifications
        dialog = CertificateDialog(
            certificate(self.shown, since), settings.current.student, self._services.window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.person_changed.connect(lambda person: settings.set(student=person))
        dialog.saved.connect(notifications.saved)
        dialog.open()

    @property
    def covered(self) -> bool:
        """Whether the verdict on the board would give away the page's question."""
        lesson, workspace = self.lesson, self._services.workspace
        if lesson is None or not self.isVisible() or not workspace.editing:
            return False
        return workspace.fen == lesson.fen != self._uncovered

    def uncover(self) -> None:
        self._uncovered = self._services.workspace.fen
        self._cover()

    @Slot()
    def _play(self) -> None:
        """Begin the drill of the position; build its table first, if it is missing."""
        if self.lesson is not None:
            self._when_built(self.lesson, kind=False)

    @Slot()
    def drill_kind(self) -> None:
        """Begin a drill of the kind of the position; build its table first, if it is missing."""
        if self.lesson is not None:
            self._when_built(self.lesson, kind=True)

    def _when_built(self, lesson: Lesson, kind: bool) -> None:
        from millmate.tablebase.names import parse, table_of

        if self._is_built(lesson):
            self.show_note(tr("Looking for a position…") if kind else "")
            if kind:
                self._draw(lesson.kind, lesson.fen)
            else:
                self._begin(lesson.drill, lesson.position)
            return
        build = self._services.build
        self._awaited = lesson, kind, self._services.requests.issue()
        self._own_build = not build.running
        if self._own_build:
            build.start([parse(table_of(lesson.position.read()))])
        self.show_note(tr("The table is being built; the drill starts when it is ready."))

    def _is_built(self, lesson: Lesson) -> bool:
        """Return whether the table of a position is there; of the placing phase there are many."""
        from millmate.games.morris.positions import board_from_text
        from millmate.play.by_game import PLACING
        from millmate.tablebase.morris import store
        from millmate.tablebase.morris.names import subspace_of

        if lesson.drill.table != PLACING:
            return lesson.drill.table in self._names
        table = subspace_of(board_from_text(lesson.fen))
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
            self.show_note("")
        elif build.succeeded and self._own_build:
            self._names = (*self._names, lesson.drill.table)
            self._when_built(lesson, kind)
        elif not self._own_build:
            self._when_built(lesson, kind)
        else:
            self.show_note(tr("The table could not be built."), fault=True)


def _aim(lesson: Lesson) -> str:
    """Return the goal, its length, and the table: `White to move and win`."""
    parts = [tr(lesson.aim)]
    if lesson.moves is not None:
        parts.append(tr(lesson.position.game.terms.wins_in, n=lesson.moves))
    return " · ".join([*parts, table_title(lesson.drill.table)])


def _line(lesson: Lesson) -> str:
    """Return the line with the numbers of its moves, or ""."""
    if not lesson.line:
        return ""
    moves = numbered(localize(lesson.line).split(), 0 if lesson.white else 1)
    return tr("For instance: {moves}", moves=moves)

"""Hides what tables know while a person plays, until that person asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QKeySequence

from millmate.gui.features.train.course_controller import CourseController
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.shell.play.line import Line
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe_controller import ProbeController
from millmate.gui.shell.services import Services
from millmate.language import tr


@dataclass(frozen=True, slots=True)
class _Wish:
    """Whether verdicts are shown in the game of `line`, as the user chose while playing it."""

    line: Line
    shown: bool


class VerdictVeil(QObject):
    """Hides verdicts in a game that a person plays, unless they are wanted there or always.

    Drills and the course hide them by rules of their own. `changed` follows the user's choice.
    """

    changed = Signal()

    def __init__(
        self,
        services: Services,
        probing: ProbeController,
        drilling: DrillController,
        course: CourseController,
    ) -> None:
        super().__init__(services.window)
        self._game, self._workspace = services.game, services.workspace
        self._settings, self._notify = services.settings, services.notifications
        self._commands, self._probing, self._drilling = services.commands, probing, drilling
        self._course = course
        self._wish: _Wish | None = None
        probing.veil = self._veiled
        self._commands.bind("verdicts", self.toggle, checked=lambda: self.shown)
        services.settings.bind(lambda _: self._choose(None), "verdicts_in_play")
        for signal in (self._game.replaced, self._game.ended):
            signal.connect(probing.show_again)

    @property
    def shown(self) -> bool:
        """Whether verdicts are shown while playing: in this game, or else in every one."""
        wish = self._wish
        if wish is not None and wish.line is self._game.line:
            return wish.shown
        return self._settings.kept.verdicts_in_play

    @property
    def hiding(self) -> bool:
        """Whether verdicts are hidden now because a person plays or a drill is running."""
        # Also while the game of a drill is only about to begin.
        if self._drilling.veiling or self._course.covered:
            return True
        if self._drilling.drill is not None and self._drilling.on_board:
            return False
        game = self._game
        plays = game.live and any(is_human(spec) for spec in game.specs.values())
        return plays and not self._workspace.editing and not self.shown

    @Slot()
    def toggle(self) -> None:
        """Show or hide verdicts in this game, and offer to do so in every game."""
        shown = not self.shown
        self._choose(_Wish(self._game.line, shown))
        if shown is not self._settings.kept.verdicts_in_play:
            text = tr("Verdicts are shown in this game.")
            if not shown:
                text = tr("Verdicts are hidden in this game.")
            self._notify.offer(
                text,
                tr("In every game"),
                lambda: self._settings.set(verdicts_in_play=shown),
            )

    @Slot()
    def lift(self) -> None:
        """Show verdicts because the user asked for help that tells them."""
        if self._drilling.veiling:
            self._drilling.unveil()
        elif self._course.covered:
            self._course.uncover()
        elif self.hiding:
            self.toggle()

    def _choose(self, wish: _Wish | None) -> None:
        self._wish = wish
        self._commands.refresh("verdicts")
        self.changed.emit()
        self._probing.show_again()

    def _veiled(self, answer: Answer) -> Answer:
        """Return `answer`, or a placeholder where it would tell who wins."""
        if self._drilling.veiling:
            return self._drilling.veiled(answer)
        tells = answer.covered or bool(answer.kinds or answer.others or answer.bound)
        if answer.over or not tells or not self.hiding:
            return answer
        if self._course.covered:
            return Answer(answer.fen, answer.material, tr("Hidden in the course"), "", hidden=True)
        hidden = tr("Hidden while you play")
        key = self._commands["hint"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        remark = tr("{key} gives a hint.", key=key) if key else ""
        return Answer(answer.fen, answer.material, hidden, remark, hidden=True)

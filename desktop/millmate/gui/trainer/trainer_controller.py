"""Training: the Train tab, and drills on the board."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.errors import MillMateError
from millmate.gui.builder.build_run import BuildRun
from millmate.gui.commands import Commands
from millmate.gui.game_view import GameViews
from millmate.gui.languages.translator import translator
from millmate.gui.navigation import Navigation, Panel
from millmate.gui.notifications import Notifications
from millmate.gui.requests import Requests
from millmate.gui.settings_store import SettingsStore
from millmate.gui.trainer import report
from millmate.gui.trainer.drill_controller import DrillController
from millmate.gui.trainer.moves_model import MoveRow
from millmate.gui.trainer.panel import TrainPanel
from millmate.gui.trainer.report import Shown
from millmate.gui.trainer.trainer_worker import Drawn, Survey, now
from millmate.gui.workspace import Workspace
from millmate.language import tr
from millmate.play.trainer.drill import Drill, DrillSpec, End, Goal
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.play.trainer.topics import Topic


class TrainerController(QObject):
    """Connects the Train tab, its worker thread, and the drill on the board."""

    def __init__(
        self,
        drilling: DrillController,
        build: BuildRun,
        workspace: Workspace,
        views: GameViews,
        settings: SettingsStore,
        requests: Requests,
        navigation: Navigation,
        notifications: Notifications,
        commands: Commands,
    ) -> None:
        super().__init__(drilling)
        self.drilling, self.coach, self._build_run = drilling, drilling.worker, build
        self._workspace, self._views, self._settings = workspace, views, settings
        self._requests, self._navigation = requests, navigation
        self._notifications = notifications
        self.panel = TrainPanel()
        self._survey: Survey | None = None
        self._said = ""  # announced to screen readers
        self._request = 0  # number of the latest draw
        self._connect()
        commands.bind("show_training", self.open)
        settings.provide(self._provide)
        self._choose_last(settings.current)

    def _connect(self) -> None:
        choose, page = self.panel.choose, self.panel.drill
        self.panel.opened.connect(self._opened)
        self.panel.build_wanted.connect(self._build)
        choose.table_chosen.connect(self.coach.tell)
        choose.start_wanted.connect(self.start)
        page.hint_wanted.connect(self.drilling.hint)
        page.unveil_wanted.connect(self.drilling.unveil)
        page.show_wanted.connect(self.drilling.show_me)
        page.retry_wanted.connect(self.drilling.retry)
        page.repeat_wanted.connect(self.repeat)
        page.next_wanted.connect(self.start)
        page.leave_wanted.connect(self.leave)
        page.move_chosen.connect(self._show_move)
        self.coach.surveyed.connect(self._surveyed)
        self.coach.told.connect(self._told)
        self.coach.drawn.connect(self._drawn)
        self.coach.nothing.connect(self._nothing)
        self.coach.failed.connect(self._failed)
        self.drilling.changed.connect(self._show)
        self.drilling.ended.connect(self._ended)
        self._build_run.ended.connect(self._built)
        translator.changed.connect(self._show)

    def _choose_last(self, settings: Settings) -> None:
        try:
            spec = DrillSpec.from_json(json.loads(settings.drill)) if settings.drill else None
        except (MillMateError, ValueError, TypeError):
            spec = None
        self.panel.choose.recall(spec)

    def _provide(self, settings: Settings) -> Settings:
        choose = self.panel.choose
        if choose.topic is None:
            return settings
        return settings.changed(drill=json.dumps(choose.spec.to_json()))

    def close(self) -> None:
        """Save the drill in progress and end the thread."""
        self.drilling.close()
        self.coach.close()

    # --- choosing ----------------------------------------------------------------------------

    @Slot()
    def open(self) -> None:
        self._navigation.show(Panel.TRAIN)

    @Slot()
    def _opened(self) -> None:
        if self.panel.choosing:
            self.coach.survey()

    @Slot(object)
    def _surveyed(self, survey: Survey) -> None:
        first = self._survey is None
        self._survey = survey
        choose = self.panel.choose
        choose.show_survey(survey)
        if first and not self._settings.current.drill:
            choose.prefer(self._views.current.table_of(self._workspace.fen))
        if self.panel.choosing:
            self.panel.show_choice()
            if survey.trouble:
                choose.say(survey.trouble, fault=True)
        self._show()

    @Slot(object)
    def _told(self, topic: Topic) -> None:
        self.panel.choose.show_topic(topic)

    @Slot(str)
    def _build(self, name: str) -> None:
        """Build a small table and offer it for drills."""
        from millmate.tablebase.names import parse

        run = self._build_run
        if not run.running:
            self.panel.building.setText(tr("Building {name}…", name=name))
            run.start([parse(name)])

    @Slot(str)
    def _built(self, sentence: str) -> None:
        self.panel.building.setText(sentence)
        if self._survey is not None:
            self.coach.survey()

    # --- beginning ---------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Start a drill with a failed position, or else with a new one."""
        choose = self.panel.choose
        repetition = choose.repetition
        choose.say("")
        if repetition is not None:
            spec = replace(repetition.spec, at_end=choose.at_end, only_move=False)
            self._begin(spec, repetition.fen, repeated=True)
        elif choose.topic is not None:
            choose.say(tr("Looking for a position…"))
            choose.start.setEnabled(False)
            self._request = self._requests.issue()
            self.coach.draw(choose.spec)

    @Slot(object)
    def _drawn(self, drawn: Drawn) -> None:
        self.panel.choose.say("")
        self.panel.choose.start.setEnabled(True)
        if self._requests.is_latest(self._request):
            self._begin(drawn.spec, drawn.fen)

    @Slot(object, str)
    def _nothing(self, spec: DrillSpec, trouble: str) -> None:
        choose = self.panel.choose
        self.leave()
        choose.start.setEnabled(True)
        choose.say(_lack(spec, trouble), fault=True)

    @Slot()
    def repeat(self) -> None:
        """Start again from the same position."""
        drill = self.drilling.drill
        if drill is not None:
            self._begin(drill.spec, drill.start, repeated=drill.repeated)

    def _begin(self, spec: DrillSpec, fen: str, repeated: bool = False) -> None:
        if self.drilling.start(spec, fen, repeated):
            self.panel.show_drill()
            self._navigation.choose(Panel.TRAIN)
            self.drilling.follow()
            self._views.board.setFocus()

    @Slot()
    def leave(self) -> None:
        """Leave the drill and choose another one."""
        self.coach.cancel()
        self.drilling.leave()
        self.panel.show_choice()
        self.coach.survey()

    # --- showing -----------------------------------------------------------------------------

    @Slot(int)
    def _show_move(self, row: int) -> None:
        """Show the position after a graded move."""
        rows = self.panel.drill.model.rows
        if self.drilling.on_board and 0 <= row < len(rows):
            self._workspace.game.go(rows[row].move.ply + 1)

    @Slot(str)
    def _failed(self, trouble: str) -> None:
        if self.panel.choosing:
            self.panel.choose.say(trouble, fault=True)
        else:
            self._notifications.warn(trouble)

    @Slot(object)
    def _ended(self, end: End) -> None:
        """Show the end of the drill, so that Enter continues."""
        self._show()
        if self._views.board.hasFocus() and self.drilling.on_board:
            self.panel.drill.offer_next(failed=end is End.THROWN)

    @Slot()
    def _show(self) -> None:
        drill = self.drilling.drill
        if drill is None:
            return
        page = self.panel.drill
        holding = drill.spec.goal is Goal.HOLD
        graded = not drill.spec.at_end or drill.end is not None
        gone = (*self.drilling.earlier, *drill.undone)
        rows = [
            MoveRow(move, drill.spec.game, holding, taken_back, graded)
            for moves, taken_back in (
                (gone, True), ((*self.drilling.standing, *drill.moves), False),
            )
            for move in moves
        ]  # fmt: skip
        if rows != page.model.rows:
            page.model.show(rows)
        page.view.scrollToBottom()
        shown = self._report(drill)
        page.show_all(shown)
        self._announce(shown)

    def _report(self, drill: Drill) -> Shown:
        drilling = self.drilling
        if drilling.result is None:
            return report.under_way(drill, drilling.last, drilling.exam, drilling.veiling)
        failed = () if self._survey is None else self._survey.failed
        again = report.again(drilling.result, failed, now())
        return report.ended(drill, drilling.result, again, drilling.on_board, drilling.showing)

    def _announce(self, shown: Shown) -> None:
        """Announce new text to screen readers."""
        said = " ".join(filter(None, (shown.told, shown.more, shown.hint)))
        if said != self._said:
            self._said = said
            self._views.board.announce(said)


def _lack(spec: DrillSpec, trouble: str) -> str:
    """Return why no position was found, and what to change."""
    if trouble:
        return trouble
    if spec.only_move:
        return tr(
            "No only-move position was found. Allow other positions, or choose another distance."
        )
    return tr("No such position was found. Choose another distance or goal.")

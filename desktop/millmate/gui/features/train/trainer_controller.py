"""Training: the Train page, and drills on the board."""

import json
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from millmate.decoder import DecodeError, decode_text, encode
from millmate.games.board import Rules
from millmate.games.catalogue import GAMES, Position, parse, without_limit
from millmate.gui.features.train import drill_page
from millmate.gui.features.train.choose_page import ChoosePage
from millmate.gui.features.train.course import CoursePage
from millmate.gui.features.train.drill_controller import DrillController
from millmate.gui.features.train.drill_page import DrillPage, MoveRow, Shown
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import push_button, scrolling, vbox
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.gui.shell.window import window_layout
from millmate.language import mark, tr
from millmate.play.trainer.drill import Drill, DrillSpec, End, Failure, Goal, topic_of
from millmate.play.trainer.topics import Topic
from millmate.play.trainer.trainer import Survey, now
from millmate.settings import Settings

_SMALL = {  # built in one click
    "KQvK": mark("Build queen against king"),
    "morris:3-3": mark("Build morris, 3 and 3"),
}
_NONE = mark(
    "Drills are made from tables, and you have none yet. You can build a small one in a "
    "minute, or larger ones in Tables > Choose tables to build."
)


class TrainPanel(QStackedWidget):
    """One of four pages; `opened` is emitted when the page becomes visible.

    `in_course` is whether drills are chosen in the course.
    """

    opened = Signal()
    build_wanted = Signal(str)

    def __init__(self, course: CoursePage) -> None:
        super().__init__()
        self.choose, self.course, self.drill = ChoosePage(), course, DrillPage()
        self.in_course = False
        self._choice = QWidget()
        scrolled = window_layout.scrolled([self.choose])
        vbox((scrolled, 1), self.choose.foot, within=self._choice)
        self._taught = scrolling(self.course)
        self.builds: dict[str, QPushButton] = {}
        self.building = theme.muted()
        self._empty = self._no_tables()
        for page in (self._choice, self._taught, self.drill, self._empty):
            self.addWidget(page)

    def show_choice(self) -> None:
        survey = self.choose.survey
        none = survey is not None and not survey.names
        page = self._taught if self.in_course else self._empty if none else self._choice
        self.setCurrentWidget(page)

    @property
    def choosing(self) -> bool:
        """Whether no drill is shown."""
        return self.currentWidget() is not self.drill

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.opened.emit()

    def _no_tables(self) -> QWidget:
        page, note = QWidget(), bind_text(theme.muted(), text=_NONE)
        for table, text in _SMALL.items():
            self.builds[table] = push_button(
                text, lambda checked=False, name=table: self.build_wanted.emit(name)
            )
        theme.primary(self.builds["KQvK"])
        for label in (note, self.building):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = [(button, Qt.AlignmentFlag.AlignHCenter) for button in self.builds.values()]
        vbox(
            None, note, *buttons, self.building, None,
            within=page, spacing=2 * theme.GRID, margins=theme.GRID,
        )  # fmt: skip
        return page


class TrainerController(Feature):
    """Connects the Train page, its worker thread, and the drill on the board."""

    def __init__(self, drilling: DrillController, services: Services) -> None:
        super().__init__(services)
        self.drilling, self.worker = drilling, drilling.worker
        self.course = CoursePage(services, self._begin, self._ask_for)
        self.panel = TrainPanel(self.course)
        self._announced = ""  # to screen readers
        self._request = 0  # number of the latest draw
        self._beginning = False  # a drill that is due starts with the next survey
        self._opening_course = False  # its next position is shown with the next survey
        self._wanted = ""  # the table of which a drill starts once its drills are known
        self._bind(services)
        self._connect()

    def _bind(self, services: Services) -> None:
        """Serve commands and links, and follow the settings."""
        choose, settings, links = self.panel.choose, services.settings, services.links
        links.train.connect(self._train)
        links.hold.connect(lambda fen: self.train_from(parse(fen), Goal.HOLD))
        links.train_due.connect(self.open_due)
        links.train_like.connect(self._train_like)
        links.train_table.connect(self.open_table)
        for signal in (choose.seen, self.course.seen, services.workspace.position_changed):
            signal.connect(self._ask_for_room)
        services.commands.bind("show_training", self.open)
        services.commands.bind("show_course", self.open_course)
        services.commands.bind("train_here", self.train_here)
        settings.provide(self._provide)
        settings.bind(self._show_opponent, "drill_opponent")
        self._show_opponent(settings.current)
        choose.show_last(_drill_of(settings.current))
        opponent = choose.form["opponent"]
        opponent.activated.connect(
            lambda: settings.set(drill_opponent=choose.form.value("opponent"))
        )

    def _connect(self) -> None:
        choose, page = self.panel.choose, self.panel.drill
        self.panel.opened.connect(self._opened)
        self.panel.build_wanted.connect(self._build)
        choose.table_chosen.connect(self.worker.find_topic)
        choose.start.clicked.connect(self.start)
        choose.course.clicked.connect(self.open_course)
        choose.rush.clicked.connect(self.services.commands["rush"].trigger)
        self.course.left.connect(self._leave_course)
        page.hint.clicked.connect(self.drilling.hint)
        page.unveil.clicked.connect(self.drilling.unveil)
        page.show_me.clicked.connect(self.drilling.show_me)
        page.retry.clicked.connect(self.drilling.retry)
        page.repeat.clicked.connect(self.repeat)
        page.next.clicked.connect(self.go_on)
        page.leave.clicked.connect(self.leave)
        page.move_chosen.connect(self._show_move)
        self.worker.surveyed.connect(self._surveyed)
        self.worker.added.connect(self._added)
        self.worker.topic_found.connect(self._show_topic)
        self.worker.drawn.connect(self._drawn)
        self.worker.nothing.connect(self._nothing)
        self.worker.failed.connect(self._failed)
        self.drilling.changed.connect(self._show)
        self.drilling.ended.connect(self._ended)
        self.services.build.ended.connect(self._built)
        translator.changed.connect(self._show)

    def _show_opponent(self, settings: Settings) -> None:
        self.panel.choose.form.show_values({"opponent": settings.drill_opponent})

    def _provide(self, settings: Settings) -> Settings:
        choose = self.panel.choose
        if choose.topic is None:
            return settings
        return settings.changed(drill=json.dumps(encode(choose.spec)))

    def close(self) -> None:
        """Save the drill in progress and end the thread."""
        self.drilling.close()
        self.worker.close()

    # --- choosing ----------------------------------------------------------------------------

    @Slot()
    def open(self) -> None:
        """Show the page; where a drill is to be chosen, move the keyboard there."""
        self.services.navigation.show(Page.TRAIN)
        choose = self.panel.choose
        if choose.isVisible():
            (choose.start if choose.start.isEnabled() else choose.course).setFocus()

    @Slot()
    def open_course(self) -> None:
        """Show the course, with the next position."""
        if not self.panel.choosing:
            self.leave()
        self.panel.in_course = True
        self.open()
        self.panel.show_choice()
        if self.panel.choose.survey is not None:
            self.course.open()
        else:
            self._opening_course = True
            self.worker.survey()

    def _ask_for_room(self) -> None:
        """Ask for the room of the values of moves where they are hidden or not needed."""
        room = self.panel.choose.isVisible() or self.course.covered
        self.services.links.room_wanted.emit(room)

    @Slot()
    def _leave_course(self) -> None:
        self.panel.in_course = False
        self.panel.show_choice()

    @Slot()
    def open_due(self) -> None:
        """Begin a drill that is due; show the choice of a drill without one."""
        if not self.panel.choosing:
            self.leave()
        self._beginning, self.panel.in_course = True, False
        self.open()
        self.worker.survey()

    @Slot(str)
    def open_table(self, name: str) -> None:
        """Start a new drill with a position of the table `name`."""
        if not self.panel.choosing:
            self.leave()
        self.panel.in_course, self._wanted = False, name
        self.open()
        self.worker.survey()

    @Slot(object)
    def _show_topic(self, topic: Topic) -> None:
        """Offer the drills of a table, and start one if its ending was to be trained."""
        self.panel.choose.show_topic(topic)
        if topic.name == self._wanted:
            self._wanted = ""
            self.start()

    @Slot()
    def train_here(self) -> None:
        """Begin a drill from the position shown, with the goal that its verdict sets."""
        if not self._offers_drills(self.services.workspace.rules):
            return
        fen, answer = self.services.workspace.fen, self.services.probe.last
        known = answer if answer is not None and answer.fen == fen else None
        wdl = known.wdl if known is not None and known.covered and not known.over else None
        goal = None if wdl is None else Goal.of(wdl)
        if goal is not None:
            self.train_from(self.services.workspace.position, goal)
            return
        text = tr("This position is lost: there is nothing to train.")
        if wdl is None:
            text = tr("Training needs a verdict: build the table, or solve this position.")
        self.services.notifications.status(text)

    def train_from(self, position: Position, goal: Goal) -> None:
        """Begin a drill from a position with this goal, which its verdict allows."""
        if not self.panel.choosing:
            self.leave()
        self._begin(DrillSpec(topic_of(position), goal, whole=True), position)

    @Slot(object)
    def _train_like(self, position: Position) -> None:
        """Draw a drill from the ending of a position, with the goal that its verdict sets."""
        if not self._offers_drills(position.game):
            return
        if not self.panel.choosing:
            self.leave()
        self.panel.in_course = False
        self.open()
        self.panel.show_choice()
        self._ask_for(DrillSpec(topic_of(position), whole=True))

    def _offers_drills(self, game: Rules) -> bool:
        """Return whether a game has drills; show a message if it has none."""
        offered = without_limit(game.name) in GAMES
        if not offered:
            self.services.notifications.status(tr("There are no drills of this variant."))
        return offered

    @Slot(object, object)
    def _train(self, failures: tuple[Failure, ...], game: Rules) -> None:
        """Make drills of positions of a game."""
        if self._offers_drills(game):
            self.worker.add(failures)

    @Slot(object, int, int)
    def _added(self, survey: Survey, fresh: int, known: int) -> None:
        """Offer to start with the drills that are due."""
        self._surveyed(survey)
        notifications = self.services.notifications
        notifications.status("")  # an offer would wait until it has gone
        notifications.offer(drill_page.added(fresh, known), tr("Train now"), self.open_due)

    @Slot()
    def _opened(self) -> None:
        if self.panel.choosing:
            self.worker.survey()

    @Slot(object)
    def _surveyed(self, survey: Survey) -> None:
        choose, services = self.panel.choose, self.services
        first = choose.survey is None
        choose.show_survey(survey)
        self.course.show_survey(survey)
        if first and not services.settings.current.drill:
            choose.prefer(services.views.table)
        if self.panel.choosing:
            self.panel.show_choice()
            if survey.trouble:
                choose.show_note(survey.trouble, fault=True)
        opening, self._opening_course = self._opening_course, False
        if opening and self.panel.in_course:
            self.course.open()
        if self._wanted:
            choose.begin_with(self._wanted)
        beginning, self._beginning = self._beginning, False
        if beginning and choose.repetition is not None:
            self.start()
        self._show()

    @Slot(str)
    def _build(self, name: str) -> None:
        """Build a small table and offer it for drills."""
        from millmate.tablebase.names import parse

        if not self.services.build.running:
            self.panel.building.setText(tr("Building {name}…", name=name))
            self.services.build.start([parse(name)])

    @Slot(str)
    def _built(self, sentence: str) -> None:
        self.panel.building.setText(sentence)
        if self.panel.choose.survey is not None:
            self.worker.survey()

    # --- beginning ---------------------------------------------------------------------------

    @Slot()
    def start(self) -> None:
        """Start a drill with a failed position, or else with a new one."""
        choose = self.panel.choose
        repetition = choose.repetition
        choose.show_note("")
        if repetition is not None:
            spec = replace(
                repetition.spec, at_end=choose.spec.at_end, only_move=False, clock=choose.spec.clock
            )
            self._begin(spec, spec.position(repetition.fen), repeated=True)
        elif choose.topic is not None:
            choose.show_note(tr("Looking for a position…"))
            choose.start.setEnabled(False)
            self._ask_for(choose.spec)

    @Slot()
    def go_on(self) -> None:
        """Start the next drill: of the same kind in the course, or else as chosen."""
        if self.panel.in_course and self.course.lesson is not None:
            self.course.drill_kind()
        else:
            self.start()

    def _ask_for(self, spec: DrillSpec, near: str = "") -> None:
        self._request = self.services.requests.issue()
        self.worker.draw(spec, near)

    @Slot(object, object)
    def _drawn(self, spec: DrillSpec, position: Position) -> None:
        self.panel.choose.show_note("")
        self.course.show_note("")
        self.panel.choose.start.setEnabled(True)
        if self.services.requests.is_latest(self._request):
            self._begin(spec, position)

    @Slot(object, str)
    def _nothing(self, spec: DrillSpec, trouble: str) -> None:
        choose = self.panel.choose
        self.leave()
        choose.start.setEnabled(True)
        page = self.course if self.panel.in_course else choose
        page.show_note(_lack(spec, trouble), fault=True)

    @Slot()
    def repeat(self) -> None:
        """Start again from the same position."""
        drill = self.drilling.drill
        if drill is not None:
            self._begin(drill.spec, drill.start, repeated=drill.repeated)

    def _begin(self, spec: DrillSpec, position: Position, repeated: bool = False) -> None:
        if self.drilling.start(spec, position, repeated):
            self.panel.setCurrentWidget(self.panel.drill)
            self.services.navigation.show(Page.TRAIN)
            self.drilling.follow()
            self.services.views.board.setFocus()

    @Slot()
    def leave(self) -> None:
        """Leave the drill and choose another one."""
        self.worker.cancel()
        self.drilling.leave()
        self.panel.show_choice()
        self.worker.survey()

    # --- showing -----------------------------------------------------------------------------

    @Slot(int)
    def _show_move(self, row: int) -> None:
        rows = self.panel.drill.model.rows
        if self.drilling.on_board and 0 <= row < len(rows):
            self.services.game.go(rows[row].move.ply + 1)

    @Slot(str)
    def _failed(self, trouble: str) -> None:
        self._wanted = ""
        if self.panel.choosing:
            self.panel.choose.show_note(trouble, fault=True)
        else:
            self.services.notifications.warn(trouble)

    @Slot(object)
    def _ended(self, end: End) -> None:
        """Show the end of the drill, so that Enter continues."""
        self._show()
        if self.services.views.board.hasFocus() and self.drilling.on_board:
            self.panel.drill.offer_next(failed=end in (End.THROWN, End.OUT_OF_TIME))

    @Slot()
    def _show(self) -> None:
        drill = self.drilling.drill
        if drill is None:
            return
        page = self.panel.drill
        graded = not drill.spec.at_end or drill.end is not None
        gone, there = (*drill.earlier, *drill.undone), (*drill.standing, *drill.moves)
        rows = [MoveRow(move, drill.spec, True, graded) for move in gone]
        rows += [MoveRow(move, drill.spec, False, graded) for move in there]
        if rows != page.model.rows:
            page.model.show(rows)
        page.view.scrollToBottom()
        shown = self._report(drill)
        page.show_all(shown)
        text = " ".join(filter(None, (shown.told, shown.more, shown.hint)))
        if text != self._announced:
            self._announced = text
            self.services.views.board.announce(text)

    def _report(self, drill: Drill) -> Shown:
        drilling = self.drilling
        if drilling.result is None:
            return drill_page.under_way(drill, drilling.last, drilling.exam, drilling.veiling)
        survey = self.panel.choose.survey
        failed = () if survey is None else survey.failed
        again = drill_page.again(drilling.result, failed, now())
        return drill_page.ended(drill, drilling.result, again, drilling.on_board, drilling.showing)


def _drill_of(settings: Settings) -> DrillSpec | None:
    """Return the last drill, None if there was none or it cannot be read."""
    try:
        return decode_text(DrillSpec, settings.drill) if settings.drill else None
    except DecodeError:
        return None


def _lack(spec: DrillSpec, trouble: str) -> str:
    """Return why no position was found, and what to change."""
    if trouble:
        return trouble
    if spec.only_move:
        return tr(
            "No only-move position was found. Allow other positions, or choose another distance."
        )
    return tr("No such position was found. Choose another distance or goal.")

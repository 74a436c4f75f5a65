"""Runs a drill on the board: grades moves, gives hints, shows the best line; and its thread."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from millmate import paths
from millmate.errors import MillMateError
from millmate.games.catalogue import Position
from millmate.gui.features.train.drill_page import HINTS, point
from millmate.gui.kit.errors import error_sentence, reason
from millmate.gui.kit.signals import Following
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.services import Services
from millmate.play.trainer.drill import Drill, DrillSpec, End, GradedMove, converts
from millmate.play.trainer.exam import Exam, Mark
from millmate.play.trainer.trainer import Trainer, now
from millmate.players.spec import PROBLEMS, STRONG, STYLE, TABLE, THEORY, PlayerSpec

if TYPE_CHECKING:
    from millmate.play.clocks import TimeControl
    from millmate.play.trainer.drill import DrillResult, Failure
    from millmate.records.line import Line

_HUMAN, _TABLE = PlayerSpec.parse("human"), PlayerSpec.parse("table")
_OPPONENTS = {"perfect": _TABLE} | {
    style: PlayerSpec.parse(f"{TABLE}:{STYLE}={style}") for style in (PROBLEMS, THEORY)
}


# A job returns the name of the signal that follows and its values, or None.
_Job = Callable[[Trainer], "tuple[Any, ...] | None"]


class TrainerWorker(QObject):
    """Runs slow jobs one after another in a thread, which the first one starts.

    `surveyed` emits a `Survey`, `added` another one, how many positions are new in it and how many
    were known; `topic_found` a `Topic`, `drawn` a spec and a position, `examined` an `Exam`.
    `nothing` emits a spec without positions and the error, if any; `failed` emits other errors.
    """

    surveyed = Signal(object)
    added = Signal(object, int, int)
    topic_found = Signal(object)
    drawn = Signal(object, object)
    nothing = Signal(object, str)
    examined = Signal(object)
    failed = Signal(str)

    def __init__(self, tables: Path, journal: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = tables, journal
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._task: Task | None = None
        self._closed = False
        self._drawing = 0  # the number of the latest draw; older ones are cancelled

    def survey(self) -> None:
        """List the tables and read the journal; `surveyed` follows."""
        self._ask(lambda trainer: ("surveyed", trainer.survey()))

    def find_topic(self, name: str) -> None:
        """Find the drills that the table `name` offers; `topic_found` follows."""
        self._ask(lambda trainer: ("topic_found", trainer.topic(name)))

    def draw(self, spec: DrillSpec, near: str = "") -> None:
        """Draw a position; `drawn` or `nothing` follows, unless another draw replaces it.

        It is one near the position `near`, if that is given and there is one.
        """
        self._drawing += 1
        number = self._drawing
        self._ask(lambda trainer: _drawn(trainer, spec, near, lambda: number != self._drawing))

    def cancel(self) -> None:
        self._drawing += 1

    def examine(self, position: Position) -> None:
        self._ask(lambda trainer: ("examined", trainer.exam(position)))

    def save(self, result: DrillResult) -> None:
        """Write the result of a drill to the journal; `surveyed` follows."""
        self._ask(lambda trainer: ("surveyed", trainer.save(result)))

    def add(self, failures: tuple[Failure, ...]) -> None:
        """Make positions of games failed positions; `added` follows."""
        self._ask(lambda trainer: ("added", *trainer.add(failures)))

    def close(self) -> None:
        """End the thread after the pending jobs; from now on no job is taken."""
        self.cancel()
        self._closed = True  # a build that ends while the window closes asks for a survey
        if self._task is not None:
            self._jobs.put(None)
            self._task = None

    def _ask(self, job: _Job) -> None:
        if self._closed:
            return
        if self._task is None:
            self._task = Task(self._serve).launch(progress=self._emit)
        self._jobs.put(job)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        trainer = Trainer(*self._places)
        try:
            while (job := self._jobs.get()) is not None:
                try:
                    answer = job(trainer)
                except (MillMateError, OSError) as error:
                    answer = "failed", reason(error)
                progress(answer)
        finally:
            trainer.close()

    @Slot(object)
    def _emit(self, answer: tuple[Any, ...] | None) -> None:
        if answer is not None and self._task is not None:  # results after closing are dropped
            signal, *values = answer
            getattr(self, signal).emit(*values)


def _drawn(
    trainer: Trainer, spec: DrillSpec, near: str, stopped: Callable[[], bool]
) -> tuple[str, DrillSpec, Position | str] | None:
    """Draw a position; return the signal that follows, with its values, None if `stopped`."""
    if stopped():
        return None
    answer: tuple[str, DrillSpec, Position | str] = "nothing", spec, ""
    try:
        if fen := trainer.draw(spec, near, stopped):
            answer = "drawn", spec, spec.position(fen)
    except (MillMateError, OSError) as error:
        answer = "nothing", spec, reason(error)
    return None if stopped() else answer


class DrillController(QObject):
    """Runs one drill at a time, against the table player or who is chosen in the settings.

    `changed` is emitted after every change of the drill, `ended` emits its `End`.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, services: Services, starter: GameStarter) -> None:
        super().__init__(services.window)
        self.worker = TrainerWorker(services.tables_dir, paths.training_dir(), self)
        self._starter, self._probe = starter, services.probe
        self._workspace, self._game, self._views = services.workspace, services.game, services.views
        self._notifications, self._tabs = services.notifications, services.tabs
        self._settings = services.settings
        self.drill: Drill | None = None
        self.result: DrillResult | None = None  # once the drill has ended
        self.last: GradedMove | None = None  # the latest graded move
        self._line: Line | None = None  # the drill's game
        self._exams: dict[str, Exam] = {}
        self._asked: set[str] = set()
        self._solved: int | None = None  # the ply where the best line started
        self.worker.examined.connect(self._examined)
        self._game.connect_all(self.follow, self._game.moved, self._game.turn_changed)
        self._grading = Following(self.follow, self._game.moved, self._game.turn_changed)
        self._workspace.mode_changed.connect(self.follow)
        self._tabs.changed.connect(self.follow)
        self._links = services.links
        self._links.helped.connect(self.unveil)

    def start(self, spec: DrillSpec, position: Position, repeated: bool = False) -> bool:
        """Start a drill; show an error and return False if that is impossible."""
        self._end(End.LEFT)
        try:
            side = position.board().turn
        except MillMateError as error:
            self._notifications.warn(error_sentence(error))
            return False
        if not self._tabs.make_room():
            return False
        self._exams, self._asked, self.last = {}, set(), None
        self.result, self._solved = None, None
        self._grading.turn(True)
        self.drill, self._line = Drill(spec, position, side, repeated), None
        specs = {side: _HUMAN, not side: self._opponent}
        if not self._starter.start(position, specs, autosaved=False, control=spec.control):
            self.drill = None
            return False
        self._line = self._game.line
        return True

    @property
    def _opponent(self) -> PlayerSpec:
        """Who plays against the person: the setting is the name in `_OPPONENTS`, or an Elo."""
        chosen = self._settings.current.drill_opponent
        return _OPPONENTS.get(chosen) or PlayerSpec.parse(f"{STRONG}:elo={chosen}")

    @Slot()
    def leave(self) -> None:
        """End the drill and show verdicts again."""
        self._end(End.LEFT)
        self._grading.turn(False)
        self.drill = self.result = None
        self._probe.show_again()

    def close(self) -> None:
        """Save the result of the drill in progress."""
        self._end(End.LEFT)
        self._line = None  # ignore the game from now on

    # --- hiding ------------------------------------------------------------------------------

    @property
    def veiling(self) -> bool:
        """Whether verdicts are hidden because a drill is running."""
        drill = self.drill
        running = drill is not None and drill.end is None and not self._aside
        return running and drill is not None and not drill.unveiled

    @Slot()
    def unveil(self) -> None:
        """Show the verdict, which counts as help."""
        if self.drill is not None and self.veiling:
            self.drill.unveiled = True
            self._probe.show_again()
            self.changed.emit()

    # --- the game ----------------------------------------------------------------------------

    @property
    def on_board(self) -> bool:
        return self._line is self._game.line

    @property
    def _aside(self) -> bool:
        """Whether the drill waits in a tab that is not shown."""
        return self._line is not None and not self.on_board and self._tabs.holds(self._line)

    @Slot()
    def follow(self) -> None:
        """Update the drill after a change of the game."""
        drill, game_ = self.drill, self._game
        if drill is None or self._line is None or self._aside:
            return
        if drill.end is not None:
            self.changed.emit()
            return
        if not self.on_board or self._workspace.editing:
            self._end(End.LEFT)
            return
        drill.taken_back(len(game_.line.played))
        if not drill.moves:
            self.last = None
        self._grade()
        if drill.end is None and game_.outcome is not None:
            over = game_.outcome
            turn = game_.line.board().turn
            end = End.LEFT if over.result == "*" else drill.end_of_game(over, turn)
            if end in (End.GIVEN_UP, End.OUT_OF_TIME):
                drill.stopped = self._to_be_solved()
            self._end(end)
        self._look_ahead()
        self.changed.emit()

    def _look_ahead(self) -> None:
        """Request the exam of the position in which the person is to move."""
        game_ = self._game
        if self.drill is not None and self.drill.end is None and game_.turn is self.drill.side:
            self._ask(game_.line.last_fen)

    def _ask(self, fen: str) -> None:
        if fen not in self._exams and fen not in self._asked:
            self._asked.add(fen)
            self.worker.examine(Position(self._game.line.rules, fen))

    @Slot(object)
    def _examined(self, exam: Exam | None) -> None:
        if exam is not None:  # there are moves
            self._exams[exam.position.text] = exam
            self.follow()

    def _grade(self) -> None:
        """Grade the moves whose positions have been examined."""
        drill, line = self.drill, self._game.line
        assert drill is not None
        graded = {move.ply for move in drill.moves}
        plies = line.played
        for number, ply in enumerate(plies):
            if ply.mover is not drill.side or number in graded or number < drill.before:
                continue
            before = plies[number - 1].fen if number else line.start_fen
            exam = self._exams.get(before)
            if exam is None:
                self._ask(before)
                return
            self.last = drill.played(number, exam, ply.text)
            if self.last.grade.mark is Mark.THROWN:
                self._links.slipped.emit()
            self._clear_arrows()
            rules = line.rules
            converted = converts(drill.spec, rules.board(before), rules.board(ply.fen))
            end = drill.end_after(self.last, converted)
            if end is not None:
                self._end(end)
                return

    def _end(self, end: End) -> None:
        """End a running drill: stop the game and save the result."""
        drill = self.drill
        if drill is None or drill.end is not None:
            return
        drill.end = end
        if self.on_board and self._game.live:
            self._game.leave()
        self.result = drill.result(now())
        if self.result.moves or self.result.failed:
            self.worker.save(self.result)
        self._clear_arrows()
        if end is not End.LEFT:
            self._probe.show_again()
        self.ended.emit(end)

    # --- help --------------------------------------------------------------------------------

    @property
    def exam(self) -> Exam | None:
        """The exam of the position in which the person is to move, if known."""
        drill, game_ = self.drill, self._game
        if drill is None or drill.end is not None or not self.on_board:
            return None
        if game_.turn is not drill.side:
            return None
        return self._exams.get(game_.line.last_fen)

    @Slot()
    def hint(self) -> None:
        """Give the next hint: the result at stake, then the piece, then the move."""
        exam, drill = self.exam, self.drill
        if exam is None or drill is None:
            return
        step = drill.hint(exam.position.text, HINTS)
        self._game.go(len(self._game.line.played))
        if step > 1:
            whole = step == HINTS
            point(self._views.current, exam.options[0].text, exam.turn, whole=whole)
        self.changed.emit()

    def _clear_arrows(self) -> None:
        self._views.board.set_arrows(())

    # --- the best line -----------------------------------------------------------------------

    @property
    def showing(self) -> bool:
        """Whether the best line is being played on the board."""
        return self._solved is not None and self._game.live

    @Slot()
    def show_me(self) -> None:
        """Give up a running drill, and play the best line on the board."""
        drill = self.drill
        if drill is None or not self.on_board:
            return
        if drill.end is None:
            drill.stopped = self._to_be_solved()
            self._end(End.GIVEN_UP)
        self._solved = self._to_solve()
        self._take_up(self._solved, {True: _TABLE, False: _TABLE}, None)
        self.changed.emit()

    @Slot()
    def retry(self) -> None:
        """Take back the moves from the one that cost most, and continue.

        The saved result stands; this is a new drill, with all of its time.
        """
        drill, line = self.drill, self._line
        if drill is None or line is None or drill.end is None or not self.on_board:
            return
        plies, side = self._to_solve(), drill.side
        start = line.played[plies - 1].fen if plies else line.start_fen
        self.drill = Drill(
            drill.spec, Position(line.rules, start), side, drill.repeated, plies,
            standing=[*drill.standing, *drill.moves], earlier=[*drill.earlier, *drill.undone],
        )  # fmt: skip
        self.drill.taken_back(plies)
        self.result, self._solved, self.last = None, None, None
        specs = {side: _HUMAN, not side: self._opponent}
        self._take_up(plies, specs, drill.spec.control)
        self._probe.show_again()
        self._views.board.setFocus()

    def _take_up(
        self, plies: int, specs: dict[bool, PlayerSpec], control: TimeControl | None
    ) -> None:
        """Continue the game after `plies` plies, with new clocks or without."""
        self._game.control = control
        left = None if control is None else dict.fromkeys((True, False), control.base)
        self._game.take_up(plies, specs, left)

    def _to_be_solved(self) -> str:
        """Return the last position in which the person was to move."""
        line = self._game.line
        plies = line.played
        if len(plies) % 2 == 0:
            return line.last_fen
        return plies[-2].fen if len(plies) > 1 else line.start_fen

    def _to_solve(self) -> int:
        """Return the ply from which the best line is shown.

        That is before the first move that threw the result away, or where the drill stopped, or
        else before the slowest move, the last one if none was slow.
        """
        drill = self.drill
        assert drill is not None
        if self._solved is not None:
            return self._solved
        thrown = [move.ply for move in drill.moves if move.grade.mark is Mark.THROWN]
        if thrown:
            return thrown[0]
        played = len(self._game.line.played)
        if drill.end in (End.GIVEN_UP, End.OUT_OF_TIME):
            return played - played % 2
        slowest = max(reversed(drill.moves), key=lambda move: move.grade.lost, default=None)
        return 0 if slowest is None else slowest.ply

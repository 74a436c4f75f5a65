"""Answers questions about positions from the tables, in a thread."""

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from millmate import log
from millmate.errors import MillMateError
from millmate.games.catalogue import Position
from millmate.games.morris.points import PLAIN
from millmate.gui.boards.small_boards import PARTS
from millmate.gui.kit.errors import capital
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.answers import Answers, all_answers
from millmate.gui.shell.probe.external_tables import ExternalDirectories, ExternalTables
from millmate.language import tr

if TYPE_CHECKING:  # it imports numpy; only the probe thread should pay for the import
    from millmate.tablebase.square_map import SquareMap

# Seconds to work out the effect of the fifty-move rule, a third of them for the moves to mate: they
# take up to a minute of computing, and other questions come first.
_PATIENCE = 600.0
_MOMENT = 0.01  # seconds that a map waits for its trail, lest the board be painted twice


@dataclass(frozen=True, slots=True)
class _Question:
    """A question about a position; `forgotten` counts the calls of `forget` before it."""

    forgotten: int
    position: Position


@dataclass(frozen=True, slots=True)
class _Longer(_Question):
    """The same question, with time to work out the effect of the fifty-move rule."""


@dataclass(frozen=True, slots=True)
class _Replies(_Question):
    """A question about a drawn position: how many replies hold each draw?"""

    answer: Answer


@dataclass(frozen=True, slots=True)
class _Map(_Question):
    """A question about the man on a place: the value of the position with it elsewhere."""

    place: int


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """The map of the man on `place` of the position `fen`, or else why it is missing.

    `trail` are the places of the man in best play.
    """

    fen: str
    place: int
    found: "SquareMap | None"
    lack: Answer | None = None
    trail: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Trail(_Question):
    """A question about the way of the man of a map, which is known already."""

    asked: _Map
    found: MapAnswer


_ORDER = (_Question, _Map, _Trail, _Replies, _Longer)  # in which questions that wait are answered


class _Tables:
    """The tables of both games, and those of other programs; use from one thread only."""

    def __init__(self, directory: Path) -> None:
        self._answers = all_answers(directory)
        self._others = ExternalTables(ExternalDirectories())

    def use(self, elsewhere: ExternalDirectories) -> None:
        """From now on use the tables of other programs in these directories."""
        if self._others.elsewhere != elsewhere:
            self._others.close()
            self._others = ExternalTables(elsewhere)

    def of(self, position: Position) -> Answers:
        """Return the object that answers questions about the game of a position."""
        return self._answers[position.game.kind]

    def answer(
        self, position: Position, seconds: float = 0.0, stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """Return the verdict on a position; errors are answers, so that the thread survives.

        Allow `seconds` to work out the effect of the fifty-move rule.
        """
        try:
            found = self._own(position, seconds, stopped)
            if found.over or not self.of(position).elsewhere:
                return found
            board: Any = position.read()
            faults = position.game.problems(board)
            return found if faults else self._others.judged(board, found)
        except Exception as error:
            log.report(f"looking {position} up", error)
            kind = type(error).__name__
            trouble = tr("{name}: {error}; please report this.", name=kind, error=error)
            return Answer(position.text, "", tr("This position cannot be looked up"), trouble)

    def _own(self, position: Position, seconds: float, stopped: Callable[[], bool]) -> Answer:
        answers = self.of(position)
        try:
            answers.tables.refresh_if_changed()
            return answers.answer(position, seconds, stopped)
        except (MillMateError, OSError) as error:
            name = answers.table_of(position.read())
            headline = tr("The table {name} cannot be read", name=name)
            return Answer(position.text, name, headline, capital(str(error)))

    def maps(self, position: Position, place: int) -> Iterator[MapAnswer]:
        """Yield the map of a man, first without the slow part, or why it is missing."""
        answers, fen = self.of(position), position.text
        try:
            answers.tables.refresh_if_changed()
            for found in answers.maps(position.read(), place):
                yield MapAnswer(fen, place, found)
        except Exception as error:
            if not isinstance(error, MillMateError | OSError):
                log.report(f"map of {position}", error)
            yield MapAnswer(fen, place, None, answers.no_map(position, error))

    def trail(
        self, position: Position, place: int, stopped: Callable[[], bool]
    ) -> tuple[int, ...] | None:
        """Return the way of a man in best play, () if it is unknown, None if `stopped`."""
        from millmate.tablebase.square_map import trail

        rules = position.game

        def step(board: Any, move: Any) -> tuple[int, int, tuple[int, ...]]:
            lines = getattr(board, "lines", PLAIN)
            turn = PARTS[rules.kind].turn_of(rules.text(move), board.turn, lines)
            return turn.origin, turn.target, (turn.target, *turn.removed)

        try:
            return trail(self.of(position).tables, position.read(), place, step, stopped)
        except Exception as error:
            log.report(f"trail in {position}", error)
            return ()

    def close(self) -> None:
        for answers in self._answers.values():
            answers.close()
        self._others.close()


class ProbeService(QObject):
    """Answers questions about positions, newest first, without ever blocking the window.

    `answered` carries every new answer; `found` the answer to be shown, new or again, and `shown`
    what `veil` leaves of it while a person plays. `hiding` returns whether verdicts are hidden.
    """

    answered = Signal(object)
    found = Signal(object)
    shown = Signal(object)
    mapped = Signal(object)  # a `MapAnswer`; others with more distances and a trail may follow

    def __init__(
        self,
        directory: Path,
        parent: QObject | None = None,
        elsewhere: ExternalDirectories | None = None,
    ) -> None:
        super().__init__(parent)
        self._directory = directory
        # Replaced as a whole, read by the thread.
        self._elsewhere = elsewhere or ExternalDirectories()
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._map: _Map | None = None  # the newest question about a man
        self._position: Position | None = None  # the newest one asked about
        self._forgotten = 0  # number of calls of `forget`; earlier questions no longer count
        self._last: Answer | None = None
        self.veil: Callable[[Answer], Answer] = lambda answer: answer
        self.hiding: Callable[[], bool] = lambda: False
        self._task = Task(self._serve).launch(progress=self._emit_answer)

    @property
    def last(self) -> Answer | None:
        """The newest answer if it belongs to the newest question."""
        asked, last = self._position, self._last
        return last if asked and last and last.fen == asked.text else None

    def best_move(self, fen: str) -> str:
        """Return the best move of a position by the tables, or "" if it is unknown."""
        last = self._last
        known = last is not None and last.fen == fen and last.covered
        return last.moves[0].text if last is not None and known and last.moves else ""

    @Slot()
    def show_again(self) -> None:
        """Show the answer again after a change of what may be shown."""
        answer = self.last
        if answer is not None:
            self.found.emit(answer)
            self.shown.emit(self.veil(answer))

    @Slot(object)
    def ask(self, position: Position) -> None:
        """Ask about a position; `answered` follows unless another question comes first."""
        if self._position is None or position.game is not self._position.game:
            self.forget()
        self._position = position
        self._questions.put(_Question(self._forgotten, position))

    def ask_map(self, position: Position, place: int) -> None:
        """Ask about the man on `place`; `mapped` follows unless another such question comes."""
        self._map = _Map(self._forgotten, position, place)
        self._questions.put(self._map)

    def forget(self) -> None:
        """Discard all answers as out of date, including the pending one."""
        self._last = None
        self._forgotten += 1

    def knows(self, position: Position) -> bool:
        """Return whether `last` is the tables' answer for a position."""
        return self._position == position and self.last is not None

    def refresh(self) -> None:
        """Reload the tables and answer the last question again."""
        if self._position is not None:
            self.ask(self._position)

    @Slot(object)
    def look_elsewhere(self, elsewhere: ExternalDirectories) -> None:
        """Use the tables of other programs in these directories from now on."""
        self._elsewhere = elsewhere
        self.refresh()

    def close(self) -> None:
        self._task.stop()
        self._questions.put(None)

    @Slot(object)
    def _emit_answer(self, message: tuple[_Question, Answer | MapAnswer]) -> None:
        question, found = message
        if isinstance(found, MapAnswer):
            if question == self._map:
                self.mapped.emit(found)
        elif question.position == self._position and question.forgotten == self._forgotten:
            self._last = found
            self.answered.emit(found)
            self.show_again()

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        tables = _Tables(self._directory)
        waiting: dict[type, _Question] = {}
        try:
            while not stopped():
                self._receive(waiting)
                kind = next((each for each in _ORDER if each in waiting), None)
                if kind is None or stopped():
                    continue
                tables.use(self._elsewhere)
                self._answer(tables, waiting.pop(kind), waiting, progress)
        finally:
            tables.close()

    def _receive(self, waiting: dict[type, _Question]) -> None:
        """Receive the questions there are, at least one if none is waiting; keep the newest."""
        while not waiting or not self._questions.empty():
            question = self._questions.get()
            if question is None:  # to be stopped
                return
            waiting[type(question)] = question
            if type(question) is _Map:
                waiting.pop(_Trail, None)
            if type(question) is _Question:
                waiting.pop(_Longer, None)
                waiting.pop(_Replies, None)

    def _answer(
        self,
        tables: _Tables,
        question: _Question,
        waiting: dict[type, _Question],
        progress: Callable[[object], None],
    ) -> None:
        position = question.position
        match question:
            case _Map():
                for found in tables.maps(position, question.place):
                    whole = found.found is not None and found.found.final
                    if whole:
                        trail = tables.trail(position, question.place, self._hurried())
                        found = replace(found, trail=trail or ())
                        if trail is None:
                            waiting[_Trail] = _Trail(question.forgotten, position, question, found)
                    progress((question, found))
                    if whole:
                        return
                    if not self._questions.empty():  # present ones come before more distances
                        if found.found is not None:
                            waiting.setdefault(_Map, question)
                        return
            case _Trail():
                trail = tables.trail(position, question.asked.place, self._asked)
                if trail is None:
                    waiting.setdefault(_Trail, question)
                elif trail:
                    progress((question.asked, replace(question.found, trail=trail)))
            case _Longer():
                settled = tables.answer(position, _PATIENCE, self._asked)
                if settled.unsettled and self._asked():
                    waiting.setdefault(_Longer, question)
                else:
                    progress((question, settled))
            case _Replies():
                replies = tables.of(position).with_replies
                for judged in replies(position, question.answer, self._asked):
                    progress((question, judged))
            case _:
                answer = tables.answer(position)
                progress((question, answer))
                if answer.unsettled:
                    waiting[_Longer] = _Longer(question.forgotten, position)
                elif answer.wdl == 0 and not answer.solved:
                    waiting[_Replies] = _Replies(question.forgotten, position, answer)

    def _asked(self) -> bool:
        """Return whether another question waits."""
        return not self._questions.empty()

    def _hurried(self) -> Callable[[], bool]:
        """Return a function that returns whether another question waits, or a moment has passed."""
        end = time.monotonic() + _MOMENT
        return lambda: self._asked() or time.monotonic() > end

"""Answers questions about positions from the tables, in a thread."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate import log
from millmate.errors import MillMateError
from millmate.games import catalogue
from millmate.games.catalogue import kind_of, parse
from millmate.games.chess.positions import board_from_fen, problems
from millmate.games.morris.rules import MorrisRules
from millmate.gui.kit.errors import capital
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.answers import Answers, ChessAnswers, MorrisAnswers
from millmate.gui.shell.probe.external_tables import ExternalDirectories, ExternalTables
from millmate.language import tr

if TYPE_CHECKING:  # it imports numpy; only the probe thread should pay for the import
    from millmate.tablebase.square_map import SquareMap

_PATIENCE = 15.0  # seconds to work out the effect of the fifty-move rule


@dataclass(frozen=True, slots=True)
class _Position:
    """A question about a position of a game; `forgotten` counts the calls of `forget` before it."""

    forgotten: int
    fen: str
    game: str


@dataclass(frozen=True, slots=True)
class _Longer(_Position):
    """The same question, with time to work out the effect of the fifty-move rule."""


@dataclass(frozen=True, slots=True)
class _Replies(_Position):
    """A question about a drawn position: how many replies hold each draw?"""

    answer: Answer


@dataclass(frozen=True, slots=True)
class _Map(_Position):
    """A question about the man on a place: the value of the position with it elsewhere."""

    place: int


_ORDER = (_Position, _Map, _Replies, _Longer)  # in which questions that wait are answered


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """The map of the man on `place` of the position `fen`, or else why it is missing."""

    fen: str
    place: int
    found: SquareMap | None
    lack: Answer | None = None


class _Tables:
    """The tables of both games, and those of other programs; use from one thread only."""

    def __init__(self, directory: Path) -> None:
        from millmate.tablebase.morris.probe import MorrisTablebase
        from millmate.tablebase.probe import Tablebase

        self._directory, self._morris = directory, MorrisTablebase(directory)
        self._answers: dict[str, Answers] = {"chess": ChessAnswers(Tablebase(directory), directory)}
        self._others = ExternalTables(ExternalDirectories())

    def use(self, elsewhere: ExternalDirectories) -> None:
        """From now on use the tables of other programs in these directories."""
        if self._others.elsewhere != elsewhere:
            self._others.close()
            self._others = ExternalTables(elsewhere)

    def of(self, game: str) -> Answers:
        """Return the object that answers questions about the game of this name."""
        if game not in self._answers:
            rules = catalogue.game(game)
            assert isinstance(rules, MorrisRules)
            self._answers[game] = MorrisAnswers(self._morris, self._directory, rules)
        return self._answers[game]

    def answer(
        self,
        fen: str,
        game: str,
        seconds: float = 0.0,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Return the verdict on `fen`, or an answer with an error, so that the thread survives.

        Allow `seconds` to work out the effect of the fifty-move rule.
        """
        try:
            found = self._own(fen, game, seconds, stopped)
            if found.over or kind_of(game) != "chess":
                return found  # morris has no other tables
            board = board_from_fen(fen)
            return found if problems(board) else self._others.judged(board, found)
        except Exception as error:
            log.report(f"looking {fen} up", error)
            kind = type(error).__name__
            trouble = tr("{name}: {error}; please report this.", name=kind, error=error)
            return Answer(fen, "", tr("This position cannot be looked up"), trouble)

    def _own(self, fen: str, game: str, seconds: float, stopped: Callable[[], bool]) -> Answer:
        answers = self.of(game)
        try:
            answers.tables.refresh_if_changed()
            return answers.answer(fen, seconds, stopped)
        except (MillMateError, OSError) as error:
            name = answers.table_of(fen)
            headline = tr("The table {name} cannot be read", name=name)
            return Answer(fen, name, headline, capital(str(error)))

    def maps(self, fen: str, game: str, place: int) -> Iterator[MapAnswer]:
        """Yield the map of a man, first without the slow part, or why it is missing."""
        answers = self.of(game)
        try:
            answers.tables.refresh_if_changed()
            for found in answers.maps(fen, place):
                yield MapAnswer(fen, place, found)
        except Exception as error:
            if not isinstance(error, MillMateError | OSError):
                log.report(f"map of {fen}", error)
            yield MapAnswer(fen, place, None, answers.no_map(fen, error))

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
    mapped = Signal(object)  # a `MapAnswer`, perhaps followed by one with more distances

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
        self._questions: queue.SimpleQueue[_Position | None] = queue.SimpleQueue()
        self._map: _Map | None = None  # the newest question about a man
        self._fen = self._game = ""
        self._forgotten = 0  # number of calls of `forget`; earlier questions no longer count
        self._last: Answer | None = None
        self.veil: Callable[[Answer], Answer] = lambda answer: answer
        self.hiding: Callable[[], bool] = lambda: False
        self._task = Task(self._serve).launch(progress=self._emit_answer)

    @property
    def last(self) -> Answer | None:
        """The newest answer if it belongs to the newest question."""
        return self._last if self._last and self._last.fen == self._fen else None

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

    def ask(self, fen: str, game: str = "") -> None:
        """Ask about `fen`; `answered` follows unless another question comes first.

        `game` is the game's name in the catalogue, such as `morris:twelve`; by default that of the
        usual rules of what `fen` shows.
        """
        game = game or parse(fen).game.name
        if game != self._game:
            self.forget()
        self._fen, self._game = fen, game
        self._questions.put(_Position(self._forgotten, fen, game))

    def ask_map(self, fen: str, place: int, game: str = "") -> None:
        """Ask about the man on `place`; `mapped` follows unless another such question comes."""
        self._map = _Map(self._forgotten, fen, game or parse(fen).game.name, place)
        self._questions.put(self._map)

    def forget(self) -> None:
        """Discard all answers as out of date, including the pending one."""
        self._last = None
        self._forgotten += 1

    def knows(self, fen: str, game: str) -> bool:
        """Return whether `last` is the tables' answer for a position."""
        return self._game == game and self.last is not None and self.last.fen == fen

    def refresh(self) -> None:
        """Reload the tables and answer the last question again."""
        if self._fen:
            self.ask(self._fen, self._game)

    @Slot(object)
    def look_elsewhere(self, elsewhere: ExternalDirectories) -> None:
        """Use the tables of other programs in these directories from now on."""
        self._elsewhere = elsewhere
        self.refresh()

    def close(self) -> None:
        self._task.stop()
        self._questions.put(None)

    @Slot(object)
    def _emit_answer(self, message: tuple[_Position, Answer | MapAnswer]) -> None:
        question, found = message
        if isinstance(found, MapAnswer):
            if question == self._map:
                self.mapped.emit(found)
        elif found.fen == self._fen and question.forgotten == self._forgotten:
            self._last = found
            self.answered.emit(found)
            self.show_again()

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        tables = _Tables(self._directory)
        waiting: dict[type, _Position] = {}
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

    def _receive(self, waiting: dict[type, _Position]) -> None:
        """Receive the questions there are, at least one if none is waiting; keep the newest."""
        while not waiting or not self._questions.empty():
            question = self._questions.get()
            if question is None:  # to be stopped
                return
            waiting[type(question)] = question
            if type(question) is _Position:
                waiting.pop(_Longer, None)
                waiting.pop(_Replies, None)

    def _answer(
        self,
        tables: _Tables,
        question: _Position,
        waiting: dict[type, _Position],
        progress: Callable[[object], None],
    ) -> None:
        fen, game = question.fen, question.game
        match question:
            case _Map():
                for found in tables.maps(fen, game, question.place):
                    progress((question, found))
                    if not self._questions.empty():  # present questions come before more distances
                        if found.found is not None and not found.found.final:
                            waiting.setdefault(_Map, question)
                        return
            case _Longer():
                settled = tables.answer(fen, game, _PATIENCE, self._asked)
                progress((question, settled))
            case _Replies():
                for judged in tables.of(game).with_replies(question.answer, self._asked):
                    progress((question, judged))
            case _:
                answer = tables.answer(fen, game)
                progress((question, answer))
                if answer.unsettled:
                    waiting[_Longer] = _Longer(question.forgotten, fen, game)
                elif answer.wdl == 0 and not answer.solved:
                    waiting[_Replies] = _Replies(question.forgotten, fen, game, answer)

    def _asked(self) -> bool:
        """Return whether another question waits."""
        return not self._questions.empty()

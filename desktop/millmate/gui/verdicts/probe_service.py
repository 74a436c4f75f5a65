"""Answers questions about positions from the tables, in a thread."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from millmate import log
from millmate.errors import MillMateError
from millmate.games.catalogue import game_of
from millmate.games.chess.positions import board_from_fen, problems
from millmate.gui.errors.sentences import capital
from millmate.gui.tasks import Task
from millmate.gui.verdicts.answer import Answer
from millmate.gui.verdicts.answers import Answers, ChessAnswers, MorrisAnswers
from millmate.gui.verdicts.external_tables import ExternalDirectories, ExternalTables
from millmate.language import tr

_PATIENCE = 15.0  # seconds to work out the effect of the fifty-move rule


class _Tables:
    """The tables of both games, and those of other programs; use from one thread only."""

    def __init__(self, directory: Path) -> None:
        from millmate.tablebase.morris.probe import MorrisTablebase
        from millmate.tablebase.probe import Tablebase

        self._answers: dict[str, Answers] = {
            "chess": ChessAnswers(Tablebase(directory), directory),
            "morris": MorrisAnswers(MorrisTablebase(directory), directory),
        }
        self._others = ExternalTables(ExternalDirectories())

    def use(self, elsewhere: ExternalDirectories) -> None:
        """Use the tables of other programs in these directories from now on."""
        if self._others.elsewhere != elsewhere:
            self._others.close()
            self._others = ExternalTables(elsewhere)

    def answer(
        self, fen: str, seconds: float = 0.0, stopped: Callable[[], bool] = lambda: False
    ) -> Answer:
        """Return the verdict on `fen`, or an answer with an error, so that the thread survives.

        Allow `seconds` to work out the effect of the fifty-move rule.
        """
        try:
            found = self._own(fen, seconds, stopped)
            if found.over or game_of(fen) != "chess":
                return found  # morris has no other tables
            board = board_from_fen(fen)
            return found if problems(board) else self._others.judged(board, found)
        except Exception as error:
            log.report(f"looking {fen} up", error)
            kind = type(error).__name__
            trouble = tr("{name}: {error}; please report this.", name=kind, error=error)
            return Answer(fen, "", tr("This position cannot be looked up"), trouble)

    def _own(self, fen: str, seconds: float, stopped: Callable[[], bool]) -> Answer:
        answers = self._answers[game_of(fen)]
        try:
            answers.tables.refresh()
            return answers.answer(fen, seconds, stopped)
        except (MillMateError, OSError) as error:
            name = answers.table_of(fen)
            headline = tr("The table {name} cannot be read", name=name)
            return Answer(fen, name, headline, capital(str(error)))

    def close(self) -> None:
        for answers in self._answers.values():
            answers.tables.close()
        self._others.close()


class ProbeService(QObject):
    """Answers questions about positions, newest first, without ever blocking the window."""

    answered = Signal(object)

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
        self._questions: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._fen = ""
        self._forgotten = 0  # number of calls of `forget`; earlier questions no longer count
        self._last: Answer | None = None
        self._task = Task(self._serve).launch(progress=self._emit_answer)

    @property
    def last(self) -> Answer | None:
        """The newest answer if it belongs to the newest question."""
        return self._last if self._last and self._last.fen == self._fen else None

    def ask(self, fen: str) -> None:
        """Ask about `fen`; `answered` follows unless another question comes first."""
        self._fen = fen
        self._questions.put((self._forgotten, fen))

    def forget(self) -> None:
        """Discard all answers as out of date, including the pending one."""
        self._last = None
        self._forgotten += 1

    def refresh(self) -> None:
        """Reload the tables and answer the last question again."""
        if self._fen:
            self.ask(self._fen)

    @Slot(object)
    def look_elsewhere(self, elsewhere: ExternalDirectories) -> None:
        """Use the tables of other programs in these directories from now on."""
        self._elsewhere = elsewhere
        self.refresh()

    def close(self) -> None:
        self._task.stop()
        self._questions.put(None)

    @Slot(object)
    def _emit_answer(self, message: tuple[int, Answer]) -> None:
        forgotten, found = message
        if found.fen == self._fen and forgotten == self._forgotten:
            self._last = found
            self.answered.emit(found)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        tables = _Tables(self._directory)
        try:
            while not stopped():
                question = self._questions.get()
                while not self._questions.empty():
                    question = self._questions.get()
                if question is not None and not stopped():
                    forgotten, fen = question
                    tables.use(self._elsewhere)
                    found = tables.answer(fen)
                    progress((forgotten, found))
                    if found.unsettled:  # take longer, until another question comes
                        found = tables.answer(fen, _PATIENCE, lambda: not self._questions.empty())
                        progress((forgotten, found))
        finally:
            tables.close()

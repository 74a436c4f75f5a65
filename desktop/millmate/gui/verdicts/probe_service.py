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
from millmate.gui.verdicts.answers import Answers
from millmate.gui.verdicts.chess_answer import ChessAnswers
from millmate.gui.verdicts.external_tables import ExternalDirectories, ExternalTables
from millmate.gui.verdicts.morris_answer import MorrisAnswers
from millmate.language import tr

_PATIENCE = 15.0  # seconds to work out the effect of the fifty-move rule


class _Tables:
    """The tables of both games in a directory; use from one thread only."""

    def __init__(self, directory: Path) -> None:
        from millmate.tablebase.morris.probe import MorrisTablebase
        from millmate.tablebase.probe import Tablebase

        self._answers: dict[str, Answers] = {
            "chess": ChessAnswers(Tablebase(directory), directory),
            "morris": MorrisAnswers(MorrisTablebase(directory), directory),
        }

    def answer(self, fen: str, seconds: float, stopped: Callable[[], bool]) -> Answer:
        """Return the verdict on `fen`, or an answer with the error of the tables.

        Allow `seconds` to work out the effect of the fifty-move rule.
        """
        answers = self._answers[game_of(fen)]
        try:
            answers.tables.refresh()
            return answers.answer(fen, seconds, stopped)
        except (MillMateError, OSError) as error:
            name = answers.table_of(fen)
            return Answer(
                fen, name, tr("The table {name} cannot be read", name=name), capital(str(error))
            )

    def close(self) -> None:
        for answers in self._answers.values():
            answers.tables.close()


def _with_others(found: Answer, others: ExternalTables) -> Answer:
    """Return `found` with the verdicts of other programs' tables; morris has none."""
    if found.over or game_of(found.fen) != "chess":
        return found
    board = board_from_fen(found.fen)
    return found if problems(board) else others.judged(board, found)


def _whatever_happens(
    fen: str,
    tables: _Tables,
    others: ExternalTables,
    seconds: float = 0.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Answer:
    """Return the answer, or one with the unexpected error, so that the thread survives."""
    try:
        return _with_others(tables.answer(fen, seconds, stopped), others)
    except Exception as error:
        log.report(f"looking {fen} up", error)
        trouble = tr("{name}: {error}; please report this.", name=type(error).__name__, error=error)
        return Answer(fen, "", tr("This position cannot be looked up"), trouble)


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
        self._elsewhere = (
            elsewhere or ExternalDirectories()
        )  # replaced as a whole, read by the thread
        self._questions: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._fen = ""
        self._forgotten = 0  # number of calls of `forget`; earlier questions no longer count
        self._last: Answer | None = None
        self._task = Task(self._serve)
        self._task.progress.connect(self._emit_answer)
        self._task.launch()

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

    def _is_asked(self) -> bool:
        """Return whether another question waits or the thread should end."""
        return not self._questions.empty()

    @Slot(object)
    def _emit_answer(self, message: tuple[int, Answer]) -> None:
        forgotten, found = message
        if found.fen == self._fen and forgotten == self._forgotten:
            self._last = found
            self.answered.emit(found)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        tables, others = _Tables(self._directory), ExternalTables(ExternalDirectories())
        try:
            while not stopped():
                question = self._questions.get()
                while not self._questions.empty():
                    question = self._questions.get()
                if question is not None and not stopped():
                    forgotten, fen = question
                    if others.elsewhere != self._elsewhere:
                        others.close()
                        others = ExternalTables(self._elsewhere)
                    found = _whatever_happens(fen, tables, others)
                    progress((forgotten, found))
                    if found.unsettled:
                        found = _whatever_happens(fen, tables, others, _PATIENCE, self._is_asked)
                        progress((forgotten, found))
        finally:
            tables.close()
            others.close()

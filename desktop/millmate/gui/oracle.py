"""What the tables say of the position shown: asked for from the window, answered by a thread."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, problems
from millmate.games.chess.rules import CHESS
from millmate.gui.others import Elsewhere, Others
from millmate.gui.tasks import Task

if TYPE_CHECKING:  # these import Zarr, half a second that belongs into the thread
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.probe import Tablebase


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, for programs and people, and what it is worth to the side that plays it.

    `wdl` is None where no table covers the position.
    """

    text: str
    notation: str
    words: str = ""
    wdl: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of `fen`, in words.

    `covered` says that a table gave the verdict, `over` that the game has ended on the board;
    `plan` is what must be built where a table is missing but can be had; `others` is what the
    tables of other programs say, a line for each kind.
    """

    fen: str
    material: str
    headline: str
    remark: str = ""
    moves: tuple[MoveWorth, ...] = ()
    covered: bool = False
    over: bool = False
    plan: Plan | None = None
    others: tuple[str, ...] = ()


def answer(tables: Tablebase, directory: Path, fen: str) -> Answer:
    """Return what can be said of `fen` with the tables in `directory`."""
    from millmate.tablebase.shelf import MissingTableError

    board = board_from_fen(fen)
    faults = problems(board)
    if faults:
        return Answer(fen, "", _sentence(faults[0].message), "This position cannot be played.")
    material = str(Material.of(board).canonical())
    moves = tuple(MoveWorth(m.uci(), board.san(m)) for m in board.legal_moves)
    end = CHESS.outcome(board)
    if end is not None:
        return Answer(
            fen, material, _sentence(str(end).partition("(")[2].rstrip(")")), _OVER, over=True
        )
    verdict = tables.get(board)
    if verdict is None:
        return _uncovered(directory, board, fen, moves)
    try:
        ranked = tables.moves(board)
    except MissingTableError:  # the table of what a capture leaves
        return _uncovered(directory, board, fen, moves)
    return Answer(
        fen,
        material,
        _sentence(verdict.of_position(board.turn)),
        f"{material}, built and verified",
        tuple(
            MoveWorth(m.move.uci(), board.san(m.move), m.verdict.of_move(), m.verdict.wdl)
            for m in ranked
        ),
        covered=True,
    )


def _answer_or_trouble(tables: Tablebase, directory: Path, fen: str) -> Answer:
    """Return `answer`, or in its place what is wrong with the tables."""
    try:
        tables.refresh()
        return answer(tables, directory, fen)
    except (MillMateError, OSError) as error:
        material = str(Material.of(board_from_fen(fen)).canonical())
        return Answer(fen, material, f"The table {material} cannot be read", _sentence(str(error)))


def _with_others(found: Answer, others: Others) -> Answer:
    board = board_from_fen(found.fen)
    if found.over or problems(board):
        return found
    return replace(found, others=others.lines(board))


def _uncovered(
    directory: Path, board: chess.Board, fen: str, moves: tuple[MoveWorth, ...]
) -> Answer:
    from millmate.tablebase.plan import plan

    material = Material.of(board).canonical()
    if board.castling_rights:
        reason = "Tables hold no positions with castling rights."
        return Answer(fen, str(material), "No table for this position", reason, moves)
    try:
        needed = plan([material], directory)
    except MillMateError as error:
        return Answer(fen, str(material), f"No table for {material}", _sentence(str(error)), moves)
    headline = f"No table for {material} yet"
    return Answer(fen, str(material), headline, "", moves, plan=needed)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


_OVER = "The game has ended on the board."


class Oracle(QObject):
    """Answers questions about positions, the newest first, without ever keeping the window."""

    answered = Signal(object)

    def __init__(
        self,
        directory: Path,
        parent: QObject | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        super().__init__(parent)
        self._directory = directory
        self._elsewhere = elsewhere or Elsewhere()  # replaced as a whole, read by the thread
        self._questions: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._fen = ""
        self._last: Answer | None = None
        self._task = Task(self._serve)
        self._task.progress.connect(self._tell)
        self._task.begin()

    @property
    def last(self) -> Answer | None:
        """The newest answer, if it is the answer to the newest question."""
        return self._last if self._last and self._last.fen == self._fen else None

    def ask(self, fen: str) -> None:
        """Ask for `fen`; `answered` follows unless another question comes first."""
        self._fen = fen
        self._questions.put(fen)

    def refresh(self) -> None:
        """Look at the tables anew and answer the last question again."""
        if self._fen:
            self.ask(self._fen)

    @Slot(object)
    def look_elsewhere(self, elsewhere: Elsewhere) -> None:
        """Ask the tables of other programs that are there, too, from now on."""
        self._elsewhere = elsewhere
        self.refresh()

    def close(self) -> None:
        """End the thread."""
        self._task.stop()
        self._questions.put(None)

    @Slot(object)
    def _tell(self, found: Answer) -> None:
        if found.fen == self._fen:
            self._last = found
            self.answered.emit(found)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        from millmate.tablebase.probe import Tablebase

        tables, others = Tablebase(self._directory), Others(Elsewhere())
        try:
            while not stopped():
                fen = self._questions.get()
                while not self._questions.empty():
                    fen = self._questions.get()
                if fen is not None and not stopped():
                    if others.elsewhere != self._elsewhere:
                        others.close()
                        others = Others(self._elsewhere)
                    found = _answer_or_trouble(tables, self._directory, fen)
                    progress(_with_others(found, others))
        finally:
            tables.close()
            others.close()

"""The legal moves with their values, grouped by result under headings: the model of the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt

from millmate.games.chess.piece_letters import localize
from millmate.gui.kit.label import wrapped
from millmate.gui.kit.table_model import ROOT, Index
from millmate.gui.shell.probe.answer import Answer, Metric, MoveWorth, Result
from millmate.gui.shell.probe.results import count_words, shares
from millmate.language import tr

_ROLE = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a group of moves; the first one has the unit of the figures, if any."""

    text: str
    result: Result
    unit: Metric | None = None


Row = MoveWorth | Heading


class WorthModel(QAbstractListModel):
    """The legal moves of a position, best first, with their values for the side to move."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[MoveWorth, ...] = ()
        self.rows: list[Row] = []
        self.kinds: tuple[Metric, ...] = ()  # other programs' tables with values for the moves

    def show_answer(self, answer: Answer | None) -> None:
        """Replace all moves by those of `answer`; None clears the list."""
        self.beginResetModel()
        self.moves = answer.moves if answer else ()
        self.kinds = answer.kinds if answer else ()
        self.rows = []
        unit = answer.metric if answer else None
        for result, number in shares(self.moves).items():
            figures = unit if any(move.figure for move in self.moves) else None
            heading = Heading(count_words(result, number), result, None if self.rows else figures)
            self.rows += [heading, *(move for move in self.moves if move.result == result)]
        self.endResetModel()

    def move_at(self, index: Index) -> MoveWorth | None:
        """Return the move in a row, or None for a heading."""
        row = self.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, MoveWorth) else None

    def index_of(self, number: int) -> QModelIndex:
        """Return the index of the move `number`; the best move is 0."""
        return self.index(self.rows.index(self.moves[number]), 0)

    @property
    def headings(self) -> list[int]:
        return [number for number, row in enumerate(self.rows) if isinstance(row, Heading)]

    def lines(self, columns: int) -> list[list[int]]:
        """Return the rows of the moves as lines of a grid that has so many columns."""
        found: list[list[int]] = []
        for number, row in enumerate(self.rows):
            if isinstance(row, Heading):
                fresh = True
                continue
            if fresh or len(found[-1]) == columns:
                found.append([])
            found[-1].append(number)
            fresh = False
        return found

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return no flags for headings, which cannot be selected."""
        return super().flags(index) if self.move_at(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = 0) -> Any:
        """Return the text of a card or heading, its tool tip, and what a screen reader says."""
        row = self.rows[index.row()]
        if isinstance(row, Heading):
            if role == _ROLE.ToolTipRole:
                return wrapped(row.unit.meaning) if row.unit else None
            return row.text if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole) else None
        match role:
            case _ROLE.DisplayRole:
                return localize(row.notation)
            case _ROLE.ToolTipRole:
                return self._hint(row)
            case _ROLE.AccessibleTextRole:
                return ", ".join(filter(None, (localize(row.notation), spoken_worth(row))))
        return None

    def _hint(self, move: MoveWorth) -> str:
        lines = [f"{localize(move.notation)}  {move.hint}"] if move.hint else []
        lines += [
            f"{kind.name}: {words}" for kind, words in zip(self.kinds, move.others, strict=False)
        ]
        return "\n".join(lines)


def spoken_worth(move: MoveWorth) -> str:
    """Return the value of a move in words: `wins, mate in 30`, `draw`, `loses in 4`."""
    words = " · ".join(filter(None, (move.words, *move.others)))
    if move.wdl == 1 and move.words and move.moves is not None:
        wins = tr("wins")
        return words if words.startswith(wins) else f"{wins}, {words}"
    return words

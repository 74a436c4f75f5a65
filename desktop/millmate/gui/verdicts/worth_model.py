"""The values of all legal moves as a list model: wins, draws and losses under headings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QFont

from millmate.games.chess.piece_letters import localize
from millmate.gui.style import theme
from millmate.gui.style.table_model import Column, Index, TableModel
from millmate.gui.verdicts.answer import Answer, MoveWorth
from millmate.language import count, mark, mark_count, tr

_HEADINGS = {
    1: mark_count("Wins: {n} move", "Wins: {n} moves"),
    0: mark_count("Draws: {n} move", "Draws: {n} moves"),
    -1: mark_count("Loses: {n} move", "Loses: {n} moves"),
    None: mark_count("{n} legal move", "{n} legal moves"),
}
_PLAY = mark("Click a move, or press Space or Enter, to play it.")


@dataclass(frozen=True, slots=True)
class _Heading:
    """The heading of a group of moves; it spans all columns."""

    text: str
    wdl: int | None


_Row = MoveWorth | _Heading


class WorthModel(TableModel[_Row]):
    """The legal moves of a position, best first, with their values for the side to move.

    The columns are the move, its value in our own table, and those in other programs' tables.
    """

    def __init__(self) -> None:
        super().__init__(())
        self.moves: tuple[MoveWorth, ...] = ()

    def show_answer(self, answer: Answer | None) -> None:
        """Replace all moves by those of `answer`; None clears the list."""
        self.moves = answer.moves if answer else ()
        rows: list[_Row] = []
        for wdl, titles in _HEADINGS.items():
            group = [move for move in self.moves if move.wdl == wdl]
            if group:
                rows += [_Heading(count(len(group), *titles), wdl), *group]
        self.show(rows, _columns(answer) if answer else ())

    def move_at(self, index: Index) -> MoveWorth | None:
        """Return the move in a row, or None for a heading."""
        row = self.row_at(index) if index.isValid() else None
        return row if isinstance(row, MoveWorth) else None

    def index_of(self, number: int) -> QModelIndex:
        """Return the index of the move `number`; the best move is 0."""
        return self.index(self.rows.index(self.moves[number]), 0)

    @property
    def headings(self) -> list[int]:
        return [number for number, row in enumerate(self.rows) if isinstance(row, _Heading)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return no flags for headings, which cannot be selected."""
        return super().flags(index) if self.move_at(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = 0) -> Any:
        """Return the text of a cell; headings are bold."""
        if role == Qt.ItemDataRole.FontRole and self.move_at(index) is None:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return super().data(index, role)


def _columns(answer: Answer) -> list[Column[_Row]]:
    ours, metric = tr("Worth"), answer.metric
    if metric is not None:
        ours = (answer.kinds and metric.short) or metric.name
    return [
        Column(
            mark("Move"),
            lambda row: row.text if isinstance(row, _Heading) else localize(row.notation),
            tip=_PLAY,
            hint=_hint,
            colour=lambda row: _shade(row.wdl) if isinstance(row, _Heading) else None,
        ),
        _figures(ours, metric.meaning if metric else "", lambda move: move.words or ""),
        *(
            _figures(kind.name, kind.meaning, partial(_other, place=place))
            for place, kind in enumerate(answer.kinds)
        ),
    ]


def _figures(title: str, tip: str, words: Callable[[MoveWorth], str]) -> Column[_Row]:
    def text(row: _Row) -> str:
        return "" if isinstance(row, _Heading) else words(row)

    return Column(title, text, tip=tip, hint=_hint, colour=lambda row: _shade(row.wdl))


def _other(move: MoveWorth, place: int) -> str:
    return move.others[place]


def _hint(row: _Row) -> str:
    if isinstance(row, _Heading) or not row.hint:
        return ""
    return f"{localize(row.notation)}  {row.hint}"


def _shade(wdl: int | None) -> str:
    scheme = theme.colours()
    return {1: scheme.good, -1: scheme.bad}.get(wdl or 0, scheme.muted)

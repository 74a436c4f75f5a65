"""The legal moves with their values as a list: wins, draws and losses under headings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from millmate.games.chess.piece_letters import localize
from millmate.gui.style import theme
from millmate.gui.style.lists import RowHeights
from millmate.gui.style.table_model import Column, Index, TableModel
from millmate.gui.verdicts.answer import Answer, MoveWorth
from millmate.language import count, mark, mark_count, tr

_HEADINGS = {
    1: mark_count("Wins: {n} move", "Wins: {n} moves"),
    0: mark_count("Draws: {n} move", "Draws: {n} moves"),
    -1: mark_count("Loses: {n} move", "Loses: {n} moves"),
    None: mark_count("{n} legal move", "{n} legal moves"),
}
_PLAYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
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


class WorthView(QTableView):
    """Hovering points at a move, a click or Space plays it.

    `pointed` carries the move under mouse or keyboard, or ""; `chosen` the move to play.
    """

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, model: WorthModel) -> None:
        super().__init__()
        self._moves = model
        self._hovered = QModelIndex()
        self._emitted = ""
        self.setModel(model)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setResizeContentsPrecision(-1)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        self.verticalHeader().hide()
        RowHeights(self)
        model.modelReset.connect(self._join_headings)
        self.selectionModel().currentChanged.connect(self._emit_pointed)

    @Slot()
    def _join_headings(self) -> None:
        """Span headings across all columns and clear the pointed move."""
        self.clearSpans()
        for row in self._moves.headings:
            self.setSpan(row, 0, 1, max(2, self._moves.columnCount()))
        if self._moves.columnCount():
            fitted = QHeaderView.ResizeMode.ResizeToContents
            self.horizontalHeader().setSectionResizeMode(0, fitted)
        self._hovered = QModelIndex()
        self._emit_pointed()

    # --- pointing ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the pointed move."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the current row, at first the best move."""
        super().focusInEvent(event)
        self._begin_at_best()
        self._emit_pointed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the pointed move."""
        super().focusOutEvent(event)
        self._emit_pointed()

    def _begin_at_best(self) -> None:
        """Make the best move current if no row is."""
        if self._moves.moves and self._moves.move_at(self.currentIndex()) is None:
            self.setCurrentIndex(self._moves.index_of(0))

    def _hover(self, index: QModelIndex) -> None:
        self._hovered = index
        over = self._moves.move_at(index) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._emit_pointed()

    @Slot()
    def _emit_pointed(self) -> None:
        """Emit the pointed move if it has changed."""
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        move = self._moves.move_at(self._hovered) or self._moves.move_at(current)
        text = move.text if move else ""
        if text != self._emitted:
            self._emitted = text
            self.pointed.emit(text)

    # --- choosing ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Play the clicked move."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second click: the first has played the move."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play the current move with Space or Enter."""
        if event.key() in _PLAYS and not event.isAutoRepeat():
            self._begin_at_best()
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        move = self._moves.move_at(index)
        if move is not None:
            self.chosen.emit(move.text)

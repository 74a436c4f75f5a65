"""The positions of one set: a list that loads when scrolled, and the actions on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import chess
from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QPushButton, QStackedWidget, QToolButton, QWidget

from millmate.games.catalogue import Position, parse, rules_of_table
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import points_in
from millmate.gui.features.explore.filter_bar import FilterBar
from millmate.gui.features.explore.search import Search
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.lists import list_view
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.gui.kit.theme import icon
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import count, mark, number, tr
from millmate.language import number as number_words

if TYPE_CHECKING:
    from millmate.tablebase.query import Query
    from millmate.tablebase.sets import Contents, DecidedSet, Page


_ORDER = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


_COLUMNS: tuple[Column[str], ...] = (
    Column(mark("White"), lambda fen: men(fen, white=True), hint=str),
    Column(mark("Black"), lambda fen: men(fen, white=False), hint=str),
)


class PositionsModel(TableModel[str]):
    """The FENs found so far; `wanted` asks for more, `add` appends them."""

    wanted = Signal(object)  # the place to continue from

    def __init__(self) -> None:
        super().__init__(_COLUMNS)
        self._following: int | None = None
        self._asked: int | None = None  # the start of the pending search
        self.paused = False

    @property
    def complete(self) -> bool:
        return self._following is None and self._asked is None

    def clear(self) -> None:
        """Clear the list for another set."""
        self._following, self._asked, self.paused = None, None, False
        self.show(())

    def expect(self, start: int) -> None:
        """Record a pending search from `start` on."""
        self._following, self._asked = None, start

    def pause(self) -> None:
        """Record that the pending search will not finish until `resume`."""
        self._following, self._asked = self._asked, None
        self.paused = self._following is not None

    def resume(self) -> None:
        self.paused = False
        self.fetchMore()

    def add(self, fens: tuple[str, ...], following: int | None) -> None:
        """Append positions; more follow from `following` on unless it is None."""
        self.append(fens)
        self._following, self._asked = following, None

    def canFetchMore(self, parent: Index = ROOT) -> bool:
        return not parent.isValid() and self._following is not None and not self.paused

    def fetchMore(self, parent: Index = ROOT) -> None:
        if self.canFetchMore(parent):
            assert self._following is not None
            self.expect(self._following)
            self.wanted.emit(self._asked)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        """Return the sides as column headers and numbers as row headers."""
        if orientation is Qt.Orientation.Horizontal:
            return super().headerData(section, orientation, role)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return number(section + 1) if role == Qt.ItemDataRole.DisplayRole else None


def men(fen: str, white: bool) -> str:
    """Return the pieces of a side: `Kf6 Bd5 Ng4`, strongest first, or `a7 d7 g4`.

    Pieces have the same letters as in moves; points are named on the board that the text fits.
    """
    position = parse(fen)
    return _MEN[position.game.kind](position.read(), white)


def _stones(board: MorrisBoard, white: bool) -> str:
    names = board.lines.names
    stones = " ".join(names[point] for point in points_in(board.stones[white]))
    hand = board.hand[white]
    return tr("{stones} and {hand} in hand", stones=stones, hand=hand) if hand else stones


def _pieces(board: chess.Board, white: bool) -> str:
    english = " ".join(
        ("" if kind == chess.PAWN else chess.piece_symbol(kind).upper()) + chess.square_name(square)
        for kind in _ORDER
        for square in board.pieces(kind, white)
    )
    return localize(english)


_MEN: dict[str, Callable[[Any, bool], str]] = {"chess": _pieces, "morris": _stones}


_HINT = mark("Click or Enter puts one on the board.")
_PATIENCE_MS = 400  # before a search shows its progress
_NOTHING = "\N{NO-BREAK SPACE}"


class PositionsPanel(QWidget):
    """Emits `position_chosen` with a `Position` for the board.

    Lists the set chosen elsewhere, narrowed or replaced by the filter.
    """

    position_chosen = Signal(object)

    def __init__(self, search: Search, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = search
        self._contents: Contents | None = None
        self._chosen: DecidedSet | None = None
        self.query: Query | None = None  # the query whose results are listed
        self._counted: int | None = None  # the number of results, if known
        self._counting = False
        self._share = 0.0  # how far the running search is
        self._late = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._late.timeout.connect(self._show_progress)
        self.filter = FilterBar()
        self.title = Label()
        self.title.setWordWrap(True)
        theme.heading(self.title)
        self.amount = theme.muted()
        self.model = PositionsModel()
        self.view = list_view(self.model, mark("Positions"), 0, self._put)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.state = theme.muted(_NOTHING)
        self.stop = QPushButton(tr("Stop"))
        self.stop.clicked.connect(self._stop_or_go_on)
        tip = mark("Put a random one of these positions on the board")
        self.random = push_button(mark("&Random position"), self._draw, tip=tip)
        self.before = _step("previous", mark("Put the previous position on the board"))
        self.after = _step("next", mark("Put the next position on the board"))
        self.beside = hbox()  # for further actions on the list
        self._lay_out()
        self._connect()
        self.clear("")

    def _lay_out(self) -> None:
        view = self.view
        view.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.verticalHeader().show()
        view.verticalHeader().setHighlightSections(False)
        self._pages = QStackedWidget()  # as high with a note as with the list
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.note)
        steps = (self.random, self.before, self.after)
        vbox(
            *(self.title, self.amount, self.filter, (self._pages, 1)),
            hbox((self.state, 1), self.stop),
            hbox(*steps, None, self.beside, spacing=theme.GRID // 2),
            within=self,
        )

    def _connect(self) -> None:
        self.filter.changed.connect(self._list)
        self.model.wanted.connect(self._want_more)
        self.before.clicked.connect(lambda: self._step(-1))
        self.after.clicked.connect(lambda: self._step(1))
        self._search.paged.connect(self._paged)
        self._search.drawn.connect(self._drawn)
        self._search.counted.connect(self._count_known)
        self._search.progressed.connect(self._progressed)
        translator.changed.connect(self._retranslate)

    @property
    def table(self) -> str:
        """The name of the table whose positions are listed, or ""."""
        return "" if self._contents is None else self._contents.name

    def position(self, fen: str) -> Position:
        """Return a listed position, which is one of the table's game."""
        return Position(rules_of_table(self.table), fen)

    def show_note(self, text: str) -> None:
        """Show a message in the line below the list."""
        self.state.setText(text)

    # --- called by the window ----------------------------------------------------------------

    def clear(self, note: str) -> None:
        self._chosen = self._contents = self.query = None
        self._counting = False
        self._search_ended()
        self.model.clear()
        self.title.setText("")
        self.amount.setText("")
        self._enable(False)
        self.filter.setEnabled(False)
        self._show_note(note)

    def show_table(self, contents: Contents) -> None:
        self._contents = contents
        self.filter.setEnabled(True)
        self.filter.show_table(contents)

    def show_set(self, chosen: DecidedSet, fresh: bool = True) -> None:
        """Show the positions of `chosen`, filtered.

        If not `fresh`, keep a filter that replaces the chosen set.
        """
        self._chosen = chosen
        if fresh:
            self.filter.choose_set()
        self._list()

    @Slot()
    def take_focus(self) -> None:
        self.view.setFocus()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0, 0))

    # --- internal ----------------------------------------------------------------------------

    @Slot()
    def _list(self) -> None:
        """List the results of the current query."""
        if self._chosen is None or self._contents is None:
            return
        query = self.filter.query(self._chosen, self._contents)
        if query is None or query == self.query:
            return
        self.query, self._counted, self._counting = query, None, False
        self._search_ended()
        self.model.clear()
        if query.subject.count:
            self.model.expect(0)
        self._retranslate()
        self._enable(query.subject.count != 0)
        if query.subject.count:
            self._search_began()
            self._search.start(query)
        else:
            self._search.stop()

    @Slot()
    def _retranslate(self) -> None:
        """Describe the listed positions in the current language."""
        if self.query is None:
            return
        self.title.setText(str(self.query))
        self.amount.setText(self._amount() or _NOTHING)
        empty = not self.query.subject.count or self._none_found
        self._show_note(self._why_empty() if empty else "")

    @property
    def _none_found(self) -> bool:
        return self.model.complete and not self.model.rows and not self._counting

    def _why_empty(self) -> str:
        assert self.query is not None
        chosen = self._chosen
        if self.query.subject is chosen and chosen is not None and self.query.plain:
            plies = count(chosen.plies, "{n} ply", "{n} plies")
            text = (
                tr("This set is empty: with White to move, no position is decided in {plies}.")
                if chosen.turn
                else tr("This set is empty: with Black to move, no position is decided in {plies}.")
            )
            return text.format(plies=plies)
        return tr("No position of this table matches.")

    def _amount(self) -> str:
        """Return the number of positions, as far as it is known."""
        query, contents = self.query, self._contents
        if query is None or contents is None or not query.subject.count:
            return ""
        if query.plain and query.subject.count > 0:
            words = tr(
                "{positions}, mirror images left out", positions=positions(query.subject.count)
            )
            if contents.orders:
                words = tr(
                    "{words}; identical pieces are counted in every order but listed once",
                    words=words,
                )
            return words
        if self._counted is None and not self.model.complete:
            return tr("{positions} found so far", positions=positions(len(self.model.rows)))
        found = positions(len(self.model.rows) if self._counted is None else self._counted)
        total = query.subject.count
        if total <= 0 or contents.orders or query.plain:
            return tr("{positions}, mirror images left out", positions=found)
        return tr(
            "{positions} of {total}, mirror images left out",
            positions=found,
            total=number_words(total),
        )

    def _enable(self, enabled: bool) -> None:
        for each in (self.random, self.before, self.after):
            each.setEnabled(enabled)

    def _show_note(self, note: str) -> None:
        self.note.setText(note)
        self._pages.setCurrentIndex(bool(note))
        self.state.setText(_NOTHING if note else tr(_HINT))

    @Slot(object)
    def _want_more(self, start: int) -> None:
        if self.query is not None:
            self._search_began()
            self._search.go_on(self.query, start)

    @Slot(object)
    def _paged(self, page: Page) -> None:
        self._search_ended()
        first = not self.model.rows
        self.model.add(page.fens, page.following)
        if self.model.rows:
            width = self.view.fontMetrics().horizontalAdvance(f"{len(self.model.rows):,}")
            self.view.verticalHeader().setFixedWidth(width + 3 * theme.GRID)
        if first and page.following is not None and self._countable:
            self._counting = True
            assert self.query is not None
            self._search.count(self.query)
        self._retranslate()
        self._enable(bool(self.model.rows) or not self.model.complete)

    @property
    def _countable(self) -> bool:
        """Whether counting is useful: the number is unknown and cheap to find."""
        return self.query is not None and not self.query.plain and self.query.only is None

    @Slot(object)
    def _count_known(self, number: int) -> None:
        self._counted, self._counting = number, False
        self._search_ended()
        self._retranslate()

    def _step(self, by: int) -> None:
        """Show the previous or next position on the board."""
        current = self.view.currentIndex()
        row = current.row() + by if current.isValid() else 0
        if 0 <= row < self.model.rowCount():
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
            self._put(index)

    @Slot(QModelIndex)
    def _put(self, index: QModelIndex) -> None:
        self.position_chosen.emit(self.position(self.model.rows[index.row()]))

    @Slot()
    def _draw(self) -> None:
        if self.query is not None:
            self._search_began()
            self._search.draw(self.query)

    @Slot(str)
    def _drawn(self, fen: str) -> None:
        self._search_ended()
        if fen:
            self.position_chosen.emit(self.position(fen))

    @Slot()
    def _stop_or_go_on(self) -> None:
        if self.model.paused:
            self._search_began()
            self.model.resume()
        elif not self.stop.isHidden():
            self._search.stop()
            self._late.stop()
            self.model.pause()
            self.stop.setText(tr("Continue"))
            self.stop.setVisible(self.model.paused)
            self.state.setText(tr("The search was stopped."))

    @Slot(float)
    def _progressed(self, share: float) -> None:
        self._share = share
        if not self._late.isActive():
            self._show_progress()

    @Slot()
    def _show_progress(self) -> None:
        """Show the progress of a search that takes long enough to read it."""
        self.stop.show()
        percent = number_words(self._share * 100)
        self.state.setText(tr("Searching the table, {percent} %", percent=percent))

    def _search_began(self) -> None:
        self._share = 0.0
        self._late.start()
        self.stop.setText(tr("Stop"))

    def _search_ended(self) -> None:
        self._late.stop()
        self.stop.hide()
        self.state.setText(tr(_HINT) if self._chosen else _NOTHING)


def positions(number: int) -> str:
    return count(number, "{n} position", "{n} positions") if number else tr("none")


def _step(picture: str, tip: str) -> QToolButton:
    result = bind_text(QToolButton(), tip=tip, name=tip)
    result.setIcon(icon(picture))
    result.setAutoRaise(True)
    return result

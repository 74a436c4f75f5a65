"""The explorer: a table, a plot and a list of its sets, and the positions of one set."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from millmate.formatting import side_name, titled
from millmate.glossary import Term
from millmate.gui.features.explore.exports import Exports
from millmate.gui.features.explore.openings_panel import OpeningsPanel
from millmate.gui.features.explore.plot import Place, SetsModel, SetsPlot
from millmate.gui.features.explore.positions_panel import PositionsPanel, positions
from millmate.gui.features.explore.search import Search
from millmate.gui.kit import theme, widgets
from millmate.gui.kit.errors import capital
from millmate.gui.kit.lists import list_view
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_tabs, bind_text, translator
from millmate.gui.kit.widgets import FoldingRow, hbox, push_button, scrolling, splitter, vbox
from millmate.gui.shell.files.diagram_export import DiagramExporter, Seen
from millmate.gui.shell.table_box import TableBox
from millmate.language import mark, tr
from millmate.pictures.diagrams import UPRIGHT
from millmate.settings import Settings
from millmate.tablebase.metric import Metric, parse_table_name
from millmate.tablebase.morris.names import is_morris

if TYPE_CHECKING:
    from millmate.tablebase.sets import Contents

_NO_TABLES = mark(
    "No tables yet. Build one to see how many positions are won in 1, 2, 3 … moves, and which."
)
_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_POINT = mark("Point at a bar to read it, click to see its positions.")
# Widths of the page in letters from which it has room for the list of sets, and for their words.
_ROOM_FOR_SETS, _ROOM_FOR_FATES = 84, 104


class ExplorerPage(QWidget):
    """Emits `position_chosen` with a `Position` to show on the board."""

    position_chosen = Signal(object)
    build_wanted = Signal()

    def __init__(self, directory: Path, seen: Seen = lambda fen: UPRIGHT) -> None:
        """Explore the tables in `directory`; `seen` returns the board orientation for diagrams."""
        super().__init__()
        self._directory = directory
        self._contents: Contents | None = None
        self._place: Place | None = None
        self._boards_material = ""
        self.search = Search(self)
        self._make_head()
        self.plot = SetsPlot()
        self.sets_model = SetsModel()
        self.sets = list_view(self.sets_model, mark("Sets of positions"), stretched=1)
        self.sets.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.longest = {side: QPushButton() for side in (True, False)}
        self.longest_cursed = {side: QPushButton() for side in (True, False)}
        self.positions = PositionsPanel(self.search)
        self.pictures = DiagramExporter(
            self, seen, self.positions.show_note, self.positions.show_note
        )
        self.exports = Exports(self.positions, directory, self.pictures, self)
        self.positions.beside.addWidget(self.exports.button)
        self._lay_out()
        self._connect()
        self._again: Place | None = None  # the set to select once the table is open again
        self._winner: bool | None = None  # whose longest wins to select once it is open
        translator.changed.connect(self._retranslate)

    # --- layout ------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.tables = bind_text(TableBox(), name=mark("Table"))
        tip = mark("Choose the table of the position on the board")
        self.from_board = push_button(mark("From the board"), self._choose_boards, tip=tip)
        self.summary = theme.muted()
        self.readout = theme.muted(tr(_POINT))
        self.logarithmic = bind_text(
            QCheckBox(),
            text=mark("&Logarithmic"),
            tip=mark("Each grid line is ten times the one before"),
        )
        self.logarithmic.setChecked(True)

    def _lay_out(self) -> None:
        head = hbox((self.tables, 1), self.from_board)
        above = QWidget()
        explained = TermButton(Term.LAYER, Term.PLY)
        line = hbox((self.readout, 1), explained, self.logarithmic)
        vbox(line, (self.plot, 1), self._longest(), within=above, spacing=None)
        across = QWidget()
        hbox((self.sets, 1), (self.positions, 1), within=across, spacing=2 * theme.GRID)
        self.down = splitter(Qt.Orientation.Vertical, above, across)
        self.down.setSizes([260, 400])
        full = QWidget()
        vbox(head, self.summary, (self.down, 1), within=full)
        self.pages = QStackedWidget()
        self.pages.addWidget(full)
        self.pages.addWidget(self._empty())
        vbox(self.pages, within=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the list of sets out where there is no room for it: the plot chooses as well."""
        super().resizeEvent(event)
        letter = self.fontMetrics().horizontalAdvance("0")
        self.sets.setVisible(self.width() >= _ROOM_FOR_SETS * letter)
        self.sets.setColumnHidden(1, self.width() < _ROOM_FOR_FATES * letter)

    def _longest(self) -> QVBoxLayout:
        """Return the buttons for the longest wins: of White and Black, those cursed below."""
        for side, button in self.longest_cursed.items():
            self.longest[side].clicked.connect(partial(self._choose_longest, side))
            button.clicked.connect(partial(self._choose_longest, side, True))
            tip = mark("Without the fifty-move rule; with it, these positions are drawn")
            bind_text(button, tip=tip)
        rows = self.longest, self.longest_cursed
        return vbox(*(FoldingRow(*row.values()) for row in rows), spacing=theme.GRID // 2)

    def _empty(self) -> QWidget:
        """Return the page shown while there are no tables."""
        page = QWidget()
        words = bind_text(theme.muted(), text=_NO_TABLES)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.build = push_button(mark("Build a table…"), self.build_wanted)
        theme.primary(self.build)
        middle = (self.build, Qt.AlignmentFlag.AlignHCenter)
        vbox(None, words, middle, None, within=page, spacing=2 * theme.GRID)
        return page

    def _connect(self) -> None:
        self.tables.chosen.connect(self._open)
        self.logarithmic.toggled.connect(self.plot.set_logarithmic)
        self.plot.pointed.connect(self._read_out)
        self.plot.chosen.connect(self.choose)
        self.sets.selectionModel().currentChanged.connect(self._set_selected)
        self.sets.activated.connect(self.positions.take_focus)
        self.search.opened.connect(self._opened)
        self.search.failed.connect(self._failed)
        self.exports.announced.connect(self.positions.show_note)
        self.exports.faulted.connect(self.positions.show_note)
        self.positions.position_chosen.connect(self.position_chosen)

    # --- tables ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Reload the list of tables; keep the table shown if it is still readable."""
        from millmate.tablebase.targets import explorable

        names = explorable(self._directory)
        self.pages.setCurrentIndex(0 if names else 1)
        if names == self.tables.codes and self._contents is not None:
            return
        before = self.tables.code
        self.tables.show_codes(names, before if before in names else self._first(names))
        self._show_boards()
        if self.tables.code != before or self._contents is None:
            self._open(self.tables.code)

    def show_board(self, material: str, follow: bool = False) -> None:
        """Offer the table for the board's `material`; `follow` opens it."""
        self._boards_material = material
        self._show_boards()
        if follow:
            self._choose_boards()

    def show_table(self, code: str, winner: bool | None = None) -> None:
        """Show the table `code`, and the longest wins of `winner` if it is given."""
        self._winner = winner
        if self.tables.code != code:
            self.tables.choose(code)
        else:
            self._choose_wanted()

    def _choose_wanted(self) -> None:
        """Choose the longest wins that were asked for, once their table is open."""
        if self._contents is not None and self._winner is not None:
            winner, self._winner = self._winner, None
            self._choose_longest(winner)

    def _first(self, names: list[str]) -> str:
        """Return the first table to show: the board's, or else the largest of its game."""
        if own := self._of_board(names):
            return own
        morris = is_morris(self._boards_material)
        # Morris tables with distances: they show more.
        same = [n for n in names if is_morris(n) is morris and ":ply" not in n]
        to_mate = [n for n in same if parse_table_name(n)[1] is Metric.DTM]
        return "".join((to_mate or same or names)[-1:])

    def _of_board(self, names: list[str]) -> str:
        """Return the table of the board's material, of distances to mate if it exists, or ""."""
        return next((n for n in names if parse_table_name(n)[0] == self._boards_material), "")

    def _show_boards(self) -> None:
        shown, _ = parse_table_name(self.tables.code)
        there = bool(self._of_board(self.tables.codes))
        self.from_board.setEnabled(there and self._boards_material != shown)

    @Slot()
    def _choose_boards(self) -> None:
        if self.from_board.isEnabled():
            self.tables.choose(self._of_board(self.tables.codes))

    @Slot(str)
    def _open(self, name: str) -> None:
        self._contents = self._place = None
        self._show_boards()
        self._show_counts(None)
        for longest in (*self.longest.values(), *self.longest_cursed.values()):
            longest.hide()
        self.positions.clear("")
        if name:
            self.summary.setText(tr("Opening the table"))
            self.search.open(self._directory, name)

    @Slot()
    def _retranslate(self) -> None:
        """Update the texts about the table for the current language."""
        self._again = self._place
        self._open(self.tables.code)

    @Slot(object)
    def _opened(self, contents: "Contents") -> None:
        """Show a table with its longest win selected."""
        self._contents = contents
        theme.mark_fault(self.summary, False)
        self.summary.setText(contents.summary)
        self._show_counts(contents)
        self.positions.show_table(contents)
        for buttons, longest, text in (
            (self.longest, contents.longest, tr("Longest win of {side}: {n}")),
            (self.longest_cursed, contents.longest_cursed, tr("Longest cursed win of {side}: {n}")),
        ):
            for side, found in longest.items():
                buttons[side].setText(text.format(side=side_name(side), n=found.length))
                buttons[side].show()
        if contents.sets:
            first = next(iter(contents.longest.values()), contents.sets[0])
            self.choose(*(self._again or (first.row, first.turn)), fresh=False)
            self._again = None
            self._choose_wanted()
        else:
            self.readout.setText("\N{NO-BREAK SPACE}")
            self.positions.clear(
                tr(
                    "Neither side can force a win in {table}: every position is a draw.",
                    table=contents.name,
                )
            )

    @Slot(str)
    def _failed(self, text: str) -> None:
        theme.mark_fault(self.summary, True)
        self.summary.setText(capital(text))
        self.positions.clear(tr("The table cannot be read."))

    def _show_counts(self, contents: "Contents | None") -> None:
        if contents is None:
            self.plot.show_counts((), ())
            self.sets_model.show_counts((), ())
        else:
            white, black = contents.counts(True), contents.counts(False)
            kind = contents.kind
            self.plot.show_counts(white, black, kind.axis, kind.rows_per_ply, kind.limit)
            self.sets_model.show_counts(white, black, kind)
        self._read_out(None)

    # --- sets --------------------------------------------------------------------------------

    @Slot(int, bool)
    def choose(self, row: int, turn: bool, fresh: bool = True) -> None:
        """Show the positions of the set in a row (see `DecidedSet`) with `turn` to move.

        If not `fresh`, keep a filter that replaces the chosen set.
        """
        if self._contents is None or (row, turn) == self._place:
            return
        self._place = row, turn
        self.plot.choose(self._place)
        self.plot.setAccessibleDescription(self._words(self._place))
        index = self.sets_model.index_of(row, turn)
        if self.sets.currentIndex() != index:
            self.sets.setCurrentIndex(index)
            self.sets.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.positions.show_set(self._contents.set_of(row, turn), fresh=fresh)

    @Slot(QModelIndex)
    def _set_selected(self, index: QModelIndex) -> None:
        if index.isValid():
            self.choose(self.sets_model.number_of(index), self.sets_model.turn_of(index))

    def _choose_longest(self, winner: bool, cursed: bool = False) -> None:
        if self._contents is None:
            return
        longest = self._contents.longest_cursed if cursed else self._contents.longest
        if winner in longest:
            self.choose(longest[winner].row, longest[winner].turn)

    @Slot(object)
    def _read_out(self, place: Place | None) -> None:
        """Show the set under the mouse as text."""
        self.readout.setText(self._words(place))

    def _words(self, place: Place | None) -> str:
        if self._contents is None or place is None:
            return tr(_POINT)
        found = self._contents.set_of(*place)
        symbol = f"{found.formula}  ".translate(_BELOW) if found.formula else ""
        return titled(f"{symbol}{found}", positions(found.count))

    # --- saved state -------------------------------------------------------------------------

    def restore_state(self, settings: Settings) -> None:
        """Apply the saved layout."""
        self.logarithmic.setChecked(settings.explorer_log)
        widgets.restore_parts(settings.explorer_layout, self.down)

    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with the layout."""
        return settings.changed(
            explorer_log=self.logarithmic.isChecked(), explorer_layout=widgets.parts_text(self.down)
        )


class ExplorerTabs(QWidget):
    """The page of the explorer: the sets, and in a second tab, where there are any, the openings.

    `changed` is emitted when another tab is shown.
    """

    changed = Signal()

    def __init__(self, sets: ExplorerPage, openings: OpeningsPanel) -> None:
        super().__init__()
        self.sets, self.openings = sets, openings
        # Not a tab widget: with its bar hidden the Tab key would not get past it.
        self._tabs, self._pages = QTabBar(), QStackedWidget()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.hide()
        vbox(self._tabs, (self._pages, 1), within=self)
        for page in (scrolling(sets), openings):
            self._pages.addWidget(page)
            self._tabs.addTab("")
        bind_tabs(self._tabs, mark("Sets"), mark("Openings"))
        sets.show()
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self._tabs.currentChanged.connect(self.changed)

    @property
    def shown(self) -> QWidget:
        return self.openings if self._tabs.currentIndex() else self.sets

    def choose(self, page: QWidget) -> None:
        """Show the sets or the openings."""
        self._tabs.setCurrentIndex(int(page is self.openings))

    def offer_openings(self, offered: bool) -> None:
        self._tabs.setVisible(offered)
        if not offered:
            self.choose(self.sets)

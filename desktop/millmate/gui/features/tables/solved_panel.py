"""Solved positions on the Tables page: listed, shown, removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import chess
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget

from millmate.formatting import plural, side_name, size
from millmate.games.catalogue import Position
from millmate.games.chess.piece_letters import localize
from millmate.games.chess.rules import CHESS
from millmate.gui.boards.small_boards import Thumbnail
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import may_leave
from millmate.gui.kit.errors import error_sentence, sentence
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.tasks import Latest, Task
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import Note, hbox, push_button, vbox
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import count, mark, tr
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.tablebase.position_inventory import SolvedPosition


_ROWS = 4  # that are seen at once
_PICTURE = 17 * theme.GRID  # pixels: the height of the board


def _side(position: SolvedPosition) -> str:
    if position.fault:
        return ""
    return tr("both") if position.exact else side_name(position.for_white)


def details(position: SolvedPosition) -> str:
    """Return the name of a position's ending, and the bounds on what its tables hold."""
    if position.fault:
        return sentence(position.fault)
    said, bounds = [table_title(position.material)], position.bounds
    if bounds.pieces:
        said.append(count(bounds.pieces, "{n} piece", "up to {n} pieces"))
    else:
        said.append(tr("no pieces"))
    if bounds.captures is not None or bounds.losses is not None:
        said.append(tr("fewer captures"))
    if len(bounds.promotions) < _KINDS:
        kinds = ", ".join(chess.piece_symbol(kind).upper() for kind in bounds.promotions)
        said.append(tr("pawns become {kinds} only", kinds=localize(kinds)))
    if not position.complete:
        said.append(tr("{n} of {all} tables built", n=position.built, all=position.tables))
    return " · ".join(said)


def _state(position: SolvedPosition) -> str:
    if position.fault:
        return tr("damaged")
    if not position.complete:
        return tr("started")
    return tr("exact") if position.exact else tr("bounds")


_KINDS = 4  # that pawns can become
_COLUMNS: tuple[Column[SolvedPosition], ...] = (
    Column(
        mark("Position"),
        lambda row: row.material,
        spoken=lambda row: ", ".join(
            filter(None, (table_title(row.material), row.fen or row.fault))
        ),
        hint=lambda row: row.fault or row.fen,
    ),
    Column(mark("For"), _side),
    Column(mark("State"), _state),
    Column(mark("On disk"), lambda row: size(row.bytes), numeric=True),
)


class SolvedPanel(QWidget):
    """Hidden while no position has been solved; reads and removes positions in threads."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._reading = Latest()
        self.model: TableModel[SolvedPosition] = TableModel(_COLUMNS)
        self.view = list_view(self.model, mark("Solved positions"), stretched=0)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.picture, self.note = Thumbnail(_PICTURE), Note()
        self.words = theme.mute(WrappedLabel())
        self.picture.setFixedWidth(_PICTURE)
        self.show_button = push_button(
            mark("Show on the board"),
            self._show,
            tip=mark("Shows the position with its verdict and moves"),
        )
        self.remove = push_button(
            mark("Remove…"),
            self._ask,
            name=mark("Remove the solved positions that are chosen"),
            tip=mark("Free their disk space; you will be asked first"),
        )
        self._lay_out()
        self.view.activated.connect(self._show)
        self.view.selectionModel().selectionChanged.connect(self._choose)
        delete = QShortcut(QKeySequence("Del"), self.view, self._ask)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.hide()
        translator.changed.connect(self._choose)
        services.build.ended.connect(self.read)

    def _lay_out(self) -> None:
        title = bind_text(WrappedLabel(), text=mark("Solved positions"))
        theme.heading(title)
        self.view.setFixedHeight(height_of(self.view, _ROWS))
        foot = hbox((self.words, 1), self.show_button, self.remove)
        listed = hbox((self.view, 1), self.picture)
        vbox(title, listed, self.note, foot, within=self)

    @property
    def chosen(self) -> list[SolvedPosition]:
        rows = self.view.selectionModel().selectedRows()
        return [self.model.row_at(index) for index in sorted(rows)]

    @property
    def reading(self) -> bool:
        return self._reading.running

    @Slot()
    def read(self) -> None:
        """Read the solved positions; a later call takes the place of an earlier one."""
        self._reading.start(
            partial(_listed, self._services.tables_dir),
            done=self.show_positions,
            failed=self._not_listed,
        )

    @Slot(object)
    def _not_listed(self, error: Exception) -> None:
        self.note.tell(error_sentence(error), fault=True)

    def show_positions(self, positions: Sequence[SolvedPosition]) -> None:
        """List positions; the choice is kept, else the first one is chosen."""
        folders = {each.folder for each in self.chosen}
        self.model.show(positions)
        rows = [n for n, each in enumerate(positions) if each.folder in folders]
        for row in rows or range(min(1, len(positions))):
            self.view.selectRow(row)
        self.setVisible(bool(positions))
        self._choose()

    @Slot()
    def _choose(self) -> None:
        chosen = self.chosen
        first = chosen[0] if len(chosen) == 1 else None
        self.show_button.setEnabled(first is not None and bool(first.fen))
        self.remove.setEnabled(bool(chosen))
        self.words.setText("" if first is None else details(first))
        self.picture.setVisible(first is not None and bool(first.fen) and self._roomy)
        if first is not None and first.fen:
            self.picture.show_position(Position(CHESS, first.fen))

    @property
    def _roomy(self) -> bool:
        """Whether there is room for the picture beside the columns."""
        head = self.view.horizontalHeader()
        columns = (
            max(self.view.sizeHintForColumn(n), head.sectionSizeHint(n))
            for n in range(self.model.columnCount())
        )
        return self.width() > sum(columns) + _PICTURE + 6 * theme.GRID

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose()

    @Slot()
    def _show(self) -> None:
        if self.show_button.isEnabled():
            self._services.tabs.set_up(self.chosen[0].fen)
            self._services.navigation.show(Page.BOARD)

    @Slot()
    def _ask(self) -> None:
        """Ask whether to remove the chosen positions."""
        chosen = self.chosen
        if not chosen:
            return
        self.note.tell("")
        if may_leave(self, _question(chosen), tr("Remove"), tr("Keep")):
            self.note.tell(tr("Removing solved positions"))
            Task(partial(_removed, tuple(chosen))).launch(
                done=self._removed, failed=self._not_removed
            )

    @Slot(object)
    def _removed(self, words: str) -> None:
        self._services.notifications.status(words)
        self._end_removal("")

    @Slot(object)
    def _not_removed(self, error: Exception) -> None:
        self._end_removal(error_sentence(error))

    def _end_removal(self, fault: str) -> None:
        self.note.tell(fault, fault=bool(fault))
        self._services.links.tables_changed.emit()
        self.read()


def _question(chosen: Sequence[SolvedPosition]) -> str:
    freed = size(sum(each.bytes for each in chosen))
    what = chosen[0].material
    if len(chosen) > 1:
        what = plural(len(chosen), "position")
    return tr(
        "Remove the tables of {what}? This frees {size}; to see its verdict again, you must "
        "solve it again.",
        what=what,
        size=freed,
    )


def _listed(
    directory: Path, progress: Callable[[object], None], stopped: Callable[[], bool]
) -> tuple[SolvedPosition, ...]:
    from millmate.tablebase.position_inventory import solved_positions

    return tuple(solved_positions(directory, stopped))


def _removed(
    chosen: Sequence[SolvedPosition],
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> str:
    """Remove positions, and say so."""
    from millmate.tablebase.position_inventory import remove

    remove(chosen)
    return count(
        len(chosen),
        "{n} solved position removed, {size} of disk freed.",
        "{n} solved positions removed, {size} of disk freed.",
        size=size(sum(each.bytes for each in chosen)),
    )

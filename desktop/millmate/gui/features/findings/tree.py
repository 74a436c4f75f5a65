"""Findings in groups: one model for any kind of them, and the tree that shows it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QItemSelection, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication

from millmate.gui.kit.lists import FittedTree
from millmate.gui.kit.table_model import ROOT, Column, Index, header_data

_ROLE = Qt.ItemDataRole
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_GROWING = 500  # rows of a group while it grows: views lay out all of them for each new one
_LONG = 2000  # rows, which Qt lays out in less than a tenth of a second


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that have something in common, such as the `subject` they are about."""

    title: str
    items: Sequence[Any]
    subject: Any = None


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a tree called `name` (marked).

    Attributes:
        items: The columns of a finding.
        groups: Those of a group; a single one has the whole width.
        samples: Returns the longest texts of a column, of groups that are listed.
        stretched: The column that has the rest of the width, and
        letters: the number of letters that it has room for at least.
        giving_way: The columns that are hidden for that, the first ones first.
        several: Whether several rows can be selected; if so, one is from the start.
    """

    name: str
    items: tuple[Column[Any], ...]
    groups: tuple[Column[Group], ...]
    samples: Callable[[Sequence[Group], int], Sequence[str]]
    stretched: int
    letters: int
    giving_way: tuple[int, ...] = ()
    several: bool = True


class FindingsModel(QAbstractItemModel):
    """Groups and their findings; makes no object for each row.

    The internal id of a finding is its group's row + 1. Groups that grow show their first rows.
    """

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self.groups: list[Group] = []
        self._columns = columns
        self._rows: list[int] = []  # of each group

    def show(self, groups: Sequence[Group]) -> None:
        """Replace everything."""
        self.beginResetModel()
        self.groups = list(groups)
        self._rows = [len(group.items) for group in groups]
        self.endResetModel()

    def add(self, groups: Sequence[Group]) -> None:
        """Add findings to the groups of these titles; new groups come last."""
        rows = {group.title: row for row, group in enumerate(self.groups)}
        for group in groups:
            if group.title in rows:
                self._extend(rows[group.title], group)
            else:
                last = len(self.groups)
                self.beginInsertRows(ROOT, last, last)
                self.groups.append(group)
                self._rows.append(min(len(group.items), _GROWING))
                self.endInsertRows()

    def _extend(self, row: int, more: Group) -> None:
        title, items = self.index(row, 0), (*self.groups[row].items, *more.items)
        self.groups[row] = Group(more.title, items)
        before, after = self._rows[row], min(len(items), _GROWING)
        if before < after:
            self.beginInsertRows(title, before, after - 1)
            self._rows[row] = after
            self.endInsertRows()
        self.dataChanged.emit(title, title)

    def item(self, index: Index) -> Any:
        """Return the finding of a row, None for a group."""
        if not index.isValid() or not index.internalId():
            return None
        return self.groups[index.internalId() - 1].items[index.row()]

    def group(self, index: Index) -> Group:
        """Return the group that a row is, or is in."""
        return self.groups[index.internalId() - 1 if index.internalId() else index.row()]

    def place(self, item: object, title: str = "") -> QModelIndex:
        """Return where a finding, or the group of a title, is; an invalid index if nowhere."""
        for row, group in enumerate(self.groups):
            if title and group.title == title:
                return self.index(row, 0)
            for at, each in enumerate(group.items):
                if each is item:
                    return self.index(at, 0, self.index(row, 0))
        return QModelIndex()

    def items(self, selection: QItemSelection) -> Iterator[Any]:
        """Yield the findings of selected rows, those of groups included, each once."""
        rows: dict[int, set[int]] = defaultdict(set)  # of the findings, by their groups
        for part in map(selection.at, range(selection.size())):
            if part.parent().isValid():
                rows[part.parent().row()].update(range(part.top(), part.bottom() + 1))
            else:
                for group in range(part.top(), part.bottom() + 1):
                    rows[group].update(range(len(self.groups[group].items)))
        for group in sorted(rows):
            yield from (self.groups[group].items[row] for row in sorted(rows[group]))

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        if not 0 <= column < self.columnCount() or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() or parent.column() else self._rows[parent.row()]

    def columnCount(self, parent: Index = ROOT) -> int:
        return len(self._columns.items)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        return header_data(self._columns.items, section, orientation, role)

    def data(self, index: Index, role: int = 0) -> Any:
        item, column = self.item(index), index.column()
        if item is not None:
            return self._columns.items[column].data(item, role)
        if column >= len(self._columns.groups):
            return None
        if role == _ROLE.FontRole and not column:
            font = QApplication.font()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return self._columns.groups[column].data(self.group(index), role)


class FindingsTree(FittedTree):
    """Shows findings in groups; `opened` and `pointed` carry one, `pointed` None for a group."""

    opened = Signal(object)
    pointed = Signal(object)

    def __init__(self, columns: Columns) -> None:
        findings = FindingsModel(columns)
        super().__init__(
            findings,
            columns.name,
            lambda column: columns.samples(findings.groups, column),
            stretched=columns.stretched,
            letters=columns.letters,
            giving_way=columns.giving_way,
        )
        self.findings, self._columns = findings, columns
        if not columns.several:
            self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentChanged.connect(self._point)
        findings.rowsInserted.connect(self._group_added)

    @property
    def current(self) -> Any:
        """The finding that the keyboard is at, None at a group."""
        return self.findings.item(self.currentIndex())

    @property
    def group(self) -> Group | None:
        """The group that the keyboard is in, or the only one that is shown."""
        index = self.currentIndex()
        index = index if index.isValid() else self.rootIndex()
        return self.findings.group(index) if index.isValid() else None

    @property
    def chosen(self) -> list[Any]:
        """The findings that are selected, those of groups included."""
        return list(self.findings.items(self.selectionModel().selection()))

    def show_groups(self, groups: Sequence[Group], *, alone: bool = False) -> None:
        """Replace the list; show no title above the findings of a group that is `alone`."""
        if self._columns.several:
            self._replace(groups)
        else:
            self.findings.show(groups)
        if alone:  # a reset has taken the root away; setting it lays all rows out again
            self.setRootIndex(self.findings.index(0, 0))
        self.setRootIsDecorated(not alone)
        self.fit()

    def _replace(self, groups: Sequence[Group]) -> None:
        """Replace the list, but keep the expanded groups and the current row.

        Without a current row the first group is expanded, unless it is very long.
        """
        model, at = self.findings, self.currentIndex()
        current = self.current
        title = model.group(at).title if at.isValid() and current is None else ""
        titles = {group.title for group in self._unfolded()} if at.isValid() else set()
        model.show(groups)
        for row, group in enumerate(groups):
            self._span(row)
            self.setExpanded(model.index(row, 0), group.title in titles)
        place = model.place(current, title)
        if not place.isValid() and groups:
            first = model.index(0, 0)
            place = first if len(groups[0].items) > _LONG else model.index(0, 0, first)
        self.setCurrentIndex(place)
        self.scrollTo(place)  # which unfolds its group

    def add_groups(self, groups: Sequence[Group]) -> None:
        """List more findings, in the groups of the same titles where there are any."""
        self.findings.add(groups)
        self.executeDelayedItemsLayout()  # so that whoever calls knows how long it takes

    def _unfolded(self) -> Iterator[Group]:
        for row, group in enumerate(self.findings.groups):
            if self.isExpanded(self.findings.index(row, 0)):
                yield group

    def _span(self, row: int) -> None:
        self.setFirstColumnSpanned(row, QModelIndex(), len(self._columns.groups) == 1)

    @Slot(QModelIndex, int, int)
    def _group_added(self, parent: QModelIndex, first: int, last: int) -> None:
        """Let the titles of groups have the whole width; the first one is unfolded."""
        if not parent.isValid():
            for row in range(first, last + 1):
                self._span(row)
            if first == 0:
                self.expand(self.findings.index(0, 0))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        item = self.findings.item(index)
        if item is not None:
            self.opened.emit(item)

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.findings.item(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a finding by Enter; a group is folded and unfolded by it."""
        index = self.currentIndex()
        if event.key() not in _ENTER or not index.isValid():
            super().keyPressEvent(event)
        elif self.findings.item(index) is None:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._open(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._open(self.indexAt(event.position().toPoint()))

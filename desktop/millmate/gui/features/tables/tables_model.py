"""The tree of tables as a model: groups, and below them the endings with state and bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication

from millmate.formatting import size
from millmate.gui.features.tables import formatting
from millmate.gui.features.tables.groups import Group, name_of, path_of
from millmate.gui.features.tables.state_marks import Mark, mark_icon
from millmate.gui.kit import theme
from millmate.language import mark, tr
from millmate.tablebase.inventory import Ending, State

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
NAME, CODE, STATE, DISK = range(4)
_TITLES = (mark("Ending"), mark("Code"), mark("State"), mark("On disk"))
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


Key = tuple[Group | str, ...]


class Node:
    """A group with its nodes, or an ending."""

    def __init__(self, parent: Node | None, group: Group | None, ending: Ending | None) -> None:
        self.parent, self.group, self.ending = parent, group, ending
        self.row = 0 if parent is None else len(parent.nodes)
        self.nodes: list[Node] = []
        if parent is not None:
            parent.nodes.append(self)

    @property
    def key(self) -> Key:
        """What names the node as long as the window is open: its groups, and its ending's name."""
        if self.parent is None:
            return ()
        own = self.ending.name if self.ending is not None else self.group
        assert own is not None
        return (*self.parent.key, own)

    def endings(self) -> Iterator[Ending]:
        if self.ending is not None:
            yield self.ending
        for node in self.nodes:
            yield from node.endings()


class TablesModel(QAbstractItemModel):
    """Shows endings in groups; what is going on with tables stands in their states."""

    def __init__(self) -> None:
        super().__init__()
        self._root = Node(None, None, None)
        self._leaves: dict[str, Node] = {}
        self._busy: dict[str, str] = {}

    def show(self, endings: Iterable[Ending]) -> None:
        """Show `endings`; the tree stays as it is if they are the ones shown already."""
        shown = {ending.name: ending for ending in endings}
        if list(shown) == list(self._leaves):
            self._update(shown)
            return
        self.beginResetModel()
        self._root, self._leaves = Node(None, None, None), {}
        groups: dict[tuple[Group, ...], Node] = {(): self._root}
        for ending in shown.values():
            path = path_of(ending.table)
            for depth in range(1, len(path) + 1):
                if path[:depth] not in groups:
                    parent = groups[path[: depth - 1]]
                    groups[path[:depth]] = Node(parent, path[depth - 1], None)
            self._leaves[ending.name] = Node(groups[path], None, ending)
        self.endResetModel()

    def set_busy(self, busy: Mapping[str, str]) -> None:
        """Show what goes on with tables, by their titles; "" ends it."""
        before, self._busy = self._busy, dict(busy)
        titles = {
            title for title in before.keys() | busy.keys() if before.get(title) != busy.get(title)
        }
        for title in titles:
            node = self._leaves.get(title.partition(" (")[0])
            if node is not None:
                self.dataChanged.emit(self._index(node, NAME), self._index(node, STATE))

    @property
    def root(self) -> Node:
        """The node of everything that is listed."""
        return self._root

    def node(self, index: Index) -> Node:
        found: Node = index.internalPointer() if index.isValid() else self._root
        return found

    def index_of(self, key: Key) -> QModelIndex:
        """Return the index of the node with this key, or an invalid one."""
        node: Node | None = self._root
        for part in key:
            if node is None:
                return QModelIndex()
            node = next((each for each in node.nodes if each.key[-1] == part), None)
        return QModelIndex() if node is None else self._index(node, NAME)

    def index_of_name(self, name: str) -> QModelIndex:
        node = self._leaves.get(name)
        return QModelIndex() if node is None else self._index(node, NAME)

    def groups(self) -> Iterator[QModelIndex]:
        """Yield the indexes of all groups, outer ones first."""
        yield from self._groups(self._root)

    def _groups(self, node: Node) -> Iterator[QModelIndex]:
        for each in node.nodes:
            if each.ending is None:
                yield self._index(each, NAME)
                yield from self._groups(each)

    def _update(self, shown: Mapping[str, Ending]) -> None:
        changed: dict[Node, None] = {}  # endings and the groups above them, each once
        for name, ending in shown.items():
            node = self._leaves[name]
            if node.ending != ending:
                node.ending = ending
                above: Node | None = node
                while above is not None and above is not self._root:
                    changed[above] = None
                    above = above.parent
        for node in changed:
            self.dataChanged.emit(self._index(node, NAME), self._index(node, DISK))

    def _index(self, node: Node, column: int) -> QModelIndex:
        return self.createIndex(node.row, column, node)

    # --- Qt's questions ----------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        nodes = self.node(parent).nodes
        if 0 <= row < len(nodes) and 0 <= column < len(_TITLES):
            return self._index(nodes[row], column)
        return QModelIndex()

    def parent(self, index: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        above = self.node(index).parent if index.isValid() else None
        if above is None or above is self._root:
            return QModelIndex()
        return self._index(above, NAME)

    def rowCount(self, parent: Index = ROOT) -> int:
        return len(self.node(parent).nodes) if parent.column() <= 0 else 0

    def columnCount(self, parent: Index = ROOT) -> int:
        return len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        if role == _ROLE.DisplayRole:
            return tr(_TITLES[section])
        if role == _ROLE.TextAlignmentRole:
            return _RIGHT if section == DISK else _LEFT
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        node, column = self.node(index), index.column()
        match role:
            case _ROLE.DisplayRole:
                return self._text(node, column)
            case _ROLE.AccessibleTextRole if column == NAME:
                texts = [self._text(node, each) for each in range(len(_TITLES))]
                return ", ".join(filter(None, texts))
            case _ROLE.ToolTipRole if column in (NAME, STATE):
                return self._text(node, column)
            case _ROLE.DecorationRole if column == NAME and node.ending is not None:
                return mark_icon(self._mark(node.ending))
            case _ROLE.TextAlignmentRole:
                return _RIGHT if column == DISK else _LEFT
            case _ROLE.FontRole if node.ending is None:
                font = QFont(QApplication.font())
                font.setWeight(QFont.Weight.DemiBold)
                return font if column == NAME else None
            case _ROLE.ForegroundRole if node.ending is not None and not node.ending.present:
                return QColor(theme.colours().muted)
        return None

    def _text(self, node: Node, column: int) -> str:
        if node.ending is not None:
            return self._ending_text(node.ending, column)
        assert node.group is not None
        if column == NAME:
            return node.group.title
        if column == STATE:
            return formatting.group_state(list(node.endings()))
        taken = formatting.disk_bytes(node.endings()) if column == DISK else 0
        return size(taken) if taken else ""

    def _ending_text(self, ending: Ending, column: int) -> str:
        match column:
            case 0:
                return name_of(ending.table)
            case 1:
                return ending.name
            case 2:
                return formatting.state_words(ending, self._busy)
        return formatting.bytes_words(ending)

    def _mark(self, ending: Ending) -> Mark:
        if any(file.title in self._busy for file in ending.files):
            return Mark.BUSY
        states = [file.state for file in ending.files]
        if State.DAMAGED in states:
            return Mark.DAMAGED
        return Mark.of(max(states, key=list(State).index))

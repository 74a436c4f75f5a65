"""The tree of all tables: by game, number of men and family, with state and bytes; its view."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QIcon, QPainter
from PySide6.QtWidgets import QApplication

from millmate.errors import InputError
from millmate.formatting import size
from millmate.games.chess.ending_names import ending_name
from millmate.games.chess.material import Material
from millmate.games.morris.variants import STANDARD
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital, sentence
from millmate.gui.kit.lists import FittedTree
from millmate.gui.kit.table_model import ROOT, Column, Index, header_data
from millmate.gui.kit.theme import PaintedIcon, rendered
from millmate.gui.shell.builds.build_run import STATES
from millmate.language import mark, tr
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import Ending, State, Table, TableFile
from millmate.tablebase.morris.names import Pair, Subspace, is_morris
from millmate.tablebase.names import Target, parse
from millmate.tablebase.table_search import find_tables


@dataclass(frozen=True, slots=True)
class Group:
    """A branch of the tree: its marked title, with a number if it has one."""

    text: str
    n: int | None = None

    @property
    def title(self) -> str:
        return tr(self.text) if self.n is None else tr(self.text, n=self.n)


CHESS, MORRIS = Group(mark("Chess endings")), Group(mark("Nine men's morris"))
MEN = {
    3: Group(mark("Three pieces")),
    4: Group(mark("Four pieces")),
    5: Group(mark("Five pieces")),
    6: Group(mark("Six pieces")),
}
_MOVING = Group(mark("All stones placed"))
_PLACING = Group(mark("Stones being placed"))
_PAWNS = {
    0: Group(mark("Without pawns")),
    1: Group(mark("One pawn")),
    2: Group(mark("Two pawns")),
    3: Group(mark("Three pawns")),
    4: Group(mark("Four pawns")),
}
_FACING = Group(mark("Facing pawns"))
_AGAINST_KING = Group(mark("Without pawns, against the king alone"))
_AGAINST_PIECE = Group(mark("Without pawns, against one piece"))
_AGAINST_PIECES = Group(mark("Without pawns, against two pieces"))
_BY_OTHER = {1: _AGAINST_KING, 2: _AGAINST_PIECE, 3: _AGAINST_PIECES}
_SPLIT = 5  # men from which endings without pawns are too many for one group


def path_of(table: Table) -> tuple[Group, ...]:
    """Return the groups that a table belongs to, the largest first."""
    return _PATHS[table.kind](table)


def _path_of_stones(table: Subspace) -> tuple[Group, ...]:
    if table.rules != STANDARD.name:
        return (Group(table.variant.title),)
    if isinstance(table, Pair):
        return MORRIS, _MOVING
    return MORRIS, _PLACING, Group(mark("After {n} placements"), table.placed)


def _path_of_men(table: Material) -> tuple[Group, ...]:
    if table.men == 3:
        return CHESS, MEN[3]
    if table.facing:
        return CHESS, MEN[table.men], _FACING
    pawns = sum(table.pawns)
    own = _BY_OTHER[len(table.black)] if table.men >= _SPLIT and not pawns else _PAWNS[pawns]
    return CHESS, MEN[table.men], own


_PATHS: dict[str, Callable[[Any], tuple[Group, ...]]] = {
    "chess": _path_of_men,
    "morris": _path_of_stones,
}


def name_of(table: Table) -> str:
    """Return the name of a table in words: `Rook against bishop`, `5 stones against 4`."""
    return _NAMES[table.kind](table)


def _name_of_stones(table: Subspace) -> str:
    if isinstance(table, Pair):
        own, other = (f"{stones}+{hand}" if hand else f"{stones}" for stones, hand in table.sides)
        return tr("{n} stones against {m}", n=own, m=other)
    return tr("{n} white and {m} black stones on the board", n=table.white, m=table.black)


_NAMES: dict[str, Callable[[Any], str]] = {"chess": ending_name, "morris": _name_of_stones}


@dataclass(frozen=True, slots=True)
class Found:
    """The tables found for a typed text, and its fault or ""."""

    endings: tuple[Ending, ...]
    fault: str = ""


def find(text: str, endings: Iterable[Ending]) -> Found:
    """Return those of `endings` that `text` means: a code, the start of one, words of names."""
    every = tuple(endings)
    if not text.strip():
        return Found(every)
    target, fault = _target(text)
    if target is not None:
        named = {str(table) for table in target.tables}
    else:
        named = set(find_tables(text, [each.name for each in every]))
    found = tuple(each for each in every if each.name in named)
    return Found(found, "" if found else fault)


def missing_material(text: str) -> Material | None:
    """Return the material that `text` names, if tables of it can be built."""
    target, fault = _target(text)
    return target if isinstance(target, Material) and not fault else None


def _target(text: str) -> tuple[Target | None, str]:
    """Return the table that `text` names, or None, and why it has no table or ""."""
    try:
        target = parse(text)
    except InputError as error:
        if is_morris(text) or re.fullmatch(r"k\w*v\w*", text.strip().lower()):
            return None, sentence(str(error))
        return None, tr(
            "No table has this code or name. Write for instance KRPvKR, rook pawn, or morris 5-4."
        )
    return target, sentence(capital(of(target).refusal(target)))


# A square that is empty, dashed, half full or full; a cross; an arrow: its colour and its shape.
_SQUARE = '<rect x="1" y="1" width="8" height="8" rx="1.5" fill="none" stroke-width="1.2" {}/>'
_INNER = '<path stroke="none" d="{}z"/>'
MARKS = {
    "absent": ("muted", _SQUARE.format("")),
    "started": (
        "text",
        _SQUARE.format('stroke-dasharray="1.2 2.4"') + _INNER.format("M2 6.5h6v1.8H2"),
    ),
    "built": ("good", _SQUARE.format("") + _INNER.format("M1.5 1.5h7v7h-7")),
    "damaged": ("bad", '<path d="M2 2l6 6M8 2l-6 6" stroke-width="2"/>'),
    "busy": ("accent", _INNER.format("M2 1l7 4-7 4")),
}
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g {}>{}</g></svg>'
_PEN = 'fill="currentColor" stroke="currentColor" stroke-linecap="square"'


class MarkIcon(PaintedIcon):
    """Draws a mark of a state, always in the colours of the palette."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._mark = mark

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height(), round(10 * theme.text_scale()))
        square = QRect(0, 0, side, side)
        square.moveCenter(rect.center())
        name, shape = MARKS[self._mark]
        colours, selected = theme.colours(), mode == QIcon.Mode.Selected
        colour = colours.on_accent if selected else getattr(colours, name)
        size = round(side * painter.device().devicePixelRatioF())
        painter.drawImage(square, rendered(_SVG.format(_PEN, shape), colour, size, size))

    def clone(self) -> PaintedIcon:
        return MarkIcon(self._mark)


def state_words(ending: Ending, busy: Mapping[str, str]) -> str:
    """Return the state of an ending's tables; `busy` has the work in progress, by their titles."""
    for file in ending.files:
        if file.title in busy:
            return tr(STATES[busy[file.title]])
    main = ending.main
    others = [file.metric.title for file in ending.files[1:] if file.state.exists]
    others += ["DTM50"] if ending.dtm50 else []
    if not main.state.exists and others:
        return ", ".join(others)
    return " + ".join((_state(main), *others))


def _state(file: TableFile) -> str:
    if not file.state.sound:
        return tr(STATES[file.state.value])
    if file.shipped:
        return tr(STATES["shipped"])
    verified = file.info is None or file.info.verified
    return tr("verified") if verified else tr("built, not verified")


def samples(column: int) -> tuple[str, ...]:
    """Return the longest texts of a column of the tree but the first: codes, states, bytes."""
    states = (
        *map(tr, (mark("built, not verified"), *STATES.values())),
        _built(299, 299),
        f"{tr('verified')} + DTZ50 + DTM50",
    )
    return (
        (),
        ("morris:ply17-9-9",),
        states,
        (tr("about {}").format("888 MB"),),
    )[column]


def _built(built: int, every: int) -> str:
    return tr("{n} of {all} built", n=built, all=every)


def bytes_words(ending: Ending) -> str:
    """Return the sizes of the tables of an ending, built or planned."""
    present = ending.present
    if not present:
        return tr("about {}").format(size(ending.main.bytes))
    return size(sum(file.bytes for file in present) + ending.dtm50)


def disk_bytes(endings: Iterable[Ending]) -> int:
    """Return the sizes of the tables of `endings`, including unfinished ones."""
    return sum(
        ending.dtm50 + sum(file.bytes for file in ending.files if file.state is not State.ABSENT)
        for ending in endings
    )


_ROLE = Qt.ItemDataRole
NAME, CODE, STATE, DISK = range(4)


Key = tuple[Group | str, ...]


class Node:
    """A group with its nodes, or an ending."""

    def __init__(self, parent: "Node | None", group: Group | None, ending: Ending | None) -> None:
        self.parent, self.group, self.ending = parent, group, ending
        self.row = 0 if parent is None else len(parent.nodes)
        self.nodes: list[Node] = []
        if parent is not None:
            parent.nodes.append(self)

    @property
    def key(self) -> Key:
        """The node's key as long as the window is open: its groups, and its ending's name."""
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


def _name(node: Node) -> str:
    if node.ending is not None:
        return name_of(node.ending.table)
    return node.group.title if node.group is not None else ""


def _disk(node: Node) -> str:
    if node.ending is not None:
        return bytes_words(node.ending)
    taken = disk_bytes(node.endings())
    return size(taken) if taken else ""


def _ink(node: Node) -> str | None:
    lacks = node.ending is not None and not node.ending.present
    return theme.colours().muted if lacks else None


class TablesModel(QAbstractItemModel):
    """Shows endings in groups; the progress of tables is shown in their states."""

    def __init__(self) -> None:
        super().__init__()
        self._root = Node(None, None, None)
        self._leaves: dict[str, Node] = {}
        self._busy: dict[str, str] = {}
        self._shares: dict[str, float] = {}  # of the tables under construction that are done
        self._columns: tuple[Column[Node], ...] = (
            Column(mark("Ending"), _name, spoken=self._spoken, hint=_name, colour=_ink),
            Column(mark("Code"), lambda n: n.ending.name if n.ending else "", colour=_ink),
            Column(mark("State"), self._state, hint=self._state, colour=_ink),
            Column(mark("On disk"), _disk, numeric=True, colour=_ink),
        )

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

    def set_busy(self, busy: Mapping[str, str], shares: Mapping[str, float] = {}) -> None:
        """Show the work on tables, by their titles, and the shares of them that are done."""
        before, self._busy = self._busy, dict(busy)
        titles = {
            title for title in before.keys() | busy.keys() if before.get(title) != busy.get(title)
        }
        titles |= shares.keys()
        self._shares = {title: self._shares.get(title, 0.0) for title in busy} | dict(shares)
        for title in titles:
            node = self._leaves.get(title.partition(" (")[0])
            if node is not None:
                self.dataChanged.emit(self._index(node, NAME), self._index(node, STATE))

    def is_busy(self, ending: Ending) -> bool:
        """Return whether a table of `ending` is being built or verified."""
        return any(file.title in self._busy for file in ending.files)

    def share(self, ending: Ending) -> float:
        """Return the share of an ending's tables that is built, 0 if none is being built."""
        return max((self._shares.get(file.title, 0.0) for file in ending.files), default=0.0)

    def ending(self, name: str) -> Ending | None:
        """Return the ending with this name, if it is listed."""
        node = self._leaves.get(name)
        return None if node is None else node.ending

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
        if 0 <= row < len(nodes) and 0 <= column < len(self._columns):
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
        return len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        return header_data(self._columns, section, orientation, role)

    def data(self, index: Index, role: int = 0) -> Any:
        node, column = self.node(index), index.column()
        if role == _ROLE.DecorationRole and column == NAME and node.ending is not None:
            return QIcon(MarkIcon(self._mark(node.ending)))
        if role == _ROLE.FontRole and column == NAME and node.ending is None:
            font = QFont(QApplication.font())
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return self._columns[column].data(node, role)

    def _state(self, node: Node) -> str:
        if node.ending is not None:
            return state_words(node.ending, self._busy)
        endings = list(node.endings())
        return _built(sum(bool(ending.present) for ending in endings), len(endings))

    def _spoken(self, node: Node) -> str:
        return ", ".join(filter(None, (column.text(node) for column in self._columns)))

    def _mark(self, ending: Ending) -> str:
        if self.is_busy(ending):
            return "busy"
        states = [file.state for file in ending.files]
        if State.DAMAGED in states:
            return "damaged"
        return max(states, key=list(State).index).value


_LEAST_LETTERS = 24  # of the names


class TablesTree(FittedTree):
    """Shows names first: codes, then bytes, then states give way; the details show them too."""

    def __init__(self, model: TablesModel) -> None:
        super().__init__(
            model,
            mark("Tables"),
            samples,
            stretched=NAME,
            letters=_LEAST_LETTERS,
            giving_way=(CODE, DISK, STATE),
            levels=4,
        )

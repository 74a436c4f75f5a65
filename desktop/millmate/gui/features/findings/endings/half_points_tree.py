"""The view of the half points, which are opened by a double click or from the keyboard."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent

from millmate.gui.features.findings.endings.groups import Group, samples
from millmate.gui.features.findings.endings.half_points_model import (
    CLOCK,
    HARD,
    KEPT,
    PLAYERS,
    HalfPointsModel,
)
from millmate.gui.kit.lists import FittedTree
from millmate.language import mark
from millmate.play.endgame_review.half_points import HalfPoint

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAST_PLAYERS = 18  # letters
_LONG = 2000  # half points, whose rows Qt lays out in less than a tenth of a second


class HalfPointsTree(FittedTree):
    """Half points in groups; `opened` carries one of them."""

    opened = Signal(object)
    pointed = Signal(object)

    def __init__(self, model: HalfPointsModel) -> None:
        super().__init__(
            model,
            mark("Half points thrown away"),
            samples,
            stretched=PLAYERS,
            letters=_LEAST_PLAYERS,
            giving_way=(CLOCK, HARD, KEPT),  # the tool tip tells them too
        )
        self.model_ = model
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentChanged.connect(self._point)
        model.rowsInserted.connect(self._group_added)

    @property
    def current(self) -> HalfPoint | None:
        """The half point that the keyboard is at, None at a group."""
        return self.model_.point(self.currentIndex())

    @property
    def chosen(self) -> list[HalfPoint]:
        """The half points that are selected, those of groups included."""
        return list(self.model_.points(self.selectionModel().selection()))

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Replace what is listed; what was unfolded, and where the keyboard was, stays.

        Else the first group is unfolded, unless it is so long that this would take its time.
        """
        model, at = self.model_, self.currentIndex()
        current = self.current
        title = model.group(at).title if at.isValid() and current is None else ""
        titles = {group.title for group in self._unfolded()} if at.isValid() else set()
        model.show(groups)
        for row, group in enumerate(groups):
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            self.setExpanded(model.index(row, 0), group.title in titles)
        place = model.place(current, title)
        if not place.isValid() and groups:
            first = model.index(0, 0)
            place = first if len(groups[0].points) > _LONG else model.index(0, 0, first)
        self.setCurrentIndex(place)
        self.scrollTo(place)  # which unfolds its group

    def add_groups(self, groups: Sequence[Group]) -> None:
        """List more half points, in the groups of the same titles where there are any."""
        self.model_.add(groups)
        self.executeDelayedItemsLayout()  # so that whoever calls knows how long it takes

    def _unfolded(self) -> Iterator[Group]:
        for row, group in enumerate(self.model_.groups):
            if self.isExpanded(self.model_.index(row, 0)):
                yield group

    @Slot(QModelIndex, int, int)
    def _group_added(self, parent: QModelIndex, first: int, last: int) -> None:
        """Let the titles of groups have the whole width; the first one is unfolded."""
        if not parent.isValid():
            for row in range(first, last + 1):
                self.setFirstColumnSpanned(row, parent, True)
            if first == 0:
                self.expand(self.model_.index(0, 0))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        point = self.model_.point(index)
        if point is not None:
            self.opened.emit(point)

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.model_.point(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a half point by Enter; a group is folded and unfolded by it."""
        index = self.currentIndex()
        if event.key() not in _ENTER or not index.isValid():
            super().keyPressEvent(event)
        elif self.model_.point(index) is None:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._open(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.MiddleButton:
            self._open(self.indexAt(event.position().toPoint()))

    def show_clocks(self, timed: bool) -> None:
        """Show the column of the clock, if any game has one and there is room."""
        self.left_out = frozenset() if timed else frozenset({CLOCK})
        self.fit()

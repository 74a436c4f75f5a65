"""The page of the review: which games and whose, what was thrown away, and what to do with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QCompleter,
    QLineEdit,
    QStackedWidget,
    QWidget,
)

from millmate.gui.boards.preview import Preview
from millmate.gui.features.findings.batch_status import BatchStatus
from millmate.gui.features.findings.endings.groups import GROUPINGS, Group, difficulty, kept
from millmate.gui.features.findings.endings.half_points_model import HalfPointsModel
from millmate.gui.features.findings.endings.half_points_tree import HalfPointsTree
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import add_items, bind_text, translator
from millmate.gui.kit.widgets import (
    ComboBox,
    hbox,
    menu_button,
    push_button,
    source_button,
    splitter,
    vbox,
)
from millmate.language import count, mark, tr
from millmate.play.endgame_review.half_points import HalfPoint

_BEFORE = mark(
    "Every game is followed to the endings that tables know. What is listed then is each win and "
    "each draw that was thrown away: the move, what would have kept the result, and how hard that "
    "was. Any of it can become a drill."
)
_DRILLS = mark("They are due at once, and come again until you know them")
EXPORTS = {
    "page": mark("A &page with pictures (HTML)…"),
    "games": mark("The &games with comments (PGN)…"),
    "table": mark("A &table (CSV)…"),
}


class EndgameReviewPage(QWidget):
    """Shows what the controller tells; what is asked for leaves it by signals and buttons.

    `sourced` asks for other games by the name of a source, `regrouped` for another grouping,
    `drills_wanted` carries half points, `export_wanted` one of `EXPORTS`.
    """

    sourced = Signal(str)
    regrouped = Signal()
    filtered = Signal()
    started = Signal()
    drills_wanted = Signal(object)
    export_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.model = HalfPointsModel()
        self.tree, self.preview = HalfPointsTree(self.model), Preview()
        self._make_choice()
        self._make_result()
        self._lay_out()
        self.tree.selectionModel().selectionChanged.connect(self._show_actions)
        self.model.modelReset.connect(self._show_actions)
        translator.changed.connect(self._show_actions)
        self._show_actions()

    # --- making it ---------------------------------------------------------------------------

    def _make_choice(self) -> None:
        self.source = source_button(
            tip=mark("Which games are reviewed"), name=mark("Games to review")
        )
        self.player = bind_text(
            QLineEdit(),
            hint=mark("Player, such as your own name"),
            tip=mark("Only games of this player; all games if nothing is written here"),
            name=mark("Player"),
        )
        self.player.setClearButtonEnabled(True)
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.player.setCompleter(completer)
        self.own = bind_text(
            QCheckBox(),
            text=mark("Only this player's mistakes"),
            tip=mark("Leave out what the other players threw away"),
        )
        self.start = push_button(mark("Review"), self.started)
        theme.primary(self.start)
        self.player.returnPressed.connect(self.started)
        self.player.textChanged.connect(self._player_changed)
        self.own.toggled.connect(self.filtered)
        self._player_changed("")

        self.status = BatchStatus(
            mark("Progress of the review"),
            _unread,
            mark("Review again"),
            self.started,
            self.start,
            self.source,
            self.player,
        )

    def _make_result(self) -> None:
        self.grouping = bind_text(ComboBox(), name=mark("Group by"))
        add_items(self.grouping, GROUPINGS)
        self.grouping.currentIndexChanged.connect(self.regrouped)
        self.drills_of_all = push_button(
            "", lambda: self.drills_wanted.emit(self.shown), tip=_DRILLS
        )
        self.drills = push_button(
            "", lambda: self.drills_wanted.emit(self.tree.chosen), tip=_DRILLS
        )
        self.save = menu_button(
            EXPORTS,
            self.export_wanted,
            text=mark("Save"),
            tip=mark("Save what is listed to a file"),
        )
        self.better = theme.mute(WrappedLabel())
        self.open = bind_text(
            push_button(mark("Open")), tip=mark("Open the game at this move (Enter)")
        )
        theme.primary(self.open)
        self.open.clicked.connect(self._open)
        self.open_ = bind_text(QAction(self), text=mark("&Open"))
        self.open_.triggered.connect(self.open.click)
        self.open_aside = bind_text(QAction(self), text=mark("Open in a new &tab"))
        self.tree.addActions([self.open_, self.open_aside])

    def _lay_out(self) -> None:
        label = bind_text(Label(), text=mark("&Group by"))
        label.setBuddy(self.grouping)
        top = hbox(self.source, (self.player, 1), self.own, self.start)
        tools = hbox(label, self.grouping, None, self.drills_of_all, self.save)
        listed, side = QWidget(), QWidget()
        vbox((self.tree, 1), self.better, within=listed)
        vbox((self.preview, 1), hbox(self.drills, None, self.open), within=side)
        self.splitter = splitter(
            Qt.Orientation.Horizontal, listed, side, shares=(1, 0), sizes=(780, 320)
        )
        result, before = QWidget(), QWidget()
        vbox(tools, (self.splitter, 1), within=result)
        self.before = bind_text(theme.mute(WrappedLabel()), text=_BEFORE)
        vbox(self.before, None, within=before)
        self.stack = QStackedWidget()
        self.stack.addWidget(before)
        self.stack.addWidget(result)
        vbox(top, self.status, (self.stack, 1), within=self)

    # --- what is shown -----------------------------------------------------------------------

    def show_sources(self, shown: str, offered: Sequence[tuple[str, str]]) -> None:
        """Call the games that are chosen `shown`, and offer sources: keys and words."""
        self.source.setText(shown)
        menu = self.source.menu()
        menu.clear()
        for key, text in offered:
            if not key:
                menu.addSeparator()
                continue
            action = menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(lambda _=False, key=key: self.sourced.emit(key))

    def offer_names(self, names: Iterable[str]) -> None:
        self._names.setStringList(list(names))

    def show_groups(self, groups: Sequence[Group]) -> None:
        """List half points in place of what is listed."""
        self.tree.show_groups(groups)
        self.tree.show_clocks(_timed(groups))
        self.stack.setCurrentIndex(1 if groups else 0)
        self.before.setVisible(not groups and not self.status.sentence.text())
        if not groups:
            self.preview.clear()

    def add_groups(self, groups: Sequence[Group]) -> None:
        """List more half points, in the groups of the same titles where there are any."""
        if not groups:
            return
        if not self.model.groups or (self.tree.left_out and _timed(groups)):
            self.tree.show_clocks(_timed(groups))
        self.tree.add_groups(groups)
        self.stack.setCurrentIndex(1)
        self._show_actions()

    @property
    def groups(self) -> str:
        """What half points are grouped by."""
        return str(self.grouping.currentData())

    def choose_groups(self, key: str) -> None:
        with QSignalBlocker(self.grouping):
            self.grouping.setCurrentIndex(self.grouping.findData(key))

    @property
    def shown(self) -> list[HalfPoint]:
        """All half points that are listed, in their order."""
        return [point for group in self.model.groups for point in group.points]

    # --- within ------------------------------------------------------------------------------

    @Slot(str)
    def _player_changed(self, text: str) -> None:
        self.own.setEnabled(bool(text.strip()))

    @Slot()
    def _show_actions(self) -> None:
        chosen = len(self.tree.chosen)
        single = self.tree.current is not None
        for part in (self.open, self.open_, self.open_aside):
            part.setEnabled(single)
        self._show_better()
        self.drills.setText(count(max(1, chosen), "Make a drill", "Make {n} drills"))
        self.drills.setEnabled(chosen > 0)
        every = sum(len(group.points) for group in self.model.groups)
        self.drills_of_all.setText(count(every, "Make a drill of it", "Make drills of all {n}"))

    def _show_better(self) -> None:
        """Say what would have kept the result, which a narrow list has no room for."""
        point = self.tree.current
        better = point is not None and bool(point.keeping)
        self.better.setVisible(better)
        if point is not None and better:
            moves = tr("Better: {moves}", moves=kept(point))
            self.better.setText(f"{moves} · {difficulty(point)}")

    @Slot()
    def _open(self) -> None:
        if self.tree.current is not None:
            self.tree.opened.emit(self.tree.current)


def _unread(games: int) -> str:
    return count(games, "{n} game could not be read…", "{n} games could not be read…")


def _timed(groups: Sequence[Group]) -> bool:
    """Return whether any game tells what its clocks showed."""
    return any(point.seconds is not None for group in groups for point in group.points)

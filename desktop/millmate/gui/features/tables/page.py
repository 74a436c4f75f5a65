"""The Tables page: the atlas or list of all tables, a field to find them, and the chosen tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QItemSelection, QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QStackedWidget, QWidget

from millmate.formatting import size
from millmate.games.morris.variants import STANDARD
from millmate.gui.features.tables.atlas import Atlas
from millmate.gui.features.tables.charts import CHARTS
from millmate.gui.features.tables.details_panel import DetailsPanel, DiskUse
from millmate.gui.features.tables.figures import Colouring, Records
from millmate.gui.features.tables.foot import Foot
from millmate.gui.features.tables.solved_panel import SolvedPanel
from millmate.gui.features.tables.tables_model import (
    CHESS,
    MEN,
    Key,
    Node,
    TablesModel,
    TablesTree,
    disk_bytes,
    find,
)
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import (
    ComboBox,
    Note,
    ProgressBar,
    SearchField,
    Segments,
    hbox,
    push_button,
    splitter,
    vbox,
)
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import Ending, Inventory, Table
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris.names import SOLVED

_SEARCH = 200  # pixels of the field
_WIDTH = 120  # pixels of the bar


class WorkRow(QWidget):
    """Hidden while there is no work."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self.words, self.bar = WrappedLabel(), ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_WIDTH)
        hbox((self.words, 1), self.bar, *buttons, within=self, spacing=theme.GRID)
        self.hide()

    def show_work(self, words: str, fraction: float | None = None) -> None:
        """Show the work, and its progress if that is known; "" hides the line."""
        self.words.setText(words)
        self.bar.setVisible(fraction is not None)
        if fraction is not None:
            self.bar.setValue(round(fraction * 1000))
        self.setVisible(bool(words))


_ALL = {
    4: mark("Every ending of up to four pieces"),
    5: mark("Every ending of up to five pieces"),
}
_PLANS = mark("Select all; you will see size and time before anything is built")
_LONGEST = 100  # letters that are searched for; the longest name has fewer
# The actions: their texts, tool tips and keys; those with a button, then those of the menu.
_BUTTONS = {
    "explore": (mark("Explore"), mark("Show its positions beside the board"), "Ctrl+Return"),
    "train": (mark("Train"), mark("Start a drill with a position of this ending"), ""),
    "play": (mark("Play"), mark("Play a position of this ending against the table"), ""),
    "build": (mark("Build"), mark("Build this table and the missing tables it needs"), ""),
}
_MENU = {
    "verify": (mark("Verify"), mark("Check every position against those it leads to"), ""),
    "delete": (mark("Delete…"), mark("Free their disk space; you will be asked first"), "Del"),
}
_GAMES = {"chess": mark("Chess"), "morris": mark("Morris")}


class TablesPage(QWidget):
    """Shows all tables; the controller does what signals and actions ask for.

    `chosen` is emitted when other tables are chosen or the chosen ones have changed; `searched`
    carries the text to find them by. `rules_chosen` carries the name of a variant of morris whose
    tables are to be listed, `coloured` the figure that tiles show.
    """

    chosen = Signal()
    searched = Signal(str)
    rules_chosen = Signal(str)
    coloured = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.model, self.disk, self.solved = TablesModel(), DiskUse(), SolvedPanel(services)
        self.details = DetailsPanel(below=self.disk)
        self.search = SearchField(
            self,
            hint=mark("Find by code or name"),
            tip=mark("Such as KRPvKR, rook pawn, or morris 5-4"),
            name=mark("Find tables by code or name"),
        )
        self.fault = Note()
        self.tree, self.atlas = TablesTree(self.model), Atlas(self.model)
        self.atlas.setSelectionModel(self.tree.selectionModel())
        self.views = QStackedWidget()
        self.as_list = push_button(mark("List"), tip=mark("List all tables with states and sizes"))
        self.note = Note()
        self._make_actions()
        self._make_menu()
        self._make_work()
        self.foot = Foot(self.buttons, [self.building, self.verifying], self.note)
        self.records = Records()
        self._every: dict[str, Ending] = {}
        self._inventory = Inventory()
        self._extra: tuple[Ending, ...] = ()
        self._shown: list[str] = []  # names of the endings in the foot
        self._searching = self._to_build = False
        self._unfolded: list[Key] = []  # groups, before a search
        self._make_head()
        self._set_up()
        self._lay_out()
        translator.changed.connect(self._retranslate)

    # --- making it ---------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.actions_: dict[str, QAction] = {}
        self.buttons: dict[str, QPushButton] = {}
        for name, (text, tip, keys) in (_BUTTONS | _MENU).items():
            action = bind_text(QAction(self), text=text, tip=tip)
            if keys:
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.actions_[name] = action
            if name in _BUTTONS:
                self.buttons[name] = button = push_button(text, action.trigger, tip=tip)
                action.enabledChanged.connect(partial(self._enable, button))
            action.setEnabled(False)
        for view in (self.tree, self.atlas):
            view.addActions(list(self.actions_.values()))

    def _make_menu(self) -> None:
        """Make the menu of the actions without a button."""
        self.zeroing = bind_text(
            QAction(self),
            text=mark("Build DTZ50 as well"),
            tip=mark("Distances that are also true under the fifty-move rule"),
        )
        self.zeroing.setCheckable(True)
        self.zeroing.toggled.connect(self.chosen)
        self.up_to = {men: bind_text(QAction(self), text=text, tip=_PLANS)
                      for men, text in _ALL.items()}  # fmt: skip
        self.others = bind_text(
            QAction(self),
            text=mark("Other programs…"),
            tip=mark("Use Syzygy and Gaviota tables as well"),
        )
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions([self.actions_[name] for name in _MENU])
        menu.addAction(self.zeroing)
        menu.addSeparator()
        menu.addActions([*self.up_to.values(), self.others])
        self.more = push_button(mark("More"), tip=mark("More actions with tables"))
        self.more.setMenu(menu)

    def _enable(self, button: QPushButton, enabled: bool) -> None:
        if button.hasFocus() and not enabled:  # else the keyboard is taken out of the page
            self.view.setFocus()
        button.setEnabled(enabled)

    def _make_work(self) -> None:
        self.pause = push_button(mark("Pause"))
        self.stop_build = push_button(mark("Stop"), name=mark("Stop the build"))
        self.watch = push_button(mark("Details"), name=mark("Show the build in detail"))
        self.stop_check = push_button(mark("Stop"), name=mark("Stop the verification"))
        self.building = WorkRow(self.watch, self.pause, self.stop_build)
        self.verifying = WorkRow(self.stop_check)

    def _make_head(self) -> None:
        """Make the title with the switches of the atlas."""
        self.title = Label()
        theme.headline(self.title)
        self.tally = theme.mute(WrappedLabel())
        self.game = Segments(_GAMES, name=mark("Game of the atlas"))
        self.game.chosen.connect(self.show_game)
        self.rules = bind_text(ComboBox(), name=mark("Rules of morris"))
        for name, variant in SOLVED.items():
            self.rules.addItem(tr(variant.title), name)
        self.rules.activated.connect(lambda: self.show_game(self.game.value))
        self.rules.hide()
        titles = {colouring: colouring.value for colouring in Colouring}
        self.colourings = Segments(titles, name=mark("Figure that colours the tiles"))
        self.colourings.chosen.connect(self.atlas.colour)
        self.colourings.chosen.connect(self.coloured)

    def _set_up(self) -> None:
        for view in (self.tree, self.atlas):
            view.activated.connect(self._activate)
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self.show_list)
        self.tree.selectionModel().selectionChanged.connect(self._choose)
        self.search.setMaxLength(_LONGEST)
        self.search.searched.connect(self._search)
        self.search.left.connect(self._to_tree)
        for men, action in self.up_to.items():
            action.triggered.connect(lambda _=False, men=men: self.choose_up_to(men))

    def _lay_out(self) -> None:
        listed = QWidget()
        # Work is shown in the foot, so that no row moves under the mouse when it starts or ends.
        vbox((self.tree, 1), self.solved, within=listed)
        self.splitter = splitter(
            Qt.Orientation.Horizontal, listed, self.details, shares=(3, 2), sizes=(620, 400)
        )
        self.views.addWidget(self.atlas)
        self.views.addWidget(self.splitter)
        self.search.setFixedWidth(_SEARCH)
        top = hbox((self.title, 1), self.search, self.game, self.as_list, self.more)
        below = hbox((self.tally, 1), self.rules, self.colourings)
        shown = QWidget()
        vbox(top, below, self.fault, (self.views, 1), self.foot, within=shown)
        self.trouble = WrappedLabel()
        self.again = push_button(mark("Try again"))
        self.settings = push_button(mark("Settings…"))
        faulty = QWidget()
        vbox(self.trouble, hbox(self.again, self.settings, None), None, within=faulty)
        self.stack = QStackedWidget()
        self.stack.addWidget(shown)
        self.stack.addWidget(faulty)
        vbox(self.stack, within=self)
        self.show_list(False)

    # --- display -----------------------------------------------------------------------------

    @property
    def view(self) -> TablesTree | Atlas:
        """The list or the atlas."""
        return self.tree if self.as_list.isChecked() else self.atlas

    @Slot(bool)
    def show_list(self, listed: bool) -> None:
        """Show the list of all tables, or the atlas of chess endings."""
        self.as_list.setChecked(listed)
        self.views.setCurrentIndex(listed)
        self.title.setText(tr("Tables") if listed else tr("Atlas of endings"))
        for switch in (self.game, self.colourings):
            switch.setVisible(not listed)
        self.rules.setVisible(not listed and bool(self.atlas.chart.rules))
        self._show_tally()

    def _show_tally(self) -> None:
        """Show how many tables there are: of the tiles in the atlas, or of all in the list."""
        listed, tiles = self.as_list.isChecked(), self.atlas.chart.places
        every = [each for name, each in self._every.items() if listed or name in tiles]
        present = [each for each in every if each.present]
        text = tr(
            "{built} of {all} tables · {size}",
            built=len(present), all=len(every), size=size(disk_bytes(present)),
        )  # fmt: skip
        if not listed:
            text += " · " + tr("every tile is an ending, its shape how long wins take")
        self.tally.setText(text if self._every else "")  # not before the folder has been read

    def show_game(self, game: str) -> None:
        """Show the endings of chess, or stones against stones with the chosen rules of morris."""
        self.game.choose(game)
        chart = CHARTS[game](self.rules.currentData())
        self.atlas.show_chart(chart)
        self.show_list(self.as_list.isChecked())
        if chart.rules:
            self.rules_chosen.emit(chart.rules)

    def show_records(self, records: Records) -> None:
        """Show newer figures that tables do not hold."""
        self.records = records
        self.atlas.show_records(records)
        self.foot.show_choice(self.endings, records)

    def show_inventory(self, inventory: Inventory) -> None:
        """Show all tables; the choice and unfolded groups are kept."""
        self.stack.setCurrentIndex(0)
        self._inventory = inventory
        self._every = inventory.by_name() | {each.name: each for each in self._extra}
        self._show_tally()
        first = self.model.rowCount() == 0
        self._list()
        if first:
            for key in ((CHESS,), (CHESS, MEN[3]), (CHESS, MEN[4])):
                self.tree.expand(self.model.index_of(key))
        self._choose()

    def show_extra(self, endings: Iterable[Ending]) -> None:
        """List `endings` as well, which are not listed unless they are asked for."""
        self._extra = tuple(endings)
        self.show_inventory(self._inventory)

    def show_trouble(self, text: str) -> None:
        """Say in place of the tables why they cannot be listed."""
        self.trouble.setText(text)
        theme.mark_fault(self.trouble, True)
        self.stack.setCurrentIndex(1)

    @Slot(str, str, object)
    def show_build(self, step: str, left: str, fraction: float | None) -> None:
        """Show the work of a build, the time left, and the share done if it is known."""
        percent = "" if fraction is None else f"{fraction * 100:.0f} %"
        self.building.show_work(" · ".join(filter(None, (step, percent, left))), fraction)

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        """Offer to resume a build, or to pause it."""
        self.pause.setText(tr("Resume") if paused else tr("Pause"))

    @property
    def every(self) -> Mapping[str, Ending]:
        """All endings that are known, by their names."""
        return self._every

    @property
    def endings(self) -> list[Ending]:
        """The endings that are chosen, those of a group included."""
        rows = self.tree.selectionModel().selectedRows()
        found = (each for index in rows for each in self.model.node(index).endings())
        return list({each.name: each for each in found}.values())

    # --- finding and choosing ----------------------------------------------------------------

    def show_found(self, text: str) -> None:
        """List what `text` names at once."""
        self.search.setText(text)
        self.search.search_now()

    def choose_up_to(self, men: int) -> None:
        """Choose every ending of chess with up to `men` men; the plan is then shown."""
        self._choose_all(lambda: [self.model.index_of((CHESS, MEN[n])) for n in range(3, men + 1)])

    def choose_names(self, names: Iterable[str]) -> None:
        """Choose the endings with these names that are listed; the plan is then shown."""
        wanted = list(names)
        self._choose_all(lambda: [self.model.index_of_name(name) for name in wanted])
        self._show_tile_of(wanted)

    def _choose_all(self, found: Callable[[], list[QModelIndex]]) -> None:
        """Choose the tables `found` when everything is listed."""
        self.show_found("")
        selection, chosen = self.tree.selectionModel(), QItemSelection()
        self.tree.collapseAll()
        self.tree.expand(self.model.index_of((CHESS,)))
        for index in filter(QModelIndex.isValid, found()):
            chosen.select(index, index)
            self.tree.scrollTo(index)
        flags = selection.SelectionFlag.ClearAndSelect | selection.SelectionFlag.Rows
        selection.select(chosen, flags)
        self._to_build = True

    def go_to_build(self) -> None:
        """Focus the Build button if that is the next step, now that its plan is shown."""
        if self._to_build and self.buttons["build"].isEnabled():
            self.buttons["build"].setFocus()
        self._to_build = False

    def choose_name(self, name: str) -> None:
        """Choose the ending called `name`, if it is listed; the atlas has no tile for some."""
        index = self.model.index_of_name(name)
        if index.isValid():
            self._show_tile_of([name])
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    @Slot()
    def _search(self) -> None:
        text = self.search.text()
        self.searched.emit(text)
        if text.strip() and not self._searching:
            self._unfolded = self._unfolded_now()
        self._list()
        if text.strip():
            self._unfold_found()
        elif self._searching:
            self._restore_folds()
        self._searching = bool(text.strip())
        self._choose()

    def _unfold_found(self) -> None:
        """Unfold the groups of the tables found, and choose a single one."""
        for index in self.model.groups():
            self.tree.expand(index)
        names = [each.name for each in self.model.root.endings()]
        self._show_tile_of(names)
        if len(names) == 1:
            self.choose_name(names[0])

    def _show_tile_of(self, names: Sequence[str]) -> None:
        """Show the game of the atlas with a tile of one of `names`, or the list without any."""
        if not names or not self.atlas.chart.places.keys().isdisjoint(names):
            return
        for game, chart in CHARTS.items():
            if not chart(STANDARD.name).places.keys().isdisjoint(names):
                self.rules.setCurrentIndex(0)
                self.show_game(game)
                return
        self.as_list.setChecked(True)

    def _list(self) -> None:
        """List the search results; the choice and unfolded groups are kept."""
        found = find(self.search.text(), self._every.values())
        self.fault.tell(found.fault, fault=True)
        unfolded = self._unfolded_now()
        chosen = [self.model.node(i).key for i in self.tree.selectionModel().selectedRows()]
        self.model.show(found.endings)
        for key in unfolded:
            self.tree.expand(self.model.index_of(key))
        selection = self.tree.selectionModel()
        flags = selection.SelectionFlag.Select | selection.SelectionFlag.Rows
        for key in chosen:
            index = self.model.index_of(key)
            if index.isValid() and not selection.isSelected(index):
                selection.select(index, flags)

    def _unfolded_now(self) -> list[Key]:
        groups = self.model.groups()
        return [self.model.node(each).key for each in groups if self.tree.isExpanded(each)]

    def _restore_folds(self) -> None:
        """Unfold the groups that were unfolded before the search, and those of chosen tables."""
        self.tree.collapseAll()
        for key in self._unfolded:
            self.tree.expand(self.model.index_of(key))
        for index in self.tree.selectionModel().selectedRows():
            self.tree.scrollTo(index)

    @Slot()
    def _choose(self) -> None:
        endings = self.endings
        self.details.show_choice(endings, self._every)
        self.foot.show_choice(endings, self.records)
        names = [each.name for each in endings]
        if names != self._shown:
            self._shown = names
            self._propose_metrics([each.table for each in endings])
        self.foot.plan.words.tell("")
        self.chosen.emit()

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the tables to build."""
        both = self.zeroing.isChecked() and self.zeroing.isVisible()
        return tuple(Metric) if both else (Metric.DTM,)

    def _propose_metrics(self, tables: Sequence[Table]) -> None:
        """Propose the distances that true answers about a single ending need."""
        both = len(tables) == 1 and len(of(tables[0]).metrics_for(tables[0])) > 1
        with QSignalBlocker(self.zeroing):
            self.zeroing.setChecked(both)
        self.zeroing.setVisible(any(Metric.DTZ in of(each).metrics for each in tables))

    def _activate(self) -> None:
        """Explore the table that was opened with Enter or a double click, or go to its build."""
        node: Node = self.model.node(self.tree.currentIndex())
        if node.ending is None:
            return
        if self.actions_["explore"].isEnabled():
            self.actions_["explore"].trigger()
        elif self.buttons["build"].isEnabled():
            self.buttons["build"].setFocus()

    @Slot()
    def _to_tree(self) -> None:
        """Go to the first table that was found."""
        if self.search.waiting:
            self.search.search_now()
        first = next(iter(self.model.root.endings()), None)
        if first is not None:
            if not self.endings:
                self.choose_name(first.name)
            self.view.setFocus()

    @Slot()
    def _retranslate(self) -> None:
        for place, variant in enumerate(SOLVED.values()):
            self.rules.setItemText(place, tr(variant.title))
        self.show_list(self.as_list.isChecked())
        self._list()
        self._choose()

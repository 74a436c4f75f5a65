"""Shows the tables' verdict on the position: in the bar, in the list of moves and on the board."""

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import Position
from millmate.gui.boards.small_boards import Pointed, replay
from millmate.gui.boards.truth_bar import TruthBar, share_of
from millmate.gui.features.verdicts.verdict_bar import VerdictBar
from millmate.gui.features.verdicts.worth_list import WorthModel, WorthView
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, wrapped
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.services import Services
from millmate.language import mark, tr
from millmate.pictures.value_marks import PlaceValue
from millmate.records.line import Line
from millmate.settings import Settings
from millmate.tablebase.chess_tables import MOST_MEN
from millmate.tablebase.table_titles import title_and_code


class TablePanel(QWidget):
    """The moves with their values, grouped under headings.

    `move_chosen` carries the move to be played, `pointed` the one under mouse or keyboard, or "".
    The panel takes its place before the answer arrives and keeps it until another game starts, so
    that nothing below it moves under the mouse.
    """

    move_chosen = Signal(str)
    pointed = Signal(str)
    worth_wanted = Signal()
    explore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.model = WorthModel()
        names = mark("Legal moves, best first"), mark("Click or Space plays a move.")
        self.view = bind_text(WorthView(self.model), name=names[0], tip=names[1])
        self.view.chosen.connect(self.move_chosen)
        self.view.pointed.connect(self.pointed)
        self.note = theme.muted()
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reveal = push_button(mark("Show the value of moves"), self.worth_wanted)
        self.explore = push_button(mark("Explore this ending…"), self.explore_wanted)
        self.others = Label()
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._answer: Answer | None = None
        self._worth = True
        self._in_need: set[str] = set()  # what stands below and needs the room
        self._wanted = self._held = False  # whether a position since the start needed the panel
        self._update()
        translator.changed.connect(self._update)

    def _lay_out(self) -> None:
        below = hbox(None, self.explore)
        middle = (self.reveal, Qt.AlignmentFlag.AlignHCenter)
        parts = (self.view, 1), (self.note, 1), middle, self.others, below
        vbox(*parts, within=self, spacing=theme.GRID // 2)

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        self._answer = answer
        self._update()

    @Slot(object)
    def release(self, position: Position) -> None:
        """Give the place up if `position` does not need it, because another game starts there."""
        self._wanted = self._held = _has_place(position)
        self._appear()

    @Slot(object)
    def follow(self, position: Position) -> None:
        """Take the place before the answer comes if a table may hold `position`."""
        self._want(_has_place(position))

    @Slot()
    def settle(self) -> None:
        """Take the place that was wanted while the mouse was over the parts below."""
        self._held = self._wanted
        self._appear()

    def _want(self, wanted: bool) -> None:
        self._wanted = self._wanted or wanted
        dock = self.parentWidget()
        if dock is None or not dock.underMouse():
            self.settle()

    def _appear(self) -> None:
        self.setVisible(self._held and not self._in_need)

    def show_worth(self, worth: bool) -> None:
        self._worth = worth
        self._update()

    def give_way(self, gives_way: bool, part: str = "training") -> None:
        """Hide the panel while a `part` below it needs the room, or show it again."""
        (self._in_need.add if gives_way else self._in_need.discard)(part)
        self._appear()

    @Slot()
    def _update(self) -> None:
        answer = self._answer
        known = answer is not None and (
            answer.covered or bool(answer.kinds) or answer.bound is not None
        )
        hidden = known and not self._worth
        self.model.show_answer(answer if known and not hidden else None)
        moves = self.model.moves
        self.view.setVisible(bool(moves))
        others = answer.others if answer and self._worth else ()
        needed = bool(moves or others or hidden)
        self.note.setVisible(hidden or not needed)
        self.note.setText(_note(answer, hidden))
        self.reveal.setVisible(hidden)
        self.others.setText("\n".join(others))
        self.others.setVisible(bool(others))
        self.explore.setVisible(bool(answer and answer.covered and not answer.solved))
        if answer:
            tip = tr("How many positions are decided in 0, 1, 2 … plies, and which")
            self.explore.setToolTip(wrapped(f"{title_and_code(answer.material)}\n{tip}"))
        self._want(needed)


_MOST_MEN = {"chess": MOST_MEN, "morris": 24}


def _has_place(position: Position) -> bool:
    """Return whether there may be a table of a position, by its number of men alone."""
    men = sum(map(str.isalpha, position.text.split()[0]))
    return men <= _MOST_MEN[position.game.kind]


def _note(answer: Answer | None, hidden: bool) -> str:
    if answer is None:
        return tr("Looking up the position")
    if hidden or answer.hidden:
        return tr("The values of moves are hidden.")
    if answer.over:
        return tr("No moves: the game has ended on the board.")
    if answer.plan is not None:
        return tr(
            "Once table {table} is built, every legal move is listed here with its result: win "
            "(and in how many moves), draw or loss.",
            table=title_and_code(answer.material),
        )
    return ""  # the verdict above has said it


def move_values(answer: Answer) -> dict[str, PlaceValue]:
    """Return the values of the moves of a covered position, the best first."""
    return {
        move.text: PlaceValue(move.wdl, None if move.at_most else move.moves, move.words)
        for move in answer.moves
        if move.wdl is not None
    }


def _share(answer: Answer) -> float | None:
    """Return White's share of the bar beside the board, None where the result is not known."""
    if answer.wdl is None or answer.hidden:
        return None
    white = answer.wdl if answer.fen.split()[1] == "w" else -answer.wdl
    return share_of(white, answer.moves[0].moves if answer.moves else 0)


class VerdictController(QObject):
    """Looks up every position shown on the board, and shows what may be seen of the answer."""

    def __init__(self, services: Services, truth: TruthBar) -> None:
        super().__init__(services.window)
        self.bar, self.table, self.truth = VerdictBar(services.links), TablePanel(), truth
        self._probe, self._workspace = services.probe, services.workspace
        self._views, self._notify = services.views, services.notifications
        self._build, self._small = services.commands["build"], services.small_builds
        self._game, self._hovering = services.game, services.hovering
        self._failure = ""  # the error of a player in the game shown
        self._hidden: Line | None = None  # the game whose moves were hidden, at most to its end
        services.probe.shown.connect(self._show)
        services.workspace.position_changed.connect(self._look_up)
        services.game.failed.connect(self._failed)
        services.game.replaced.connect(self._forget_failure)
        self._connect_bar(services)
        self._connect_table(services)
        services.settings.bind(self._apply, "worth", "build_threads")
        self._apply(services.settings.current)
        services.build.ended.connect(services.probe.refresh)
        services.links.tables_changed.connect(services.probe.refresh)
        translator.changed.connect(self._retranslate)

    def _connect_bar(self, services: Services) -> None:
        bar, links, hint = self.bar, services.links, services.commands["hint"]
        bar.trouble = services.folder.trouble
        bar.stop_wanted.connect(services.small_builds.stop)
        bar.hint_wanted.connect(hint.trigger)
        bar.hint.setEnabled(hint.isEnabled())
        hint.enabledChanged.connect(bar.hint.setEnabled)
        services.small_builds.changed.connect(bar.set_unasked)
        services.probe.shown.connect(bar.show_answer)
        links.building.connect(bar.set_building)
        links.solve_offered.connect(bar.show_offer)
        links.hint.connect(bar.show_hint)

    def _connect_table(self, services: Services) -> None:
        table, workspace, commands = self.table, services.workspace, services.commands
        table.move_chosen.connect(workspace.play_move)
        table.worth_wanted.connect(commands["worth"].trigger)
        table.explore_wanted.connect(commands["explore"].trigger)
        table.pointed.connect(services.links.point_at)
        table.pointed.connect(self._point_at)
        workspace.position_changed.connect(services.hovering.dismiss)
        services.links.room_wanted.connect(table.give_way)
        for signal in (services.probe.shown, workspace.mode_changed, workspace.position_changed):
            signal.connect(self._conceal)
        services.probe.shown.connect(table.show_answer)
        workspace.mode_changed.connect(lambda: table.release(workspace.position))
        workspace.position_changed.connect(table.follow)

    @Slot()
    def _conceal(self) -> None:
        """Give the room of moves away while a game hides them, and at its end, to move nothing."""
        hidden, line = self._probe.hiding(), self._game.line
        ended = not self._game.live and not self._workspace.editing and line.at_end
        self._hidden = line if hidden or (ended and line is self._hidden) else None
        self.table.give_way(self._hidden is not None, "hidden")

    @Slot()
    def _retranslate(self) -> None:
        self._probe.forget()
        self._probe.refresh()

    def _apply(self, settings: Settings) -> None:
        self._worth = settings.worth
        self.bar.threads = settings.build_threads or None
        for part in (self.bar, self.table):
            part.show_worth(settings.worth)
        self._probe.show_again()

    @Slot(str)
    def _point_at(self, move: str) -> None:
        """Show the position after the move that is pointed at."""
        table, here = self.table, self._workspace.position
        found = Pointed((here, move), table, table.rect(), lambda: replay(here, (move,)))
        self._hovering.point(table, found if move else None, by_key=table.view.hasFocus())

    @Slot(object)
    def _look_up(self, position: Position) -> None:
        if self._probe.knows(position):
            self._probe.show_again()
        else:
            self._probe.ask(position)

    @Slot(object)
    def _show(self, answer: Answer) -> None:
        if self._failure and answer.plan is not None:
            self._offer_table()
        self.truth.show_truth(_share(answer), answer.headline)
        told = answer.covered or answer.bound is not None
        known = self._worth and told and not self._workspace.editing
        self._views.board.set_move_values(move_values(answer) if known else {})

    @Slot(str)
    def _failed(self, text: str) -> None:
        """Show why a player could not continue, and offer the table if that is missing."""
        self._failure = text
        self._notify.warn(text)
        self._probe.show_again()

    def _offer_table(self) -> None:
        """Offer the table that a player lacks; a small one is built, and the game continues."""
        perfect = any(spec.kind == "table" for spec in self._game.specs.values())
        if perfect and self._small.provide(self._go_on):
            self._notify.dismiss()
            self._notify.status(tr("The game continues once the table is built."))
        else:
            self._notify.warn(self._failure, tr("Build…"), self._build.trigger)
        self._failure = ""

    def _go_on(self) -> None:
        """Let the same players continue from where one of them failed."""
        game = self._game
        if game.started and not game.live:
            game.take_up(len(game.line.played), game.specs)

    @Slot()
    def _forget_failure(self) -> None:
        self._failure = ""

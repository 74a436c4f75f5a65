"""Lists of a tournament's games and of the moves that threw results away."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import chess
from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QTabWidget, QWidget

from millmate.errors import MillMateError
from millmate.formatting import dative, duration, plural, titled
from millmate.games import catalogue
from millmate.games.chess.material import Material
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.board import MorrisBoard
from millmate.games.outcome import Termination
from millmate.gui.features.tournaments.results import GameRow, Results
from millmate.gui.features.tournaments.table_view import TableView
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.table_model import Column, SortedTableModel, figures
from millmate.gui.kit.translator import bind_tabs, bind_text, translator
from millmate.gui.kit.widgets import ComboBox, hbox, vbox
from millmate.language import mark, number, tr
from millmate.play.tournament.game import GameResult, GameSetup, Slip, notation

_FEW_MEN = 7  # with at most this number of pieces, the material names the ending
_WORTH = {1: mark("a win"), 0: mark("a draw"), -1: mark("a loss")}
_RESULTS = {"1/2-1/2": "½-½"}
# The window's names for endings whose names in journals are longer.
_ENDINGS = {
    Termination.MANY_TURNS.value: mark("turn limit reached"),
    Termination.NO_MILLS.value: mark("no mill for too long"),
    Termination.REPEATED.value: mark("repetition"),
}


def score(result: str) -> str:
    """Return a result as displayed: `1-0`, `½-½`."""
    return _RESULTS.get(result, result)


def ending(result: GameResult) -> str:
    """Return how a game ended: the reason, or which player failed and how."""
    if result.termination == Termination.FAILURE.value:
        return " ".join(result.trouble.split()) or result.termination
    return tr(_ENDINGS.get(result.termination, result.termination))


def slips_of(result: GameResult) -> list[tuple[bool, Slip]]:
    """Return the moves that threw the result away with their sides, in order."""
    if result.judged is None:
        return []
    sides = ((True, result.judged.white), (False, result.judged.black))
    found = [(white, slip) for white, side in sides for slip in side.slips]
    return sorted(found, key=lambda each: each[1].ply)


def thrown(slip: Slip) -> str:
    """Return the results before and after a bad move: `a win, for a draw`."""
    return tr("{before}, for {after}", before=tr(_WORTH[slip.before]), after=tr(_WORTH[slip.after]))


def opening(setup: GameSetup) -> str:
    """Return the number of a game's opening, from 1, and its ending, if it is one."""
    ending = _ending(setup.game, setup.start_fen)
    if isinstance(ending, tuple):
        ending = tr("{n} against {other}", n=ending[0], other=ending[1])
    return " · ".join(filter(None, (str(setup.opening + 1), ending)))


def moves_words(plies: int) -> str:
    moves = plural((plies + 1) // 2, "move")
    return tr("{moves} ({plies})", moves=moves, plies=plural(plies, "ply"))


@lru_cache(maxsize=4096)
def _ending(game: str, fen: str) -> str | tuple[int, int]:
    """Return the material of an ending, or the numbers of stones; "" with many men."""
    try:
        rules = catalogue.game(game)
        return _ENDING_OF[rules.kind](rules.read(fen))
    except MillMateError:
        return ""


def _ending_of_men(board: chess.Board) -> str:
    return str(Material.of(board)) if chess.popcount(board.occupied) <= _FEW_MEN else ""


def _ending_of_stones(board: MorrisBoard) -> str | tuple[int, int]:
    return "" if any(board.hand) else (board.on_board(True), board.on_board(False))


_ENDING_OF: dict[str, Callable[[Any], str | tuple[int, int]]] = {
    "chess": _ending_of_men,
    "morris": _ending_of_stones,
}


PLAYING = mark("playing")


def _ended(row: GameRow) -> str:
    return tr(PLAYING) if row.result is None else ending(row.result)


def _time(row: GameRow) -> str:
    if row.result is None:
        return ""
    seconds = row.result.seconds
    return tr("{n} s", n=number(seconds, 1)) if seconds < 60 else duration(seconds)


def _thrown_words(row: GameRow) -> str:
    if row.result is None:
        return ""
    return "\n".join(
        titled(notation_of(row.result, slip.ply), thrown(slip)) for _, slip in slips_of(row.result)
    )


def notation_of(result: GameResult, ply: int) -> str:
    """Return a move of a finished game as displayed, with its number."""
    return localize(notation(result.game, result.start_fen, result.moves, ply))


def _name(title: str, place: int) -> Column[Any]:
    """Return the column of a player's name; the tooltip shows the full name."""
    return Column(
        title,
        lambda row: row.names[place],
        lambda row: row.names[place].casefold(),
        hint=lambda row: row.names[place],
    )


COLUMNS: tuple[Column[GameRow], ...] = (
    figures(mark("No."), lambda row: row.number),
    figures(mark("Round"), lambda row: row.game.round, falling=False),
    _name(mark("White"), 0),
    _name(mark("Black"), 1),
    Column(
        mark("Result"),
        lambda row: "" if row.result is None else score(row.result.result),
        lambda row: None if row.result is None else row.result.result,
    ),
    Column(
        mark("Termination"), _ended, lambda row: (row.result is not None, _ended(row)), hint=_ended
    ),
    figures(
        mark("Moves"), lambda row: (row.plies + 1) // 2, hint=lambda row: moves_words(row.plies)
    ),
    Column(
        mark("Opening"),
        lambda row: opening(row.game),
        lambda row: row.game.opening,
        hint=lambda row: row.game.start_fen,
    ),
    figures(
        mark("Thrown away"),
        lambda row: row.thrown_away,
        tip=mark("Moves that gave the result away, according to the tables"),
        hint=_thrown_words,
    ),
    figures(mark("Time"), lambda row: None if row.result is None else row.result.seconds, _time),
)


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A move that threw the result of a finished game away; `number` counts such moves."""

    number: int
    result: GameResult
    ply: int
    white: bool
    gave: str

    @property
    def names(self) -> tuple[str, str]:
        seats = self.result.white.name, self.result.black.name
        return seats if self.white else (seats[1], seats[0])

    @property
    def sides(self) -> tuple[int, int]:
        return self.result.white.participant, self.result.black.participant


def slip_rows(result: GameResult, first: int) -> list[SlipRow]:
    """Return the rows of the moves that threw away a game's result, numbered from `first`."""
    return [
        SlipRow(first + place, result, slip.ply, white, thrown(slip))
        for place, (white, slip) in enumerate(slips_of(result))
    ]


SLIP_COLUMNS: tuple[Column[SlipRow], ...] = (
    figures(mark("No."), lambda row: row.result.number),
    _name(mark("Player"), 0),
    _name(mark("Against"), 1),
    Column(mark("Move"), lambda row: notation_of(row.result, row.ply), lambda row: row.ply),
    Column(mark("Gave away"), lambda row: row.gave, lambda row: row.gave),
    Column(
        mark("Opening"),
        lambda row: opening(row.result),
        lambda row: row.result.opening,
        hint=lambda row: row.result.start_fen,
    ),
)


_THROWN = 8
_PAINT = 100  # minimum milliseconds between two updates of the list
_WIDEST = 24  # letters of a name visible in the closed combo box
_LARGE = 1.2  # beyond this text scale there is no room beside the combo boxes


class FilterBar(QWidget):
    """A player and an optional opponent; `changed` follows every choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.player, self.other = ComboBox(), ComboBox()
        self.counted = theme.muted()
        self.counted.setWordWrap(False)
        self.counted.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        labels = [bind_text(Label(), text=text) for text in (mark("&Games of"), mark("again&st"))]
        for label, box in zip(labels, (self.player, self.other), strict=True):
            label.setBuddy(box)
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            box.narrow(8)
            box.setMaximumWidth(_WIDEST * label.fontMetrics().averageCharWidth() + 5 * theme.GRID)
        one, other = hbox(labels[0], (self.player, 1)), hbox(labels[1], (self.other, 1))
        large = theme.text_scale() > _LARGE
        parts = (one, other) if large else (hbox(one, other, None, self.counted),)
        column = vbox(*parts, within=self, spacing=theme.GRID // 2)
        if large:
            column.addWidget(self.counted)
        bind_text(self.player, name=mark("Games of"))
        bind_text(self.other, name=mark("against"))
        self.player.currentIndexChanged.connect(self._player_changed)
        self.other.currentIndexChanged.connect(self.changed)
        self.set_names(())
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        self.player.setItemText(0, tr("everybody"))
        self.other.setItemText(0, tr("anybody"))

    def set_names(self, names: Sequence[str]) -> None:
        for box, everybody in ((self.player, tr("everybody")), (self.other, tr("anybody"))):
            with QSignalBlocker(box):
                box.clear()
                box.addItems([everybody, *names])
        self.other.setEnabled(False)

    def choose(self, player: int | None, other: int | None = None) -> None:
        """Select participants by number; None selects everybody."""
        for box, chosen in ((self.player, player), (self.other, other)):
            with QSignalBlocker(box):
                box.setCurrentIndex(0 if chosen is None else chosen + 1)
        self.other.setEnabled(player is not None)
        self.changed.emit()

    @property
    def wanted(self) -> frozenset[int]:
        """The numbers of the participants a game must have."""
        chosen = (self.player.currentIndex() - 1, self.other.currentIndex() - 1)
        return frozenset(each for each in chosen if each >= 0)

    @Slot()
    def _player_changed(self) -> None:
        everybody = self.player.currentIndex() <= 0
        if everybody:
            with QSignalBlocker(self.other):
                self.other.setCurrentIndex(0)
        self.other.setEnabled(not everybody)
        self.changed.emit()


class GamesPanel(QWidget):
    """Both lists, filtered by player.

    `opened` carries a finished game and the number of plies to show, `chosen` the number of the
    selected game.
    """

    opened = Signal(object, int)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.games = SortedTableModel(COLUMNS, falling=True)
        self.slips = SortedTableModel(SLIP_COLUMNS, falling=True)
        self.view = TableView(self.games, mark("Games"))
        self.slips_view = TableView(
            self.slips, mark("Moves that threw a result away"), by_click=True
        )
        bind_text(self.view, description=mark("Enter opens a finished game"))
        bind_text(self.slips_view, description=mark("Enter opens the game at the move"))
        self.filter = FilterBar()
        self._results: Results | None = None
        self._judged = False  # whether tables cover any of the games
        self._stale: set[int] = set()  # numbers of games that are out of date in the list
        self._painting = QTimer(self, singleShot=True, interval=_PAINT)
        self._painting.timeout.connect(self.settle)
        self.tabs = QTabWidget()
        self.tabs.addTab(_page(self.view), "")
        hint = bind_text(theme.muted(), text=mark("Click or Enter opens the game at the move."))
        self.tabs.addTab(_page(self.slips_view, hint), "")
        bind_tabs(self.tabs, mark("Games"), mark("Results thrown away"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        vbox((self.tabs, 1), self.filter, within=self, spacing=theme.GRID // 2)
        self._connect()
        translator.changed.connect(self._count)

    def _connect(self) -> None:
        self.view.offer(self._actions)
        self.view.opened.connect(self._open)
        self.view.chosen.connect(self.chosen)
        self.slips_view.opened.connect(self._open_slip)
        self.filter.changed.connect(self._filter)

    # --- updates from the view ---------------------------------------------------------------

    def start(self, results: Results) -> None:
        """List the games of another tournament."""
        self.stop()
        self._results = results
        self.view.forget()
        self.slips_view.forget()
        self.filter.set_names([each.name for each in results.plan.participants])
        self.games.show_only(None)
        self.slips.show_only(None)
        finished = list(results.finished.values())
        self.games.show([*map(GameRow, finished), *results.live.values()])
        self.slips.show(())
        self._judged = False
        self._list_slips(finished)
        self._count()

    def update_game(self, number: int) -> None:
        """Update a game soon."""
        self._stale.add(number)
        if not self._painting.isActive():
            self._painting.start()

    def stop(self) -> None:
        self._painting.stop()
        self._stale.clear()

    @Slot()
    def settle(self) -> None:
        """Show pending changes now, without waiting for the next update."""
        if self._results is None:
            return
        numbers = sorted(self._stale)
        rows = [row for row in map(self._results.row, numbers) if row is not None]
        over = [row.result for row in rows if row.result is not None and not self._ended(row)]
        self.stop()
        self.games.drop(set(numbers) - {row.number for row in rows})
        with self.view.steady():
            self.games.put(rows)
        self._list_slips(over)
        self._count()

    def _ended(self, row: GameRow) -> bool:
        """Return whether the list has the result of this game already."""
        known = self.games.get(row.number)
        return known is not None and known.result is not None

    def show_games_of(self, player: int | None, other: int | None = None) -> None:
        self.filter.choose(player, other)

    # --- within ------------------------------------------------------------------------------

    def _list_slips(self, results: Iterable[GameResult]) -> None:
        found: list[SlipRow] = []
        for result in results:
            self._judged |= result.judged is not None
            found += slip_rows(result, self.slips.total + len(found))
        if found:
            with self.slips_view.steady():
                self.slips.put(found)
        self.view.setColumnHidden(_THROWN, not self._judged)
        self.tabs.setTabVisible(1, self._judged)
        self.tabs.tabBar().setVisible(self._judged)
        # Without this, Tab would stop at the hidden headers and go no further.
        policy = Qt.FocusPolicy.TabFocus if self._judged else Qt.FocusPolicy.NoFocus
        self.tabs.setFocusPolicy(policy)

    @Slot()
    def _count(self) -> None:
        shown, total = self.games.rowCount(), self.games.total
        text = plural(total, "game")
        if shown != total:
            text = tr("{done} of {games}", done=number(shown), games=dative(total, "game"))
        self.filter.counted.setText(text)

    @Slot()
    def _filter(self) -> None:
        wanted = self.filter.wanted
        for model in (self.games, self.slips):
            model.show_only((lambda row: wanted <= set(row.sides)) if wanted else None)
        self._count()

    def _actions(self, index: QModelIndex) -> list[QAction]:
        """Return the actions for a game: open it, at its start or where a result was lost."""
        row = self.games.row_at(index)
        if row.result is None:
            return []
        result = row.result
        actions = [_action(tr("&Open the game"), lambda: self.opened.emit(result, 0))]
        for _, slip in slips_of(result):
            text = tr("Open at {move}", move=notation_of(result, slip.ply))
            actions.append(_action(text, lambda ply=slip.ply: self.opened.emit(result, ply + 1)))
        return actions

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = self.games.row_at(index)
        if row.result is not None:
            self.opened.emit(row.result, 0)

    @Slot(QModelIndex)
    def _open_slip(self, index: QModelIndex) -> None:
        row = self.slips.row_at(index)
        self.opened.emit(row.result, row.ply + 1)


def _page(*parts: QWidget) -> QWidget:
    page = QWidget()
    half = theme.GRID // 2
    vbox(*parts, within=page, spacing=half, margins=(0, half, 0, 0))
    return page


def _action(text: str, does: object) -> QAction:
    action = QAction(text)
    action.triggered.connect(does)
    return action

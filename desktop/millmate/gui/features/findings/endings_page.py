"""The page of the review of endings, its groups, and half points in words."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QSignalBlocker, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QCompleter, QLineEdit, QWidget

from millmate.formatting import titled
from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.player_strip import figures
from millmate.gui.boards.small_boards import Preview
from millmate.gui.features.findings.page import FindingsPage, Kind
from millmate.gui.features.findings.tree import Columns, Group
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.table_model import Column
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox, push_button, splitter, vbox
from millmate.language import count, mark, number, tr
from millmate.play.endgame_review.half_points import HalfPoint, is_of
from millmate.play.endgame_review.report import by_kind, by_material, by_player
from millmate.tablebase.table_titles import title_and_code

_BY = {"kind": by_kind, "ending": by_material, "player": by_player}
# The least seconds of each group by the clock, and what it is called.
_CLOCKS = (
    (300.0, mark("5 minutes and more")),
    (60.0, mark("1 to 5 minutes")),
    (30.0, mark("30 seconds to 1 minute")),
    (10.0, mark("10 to 30 seconds")),
    (float("-inf"), mark("Less than 10 seconds")),
)
_MOST_KEEPING = 3  # moves that are named
_VALUES = {1: mark("win", "value"), 0: mark("draw", "value"), -1: mark("loss", "value")}
_DRILLS = mark("They are due now and will be repeated until you know them")


def arranged(points: Iterable[HalfPoint], grouping: str, owner: str = "") -> list[Group]:
    """Return half points in groups, the largest first; by the clock, the least time first.

    Only those of the player `owner` count, unless that is "".
    """
    if owner:
        points = [point for point in points if is_of(point, owner)]
    found = _by_clock(points) if grouping == "clock" else _BY[grouping](points)
    return [Group(title, tuple(group)) for title, group in found]


def _by_clock(points: Iterable[HalfPoint]) -> list[tuple[str, list[HalfPoint]]]:
    groups: dict[str, list[HalfPoint]] = {text: [] for _, text in reversed(_CLOCKS)}
    unknown = mark("No clock in the game")
    groups[unknown] = []
    for point in points:
        seconds = point.seconds
        known = unknown
        if seconds is not None:
            known = next(text for least, text in _CLOCKS if seconds >= least)
        groups[known].append(point)
    return [(tr(text), group) for text, group in groups.items() if group]


def _played(point: HalfPoint) -> str:
    """Return the move, or that the game was given up."""
    return localize(point.played).replace("...", "…") if point.move else tr("at the end")


def _lost(point: HalfPoint) -> str:
    """Return both values, briefly: `win → draw`."""
    return f"{_value(point.before)} → {_value(point.after)}"


def _value(value: int) -> str:
    return tr(_VALUES[value], "value")


def _kept(point: HalfPoint) -> str:
    """Return the moves that kept the result, the best first."""
    shown = ", ".join(map(localize, point.kept[:_MOST_KEEPING]))
    more = len(point.kept) - _MOST_KEEPING
    return f"{shown} +{more}" if more > 0 else shown


def _difficulty(point: HalfPoint) -> str:
    """Return how hard it was, briefly: `1 of 12 · mate in 22`."""
    if not point.keeping:
        return ""
    among = tr("{n} of {all}", n=len(point.keeping), all=point.legal)
    return among if point.moves is None else f"{among} · {tr('mate in {n}', n=point.moves)}"


def _players(point: HalfPoint) -> str:
    return f"{point.game.white or '?'} – {point.game.black or '?'}"


def _clock(point: HalfPoint) -> str:
    """Return the time on the clock."""
    return "" if point.seconds is None else figures(point.seconds)


def _better(point: HalfPoint) -> str:
    return tr("Better: {moves}", moves=_kept(point))


def _whole(point: HalfPoint) -> str:
    """Return all that is known of a half point, in lines."""
    said = [f"{point.mistake} · {_title(str(point.material))}", titled(point.player, point.effect)]
    if point.keeping:
        said += [_better(point), point.difficulty]
    if point.seconds is not None:
        said.append(tr("{time} on the clock", time=_clock(point)))
    game = point.game
    place = tr("game {n} of {file}", n=game.number, file=game.path.name)
    return "\n".join((*said, ", ".join(filter(None, (game.event, game.date, place)))))


_title = lru_cache(maxsize=512)(title_and_code)


def _spoken(point: HalfPoint) -> str:
    return ", ".join(filter(None, (column.text(point) for column in ENDINGS.columns.items)))


def _samples(groups: object, column: int) -> tuple[str, ...]:
    """Return the longest usual texts of a column but the last."""
    lost_ones = (f"{_value(a)} → {_value(b)}" for a, b in ((1, 0), (0, -1), (1, -1)))
    hard = f"{tr('{n} of {all}', n=10, all=28)} · {tr('mate in {n}', n=28)}"
    moves = tr("at the end"), "128… Kxe8+"
    return (moves, tuple(lost_ones), ("Kb6, Ka5, Rb5+ +10",), (hard,), ("0:00:00",))[column]


def _group_words(group: Group) -> str:
    points = count(len(group.items), "{n} half point", "{n} half points")
    return f"{group.title}, {points}"


_KEPT, _HARD, _CLOCK, _PLAYERS = range(2, 6)  # columns
ENDINGS = Kind(
    introduction=mark(
        "Each game is checked once it reaches an ending covered by tables. You then get a list "
        "of every win and draw that was thrown away: the move, the moves that would have kept "
        "the result, and how hard they were to find. You can turn any of them into a drill."
    ),
    source=(mark("Games to review"), mark("Which games are reviewed")),
    start=mark("Review"),
    again=mark("Review again"),
    progress=mark("Progress of the review"),
    unread=lambda games: count(
        games, "{n} game could not be read…", "{n} games could not be read…"
    ),
    unread_title=mark("Games that could not be read"),
    columns=Columns(
        mark("Half points thrown away"),
        items=(
            Column(mark("Move"), _played, hint=_whole, spoken=_spoken),
            Column(mark("Thrown away"), _lost, hint=_whole),
            Column(mark("Kept by"), _kept, hint=_whole),
            Column(mark("How hard"), _difficulty, hint=_whole),
            Column(mark("Clock"), _clock, hint=_whole),
            Column(mark("Players"), _players, hint=_whole),
        ),
        groups=(
            Column(
                "", lambda group: f"{group.title} · {number(len(group.items))}", spoken=_group_words
            ),
        ),
        samples=_samples,
        stretched=_PLAYERS,
        letters=18,
        giving_way=(_CLOCK, _HARD, _KEPT),  # the tool tip has them too
    ),
    choice=mark("Group by"),
    choices={
        "kind": mark("kind of mistake"),
        "ending": mark("ending"),
        "player": mark("player"),
        "clock": mark("time left on the clock"),
    },
    export_title=mark("Save the review"),
    export_name="review",
    exports={
        "page": (
            mark("A &page with pictures (HTML)…"),
            mark("Pages (*.html);;All files (*)"),
            ".html",
        ),
        "games": (
            mark("The &games with comments (PGN)…"),
            mark("Games (*.pgn);;All files (*)"),
            ".pgn",
        ),
        "table": (mark("A &table (CSV)…"), mark("Tables (*.csv);;All files (*)"), ".csv"),
    },
)


class EndingsPage(FindingsPage):
    """Adds whose games are reviewed, the game beside the list, and drills.

    `drills_wanted` carries half points; `names` are suggested as players.
    """

    drills_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__(ENDINGS)
        self.preview, self.names = Preview(), QStringListModel(self)
        self._make_player()
        self._make_actions()
        label = bind_text(Label(), text=mark("&Group by"))
        label.setBuddy(self.choice)
        listed, side = QWidget(), QWidget()
        vbox((self.tree, 1), self.remark, within=listed)
        vbox((self.preview, 1), hbox(self.drills, None, self.open), within=side)
        parts = splitter(Qt.Orientation.Horizontal, listed, side, shares=(1, 0), sizes=(780, 320))
        tools = hbox(label, self.choice, None, self.drills_of_all, self.save)
        top = hbox(self.source, (self.player, 1), self.own, self.start)
        self.lay_out(top, vbox(tools, (parts, 1)), self.player)
        self.tree.selectionModel().selectionChanged.connect(self._show_actions)
        self.model.modelReset.connect(self._show_actions)
        translator.changed.connect(self._show_actions)
        self._show_actions()

    def _make_player(self) -> None:
        self.player = self.first = bind_text(
            QLineEdit(),
            hint=mark("Player, such as your own name"),
            tip=mark("Only games of this player; leave empty for all games"),
            name=mark("Player"),
        )
        self.player.setClearButtonEnabled(True)
        completer = QCompleter(self.names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.player.setCompleter(completer)
        self.own = bind_text(
            QCheckBox(),
            text=mark("Only this player's mistakes"),
            tip=mark("Hide the mistakes of the other players"),
        )
        self.player.returnPressed.connect(self.started)
        self.player.textChanged.connect(lambda text: self.own.setEnabled(bool(text.strip())))
        self.own.setEnabled(False)
        self.own.toggled.connect(self.listing_changed)

    def _make_actions(self) -> None:
        self.drills_of_all = push_button(
            "", lambda: self.drills_wanted.emit(self.shown), tip=_DRILLS
        )
        self.drills = push_button(
            "", lambda: self.drills_wanted.emit(self.tree.chosen), tip=_DRILLS
        )
        self.open = push_button(
            mark("Open"), self._open, tip=mark("Open the game at this move (Enter)")
        )
        theme.primary(self.open)
        self.open_ = bind_text(QAction(self), text=mark("&Open"))
        self.open_.triggered.connect(self.open.click)
        self.open_aside = bind_text(QAction(self), text=mark("Open in a new &tab"))
        self.tree.addActions([self.open_, self.open_aside])

    def show_groups(self, groups: Sequence[Group], *, alone: bool = False) -> None:
        super().show_groups(groups)
        self._show_clocks(groups)
        if not groups:
            self.preview.clear()

    def add_groups(self, groups: Sequence[Group]) -> None:
        """List more half points, in the groups of the same titles where there are any."""
        if not groups:
            return
        if not self.model.groups or (self.tree.left_out and _timed(groups)):
            self._show_clocks(groups)
        self.tree.add_groups(groups)
        self.stack.setCurrentIndex(1)
        self._show_actions()

    def _show_clocks(self, groups: Sequence[Group]) -> None:
        """Show the column of the clock, if any game has one and there is room."""
        self.tree.left_out = frozenset() if _timed(groups) else frozenset({_CLOCK})
        self.tree.fit()

    @property
    def groups(self) -> str:
        """The key of the present grouping."""
        return str(self.choice.currentData())

    def choose_groups(self, key: str) -> None:
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(self.choice.findData(key))

    @Slot()
    def _show_actions(self) -> None:
        point, chosen = self.tree.current, len(self.tree.chosen)
        for part in (self.open, self.open_, self.open_aside):
            part.setEnabled(point is not None)
        # The better moves, for which a narrow list has no room.
        better = point is not None and bool(point.keeping)
        self.remark.setVisible(better)
        if better:
            self.remark.setText(f"{_better(point)} · {_difficulty(point)}")
        self.drills.setText(count(max(1, chosen), "Make a drill", "Make {n} drills"))
        self.drills.setEnabled(chosen > 0)
        every = sum(len(group.items) for group in self.model.groups)
        self.drills_of_all.setText(count(every, "Make a drill of it", "Make drills of all {n}"))

    @Slot()
    def _open(self) -> None:
        if self.tree.current is not None:
            self.tree.opened.emit(self.tree.current)


def _timed(groups: Sequence[Group]) -> bool:
    """Return whether any game has clock times."""
    return any(point.seconds is not None for group in groups for point in group.items)

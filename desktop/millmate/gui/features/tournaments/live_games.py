"""Follows a game of a tournament on a small board with its players, last move and result."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.player_strip import PlayerStrip
from millmate.gui.boards.small_boards import ShownPosition, SmallBoard, replay
from millmate.gui.features.tournaments.games import (
    ending,
    moves_words,
    notation_of,
    score,
    slips_of,
)
from millmate.gui.features.tournaments.results import GameRow, Results
from millmate.gui.kit import theme
from millmate.gui.kit.label import RichLabel
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.language import mark, tr
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.notation import numbered

_PAINT = 80  # minimum milliseconds between two positions
_LINGER = 1500  # milliseconds the end of a game stays before the next game is shown
_MOST_LINKS = 6
_NONE = mark("The game selected in the list appears here, even while it is being played.")


class GameWatch(QWidget):
    """Shows one game of a tournament: the selected one, or the running games in turn.

    `opened` carries a finished game and the number of plies to show on the main board.
    """

    opened = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self._results: Results | None = None
        self._last: GameMoved | None = None  # in the game on the board, if it was watched
        self.shown: int | None = None  # the number of the game on the board
        self.above, self.below, self.small = PlayerStrip(), PlayerStrip(), SmallBoard()
        self.state, self.note = RichLabel(), bind_text(theme.muted(), text=_NONE)
        self.follow = bind_text(QCheckBox(), text=mark("&Follow running games"))
        self._lay_out()
        self._painting = QTimer(self, singleShot=True, interval=_PAINT)
        self._painting.timeout.connect(self._show)
        self._leaving = QTimer(self, singleShot=True, interval=_LINGER)
        self._leaving.timeout.connect(self._follow_another)
        self.follow.toggled.connect(self._follow_another)
        self.state.linkActivated.connect(self._open_at)
        self.start()

    def _lay_out(self) -> None:
        self.state.setWordWrap(True)
        self.state.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.state.setMinimumHeight(2 * self.state.fontMetrics().height())
        self.state.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(
            self.above, (self.small, 1), self.below, self.state, (self.note, 1), self.follow,
            within=self, spacing=theme.GRID // 2,
        )  # fmt: skip

    # --- updates from the view ---------------------------------------------------------------

    def start(self, results: Results | None = None) -> None:
        """Show another tournament, and follow its running games."""
        self._results = results
        self.shown = self._last = None
        self.follow.setChecked(True)
        self._leaving.stop()
        for number in self._live:
            self.update_game(number)
        if results is not None and results.finished and not results.live:
            self._turn_to(max(results.finished))
        self._show()

    def update_game(self, number: int) -> None:
        """Show a change of a game, if it is being followed."""
        live = self._live.get(number)
        if live is not None and self._free():
            self._turn_to(number)
        if number == self.shown:
            if live is not None:
                self._last = live.last
            elif self._live and self.follow.isChecked():
                self._leaving.start()
        self._changed(number)

    def choose(self, number: int) -> None:
        """Show the game with this number from now on."""
        self.follow.setChecked(False)
        self._turn_to(number)

    # --- within ------------------------------------------------------------------------------

    @property
    def _live(self) -> dict[int, GameRow]:
        return {} if self._results is None else self._results.live

    def _free(self) -> bool:
        """Return whether the board may switch to a new game."""
        idle = self.shown not in self._live and not self._leaving.isActive()
        return self.follow.isChecked() and idle

    def _turn_to(self, number: int) -> None:
        live = self._live.get(number)
        self.shown, self._last = number, None if live is None else live.last
        self._leaving.stop()
        self._changed(number)

    @Slot()
    def _follow_another(self) -> None:
        """Switch to the latest game, if games are to be followed."""
        if self.follow.isChecked() and self._live and self.shown not in self._live:
            self._turn_to(max(self._live))

    def _changed(self, number: int) -> None:
        if number == self.shown and not self._painting.isActive():
            self._painting.start()
        self.follow.setVisible(bool(self._live))

    @Slot()
    def _show(self) -> None:
        row = self._row
        if row is not None and row.result is not None:
            self._show_result(row.result)
        elif row is not None:
            self._show_running(row)
        self._show_parts(empty=row is None)

    @property
    def _row(self) -> GameRow | None:
        """The game on the board."""
        if self._results is None or self.shown is None:
            return None
        return self._results.row(self.shown)

    def _show_parts(self, empty: bool) -> None:
        for part in (self.above, self.small, self.below, self.state):
            part.setVisible(not empty)
        self.note.setVisible(empty)
        self.follow.setVisible(bool(self._live))

    def _show_running(self, live: GameRow) -> None:
        spec, last = live.game, live.last
        if last is None:
            position = replay(spec.game, spec.start_fen, spec.moves)
            text = tr("no moves yet")
        else:
            position = _after(spec.game, last)
            number = numbered(spec.game, spec.start_fen, last.ply - 1)
            text = f"{number} {localize(last.notation)}"
        self.small.show_position(position)
        turn = _turn(position.fen)
        self._show_sides(
            (spec.white.name, spec.black.name), {turn: tr("to move"), not turn: ""}, turn
        )
        self.state.setText(tr("Game {n}: {what}", n=spec.number, what=escape(text)))

    def _show_result(self, result: GameResult) -> None:
        last = self._last
        if last is not None and last.ply == len(result.moves):
            position = _after(result.game, last)
        else:
            position = replay(result.game, result.start_fen, result.moves)
        self.small.show_position(position)
        self._show_sides((result.white.name, result.black.name), _fates(result), None)
        lines = [
            tr(
                "Game {n}: {score}, {end}, {length}",
                n=result.number,
                score=score(result.result),
                end=escape(ending(result)),
                length=moves_words(len(result.moves)),
            )
        ]
        self.state.setText("<br>".join(lines + _links(result)))

    def _show_sides(
        self, names: tuple[str, str], doing: dict[bool, str], turn: bool | None
    ) -> None:
        self.below.show_side(True, names[0], doing[True], turn is True)
        self.above.show_side(False, names[1], doing[False], turn is False)

    @Slot(str)
    def _open_at(self, link: str) -> None:
        if self._row is not None and self._row.result is not None:
            self.opened.emit(self._row.result, int(link))


def _after(game: str, last: GameMoved) -> ShownPosition:
    return ShownPosition(game, last.fen, last.ply, last.text, last.mover)


def _turn(fen: str) -> bool:
    return fen.split()[1] == "w"


def _fates(result: GameResult) -> dict[bool, str]:
    """Return the outcome for both sides."""
    points = result.points
    if points is None:
        return {True: "", False: ""}
    fates = {1.0: tr("won"), 0.5: tr("draw"), 0.0: tr("lost")}
    return {True: fates[points[0]], False: fates[points[1]]}


def _links(result: GameResult) -> list[str]:
    """Return links to the moves that threw the result away."""
    slips = slips_of(result)
    if not slips:
        return []
    shown = [
        f'<a href="{slip.ply + 1}">{escape(_unbroken(notation_of(result, slip.ply)))}</a>'
        for _, slip in slips[:_MOST_LINKS]
    ]
    moves, more = ", ".join(shown), len(slips) - _MOST_LINKS
    if more > 0:
        return [tr("Thrown away by {moves} and {n} more", moves=moves, n=more)]
    return [tr("Thrown away by {moves}", moves=moves)]


def _unbroken(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")

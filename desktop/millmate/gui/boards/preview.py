"""A game looked at before it is opened: a small board, and a slider through its moves."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSlider, QVBoxLayout, QWidget

from millmate.games import catalogue
from millmate.games.chess.piece_letters import localize
from millmate.gui.boards.small_boards import ShownPosition, SmallBoard
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.language import mark, tr
from millmate.records.pgn import read_entry
from millmate.records.record import GameRecord

_BOARD_PLACE = 2  # in the column


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game as its file has it, all of its positions, and its moves as people write them.

    `fault` is why it breaks off, "" if it does not.
    """

    content: bytes
    record: GameRecord
    positions: tuple[ShownPosition, ...]
    notation: tuple[str, ...]
    fault: str = ""

    @property
    def first_shown(self) -> int:
        """The first ply to show: the start of a game that was set up, else its end."""
        whole = self.record.start_fen == catalogue.game(self.record.game).start_fen
        return len(self.notation) if whole else 0


def replay(content: bytes) -> Replayed:
    """Return the (first) game in `content`, played through.

    Raises:
        InputError: It cannot be read.
    """
    record, fault = read_entry(content)
    rules = catalogue.game(record.game)
    board = rules.board(record.start_fen)
    positions = [ShownPosition(record.game, board.fen(), 0)]
    notation = []
    for ply, move in enumerate(record.moves, 1):
        mover, read = board.turn, rules.parse_move(board, move)
        number = board.ply() // 2 + 1
        words = rules.notation(board, read)
        notation.append(f"{number}{'.' if mover else '…'} {words}")
        board.push(read)
        positions.append(ShownPosition(record.game, board.fen(), ply, move, mover))
    return Replayed(content, record, tuple(positions), tuple(notation), fault)


class Preview(QWidget):
    """Shows one game, or why it cannot be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Replayed | None = None
        self.title = Label()
        self.title.setWordWrap(True)
        theme.heading(self.title)
        self.about = theme.muted()
        self._board: SmallBoard | None = None  # made when it is needed: that takes a moment
        self.slider = bind_text(
            QSlider(Qt.Orientation.Horizontal), name=mark("Position in the game")
        )
        self.slider.valueChanged.connect(self._go)
        self.move_ = Label()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.title)
        column.addWidget(self.about)
        column.addWidget(self.slider)
        column.addWidget(self.move_)
        column.addStretch(0)
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board square, and the words about the game close to it."""
        super().resizeEvent(event)
        if self._board is not None:
            self._board.setMaximumHeight(self.width())

    @property
    def board(self) -> SmallBoard:
        if self._board is None:
            self._board = SmallBoard()
            for board in (self._board.chess, self._board.morris):
                board.set_animated(False)
            self._board.setMaximumHeight(self.width())
            self._column.insertWidget(_BOARD_PLACE, self._board, 1)
        return self._board

    @property
    def plies(self) -> int:
        """How many moves are shown as played."""
        return self.slider.value()

    def clear(self, words: str = "") -> None:
        """Show no game, but `words`."""
        self._game = None
        self.title.clear()
        theme.mark_fault(self.about, bool(words))
        self.about.setText(words)
        for part in (self._board, self.slider, self.move_):
            if part is not None:
                part.setVisible(False)

    def show_game(self, game: Replayed, plies: int | None = None) -> None:
        """Show `game` after `plies` plies: by default where it was set up, else at its end."""
        self._game, record = game, game.record
        self.title.setText(f"{record.white} – {record.black}")
        theme.mark_fault(self.about, bool(game.fault))
        facts = (
            game.fault[:1].upper() + game.fault[1:],
            str(record.outcome).replace("1/2-1/2", "½-½"),
            record.tags.get("Event", ""),
            record.started.partition("T")[0],
        )
        self.about.setText(" · ".join(filter(None, facts)))
        for part in (self.board, self.slider, self.move_):
            part.setVisible(True)
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(game.notation))
        self.slider.setValue(game.first_shown if plies is None else plies)
        self.slider.blockSignals(False)
        self._go(self.slider.value())

    @Slot(int)
    def _go(self, ply: int) -> None:
        if self._game is None:
            return
        self.board.show_position(self._game.positions[ply])
        last = localize(self._game.notation[ply - 1]) if ply else tr("Start")
        self.move_.setText(
            tr("{move} · ply {ply} of {all}", move=last, ply=ply, all=len(self._game.notation))
        )

"""The moves of the game, the way through them, and what can be done in it."""

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui import theme
from millmate.gui.game import GameController
from millmate.gui.moves_model import MovesModel
from millmate.gui.thoughts_panel import ThoughtsPanel

_NONE = (
    "The moves of a game stand here.\n\n"
    "Press Play in Set up to begin one, or open a saved game with Ctrl+O."
)
_YET = "No move has been played yet."
_SIDES = {True: "White", False: "Black"}


def state_of(game: GameController) -> str:
    """Return in one sentence how the game stands."""
    if not game.begun:
        return "No game yet. Set a position up and press Play."
    if game.outcome is not None:
        return str(game.outcome) if game.outcome.result != "*" else "Not finished"
    if game.offer is not None and game.offer != game.person:
        return f"{_SIDES[game.offer]} offers a draw: accept it, or move to decline."
    if game.offer is not None:
        return "Draw offered; the answer comes with the next move."
    if game.turn is None:
        return "The game begins."
    return f"{_SIDES[game.turn]} to move"


class MovesPanel(QWidget):
    """The list of moves, navigation, the result with its reason, and the game's actions."""

    play_on = Signal()
    go_on = Signal()

    def __init__(
        self, game: GameController, actions: dict[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._game = game
        self.model = MovesModel(game)
        self.view = self._list()
        self.empty = theme.muted()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.state = QLabel()
        theme.headline(self.state)
        self.state.setWordWrap(True)
        self.play_here = QPushButton("Play from here")
        self.play_here.setToolTip("Begin a new game from the position shown")
        self.play_here.clicked.connect(self.play_on)
        self.resume = QPushButton("Go on with the game")
        self.resume.clicked.connect(self.go_on)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.GRID, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.empty, 1)
        layout.addLayout(_navigation(actions))
        layout.addWidget(self.state)
        self.thoughts = ThoughtsPanel(game)
        layout.addWidget(self.thoughts)
        layout.addLayout(self._deeds(actions))
        game.changed.connect(self.refresh)
        self.refresh()

    def _list(self) -> QTableView:
        view = QTableView()
        view.setModel(self.model)
        view.setShowGrid(False)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        view.horizontalHeader().setHighlightSections(False)
        view.verticalHeader().setHighlightSections(False)
        view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + theme.GRID)
        view.setAccessibleName("Moves of the game")
        view.clicked.connect(self._clicked)
        return view

    def _deeds(self, actions: dict[str, QAction]) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(theme.GRID)
        names = ("take_back", "redo", "resign", "offer_draw")
        for place, name in enumerate(names):
            grid.addWidget(action_button(actions[name]), place // 2, place % 2)
        self.claim = action_button(actions["claim_draw"])
        self.hurry = action_button(actions["move_now"])
        grid.addWidget(self.hurry, 2, 0, 1, 2)
        grid.addWidget(self.claim, 3, 0, 1, 2)
        grid.addWidget(self.resume, 4, 0)
        grid.addWidget(self.play_here, 4, 1)
        return grid

    @Slot()
    def refresh(self) -> None:
        """Show the game as it stands."""
        game = self._game
        has_moves = bool(game.line.plies)
        self.view.setVisible(has_moves)
        self.empty.setVisible(not has_moves)
        self.empty.setText(_YET if game.begun else _NONE)
        self.state.setText(state_of(game))
        self.hurry.setVisible(any(game.thinkers.values()))
        self.claim.setVisible(game.can_claim)
        self.play_here.setVisible(game.begun and not game.live)
        self.resume.setVisible(game.can_resume)
        current = self.model.index_of(game.line.cursor)
        self.view.setCurrentIndex(current)
        if current.isValid():
            self.view.scrollTo(current)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        cursor = self.model.cursor_of(index)
        if 0 <= cursor <= len(self._game.line.plies):
            self._game.go(cursor)


def action_button(action: QAction) -> QPushButton:
    """Return a push button that does what `action` does and is enabled as it is."""
    button = QPushButton(action.icon(), action.text().replace("&", "").rstrip("…"))
    button.setToolTip(action.toolTip())
    button.clicked.connect(action.trigger)

    def follow() -> None:
        button.setEnabled(action.isEnabled())
        button.setIcon(action.icon())
        button.setText(action.text().replace("&", "").rstrip("…"))

    action.changed.connect(follow)
    follow()
    return button


def _navigation(actions: dict[str, QAction]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.GRID // 2)
    for name in ("first", "previous", "next", "last"):
        button = QToolButton()
        button.setDefaultAction(actions[name])
        button.setAutoRaise(True)
        row.addWidget(button, 1)
        button.setSizePolicy(
            button.sizePolicy().Policy.Expanding, button.sizePolicy().verticalPolicy()
        )
    return row

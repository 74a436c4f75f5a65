"""The moves of the game, navigation through them, and the actions on the game."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.play.game import GameController
from millmate.gui.play.thoughts_panel import ThoughtsPanel
from millmate.gui.score.annotation_controller import AnnotationController
from millmate.gui.style import theme
from millmate.gui.style.label import WrappedLabel
from millmate.language import mark, tr

_NONE = mark(
    "The moves of a game stand here.\n\n"
    "Press Play in Set up to begin one, or open a saved game with Ctrl+O."
)
_YET = mark("No move has been played yet.")
_TO_TRY = mark("Make a move on the board to try it: nobody plays here.")


def state_of(game: GameController) -> str:
    if not game.begun:
        return tr("No game yet. Set a position up and press Play.")
    if game.outcome is not None:
        return str(game.outcome) if game.outcome.result != "*" else tr("Not finished")
    if game.offer is not None and game.offer != game.person:
        if game.offer:
            return tr("White offers a draw: accept it, or move to decline.")
        return tr("Black offers a draw: accept it, or move to decline.")
    if game.offer is not None:
        return tr("Draw offered; the answer comes with the next move.")
    if game.turn is None:
        return tr("The game begins.")
    return tr("White to move") if game.turn else tr("Black to move")


class MovesPanel(QWidget):
    """The score, navigation, the result with its reason, and the game's actions."""

    play_on = Signal()
    go_on = Signal()

    def __init__(
        self,
        game: GameController,
        actions: Mapping[str, QAction],
        score: AnnotationController,
        graph: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._game = game
        self.score = score
        self.view = score.view
        self.view.addActions([actions["variation_up"], actions["variation_down"]])
        self.empty = theme.muted()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.state = WrappedLabel()
        theme.headline(self.state)
        self.play_here = bind_text(
            QPushButton(),
            text=mark("Play from here"),
            tip=mark("Begin a new game from the position shown"),
        )
        self.play_here.clicked.connect(self.play_on)
        self.resume = bind_text(QPushButton(), text=mark("Go on with the game"))
        self.resume.clicked.connect(self.go_on)
        self.thoughts = ThoughtsPanel(game)
        self._deeds = _Deeds(actions, self.resume)
        self._lay_out(actions, graph)
        game.connect_all(self.refresh)
        on_retranslate(self, self.refresh)

    def _lay_out(self, actions: Mapping[str, QAction], graph: QWidget) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.GRID, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.empty, 1)
        layout.addWidget(self.score.field)
        layout.addWidget(graph)
        layout.addLayout(self._navigation(actions))
        standing = QHBoxLayout()
        standing.addWidget(self.state, 1)
        standing.addWidget(self.play_here)
        layout.addLayout(standing)
        layout.addWidget(self.thoughts)
        layout.addWidget(self._deeds)

    @Slot()
    def refresh(self) -> None:
        """Show the current state of the game."""
        game = self._game
        root = game.line.tree.root
        has_moves = bool(root.children or root.notes.comment)
        self.view.setVisible(has_moves)
        self.empty.setVisible(not has_moves)
        self.empty.setText(tr((_TO_TRY if game.studied else _YET) if game.begun else _NONE))
        self.state.setText(state_of(game))
        self.play_here.setVisible(game.studied)
        self._deeds.show_game(game)
        for button in self._edits:
            button.setVisible(game.studied)

    def _navigation(self, actions: Mapping[str, QAction]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID // 2)
        ways = [_tool(actions[name]) for name in ("first", "previous", "next", "last")]
        self._edits = [_tool(actions[name]) for name in ("take_back", "redo")]
        for button in (*ways, *self._edits):
            row.addWidget(button, 1)
        return row

    @property
    def claim(self) -> QPushButton:
        return self._deeds.claim

    @property
    def hurry(self) -> QPushButton:
        return self._deeds.hurry


class _Deeds(QWidget):
    """The buttons for the actions on the game."""

    def __init__(self, actions: Mapping[str, QAction], resume: QPushButton) -> None:
        super().__init__()
        self.claim = action_button(actions["claim_draw"])
        self.hurry = action_button(actions["move_now"])
        self._resume = resume
        names = ("take_back", "redo", "resign", "offer_draw")
        self._live = [action_button(actions[name]) for name in names]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.GRID)
        for place, button in enumerate(self._live):
            grid.addWidget(button, place // 2, place % 2)
        grid.addWidget(self.hurry, 2, 0, 1, 2)
        grid.addWidget(self.claim, 3, 0, 1, 2)
        grid.addWidget(resume, 4, 0, 1, 2)

    def show_game(self, game: GameController) -> None:
        """Show the actions available in `game`."""
        self.hurry.setVisible(any(game.thinkers.values()))
        self.claim.setVisible(game.can_claim)
        self._resume.setVisible(game.can_resume)
        for button in self._live:
            button.setVisible(not game.studied)
        self.setVisible(not game.studied or game.can_resume)


def _tool(action: QAction) -> QToolButton:
    """Return a flat button with the icon of `action`, as wide as the row allows."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    policy = button.sizePolicy()
    button.setSizePolicy(policy.Policy.Expanding, policy.verticalPolicy())
    return button


def action_button(action: QAction) -> QPushButton:
    """Return a push button bound to `action`."""
    button = QPushButton(action.icon(), action.text().replace("&", "").rstrip("…"))
    button.setToolTip(action.toolTip())
    button.clicked.connect(action.trigger)

    def update() -> None:
        button.setEnabled(action.isEnabled())
        button.setIcon(action.icon())
        button.setText(action.text().replace("&", "").rstrip("…"))
        button.setToolTip(action.toolTip())

    action.changed.connect(update)
    update()
    return button

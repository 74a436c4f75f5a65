"""Shows the search of the engine to move."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QWidget

from millmate.formatting import side_name
from millmate.games.chess.piece_letters import localize
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.play.thought_words import figures, line_words, score_words
from millmate.language import mark, tr
from millmate.play.events import Thinking

_EVERY = 200  # milliseconds between updates; faster changes cannot be read
_LINES = 5  # lines of text: one for the score, two each for figures and moves


class ThoughtsPanel(QWidget):
    """Score, figures and line of the search of the side to move; empty after its move.

    The height is constant, so that nothing beside the panel moves.
    """

    def __init__(self, game: GameController) -> None:
        super().__init__()
        self._game = game
        self._shown: Thinking | None = None
        self.score, self.figures, self.line = Label(), theme.muted(), theme.muted()
        bind_text(
            self.score, tip=mark("As the side to move sees it; the figure is positive for White")
        )
        labels = (self.score, self.figures, self.line)
        layout = vbox(*labels, None, within=self, spacing=theme.GRID // 2)
        line_height = self.figures.fontMetrics().lineSpacing()
        self.setFixedHeight(_LINES * line_height + 2 * layout.spacing())
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self._poll)
        game.connect_all(self.refresh)
        translator.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Follow the game: watch the side that is thinking."""
        game = self._game
        self.setVisible(any(game.thinkers.values()))
        if game.thinking:
            if not self._timer.isActive():
                self._timer.start()
            return
        self._timer.stop()
        self._shown = None
        self._show_texts("", self._hint() if game.awaits_person else "", "")

    @Slot()
    def _poll(self) -> None:
        """Show the latest search report."""
        if not self._game.thinking:
            self.refresh()
            return
        thought = self._game.thought
        if thought is None:
            self._shown = None
            self._show_texts(*self._waiting(self._game.remark))
        elif thought is not self._shown:
            self._shown = thought
            chess = self._game.rules.name == "chess"
            words = score_words(thought, chess)
            self._show_texts(words, figures(thought.info), line_words(thought.line))
            self.line.setToolTip(localize(" ".join(thought.line)))

    def _waiting(self, remark: str) -> tuple[str, str, str]:
        """Return the text shown before the first report: the reason, if the engine gave one."""
        if not remark:
            return tr("Nothing found yet"), "", ""
        first, _, rest = remark.partition(";")
        return f"{capital(first)} …", rest.strip(), ""

    def _hint(self) -> str:
        side = next((side for side, thinks in self._game.thinkers.items() if thinks), None)
        return (
            ""
            if side is None
            else tr("The thoughts of {side} are shown here during its turn.", side=side_name(side))
        )

    def _show_texts(self, score: str, counts: str, line: str) -> None:
        self.score.setText(score)
        self.figures.setText(counts)
        self.line.setText(line)
        self.line.setToolTip("")

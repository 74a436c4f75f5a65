"""Pieces on their way across a board, or at rest."""

from PySide6.QtCore import QEasingCurve, QVariantAnimation
from PySide6.QtWidgets import QWidget

from millmate.gui.board.glide import DURATIONS, Glides


class Motion(QVariantAnimation):
    """Lets pieces travel to their squares; `board` is drawn anew while they do."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.wanted = True  # False: pieces jump
        self.glides: Glides = {}
        self._board = board
        self.set_speed("normal")
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(board.update)
        self.finished.connect(self.settle)

    @property
    def progress(self) -> float:
        """How far the gliding pieces have come, 0 to 1."""
        return float(self.currentValue()) if self.glides else 1.0

    def set_speed(self, speed: str) -> None:
        """Let pieces travel `fast`, `normal` or `slow`."""
        self.setDuration(DURATIONS[speed])

    def begin(self, glides: Glides) -> None:
        """Let pieces travel to their squares from where `glides` says they come."""
        self.stop()
        self.glides = glides if self.wanted and self._board.isVisible() else {}
        if self.glides:
            self.start()

    def settle(self) -> None:
        """End all motion at once."""
        self.stop()
        self.glides = {}
        self._board.update()

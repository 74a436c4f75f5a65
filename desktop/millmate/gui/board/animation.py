"""Animation of pieces that changed their squares between two positions."""

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QVariantAnimation
from PySide6.QtWidgets import QWidget

from millmate.gui.board.geometry import place_of

# Target square -> column and row on the screen (fractions allowed) where the piece started.
Glides = Mapping[int, tuple[float, float]]

_DURATIONS = {"fast": 70, "normal": 130, "slow": 400}  # milliseconds, by `settings.SPEEDS`


def glides(before: Mapping[int, str], after: Mapping[int, str], flipped: bool) -> Glides:
    """Return the pieces of `after` that moved, each from the nearest square of the same piece."""
    gone = [square for square, symbol in before.items() if after.get(square) != symbol]
    found: dict[int, tuple[float, float]] = {}
    for square, symbol in after.items():
        if before.get(square) == symbol:
            continue
        alike = [origin for origin in gone if before[origin] == symbol]
        if alike:
            origin = min(alike, key=lambda candidate: _distance(candidate, square))
            gone.remove(origin)
            found[square] = place_of(origin, flipped)
    return found


def between(
    start: tuple[float, float], square: int, done: float, flipped: bool
) -> tuple[float, float]:
    """Return column and row after the fraction `done` of the way from `start` to `square`."""
    column, row = place_of(square, flipped)
    return start[0] + (column - start[0]) * done, start[1] + (row - start[1]) * done


def _distance(one: int, other: int) -> int:
    return abs((one & 7) - (other & 7)) ** 2 + abs((one >> 3) - (other >> 3)) ** 2


class PieceAnimation(QVariantAnimation):
    """Moves pieces to their squares, and repaints `board` meanwhile."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.enabled = True  # False: pieces jump
        self.glides: Glides = {}
        self._board = board
        self.set_speed("normal")
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(board.update)
        self.finished.connect(self.finish)

    @property
    def progress(self) -> float:
        """The fraction of the way that the pieces have travelled."""
        return float(self.currentValue()) if self.glides else 1.0

    def set_speed(self, speed: str) -> None:
        """Set the speed: `fast`, `normal` or `slow`."""
        self.setDuration(_DURATIONS[speed])

    def start_from(self, glides: Glides) -> None:
        """Move pieces to their squares from the places in `glides`."""
        self.stop()
        self.glides = glides if self.enabled and self._board.isVisible() else {}
        if self.glides:
            self.start()

    def finish(self) -> None:
        """Put all pieces on their squares at once."""
        self.stop()
        self.glides = {}
        self._board.update()

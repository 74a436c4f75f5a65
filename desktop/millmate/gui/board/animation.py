"""Animation of pieces that changed their squares between two positions."""

from collections.abc import Mapping

from PySide6.QtCore import QEasingCurve, QPointF, QVariantAnimation
from PySide6.QtWidgets import QWidget

from millmate.gui.board.geometry import BoardGeometry, distance

# Target square -> the pixel where the middle of its piece started.
Glides = Mapping[int, QPointF]

_DURATIONS = {"fast": 70, "normal": 130, "slow": 400}  # milliseconds, by `settings.SPEEDS`


def origins(
    before: Mapping[int, str], after: Mapping[int, str], geometry: BoardGeometry
) -> dict[int, int]:
    """Return where each piece of `after` that moved came from: the nearest square of its like."""
    gone = [square for square, symbol in before.items() if after.get(square) != symbol]
    found: dict[int, int] = {}
    for square, symbol in after.items():
        alike = [origin for origin in gone if before[origin] == symbol]
        if before.get(square) != symbol and alike:
            away = {o: distance(geometry.centre_of(o), geometry.centre_of(square)) for o in alike}
            found[square] = min(alike, key=away.__getitem__)
            gone.remove(found[square])
    return found


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

    def places(self, geometry: BoardGeometry) -> dict[int, QPointF]:
        """Return the middle of each gliding piece, by its target square."""
        done = float(self.currentValue())
        return {
            square: start + (geometry.centre_of(square) - start) * done
            for square, start in self.glides.items()
        }

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

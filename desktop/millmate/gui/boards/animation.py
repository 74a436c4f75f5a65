"""Animation of pieces that changed their squares between two positions, or were taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QEasingCurve, QPointF, QVariantAnimation
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.geometry import BoardGeometry, distance

# Target square -> the pixel where the middle of its piece started.
Glides = Mapping[int, QPointF]

_DURATIONS = {"fast": 70, "normal": 120, "slow": 400}  # milliseconds, by `Settings.speed`


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


def taken(
    before: Mapping[int, str], after: Mapping[int, str], came: Mapping[int, int]
) -> dict[int, str]:
    """Return the piece that a move took, with its square; {} for more than one or for none.

    `came` are the origins of the pieces that moved.
    """
    gone = {square: symbol for square, symbol in before.items() if after.get(square) != symbol}
    left = {square: gone[square] for square in gone.keys() - came.values()}
    return left if len(left) == 1 and came else {}


@dataclass(frozen=True, slots=True)
class Moving:
    """Pieces on their way: the middles of those that glide, and those that fade, how much."""

    glides: Glides = field(default_factory=dict)
    fades: Mapping[int, str] = field(default_factory=dict)
    left: float = 0.0  # of the opacity of what fades


class PieceAnimation(QVariantAnimation):
    """Moves pieces to their squares, lets taken ones fade, and repaints `board` meanwhile."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.enabled = True  # False: pieces jump
        self.glides: Glides = {}
        self.fades: Mapping[int, str] = {}
        self._board = board
        self.set_speed("normal")
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(board.update)
        self.finished.connect(self.finish)

    def moving(self, geometry: BoardGeometry) -> Moving:
        """Return the pieces on their way; gliding ones by their target square."""
        done = float(self.currentValue())
        places = {
            square: start + (geometry.centre_of(square) - start) * done
            for square, start in self.glides.items()
        }
        return Moving(places, self.fades, 1.0 - done)

    def set_speed(self, speed: str) -> None:
        """Set the speed: `fast`, `normal` or `slow`."""
        self.setDuration(_DURATIONS[speed])

    def start_from(self, glides: Glides, fades: Mapping[int, str] | None = None) -> None:
        """Move pieces to their squares from the places in `glides`; let those in `fades` fade."""
        self.stop()
        shown = self.enabled and self._board.isVisible()
        self.glides, self.fades = (glides, fades or {}) if shown else ({}, {})
        if self.glides or self.fades:
            self.start()

    def finish(self) -> None:
        """Put all pieces on their squares at once."""
        self.stop()
        self.glides, self.fades = {}, {}
        self._board.update()

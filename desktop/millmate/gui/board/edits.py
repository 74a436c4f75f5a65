"""What a hand does to the board while a position is set up."""

from dataclasses import dataclass

# The stamp that takes pieces away; piece stamps are the letters of a FEN.
ERASER = "x"


@dataclass(frozen=True, slots=True)
class Place:
    """Put the piece `symbol` on `square`; `continued` if it goes on with the stroke before it."""

    symbol: str
    square: int
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Take the piece on `origin` to `target`, in place of what stands there."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Erase:
    """Take the piece on `square` off; `continued` if it goes on with the stroke before it."""

    square: int
    continued: bool = False


Edit = Place | Move | Erase

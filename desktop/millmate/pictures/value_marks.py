"""How boards and diagrams show the value of a place: a sign and a colour for each result.

A tick marks a win, an equals sign a draw, a cross a loss; the number is the moves to the end.
"""

from dataclasses import dataclass

_Line = tuple[tuple[float, float], ...]

# The lines of each sign in a square of side 1, y downwards, by the result.
SIGNS: dict[int, tuple[_Line, ...]] = {
    1: (((0.14, 0.55), (0.40, 0.82), (0.88, 0.20)),),
    0: (((0.14, 0.34), (0.86, 0.34)), ((0.14, 0.68), (0.86, 0.68))),
    -1: (((0.18, 0.18), (0.82, 0.82)), ((0.82, 0.18), (0.18, 0.82))),
}
STROKE = 0.19  # the width of lines, as a share of the side of a sign


@dataclass(frozen=True, slots=True)
class ResultColours:
    """The colours of a result, as `#rrggbb`: behind the sign, over a square, behind a figure."""

    sign: str
    tint: str
    ground: str


COLOURS = {
    1: ResultColours("#1d6348", "#239a66", "#c9e8d8"),
    0: ResultColours("#4b5663", "#7c8aa0", "#e2e5ea"),
    -1: ResultColours("#9b3026", "#d6453a", "#f6d3cd"),
}
FIGURE = "#14201c"  # the colour of figures
TINT = 0.46  # the opacity of tints
ON_SIGN = "#ffffff"


@dataclass(frozen=True, slots=True)
class PlaceValue:
    """The result of moving a man to a place: a win (1), a draw (0) or a loss (-1).

    `moves` is the number of the winner's moves to the end, None in a draw or if it is unknown;
    `words` describe the same. `plies` may be left out where they do not matter.
    """

    wdl: int
    moves: int | None = None
    words: str = ""
    plies: int | None = None

    @property
    def figure(self) -> str:
        """The distance as shown on a board, or ""."""
        return "" if self.moves is None or self.wdl == 0 else str(self.moves)

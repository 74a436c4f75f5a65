"""The style and colours of all boards, chosen once for the whole window."""

from dataclasses import dataclass, replace
from functools import lru_cache

from millmate.gui.kit.theme import ACCENTS


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The user's choice of how boards look; the names are those of `settings`.

    `board` names the colours, `pieces` and `stones` the set of each game; `coordinates` shows
    letters and digits at the edge, `targets` marks where the selected piece may go; `accent` is the
    window's accent.
    """

    board: str = "sage"
    pieces: str = "staunton"
    stones: str = "lit"
    coordinates: bool = True
    targets: bool = True
    accent: str = next(iter(ACCENTS))


_style = BoardStyle()


def set_board_style(style: BoardStyle) -> None:
    """Draw all boards in `style` from their next repaint on."""
    global _style
    _style = style


def board_style() -> BoardStyle:
    return _style


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """Colours as `#rrggbb`, or `#aarrggbb` where they are transparent.

    `accent` is the colour of selected squares, targets and dragged pieces; `trail` that of the
    frames round the squares of the last move; `edge` that of the line round the board. A `grained`
    board shows the grain of wood.
    """

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    last_move: str = "#5cd0a63a"
    trail: str = "#a8741c"
    check: str = "#d8402c"
    fault: str = "#b5352a"
    veil: str = "#96181c1b"
    card: str = "#fbfaf6"
    edge: str = "#5f7166"
    grained: bool = False
    accent: str = ""

    @property
    def selected(self) -> str:
        """The colour over the square of the selected man."""
        return f"#8f{self.accent[1:]}"

    @property
    def mark(self) -> str:
        """The colour of the squares it may go to."""
        return f"#a8{self.accent[1:]}"


# By the names in `settings.BOARDS`.
THEMES = {
    "sage": BoardTheme(),
    "wood": BoardTheme("#f0dcb8", "#b98a5a", "#70d8c03a", "#7a5a10", edge="#6f4a26", grained=True),
    "slate": BoardTheme("#d9dfe3", "#8494a1", "#78e3b84c", "#7d5208", edge="#4b5863"),
    "paper": BoardTheme("#fcf9ef", "#cfc1a3", "#6ce0b23c", "#8a5f10", edge="#8d8068"),
    "green": BoardTheme("#efeeda", "#7f9f68", "#78e6c744", "#7d5d0c", edge="#536d3f"),
    "blue": BoardTheme("#e8edf2", "#86a1bd", "#78e3b84c", "#8a5a0a", edge="#566f8a"),
    "grey": BoardTheme("#e6e6e4", "#a3a5a5", "#70dcb045", "#7d5d0c", edge="#6c6f6f"),
    "contrast": BoardTheme("#ffffff", "#8c8c8c", "#a0ffcf33", "#5c3b00", edge="#000000"),
}


def board_theme() -> BoardTheme:
    """Return the colours of chessboards in use."""
    return _themed(board_style().board, board_style().accent)


@lru_cache
def _themed(board: str, accent: str) -> BoardTheme:
    return replace(THEMES[board], accent=ACCENTS[accent].board)

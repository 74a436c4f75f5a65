"""The style and colours of all boards, chosen once for the whole window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor

from millmate.gui.kit.theme import ACCENTS, colours


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The user's choice of how boards look; the names are those of `settings`.

    `board` names the colours, `pieces` and `stones` the set of each game; `coordinates` shows
    letters and digits at the edge, `targets` marks where the selected piece can go; `accent` is the
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
        """The colour of the squares it can go to."""
        return f"#a8{self.accent[1:]}"


# By the names in `Settings.board`.
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
    return _chess_themed(board_style().board, board_style().accent)


@lru_cache
def _chess_themed(board: str, accent: str) -> BoardTheme:
    return replace(THEMES[board], accent=ACCENTS[accent].board)


@dataclass(frozen=True, slots=True)
class MorrisTheme:
    """Colours as `#rrggbb`, or `#aarrggbb` where they are transparent."""

    board: str = "#c4cabb"
    between: str = "#cfd4c6"  # between the middle ring and its neighbours
    edge: str = "#8f9c92"
    line: str = "#47544e"
    text: str = "#56625c"
    tray: str = "#1f20302a"
    well: str = "#2420302a"
    accent: str = ""
    mill: str = "#e0952f"
    last: str = "#c98a1e"
    take: str = "#b5352a"
    grained: bool = False


LIGHT = MorrisTheme()
DARK = MorrisTheme(
    board="#7c8a80", between="#86948a", edge="#56635b", line="#222b27", text="#27302c",
    tray="#30ffffff", well="#38000000", mill="#f2b352", last="#ffd27a",
)  # fmt: skip


def _morris(name: str, board: str, between: str, edge: str, line: str, text: str) -> MorrisTheme:
    return MorrisTheme(board, between, edge, line, text, grained=THEMES[name].grained)


def _dimmed(theme: MorrisTheme) -> MorrisTheme:
    """Return `theme` for a dark window, where a bright board would glare."""
    ground = {name: _darker(getattr(theme, name), 140) for name in ("board", "between", "edge")}
    ink = {name: _darker(getattr(theme, name), 190) for name in ("line", "text")}
    own = {name: getattr(DARK, name) for name in ("tray", "well", "mill", "last")}
    colours: dict[str, Any] = ground | ink | own
    return replace(theme, **colours)


def _darker(colour: str, factor: int) -> str:
    return QColor(colour).darker(factor).name()


# By the names in `Settings.board`: in light and in dark windows.
MORRIS_THEMES = {"sage": (LIGHT, DARK)} | {
    theme: (light, _dimmed(light))
    for theme, light in {
        "wood": _morris("wood", "#dcb98a", "#e5c79c", "#9c7446", "#5a3b1d", "#6b4a29"),
        "slate": _morris("slate", "#a3b0ba", "#b0bcc5", "#5d6b76", "#26323b", "#34424d"),
        "paper": _morris("paper", "#efe8d6", "#f7f2e4", "#a89a7c", "#3d372b", "#5d543f"),
        "green": _morris("green", "#b9c99f", "#c6d4af", "#7d9164", "#3c4d2c", "#4c5d3b"),
        "blue": _morris("blue", "#b4c6d8", "#c3d2e1", "#7b93ac", "#2f445b", "#3f556d"),
        "grey": _morris("grey", "#c6c8c7", "#d2d4d3", "#919594", "#3f4544", "#4d5352"),
        "contrast": _morris("contrast", "#ffffff", "#f0f0f0", "#000000", "#000000", "#000000"),
    }.items()
}


def morris_theme(style: str = "") -> MorrisTheme:
    """Return the colours of morris boards in the window's colour scheme, by default the current."""
    return _morris_themed(style or board_style().board, colours().dark, board_style().accent)


@lru_cache
def _morris_themed(style: str, dark: bool, accent: str) -> MorrisTheme:
    return replace(MORRIS_THEMES[style][dark], accent=ACCENTS[accent].board)

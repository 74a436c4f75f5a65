"""The style and colours of all boards, chosen once for the whole window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor

from millmate.gui.boards.state import LOSS
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
    """The colours of both games' boards, as `#rrggbb`, or `#aarrggbb` where they are transparent.

    A chessboard has `light` and `dark` squares, `last_move` over those of the last move, `trail`
    round them, and an `edge`. A morris board has a `board`, `between` its middle ring and the
    neighbours of that, and a `rim`. A `grained` board shows the grain of wood. `accent` is the
    colour of selected squares, targets and dragged men.
    """

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    last_move: str = "#5cd0a63a"
    trail: str = "#a8741c"
    edge: str = "#5f7166"
    board: str = "#c4cabb"
    between: str = "#cfd4c6"
    rim: str = "#8f9c92"
    line: str = "#47544e"
    text: str = "#56625c"
    grained: bool = False
    tray: str = "#1f20302a"
    well: str = "#2420302a"
    mill: str = "#e0952f"
    last: str = "#c98a1e"
    check: str = "#d8402c"
    fault: str = LOSS
    veil: str = "#96181c1b"
    card: str = "#fbfaf6"
    accent: str = ""

    @property
    def selected(self) -> str:
        """The colour over the square of the selected man."""
        return f"#8f{self.accent[1:]}"

    @property
    def mark(self) -> str:
        """The colour of the squares it can go to."""
        return f"#a8{self.accent[1:]}"


def _dimmed(theme: BoardTheme) -> BoardTheme:
    """Return `theme` for a dark window, where a bright morris board would glare."""
    ground = {name: _darker(getattr(theme, name), 140) for name in ("board", "between", "rim")}
    ink = {name: _darker(getattr(theme, name), 190) for name in ("line", "text")}
    own = {name: getattr(_DARK, name) for name in ("tray", "well", "mill", "last")}
    darker: dict[str, Any] = ground | ink | own
    return replace(theme, **darker)


def _darker(colour: str, factor: int) -> str:
    return QColor(colour).darker(factor).name()


_DARK = BoardTheme(
    board="#7c8a80", between="#86948a", rim="#56635b", line="#222b27", text="#27302c",
    tray="#30ffffff", well="#38000000", mill="#f2b352", last="#ffd27a",
)  # fmt: skip

# By the names in `Settings.board`: in light and in dark windows.
THEMES = {"sage": (BoardTheme(), _DARK)} | {
    name: (light, _dimmed(light))
    for name, light in {
        "wood": BoardTheme(
            "#f0dcb8", "#b98a5a", "#70d8c03a", "#7a5a10", "#6f4a26",
            "#dcb98a", "#e5c79c", "#9c7446", "#5a3b1d", "#6b4a29", grained=True,
        ),
        "slate": BoardTheme(
            "#d9dfe3", "#8494a1", "#78e3b84c", "#7d5208", "#4b5863",
            "#a3b0ba", "#b0bcc5", "#5d6b76", "#26323b", "#34424d",
        ),
        "paper": BoardTheme(
            "#fcf9ef", "#cfc1a3", "#6ce0b23c", "#8a5f10", "#8d8068",
            "#efe8d6", "#f7f2e4", "#a89a7c", "#3d372b", "#5d543f",
        ),
        "green": BoardTheme(
            "#efeeda", "#7f9f68", "#78e6c744", "#7d5d0c", "#536d3f",
            "#b9c99f", "#c6d4af", "#7d9164", "#3c4d2c", "#4c5d3b",
        ),
        "blue": BoardTheme(
            "#e8edf2", "#86a1bd", "#78e3b84c", "#8a5a0a", "#566f8a",
            "#b4c6d8", "#c3d2e1", "#7b93ac", "#2f445b", "#3f556d",
        ),
        "grey": BoardTheme(
            "#e6e6e4", "#a3a5a5", "#70dcb045", "#7d5d0c", "#6c6f6f",
            "#c6c8c7", "#d2d4d3", "#919594", "#3f4544", "#4d5352",
        ),
        "contrast": BoardTheme(
            "#ffffff", "#8c8c8c", "#a0ffcf33", "#5c3b00", "#000000",
            "#ffffff", "#f0f0f0", "#000000", "#000000", "#000000",
        ),
    }.items()
}  # fmt: skip


def board_theme(board: str = "") -> BoardTheme:
    """Return the colours of `board` in the window's colour scheme, by default those in use."""
    return _themed(board or board_style().board, colours().dark, board_style().accent)


@lru_cache
def _themed(board: str, dark: bool, accent: str) -> BoardTheme:
    return replace(THEMES[board][dark], accent=ACCENTS[accent].board)

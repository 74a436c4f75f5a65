"""The colours of the morris board."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor

from millmate.gui.boards.theme import THEMES as OF_CHESS
from millmate.gui.boards.theme import board_style
from millmate.gui.kit.theme import ACCENTS, colours


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


def _theme(name: str, board: str, between: str, edge: str, line: str, text: str) -> MorrisTheme:
    return MorrisTheme(board, between, edge, line, text, grained=OF_CHESS[name].grained)


def _dimmed(theme: MorrisTheme) -> MorrisTheme:
    """Return `theme` for a dark window, where a bright board would glare."""
    ground = {name: _darker(getattr(theme, name), 140) for name in ("board", "between", "edge")}
    ink = {name: _darker(getattr(theme, name), 190) for name in ("line", "text")}
    own = {name: getattr(DARK, name) for name in ("tray", "well", "mill", "last")}
    colours: dict[str, Any] = ground | ink | own
    return replace(theme, **colours)


def _darker(colour: str, factor: int) -> str:
    return QColor(colour).darker(factor).name()


# By the names in `settings.BOARDS`: in light and in dark windows.
THEMES = {"sage": (LIGHT, DARK)} | {
    theme: (light, _dimmed(light))
    for theme, light in {
        "wood": _theme("wood", "#dcb98a", "#e5c79c", "#9c7446", "#5a3b1d", "#6b4a29"),
        "slate": _theme("slate", "#a3b0ba", "#b0bcc5", "#5d6b76", "#26323b", "#34424d"),
        "paper": _theme("paper", "#efe8d6", "#f7f2e4", "#a89a7c", "#3d372b", "#5d543f"),
        "green": _theme("green", "#b9c99f", "#c6d4af", "#7d9164", "#3c4d2c", "#4c5d3b"),
        "blue": _theme("blue", "#b4c6d8", "#c3d2e1", "#7b93ac", "#2f445b", "#3f556d"),
        "grey": _theme("grey", "#c6c8c7", "#d2d4d3", "#919594", "#3f4544", "#4d5352"),
        "contrast": _theme("contrast", "#ffffff", "#f0f0f0", "#000000", "#000000", "#000000"),
    }.items()
}


def morris_theme(style: str = "") -> MorrisTheme:
    """Return the colours of morris boards in the window's colour scheme, by default the current."""
    return _themed(style or board_style().board, colours().dark, board_style().accent)


@lru_cache
def _themed(style: str, dark: bool, accent: str) -> MorrisTheme:
    return replace(THEMES[style][dark], accent=ACCENTS[accent].board)

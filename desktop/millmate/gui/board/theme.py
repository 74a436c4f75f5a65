"""The style and colours of all boards, chosen once for the whole window."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The user's choice of how boards look; the names are those of `settings`.

    `board` names the colours, `pieces` and `stones` the set of each game; `coordinates` shows
    letters and digits at the edge, `targets` marks where the selected piece may go.
    """

    board: str = "sage"
    pieces: str = "classic"
    stones: str = "lit"
    coordinates: bool = True
    targets: bool = True


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
    frames round the squares of the last move.
    """

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    last_move: str = "#5cd0a63a"
    trail: str = "#a8741c"
    selected: str = "#8f2c6a5a"
    accent: str = "#2c6a5a"
    mark: str = "#a82c6a5a"
    check: str = "#d8402c"
    fault: str = "#b5352a"
    veil: str = "#96181c1b"
    card: str = "#fbfaf6"


def _theme(light: str, dark: str, accent: str, last_move: str, trail: str) -> BoardTheme:
    bare = accent.removeprefix("#")
    return BoardTheme(
        light=light, dark=dark, accent=accent, last_move=last_move, trail=trail,
        selected=f"#8f{bare}", mark=f"#a8{bare}",
    )  # fmt: skip


# By the names in `settings.BOARDS`.
THEMES = {
    "sage": BoardTheme(),
    "wood": _theme("#efdcbb", "#b98a5c", "#22594f", "#70d8c03a", "#7a5a10"),
    "green": _theme("#efeeda", "#7f9f68", "#1f4f7d", "#78e6c744", "#7d5d0c"),
    "blue": _theme("#e8edf2", "#86a1bd", "#1d4474", "#78e3b84c", "#8a5a0a"),
    "grey": _theme("#e6e6e4", "#a3a5a5", "#23665a", "#70dcb045", "#7d5d0c"),
    "contrast": _theme("#ffffff", "#8c8c8c", "#003f9e", "#a0ffcf33", "#5c3b00"),
}


def board_theme() -> BoardTheme:
    return THEMES[board_style().board]

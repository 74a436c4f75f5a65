"""The style and colours of all boards, chosen once for the whole window."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The user's choice of how boards look; the names are those of `settings`.

    `board` names the colours, `pieces` and `stones` the set of each game; `coordinates` shows
    letters and digits at the edge, `targets` marks where the selected piece may go.
    """

    board: str = "sage"
    pieces: str = "staunton"
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
    frames round the squares of the last move; `edge` that of the line round the board. A `grained`
    board shows the grain of wood.
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
    edge: str = "#5f7166"
    grained: bool = False


def _theme(
    light: str,
    dark: str,
    accent: str,
    last_move: str,
    trail: str,
    edge: str,
    grained: bool = False,
) -> BoardTheme:
    bare = accent.removeprefix("#")
    return BoardTheme(
        light=light, dark=dark, accent=accent, last_move=last_move, trail=trail, edge=edge,
        selected=f"#8f{bare}", mark=f"#a8{bare}", grained=grained,
    )  # fmt: skip


# By the names in `settings.BOARDS`.
THEMES = {
    "sage": BoardTheme(),
    "wood": _theme(
        "#f0dcb8", "#b98a5a", "#22594f", "#70d8c03a", "#7a5a10", "#6f4a26", grained=True
    ),
    "slate": _theme("#d9dfe3", "#8494a1", "#143f6b", "#78e3b84c", "#7d5208", "#4b5863"),
    "paper": _theme("#fcf9ef", "#cfc1a3", "#2b4b7a", "#6ce0b23c", "#8a5f10", "#8d8068"),
    "green": _theme("#efeeda", "#7f9f68", "#1f4f7d", "#78e6c744", "#7d5d0c", "#536d3f"),
    "blue": _theme("#e8edf2", "#86a1bd", "#1d4474", "#78e3b84c", "#8a5a0a", "#566f8a"),
    "grey": _theme("#e6e6e4", "#a3a5a5", "#23665a", "#70dcb045", "#7d5d0c", "#6c6f6f"),
    "contrast": _theme("#ffffff", "#8c8c8c", "#003f9e", "#a0ffcf33", "#5c3b00", "#000000"),
}


def board_theme() -> BoardTheme:
    return THEMES[board_style().board]

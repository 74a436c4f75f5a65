"""The colours of the board, the same under light and dark palettes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardTheme:
    """Colours as `#rrggbb`, or `#aarrggbb` where what lies beneath shines through.

    `accent` is the one colour for whatever the hand does: selected, possible, carried.
    """

    light: str = "#eae7dc"
    dark: str = "#94a79b"
    last_move: str = "#5cd0a63a"
    selected: str = "#8f2c6a5a"
    accent: str = "#2c6a5a"
    mark: str = "#a82c6a5a"
    check: str = "#d8402c"
    fault: str = "#b5352a"
    veil: str = "#96181c1b"
    card: str = "#fbfaf6"
    label: str = "#e61f2a27"
    on_label: str = "#ffffff"

"""The colours of the morris board."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MorrisTheme:
    """Colours as `#rrggbb`, or `#aarrggbb` where what lies beneath shines through."""

    board: str = "#c4cabb"
    between: str = "#cfd4c6"  # between the middle ring and its neighbours
    edge: str = "#8f9c92"
    line: str = "#47544e"
    text: str = "#56625c"
    tray: str = "#1f20302a"
    well: str = "#2420302a"
    accent: str = "#2c6a5a"
    mill: str = "#e0952f"
    last: str = "#c98a1e"
    take: str = "#b5352a"
    label: str = "#e61f2a27"
    on_label: str = "#ffffff"


LIGHT = MorrisTheme()
DARK = MorrisTheme(
    board="#7c8a80", between="#86948a", edge="#56635b", line="#222b27", text="#27302c",
    tray="#30ffffff", well="#38000000", accent="#155244", mill="#f2b352", last="#ffd27a",
)  # fmt: skip

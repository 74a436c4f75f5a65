"""The colours to choose from for what is selected or focused, and for the primary button."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Accent:
    """A colour as `#rrggbb`: in light windows, in dark ones, and on boards.

    None of them is green: that is the colour of a win.
    """

    light: str
    dark: str
    board: str


# By the names in `settings.ACCENTS`.
ACCENTS = {
    "blue": Accent("#22599e", "#8dbbf2", "#0e3166"),
    "violet": Accent("#5d48a8", "#b9abf6", "#35236f"),
    "plum": Accent("#873a78", "#e5a5d8", "#571848"),
    "petrol": Accent("#0f6576", "#74cadb", "#033743"),
    "bronze": Accent("#7c5210", "#e2b96e", "#472b04"),
    "graphite": Accent("#48525b", "#b9c3cc", "#262d33"),
}

"""Numbers as text, with their units, the same in the window and on the command line."""

import re

from millmate.language import count as either
from millmate.language import mark, number, tr

MINUS = "−"

# What is counted in the window: one and many, as they stand by themselves.
_COUNTED = {
    "finished game": (mark("{n} finished game"), mark("{n} finished games")),
    "finished table": (mark("{n} finished table"), mark("{n} finished tables")),
    "game": (mark("{n} game"), mark("{n} games")),
    "match": (mark("{n} match"), mark("{n} matches")),
    "minute": (mark("{n} minute"), mark("{n} minutes")),
    "move": (mark("{n} move"), mark("{n} moves")),
    "node": (mark("{n} node"), mark("{n} nodes")),
    "other": (mark("{n} other"), mark("{n} others")),
    "pair": (mark("{n} pair"), mark("{n} pairs")),
    "pairing": (mark("{n} pairing"), mark("{n} pairings")),
    "part": (mark("{n} part"), mark("{n} parts")),
    "player": (mark("{n} player"), mark("{n} players")),
    "ply": (mark("{n} ply"), mark("{n} plies")),
    "position": (mark("{n} position"), mark("{n} positions")),
    "second": (mark("{n} second"), mark("{n} seconds")),
    "stone": (mark("{n} stone"), mark("{n} stones")),
    "table": (mark("{n} table"), mark("{n} tables")),
    "table hit": (mark("{n} table hit"), mark("{n} table hits")),
}
# The same after words such as "in", "after" and "of", which change them in some languages.
_DATIVE = {
    "finished table": (
        mark("{n} finished table", "dative"),
        mark("{n} finished tables", "dative"),
    ),
    "game": (mark("{n} game", "dative"), mark("{n} games", "dative")),
    "move": (mark("{n} move", "dative"), mark("{n} moves", "dative")),
    "pair": (mark("{n} pair", "dative"), mark("{n} pairs", "dative")),
    "part": (mark("{n} part", "dative"), mark("{n} parts", "dative")),
    "ply": (mark("{n} ply", "dative"), mark("{n} plies", "dative")),
    "position": (mark("{n} position", "dative"), mark("{n} positions", "dative")),
}


def side_name(white: bool) -> str:
    """Return `White` or `Black`."""
    return tr("White") if white else tr("Black")


def plural(count: int, noun: str) -> str:
    """Return `count` with its noun: `1 move`, `12 moves`, `1,352,913 positions`, `23 plies`."""
    if noun in _COUNTED:
        return either(count, *map(tr, _COUNTED[noun]))
    if count != 1:
        noun = noun[:-1] + "ies" if re.search("[^aeiou]y$", noun) else noun + "s"
    return f"{number(count)} {noun}"


def dative(count: int, noun: str) -> str:
    """Return `plural` as it stands after "in", "after" or "of": in German, `in 12 Zügen`."""
    one, many = _DATIVE[noun]
    return either(count, tr(one, "dative"), tr(many, "dative"))


def signed(value: float | None, digits: int = 0) -> str:
    """Return a number with its sign, none for zero, "" for none: `+12`, `−3`, `0`."""
    if value is None:
        return ""
    text = number(abs(value), digits)
    if not any(digit in text for digit in "123456789"):
        return text
    return f"{MINUS if value < 0 else '+'}{text}"


def size(count: float) -> str:
    """Return a number of bytes in decimal units: `512 B`, `35 MB`, `1.2 GB`."""
    units = ["B", "kB", "MB", "GB", "TB"]
    while count >= 999.5 and len(units) > 1:
        count /= 1000
        units.pop(0)
    whole = units[0] == "B" or count >= 9.95
    return f"{f'{count:.0f}' if whole else number(count, 1)} {units[0]}"


def duration(seconds: float) -> str:
    """Return a length of time: `under a second`, `8 seconds`, `4 minutes`, `2.5 hours`."""
    if seconds < 0.95:
        return tr("under a second")
    if seconds < 89.5:
        return plural(round(seconds), "second")
    if seconds < 90 * 60:
        return plural(round(seconds / 60), "minute")
    return tr("{n} hours", n=number(seconds / 3600, 1))

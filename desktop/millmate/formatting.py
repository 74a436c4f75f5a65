"""Numbers as text, with their units, the same in the window and on the command line."""

import re

from millmate.language import count as count_text
from millmate.language import mark_count, number, tr

MINUS = "−"

# Nouns that the window counts: singular and plural, in the nominative.
_COUNTED = {
    "finished game": mark_count("{n} finished game", "{n} finished games"),
    "finished table": mark_count("{n} finished table", "{n} finished tables"),
    "game": mark_count("{n} game", "{n} games"),
    "match": mark_count("{n} match", "{n} matches"),
    "minute": mark_count("{n} minute", "{n} minutes"),
    "move": mark_count("{n} move", "{n} moves"),
    "node": mark_count("{n} node", "{n} nodes"),
    "other": mark_count("{n} other", "{n} others"),
    "pair": mark_count("{n} pair", "{n} pairs"),
    "pairing": mark_count("{n} pairing", "{n} pairings"),
    "part": mark_count("{n} part", "{n} parts"),
    "player": mark_count("{n} player", "{n} players"),
    "ply": mark_count("{n} ply", "{n} plies"),
    "position": mark_count("{n} position", "{n} positions"),
    "second": mark_count("{n} second", "{n} seconds"),
    "stone": mark_count("{n} stone", "{n} stones"),
    "table": mark_count("{n} table", "{n} tables"),
    "table hit": mark_count("{n} table hit", "{n} table hits"),
}
# The same after words such as "in", "after" and "of", which change them in some languages.
_DATIVE = {
    "finished table": mark_count("{n} finished table", "{n} finished tables", "dative"),
    "game": mark_count("{n} game", "{n} games", "dative"),
    "move": mark_count("{n} move", "{n} moves", "dative"),
    "pair": mark_count("{n} pair", "{n} pairs", "dative"),
    "part": mark_count("{n} part", "{n} parts", "dative"),
    "ply": mark_count("{n} ply", "{n} plies", "dative"),
    "position": mark_count("{n} position", "{n} positions", "dative"),
}


def titled(title: object, text: object) -> str:
    """Return `title: text` with the punctuation of the language."""
    return tr("{title}: {text}", title=title, text=text)


def side_name(white: bool) -> str:
    return tr("White") if white else tr("Black")


def plural(count: int, noun: str) -> str:
    """Return `count` with its noun: `1 move`, `12 moves`, `1,352,913 positions`, `23 plies`."""
    if noun in _COUNTED:
        return count_text(count, *_COUNTED[noun])
    if count != 1:
        noun = noun[:-1] + "ies" if re.search("[^aeiou]y$", noun) else noun + "s"
    return f"{number(count)} {noun}"


def dative(count: int, noun: str) -> str:
    """Return `plural` in the form after "in", "after" or "of": in German, `in 12 Zügen`."""
    return count_text(count, *_DATIVE[noun])


def signed(value: float | None, digits: int = 0) -> str:
    """Return a number with its sign, without one for zero, "" for None: `+12`, `−3`, `0`."""
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
    """Return a duration: `under a second`, `8 seconds`, `4 minutes`, `2.5 hours`."""
    if seconds < 0.95:
        return tr("under a second")
    if seconds < 89.5:
        return plural(round(seconds), "second")
    if seconds < 90 * 60:
        return plural(round(seconds / 60), "minute")
    return tr("{n} hours", n=number(seconds / 3600, 1))

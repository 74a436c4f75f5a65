"""Numbers in words, with their units, the same in the window and on the command line."""

import re

MINUS = "−"


def plural(count: int, noun: str) -> str:
    """Return `count` with its noun: `1 move`, `12 moves`, `1,352,913 positions`, `23 plies`."""
    if count != 1:
        noun = noun[:-1] + "ies" if re.search("[^aeiou]y$", noun) else noun + "s"
    return f"{count:,} {noun}"


def signed(value: float | None, digits: int = 0) -> str:
    """Return a number with its sign, none for zero, "" for none: `+12`, `−3`, `0`."""
    text = "" if value is None else f"{value:+.{digits}f}".replace("-", MINUS)
    return text if any(digit in text for digit in "123456789") else text[1:]


def size(count: float) -> str:
    """Return a number of bytes in decimal units: `512 B`, `35 MB`, `1.2 GB`."""
    units = ["B", "kB", "MB", "GB", "TB"]
    while count >= 999.5 and len(units) > 1:
        count /= 1000
        units.pop(0)
    whole = units[0] == "B" or count >= 9.95
    return f"{count:.0f} {units[0]}" if whole else f"{count:.1f} {units[0]}"


def duration(seconds: float) -> str:
    """Return a length of time: `under a second`, `8 seconds`, `4 minutes`, `2.5 hours`."""
    if seconds < 0.95:
        return "under a second"
    if seconds < 89.5:
        return plural(round(seconds), "second")
    if seconds < 90 * 60:
        return plural(round(seconds / 60), "minute")
    return f"{seconds / 3600:.1f} hours"

"""Sets of squares as short texts: `e1`, `7` (a rank), `a` (a file), `a-c`, `a1-d4`, `light`."""

import re

import chess

from millmate.errors import InputError
from millmate.language import tr

_SHADES = {"light": int(chess.BB_LIGHT_SQUARES), "dark": int(chess.BB_DARK_SQUARES)}
_PART = re.compile(r"([a-h]?)([1-8]?)(?:-([a-h]?)([1-8]?))?")


class RegionError(InputError):
    """A text names no squares."""


def region(text: str) -> int:
    """Return the squares in `text` as a mask; parts are separated by commas or spaces.

    A part is a square (`e1`), a file (`a`), a rank (`7`), all squares of one shade (`light`,
    `dark`), or a range of these: `a-c` three files, `1-4` half the board, `a1-d4` a quarter.

    Raises:
        RegionError: A part is not one of these, or the text is empty.
    """
    parts = text.lower().replace(",", " ").split()
    if not parts:
        raise RegionError(
            tr("no squares: name some, such as e1, 7 (the rank), a (the file) or a1-d4")
        )
    mask = 0
    for part in parts:
        mask |= _SHADES[part] if part in _SHADES else _range(part)
    return mask


def _range(part: str) -> int:
    match = _PART.fullmatch(part)
    first = match.groups()[:2] if match else ("", "")
    last = match.groups()[2:] if match else (None, None)
    if not any(first) or (last != (None, None) and [*map(bool, first)] != [*map(bool, last)]):
        raise RegionError(
            tr(
                "{part!r} is not a square, file, rank or range: write e1, a, 7, a-c, 1-4 or a1-d4",
                part=part,
            )
        )
    files = _between(first[0], last[0], "abcdefgh")
    ranks = _between(first[1], last[1], "12345678")
    return sum(1 << 8 * rank + file for file in files for rank in ranks)


def _between(first: str, last: str | None, names: str) -> range:
    """Return the indexes from `first` to `last`, all if none is given."""
    if not first:
        return range(8)
    ends = sorted((names.index(first), names.index(last or first)))
    return range(ends[0], ends[1] + 1)

"""Tables for spreadsheets: CSV, and cells that are never read as formulas."""

import csv
import io
import re
from collections.abc import Iterable

from millmate.language import visible

_FORMULA = re.compile(r"[\t\r ]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*( ?%)?|\+\d+ =\d+ −\d+")  # or games won, drawn, lost


def cell(value: object) -> object:
    """Return the content of the cell for `value`; text that would be a formula starts with `'`.

    Names come from files and engines, and a spreadsheet would run `=HYPERLINK(...)`. Numbers stay
    unchanged, even as text: `-0.5`, `+12`, `-3 %`, `+5 =2 −1`.
    """
    if not isinstance(value, str) or _NUMBER.fullmatch(value) or not _FORMULA.match(value):
        return value
    return f"'{value}"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return `rows` as CSV, separated by line feeds; None is an empty cell."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([cell(value) for value in row] for row in rows)
    return visible(text.getvalue())


def tabbed_text(rows: Iterable[Iterable[str]]) -> str:
    """Return `rows` with tab-separated cells, for pasting into a spreadsheet."""
    return "".join("\t".join(map(_tabbed, row)) + "\n" for row in rows)


def _tabbed(value: str) -> str:
    return visible(str(cell(re.sub(r"[\t\r\n]+", " ", value))))

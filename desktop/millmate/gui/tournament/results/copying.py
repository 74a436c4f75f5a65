"""A table as text for other programs: with tabs, as CSV, or as Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extract:
    """A part of a table: titles, cells as they are read, and as programs want them.

    `numeric` tells which columns hold numbers.
    """

    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    plain: tuple[tuple[object, ...], ...]
    numeric: tuple[bool, ...]


def as_text(extract: Extract) -> str:
    """Return the table with a tab between cells, which spreadsheets paste into cells."""
    return "\n".join("\t".join(row) for row in (extract.titles, *extract.cells)) + "\n"


def as_csv(extract: Extract) -> str:
    """Return the table as CSV; numbers are whole and unrounded, and none is an empty cell."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(extract.titles)
    writer.writerows(["" if cell is None else cell for cell in row] for row in extract.plain)
    return text.getvalue()


def as_markdown(extract: Extract) -> str:
    """Return the table as Markdown, which reads well as it stands."""
    rows = [[_escaped(cell) for cell in row] for row in (extract.titles, *extract.cells)]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    sides = extract.numeric
    rules = [
        "-" * (width - 1) + ":" if right else "-" * width
        for width, right in zip(widths, sides, strict=True)
    ]
    lines = [_line(rows[0], widths, sides), _line(rules, widths, sides)]
    return "\n".join(lines + [_line(row, widths, sides) for row in rows[1:]]) + "\n"


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (
        cell.rjust(width) if aside else cell.ljust(width)
        for cell, width, aside in zip(cells, widths, right, strict=True)
    )
    return f"| {' | '.join(padded)} |"


def _escaped(cell: str) -> str:
    return " ".join(cell.split()).replace("|", "\\|")

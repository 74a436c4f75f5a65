"""Exports a table as tab-separated text, CSV or Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from millmate.spreadsheets import csv_text, tabbed_text


@dataclass(frozen=True, slots=True)
class Extract:
    """A part of a table: titles, the displayed cells, and the cells for programs.

    `numeric` marks the columns with numbers.
    """

    titles: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    plain: tuple[tuple[object, ...], ...]
    numeric: tuple[bool, ...]


def as_text(extract: Extract) -> str:
    """Return the table as tab-separated text, which spreadsheets paste into cells."""
    return tabbed_text((extract.titles, *extract.cells))


def as_csv(extract: Extract) -> str:
    """Return the table as CSV, with full precision; None becomes an empty cell."""
    return csv_text((extract.titles, *extract.plain))


def as_markdown(extract: Extract) -> str:
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
    """Return `cell` in one line, with Markdown and HTML syntax escaped."""
    return re.sub(r"([\\|<\[])", r"\\\1", " ".join(cell.split()))

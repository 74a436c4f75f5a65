"""Tests of tables: one test for all rows, which names those that are wrong."""

from collections.abc import Callable, Iterable
from typing import Any


def for_each(rows: Iterable[Any], check: Callable[..., None], name: Callable[[Any], str]) -> None:
    """Check all rows, and fail with the name and the fault of each that is wrong."""
    wrong = []
    for row in rows:
        try:
            check(row)
        except AssertionError as fault:
            wrong.append(f"{name(row)}: {fault}")
    assert not wrong, "\n".join(wrong)

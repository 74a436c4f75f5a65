"""Lines of standard input, limited in length because it may be a device without an end."""

from __future__ import annotations

import sys

from millmate import limits
from millmate.errors import InputError


def read_line() -> str:
    """Return the next line of standard input with its line break, "" at the end.

    Raises:
        InputError: The line has more than `limits.LONGEST_LINE` characters.
    """
    line = sys.stdin.readline(limits.LONGEST_LINE + 1)
    if len(line) > limits.LONGEST_LINE:
        raise InputError(
            f"a line of standard input has more than {limits.LONGEST_LINE:,} characters: "
            "provide text with one position or move per line"
        )
    return line

"""Tool tips that are read at a glance: long ones are broken into lines, which Qt does not do."""

import textwrap
from functools import lru_cache

_LETTERS = 68  # in a line


@lru_cache(maxsize=1024)  # most are set again with every position
def wrapped(text: str) -> str:
    """Return `text` in lines of up to 68 letters; a longer word, such as a path, stays whole."""
    lines = (
        textwrap.fill(line, _LETTERS, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(lines)

"""The language of what the program says: English as it is written here, or a translation of it.

The window has the program speak another language; the command line never does. Texts are collected
from the calls of `tr` and `mark` by Qt's lupdate, so what these are given must be a plain string.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

Texts = Mapping[tuple[str, str], str]  # by English text and note
Spoken = tuple[str, Texts, tuple[str, str]]  # what `use` takes

_texts: Texts = {}
_code = "en"
_separators = _ENGLISH = (",", ".")  # of thousands, of decimals
_here = threading.local()  # `english` is set while this thread writes what is data


def use(code: str, texts: Texts, separators: tuple[str, str] = (",", ".")) -> None:
    """Speak the language `code` from now on; what `texts` lacks is said in English.

    Args:
        code: The language by ISO 639, such as `de`.
        texts: The translations.
        separators: What stands between thousands, and before decimals.
    """
    global _texts, _code, _separators
    _texts, _code, _separators = texts, code, separators


def current() -> str:
    """Return the code of the language that is spoken."""
    return _code


def spoken() -> Spoken:
    """Return the language that is spoken, as `use` takes it: another process begins in English."""
    return _code, _texts, _separators


def tr(text: str, note: str = "", /, **values: object) -> str:
    """Return `text` in the language that is spoken, with `values` for the names in braces.

    `note` tells translators (and keeps apart) what the same English words mean here.
    """
    said = text if _in_english() else _texts.get((text, note), text)
    return said.format(**values) if values else said


def mark(text: str, note: str = "", /) -> str:
    """Return `text` as it is, to be translated by `tr` when it is said: for constants."""
    return text


def count(n: int, one: str, many: str, **values: object) -> str:
    """Return `one` or `many`, both translated already, with `{n}` as a number in words' style.

    German, like English, has these two forms only.
    """
    return (one if n == 1 else many).format(n=number(n), **values)


def number(value: float, digits: int = 0) -> str:
    """Return a number with so many decimals, written as the language has it: `1,234.5`."""
    thousands, decimals = _ENGLISH if _in_english() else _separators
    swapped = {",": thousands, ".": decimals}
    return "".join(swapped.get(c, c) for c in f"{value:,.{digits}f}")


@contextmanager
def in_english() -> Iterator[None]:
    """Say everything in English meanwhile, in this thread: for what is written as data."""
    before = _in_english()
    _here.english = True
    try:
        yield
    finally:
        _here.english = before


def _in_english() -> bool:
    return getattr(_here, "english", False)

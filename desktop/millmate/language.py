"""The language of what the program says: English as it is written here, or a translation of it.

The window has the program speak another language; the command line never does. Texts are collected
from the calls of `tr` and `mark` by Qt's lupdate, so what these are given must be a plain string.
"""

from __future__ import annotations

from collections.abc import Mapping

Texts = Mapping[tuple[str, str], str]  # by English text and note

_texts: Texts = {}
_code = "en"
_separators = (",", ".")  # of thousands, of decimals


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


def tr(text: str, note: str = "", /, **values: object) -> str:
    """Return `text` in the language that is spoken, with `values` for the names in braces.

    `note` tells translators (and keeps apart) what the same English words mean here.
    """
    said = _texts.get((text, note), text)
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
    thousands, decimals = _separators
    swapped = {",": thousands, ".": decimals}
    return "".join(swapped.get(c, c) for c in f"{value:,.{digits}f}")

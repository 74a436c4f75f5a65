"""The language of the program's texts: English as in the source, or a translation by gettext.

The window can switch to another language; the command line stays English. The texts are collected
from calls of `tr`, `mark`, `count` and `mark_count`, so their arguments must be literal strings
(`resources/languages/update.py`).
"""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import TypeVar

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its ISO 639 code, such as `de`, its texts, and how it writes numbers.

    `catalogue` is the content of a gettext .mo file, empty for English. The separators are those
    of thousands and of decimals.
    """

    code: str
    catalogue: bytes = b""
    separators: tuple[str, str] = (",", ".")


ENGLISH = Language("en")
_AS_WRITTEN = NullTranslations()

_language = ENGLISH
_translations = _AS_WRITTEN
_thread = threading.local()  # `english` is set while this thread writes data

# Control characters except tabs and line ends, line separators, characters that reverse the
# direction of text, and halves of surrogate pairs (in names of files that are not UTF-8).
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def use(language: Language) -> None:
    """Switch to `language`; texts missing in its catalogue stay English.

    Raises:
        OSError, ValueError: The catalogue is damaged.
    """
    global _language, _translations
    _language, _translations = language, texts_of(language)


@lru_cache(maxsize=8)  # reading the German texts takes 10 ms
def texts_of(language: Language) -> NullTranslations:
    """Return the translations into `language`.

    Raises:
        OSError, ValueError: The catalogue is damaged.
    """
    return GNUTranslations(BytesIO(language.catalogue)) if language.catalogue else _AS_WRITTEN


def current() -> Language:
    """Return the current language, for instance for `use` in a child process."""
    return _language


def tr(text: str, note: str = "", /, **values: object) -> str:
    """Return `text` in the current language, with `values` for the names in braces.

    `note` is gettext's context, which distinguishes equal English texts.
    """
    if not text or isinstance(text, Plain):
        return text
    found = _active().pgettext(note, text) if note else _active().gettext(text)
    return found.format(**values) if values else found


class Plain(str):
    """A text that is the same in every language, such as a name from elsewhere."""

    __slots__ = ()


def mark(text: str, note: str = "", /) -> str:
    """Return `text` unchanged, as a constant that `tr` translates later."""
    return text


def current_of(texts: Mapping[str, _Value]) -> _Value:
    """Return the value in `texts` for the code of the current language, or else for English."""
    code = ENGLISH.code if _in_english() else _language.code
    return texts.get(code, texts[ENGLISH.code])


def count(n: int, one: str, many: str, note: str = "", /, **values: object) -> str:
    """Return the plural form for `n` in the current language, with `n` itself as `{n}`.

    `one` and `many` are the English forms; other languages may have more.
    """
    texts = _active()
    found = texts.npgettext(note, one, many, int(n)) if note else texts.ngettext(one, many, int(n))
    return found.format(n=number(n), **values)


def mark_count(one: str, many: str, note: str = "", /) -> tuple[str, str, str]:
    """Return the arguments of `count` after the number, as a constant to translate later."""
    return one, many, note


def number(value: float, digits: int = 0) -> str:
    """Return a number with `digits` decimals in the format of the language: `1,234.5`."""
    thousands, decimals = (ENGLISH if _in_english() else _language).separators
    swapped = {",": thousands, ".": decimals}
    return "".join(swapped.get(c, c) for c in f"{value:,.{digits}f}")


@contextmanager
def in_english() -> Iterator[None]:
    """Keep this thread's texts and numbers in English, for writing data."""
    before = _in_english()
    _thread.english = True
    try:
        yield
    finally:
        _thread.english = before


def _in_english() -> bool:
    return getattr(_thread, "english", False)


def _active() -> NullTranslations:
    return _AS_WRITTEN if _in_english() else _translations


def visible(text: str) -> str:
    """Return `text` with characters that could harm a terminal or a page escaped."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)

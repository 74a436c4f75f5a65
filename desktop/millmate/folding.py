"""Text folded for searching: lower case, without accents."""

import re
import unicodedata
from functools import lru_cache

# Letters with a stroke and ligatures, which Unicode does not decompose.
_OWN = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i",
        "æ": "ae", "œ": "oe", "þ": "th",
    }
)  # fmt: skip
_SPELLED_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_SPELLABLE = re.compile("[äöüøåÄÖÜØÅ]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def folded(text: str) -> str:
    """Return `text` in lower case without accents: "muller" for "Müller"."""
    if text.isascii():
        return text.lower()
    return _NOT_ASCII.sub(lambda match: _fold(match[0]), text).lower()


def searchable(text: str) -> str:
    """Return `text` folded in each of its usual spellings: "muller" and "mueller"."""
    plain = folded(text)
    if text.isascii():
        return plain
    text = unicodedata.normalize("NFC", text)
    if not _SPELLABLE.search(text):
        return plain
    spelled = _NOT_ASCII.sub(lambda m: _SPELLED_OUT.get(m[0].lower()) or _fold(m[0]), text)
    return f"{plain}\n{spelled.lower()}"


@lru_cache(maxsize=4096)
def _fold(letter: str) -> str:
    """Fold a non-ASCII letter; return "" for a combining accent."""
    letters = unicodedata.normalize("NFKD", letter).casefold().translate(_OWN)
    letters = unicodedata.normalize("NFKD", letters)
    return "".join(each for each in letters if not unicodedata.combining(each))

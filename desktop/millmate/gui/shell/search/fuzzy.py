"""How well a text fits what was typed: letters in order, the beginnings of words preferred."""

from __future__ import annotations

import re
from functools import lru_cache

from millmate.folding import searchable

_WORD = re.compile(r"\w+")
# The worth of a match of one word: at the start of the text or of a word, within one, by initials
# of words, or by letters that stand apart.
_TEXT_START, _WORD_START, _WITHIN, _INITIALS, _APART = 1.0, 0.9, 0.6, 0.75, 0.35
_SHORTEST_WITHIN = 2  # letters; a single one is only looked for where words begin
_SHORTEST_APART = 3
_CLOSE = 4  # letters may stand apart this many times over the length of what was typed


def fit(typed: str, title: str, more: str = "") -> float:
    """Return how well a title fits `typed`, from 0 (it does not) to 1.

    Every word typed must occur; in `more`, further words for the same thing, it counts half.
    """
    words = _words_of(typed)
    if not words:
        return 0.0
    total = 0.0
    for word in words:
        value = max(_fit_word(word, title), _fit_word(word, more, apart=False) / 2)
        if value == 0:
            return 0.0
        total += value
    whole = 0.1 if _folded(title) == " ".join(words) else 0.0
    # Of two titles that fit equally, the one of which more was typed is likelier.
    typed_share = min(1.0, sum(map(len, words)) / max(1, len(title)))
    return 0.85 * total / len(words) + 0.05 * typed_share + whole


def _fit_word(word: str, text: str, apart: bool = True) -> float:
    if not text:
        return 0.0
    best = 0.0
    for spelling in _spellings(text):
        if spelling.startswith(word):
            return _TEXT_START
        starts = [match.start() for match in _WORD.finditer(spelling)]
        if any(spelling.startswith(word, start) for start in starts):
            best = max(best, _WORD_START)
        elif apart and len(word) >= _SHORTEST_WITHIN and _are_initials(word, spelling, starts):
            best = max(best, _INITIALS)
        elif len(word) > _SHORTEST_WITHIN and word in spelling:
            best = max(best, _WITHIN)
        elif apart and len(word) >= _SHORTEST_APART:
            best = max(best, _fit_apart(word, spelling, starts))
    return best


def _are_initials(word: str, text: str, starts: list[int]) -> bool:
    """Return whether `word` is made of the first letters of successive words."""
    return word in "".join(text[start] for start in starts)


def _fit_apart(word: str, text: str, starts: list[int]) -> float:
    """Return the worth of letters in order that stand apart, the first at the start of a word."""
    best = 0.0
    for start in starts:
        if text[start] != word[0]:
            continue
        end = start
        for letter in word[1:]:
            end = text.find(letter, end + 1)
            if end < 0:
                break
        else:
            width = end - start + 1
            if width <= _CLOSE * len(word):
                best = max(best, _APART * len(word) / width)
    return best


def _words_of(typed: str) -> list[str]:
    return [word for word in _folded(typed).split() if _WORD.search(word)]


def _folded(text: str) -> str:
    return _spellings(text)[0]


@lru_cache(maxsize=8192)
def _spellings(text: str) -> tuple[str, ...]:
    """Return `text` folded in each of its usual spellings, its words one space apart."""
    return tuple(" ".join(line.split()) for line in searchable(text.rstrip("…")).split("\n"))

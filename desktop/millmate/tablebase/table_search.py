"""Finds tables by a user's input: a code, or words of a name in any order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from millmate import language
from millmate.errors import InputError
from millmate.folding import folded, searchable
from millmate.games.chess.ending_names import between_sides, joined, men_name
from millmate.games.chess.material import Material
from millmate.language import in_english
from millmate.tablebase.names import parse
from millmate.tablebase.table_titles import split_metric, table_title

_LETTERS = frozenset("KQRBNP")
_BETWEEN_SIDES = frozenset({"v", "vs", "versus", "x"})
_FILLERS = frozenset({"a", "and", "bare", "chess", "ending", "lone", "of", "plus", "the", "with"})
_WORD = re.compile(r"\w+")

_MAYBE = "?"  # after the last word, which may be the start of one that joins or separates names

# The words for one man, folded, and its letter in capitals; or a number of stones.
_Man = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Entry:
    """The search terms of a table.

    Attributes:
        sides: The words for each man or the number of stones of either side, without kings.
        others: Words for the whole table.
        exact: Texts that mean this table and no other.
    """

    sides: tuple[tuple[_Man, ...], tuple[_Man, ...]]
    others: frozenset[str]
    exact: frozenset[str]


_Typed = tuple[tuple[str, ...], ...]  # words or letters: of one side and the other, or of either
_Rank = tuple[int, int, int]  # less is better: unknown words, men not typed, another order


def find_tables(typed: str, codes: Iterable[str]) -> list[str]:
    """Return the tables that `typed` may mean, the likeliest first; all of them if it is empty.

    A table is found by its code in any form ("KRPvKR", "krpkr"), by its first letters, and by the
    first letters of words of its name, in the language in use or in English, in any order.
    """
    known, whole = list(codes), _plain(typed)
    if not whole:
        return known
    exact = {whole, _plain(_code(typed))}
    readings = [each for each in (_letters(typed), _as_words(whole)) if each is not None]
    ranked = []
    for place, code in enumerate(known):
        entry = _entry(code, language.current().code)
        ranks = [rank for reading in readings if (rank := _rank(reading, entry)) is not None]
        if exact & entry.exact:
            ranks = [(-1, 0, 0)]
        if ranks:
            ranked.append((min(ranks), place, code))
    return [code for _, _, code in sorted(ranked)]


def prepare(codes: Iterable[str]) -> Iterator[None]:
    """Prepare tables to be found, one at each step: the first search for many is slowest."""
    for code in codes:
        _entry(code, language.current().code)
        yield


# The input ----------------------------------------------------------------------------------------


def _code(typed: str) -> str:
    """Return the canonical code that `typed` is, or ""."""
    try:
        return str(parse(_in_english_letters(typed)))
    except InputError:
        return ""


def _letters(typed: str) -> _Typed | None:
    """Read letters of pieces: `krp kr`, `KRPvKR`, `RPvR`, `KRP`."""
    text = re.sub(r"[^A-Z]+", "V", _in_english_letters(typed).strip().upper()).strip("V")
    if text.startswith("K") and "V" not in text:  # a side from its king on, the other from its own
        text = text.replace("K", "VK").removeprefix("V")
        text += "V" * ("V" not in text)
    sides = text.split("V")
    if len(sides) > 2 or not any(sides) or set("".join(sides)) - _LETTERS:
        return None
    return tuple(tuple(side.replace("K", "")) for side in sides)


def _in_english_letters(typed: str) -> str:
    """Return a code typed with the first letters of the language, as `KTBvKT` in German."""
    local = {men_name(piece, 1)[:1].upper(): piece for piece in sorted(_LETTERS)}
    letters = set(typed.upper()) - set("V- ")
    if letters <= _LETTERS or not letters <= set(local):
        return typed
    return "".join(local.get(letter, letter) for letter in typed.upper())


def _as_words(whole: str) -> _Typed | None:
    between = _BETWEEN_SIDES | _words(between_sides("", ""))
    fillers = _FILLERS | _words(joined("", ""))
    words = _WORD.findall(whole)
    sides: list[list[str]] = [[]]
    for place, word in enumerate(words):
        if word in between:
            sides.append([])
        elif word not in fillers:
            last = place and place == len(words) - 1
            maybe = last and any(each.startswith(word) for each in between | fillers)
            sides[-1].append(f"{word}{_MAYBE}" if maybe else word)
    return tuple(map(tuple, sides)) if any(sides) and len(sides) <= 2 else None


def _plain(text: str) -> str:
    return " ".join(folded(text).split())


# The search terms ---------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _entry(code: str, spoken: str) -> _Entry:
    """Return the search terms of the table `code` in the language `spoken`, which is in use."""
    title = table_title(code)
    with in_english():
        english = table_title(code)
    exact = frozenset(_plain(text) for text in (code, title, english))
    name, metric = split_metric(code)
    target = parse(name)
    sides: tuple[tuple[_Man, ...], tuple[_Man, ...]]
    if isinstance(target, Material):
        sides = (_men(target.white), _men(target.black))
        others = _kings(spoken) | _words(metric)
        if target.facing:  # named after the men
            others |= (_words(title) | _words(english)).difference(*sides[0], *sides[1])
        return _Entry(sides, others, exact)
    sides = ((), ())
    if len(target.tables) == 1:
        first, second = (frozenset({str(stones)}) for stones in target.tables[0].stones)
        sides = ((first,), (second,))
    return _Entry(sides, _words(code) | _words(title) | _words(english), exact)


def _men(side: str) -> tuple[_Man, ...]:
    """Return the words for each man of a side: for one of two pawns `pawn`, `pawns`, `two`, `2`."""
    found = []
    for piece in side.replace("K", "", 1):
        number = side.count(piece)
        texts = [men_name(piece, 1), men_name(piece, number)]
        with in_english():
            texts += [men_name(piece, 1), men_name(piece, number)]
        found.append(frozenset({piece, str(number)}).union(*map(_words, texts)))
    return tuple(found)


@lru_cache(maxsize=8)
def _kings(spoken: str) -> frozenset[str]:
    """Return the words for kings in the language `spoken`, which is in use, and in English."""
    with in_english():
        english = men_name("K", 1)
    return _words(english) | _words(men_name("K", 1))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(searchable(text)))


# Comparing ----------------------------------------------------------------------------------------


def _rank(typed: _Typed, entry: _Entry) -> _Rank | None:
    """Return how well a table fits, None if it does not."""
    if len(typed) == 1:
        men = entry.sides[0] + entry.sides[1]
        return _rank_of(typed[0], men, entry.others)
    ranks = []
    for sides in (entry.sides, entry.sides[::-1]):
        one, other = (
            _rank_of(words, men, entry.others) for words, men in zip(typed, sides, strict=True)
        )
        if one is not None and other is not None:
            turned = int(sides is not entry.sides)
            ranks.append((one[0] + other[0], one[1] + other[1], turned))
    return min(ranks, default=None)


def _rank_of(typed: Sequence[str], men: Sequence[_Man], others: frozenset[str]) -> _Rank | None:
    words, unknown = _of_men(typed, men, others)
    if (unnamed := _unnamed(words, men)) is None:
        return None
    left = iter(men)
    in_order = all(any(_matches(word, man) for man in left) for word in words)
    return unknown, unnamed, not in_order


def _of_men(
    words: Iterable[str], men: Sequence[_Man], others: frozenset[str]
) -> tuple[list[str], int]:
    """Return the words that must each name another man, and how many unfinished ones name none.

    Words for kings and for the table as a whole are left out.
    """
    found, unknown = [], 0
    for word in words:
        bare = word.removesuffix(_MAYBE)
        if any(_matches(bare, man) for man in men):
            found.append(bare)
        elif not any(each.startswith(bare) for each in others):
            unknown += word != bare
            found += [bare] * (word == bare)
    return found, unknown


def _matches(word: str, spellings: frozenset[str]) -> bool:
    """Return whether one of `spellings` starts with `word`; numbers and letters must be equal."""
    if word.isdigit() or word.isupper():
        return word in spellings
    return any(each.startswith(word) for each in spellings)


def _unnamed(words: list[str], men: Sequence[_Man]) -> int | None:
    """Return how many men are left if each word names a different one, None if they cannot."""
    fits = [[_matches(word, man) for man in men] for word in words]
    for chosen in permutations(range(len(men)), len(words)):
        if all(row[man] for row, man in zip(fits, chosen, strict=True)):
            return len(men) - len(words)
    return None

"""The letters of the pieces in moves as people read them: of the language, English, or figurines.

Moves are kept, exchanged and copied in English (SAN); these are changed when they are shown.
"""

from __future__ import annotations

from millmate import language
from millmate.settings import LETTERINGS

LANGUAGE, ENGLISH, FIGURINES = LETTERINGS

_KINDS = "KQRBN"
_OF_LANGUAGES = {"de": "KDTLS"}
_FIGURINES = "♔♕♖♗♘"

_chosen = LANGUAGE


def use(lettering: str) -> None:
    """Show moves in one of `settings.LETTERINGS` from now on."""
    global _chosen
    _chosen = lettering


def letters() -> str:
    """Return what stands for king, queen, rook, bishop and knight in moves that are shown."""
    if _chosen == FIGURINES:
        return _FIGURINES
    return _OF_LANGUAGES.get(language.current(), _KINDS) if _chosen == LANGUAGE else _KINDS


def localize(san: str) -> str:
    """Return moves in SAN as they are shown: `Nf3` as `Sf3` or `♘f3`; those of morris stay."""
    return san.translate(str.maketrans(_KINDS, letters()))


def to_english(typed: str) -> str:
    """Return a move that somebody typed with the letters of the language, or figurines, as SAN.

    English letters are understood in every language: none of them is another piece there.
    """
    for known in (_FIGURINES, _OF_LANGUAGES.get(language.current(), _KINDS)):
        typed = typed.translate(str.maketrans(known, _KINDS))
    return typed

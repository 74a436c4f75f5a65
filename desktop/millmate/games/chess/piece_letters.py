"""The letters of the pieces in moves on screen: of the language, English, or figurines.

Moves are stored, exchanged and copied in English (SAN), and localized when they are shown.
"""

from functools import cache

from millmate.language import tr
from millmate.settings import about

LANGUAGE, ENGLISH, FIGURINES = about("lettering")["options"]

_KINDS = "KQRBN"
_FIGURINES = "♔♕♖♗♘"

_chosen = LANGUAGE


def use(lettering: str) -> None:
    """Show moves in one of the letterings of the settings from now on."""
    global _chosen
    _chosen = lettering


def letters() -> str:
    """Return the letters of king, queen, rook, bishop and knight for moves on screen."""
    if _chosen == FIGURINES:
        return _FIGURINES
    return of_language() if _chosen == LANGUAGE else _KINDS


def of_language() -> str:
    """Return the letters of king, queen, rook, bishop and knight in the language of the program."""
    return tr("KQRBN", "letters of chess pieces")


def localize(san: str) -> str:
    """Return moves in SAN with the chosen letters: `Nf3` as `Sf3` or `♘f3`."""
    return san.translate(_letters_for(letters()))


@cache
def _letters_for(shown: str) -> dict[int, int]:
    return str.maketrans(_KINDS, shown)


def to_english(typed: str) -> str:
    """Return a move typed with the letters of the language, or with figurines, as SAN.

    English letters work too where they are not another piece, as R, the king, is in French.
    """
    for known in (_FIGURINES, of_language()):
        typed = typed.translate(str.maketrans(known, _KINDS))
    return typed

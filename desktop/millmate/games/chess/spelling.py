"""Chess moves as people and programs write them, in other forms than the standard has.

`exd6ep`, `e:d6`, `Pe4`, `a8(Q)`, `a8/Q`, `o-o`, `0–0`, `♘f3`, `Qf7 mate` without the space, `nf3`;
and the letters that other languages have for the pieces.
"""

import re
from collections.abc import Iterator

ENGLISH = "KQRBN"
# Of king, queen, rook, bishop and knight. Some are another piece in English, so a whole game is
# read in one language.
LETTERS = (
    "KDTLS",  # German, Danish, Norwegian, Swedish
    "RDTFC",  # French
    "RDTAC",  # Italian, Spanish
    "RDTBC",  # Portuguese
    "KDTLP",  # Dutch
    "KHWGS",  # Polish
    "KDVSJ",  # Czech
    "KVBFH",  # Hungarian
    "KDTLR",  # Finnish
    "♔ФЛСК",  # Russian: the king has two letters, Кр
)
_LONGEST = 20  # characters of a move
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("–—−‐‑", "-"),
        **dict.fromkeys("×:", "x"),
        **dict.fromkeys("оО", "O"),
        **dict.fromkeys("♙♟", "P"),
        **dict(zip("♔♕♖♗♘♚♛♜♝♞", ENGLISH * 2, strict=True)),
    }
)
_CASTLING = re.compile(r"[Oo0]-?[Oo0](-?[Oo0])?[+#=!?]*")
_ENDING = r"(?:[+#!?x]|\(?e\.?p\.?\)?|mate?|matt|ch)*"
_MOVE = re.compile(
    r"P?(?P<body>[A-Z]?[a-h]?[1-8]?[x-]?[a-h][1-8])(?:[=/]?\(?(?P<piece>[A-Za-z])\)?)??" + _ENDING
)


def spellings(text: str) -> Iterator[str]:
    """Yield the move `text`, and what it may mean in standard notation, most likely first."""
    yield text
    if len(text) > _LONGEST:
        return
    standard = _standard(text)
    yield standard
    if standard and standard[0] in "kqrbn":
        yield _standard(standard[0].upper() + standard[1:])
    if len(standard) == 2 or not standard[1:].islower():  # in capitals: E4, NXE5
        yield _standard(standard[:1] + standard[1:].lower())
        yield _standard(standard.lower())


def in_english(text: str, letters: str) -> str:
    """Return a move in which pieces have `letters` of another language with English letters."""
    if letters == ENGLISH or not text or text[0] in "Oo0":
        return text
    return text.replace("Кр", "K").translate(str.maketrans(letters, ENGLISH))


def _standard(text: str) -> str:
    text = text.translate(_SIGNS)
    castling = _CASTLING.fullmatch(text)
    if castling:
        return "O-O-O" if castling[1] else "O-O"
    move = _MOVE.fullmatch(text)
    if move is None:
        return text
    return move["body"] + (f"={move['piece'].upper()}" if move["piece"] else "")

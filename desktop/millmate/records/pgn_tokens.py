"""The words of a movetext, as people and programs write them: results, signs, and what to skip.

How moves of chess are written is in `games.chess.spelling`.
"""

import re

from millmate.records.notes import SIGNS

# Also read as bytes: no classes of letters that are not ASCII.
_DASH = r"\s?(?:-|–|—|−|:)\s?"
_OTHER = rf"(?:{_DASH}(?:1/2|½|0?[.,]5|0))?"  # the half of the other side
_ALONE = r"(?<![\w/.-].)"  # looks behind the first character: searches for it are fast
RESULT = (
    rf"(?:1{_ALONE}(?:{_DASH}0|/2{_OTHER})|0{_ALONE}(?:{_DASH}(?:1/2|1|½)|[.,]5{_OTHER})"
    rf"|½{_OTHER}|\.{_ALONE}5{_OTHER}|,{_ALONE}5{_OTHER}"
    rf"|\+{_ALONE}:-|-{_ALONE}:[+-]|={_ALONE}:=|\*)(?![\w/-])"
)
TOKEN = re.compile(
    rf"""
    (?P<space>(?:\s|&nbsp;)+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{{[^}}]*\}}?|;[^\n]*)
    |(?P<element><[A-Za-z/!][^<>\n]{{0,1000}}>|```\w*)
    |(?P<glyph>\$\d+|[!?]+|[‼⁇⁉⁈])
    |(?P<open>\()|(?P<close>\))
    |(?P<result>{RESULT})
    |(?P<null>(?:--|Z0|0000|@@@@|null|pass)(?![\w-]))
    |(?P<number>\d+\s*[.…]+|\d+(?=\s|$)|[.…]+)
    |(?P<sign>(?!--(?:[\s)]|$))[-+=/~∞−]{{1,4}}(?=[\s)]|$)|/\\|e\.p\.|[±∓⩲⩱∞□→↑⇆∆Δ⌓⟳○⊕⨀])
    |(?P<word>[^\s(){{}}\[\];&$!?‼⁇⁉⁈<>.…±∓⩲⩱∞□→↑⇆∆Δ⌓⟳○⊕⨀]+
        (?:\((?:[QRBNDTLSqrbn]|e\.?p\.?)\))?(?:\.p\.)?)
    |(?P<other>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
SIGN_WORDS = {**SIGNS, "TN": 146, "D": 220, "RR": 145, "inf": 13}
# Words that add nothing to the move before them, or to the result.
SKIPPED = {
    *("mate", "matt", "mat", "ch", "check", "checkmate", "dbl", "dis", "ep", "e.p.", "e.p"),
    *("ff", "f", "+", "++", "#", "/"),
}
# What is meant as a move; the rules decide whether it is one.
ATTEMPT = re.compile(r"[A-Ha-h][1-8]|^[Oo0О][-‐‑–—−]?[Oo0О]|\d")
SQUARE = re.compile(r"[A-Ha-h][1-8]|^[Oo0О][-‐‑–—−]?[Oo0О]")
FIRST_NUMBER = re.compile(r"(?<![\w.])1\s?\.")
_PLAIN = ("1-0", "0-1", "1/2-1/2", "*")
_SPACES = re.compile(r"\s")


def result_of(text: str) -> str | None:
    """Return the result `text` in PGN: 1-0, 0-1, 1/2-1/2 or *; None if it is none.

    Where both sides lose, or get unequal halves, nobody has won: that is `*`.
    """
    if text in _PLAIN:
        return text
    text = _SPACES.sub("", text).lower().removesuffix("ff").rstrip("f")
    for written in ("½", "0.5", "0,5", ".5", ",5"):
        text = text.replace(written, "1/2")
    text = re.sub("[–—−:]", "-", text)
    return _RESULTS.get(text)


_RESULTS = {
    "*": "*", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2",
    "+--": "1-0", "--+": "0-1", "+/-": "1-0", "-/+": "0-1", "=-=": "1/2-1/2", "=": "1/2-1/2",
    "0-0": "*", "---": "*", "-/-": "*", "1/2-0": "*", "0-1/2": "*",
    "1": "1-0", "0": "0-1",
}  # fmt: skip
